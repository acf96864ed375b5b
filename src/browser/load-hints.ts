/** Fetches the longer lines for the console. The build of the script tag's files puts load-hints-script.ts in this file's place. */

export const loadHints = () => import('./hints.ts');

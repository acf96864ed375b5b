/** Fetches the explanations for the console. The build for the script tag replaces this file by load-hints-script.ts. */

export const loadHints = () => import('./hints.ts');

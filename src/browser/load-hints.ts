/** Fetches the explanations for the console. In the script tag's files, the build uses load-hints-script.ts instead of this file. */

export const loadHints = () => import('./hints.ts');

/** Fetches the first screen, a chunk of its own. The build of the script tag's files puts load-home-script.ts in this file's place. */

export const loadHome = () => import('../home/home.ts');

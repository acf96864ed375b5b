/** Fetches the chunk with the first screen. The build for the script tag replaces this file by load-home-script.ts. */

export const loadHome = () => import('../home/home.ts');

/** Fetches the code that solves challenges. The build for the script tag replaces this file by load-challenge-script.ts. */

export const loadChallenge = () => import('./challenge/solve-challenge.ts');

/** Fetches the code that solves challenges and gives verified context. The build of the script tag's files puts load-challenge-script.ts in this file's place. */

export const loadChallenge = () => import('./challenge/solve-challenge.ts');

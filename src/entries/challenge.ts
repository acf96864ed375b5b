/** A chunk that the application fetches when the broker asks for a proof. */

export { solveChallenge } from '../browser/challenge/script-chunk.ts';

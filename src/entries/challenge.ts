/** A chunk that the application fetches when the broker asks for a proof, or the page gives verified context. */

export { giveContext, solveChallenge } from '../browser/challenge/script-chunk.ts';

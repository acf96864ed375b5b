/** A chunk that is fetched to explain on the console why broker or platform cannot be used. */

export { hintFor } from '../browser/hints.ts';

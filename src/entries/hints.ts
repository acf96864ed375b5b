/** A chunk that the engine fetches to print on the console why broker or platform cannot be used. */

export { hintFor } from '../browser/hints.ts';

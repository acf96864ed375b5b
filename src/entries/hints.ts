/** The chunk that the engine fetches when the console is to say why broker or platform cannot be used. */

export { hintFor } from '../browser/hints.ts';

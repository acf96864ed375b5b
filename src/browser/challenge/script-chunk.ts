/** The chunk of the script tag's application that solves challenges and gives verified context. The same file is also the script of the worker. */

import { createSearch } from './find-number.ts';
import { solveChallenge as solve } from './solve-challenge.ts';

export { giveContext } from './give-context.ts';

export const solveChallenge: typeof solve = (body, ask, lasts) => solve(body, ask, lasts, import.meta.url);

if (!globalThis.document) {
  globalThis.onmessage = ({ data }) => globalThis.postMessage(createSearch(data)(0, data.maxnumber + 1));
}

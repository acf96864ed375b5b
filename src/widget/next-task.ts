/** A pause in long work: what the visitor does, and the page's own, comes first. */

/** Resolves in a task of its own. */
export const nextTask = (): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve);
  });

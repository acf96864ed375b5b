/** A pause in long work: lets input and the page's own tasks run first. */

/** Resolves in a new task. */
export const nextTask = (): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve);
  });

/** Interrupts long work, so that input events and tasks of the page can run. */

/** Resolves in a new task. */
export const nextTask = (): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve);
  });

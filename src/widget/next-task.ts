/** Interrupts long work, to let input events and tasks of the page run. */

/** Resolves in a new task. */
export const nextTask = (): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve);
  });

/**
 * Handlers that a page puts on before the widget has come. What the widget cannot tell, because it happens before, is told from here:
 * `ready`, and that the widget could not be fetched. When it comes, and what else waits for it, is stand-in.ts.
 */

import type { NatterHandle } from './handle.ts';

/** Its code, and the event at the host that tells of it. */
export const LOAD_FAILED = 'load_failed';
export const LOAD_WORDS = "Chat couldn't load. Try again.";

/** `pass` calls with the widget, now or when it has come. */
export function createOn(
  ready: Promise<NatterHandle>,
  host: HTMLElement,
  pass: (run: (widget: NatterHandle) => void) => void,
): NatterHandle['on'] {
  return (event, given) => {
    let undo: (() => void) | undefined;
    let handler: typeof given | undefined = given;
    const tell = (detail: object): void => handler?.(detail as never);
    // It does not wait for the chat to be opened, and whoever comes late still hears it.
    if (event === 'ready') ready.then(() => tell({}));
    else
      pass(widget => {
        if (handler) undo = widget.on(event, handler);
      });
    // The host calls each by itself, so that one that throws harms no other.
    if (event === 'error') host.addEventListener(LOAD_FAILED, () => tell({ code: LOAD_FAILED, message: LOAD_WORDS }));
    return () => {
      handler = undefined;
      undo?.();
    };
  };
}

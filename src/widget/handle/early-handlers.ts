/**
 * Handlers that a page puts on before the widget has come. What the widget cannot tell, because it happens before, is told from here:
 * `ready`, and that the widget could not be fetched. When it comes, and what else waits for it, is early-api.ts.
 */

import { warn } from '../warn.ts';
import type { NatterHandle } from './handle.ts';

export const LOAD_FAILED = 'load_failed';
export const LOAD_WORDS = "The chat couldn't be loaded.";

/** Tells one handler of one event. */
export type Tell = (detail: object) => unknown;

/**
 * `pass` calls with the widget, now or when it has come. `ready` is there before anything can fail, and what it brings has `q` when it is
 * over. `troubled` gets whoever wants to hear of errors.
 */
export function createOn(
  ready: Promise<NatterHandle & { q?: unknown }>,
  troubled: Tell[],
  pass: (run: (widget: NatterHandle) => void) => void,
): NatterHandle['on'] {
  return (event, given) => {
    let undo: (() => void) | undefined;
    let handler = given;
    const tell: Tell = detail =>
      ready
        .then(natter => natter.q || handler(detail as never))
        .catch(error => warn('handler_failed', `${event}: ${error}`));
    // Anything but a function is left to the widget, which warns of it.
    const early = (given?.call as unknown) && event;
    // It does not wait for the chat to be opened, and whoever comes late still hears it.
    if (early === 'ready') tell({});
    if (early === 'error') troubled.push(tell);
    pass(widget => {
      if (early !== 'ready') undo = widget.on(event, handler);
    });
    return () => {
      handler = () => {};
      undo?.();
    };
  };
}

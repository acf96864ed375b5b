/**
 * Handlers that a page adds before the widget is loaded. Emits the two events that can happen before then: `ready`, and `error` if the widget
 * could not be fetched. early-api.ts loads the widget and queues all other calls.
 */

import { warn } from '../warn.ts';
import type { NatterHandle } from './handle.ts';

export const LOAD_FAILED = 'load_failed';
export const LOAD_WORDS = "The chat didn't load.";

/** Calls a handler with the detail of an event. */
export type Tell = (detail: object) => unknown;

/**
 * Creates `on`. `pass` runs a call on the widget, now or once it is loaded. `ready` resolves with the handle, which has a `q` once it is destroyed.
 * `troubled` collects the handlers of `error`.
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
    // Does not check the handler here; the widget warns if it is not a function.
    const early = (given?.call as unknown) && event;
    // Emits `ready` even before the chat is opened. Handlers that are added later are called as well.
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

/**
 * Handlers that a page adds before the widget is loaded. Emits the events that happen before it: `ready`, and `error` if the widget could not be
 * fetched. early-api.ts loads the widget and queues all other calls.
 */

import { warn } from '../warn.ts';
import type { NatterHandle } from './handle.ts';

export const LOAD_FAILED = 'load_failed';
export const LOAD_WORDS = "The chat didn't load.";

/** Tells one handler of one event. */
export type Tell = (detail: object) => unknown;

/**
 * Creates `on`. `pass` runs a call on the widget, now or once it is loaded. `ready` exists before anything can fail; its result has `q` after the
 * end. `troubled` collects the handlers of errors.
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
    // Anything but a function is left to the widget, which warns about it.
    const early = (given?.call as unknown) && event;
    // `ready` does not wait for the chat to be opened, and late handlers get it, too.
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

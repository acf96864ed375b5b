/** Calls a hook of the host page with a message, and handles its failure. with-before-send.ts and with-before-show.ts use it. */

import { wordsOf } from '../api/error-text.ts';

/**
 * A hook that is called with one message. Returns the message, changed or not, or drops it with null or false. A hook must not return a promise.
 * Omitted fields other than `text` keep their values.
 */
export type Hook<M extends { readonly text: string }> = (message: M) => (Pick<M, 'text'> & Partial<M>) | null | false;

/** Calls the hook. Returns the message with the hook's changes; null if the hook dropped it; undefined if the hook failed. */
export type Ask<M> = (message: M) => M | null | undefined;

/**
 * Wraps a hook. If the hook throws, or returns anything but a message, null or false, the failure is reported once and the message stays unchanged:
 * a mistake in a page must not lose a visitor's text. A hook that must block messages even after an error has to catch the error and return null.
 */
export function asking<M extends { readonly text: string }>(
  name: string,
  hook: Hook<M>,
  warn: (code: string, message: string) => void,
): Ask<M> {
  let told = false;
  return message => {
    let why: string;
    try {
      const answer = hook({ ...message });
      if (answer === null || answer === false) return null;
      if (typeof answer?.text === 'string') return { ...message, ...answer };
      // A text such as `[object Promise]` names the kind of the value without quoting the value.
      why = `must answer a message, null or false, not ${{}.toString.call(answer)}`;
    } catch (error) {
      why = `threw: ${wordsOf(error)}`;
    }
    if (!told) warn('handler_failed', `"${name}" ${why}. Left as it was.`);
    told = true;
    return undefined;
  };
}

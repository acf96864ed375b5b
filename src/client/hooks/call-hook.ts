/** How a hook of the host page is asked about a message, and what becomes of one that fails. Which hooks there are is with-before-send.ts and with-before-show.ts. */

import { wordsOf } from '../api/error-text.ts';

/**
 * Answers the message, changed or not, and at once; what its answer lacks besides the text stays as it was. Null or false leaves the message
 * out.
 */
export type Hook<M extends { readonly text: string }> = (message: M) => (Pick<M, 'text'> & Partial<M>) | null | false;

/** Answers the message with what the hook has changed; null when it is left out, undefined when the hook has failed. */
export type Ask<M> = (message: M) => M | null | undefined;

/**
 * One that throws, or answers neither a message nor null nor false, is reported once, and the message goes through as it was: a mistake in a
 * page must not cost a visitor's words. A hook that must let nothing through when it fails catches by itself and answers null.
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
      // `[object Promise]`: its kind, and not what it says.
      why = `must answer a message, null or false, not ${{}.toString.call(answer)}`;
    } catch (error) {
      why = `threw: ${wordsOf(error)}`;
    }
    if (!told) warn('handler_failed', `"${name}" ${why}. Left as it was.`);
    told = true;
    return undefined;
  };
}

/**
 * Decorates a chat for the host page: adds the page's metadata to the visitor's messages (`identify`), and lets the page change or drop a
 * message before it is sent (`beforeSend`). Both happen before a message is shown or stored, so the machine does not know of them. The hook for
 * messages that are shown is in with-before-show.ts.
 */

import { CLIENT_EVENT_ID, type Custom } from '../../protocol/events.ts';
import type { Chat } from '../api/chat.ts';
import { isBlank, isSendable } from '../api/is-blank.ts';
import { asking, type Hook } from './call-hook.ts';

/** The visitor's message as `beforeSend` receives it, before it is sent, shown or stored. */
export interface MessageToSend {
  readonly text: string;
  /** The pairs to send in `metadata.custom`: those of `identify()` and those of this `send()`. Natter adds the client event id later. */
  readonly metadata: Custom;
}

export interface PageChat extends Chat {
  /**
   * Sets the pairs of strings that are sent with every later message of this page (`metadata.custom`), in place of those set before; `{}` or null
   * removes them. Values that are not strings are omitted with a warning. The pairs are stored only with a message that waits to be sent, so call it
   * on every page load. It contacts no server, and may be called before there is a conversation.
   */
  identify: (pairs: Custom | null) => void;
}

type Warn = (code: string, message: string) => void;

/** `form` returns what has further pairs for every message; those of `identify()` override them. */
export function withBeforeSend(
  chat: Chat,
  hook: Hook<MessageToSend> | undefined,
  warn: Warn,
  form?: () => { pairs(): Custom } | null,
): PageChat {
  const ask = hook && asking('beforeSend', hook, warn);
  let identity: Custom = {};
  let isAsking = false;
  return {
    ...chat,
    attributes: () => ({ ...identity, ...chat.attributes?.() }),
    identify(pairs) {
      identity = pairsOf(pairs, warn);
    },
    send(text, id, own) {
      const given = { text, metadata: { ...form?.()?.pairs(), ...identity, ...own } };
      // Does not call the hook for values that are not texts, or for blank texts, which the chat refuses anyway.
      let message: MessageToSend | null | undefined = given;
      // Does not call the hook for messages that the hook itself sends, to avoid endless recursion.
      if (ask && !isAsking && isSendable(text)) {
        isAsking = true;
        message = ask(given);
        isAsking = false;
      }
      // The hook has dropped the message: sends nothing, but reports success.
      if (message === null || (message && message !== given && isBlank(message.text))) return '';
      const { text: words, metadata } = message ?? given;
      return chat.send(words, id, pairsOf(metadata, warn));
    },
  };
}

/** Returns a copy without the pairs that cannot be sent. */
function pairsOf(pairs: unknown, warn: Warn): Custom {
  const good: [string, string][] = [];
  // A promise or a Map has no own properties, so without this check it would be ignored silently.
  const isNone = pairs && {}.toString.call(pairs) !== '[object Object]';
  for (const [key, value] of Object.entries(isNone ? { this: pairs } : Object(pairs))) {
    if (typeof value === 'string' && !isNone && key !== CLIENT_EVENT_ID) good.push([key, value]);
    else {
      const kind = {}.toString.call(value);
      warn('invalid_call', `Metadata takes strings: ${key} is ${kind}, or reserved. Left out.`);
    }
  }
  return Object.fromEntries(good);
}

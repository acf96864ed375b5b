/**
 * A chat as a host page holds it: with what the page puts on the visitor's messages (`identify`), and its say in what is sent (`beforeSend`). It
 * stands around a chat of any kind, before anything is shown or kept, so the machine knows nothing of it. What is shown is with-before-show.ts.
 */

import { CLIENT_EVENT_ID, type Custom } from '../../protocol/events.ts';
import type { Chat } from '../api/chat.ts';
import { isBlank } from '../api/is-blank.ts';
import { asking, type Hook } from './call-hook.ts';

/** A message of the visitor's before it is one. */
export interface MessageToSend {
  readonly text: string;
  /** Pairs sent in `metadata.custom`: those of `identify`, without Natter's own. */
  readonly metadata: Custom;
}

export interface PageChat extends Chat {
  /**
   * Puts pairs of strings on every later message of this page (`metadata.custom`), in place of those before. Values that are no strings are
   * left out with a warning; `{}` or null puts nothing on them any more. Nothing of it is kept but with a message that waits to be
   * sent: call it on every page load. It starts nothing, and may be called before there is a conversation.
   */
  identify: (pairs: Custom | null) => void;
}

type Warn = (code: string, message: string) => void;

export function createPageChat(
  chat: Chat,
  { beforeSend }: { readonly beforeSend?: Hook<MessageToSend> | undefined },
  warn: Warn,
): PageChat {
  const ask = beforeSend && asking('beforeSend', beforeSend, warn);
  let identity: Custom = {};
  let isAsking = false;
  return {
    ...chat,
    identify(pairs) {
      identity = pairsOf(pairs, warn);
    },
    send(text, id, own) {
      const given = { text, metadata: { ...identity, ...own } };
      // Anything but text, and blank text, is refused further down.
      let message: MessageToSend | null | undefined = given;
      // Messages that the hook itself sends skip it; otherwise there would be no end.
      if (ask && !isAsking && typeof text === 'string' && !isBlank(text)) {
        isAsking = true;
        message = ask(given);
        isAsking = false;
      }
      // Dropped by the hook: reported as taken, and not sent.
      if (message === null || (message && message !== given && isBlank(message.text))) return '';
      const { text: words, metadata } = message ?? given;
      return chat.send(words, id, pairsOf(metadata, warn));
    },
  };
}

/** A copy of what is fit to go along. */
function pairsOf(pairs: unknown, warn: Warn): Custom {
  const good: [string, string][] = [];
  // A promise, or a map, has nothing that could be seen as a pair.
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

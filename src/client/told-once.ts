/**
 * Remembers the messages that this page was told of, so that its handlers hear of each once. The machine tells of each message once in the life
 * of a state. But a tab may move to another tab's session, whose history it reads from the beginning: then the machine tells of the same
 * messages once more.
 */

import type { PublicEvent } from '../session/state/public-events.ts';

export interface Hearing {
  /** Returns true if the page has not heard this event, and remembers it. Events that concern no single message always count as new. */
  hears(event: PublicEvent, session: string | undefined): boolean;
  /** All was forgotten: what comes from now on is new, whatever it is called. */
  forget(): void;
}

export function createHearing(): Hearing {
  /** Messages that the page has heard of, and how far the visitor's own are. By session, so that ids need no copies. */
  const known = new Map<string | undefined, Map<string, string>>();
  return {
    hears({ name, detail }, session) {
      if (name !== 'message' && name !== 'delivery') return true;
      // The visitor's own go from session to session.
      const era = name === 'delivery' ? name : detail.from === 'user' ? '' : session;
      const messages = known.get(era) ?? new Map<string, string>();
      if (messages.size === 0) known.set(era, messages);
      const now = name === 'delivery' ? detail.status : '';
      if (messages.get(detail.id) === now) return false;
      messages.set(detail.id, now);
      return true;
    },
    forget: () => known.clear(),
  };
}

/**
 * Remembers the messages that this page has been notified of, so that its handlers get each event once. The machine emits each event once per state.
 * But a tab that moves to another tab's session reads its history from the beginning, and emits the same events again.
 */

import type { PublicEvent } from '../session/state/public-events.ts';

export interface Hearing {
  /** Returns true if the page has not had this event, and remembers it. Events that concern no single message are always new. */
  hears(event: PublicEvent, session: string | undefined): boolean;
  /** Forgets all messages: after `forget()` every event is new, whatever its id. */
  forget(): void;
}

export function createHearing(): Hearing {
  /** Messages that the page has been notified of, and the latest delivery status of the visitor's own. Nested by session, so that ids need no prefix. */
  const known = new Map<string | undefined, Map<string, string>>();
  return {
    hears({ name, detail }, session) {
      if (name !== 'message' && name !== 'delivery') return true;
      // The visitor's own messages keep their ids in the next session.
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

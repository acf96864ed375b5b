/**
 * The right to do what must happen once for all tabs: to make a session, and to ask an agent into it. One lock, held only as long as that takes.
 * A tab that stands still is robbed of it, and finds the other one's session in the record; so nothing depends on it but time and tidiness.
 */

import type { SessionState } from '../../session/state/state.ts';
import type { Clock, Tabs } from '../api/ports.ts';

export interface JoinRight {
  readonly isHeld: boolean;
  want(): void;
  /** Gives it back, or waits for it no more. */
  give(): void;
}

/** A tab that holds the lock for so long counts as hung, in milliseconds. Doubled each time that this tab was robbed itself. */
const PATIENCE_MS = 6_000;
/** A browser that does not let it be taken by force goes without. */
const SILENT_MS = 3_000;

export function createJoinRight(
  { tabs, clock }: { readonly tabs: Tabs; readonly clock: Clock },
  { gained, lost }: { gained(): void; lost(): void },
): JoinRight {
  let isHeld = false;
  let patienceMs = PATIENCE_MS;
  let end: (() => void) | undefined;
  let cancel = () => {};

  function held(): void {
    cancel();
    isHeld = true;
    gained();
  }

  function ask(isForced: boolean): void {
    end = tabs.hold(
      'join',
      {
        held,
        lost() {
          cancel();
          end = undefined;
          isHeld = false;
          patienceMs *= 2;
          lost();
        },
      },
      isForced,
    );
  }

  return {
    get isHeld() {
      return isHeld;
    },
    want() {
      if (end) return;
      ask(false);
      if (isHeld) return;
      cancel = clock.after(patienceMs, () => {
        end?.();
        ask(true);
        if (!isHeld) cancel = clock.after(SILENT_MS, held);
      });
    },
    give() {
      cancel();
      end?.();
      end = undefined;
      if (isHeld) patienceMs = PATIENCE_MS;
      isHeld = false;
    },
  };
}

/** Returns true while this tab is about to create a session, or to ask for an agent. */
export function needsJoinRight(state: SessionState): boolean {
  const { phase, link, session, conversation, outbox, joinRight } = state;
  const { name } = phase;
  if (name === 'authorizing' || name === 'creating' || link.trial) return true;
  if (joinRight?.wanted && /connecting|replaying|joining/.test(name)) return true;
  // A message that nobody is there to take.
  if (name === 'active') return conversation.view.join === 'gone' && outbox.some(({ status }) => status === 'queued');
  if (name === 'connecting' || name === 'replaying') return conversation.view.join === 'none';
  return name === 'joining' && (session?.joinSentAt != null || /none|lost/.test(conversation.view.join));
}

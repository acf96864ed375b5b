/**
 * The lock `join`. A tab holds it while it creates a session or asks an agent to join, because only one tab at a time may do so. If the tab that
 * holds it is frozen, another tab takes it by force; the frozen tab later finds the new session in the stored record. The lock only avoids
 * duplicates: correctness does not depend on it.
 */

import type { SessionState } from '../../session/state/state.ts';
import type { Clock, Tabs } from '../api/ports.ts';

export interface JoinRight {
  readonly isHeld: boolean;
  want(): void;
  /** Releases the lock, or withdraws the request. */
  give(): void;
}

/**
 * Milliseconds after which the tab that holds the lock counts as frozen. Doubled each time another tab takes the lock from this tab by force.
 */
const PATIENCE_MS = 6_000;
/** Milliseconds to wait for a lock taken by force. After that the tab continues without the lock. */
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

/** Returns true while this tab is about to create a session, or to ask an agent to join. */
export function needsJoinRight(state: SessionState): boolean {
  const { phase, link, session, conversation, outbox, joinRight } = state;
  const { name } = phase;
  if (name === 'authorizing' || name === 'creating' || link.trial) return true;
  if (joinRight?.wanted && /connecting|replaying|joining/.test(name)) return true;
  // If the agent has left, the right is needed once a message is queued.
  if (name === 'active') return conversation.view.join === 'gone' && outbox.some(({ status }) => status === 'queued');
  if (name === 'connecting' || name === 'replaying') return conversation.view.join === 'none';
  return name === 'joining' && (session?.joinSentAt != null || /none|lost/.test(conversation.view.join));
}

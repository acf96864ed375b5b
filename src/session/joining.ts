/** Asking the agent to join: once per session, again only when the platform says that it helps, at most three times (docs/RULES.md, J1 to J3). */

import { CLIENT_EVENT_ID, type ServerEvent } from '../protocol/events.ts';
import { pump, receiptMs } from './outbox.ts';
import type { SessionState } from './state.ts';
import { andThen, type Next, next } from './step.ts';
import { MAX_REJOINS, REJOIN_MS } from './timings.ts';

/** The replay is complete and listened to: the conversation goes on where it stands. */
export function resumeConversation(state: SessionState, at: number): Next {
  const { join } = state.conversation.view;
  if (join === 'joined') return andThen(becomeActive(state), now => pump(now, at));
  const joining: SessionState = { ...state, phase: { name: 'joining' } };
  if (join === 'asked') return next(joining);
  return join === 'none' ? askToJoin(joining, at) : rejoinLater(joining);
}

/** Looks at what just arrived: joined at last, or lost again. */
export function checkJoin(state: SessionState, fresh: readonly ServerEvent[], at: number): Next {
  const { join } = state.conversation.view;
  const { name } = state.phase;
  if (name === 'joining' && join === 'joined') return andThen(becomeActive(state), now => pump(now, at));
  // Only the error itself starts the wait; what else arrives during it must not prolong it.
  const justLost = join === 'lost' && fresh.some(event => event.type === 'SYSTEM_MESSAGE');
  if (!justLost || (name !== 'active' && name !== 'joining')) return next(state);
  return rejoinLater({ ...state, phase: { name: 'joining' } });
}

function becomeActive(state: SessionState): Next {
  const { session } = state;
  const active: SessionState = {
    ...state,
    phase: { name: 'active' },
    session: session && { ...session, joinSentAt: null },
  };
  // A message that was under way when the conversation got lost is still owed its echo.
  const owed = session !== null && state.outbox.some(entry => entry.status === 'inflight');
  return next(
    active,
    { type: 'clearTimer', key: 'rejoin' },
    owed ? { type: 'setTimer', key: 'receipt', ms: receiptMs(session) } : { type: 'clearTimer', key: 'receipt' },
  );
}

function askToJoin(state: SessionState, at: number): Next {
  const { session } = state;
  if (!session) return next(state);
  const asked = { ...state, session: { ...session, joinSentAt: at } };
  return next(
    asked,
    {
      type: 'sendFrame',
      attempt: state.link.attempt,
      event: { type: 'REQUEST_AGENT_JOIN', custom: { [CLIENT_EVENT_ID]: `join-${session.rejoins}` } },
    },
    { type: 'setTimer', key: 'receipt', ms: receiptMs(session) },
  );
}

/** The platform needs a moment before asking again makes sense; after the last time, only the visitor can ask. */
function rejoinLater(state: SessionState): Next {
  const { session } = state;
  if (!session) return next(state);
  const answered = { ...state, session: { ...session, joinSentAt: null } };
  if (session.rejoins >= MAX_REJOINS) return next(answered);
  return next(answered, { type: 'setTimer', key: 'rejoin', ms: REJOIN_MS * (session.rejoins + 1) });
}

export function rejoinDue(state: SessionState, at: number): Next {
  const { session } = state;
  if (state.phase.name !== 'joining' || !session || state.conversation.view.join !== 'lost') return next(state);
  return askToJoin({ ...state, session: { ...session, rejoins: session.rejoins + 1 } }, at);
}

/** The visitor's Try again beside such an error: one more request, whatever was tried before. */
export function rejoinRequested(state: SessionState, at: number): Next {
  return andThen(next(state, { type: 'clearTimer', key: 'rejoin' }), now => rejoinDue(now, at));
}

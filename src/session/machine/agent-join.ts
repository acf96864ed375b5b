/**
 * Asks the agent to join, once per session. Asks again if the agent has left, and, at most three times, if an error of the platform has the remedy
 * `rejoin` (docs/spec/delivery.md, J1 to J8).
 */

import type { ServerEvent } from '../../protocol/events.ts';
import { classifySystemMessage } from '../../protocol/system-messages.ts';
import { settleContext } from '../state/context.ts';
import type { InputOf } from '../state/inputs.ts';
import type { OutboxEntry, SessionFacts } from '../state/state.ts';
import { stop, type Turn, timer } from '../state/step.ts';
import { JOIN_SILENCE_MS, MAX_AUTO_SESSIONS, MAX_REJOINS, REJOIN_MS, RIGHT_AGAIN_MS } from '../state/timeouts.ts';
import type { Mutable } from '../transcript/view.ts';
import { renewSession } from './attempts.ts';
import { dropSocket } from './heartbeat.ts';
import { askToJoin, mayAsk, pump, receiptMs } from './outbox.ts';

/** Continues after the replay and the pause for listening: becomes active, or asks the agent to join. */
export function resumeConversation(turn: Turn): void {
  const { session, conversation } = turn;
  const { join } = conversation.view;
  turn.phase = { name: 'joining' };
  // An agent that has left is asked back only when there is a message to send.
  if (join === 'joined' || join === 'gone') becomeActive(turn);
  else if (session && session.joinSentAt !== null) askOnceMore(turn, session);
  else if (join === 'none') {
    if (mayAsk(turn)) askToJoin(turn);
  } else if (join === 'lost') rejoinLater(turn);
  else awaitAgent(turn);
}

/**
 * Repeats a join request that is missing from the history, at most MAX_REJOINS times. After that the phase becomes active, because the platform's
 * answer to the next message will show whether there is an agent.
 */
function askOnceMore(turn: Turn, session: Mutable<SessionFacts>): void {
  if (session.rejoins >= MAX_REJOINS) {
    becomeActive(turn);
    return;
  }
  if (!mayAsk(turn)) return;
  session.rejoins += 1;
  askToJoin(turn);
}

export function joinRightChanged(turn: Turn, { held, sure }: InputOf<'joinRight'>): void {
  if (!turn.joinRight) return;
  turn.joinRight = { ...turn.joinRight, held: held ? turn.at : null, sure };
  askAtLast(turn);
}

/** Asks the agent to join if this tab has been waiting to ask: for the join right, or for the echo of the heartbeat that precedes a request. */
export function askAtLast(turn: Turn): void {
  const { joinRight } = turn;
  if (joinRight?.wanted && joinRight.held !== null) goOn(turn);
}

/** Continues when the page has given its verified context, or has failed to. */
export function contextSettled(
  turn: Turn,
  { sessionId, outcome }: Pick<InputOf<'contextSettled'>, 'sessionId' | 'outcome'>,
): void {
  if (settleContext(turn, sessionId, outcome)) goOn(turn);
}

export function contextDue(turn: Turn): void {
  if (settleContext(turn, turn.context?.sessionId, 'slow')) goOn(turn);
}

/** Asks the agent to join, or sends the next message, which may first ask. */
function goOn(turn: Turn): void {
  const { phase, session } = turn;
  const isDue = turn.conversation.view.join === 'none' || session?.joinSentAt != null;
  if (phase.name === 'joining' && isDue) resumeConversation(turn);
  else pump(turn);
}

/** Starts the wait for the agent, now that the platform has the request. */
export function awaitAgent(turn: Turn): void {
  timer(turn, 'rejoin', JOIN_SILENCE_MS);
}

/** Reacts to new events that say that an agent has joined, or that the conversation is lost. */
export function checkJoin(turn: Turn, fresh: readonly ServerEvent[]): void {
  const { phase, conversation, session } = turn;
  const { join } = conversation.view;
  const joining = phase.name === 'joining';
  // Keeps waiting while the state is `gone` and `joinSentAt` is set, because the request to the agent that has left is not confirmed yet.
  if (joining && (join === 'joined' || (join === 'gone' && session?.joinSentAt === null))) becomeActive(turn);
  // Only the error itself starts the wait; later events must not prolong it.
  const justLost = join === 'lost' && fresh.some(saysConversationIsLost);
  if (!justLost || !(joining || phase.name === 'active')) return;
  // Allows one more request. Earlier ones may have been lost on the way, but this error is an answer to a message, so the platform can be reached.
  if (!joining && session) session.rejoins = Math.min(session.rejoins, MAX_REJOINS - 1);
  turn.phase = { name: 'joining' };
  rejoinLater(turn);
}

const saysConversationIsLost = (event: ServerEvent): boolean =>
  event.type === 'SYSTEM_MESSAGE' && classifySystemMessage(event.message)?.remedy === 'rejoin';

function becomeActive(turn: Turn): void {
  const { session, outbox } = turn;
  turn.phase = { name: 'active' };
  stop(turn, 'rejoin', 'receipt');
  if (!session) return;
  session.joinSentAt = null;
  // Waits for the echo of a message that was inflight when the conversation was lost.
  const owed = outbox.find(entry => entry.status === 'inflight');
  if (owed) timer(turn, 'receipt', isRefused(turn, owed) ? 0 : receiptMs(session));
  pump(turn);
}

/** Returns true if the platform has answered the message with an error. Waiting for its echo is useless then. */
const isRefused = ({ conversation }: Turn, { id }: OutboxEntry): boolean =>
  conversation.view.items.some(item => item.kind === 'notice' && item.level === 'error' && item.about === id);

/** Asks again after a pause, because the platform needs time. */
function rejoinLater(turn: Turn): void {
  const { session } = turn;
  if (!session) return;
  session.joinSentAt = null;
  timer(turn, 'rejoin', REJOIN_MS * (session.rejoins + 1));
}

export function rejoinDue(turn: Turn): void {
  const { session, phase, conversation, link, ending } = turn;
  if (phase.name !== 'joining' || !session || ending) return;
  // Becomes active even though no agent has joined in time. If there is no agent, the platform answers the next message with an error whose remedy
  // is `rejoin`.
  if (conversation.view.join === 'asked') becomeActive(turn);
  else if (session.rejoins < MAX_REJOINS) {
    if (conversation.view.join === 'lost') timer(turn, 'rejoin', RIGHT_AGAIN_MS);
    rejoinRequested(turn);
  } else {
    // No request has helped. Tries one new session; the next one is created only at the visitor's request.
    dropSocket(turn);
    if (link.autoSessions) link.autoSessions = MAX_AUTO_SESSIONS;
    renewSession(turn);
  }
}

/** Implements the visitor's "Try again" beside an error whose remedy is `rejoin`: asks once more, regardless of MAX_REJOINS. */
export function rejoinRequested(turn: Turn): void {
  const { session, phase, conversation } = turn;
  if (phase.name !== 'joining' || !session || conversation.view.join !== 'lost') return;
  if (!mayAsk(turn)) return;
  stop(turn, 'rejoin');
  session.rejoins += 1;
  askToJoin(turn);
}

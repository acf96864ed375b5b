/**
 * Asking the agent to join: once per session, again only when the platform says that it helps, at most three times, or nobody is left
 * (docs/spec/delivery.md, J1 to J8).
 */

import type { ServerEvent } from '../../protocol/events.ts';
import { classifySystemMessage } from '../../protocol/system-messages.ts';
import type { InputOf } from '../state/inputs.ts';
import type { OutboxEntry, SessionFacts } from '../state/state.ts';
import { stop, type Turn, timer } from '../state/step.ts';
import { JOIN_SILENCE_MS, MAX_AUTO_SESSIONS, MAX_REJOINS, REJOIN_MS, RIGHT_AGAIN_MS } from '../state/timeouts.ts';
import type { Mutable } from '../transcript/view.ts';
import { renewSession } from './attempts.ts';
import { dropSocket } from './heartbeat.ts';
import { askToJoin, mayAsk, pump, receiptMs } from './outbox.ts';

/** The replay is complete and listened to: the conversation goes on where it stands. */
export function resumeConversation(turn: Turn): void {
  const { session, conversation } = turn;
  const { join } = conversation.view;
  turn.phase = { name: 'joining' };
  // Nobody is asked back before there is something to say.
  if (join === 'joined' || join === 'gone') becomeActive(turn);
  else if (session && session.joinSentAt !== null) askOnceMore(turn, session);
  else if (join === 'none') {
    if (mayAsk(turn)) askToJoin(turn);
  } else if (join === 'lost') rejoinLater(turn);
  else awaitAgent(turn);
}

/** The history lacks the request. After some that came to nothing, the message itself shows whether somebody is there. */
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

/** The right to ask has come, or the heartbeat that had to go before. */
export function askAtLast(turn: Turn): void {
  const { joinRight, phase, session } = turn;
  if (!joinRight?.wanted || joinRight.held === null) return;
  const isDue = turn.conversation.view.join === 'none' || session?.joinSentAt != null;
  if (phase.name === 'joining' && isDue) resumeConversation(turn);
  else pump(turn);
}

/** The platform has the request. */
export function awaitAgent(turn: Turn): void {
  timer(turn, 'rejoin', JOIN_SILENCE_MS);
}

/** Looks at what just arrived: joined at last, or lost again. */
export function checkJoin(turn: Turn, fresh: readonly ServerEvent[]): void {
  const { phase, conversation, session } = turn;
  const { join } = conversation.view;
  const joining = phase.name === 'joining';
  // An agent that is asked back counts as gone until the platform has the request.
  if (joining && (join === 'joined' || (join === 'gone' && session?.joinSentAt === null))) becomeActive(turn);
  // Only the error itself starts the wait; what else arrives during it must not prolong it.
  const justLost = join === 'lost' && fresh.some(saysConversationIsLost);
  if (!justLost || !(joining || phase.name === 'active')) return;
  // Requests that the history lacks may have got lost on the way. That the platform itself says so to a message is worth one more.
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
  // A message that was under way when the conversation got lost is still owed its echo.
  const owed = outbox.find(entry => entry.status === 'inflight');
  if (owed) timer(turn, 'receipt', isRefused(turn, owed) ? 0 : receiptMs(session));
  pump(turn);
}

/** The platform has answered it with an error: there is nothing to wait for before the history is asked whether it has it. */
const isRefused = ({ conversation }: Turn, { id }: OutboxEntry): boolean =>
  conversation.view.items.some(item => item.kind === 'notice' && item.level === 'error' && item.about === id);

/** The platform needs a moment before asking again makes sense. */
function rejoinLater(turn: Turn): void {
  const { session } = turn;
  if (!session) return;
  session.joinSentAt = null;
  timer(turn, 'rejoin', REJOIN_MS * (session.rejoins + 1));
}

export function rejoinDue(turn: Turn): void {
  const { session, phase, conversation, link, ending } = turn;
  if (phase.name !== 'joining' || !session || ending) return;
  // Should nobody be there after all, the platform answers the message with an error that asks for another request.
  if (conversation.view.join === 'asked') becomeActive(turn);
  else if (session.rejoins < MAX_REJOINS) {
    if (conversation.view.join === 'lost') timer(turn, 'rejoin', RIGHT_AGAIN_MS);
    rejoinRequested(turn);
  } else {
    // Every request came to nothing: another session may help, once; after that only the visitor can ask for one.
    dropSocket(turn);
    if (link.autoSessions) link.autoSessions = MAX_AUTO_SESSIONS;
    renewSession(turn);
  }
}

/** The visitor's Try again beside such an error: one more request, whatever was tried before. */
export function rejoinRequested(turn: Turn): void {
  const { session, phase, conversation } = turn;
  if (phase.name !== 'joining' || !session || conversation.view.join !== 'lost') return;
  if (!mayAsk(turn)) return;
  stop(turn, 'rejoin');
  session.rejoins += 1;
  askToJoin(turn);
}

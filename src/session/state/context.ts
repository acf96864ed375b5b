/**
 * Verified context: before an agent is asked to join, the page gives the platform a signed token about its visitor. The request to join waits for it
 * at most CONTEXT_MS, and follows in any case. The driver calls the page, so no token is in the state.
 */

import type { ContextOutcome } from './public-events.ts';
import { emit, stop, type Turn, timer } from './step.ts';
import { CONTEXT_MS } from './timeouts.ts';

/** Returns true if the agent may be asked to join. Otherwise the page is asked for the context; `contextSettled` follows. */
export function hasContext(turn: Turn): boolean {
  const { context, session } = turn;
  if (context && session && context.sessionId !== session.id) ask(turn);
  if (turn.context) turn.context = { ...turn.context, holds: turn.context.pending };
  return !turn.context?.pending;
}

/** Asks the page for a context that replaces the earlier one. Does nothing before the session has begun: the join asks for it. */
export function contextRequested(turn: Turn): void {
  if (startOf(turn) && !turn.context?.pending) ask(turn);
}

const startOf = ({ conversation }: Turn) => conversation.log.find(event => event.type === 'SESSION_START');

function ask(turn: Turn): void {
  const { context, session } = turn;
  if (!context || !session) return;
  const contextId = startOf(turn)?.contextId;
  turn.context = { sessionId: session.id, pending: !!contextId, holds: false };
  if (contextId) {
    turn.effects.push({ type: 'askContext', sessionId: session.id, contextId });
    timer(turn, 'context', CONTEXT_MS);
  } else emit(turn, 'context', { outcome: 'unavailable' });
}

/** Notes how the request ended. Returns true if the request to join has waited for this. */
export function settleContext(turn: Turn, sessionId: string | undefined, outcome: ContextOutcome): boolean {
  const { context } = turn;
  if (!context?.pending || context.sessionId !== sessionId) return false;
  turn.context = { ...context, pending: false, holds: false };
  stop(turn, 'context');
  emit(turn, 'context', { outcome });
  return context.holds;
}

/** Typing indicators, in both directions. All of them are transient: they are not in the history and do not move the cursor. */

import type { AgentIdentity, ServerEvent, ServerEventType } from '../../protocol/events.ts';
import type { InputOf } from '../state/inputs.ts';
import { send, stop, type Turn, timer } from '../state/step.ts';
import { THINKING_MS, TYPING_STOP_MS } from '../state/timeouts.ts';

/** Sender whose typing sign each event changes. Most of these events clear the sign. */
const WRITERS: { readonly [T in ServerEventType]?: 'agent' | 'live' } = {
  AGENT_THINKING: 'agent',
  AGENT_MESSAGE: 'agent',
  AGENT_MESSAGE_CHUNK: 'agent',
  AGENT_LEFT: 'agent',
  SYSTEM_MESSAGE: 'agent',
  LIVE_AGENT_TYPING: 'live',
  LIVE_AGENT_MESSAGE: 'live',
  LIVE_AGENT_LEFT: 'live',
};

export function heardTyping(turn: Turn, event: ServerEvent): void {
  const who = WRITERS[event.type];
  if (!who || (event.type === 'SYSTEM_MESSAGE' && event.level !== 'error')) return;
  // A person has taken over, so the agent's sign is cleared as well.
  if (event.type === 'LIVE_AGENT_MESSAGE') sign(turn, 'agent', false);
  const on = event.type === 'AGENT_THINKING' || (event.type === 'LIVE_AGENT_TYPING' && event.state === 'started');
  const { agentId = '', agentName } = event as AgentIdentity;
  const name = agentName ?? turn.conversation.view.people.get(agentId)?.agentName;
  // The sign of one person is not cleared by an event of another.
  if (who === 'live' && !on && name && turn.typing.name && name !== turn.typing.name) return;
  sign(turn, who, on, name);
}

/** Sets or clears a typing sign. `name` is the person's, if known. */
export function sign(turn: Turn, who: 'agent' | 'live', on: boolean, name?: string): void {
  if (!on && !turn.typing[who]) return;
  turn.typing = { ...turn.typing, [who]: on, ...(who === 'live' && { name }) };
  if (on) timer(turn, `${who}Typing`, THINKING_MS);
  else stop(turn, `${who}Typing`);
}

/** Handles a keystroke in the composer: stores the draft, and tells the platform when typing starts and stops. */
export function draftChanged(turn: Turn, { text }: InputOf<'draftChanged'>): void {
  turn.draft = text;
  // Counts as activity even before the conversation begins, because the age of a stored record depends on it.
  turn.idle = { ...turn.idle, lifeAt: turn.at };
  if (text === '') stoppedTyping(turn);
  else if (turn.phase.name === 'active') {
    if (!turn.typing.told) tell(turn, true);
    timer(turn, 'ownTyping', TYPING_STOP_MS);
  }
}

export function stoppedTyping(turn: Turn): void {
  if (!turn.typing.told) return;
  tell(turn, false);
  stop(turn, 'ownTyping');
}

function tell(turn: Turn, told: boolean): void {
  turn.typing = { ...turn.typing, told };
  send(turn, { type: 'USER_TYPING', state: told ? 'started' : 'stopped' });
}

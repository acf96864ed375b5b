/** Signs that someone is writing, in both directions. All of it is transient: nothing here is in the history or moves the cursor. */

import type { AgentIdentity, ServerEvent, ServerEventType } from '../../protocol/events.ts';
import type { InputOf } from '../state/inputs.ts';
import { send, stop, type Turn, timer } from '../state/step.ts';
import { THINKING_MS, TYPING_STOP_MS } from '../state/timeouts.ts';

/** Maps events to the kind of sender that begins or, with most of them, stops typing. */
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
  // The next message ends it, also one of somebody else's who has taken over.
  if (event.type === 'LIVE_AGENT_MESSAGE') sign(turn, 'agent', false);
  const on = event.type === 'AGENT_THINKING' || (event.type === 'LIVE_AGENT_TYPING' && event.state === 'started');
  const { agentId = '', agentName } = event as AgentIdentity;
  const name = agentName ?? turn.conversation.view.people.get(agentId)?.agentName;
  // An event of another person ends nobody's typing.
  if (who === 'live' && !on && name && turn.typing.name && name !== turn.typing.name) return;
  sign(turn, who, on, name);
}

/** `name`: which person it is, where that is known. */
export function sign(turn: Turn, who: 'agent' | 'live', on: boolean, name?: string): void {
  if (!on && !turn.typing[who]) return;
  turn.typing = { ...turn.typing, [who]: on, ...(who === 'live' && { name }) };
  if (on) timer(turn, `${who}Typing`, THINKING_MS);
  else stop(turn, `${who}Typing`);
}

/** A keystroke in the composer: keeps the draft, and tells the platform at the start and at the end of typing only. */
export function draftChanged(turn: Turn, { text }: InputOf<'draftChanged'>): void {
  turn.draft = text;
  // Also where no conversation lives by it: what is kept of it is as young as its last letter.
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

/** Signs that someone is writing, in both directions. All of it is transient: nothing here is in the history or moves the cursor. */

import type { ServerEvent, TypingState as WireTyping } from '../protocol/events.ts';
import type { SessionState } from './state.ts';
import { type Next, next } from './step.ts';
import { THINKING_MS, TYPING_STOP_MS } from './timings.ts';

/** What an event says about the other side's typing. */
export function heardTyping(state: SessionState, event: ServerEvent): Next {
  switch (event.type) {
    case 'AGENT_THINKING':
      return agentTyping(state, true);
    case 'AGENT_MESSAGE':
    case 'AGENT_MESSAGE_CHUNK':
    case 'AGENT_LEFT':
      return agentTyping(state, false);
    case 'SYSTEM_MESSAGE':
      return event.level === 'error' ? agentTyping(state, false) : next(state);
    case 'LIVE_AGENT_TYPING':
      return liveTyping(state, event.state === 'started');
    case 'LIVE_AGENT_MESSAGE':
    case 'LIVE_AGENT_LEFT':
      return liveTyping(state, false);
    default:
      return next(state);
  }
}

function agentTyping(state: SessionState, agent: boolean): Next {
  if (!agent && !state.typing.agent) return next(state);
  const said = { ...state, typing: { ...state.typing, agent } };
  return next(said, agent ? fade('agentTyping') : { type: 'clearTimer', key: 'agentTyping' });
}

function liveTyping(state: SessionState, live: boolean): Next {
  if (!live && !state.typing.live) return next(state);
  const said = { ...state, typing: { ...state.typing, live } };
  return next(said, live ? fade('liveTyping') : { type: 'clearTimer', key: 'liveTyping' });
}

const fade = (key: 'agentTyping' | 'liveTyping') => ({ type: 'setTimer', key, ms: THINKING_MS }) as const;

export function typingFaded(state: SessionState, who: 'agent' | 'live'): Next {
  return next({ ...state, typing: { ...state.typing, [who]: false } });
}

/** A keystroke in the composer: keeps the draft, and tells the platform at the start and at the end of typing only. */
export function draftChanged(state: SessionState, text: string): Next {
  const drafted = { ...state, draft: text };
  if (text === '') return stoppedTyping(drafted);
  if (state.phase.name !== 'active') return next(drafted);
  const rest = { type: 'setTimer', key: 'ownTyping', ms: TYPING_STOP_MS } as const;
  if (state.typing.told) return next(drafted, rest);
  return next({ ...drafted, typing: { ...state.typing, told: true } }, tell(state, 'started'), rest);
}

export function stoppedTyping(state: SessionState): Next {
  if (!state.typing.told) return next(state);
  const silent = { ...state, typing: { ...state.typing, told: false } };
  return next(silent, tell(state, 'stopped'), { type: 'clearTimer', key: 'ownTyping' });
}

function tell(state: SessionState, typing: WireTyping) {
  return { type: 'sendFrame', attempt: state.link.attempt, event: { type: 'USER_TYPING', state: typing } } as const;
}

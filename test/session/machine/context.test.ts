/** Verified context: the request to join waits for the page, at most five seconds. */

import { describe, expect, it } from 'vitest';
import type { ContextOutcome } from '../../../src/session/state/public-events.ts';
import { initialState, NO_CONTEXT, NO_RIGHT, type SessionState } from '../../../src/session/state/state.ts';
import {
  attempt,
  CAPABILITIES,
  event,
  JOIN_ECHO,
  JOINED,
  type Machine,
  machine,
  reconnected,
  START,
  TOKEN,
} from '../fixtures/machine.ts';

const NAMED = event(1, { type: 'SESSION_START', capabilities: CAPABILITIES, contextId: 'c1' });

/** A machine whose page gives verified context, at the end of the replay. */
function joining(start = NAMED, rest: Partial<SessionState> = {}): Machine {
  const m = machine({ ...initialState(), context: NO_CONTEXT, ...rest }).feed({ type: 'openRequested' });
  m.feed({ ...TOKEN, ...attempt(m) });
  m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's1' });
  return reconnected(m, start);
}

const settle = (m: Machine, outcome: ContextOutcome = 'accepted', sessionId = 's1') =>
  m.feed({ type: 'contextSettled', sessionId, outcome });
const outcomes = (m: Machine) => m.emitted.flatMap(each => (each.name === 'context' ? [each.detail.outcome] : []));

describe('verified context', () => {
  it('[J9] the page is asked before the join, and the join follows its answer', () => {
    const m = joining();
    expect(m.of('askContext')).toEqual([{ type: 'askContext', sessionId: 's1', contextId: 'c1' }]);
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(0);
    expect(m.timers.get('context')).toBe(5_000);
    expect(settle(m).sent('REQUEST_AGENT_JOIN')).toBe(1);
    expect(m.timers.has('context')).toBe(false);
    expect(outcomes(m)).toEqual(['accepted']);
  });

  it.each(['thrown', 'invalid', 'refused'] as const)('the join follows an answer that is %s', outcome => {
    const m = joining();
    expect(settle(m, outcome).sent('REQUEST_AGENT_JOIN')).toBe(1);
    expect(outcomes(m)).toEqual([outcome]);
  });

  it('[J9] the join waits five seconds at most, and a later answer changes nothing', () => {
    const m = joining();
    expect(m.fire('context').sent('REQUEST_AGENT_JOIN')).toBe(1);
    expect(settle(m).effects).toEqual([]);
    expect(outcomes(m)).toEqual(['slow']);
  });

  it('the join waits for nothing if the platform names no context', () => {
    const m = joining(START);
    expect(m.count('askContext')).toBe(0);
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(1);
    expect(outcomes(m)).toEqual(['unavailable']);
  });

  it('the wait outlives a break of the connection, and the page is asked once', () => {
    const m = joining();
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }).fire('retry');
    settle(m);
    expect(m.count('askContext')).toBe(1);
    reconnected(m);
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(1);
    expect(m.count('askContext')).toBe(1);
  });

  it('a new session asks anew, whatever the earlier one waits for', () => {
    const m = joining().feed({ type: 'startNewRequested' });
    m.feed({ ...TOKEN, ...attempt(m) });
    m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's2' });
    reconnected(m, { ...NAMED, id: 'other' });
    expect(m.of('askContext')).toEqual([{ type: 'askContext', sessionId: 's2', contextId: 'c1' }]);
    expect(settle(m).sent('REQUEST_AGENT_JOIN')).toBe(0);
    expect(settle(m, 'accepted', 's2').sent('REQUEST_AGENT_JOIN')).toBe(1);
  });

  it('a tab asks its page only with the right to ask the agent, which it then proves again', () => {
    const m = joining(NAMED, { joinRight: NO_RIGHT });
    expect(m.count('askContext')).toBe(0);
    m.feed({ type: 'joinRight', held: true, sure: true }).pong();
    expect(m.count('askContext')).toBe(1);
    m.now += 4_000;
    expect(settle(m).sent('REQUEST_AGENT_JOIN')).toBe(0);
    expect(m.pong().sent('REQUEST_AGENT_JOIN')).toBe(1);
  });

  it('a refresh asks again, and disturbs no request to join', () => {
    const m = settle(joining()).feed({ type: 'contextRequested' });
    expect(m.of('askContext')).toHaveLength(1);
    expect(settle(m).sent('REQUEST_AGENT_JOIN')).toBe(0);
    m.hear(JOIN_ECHO, JOINED).feed({ type: 'contextRequested' });
    settle(m, 'thrown');
    expect(m.state.phase.name).toBe('active');
    expect(outcomes(m)).toEqual(['accepted', 'accepted', 'thrown']);
  });

  it('a refresh before the conversation begins asks nothing', () => {
    const m = machine({ ...initialState(), context: NO_CONTEXT }).feed({ type: 'contextRequested' });
    expect(m.effects).toEqual([]);
  });
});

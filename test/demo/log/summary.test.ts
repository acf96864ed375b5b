import { describe, expect, it } from 'vitest';
import { EMPTY_SUMMARY, updateSummary } from '../../../src/demo/log/summary.ts';
import type { TraceEntry } from '../../../src/entries/index.ts';
import { echo, frame, input, opening, SESSION, sending } from '../fixtures/trace-entries.ts';

const told = (...entries: TraceEntry[]) => entries.reduce(updateSummary, EMPTY_SUMMARY);

describe('summary', () => {
  it('knows the session, the cursor and the newest sequence', () => {
    const state = told(opening(SESSION, null), echo('x', 4, 1), echo('y', 3, 2), opening(SESSION, 4));
    expect(state).toMatchObject({ sessionId: SESSION, cursor: 4, newest: 4, phase: 'connecting' });
  });

  it('sequences of another session are not those of this one', () => {
    expect(told(opening(SESSION), echo('x', 40, 1), opening('other', null))).toMatchObject({
      sessionId: 'other',
      cursor: null,
      newest: null,
    });
  });

  it('after a reload, what the cursor names was seen', () => {
    expect(told(opening(SESSION, 19))).toMatchObject({ cursor: 19, newest: 19 });
  });

  it('measures an echo from the first sending, whatever was sent again', () => {
    const state = told(sending('m1', 100), sending('m1', 5100), echo('m1', 2, 5160));
    expect(state.echoMs).toBe(5060);
    expect(state.unconfirmed.size).toBe(0);
    expect(told(sending('m1', 100), echo('m2', 2, 150))).toMatchObject({ echoMs: null });
  });

  it('counts frames both ways and follows the role', () => {
    expect(told(frame('in', {}), frame('out', {}), frame('in', 'junk'))).toMatchObject({ framesIn: 2, framesOut: 1 });
    expect(told({ kind: 'role', at: 0, role: 'resting' }).role).toBe('resting');
  });

  it('the phase is the one after the latest input', () => {
    const close = input({ type: 'socketClosed', attempt: 1, code: 1006, opened: true, at: 1 }, 'waiting');
    expect(told(opening(), close, frame('in', {})).phase).toBe('waiting');
  });
});

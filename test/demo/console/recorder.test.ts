import { describe, expect, it } from 'vitest';
import { compare } from '../../../src/demo/console/recorder/compare.ts';
import { createKept } from '../../../src/demo/console/recorder/kept.ts';
import { fileOf, newFaults, type Recording, readRecording } from '../../../src/demo/console/recorder/recording.ts';
import { play, type Stage, stepsOf } from '../../../src/demo/console/recorder/replay.ts';

const RECORDING: Recording = {
  id: 'one',
  madeAt: '2026-03-01T12:00:00.000Z',
  frames: [],
  faults: [],
  transcript: [{ speaker: 'user', text: 'hello' }],
};

type Parts = { readonly type: string; readonly [name: string]: unknown };
const frame = (at: number, direction: 'in' | 'out', { type, ...event }: Parts) => ({
  at,
  direction,
  text: JSON.stringify({ type: `EVENT_TYPE_${type}`, payload: {}, ...event }),
});
const said = (at: number, id: string, text: string) =>
  frame(at, 'out', { type: 'USER_MESSAGE', payload: { text }, metadata: { custom: { client_event_id: id } } });
const answer = { type: 'SERVICE_AGENT_MESSAGE', payload: { text: 'Hi' }, id: 'e2', sequence: 2, timestamp: 'then' };

describe('a recording as a file', () => {
  it('a file is read as it was written', () => {
    expect(readRecording(fileOf(RECORDING))).toEqual(RECORDING);
  });

  it.each([
    ['no JSON', 'hello', /not JSON/],
    ['another file', '{"entries": {}}', /"form" must be "natter-recording-1", and is missing/],
    [
      'a frame without a direction',
      fileOf({ ...RECORDING, frames: [{ at: 1, text: '' } as never] }),
      /"frames", entry 1,/,
    ],
    ['a fault without a kind', fileOf({ ...RECORDING, faults: [{ at: 0, fault: {} }] }), /"faults", entry 1,/],
    ['no transcript', fileOf({ ...RECORDING, transcript: undefined as never }), /"transcript" must be a list/],
    ['no time', fileOf({ ...RECORDING, madeAt: 'today' }), /"madeAt" must be a time/],
  ])('a file is refused with words for %s', (_, text, problem) => {
    expect(() => readRecording(text)).toThrow(problem);
  });
});

describe('the steps of a replay', () => {
  it('say each message once, and inject each event once, without what belongs to the old session', () => {
    const batch = {
      type: 'EVENT_BATCH',
      payload: { events: [{ ...answer, type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE' }] },
    };
    const steps = stepsOf({
      ...RECORDING,
      frames: [
        frame(0, 'in', { type: 'SESSION_START', id: 'e0' }),
        said(10, 'm1', 'hello'),
        frame(15, 'in', { type: 'USER_MESSAGE', id: 'e1' }),
        frame(20, 'in', answer),
        frame(25, 'in', { type: 'LIVE_AGENT_TYPING', sequence: null }),
        { at: 26, direction: 'in', text: 'junk' },
        frame(30, 'in', batch),
        said(35, 'm1', 'hello'),
        frame(40, 'in', { type: 'SESSION_END' }),
      ],
      faults: [{ at: 20, fault: { kind: 'duplicate' } }],
    });
    expect(steps).toEqual([
      { at: 10, kind: 'say', text: 'hello' },
      { at: 20, kind: 'fault', fault: { kind: 'duplicate' } },
      { at: 20, kind: 'event', event: { type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE', payload: { text: 'Hi' } } },
      { at: 25, kind: 'event', event: { type: 'EVENT_TYPE_LIVE_AGENT_TYPING', payload: {}, sequence: null } },
      { at: 40, kind: 'over' },
    ]);
  });

  it('end once if the visitor has ended the conversation', () => {
    const frames = [frame(1, 'out', { type: 'USER_END_SESSION' }), frame(2, 'in', { type: 'SESSION_END' })];
    expect(stepsOf({ ...RECORDING, frames }).map(each => each.kind)).toEqual(['end']);
  });

  it.each([
    [0.5, [2_000, 4_000]],
    [4, [250, 500]],
    [Number.POSITIVE_INFINITY, [0, 0]],
  ])('keep the pace at %d times the speed', async (speed, waits) => {
    const waited: number[] = [];
    const done = async () => {};
    const stage: Stage = {
      ...{ fault: done, say: done, end: done, event: done, over: done },
      wait: async ms => void waited.push(ms),
    };
    const steps = stepsOf({ ...RECORDING, frames: [said(1_000, 'm1', 'a'), said(3_000, 'm2', 'b')] });
    await play(steps, speed, stage, () => {});
    expect(waited).toEqual(waits);
  });
});

describe('the comparison', () => {
  const lines = (...texts: readonly string[]) =>
    texts.map(each => ({ speaker: each.split(':')[0] ?? '', text: each.split(':')[1] ?? '' }));
  const shown = (recorded: readonly string[], replayed: readonly string[]) =>
    compare(lines(...recorded), lines(...replayed)).map(each => each.kind);

  it('finds what is missing, added and changed', () => {
    expect(shown(['user:a', 'agent:b'], ['user:a', 'agent:b'])).toEqual(['same', 'same']);
    expect(shown(['user:a', 'agent:b'], ['user:a'])).toEqual(['same', 'missing']);
    expect(shown(['agent:b'], ['user:a', 'agent:b'])).toEqual(['added', 'same']);
    expect(shown(['user:a', 'agent:b', 'user:c'], ['user:a', 'agent:x', 'user:c'])).toEqual([
      'same',
      'changed',
      'same',
    ]);
  });

  it('takes no line of another speaker for a changed one, nor one beyond a line that is the same', () => {
    expect(shown(['user:a'], ['agent:a'])).toEqual(['missing', 'added']);
    expect(shown(['user:a', 'agent:b'], ['agent:b', 'user:c'])).toEqual(['missing', 'same', 'added']);
  });
});

describe('the recordings of a tab', () => {
  it('outlive a reload, and say so if they will not', () => {
    const values = new Map<string, string>();
    const store = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    };
    const kept = createKept(() => store);
    kept.add(RECORDING);
    expect(kept.problem()).toBe('');
    expect(createKept(() => store).find('one')).toEqual(RECORDING);
    const denied = createKept(() => {
      throw new Error('denied');
    });
    denied.add(RECORDING);
    expect(denied.problem()).toMatch(/ends when this page is reloaded/);
    expect(denied.list()).toEqual([RECORDING]);
  });
});

describe('the faults of a recording', () => {
  it('a fault is new by what it does, not by how often it has struck', () => {
    const struck = { kind: 'duplicate', times: 1 };
    expect(newFaults([{ kind: 'duplicate', times: 2 }], [struck])).toEqual([]);
    expect(newFaults([struck], [struck, { kind: 'delay', ms: 5 }])).toEqual([{ kind: 'delay', ms: 5 }]);
  });
});

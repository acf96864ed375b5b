/** The sound of a new reply, with a fake Web Audio. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSound, type SoundParts } from '../../../src/widget/attention/sound.ts';

interface Note {
  readonly from: number;
  readonly to: number;
  readonly loudest: number;
  readonly pitch: number;
}

/** The part of Web Audio that two notes need. It does not follow virtual time: notes end when the test says so. */
class FakeContext {
  static made: FakeContext[] = [];
  static refuses = false;
  static resumes: () => Promise<void> = () => Promise.resolve();

  readonly notes: Note[] = [];
  readonly destination = {};
  currentTime = 7;
  state = 'suspended';
  ends: (() => void)[] = [];

  constructor() {
    if (FakeContext.refuses) throw new DOMException('No hardware', 'NotSupportedError');
    FakeContext.made.push(this);
  }

  async resume(): Promise<void> {
    await FakeContext.resumes();
    this.state = 'running';
  }

  async suspend(): Promise<void> {
    this.state = 'suspended';
  }

  async close(): Promise<void> {
    if (this.state === 'closed') throw new DOMException('Closed', 'InvalidStateError');
    this.state = 'closed';
  }

  createOscillator() {
    const { notes, ends } = this;
    const pitches: [pitch: number, at: number][] = [];
    let level: { levels: number[] } | undefined;
    const tone = {
      frequency: { setValueAtTime: (pitch: number, at: number) => void pitches.push([pitch, at]) },
      onended: null as (() => void) | null,
      connect(gain: { levels: number[] }) {
        level = gain;
        return gain;
      },
      start: () => {},
      stop(end: number) {
        const loudest = Math.max(...(level?.levels ?? [1]));
        pitches.forEach(([pitch, from], place) => {
          notes.push({ pitch, from, to: pitches[place + 1]?.[1] ?? end, loudest });
        });
        ends.push(() => tone.onended?.());
      },
    };
    return tone;
  }

  createGain() {
    const levels: number[] = [];
    const gain = { value: 1, setTargetAtTime: (level: number) => void levels.push(level) };
    return { levels, gain, connect: () => {} };
  }
}

let seen: { open: boolean; focused: boolean };

beforeEach(() => {
  vi.useFakeTimers();
  FakeContext.made = [];
  FakeContext.refuses = false;
  FakeContext.resumes = () => Promise.resolve();
  vi.stubGlobal('AudioContext', FakeContext);
  seen = { open: false, focused: true };
  vi.spyOn(document, 'hasFocus').mockImplementation(() => seen.focused);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const create = (parts: Partial<SoundParts> = {}) =>
  createSound({ enabled: () => true, isSpeaker: () => true, isOpen: () => seen.open, ...parts });

const settled = () => vi.advanceTimersByTimeAsync(0);

const notes = () => FakeContext.made.flatMap(each => each.notes);

describe('sound', () => {
  it('a reply plays two soft, short notes', async () => {
    const sound = create();
    sound.unlock();
    sound.play();
    await settled();
    expect(notes()).toHaveLength(2);
    const [first, second] = notes();
    expect(first?.pitch).not.toBe(second?.pitch);
    for (const { from, to, loudest } of notes()) {
      expect(to - from).toBeLessThanOrEqual(0.5);
      expect(loudest).toBeGreaterThan(0);
      expect(loudest).toBeLessThanOrEqual(0.1);
    }
  });

  it('nothing is created before a click, a tap or a key press, and missed sounds are not played later', async () => {
    const sound = create();
    sound.play();
    await settled();
    expect(FakeContext.made).toEqual([]);
    sound.unlock();
    await settled();
    expect(notes()).toEqual([]);
  });

  it('nothing is created while sounds are off; sounds turned on later begin with the next click', async () => {
    let on = false;
    const sound = create({ enabled: () => on });
    sound.unlock();
    expect(FakeContext.made).toEqual([]);
    on = true;
    sound.unlock();
    sound.unlock();
    sound.play();
    await settled();
    expect(FakeContext.made).toHaveLength(1);
    expect(notes()).toHaveLength(2);
  });

  it('a sound that the browser did not allow begins with the next gesture, and missed sounds are not played later', async () => {
    let wake = () => {};
    FakeContext.resumes = () =>
      new Promise(resolve => {
        wake = resolve;
      });
    const sound = create();
    sound.unlock();
    sound.play();
    await vi.advanceTimersByTimeAsync(2_000);
    sound.unlock();
    wake();
    await settled();
    expect([FakeContext.made.length, notes().length]).toEqual([1, 0]);
    FakeContext.resumes = () => Promise.resolve();
    sound.play();
    await settled();
    expect(notes()).toHaveLength(2);
  });

  it('a sound that the browser refuses is asked for again at the next gesture', async () => {
    FakeContext.resumes = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'));
    const sound = create();
    sound.unlock();
    await settled();
    let asked = 0;
    FakeContext.resumes = async () => {
      asked += 1;
    };
    sound.unlock();
    await settled();
    sound.unlock();
    await settled();
    expect([FakeContext.made.length, asked]).toEqual([1, 1]);
  });

  it('a tab that does not notify may begin to later, and then plays sounds', async () => {
    let speaks = false;
    const sound = create({ isSpeaker: () => speaks });
    sound.unlock();
    sound.play();
    await settled();
    expect(notes()).toEqual([]);
    speaks = true;
    sound.play();
    await settled();
    expect(notes()).toHaveLength(2);
  });

  it('several replies within one and a half seconds play one sound', async () => {
    const sound = create();
    sound.unlock();
    for (const ms of [0, 500, 999]) {
      await vi.advanceTimersByTimeAsync(ms);
      sound.play();
    }
    await settled();
    expect(notes()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    sound.play();
    await settled();
    expect(notes()).toHaveLength(4);
  });

  it('a visitor who looks at the open panel hears nothing, and a sound that was not played does not delay the next', async () => {
    const sound = create();
    sound.unlock();
    seen.open = true;
    sound.play();
    await settled();
    expect(notes()).toEqual([]);
    for (const other of [{ open: false }, { focused: false }]) {
      seen = { open: true, focused: true, ...other };
      sound.play();
      await vi.advanceTimersByTimeAsync(1_500);
    }
    expect(notes()).toHaveLength(4);
  });

  it('a browser that lacks or refuses sound causes no error', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    FakeContext.refuses = true;
    const refused = create();
    refused.unlock();
    refused.play();
    vi.stubGlobal('AudioContext', undefined);
    const missing = create();
    missing.unlock();
    missing.play();
    vi.stubGlobal('AudioContext', FakeContext);
    FakeContext.refuses = false;
    FakeContext.resumes = () => Promise.reject(new DOMException('Not now', 'InvalidStateError'));
    const rejecting = create();
    rejecting.unlock();
    rejecting.play();
    for (const each of [refused, missing, rejecting]) {
      each.dispose();
      each.dispose();
      each.play();
    }
    await vi.advanceTimersByTimeAsync(10);
    await new Promise(process.nextTick);
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    expect(notes()).toEqual([]);
  });

  it('a sound that comes too late is not played', async () => {
    const sound = create();
    sound.unlock();
    await settled();
    let allow = () => {};
    FakeContext.resumes = () =>
      new Promise(resolve => {
        allow = resolve;
      });
    sound.play();
    await vi.advanceTimersByTimeAsync(5_000);
    allow();
    await settled();
    expect(notes()).toEqual([]);
  });

  it('the context is suspended between replies, and nothing is left at the end', async () => {
    const sound = create();
    sound.unlock();
    await settled();
    const [context] = FakeContext.made;
    expect(context?.state).toBe('suspended');
    sound.play();
    await settled();
    expect(context?.state).toBe('running');
    for (const end of context?.ends ?? []) end();
    await settled();
    expect(context?.state).toBe('suspended');
    sound.dispose();
    await settled();
    expect(context?.state).toBe('closed');
  });
});

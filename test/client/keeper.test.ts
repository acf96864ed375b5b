/** When what is written, how often, and what happens when the browser does not keep it. */

import { describe, expect, it } from 'vitest';
import { createKeeper, type Keeper } from '../../src/client/keeper.ts';
import type { Saved, Storage } from '../../src/client/ports.ts';
import { readParts, takeSnapshot, writeHead, writeTranscript } from '../../src/session/snapshot.ts';
import type { SessionState } from '../../src/session/state.ts';
import { agentMessage, at, END, type Machine, machine } from '../session/machine.ts';
import { createVirtualClock } from '../sim/clock.ts';

/** Half a second, and a little more for the few events of these conversations. */
const SOON_MS = 550;

/** A storage whose answers are given by hand. */
function handStorage() {
  const calls: { readonly parts: Saved | 'clear'; readonly done: () => void; readonly fail: () => void }[] = [];
  const call = (parts: Saved | 'clear') =>
    new Promise<void>((resolve, reject) => {
      calls.push({ parts, done: resolve, fail: () => reject(new Error('full')) });
    });
  let kept: Saved = {};
  const storage: Storage = {
    known: () => true,
    load: async () => kept,
    save: parts => call(parts),
    clear: () => call('clear'),
  };
  const put = (saved: Saved) => {
    kept = saved;
  };
  return { storage, calls, put };
}

function setUp(m: Machine = at.active()) {
  const clock = createVirtualClock();
  const hand = handStorage();
  const warnings: string[] = [];
  const stored: string[] = [];
  let state: SessionState = m.state;
  const told = (ids: readonly string[]) => {
    stored.push(...ids);
    m.feed({ type: 'stored', ids });
    state = m.state;
  };
  const keeper = createKeeper(
    hand.storage,
    { clock, log: { warn: code => warnings.push(code) } },
    { state: () => state, turns: () => 1, reign: () => 1, ticket: () => 'ticket', stored: told },
  );
  return {
    ...hand,
    clock,
    warnings,
    stored,
    keeper,
    /** The machine takes something and asks for a write. */
    change(step: (m: Machine) => void, urgent = false) {
      step(m);
      state = m.state;
      keeper.persist(urgent);
    },
    /** Answers the latest call. */
    async answer(how: 'done' | 'fail' = 'done') {
      hand.calls.at(-1)?.[how]();
      for (let i = 0; i < 4; i++) await null;
    },
    /** What each call wrote: `head`, `both`, or `clear`. */
    get wrote() {
      return hand.calls.map(({ parts }) =>
        parts === 'clear' ? parts : parts.transcript === undefined ? 'head' : 'both',
      );
    },
  };
}

let replies = 10;
const reply = (m: Machine) => void m.hear(agentMessage(++replies, `reply ${replies}`));
const say = (m: Machine) => void m.feed({ type: 'sendRequested', id: `a${++replies}`, text: 'hi' });
const mine = (m: Machine) => void m.feed({ type: 'sendRequested', id: 'mine', text: 'hi' });

/** A machine in which messages wait to be written. */
const keeping = () => machine({ ...at.active().state, writeAhead: true });

describe('writing', () => {
  it('[M28] the transcript is written at most once in half a second, whatever happens', async () => {
    const w = setUp();
    const at: number[] = [];
    for (let i = 0; i < 200; i++) {
      w.change(reply);
      w.clock.advance(10);
      if (w.calls.length > at.length) at.push(w.clock.now());
      await w.answer();
    }
    expect(at).toHaveLength(3);
    for (const [i, each] of at.slice(1).entries()) expect(each - (at[i] ?? 0)).toBeGreaterThanOrEqual(500);
    expect(new Set(w.wrote)).toEqual(new Set(['both']));
    w.clock.advance(60_000);
    await w.answer();
    expect(w.calls, 'and then rests').toHaveLength(4);
  });

  it('[M20] [M21] what is to be sent does not wait for a doubt of before all was forgotten', async () => {
    const w = setUp(keeping());
    let doubt = true;
    w.keeper.ask(() => doubt);
    w.change(say, true);
    w.keeper.clear();
    doubt = false;
    w.change(mine, true);
    w.clock.advance(100);
    expect(w.wrote).toEqual(['clear', 'both']);
    await w.answer();
    expect(w.stored).toContain('mine');
  });

  it('[M28] a long one, which costs more, is written less often', async () => {
    const long = at.active().hear(...Array.from({ length: 1_000 }, (_, i) => agentMessage(100 + i, 'x')));
    const w = setUp(long);
    w.change(m => void m.feed({ type: 'draftChanged', text: 'h' }));
    w.clock.advance(1_000);
    expect(w.calls).toHaveLength(0);
    w.clock.advance(2);
    expect(w.calls).toHaveLength(1);
  });

  it('[M28] what cannot wait is written at once, without the transcript', async () => {
    const w = setUp();
    w.change(reply);
    w.clock.advance(SOON_MS);
    await w.answer();
    w.change(say, true);
    expect(w.wrote).toEqual(['both', 'head']);
    await w.answer();
    w.change(m => void m.feed({ type: 'draftChanged', text: 'h' }));
    w.clock.advance(SOON_MS);
    expect(w.wrote, 'nothing new was said').toEqual(['both', 'head', 'head']);
  });

  it('[M28] one write at a time: what comes up during it is written after it, the newest only', async () => {
    const w = setUp();
    for (let i = 0; i < 5; i++) w.change(say, true);
    expect(w.calls).toHaveLength(1);
    await w.answer();
    expect(w.calls).toHaveLength(2);
    expect(readParts({ ...both(w.calls[0]?.parts), ...both(w.calls[1]?.parts) })).toMatchObject({
      snapshot: { outbox: { length: 5 } },
    });
    await w.answer();
    expect(w.calls).toHaveLength(2);
  });

  it('[M28] also where the one before took so long that nobody waits for it any more', async () => {
    const w = setUp();
    w.change(say, true);
    w.clock.advance(1_000);
    w.change(say, true);
    expect(w.calls).toHaveLength(2);
    w.calls[0]?.done();
    for (let i = 0; i < 4; i++) await null;
    w.change(say, true);
    expect(w.calls).toHaveLength(2);
    await w.answer();
    expect(w.calls).toHaveLength(3);
  });

  it('[M28] a transcript whose turn comes during a slow write is not left out', async () => {
    const w = setUp();
    w.change(reply);
    w.clock.advance(SOON_MS);
    await w.answer();
    w.change(say, true);
    w.change(reply);
    w.clock.advance(SOON_MS);
    expect(w.wrote).toEqual(['both', 'head']);
    await w.answer();
    expect(w.wrote).toEqual(['both', 'head', 'both']);
  });

  it('[M20] messages may be sent when the write that holds them is done, not before', async () => {
    const w = setUp(keeping());
    w.change(mine, true);
    expect(w.stored).toEqual([]);
    await w.answer();
    expect(w.stored).toEqual(['mine']);
  });

  it('[M20] one that comes up during a write waits for the next', async () => {
    const w = setUp(keeping());
    w.change(reply, true);
    w.change(mine, true);
    await w.answer();
    expect(w.stored).toEqual([]);
    await w.answer();
    expect(w.stored).toEqual(['mine']);
  });

  it('[M31] when the page may be about to go, everything is written now', async () => {
    const w = setUp();
    w.change(reply);
    w.keeper.flush();
    expect(w.wrote).toEqual(['both']);
    await w.answer();
    w.clock.advance(60_000);
    expect(w.calls).toHaveLength(1);
  });

  it('[M31] also what was said, where only what could not wait has been written', async () => {
    const w = setUp();
    w.change(reply);
    w.keeper.flush();
    await w.answer();
    w.change(reply);
    w.change(say, true);
    await w.answer();
    w.keeper.flush();
    expect(w.wrote).toEqual(['both', 'head', 'both']);
  });

  it('[M31] a page that stays after all goes on writing', async () => {
    const w = setUp();
    w.change(reply);
    w.keeper.flush();
    await w.answer();
    w.change(reply);
    w.clock.advance(SOON_MS);
    expect(w.wrote).toEqual(['both', 'both']);
  });

  it('[M32] where another tab may have written in between, all is written again, soon', async () => {
    const w = setUp();
    w.change(reply);
    w.clock.advance(SOON_MS);
    await w.answer();
    w.keeper.rewrite();
    expect(w.wrote).toEqual(['both']);
    w.clock.advance(SOON_MS);
    expect(w.wrote).toEqual(['both', 'both']);
  });

  it('[M20] where the page stood still, a write waits a moment and is made then, whatever else happens', async () => {
    const w = setUp(keeping());
    let doubt = true;
    w.keeper.ask(() => doubt);
    w.change(mine, true);
    expect(w.wrote).toEqual([]);
    doubt = false;
    w.clock.advance(100);
    await w.answer();
    expect(w.stored).toEqual(['mine']);
  });

  it('[M31] it does not wait for a write that is under way', () => {
    const w = setUp();
    w.change(say, true);
    w.change(reply);
    w.keeper.flush();
    expect(w.wrote).toEqual(['both', 'both']);
  });

  it('[M31] nothing is written when there is nothing new: not before the visitor acts, and not after it was cleared', async () => {
    const w = setUp();
    w.keeper.flush();
    expect(w.calls).toEqual([]);
    w.change(reply);
    w.clock.advance(SOON_MS);
    await w.answer();
    w.keeper.flush();
    expect(w.wrote).toEqual(['both']);
    w.change(reply);
    w.keeper.clear();
    w.keeper.flush();
    w.clock.advance(60_000);
    expect(w.wrote).toEqual(['both', 'clear']);
  });
});

describe('a browser that keeps nothing', () => {
  it('[M29] refuses: one warning, and messages go all the same', async () => {
    const w = setUp(keeping());
    for (let i = 0; i < 3; i++) {
      w.change(say, true);
      await w.answer('fail');
    }
    expect(w.stored.length).toBeGreaterThanOrEqual(3);
    expect(w.warnings).toEqual(['storage_failed']);
  });

  it('[M29] does not answer: messages go after a second, and after ten there is one warning', async () => {
    const w = setUp(keeping());
    w.change(mine, true);
    w.clock.advance(999);
    expect(w.stored).toEqual([]);
    w.clock.advance(1);
    expect(w.stored).toEqual(['mine']);
    w.clock.advance(8_999);
    expect(w.warnings).toEqual([]);
    w.clock.advance(1);
    expect(w.warnings).toEqual(['storage_failed']);
    await w.answer('fail');
    expect(w.stored).toEqual(['mine']);
    expect(w.warnings).toHaveLength(1);
  });

  it('[M29] fails late: that is told when it has', async () => {
    const w = setUp(keeping());
    w.change(mine, true);
    w.clock.advance(1_500);
    await w.answer('fail');
    expect(w.warnings).toEqual(['storage_failed']);
  });

  it('[M44] that takes longer than a message waits, and keeps it then, has not failed: nothing is said', async () => {
    const w = setUp(keeping());
    w.change(mine, true);
    w.clock.advance(1_500);
    expect(w.stored).toEqual(['mine']);
    await w.answer('done');
    w.change(say, true);
    await w.answer('done');
    expect(w.warnings).toEqual([]);
  });

  it('[M29] may have answered while the page itself was busy: it is given another second', async () => {
    const w = setUp(keeping());
    w.change(mine, true);
    w.clock.stall(5_000);
    expect(w.stored).toEqual([]);
    await w.answer('done');
    expect(w.stored).toEqual(['mine']);
    expect(w.warnings).toEqual([]);
  });

  it('[M29] cannot be read: one warning, nothing restored', async () => {
    const w = setUp();
    const broken: Storage = { ...w.storage, load: () => Promise.reject(new Error('denied')) };
    const keeper: Keeper = createKeeper(
      broken,
      { clock: w.clock, log: { warn: code => w.warnings.push(code) } },
      { state: () => at.idle().state, turns: () => 0, reign: () => 0, ticket: () => '', stored: () => {} },
    );
    expect(await keeper.load()).toBe(undefined);
    expect(w.warnings).toEqual(['storage_failed']);
  });

  it('[M32] a transcript that was refused is written again with the next part, so that the parts belong together', async () => {
    const w = setUp();
    w.change(reply);
    w.clock.advance(SOON_MS);
    await w.answer();
    const first = both(w.calls[0]?.parts);
    w.change(m => void m.feed({ type: 'startNewRequested' }), true);
    await w.answer('fail');
    w.change(say, true);
    await w.answer();
    expect(typeof readParts({ ...first, ...both(w.calls.at(-1)?.parts) })).toBe('object');
  });

  it('[M31] what was refused is tried again when the page may be about to go', async () => {
    const w = setUp();
    w.change(reply);
    w.clock.advance(SOON_MS);
    await w.answer('fail');
    w.keeper.flush();
    expect(w.wrote).toEqual(['both', 'both']);
  });
});

describe('reading', () => {
  it('[M26] what cannot be used is removed, with one warning that says why', async () => {
    const w = setUp();
    w.put({ head: 'nonsense', transcript: 'nonsense' });
    expect(await w.keeper.load()).toBe(undefined);
    expect(w.warnings).toEqual(['snapshot_discarded']);
    expect(w.wrote).toEqual(['clear']);
  });

  it('[M26] where nothing was kept, nothing is said', async () => {
    const w = setUp();
    expect(await w.keeper.load()).toBe('nothing');
    expect(w.warnings).toEqual([]);
    expect(w.calls).toEqual([]);
  });

  it('[M30] where writing has failed, nobody can tell whether anything was forgotten', async () => {
    const w = setUp();
    w.change(reply, true);
    await w.answer('fail');
    expect(await w.keeper.load()).toBe(undefined);
  });
});

describe('reading what nobody has touched for long', () => {
  const DAY_MS = 24 * 3_600_000;

  for (const [days, found] of [
    [6.9, true],
    [7.1, false],
  ] as const) {
    it(`[M40] after ${days} days it is ${found ? 'still there' : 'removed unread, without a word'}`, async () => {
      const w = setUp();
      const snapshot = { ...takeSnapshot(at.active().state), lifeAt: w.clock.now() };
      w.put({ head: writeHead({ snapshot, turns: 1, reign: 1, ticket: '' }), transcript: writeTranscript(snapshot) });
      w.clock.advance(days * DAY_MS);
      expect(typeof (await w.keeper.load())).toBe(found ? 'object' : 'string');
      expect(w.wrote).toEqual(found ? [] : ['clear']);
      expect(w.warnings).toEqual([]);
    });
  }
});

describe('clearing', () => {
  it('[M30] comes after a write that is under way, and nothing follows it', async () => {
    const w = setUp(keeping());
    w.change(mine, true);
    w.change(reply, true);
    w.keeper.clear();
    expect(w.wrote).toEqual(['both', 'clear']);
    w.calls[0]?.done();
    await w.answer();
    w.clock.advance(60_000);
    expect(w.wrote).toEqual(['both', 'clear']);
    expect(w.stored, 'nobody waits for it any more').toEqual([]);
  });

  it('[M30] what is said after it is written whole again', async () => {
    const w = setUp();
    w.change(reply);
    w.clock.advance(SOON_MS);
    await w.answer();
    w.keeper.clear();
    await w.answer();
    w.change(reply);
    w.clock.advance(SOON_MS);
    expect(w.wrote).toEqual(['both', 'clear', 'both']);
  });

  it('[M30] a write that hangs does not keep what is said after it from being written', async () => {
    const w = setUp(keeping());
    w.change(reply, true);
    w.keeper.clear();
    w.change(mine, true);
    w.clock.advance(1_000);
    await w.answer();
    expect(w.stored).toEqual(['mine']);
    expect(w.wrote).toEqual(['both', 'clear', 'both']);
  });

  it('[M30] a removal that failed is tried again after 2, 4, 8, 16 and 32 s, and then no more', async () => {
    const w = setUp();
    w.keeper.clear();
    await w.answer('fail');
    for (const [index, seconds] of [2, 4, 8, 16, 32].entries()) {
      w.clock.advance(seconds * 1_000 - 1);
      expect(w.calls).toHaveLength(index + 1);
      w.clock.advance(1);
      expect(w.calls).toHaveLength(index + 2);
      await w.answer('fail');
    }
    w.clock.advance(3_600_000);
    expect(w.calls).toHaveLength(6);
    expect(w.warnings).toEqual(['storage_failed']);
  });

  it('[M30] a removal that failed is not tried again once something new is kept: it would remove that', async () => {
    const w = setUp(keeping());
    w.keeper.clear();
    await w.answer('fail');
    w.change(mine, true);
    await w.answer();
    w.clock.advance(60_000);
    await w.answer();
    expect(w.wrote.filter(each => each === 'clear')).toHaveLength(1);
    expect(w.wrote[0]).toBe('clear');
  });

  it('[M30] nor one that fails when it was stopped: another tab may keep something by then', async () => {
    const w = setUp();
    w.keeper.clear();
    w.keeper.stop();
    await w.answer('fail');
    w.clock.advance(60_000);
    expect(w.wrote).toEqual(['clear']);
  });

  it('[M30] stopped, it writes no more', async () => {
    const w = setUp();
    w.change(m => void m.hear(END(9_999)), true);
    w.change(reply);
    w.keeper.stop();
    await w.answer();
    w.clock.advance(60_000);
    expect(w.wrote).toEqual(['both']);
    expect(w.clock.size).toBe(0);
  });
});

function both(parts: Saved | 'clear' | undefined): Saved {
  return parts === undefined || parts === 'clear' ? {} : parts;
}

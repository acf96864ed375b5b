/** Times at which the conversation is written, and records of another tab that are left alone. */

import { describe, expect, it } from 'vitest';
import { createKeeper, type Keeper } from '../../../src/client/tabs/snapshot-writer.ts';
import { readHead, readParts, takeSnapshot, writeHead, writeTranscript } from '../../../src/session/state/snapshot.ts';
import type { SessionState } from '../../../src/session/state/state.ts';
import { agentMessage, at, END } from '../../session/fixtures/machine.ts';
import { createVirtualClock, type VirtualClock } from '../../sim/world/clock.ts';
import { createFakeStorage, type FakeStorage } from '../../sim/world/fake-storage.ts';

interface Setup {
  readonly clock: VirtualClock;
  readonly storage: FakeStorage;
  readonly keeper: Keeper;
  readonly told: string[];
  state: SessionState;
  pass(ms: number): Promise<void>;
}

function setUp(state: SessionState, storageMs = 5): Setup {
  const clock = createVirtualClock();
  const storage = createFakeStorage(clock, { delayMs: () => storageMs });
  const told: string[] = [];
  const self: Setup = {
    clock,
    storage,
    told,
    state,
    keeper: createKeeper(
      storage.open(),
      { clock, log: { warn: code => told.push(code) } },
      {
        state: () => self.state,
        ticket: () => 'a-ticket',
        isOthers: () => false,
        changed: () => told.push('changed'),
        overtaken: () => told.push('overtaken'),
        failed: () => told.push('failed'),
      },
    ),
    async pass(ms) {
      for (let i = 0; i < ms; i += 5) {
        clock.advance(5);
        for (let tick = 0; tick < 6; tick++) await null;
      }
    },
  };
  return self;
}

function keepOf(storage: FakeStorage, state: SessionState): Promise<void> {
  const snapshot = takeSnapshot(state);
  const parts = { head: writeHead({ snapshot, ticket: 'theirs' }), transcript: writeTranscript(snapshot) };
  return storage.open().save(() => parts);
}

describe('the record', () => {
  it('[M21] the record is written at once when a session begins or ends, and other tabs are told', async () => {
    const world = setUp(at.active().state);
    world.keeper.persist();
    await world.pass(10);
    expect(readParts(world.storage.peek())).toMatchObject({ snapshot: { session: { id: 's1' } }, ticket: 'a-ticket' });
    expect([world.told, world.keeper.isFound()]).toEqual([['changed'], true]);
    world.state = at.active().hear(END(9)).state;
    world.keeper.persist();
    await world.pass(10);
    expect(world.told).toEqual(['changed', 'changed']);
  });

  it('[M28] the record is written at most once in half a second with new messages, all together', async () => {
    const world = setUp(at.active().state);
    world.keeper.persist();
    await world.pass(20);
    const before = world.storage.peek().transcript;
    world.state = at.active().hear(agentMessage(4, 'hello')).state;
    for (let i = 0; i < 10; i++) world.keeper.persist();
    await world.pass(450);
    expect(world.storage.peek().transcript).toBe(before);
    await world.pass(100);
    expect(world.storage.peek().transcript).toContain('hello');
  });

  it('[M34] the record is left alone if another tab has read further, is in a later session, or has ended it', async () => {
    const own = at.active().state;
    const further = at.active().hear(agentMessage(4, 'hello')).state;
    const ended = at.active().hear(END(4)).state;
    const later = { ...own, generation: own.generation + 1 };
    for (const [theirs, told] of [
      [further, []],
      [ended, ['overtaken']],
      [later, ['overtaken']],
    ] as const) {
      const world = setUp(own);
      const saving = keepOf(world.storage, theirs);
      await world.pass(10);
      await saving;
      world.keeper.persist();
      await world.pass(1_000);
      expect(world.told).toEqual(told);
      expect(readHead(world.storage.peek().head)?.ticket).toBe('theirs');
    }
  });

  it('[M34] the record is written whole if another tab has discarded it', async () => {
    const world = setUp(at.active().hear(agentMessage(4, 'hello')).state);
    world.keeper.persist();
    await world.pass(1_000);
    const discarded = world.storage.open().discard();
    await world.pass(10);
    await discarded;
    world.state = { ...world.state, panelOpen: !world.state.panelOpen };
    world.keeper.persist();
    await world.pass(1_000);
    expect(world.storage.peek().transcript).toContain('hello');
  });

  it('[M29] a record that cannot be written costs no message, and is tried again with the next change', async () => {
    const world = setUp(at.active().state);
    world.storage.faults.full = true;
    world.keeper.persist();
    await world.pass(1_000);
    expect([world.told[0], world.keeper.isFound()]).toEqual(['failed', true]);
    world.storage.faults.full = false;
    world.keeper.persist();
    await world.pass(1_000);
    expect(readHead(world.storage.peek().head)?.ticket).toBe('a-ticket');
  });
});

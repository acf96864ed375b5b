/** The fakes of storage and tabs fulfil the contracts of the real ones, fast and slow, and can fail as the real ones do. */

import { describe, expect, it } from 'vitest';
import { type StorageSubject, storageContract } from '../../contracts/storage.contract.ts';
import { type TabsSubject, tabsContract } from '../../contracts/tabs.contract.ts';
import { createVirtualClock, type VirtualClock } from './clock.ts';
import { createDice } from './dice.ts';
import { createFakeStorage } from './fake-storage.ts';
import { createFakeTabs } from './fake-tabs.ts';

/** Longer than anything in progress takes. */
const WHILE_MS = 10_000;

async function settle(): Promise<void> {
  for (let i = 0; i < 4; i++) await null;
}

async function pass(clock: VirtualClock, ms: number, enough = () => false): Promise<void> {
  const until = clock.now() + ms;
  await settle();
  for (let at = clock.nextAt(); at !== null && at <= until && !enough(); at = clock.nextAt()) {
    clock.advance(at - clock.now());
    await settle();
  }
  if (enough()) return;
  clock.advance(until - clock.now());
  await settle();
}

function delays(slowestMs: number, seed: number): () => number {
  const dice = createDice(seed);
  return () => dice.between(0, slowestMs);
}

function storageSubject(delayMs: () => number) {
  const clock = createVirtualClock();
  const fake = createFakeStorage(clock, { delayMs });
  const subject: StorageSubject = {
    open: fake.open,
    answer: async answer => {
      await pass(clock, WHILE_MS);
      return answer;
    },
    fill: async () => {
      fake.faults.full = true;
    },
    stop: async () => {},
  };
  return { clock, fake, subject };
}

function tabsSubject(delayMs: () => number): TabsSubject {
  const clock = createVirtualClock();
  const fake = createFakeTabs(clock, { delayMs });
  return {
    tab: async () => fake.tab(),
    until: async condition => {
      await pass(clock, WHILE_MS, condition);
      if (!condition()) throw new Error('it never happened');
    },
    settled: () => pass(clock, WHILE_MS),
    stop: async () => {},
  };
}

storageContract('fake at once', async () => storageSubject(() => 0).subject);
storageContract('fake slow', async () => storageSubject(delays(300, 1)).subject);
tabsContract('fake at once', async () => tabsSubject(() => 0));
describe.each([2, 3, 4, 5])('seed %i', seed => {
  tabsContract('fake slow', async () => tabsSubject(delays(40, seed)));
});

describe('the faults of the fake storage', () => {
  it('[M8] silent: rejected after ten seconds, and not done', async () => {
    const { clock, fake } = storageSubject(() => 5);
    const page = fake.open();
    fake.faults.silent = true;
    const outcome = page
      .save(() => ({ head: 'one' }))
      .then(
        () => 'saved',
        () => 'rejected',
      );
    await pass(clock, 9_999);
    expect(await Promise.race([outcome, 'waiting'])).toBe('waiting');
    await pass(clock, 1);
    expect(await outcome).toBe('rejected');
    await pass(clock, WHILE_MS);
    expect(fake.peek()).toEqual({});
  });

  it('[M1] corrupt: every part is damaged, and unreadable: loads are rejected', async () => {
    const { fake, subject } = storageSubject(() => 5);
    const page = fake.open();
    fake.corrupt();
    expect(page.known()).toBe(false);
    await subject.answer(page.save(() => ({ head: '{"a":1}', transcript: '[1]' })));
    fake.corrupt();
    expect(page.known()).toBe(true);
    const { head = '', transcript = '' } = await subject.answer(page.load());
    expect(() => JSON.parse(head)).toThrow();
    expect(() => JSON.parse(transcript)).toThrow();
    fake.faults.unreadable = true;
    const outcome = page.load().catch(() => 'rejected');
    expect(await subject.answer(outcome)).toBe('rejected');
  });

  it('[M1] a page that is killed loses what was not safe, and hears nothing more', async () => {
    const { clock, fake, subject } = storageSubject(() => 5);
    const page = fake.open();
    await subject.answer(page.save(() => ({ head: 'one' })));
    const outcome = page.save(() => ({ head: 'two' }));
    page.kill();
    await pass(clock, WHILE_MS);
    expect(await Promise.race([outcome, 'silence'])).toBe('silence');
    expect(fake.peek()).toEqual({ head: 'one' });
  });
});

describe('the fake tabs', () => {
  it('[G1] the same delays give the same story', async () => {
    const story = async () => {
      const clock = createVirtualClock();
      const fake = createFakeTabs(clock, { delayMs: delays(40, 9) });
      const heard: string[] = [];
      const tabs = ['a', 'b', 'c'].map(name => {
        const tab = fake.tab();
        const note = (what: unknown) => heard.push(`${clock.now()} ${name} ${what}`);
        tab.listen(note);
        tab.hold('one', { held: () => note('held'), lost: () => note('lost') });
        return { tab, note };
      });
      await pass(clock, WHILE_MS);
      const [, second] = tabs;
      second?.tab.post('hello');
      second?.tab.hold('one', { held: () => second.note('held'), lost: () => second.note('lost') }, true);
      await pass(clock, 25);
      second?.tab.kill();
      await pass(clock, WHILE_MS);
      return heard;
    };
    const heard = await story();
    expect(heard.length).toBeGreaterThan(4);
    expect(await story()).toEqual(heard);
  });
});

/** The contract of every tabs port. Each case runs on the fake and on the real one. */

import { afterEach, describe, expect, it } from 'vitest';
import type { Tabs } from '../../src/client/api/ports.ts';

export interface KillableTab extends Tabs {
  /** Closes the tab without a word. */
  kill(): void;
}

export interface TabsSubject {
  /** Opens one more tab with the conversation. */
  tab(): Promise<KillableTab>;
  /** Lets time pass until the condition holds. */
  until(condition: () => boolean): Promise<void>;
  /** Lets everything arrive that is on its way. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

interface Holder {
  readonly heard: string[];
  letGo(): void;
}

function hold(tab: Tabs, name: string, isForced?: boolean): Holder {
  const heard: string[] = [];
  const handlers = { held: () => void heard.push('held'), lost: () => void heard.push('lost') };
  return { heard, letGo: tab.hold(name, handlers, isForced) };
}

export function tabsContract(name: string, start: () => Promise<TabsSubject>): void {
  describe(`[G1] tabs contract: ${name}`, () => {
    let subject: TabsSubject;
    afterEach(() => subject.stop());

    async function open(): Promise<readonly [KillableTab, KillableTab, KillableTab]> {
      subject = await start();
      return [await subject.tab(), await subject.tab(), await subject.tab()];
    }

    it('a lock is held by one tab at a time, and passes on in the order of asking', async () => {
      const [a, b, c] = await open();
      const first = hold(a, 'one');
      await subject.until(() => first.heard.length > 0);
      const second = hold(b, 'one');
      await subject.settled();
      const third = hold(c, 'one');
      await subject.settled();
      expect([second.heard, third.heard]).toEqual([[], []]);
      first.letGo();
      await subject.until(() => second.heard.length > 0);
      second.letGo();
      await subject.until(() => third.heard.length > 0);
      expect([first.heard, second.heard]).toEqual([['held'], ['held']]);
    });

    it('locks of different names do not know of each other', async () => {
      const [a, b] = await open();
      const [one, two] = [hold(a, 'one'), hold(b, 'two')];
      await subject.until(() => one.heard.length > 0 && two.heard.length > 0);
      expect(one.heard).toEqual(['held']);
    });

    it('a tab that is closed without a word loses what it held', async () => {
      const [a, b] = await open();
      const first = hold(a, 'one');
      await subject.until(() => first.heard.length > 0);
      const second = hold(b, 'one');
      await subject.settled();
      a.kill();
      await subject.until(() => second.heard.length > 0);
      expect(second.heard).toEqual(['held']);
    });

    it('one who waits no more is passed over, and nothing is called afterwards', async () => {
      const [a, b, c] = await open();
      const first = hold(a, 'one');
      await subject.until(() => first.heard.length > 0);
      const second = hold(b, 'one');
      await subject.settled();
      const third = hold(c, 'one');
      await subject.settled();
      second.letGo();
      first.letGo();
      await subject.until(() => third.heard.length > 0);
      await subject.settled();
      expect([first.heard, second.heard]).toEqual([['held'], []]);
    });

    it('[G3] a stolen lock is lost to its holder, who is told', async () => {
      const [a, b] = await open();
      const first = hold(a, 'one');
      await subject.until(() => first.heard.length > 0);
      const thief = hold(b, 'one', true);
      await subject.until(() => thief.heard.length > 0 && first.heard.length > 1);
      expect([first.heard, thief.heard]).toEqual([['held', 'lost'], ['held']]);
      const next = hold(a, 'one');
      await subject.settled();
      expect(next.heard).toEqual([]);
      thief.letGo();
      await subject.until(() => next.heard.length > 0);
    });

    it('[G3] a lock that nobody has is simply taken', async () => {
      const [a] = await open();
      const thief = hold(a, 'one', true);
      await subject.until(() => thief.heard.length > 0);
      expect(thief.heard).toEqual(['held']);
    });

    it('[G6] a message goes to all others that listen and not to oneself, in order, as it was when it was posted', async () => {
      const [a, b, c] = await open();
      const heard: unknown[][] = [[], [], []];
      const ends = [a, b, c].map((tab, at) => tab.listen(message => void heard[at]?.push(message)));
      const message = { say: 'one', list: [1], at: new Date(5) };
      a.post(message);
      message.list.push(2);
      a.post('two');
      await subject.until(() => heard[1]?.length === 2 && heard[2]?.length === 2);
      await subject.settled();
      const expected = [{ say: 'one', list: [1], at: new Date(5) }, 'two'];
      expect(heard).toEqual([[], expected, expected]);
      ends[1]?.();
      a.post('three');
      await subject.until(() => heard[2]?.length === 3);
      await subject.settled();
      expect(heard[1]).toHaveLength(2);
    });

    it('[G6] the last words of a tab that stops listening are heard', async () => {
      const [a, b] = await open();
      const heard: unknown[] = [];
      b.listen(message => void heard.push(message));
      const end = a.listen(() => {});
      a.post('last');
      end();
      await subject.until(() => heard.length > 0);
      expect(heard).toEqual(['last']);
    });
  });
}

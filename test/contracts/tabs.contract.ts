/** What every tabs port must do, whatever it is made of. Each case runs on the fake and on the real one. */

import { afterEach, describe, expect, it } from 'vitest';
import type { TabMembership, Tabs } from '../../src/client/ports.ts';

export interface KillableTab extends Tabs {
  /** Closes the tab without a word. */
  kill(): void;
}

export interface TabsSubject {
  /** One more tab that shows the conversation. */
  tab(): Promise<KillableTab>;
  /** Lets time pass until the condition holds. */
  until(condition: () => boolean): Promise<void>;
  /** Lets everything arrive that is under way. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

interface Recording {
  readonly tab: KillableTab;
  readonly membership: TabMembership;
  /** `owned`, `following`, `lost`, and messages, in order. */
  readonly heard: unknown[];
  /** By what was heard last. */
  readonly owns: boolean;
  until(what: string): Promise<void>;
}

export function tabsContract(name: string, start: () => Promise<TabsSubject>): void {
  describe(`[G1] tabs contract: ${name}`, () => {
    let subject: TabsSubject;
    afterEach(() => subject.stop());

    async function open(count: number): Promise<Recording[]> {
      subject = await start();
      const tabs: Recording[] = [];
      for (let i = 0; i < count; i++) {
        tabs.push(join(subject, await subject.tab()));
        await tabs[i]?.until(i === 0 ? 'owned' : 'following');
      }
      await subject.settled();
      return tabs;
    }

    it('the first tab owns, the others follow, and nobody hears it before join has returned', async () => {
      subject = await start();
      const first = join(subject, await subject.tab());
      expect(first.heard).toEqual([]);
      await first.until('owned');
      const pages = [await subject.tab(), await subject.tab()];
      const others = pages.map(page => join(subject, page));
      expect(others.map(each => each.heard)).toEqual([[], []]);
      await subject.until(() => others.every(each => each.heard.length > 0));
      await subject.settled();
      expect([first, ...others].map(each => each.heard)).toEqual([['owned'], ['following'], ['following']]);
    });

    it('of tabs that join at once, one owns', async () => {
      subject = await start();
      const pages = [await subject.tab(), await subject.tab(), await subject.tab()];
      const tabs = pages.map(page => join(subject, page));
      await subject.until(() => tabs.every(each => each.heard.length > 0));
      await subject.settled();
      expect(tabs.filter(each => each.owns)).toHaveLength(1);
    });

    it('[G2] when the owner leaves, the one that follows longest owns', async () => {
      const [first, second, third] = three(await open(3));
      first.membership.leave();
      await second.until('owned');
      await subject.settled();
      expect([first, second, third].map(each => each.heard)).toEqual([
        ['owned'],
        ['following', 'owned'],
        ['following'],
      ]);
    });

    it('[G2] when the owner is closed without a word, another owns', async () => {
      const [first, second, third] = three(await open(3));
      second.tab.kill();
      await subject.settled();
      first.tab.kill();
      await third.until('owned');
      expect([second.heard, third.heard]).toEqual([['following'], ['following', 'owned']]);
    });

    it('[G2] one that leaves while the lock is on its way to it passes it on', async () => {
      const [first, second, third] = three(await open(3));
      first.membership.leave();
      second.membership.leave();
      await third.until('owned');
      await subject.settled();
      expect(second.heard).toEqual(['following']);
    });

    it('[G3] who steals owns; the robbed one hears of it, waits its turn, and owns again', async () => {
      const [first, second, third] = three(await open(3));
      third.membership.steal();
      await subject.until(() => third.owns && !first.owns);
      expect(first.heard).toEqual(['owned', 'lost']);
      expect(third.heard).toEqual(['following', 'owned']);
      second.membership.leave();
      await subject.settled();
      third.membership.leave();
      await subject.until(() => first.owns);
      expect(first.heard).toEqual(['owned', 'lost', 'owned']);
    });

    it('[G3] the robbed one may take it back', async () => {
      const [first, second] = three(await open(3));
      second.membership.steal();
      await subject.until(() => second.owns && !first.owns);
      first.membership.steal();
      await subject.until(() => first.owns && !second.owns);
      await subject.settled();
      expect([first.heard, second.heard]).toEqual([
        ['owned', 'lost', 'owned'],
        ['following', 'owned', 'lost'],
      ]);
    });

    it('[G3] the owner cannot rob itself', async () => {
      const [first, second] = three(await open(3));
      first.membership.steal();
      await subject.settled();
      second.membership.steal();
      await subject.until(() => second.owns);
      second.membership.steal();
      await subject.settled();
      expect([first.heard, second.heard]).toEqual([
        ['owned', 'lost'],
        ['following', 'owned'],
      ]);
    });

    it('[G3] when two steal at once, twice even, one owns in the end, and the lock still passes on', async () => {
      const [first, second, third] = three(await open(3));
      second.membership.steal();
      third.membership.steal();
      second.membership.steal();
      await subject.settled();
      const tabs = [first, second, third];
      const [owner, ...others] = [...tabs.filter(each => each.owns), ...tabs.filter(each => !each.owns)];
      expect(others.filter(each => each.owns)).toEqual([]);
      expect(first.heard).toEqual(['owned', 'lost']);
      for (const each of tabs) expect(flips(each)).toEqual([]);
      owner?.membership.leave();
      await subject.until(() => others.some(each => each.owns));
      await subject.settled();
      expect(others.filter(each => each.owns)).toHaveLength(1);
    });

    it('[G3] one may steal before it has heard who owns', async () => {
      const [first] = await open(1);
      const thief = join(subject, await subject.tab());
      thief.membership.steal();
      await thief.until('owned');
      await subject.settled();
      expect(thief.heard.filter(each => each === 'owned')).toHaveLength(1);
      expect(first?.heard).toEqual(['owned', 'lost']);
      thief.membership.leave();
      await subject.until(() => first?.owns === true);
    });

    it('[G4] after leave nobody is called, whatever was under way, and the lock is free', async () => {
      const [owner, follower] = three(await open(3));
      const late = join(subject, await subject.tab());
      late.membership.leave();
      follower.membership.leave();
      follower.membership.steal();
      const thief = join(subject, await subject.tab());
      await thief.until('following');
      thief.membership.steal();
      thief.membership.leave();
      owner.membership.post('to the others');
      owner.membership.leave();
      owner.membership.leave();
      owner.membership.steal();
      owner.membership.post('from the dead');
      await subject.settled();
      expect([owner.heard, follower.heard, late.heard, thief.heard]).toEqual([
        ['owned'],
        ['following'],
        [],
        ['following'],
      ]);
    });

    it('[G4] leaving from inside a handler is leaving', async () => {
      const [first] = await open(1);
      const page = await subject.tab();
      const heard: string[] = [];
      const membership = page.join({
        following: () => heard.push('following'),
        owned: () => {
          heard.push('owned');
          membership.leave();
        },
        lost: () => heard.push('lost'),
        received: () => heard.push('received'),
      });
      await subject.until(() => heard.length === 1);
      const next = join(subject, await subject.tab());
      await next.until('following');
      first?.membership.leave();
      await next.until('owned');
      expect(heard).toEqual(['following', 'owned']);
    });

    it('[G5] leaving and joining again at once, alone, ends in owning', async () => {
      const [before] = await open(1);
      before?.membership.leave();
      if (!before) throw new Error('nobody joined');
      const after = join(subject, before.tab);
      await after.until('owned');
      await subject.settled();
      expect(before.heard).toEqual(['owned']);
      expect(after.heard.filter(each => each !== 'following')).toEqual(['owned']);
    });

    it('[G5] leaving and joining again at once, with another waiting, leaves one owner', async () => {
      const [first, second, third] = three(await open(3));
      third.membership.leave();
      first.membership.leave();
      const again = join(subject, first.tab);
      await subject.until(() => again.heard.length > 0 && (again.owns || second.owns));
      await subject.settled();
      expect([again, second].filter(each => each.owns)).toHaveLength(1);
      const [owner, other] = again.owns ? [again, second] : [second, again];
      owner.membership.leave();
      await subject.until(() => other.owns);
    });

    it('[G6] a message goes to all others and not to oneself, in order, as it was when it was posted', async () => {
      const [first, second, third] = three(await open(3));
      const message = { say: 'one', list: [1], nothing: undefined, at: new Date(5) };
      first.membership.post(message);
      message.list.push(2);
      first.membership.post('two');
      first.membership.post('three');
      const expected = [{ say: 'one', list: [1], nothing: undefined, at: new Date(5) }, 'two', 'three'];
      await subject.until(() => second.heard.length === 4 && third.heard.length === 4);
      await subject.settled();
      expect(second.heard).toEqual(['following', ...expected]);
      expect(third.heard).toEqual(['following', ...expected]);
      expect(second.heard[1]).not.toBe(third.heard[1]);
      third.membership.post('back');
      await subject.until(() => second.heard.length === 5);
      await subject.settled();
      expect(first.heard).toEqual(['owned', 'back']);
      expect(third.heard).toHaveLength(4);
    });

    it('[G6] the last words of a tab that leaves are heard, in their order', async () => {
      const [first, second] = await open(2);
      for (const word of ['one', 'two', 'three']) first?.membership.post(word);
      first?.membership.leave();
      first?.membership.post('too late');
      await subject.until(() => second?.heard.includes('three') === true && second.heard.includes('owned'));
      await subject.settled();
      expect(second?.heard.filter(each => each !== 'owned')).toEqual(['following', 'one', 'two', 'three']);
    });

    it('[G6] what is posted on hearing that one follows reaches the owner, which can answer', async () => {
      const [owner] = await open(1);
      const page = await subject.tab();
      const heard: unknown[] = [];
      const membership = page.join({
        following: () => membership.post('hello'),
        owned: () => heard.push('owned'),
        lost: () => heard.push('lost'),
        received: message => heard.push(message),
      });
      await subject.until(() => owner?.heard.includes('hello') === true);
      owner?.membership.post('welcome');
      await subject.until(() => heard.length > 0);
      expect(heard).toEqual(['welcome']);
    });
  });
}

function join(subject: TabsSubject, tab: KillableTab): Recording {
  const heard: unknown[] = [];
  const membership = tab.join({
    owned: () => heard.push('owned'),
    following: () => heard.push('following'),
    lost: () => heard.push('lost'),
    received: message => heard.push(message),
  });
  return {
    tab,
    membership,
    heard,
    get owns() {
      return heard.findLast(each => each === 'owned' || each === 'lost') === 'owned';
    },
    until: what => subject.until(() => heard.includes(what)),
  };
}

function three([first, second, third]: readonly Recording[]): readonly [Recording, Recording, Recording] {
  if (!first || !second || !third) throw new Error('three tabs are needed');
  return [first, second, third];
}

/** Where a tab was told to own what it owned already, or that it lost what it did not have. */
function flips({ heard }: Recording): unknown[] {
  const turns = heard.filter(each => each === 'owned' || each === 'lost');
  return turns.filter((each, at) => each !== (at % 2 === 0 ? 'owned' : 'lost'));
}

/**
 * The lock and the channel of one conversation's tabs, under a given clock: asking takes a while and so does the answer, and messages take
 * ways of their own. The contract that it shares with the real ones is test/contracts/tabs.contract.ts.
 */

import type { Clock, TabHandlers, TabMembership, Tabs } from '../../src/client/ports.ts';
import { createLane, type Lane, type Travel } from './lane.ts';

export interface FakeTab extends Tabs {
  /** The tab is gone without a word; the lock passes on. */
  kill(): void;
}

export interface FakeTabs {
  tab(): FakeTab;
}

interface Member {
  readonly handlers: TabHandlers;
  /** To the keeper of the lock, and back. */
  readonly up: Lane;
  readonly down: Lane;
  /** Messages, by the member that gets them. */
  readonly lanes: Map<Member, Lane>;
  /** Whoever steals does not wait for the answer to the first question. */
  stole: boolean;
  left: boolean;
  owner: boolean;
}

export function createFakeTabs(clock: Clock, travel: Travel): FakeTabs {
  const listening = new Set<Member>();
  const queue: Member[] = [];
  let holder: Member | undefined;

  function grant(member: Member): void {
    holder = member;
    member.down(() => {
      // Left in the meantime: the way up brings the lock back.
      if (member.left) return;
      member.owner = true;
      member.handlers.owned();
    });
  }

  function release(member: Member): void {
    const place = queue.indexOf(member);
    if (place >= 0) queue.splice(place, 1);
    if (holder !== member) return;
    holder = undefined;
    const next = queue.shift();
    if (next) grant(next);
  }

  function wait(member: Member): void {
    member.up(() => {
      if (holder) queue.push(member);
      else grant(member);
    });
  }

  /** Free, and nobody waits; otherwise the member learns that it follows, and takes its place in the queue then. */
  function askFirst(member: Member): void {
    member.up(() => {
      listening.add(member);
      if (!holder) grant(member);
      else
        member.down(() => {
          if (member.left || member.stole) return;
          wait(member);
          member.handlers.following();
        });
    });
  }

  function steal(member: Member): void {
    member.stole = true;
    member.up(() => {
      const robbed = holder;
      if (robbed === member) return;
      const place = queue.indexOf(member);
      if (place >= 0) queue.splice(place, 1);
      grant(member);
      robbed?.down(() => {
        if (robbed.left) return;
        robbed.owner = false;
        wait(robbed);
        robbed.handlers.lost();
      });
    });
  }

  function post(from: Member, message: unknown): void {
    for (const to of listening) {
      if (to === from) continue;
      const lane = from.lanes.get(to) ?? createLane(clock, travel);
      from.lanes.set(to, lane);
      const copy = structuredClone(message);
      lane(() => {
        if (!to.left) to.handlers.received(copy);
      });
    }
  }

  function leave(member: Member): void {
    if (member.left) return;
    member.left = true;
    member.owner = false;
    member.up(() => {
      listening.delete(member);
      release(member);
    });
  }

  function tab(): FakeTab {
    const members: Member[] = [];
    let alive = true;
    return {
      join(handlers): TabMembership {
        const member: Member = {
          handlers,
          up: createLane(clock, travel),
          down: createLane(clock, travel),
          lanes: new Map(),
          stole: false,
          left: !alive,
          owner: false,
        };
        members.push(member);
        if (alive) askFirst(member);
        return {
          post: message => {
            if (!member.left) post(member, message);
          },
          steal: () => {
            if (!member.left && !member.owner) steal(member);
          },
          leave: () => leave(member),
        };
      },
      kill: () => {
        alive = false;
        for (const member of members) leave(member);
      },
    };
  }

  return { tab };
}

/**
 * The locks and the channel of one conversation's tabs, on a given clock: a request takes time and so does its answer, and each message
 * takes its own time. It fulfils the same contract as the real ones: test/contracts/tabs.contract.ts.
 */

import type { Clock, LockHandlers, Tabs } from '../../../src/client/api/ports.ts';
import { createLane, type Lane, type Travel } from './delay-line.ts';

export interface FakeTab extends Tabs {
  /** The tab is gone without a word; its locks pass on to others. */
  kill(): void;
}

export interface FakeTabs {
  tab(): FakeTab;
}

interface Request {
  readonly handlers: LockHandlers;
  readonly down: Lane;
  over: boolean;
}

interface Lock {
  holder: Request | undefined;
  readonly queue: Request[];
}

export function createFakeTabs(clock: Clock, travel: Travel): FakeTabs {
  const locks = new Map<string, Lock>();
  const listening = new Map<FakeTab, (message: unknown) => void>();

  function lockOf(name: string): Lock {
    const lock = locks.get(name) ?? { holder: undefined, queue: [] };
    locks.set(name, lock);
    return lock;
  }

  function grant(lock: Lock, request: Request): void {
    lock.holder = request;
    request.down(() => request.over || request.handlers.held());
  }

  function release(lock: Lock, request: Request): void {
    const place = lock.queue.indexOf(request);
    if (place >= 0) lock.queue.splice(place, 1);
    if (lock.holder !== request) return;
    lock.holder = undefined;
    const next = lock.queue.shift();
    if (next) grant(lock, next);
  }

  function tab(): FakeTab {
    const up = createLane(clock, travel);
    const down = createLane(clock, travel);
    const lanes = new Map<FakeTab, Lane>();
    const letGo = new Set<() => void>();
    let alive = true;

    const own: FakeTab = {
      post(message) {
        if (!alive) return;
        for (const to of listening.keys()) {
          if (to === own) continue;
          const lane = lanes.get(to) ?? createLane(clock, travel);
          lanes.set(to, lane);
          const copy = structuredClone(message);
          lane(() => listening.get(to)?.(copy));
        }
      },
      listen(heard) {
        listening.set(own, heard);
        return () => void listening.delete(own);
      },
      hold(name, handlers, isForced) {
        const lock = lockOf(name);
        const request: Request = { handlers, down, over: !alive };
        up(() => {
          if (request.over) return;
          const robbed = lock.holder;
          if (robbed && !isForced) lock.queue.push(request);
          else grant(lock, request);
          if (robbed && isForced) robbed.down(() => robbed.over || robbed.handlers.lost());
        });
        const end = () => {
          letGo.delete(end);
          if (request.over) return;
          request.over = true;
          up(() => release(lock, request));
        };
        letGo.add(end);
        return end;
      },
      kill() {
        for (const end of [...letGo]) end();
        listening.delete(own);
        alive = false;
      },
    };
    return own;
  }

  return { tab };
}

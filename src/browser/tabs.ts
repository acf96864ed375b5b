/**
 * Which of several tabs owns a conversation: the one that holds a Web Lock, which the browser passes on when a tab goes, however it goes.
 * What tabs tell each other goes over a BroadcastChannel of the same name. What owning means is the client's business.
 */

import type { TabHandlers, TabMembership, Tabs } from '../client/ports.ts';

/** Undefined where the browser lacks either, or denies them: then every tab is alone. */
export function createTabs(key: string): Tabs | undefined {
  const locks = globalThis.navigator?.locks;
  try {
    // Firefox throws where storage is denied.
    new BroadcastChannel(key).close();
  } catch {
    return undefined;
  }
  return locks && { join: handlers => join(locks, key, handlers) };
}

/** What is said within so many milliseconds of the last message goes together: a reply in many pieces is many inputs, and each costs a post. */
const TOGETHER_MS = 50;

function join(locks: LockManager, key: string, handlers: TabHandlers): TabMembership {
  const channel = new BroadcastChannel(key);
  /** Only the latest request counts: what an older one still brings is given back, and nobody hears of it. `leave` makes all of them old. */
  let latest = 0;
  let left = false;
  let owner = false;
  /** Ends the latest request: gives the lock back, or leaves the queue. */
  let end = () => {};

  function own(): void {
    owner = true;
    handlers.owned();
  }

  /** Where locks are denied every tab owns, and must not hear that others do. */
  function ownAlone(): void {
    channel.close();
    own();
  }

  /** Without options it waits its turn; the others cannot be taken back once made. */
  function request(options?: LockOptions): void {
    end();
    latest += 1;
    const mine = latest;
    const queued = new AbortController();
    end = () => queued.abort();
    const granted = (lock: Lock | null): Promise<void> | undefined => {
      if (mine !== latest) return undefined;
      if (lock) {
        const held = new Promise<void>(release => {
          end = release;
        });
        own();
        return held;
      }
      request();
      handlers.following();
      return undefined;
    };
    // A page that has put a function of its own in its place may throw at once.
    new Promise(done => done(locks.request(key, options ?? { signal: queued.signal }, granted))).catch(error => {
      if (mine !== latest) return;
      if (!owner) {
        // Robbed before it knew that it had the lock; or locks are denied, the queue as well.
        if (options) request();
        else ownAlone();
        return;
      }
      owner = false;
      if (error.name !== 'AbortError') throw error;
      request();
      handlers.lost();
    });
  }

  const said: unknown[] = [];
  let pausing: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    clearTimeout(pausing);
    pausing = undefined;
    if (said.length === 0) return;
    try {
      channel.postMessage(said.splice(0));
    } catch {
      // Others hear nothing, and go on by themselves (`tabs_silent`).
    }
    pausing = setTimeout(tell, TOGETHER_MS);
  }

  channel.onmessage = event => {
    for (const message of Array.isArray(event.data) ? event.data : []) handlers.received(message);
  };
  request({ ifAvailable: true });
  return {
    post: message => {
      if (left) return;
      said.push(message);
      // Out of sight timers are slow, and who waits for an answer would not wait so long.
      if (pausing === undefined || document.hidden) tell();
    },
    steal: () => {
      if (!left && !owner) request({ steal: true });
    },
    leave: () => {
      if (!left) tell();
      clearTimeout(pausing);
      left = true;
      latest += 1;
      end();
      channel.close();
    },
  };
}

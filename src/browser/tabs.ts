/** The tabs with one conversation: they send each other messages over a BroadcastChannel, and use Web Locks for work that must be done once. */

import type { LockHandlers, Tabs } from '../client/api/ports.ts';

/** Returns undefined if the browser lacks or denies either API: every tab is alone then. */
export function createTabs(key: string): Tabs | undefined {
  const locks = globalThis.navigator?.locks;
  let channel: BroadcastChannel | undefined;
  try {
    // Firefox throws if storage is denied.
    new BroadcastChannel(key).close();
  } catch {
    return undefined;
  }
  if (!locks) return undefined;
  return {
    post(message) {
      try {
        channel?.postMessage(message);
      } catch {
        // Others find out by themselves.
      }
    },
    listen(heard) {
      const own = new BroadcastChannel(key);
      own.onmessage = ({ data }) => heard(data);
      channel = own;
      return () => {
        own.close();
        if (channel === own) channel = undefined;
      };
    },
    hold: (name, handlers, isForced) => hold(locks, `${key}:${name}`, handlers, isForced),
  };
}

function hold(locks: LockManager, name: string, handlers: LockHandlers, isForced = false): () => void {
  const queued = new AbortController();
  let isOver = false;
  let isHeld = false;
  let release = () => {};
  const granted = (): Promise<void> | undefined => {
    if (isOver) return undefined;
    isHeld = true;
    handlers.held();
    // The lock may have been released at once.
    return isOver
      ? undefined
      : new Promise(resolve => {
          release = resolve;
        });
  };
  // Browsers take no signal together with force. A page that has put a function of its own in its place may throw at once.
  new Promise(done => done(locks.request(name, isForced ? { steal: true } : { signal: queued.signal }, granted))).catch(
    () => {
      if (isOver) return;
      if (isHeld) handlers.lost();
      else granted();
    },
  );
  return () => {
    isOver = true;
    queued.abort();
    release();
  };
}

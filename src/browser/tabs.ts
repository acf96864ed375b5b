/**
 * Coordinates the tabs of one conversation: a BroadcastChannel carries their messages, and Web Locks choose the tab for work that must be done only
 * once.
 */

import type { LockHandlers, Tabs } from '../client/api/ports.ts';

/** Returns undefined if the browser lacks or denies either API. Tabs then do not share a conversation. */
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
        // Ignores a failed message, because other tabs notice the loss.
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
    // Checks again, because the handler `held` may have released the lock at once.
    return isOver
      ? undefined
      : new Promise(resolve => {
          release = resolve;
        });
  };
  // The options `steal` and `signal` cannot be combined. The `new Promise` also catches a synchronous error, if the page has replaced `request`.
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

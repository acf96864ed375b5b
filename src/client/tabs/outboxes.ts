/**
 * Stores this tab's unsent messages and draft. Each tab writes its own record before it sends, and holds a lock of its own name while it is open. A
 * tab that acquires another tab's lock knows that the other is gone, and takes over its record.
 */

import type { Fact, Intent } from '../../session/state/inputs.ts';
import { type OwnRecord, readOwn, sealOwn, writeOwn } from '../../session/state/snapshot.ts';
import type { OutboxEntry, SessionState } from '../../session/state/state.ts';
import type { Ports, Storage, Tabs } from '../api/ports.ts';

export interface Outboxes {
  /**
   * Acquires this tab's lock, which shows other tabs that it is open. Resolves with the state that another tab has taken over while this page was
   * frozen, or with undefined if none has.
   */
  arrive(): Promise<SessionState | undefined>;
  /** Allows writes. Called once this tab's state contains its stored record. */
  begin(): void;
  /** Writes the unsent messages and the draft. Returns true if they are stored; throws if the browser denies storage. */
  write(state: SessionState): boolean;
  /** Writes calls that this page has received and not processed; throws if that fails. `watch` processes them later, in this or another tab. */
  leaveWords(own: OwnRecord): true;
  /** Takes over the records of tabs that are gone, now and later, as long as this tab is open. */
  watch(): void;
  /** Takes over the record of one tab once that tab is gone. */
  watchTab(name: string): void;
  /** Stops watching other tabs. This tab's own lock stays. */
  rest(): void;
  /** Releases the lock because the page is frozen or unloaded: other tabs may take over the record. */
  leave(): void;
  /** Removes the record. Records written up to `at` are no longer taken over. */
  forget(at: number): void;
}

/** Milliseconds to wait for this tab's own lock. Another tab that holds it longer must be frozen. */
const HANG_MS = 1_000;
/** Milliseconds to wait for a lock that is taken by force. After that, the browser's locks are taken to be broken. */
const SILENT_MS = 3_000;
/** Milliseconds until this tab sees the last write of another tab: browsers share localStorage between processes with a delay. */
const SETTLE_MS = 300;

interface Parts extends Pick<Ports, 'clock' | 'log'> {
  readonly tabs: Tabs | undefined;
  readonly name: string;
  readonly storage: Storage;
}

export function createOutboxes(
  { clock, log, tabs, name, storage: { own } }: Parts,
  take: (own: OwnRecord) => void,
  isGone: (name: string) => void,
): Outboxes {
  const watched = new Map<string, () => void>();
  /** Functions that remove the records that were taken over. They are called once this tab's record contains those records. */
  const taken: (() => void)[] = [];
  let written: SessionState | undefined;
  /** The state in this tab's record. */
  let putDown: SessionState | undefined;
  /** True if this tab's record exists. */
  let has = false;
  let release = () => {};
  let isHere = false;
  /**
   * True if another tab took over this tab's record while the page was frozen; any new record then contains only calls that the page has not
   * processed.
   */
  let wasTaken = false;
  let hasLeft = false;
  let forgottenAt = 0;

  /**
   * Reads the record of another tab, whose lock this tab has had since `heldAt`. The record is removed when its contents are stored in this tab's
   * record.
   */
  function takeFrom(other: string, letGo = () => {}, heldAt = Infinity): void {
    const text = own.read(other);
    const giveThis = () => {
      // Removes the record unless the other tab has come back and changed it.
      if (text !== null && other !== name && own.read(other) === text) own.write(other, null);
      letGo();
    };
    const record = readOwn(text ?? '', forgottenAt);
    // The other tab has written since, so it is back: this tab was frozen, and does not know yet that it has lost the lock.
    if (record && record.at > heldAt) letGo();
    else if (!record) giveThis();
    else {
      taken.push(giveThis);
      take(record);
    }
  }

  const isTaken = () => has && own.read(name) === null;

  function watchTab(other: string): void {
    if (!tabs || other === name || watched.has(other)) return;
    const stop = holdOther(tabs, clock, other, {
      gone: () => isGone(other),
      settled: heldAt => takeFrom(other, stop, heldAt),
      ended: () => watched.delete(other),
    });
    watched.set(other, stop);
  }

  function rest(): void {
    for (const stop of [...watched.values()]) stop();
  }

  return {
    arrive: () =>
      new Promise(arrived => {
        const here = () => {
          written = undefined;
          arrived(wasTaken || isTaken() ? putDown : undefined);
        };
        if (tabs) release = holdOwn({ tabs, clock, log, name }, here);
        else here();
      }),
    begin() {
      isHere = true;
      wasTaken = false;
    },
    write(state) {
      if (!isHere) return false;
      if (state.outbox !== written?.outbox || state.draft !== written.draft) {
        const text = writeOwn(state, clock.now());
        if (text !== null || has) own.write(name, text);
        has = text !== null;
        written = putDown = state;
      }
      for (const giveBack of taken.splice(0)) giveBack();
      return true;
    },
    leaveWords(record) {
      wasTaken ||= isTaken();
      const { outbox, draft } = readOwn(own.read(name) ?? '') ?? { outbox: [], draft: '' };
      own.write(name, sealOwn({ ...record, outbox: [...outbox, ...record.outbox], draft: record.draft || draft }));
      hasLeft = true;
      return true;
    },
    watch() {
      // Takes over this tab's own record first, because it is overwritten when records of other tabs are taken over.
      if (hasLeft) takeFrom(name);
      hasLeft = false;
      for (const other of own.names()) {
        if (tabs) watchTab(other);
        else if (other !== name) takeFrom(other);
      }
    },
    watchTab,
    rest,
    leave() {
      isHere = false;
      rest();
      release();
      release = () => {};
    },
    forget(at) {
      forgottenAt = at;
      if (has) own.write(name, null);
      has = false;
      written = undefined;
    },
  };
}

/** Holds the lock of this tab's name. `here` is called when the lock is acquired, or if the browser does not answer in time. */
function holdOwn({ tabs, clock, log, name }: Omit<Parts, 'storage' | 'tabs'> & { tabs: Tabs }, here: () => void) {
  let cancel = () => {};
  const ask = (isForced: boolean) =>
    tabs.hold(
      `tab:${name}`,
      {
        held() {
          cancel();
          here();
        },
        lost() {},
      },
      isForced,
    );
  let letGo = ask(false);
  // Another tab may have acquired the lock while this page was frozen, and be frozen itself now: takes the lock by force.
  cancel = clock.after(HANG_MS, () => {
    letGo();
    letGo = ask(true);
    cancel = clock.after(SILENT_MS, () => {
      letGo();
      log.warn('tabs_silent', 'No answer from Web Locks: this tab goes on alone.');
      here();
    });
  });
  return () => {
    cancel();
    letGo();
  };
}

interface OtherLock {
  gone(): void;
  /** Called when the last write of the other tab is visible. `heldAt` is the time at which its lock was acquired. */
  settled(heldAt: number): void;
  ended(): void;
}

/** Waits for the lock of another tab. The returned function stops waiting, or releases the lock. */
function holdOther(tabs: Tabs, clock: Ports['clock'], other: string, { gone, settled, ended }: OtherLock): () => void {
  let cancel = () => {};
  const end = () => {
    cancel();
    ended();
  };
  const letGo = tabs.hold(`tab:${other}`, {
    held() {
      const heldAt = clock.now();
      gone();
      cancel = clock.after(SETTLE_MS, () => settled(heldAt));
    },
    lost: end,
  });
  return () => {
    end();
    letGo();
  };
}

/** Returns the messages and the draft among the inputs as a tab's record; undefined if there are none. */
export function wordsOf(inputs: readonly (Intent | Fact)[], at: number): OwnRecord | undefined {
  const outbox = inputs.flatMap(input => (input.type === 'sendRequested' ? unsent(input, at) : []));
  const draft = inputs.findLast(input => input.type === 'draftChanged')?.text ?? '';
  return outbox[0] || draft ? { outbox, draft, generation: 0, at } : undefined;
}

function unsent(input: Extract<Intent, { readonly type: 'sendRequested' }>, at: number): OutboxEntry {
  const { id, text, custom } = input;
  const said = { id, text, ...(custom && { custom }), at };
  return { ...said, status: 'queued', sends: 0, lastSentAt: null, spentMs: 0, stored: true };
}

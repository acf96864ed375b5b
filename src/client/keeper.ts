/**
 * Writes what a reload needs, and reads it again. Small writes at once, so that no message leaves before it is safe; the transcript at most
 * every half second. A browser that keeps nothing costs one warning and no message.
 */

import { type Kept, readParts, takeSnapshot, writeHead, writeTranscript } from '../session/snapshot.ts';
import type { SessionState } from '../session/state.ts';
import type { Ports, Saved, Storage } from './ports.ts';
import { NEWS_MS } from './pulse.ts';

/** At most one write of the transcript in this time, in milliseconds … */
const SAVE_MS = 500;
/** … and in more for long ones, which cost more: this many events double it. */
const LONG_LOG = 1_000;
/** What nobody has touched for so long is removed unread: seven days. */
const KEEP_MS = 7 * 24 * 3_600_000;
/** A storage that has not answered after this long holds up no message any more. */
const PATIENCE_MS = 1_000;
/** … and after this long counts as one that keeps nothing; until then it may be slow. */
const SILENT_MS = 10_000;
/** A timer that is so late says that the page itself was busy, in milliseconds. */
const LATE_MS = 250;
/** A removal that failed is tried again after this pause, and after twice as long each time, up to the second. */
const REMOVE_MS = 2_000;
const LAST_REMOVE_MS = 32_000;

export interface Keeper {
  /** What was kept, or that nothing is; undefined when nobody can tell. What cannot be used is discarded with one warning. */
  load(): Promise<Kept | 'nothing' | undefined>;
  persist(urgent: boolean): void;
  /** Writes everything again, soon: another tab may have written in between. */
  rewrite(): void;
  /** Writes now what is not written yet: the page may be about to go. Answers whether there is any, or may be. */
  flush(): boolean;
  /** Asks this before every write, with the time that it was planned for, and where the answer is yes, waits a moment with it. */
  ask(whether: (dueAt?: number) => boolean): void;
  /** Another tab has what is unsent: the next page of this one, which keeps a record of its own, is not to ask for it once more. */
  handedOver(kept: Kept): void;
  clear(): void;
  stop(): void;
}

export interface Source {
  state(): SessionState;
  turns(): number;
  reign(): number;
  ticket(): string;
  /** These messages may be sent now: they are safe, or never will be. */
  stored(ids: readonly string[]): void;
}

export function createKeeper(storage: Storage, { clock, log }: Pick<Ports, 'clock' | 'log'>, source: Source): Keeper {
  /** The state whose transcript was written last. */
  let written: SessionState | undefined;
  let cancelSave: (() => void) | undefined;
  let cancelRemoval: (() => void) | undefined;
  let busy = false;
  /** A write was asked for during another one: of everything, or of the small part. */
  let again: boolean | undefined;
  /** Something that was to be kept was not handed to the storage yet, or was refused. */
  let behind = false;
  let warned = false;
  /** The page stood still: what it would write may be overtaken. */
  let isDoubtful = (_dueAt?: number) => false;
  /** Raised by `clear` and `stop`: what began before is of no interest any more. */
  let era = 0;

  function failed(error: unknown): undefined {
    if (warned) return;
    warned = true;
    log.warn('storage_failed', `Nothing is kept; the conversation lives as long as this page. ${error}`);
  }

  const reader = createReader(storage, { clock, log }, failed);

  /** Writes the small part, and with `all` whatever else is new. */
  function save(all: boolean, dueAt?: number): void {
    if (busy) {
      again ||= all;
      return;
    }
    const begun = era;
    busy = true;
    if (isDoubtful(dueAt)) {
      again = all;
      clock.after(NEWS_MS, () => {
        busy = false;
        if (again !== undefined) save(again);
      });
      return;
    }
    again = undefined;
    // What is kept from now on is not to be removed.
    cancelRemoval?.();
    reader.isUnusable = false;
    if (all) behind = false;
    const state = source.state();
    const withTranscript = (all && hasNews(state, written)) || state.session?.id !== written?.session?.id || !written;
    const waiting = state.outbox.flatMap(entry => (entry.stored ? [] : [entry.id]));
    // Also told when nothing waits for it any more.
    const unwritten = (error: unknown) => begun === era && failed(error);
    const writing = storage.save(partsOf(keptBy(source), withTranscript)).then(() => true, unwritten);
    const done = (isWritten?: boolean) => {
      busy = false;
      if (begun === era) {
        if (!isWritten) behind = true;
        else if (withTranscript) written = state;
        if (waiting.length > 0) source.stored(waiting);
      }
      if (again !== undefined) save(again);
    };
    whenDone(writing, clock, done, () => unwritten('It does not answer.'));
  }

  function soon(): void {
    const { log: events } = source.state().conversation;
    const pauseMs = SAVE_MS * (1 + events.length / LONG_LOG);
    const dueAt = clock.now() + pauseMs;
    cancelSave ??= clock.after(pauseMs, () => {
      cancelSave = undefined;
      save(true, dueAt);
    });
  }

  function calmDown(): void {
    cancelSave?.();
    cancelSave = undefined;
    again = undefined;
    behind = false;
    written = undefined;
    era += 1;
    cancelRemoval?.();
  }

  function persist(urgent: boolean): void {
    behind = true;
    if (urgent) save(false);
    soon();
  }

  return {
    load: () => reader.load(() => warned),
    persist,
    rewrite() {
      written = undefined;
      persist(false);
    },
    flush() {
      if (!behind) return busy;
      cancelSave?.();
      cancelSave = undefined;
      // Writes are done in the order in which they are asked for; this one does not wait for the end of another.
      busy = false;
      save(true);
      return true;
    },
    ask(whether) {
      isDoubtful = whether;
    },
    // All of it: it may never have been written, and beside the transcript of another session the small part is of no use.
    handedOver(kept) {
      const snapshot = { ...kept.snapshot, outbox: [], draft: '' };
      storage.save(partsOf({ ...kept, snapshot }, true)).catch(failed);
    },
    clear() {
      calmDown();
      cancelRemoval = remove(storage, clock, failed);
    },
    stop: calmDown,
  };
}

type Reporter = (error: unknown) => undefined;

function createReader(storage: Storage, { clock, log }: Pick<Ports, 'clock' | 'log'>, failed: Reporter) {
  const reader = {
    /** What was kept could not be used, and was removed; nothing has been kept since. */
    isUnusable: false,
    /** `hasFailed`: reading or writing has, this time or before. */
    async load(hasFailed: () => boolean): Promise<Kept | 'nothing' | undefined> {
      const kept = await storage.load().then(readParts).catch(failed);
      // It says nothing then that nothing is there.
      if (kept === undefined) return hasFailed() || reader.isUnusable ? undefined : 'nothing';
      if (typeof kept !== 'string' && clock.now() - kept.snapshot.lifeAt <= KEEP_MS) return asSafe(kept);
      void storage.clear().catch(failed);
      if (typeof kept !== 'string') return 'nothing';
      reader.isUnusable = true;
      log.warn('snapshot_discarded', `What was kept of the conversation cannot be used (${kept}).`);
      return undefined;
    },
  };
  return reader;
}

/** What is to be forgotten does not stay because the storage was busy just then. The answer calls it off. */
function remove(storage: Storage, clock: Ports['clock'], failed: (error: unknown) => void): () => void {
  let off = false;
  let cancel = () => {};
  const attempt = (pauseMs: number) => {
    storage.clear().catch(error => {
      failed(error);
      if (!off && pauseMs <= LAST_REMOVE_MS) cancel = clock.after(pauseMs, () => attempt(pauseMs * 2));
    });
  };
  attempt(REMOVE_MS);
  return () => {
    off = true;
    cancel();
  };
}

function keptBy(source: Source): Kept {
  const snapshot = takeSnapshot(source.state());
  return { snapshot, turns: source.turns(), reign: source.reign(), ticket: source.ticket() };
}

function partsOf(kept: Kept, withTranscript: boolean): Saved {
  const head = writeHead(kept);
  return withTranscript ? { head, transcript: writeTranscript(kept.snapshot) } : { head };
}

/** Goes on when the write is done, has failed, or takes too long; in any case once. `silent`: nothing has come of it, though that was waited for long. */
function whenDone(
  writing: Promise<boolean | undefined>,
  clock: Ports['clock'],
  go: (isWritten?: boolean) => void,
  silent: () => void,
): void {
  let open = true;
  let cancel = () => {};
  const finish = (isWritten?: boolean) => {
    cancel();
    if (open) go(isWritten);
    open = false;
  };
  /** A page that was busy itself has not heard the answer; once, because some pages are always late. */
  const wait = (ms: number, then: () => void, mayBeLate = true): void => {
    const dueAt = clock.now() + ms;
    cancel = clock.after(ms, () => {
      if (mayBeLate && clock.now() - dueAt > LATE_MS) wait(PATIENCE_MS, then, false);
      else then();
    });
  };
  wait(PATIENCE_MS, () => {
    finish();
    wait(SILENT_MS - PATIENCE_MS, silent);
  });
  writing.then(finish);
}

function hasNews({ conversation, past, session }: SessionState, written: SessionState | undefined): boolean {
  return (
    conversation.log !== written?.conversation.log ||
    past !== written.past ||
    session?.cursor !== written.session?.cursor
  );
}

/** What was read is safe, whatever it said of itself when it was written. */
function asSafe(kept: Kept): Kept {
  const outbox = kept.snapshot.outbox.map(entry => ({ ...entry, stored: true }));
  return { ...kept, snapshot: { ...kept.snapshot, outbox } };
}

/**
 * Writes what a reload needs, and reads it again. Small writes at once, so that no message leaves before it is safe; the transcript at most
 * every half second. A browser that keeps nothing costs one warning and no message.
 */

import { type Kept, readParts, takeSnapshot, writeHead, writeTranscript } from '../session/snapshot.ts';
import type { SessionState } from '../session/state.ts';
import type { Ports, Storage } from './ports.ts';

/** At most one write of the transcript in this time, in milliseconds … */
const SAVE_MS = 500;
/** … and in more for long ones, which cost more: this many events double it. */
const LONG_LOG = 1_000;
/** What nobody has touched for so long is removed unread: seven days. */
const KEEP_MS = 7 * 24 * 3_600_000;
/** A storage that has not answered after this long holds up no message any more. */
const PATIENCE_MS = 1_000;

export interface Keeper {
  /** What was kept, or that nothing is; undefined when nobody can tell. What cannot be used is discarded with one warning. */
  load(): Promise<Kept | 'nothing' | undefined>;
  persist(urgent: boolean): void;
  /** Writes everything again, soon: another tab may have written in between. */
  rewrite(): void;
  /** Writes now what is not written yet: the page may be about to go. */
  flush(): void;
  clear(): void;
  stop(): void;
}

export interface Source {
  state(): SessionState;
  turns(): number;
  ticket(): string;
  /** These messages may be sent now: they are safe, or never will be. */
  stored(ids: readonly string[]): void;
}

export function createKeeper(storage: Storage, { clock, log }: Pick<Ports, 'clock' | 'log'>, source: Source): Keeper {
  /** The state whose transcript was written last. */
  let written: SessionState | undefined;
  let cancelSave: (() => void) | undefined;
  let busy = false;
  /** A write was asked for during another one: of everything, or of the small part. */
  let again: boolean | undefined;
  /** Something that was to be kept was not handed to the storage yet, or was refused. */
  let behind = false;
  let warned = false;
  /** Raised by `clear` and `stop`: what began before is of no interest any more. */
  let era = 0;

  function failed(error: unknown): void {
    if (warned) return;
    warned = true;
    log.warn('storage_failed', `This browser keeps nothing; the conversation lives as long as this page. ${error}`);
  }

  /** Writes the small part, and with `all` whatever else is new. */
  function save(all: boolean): void {
    if (busy) {
      again ||= all;
      return;
    }
    busy = true;
    again = undefined;
    if (all) behind = false;
    const state = source.state();
    const snapshot = takeSnapshot(state);
    const withTranscript = (all && hasNews(state, written)) || state.session?.id !== written?.session?.id || !written;
    const head = writeHead({ snapshot, turns: source.turns(), ticket: source.ticket() });
    const waiting = state.outbox.flatMap(entry => (entry.stored ? [] : [entry.id]));
    const parts = withTranscript ? { head, transcript: writeTranscript(snapshot) } : { head };
    within(storage.save(parts), era, safe => {
      behind ||= !safe;
      if (safe && withTranscript) written = state;
      if (waiting.length > 0) source.stored(waiting);
    });
  }

  /** Goes on when the write is done, has failed, or takes too long; in any case once. */
  function within(writing: Promise<void>, begun: number, done: (safe: boolean) => void): void {
    let open = true;
    const finish = (error?: unknown) => {
      cancelPatience();
      if (!open) return;
      open = busy = false;
      if (begun === era) {
        if (error !== undefined) failed(error);
        done(error === undefined);
      }
      if (again !== undefined) save(again);
    };
    const cancelPatience = clock.after(PATIENCE_MS, () => finish('It does not answer.'));
    writing.then(
      () => finish(),
      error => finish(error),
    );
  }

  function soon(): void {
    const { log: events } = source.state().conversation;
    cancelSave ??= clock.after(SAVE_MS * (1 + events.length / LONG_LOG), () => {
      cancelSave = undefined;
      save(true);
    });
  }

  function calmDown(): void {
    cancelSave?.();
    cancelSave = undefined;
    again = undefined;
    behind = false;
    written = undefined;
    era += 1;
  }

  function persist(urgent: boolean): void {
    behind = true;
    if (urgent) save(false);
    soon();
  }

  return {
    async load() {
      let kept: ReturnType<typeof readParts>;
      try {
        kept = readParts(await storage.load());
      } catch (error) {
        failed(error);
        return undefined;
      }
      // Where writing has failed, it says nothing that nothing is kept.
      if (kept === undefined) return warned ? undefined : 'nothing';
      const old = typeof kept !== 'string' && clock.now() - kept.snapshot.lifeAt > KEEP_MS;
      if (typeof kept !== 'string' && !old) return asSafe(kept);
      if (!old)
        log.warn('snapshot_discarded', `What this browser had kept of the conversation cannot be used (${kept}).`);
      void storage.clear().catch(failed);
      return old ? 'nothing' : undefined;
    },
    persist,
    rewrite() {
      written = undefined;
      persist(false);
    },
    flush() {
      if (!behind) return;
      cancelSave?.();
      cancelSave = undefined;
      // Writes are done in the order in which they are asked for; this one does not wait for the end of another.
      busy = false;
      save(true);
    },
    clear() {
      calmDown();
      void storage.clear().catch(failed);
    },
    stop: calmDown,
  };
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

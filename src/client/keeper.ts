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
/** A storage that has not answered after this long holds up no message any more. */
const PATIENCE_MS = 1_000;

export interface Keeper {
  /** What was kept, or undefined; what cannot be used is discarded with one warning. */
  load(): Promise<Kept | undefined>;
  persist(urgent: boolean): void;
  /** Writes everything now: the page may be about to go. */
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
  /** The state whose transcript was handed to the storage last. */
  let written: SessionState | undefined;
  let cancelSave: (() => void) | undefined;
  let busy = false;
  let again = false;
  let warned = false;
  /** Raised by `clear` and `stop`: what began before is of no interest any more. */
  let era = 0;

  function failed(error: unknown): void {
    if (warned) return;
    warned = true;
    log.warn('storage_failed', `This browser keeps nothing; the conversation lives as long as this page. ${error}`);
  }

  function save(whole: boolean): void {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    const state = source.state();
    const snapshot = takeSnapshot(state);
    const withTranscript = whole || state.session?.id !== written?.session?.id;
    if (withTranscript) written = state;
    const head = writeHead({ snapshot, turns: source.turns(), ticket: source.ticket() });
    const waiting = state.outbox.flatMap(entry => (entry.stored ? [] : [entry.id]));
    const parts = withTranscript ? { head, transcript: writeTranscript(snapshot) } : { head };
    within(storage.save(parts), era, () => waiting.length > 0 && source.stored(waiting));
  }

  /** Goes on when the write is done, has failed, or takes too long; in any case once. */
  function within(writing: Promise<void>, begun: number, done: () => void): void {
    let open = true;
    const finish = (error?: unknown) => {
      cancelPatience();
      if (!open) return;
      open = busy = false;
      if (begun === era) {
        if (error !== undefined) failed(error);
        done();
      }
      if (again) {
        again = false;
        save(false);
      }
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
      save(hasNews(source.state(), written));
    });
  }

  function calmDown(): void {
    cancelSave?.();
    cancelSave = undefined;
    again = false;
    era += 1;
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
      if (typeof kept !== 'string') return kept;
      log.warn('snapshot_discarded', `What this browser had kept of the conversation cannot be used (${kept}).`);
      void storage.clear().catch(failed);
      return undefined;
    },
    persist(urgent) {
      if (urgent) save(false);
      soon();
    },
    flush() {
      cancelSave?.();
      cancelSave = undefined;
      // Writes are done in the order in which they are asked for; this one does not wait for the end of another.
      busy = false;
      save(hasNews(source.state(), written));
    },
    clear() {
      calmDown();
      written = undefined;
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

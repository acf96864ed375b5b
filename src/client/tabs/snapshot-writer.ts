/**
 * Writes the conversation where the next page finds it, and reads it again: at most every half second, and at once when a session begins or
 * ends. Other tabs write the same record: a newer one is never written over. What only this tab has is tabs/outboxes.ts. A browser that keeps
 * nothing costs one warning and no message.
 */

import {
  type Kept,
  readHead,
  readParts,
  type Snapshot,
  takeSnapshot,
  writeHead,
  writeTranscript,
} from '../../session/state/snapshot.ts';
import type { SessionState } from '../../session/state/state.ts';
import type { Ports, Saved, Storage } from '../api/ports.ts';

/** At most one write of the transcript in this time, in milliseconds … */
const SAVE_MS = 500;
/** … and in more for long ones, which cost more: this many events double it. */
const LONG_LOG = 1_000;
/** A record that nobody has touched for so long is removed unread: seven days, in milliseconds. */
const KEEP_MS = 7 * 24 * 3_600_000;
/** A removal that failed is tried again after this pause, and after twice as long each time, up to the second. */
const REMOVE_MS = 2_000;
const LAST_REMOVE_MS = 32_000;

export interface Keeper {
  /** Returns the record, or `nothing`; undefined if the storage does not say. A record that cannot be used is discarded with one warning. */
  load(): Promise<Kept | 'nothing' | undefined>;
  persist(): void;
  /** Writes now what is not written yet: the page may be about to go. */
  flush(): void;
  /** Returns true if other tabs can find this tab's session, or if nothing can be stored at all. */
  isFound(): boolean;
  /** Removes what is kept. */
  clear(): void;
  /** The same of what began before; somebody has begun anew since, perhaps. */
  clearUpTo(at: number): void;
  /** Writes nothing more of what was so far. */
  stop(): void;
}

export interface Source {
  state(): SessionState;
  ticket(): string;
  /** Another tab, which was looked at later, writes what is said. */
  isOthers(): boolean;
  /** Others have something to read: a session has begun or ended. */
  changed(): void;
  /** Another tab has written something newer. */
  overtaken(): void;
  failed(error: unknown): void;
}

type Verdict = 'write' | 'leave' | 'overtaken';

export function createKeeper(storage: Storage, { clock, log }: Pick<Ports, 'clock' | 'log'>, source: Source): Keeper {
  /** The state whose transcript was written last. */
  let written: SessionState | undefined;
  /** The news that other tabs were told last, and the session that they can find now. */
  let told = '';
  let found: string | undefined;
  /** The panel was open at the last write. */
  let isOpen = false;
  let cancelSave: (() => void) | undefined;
  let cancelRemoval: (() => void) | undefined;
  let busy = false;
  /** A write was asked for during another one. */
  let again = false;
  /** Something that was to be kept was not handed to the storage yet, or was refused. */
  let behind = false;
  let hasFailed = false;
  /** The record could not be used and was removed; nothing has been written since. */
  let isUnusable = false;
  /** A record that began before this instant has been forgotten: another tab that had not heard of it has written it once more. */
  let forgottenAt = 0;
  /** Raised by `clear` and `stop`: what began before is of no interest any more. */
  let era = 0;

  function failed(error: unknown): undefined {
    hasFailed = true;
    source.failed(error);
  }

  async function save(): Promise<void> {
    again = busy;
    if (busy) return;
    const begun = era;
    const state = source.state();
    isOpen = state.panelOpen;
    // A removal under way must not take this record.
    cancelRemoval?.();
    behind = false;
    busy = true;
    try {
      const kept = { snapshot: takeSnapshot(state), ticket: source.ticket() };
      const verdict = await offer(storage, kept, hasNews(state, written), isUnusable ? Infinity : forgottenAt);
      if (begun === era) done(verdict, state);
    } catch (error) {
      if (begun !== era) return;
      behind = true;
      failed(error);
    }
    if (begun !== era) return;
    busy = false;
    if (again) void save();
  }

  function done(verdict: Verdict, state: SessionState): void {
    if (verdict === 'overtaken') source.overtaken();
    else found = state.session?.id;
    if (verdict !== 'write') return;
    isUnusable = false;
    written = state;
    const facts = factsOf(state);
    if (facts !== told) source.changed();
    told = facts;
  }

  function stop(upTo = forgottenAt): void {
    forgottenAt = upTo;
    cancelSave?.();
    cancelSave = written = found = undefined;
    again = behind = busy = false;
    told = '';
    era += 1;
    cancelRemoval?.();
  }

  return {
    async load() {
      const kept = await read(storage, { clock, log }, forgottenAt, failed);
      if (kept === 'unusable') {
        isUnusable = true;
        written = undefined;
      } else if (typeof kept === 'object') {
        found = kept.snapshot.session?.id;
        told = factsOf({ ...kept.snapshot, phase: { name: kept.snapshot.ended ? 'ended' : 'idle' } });
        return kept;
      }
      // After a failed read, an empty answer proves nothing.
      return kept === 'nothing' && !hasFailed && !isUnusable ? kept : undefined;
    },
    persist() {
      const state = source.state();
      if (state.phase.name === 'idle' && state.generation === 0) return;
      behind = true;
      // The next page finds the panel as it was left, however soon it comes.
      if (factsOf(state) !== told || state.panelOpen !== isOpen) void save();
      const pauseMs = SAVE_MS * (1 + state.conversation.log.length / LONG_LOG);
      cancelSave ??= clock.after(pauseMs, () => {
        cancelSave = undefined;
        if (behind && !source.isOthers()) void save();
      });
    },
    flush() {
      if (!behind) return;
      cancelSave?.();
      cancelSave = undefined;
      if (source.isOthers()) return;
      // Writes are done in the order in which they are asked for; this one does not wait for the end of another.
      busy = false;
      void save();
    },
    isFound: () => hasFailed || found === source.state().session?.id,
    clear() {
      stop(clock.now());
      cancelRemoval = remove(storage, clock, failed);
    },
    clearUpTo(at) {
      stop(at);
      discardUpTo(storage, at).catch(failed);
    },
    stop: () => stop(),
  };
}

/** Writes, unless what is there is newer; what began before `freeBefore` is of no use. */
async function offer(storage: Storage, kept: Kept, all: boolean, freeBefore: number): Promise<Verdict> {
  let verdict: Verdict = 'write';
  await storage.save(head => {
    verdict = storage.perTab ? 'write' : judge(kept.snapshot, head, freeBefore);
    // Writes both parts if nothing stands there that can be read: one alone is no record.
    return verdict === 'write' ? partsOf(kept, all || !readHead(head)) : null;
  });
  return verdict;
}

/** By which others see that there is news: which session it is, and whether it is over. */
function factsOf({
  generation,
  ending,
  phase,
}: Pick<SessionState, 'generation' | 'ending'> & { readonly phase: { readonly name: string } }): string {
  return `${generation} ${ending} ${phase.name === 'ended'}`;
}

/** Decides if this record may replace the stored one. */
function judge(own: Snapshot, headText: string | undefined, freeBefore: number): Verdict {
  const head = readHead(headText);
  if (!head || head.generation < freeBefore) return 'write';
  if (head.generation > own.generation) return 'overtaken';
  if (head.generation < own.generation) return 'write';
  const isOver = own.ended || own.ending;
  const heardAt = (each: Pick<Snapshot, 'session'>) => each.session?.lastActivityAt ?? 0;
  // A tab that stood still for long takes for gone what this one has heard of since.
  const isMistaken = head.ended?.reason === 'expired' && heardAt(own) > heardAt(head);
  if ((head.ended || head.ending) && !isOver) return isMistaken ? 'write' : 'overtaken';
  // Both read the same history: the one that has read less has nothing to add.
  return (head.session?.cursor ?? -1) > (own.session?.cursor ?? -1) && !isOver ? 'leave' : 'write';
}

/** Reads the record. One that cannot be used, or that nobody has touched for days, is removed; `unusable` with one warning. */
async function read(
  storage: Storage,
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
  forgottenAt: number,
  failed: (error: unknown) => undefined,
): Promise<Kept | 'nothing' | 'unusable' | undefined> {
  const parts = await storage.load().catch(failed);
  const kept = parts && (readParts(parts) ?? 'nothing');
  if (typeof kept === 'object' && kept.snapshot.generation < forgottenAt) return 'nothing';
  const isOld = typeof kept === 'object' && clock.now() - kept.snapshot.lifeAt > KEEP_MS;
  if (!isOld && (typeof kept === 'object' || kept === 'nothing' || !kept)) return kept;
  void storage.discard().catch(failed);
  if (isOld) return 'nothing';
  log.warn('snapshot_discarded', `What was kept of the conversation cannot be used (${kept}).`);
  return 'unusable';
}

/** Removes the record unless it began later than this. */
async function discardUpTo(storage: Storage, at: number): Promise<void> {
  let isOld = false;
  await storage.save(head => {
    isOld = (readHead(head)?.generation ?? 0) <= at;
    return null;
  });
  if (isOld && storage.known()) await storage.discard();
}

/** Removes the record, and tries again while the storage is busy. The returned function stops that. */
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

function partsOf(kept: Kept, withTranscript: boolean): Saved {
  const head = writeHead(kept);
  return withTranscript ? { head, transcript: writeTranscript(kept.snapshot) } : { head };
}

function hasNews({ conversation, past, session }: SessionState, written: SessionState | undefined): boolean {
  return (
    conversation.log !== written?.conversation.log ||
    past !== written.past ||
    session?.id !== written.session?.id ||
    session?.cursor !== written.session?.cursor
  );
}

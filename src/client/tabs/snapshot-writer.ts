/**
 * Stores the conversation for the next page, and loads it. Writes at most every half second, but at once when a session begins or ends. All tabs
 * write the same record, and no tab overwrites a newer one. outboxes.ts stores the data of single tabs. If storing fails, one warning is printed,
 * and the chat continues.
 */

import {
  type Kept,
  readHead,
  readParts,
  type Snapshot,
  takeSnapshot,
  writeEarlier,
  writeHead,
  writeTranscript,
} from '../../session/state/snapshot.ts';
import type { SessionState } from '../../session/state/state.ts';
import type { Ports, Saved, Storage } from '../api/ports.ts';

/** Milliseconds between two writes. */
const SAVE_MS = 500;
/** Number of events with which the time between writes is twice as long, because long transcripts take longer to write. */
const LONG_LOG = 1_000;
/** Age of the last activity, in milliseconds, above which a record is removed instead of loaded: seven days. */
const KEEP_MS = 7 * 24 * 3_600_000;
/** Milliseconds before a failed removal is tried again. The pause doubles up to LAST_REMOVE_MS. */
const REMOVE_MS = 2_000;
const LAST_REMOVE_MS = 32_000;

export interface Keeper {
  /**
   * Returns the stored record, or `nothing` if there is none. Returns undefined if it could not be read. Removes an unusable record with a warning.
   */
  load(): Promise<Kept | 'nothing' | undefined>;
  persist(): void;
  /** Writes all changes at once, because the page may be about to be unloaded. */
  flush(): void;
  /** Returns true if other tabs can find this tab's session in the record, or if nothing can be stored. */
  isFound(): boolean;
  /** Removes the stored record. */
  clear(): void;
  /** Removes the stored record if its conversation began at `at` or before; another tab may have begun a new conversation since. */
  clearUpTo(at: number): void;
  /** Cancels writes of the conversation so far. */
  stop(): void;
}

export interface Source {
  state(): SessionState;
  ticket(): string;
  /** Returns true if another tab writes the transcript. */
  isOthers(): boolean;
  /** Called when a session has begun or ended, to let other tabs read the record. */
  changed(): void;
  /** Called when another tab has stored a newer record. */
  overtaken(): void;
  failed(error: unknown): void;
}

type Verdict = 'write' | 'leave' | 'overtaken';

export function createKeeper(storage: Storage, { clock, log }: Pick<Ports, 'clock' | 'log'>, source: Source): Keeper {
  /** The state whose transcript was written last. */
  let written: SessionState | undefined;
  /** `told`: the facts at the last `changed()`. `found`: the id of the session in the record. */
  let told = '';
  let found: string | undefined;
  /** True if the panel was open at the last write. */
  let isOpen = false;
  let cancelSave: (() => void) | undefined;
  let cancelRemoval: (() => void) | undefined;
  let busy = false;
  /** True if a write was requested during another one. */
  let again = false;
  /** True if there are changes that the storage has not received yet, or has refused. */
  let behind = false;
  let hasFailed = false;
  /** True if the record was unusable and was removed, and nothing has been written since. */
  let isUnusable = false;
  /** Time of the last `forget()`. A record of an earlier conversation comes from a tab that did not know of the `forget()`. */
  let forgottenAt = 0;
  /** Increased by `clear` and `stop`. Operations that began earlier then have no effect. */
  let era = 0;

  function failed(error: unknown): undefined {
    hasFailed = true;
    source.failed(error);
  }

  async function save(isLast = false): Promise<void> {
    again = busy;
    if (busy) return;
    const begun = era;
    const state = source.state();
    isOpen = state.panelOpen;
    // A pending removal must not remove this record.
    cancelRemoval?.();
    behind = false;
    busy = true;
    try {
      const kept = { snapshot: takeSnapshot(state), ticket: source.ticket() };
      const freeBefore = isUnusable ? Infinity : forgottenAt;
      const verdict = await offer(storage, kept, { ...newsOf(state, written), freeBefore, isLast });
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
      // After a failure an empty result is not reliable.
      return kept === 'nothing' && !hasFailed && !isUnusable ? kept : undefined;
    },
    persist() {
      const state = source.state();
      if (state.phase.name === 'idle' && state.generation === 0) return;
      behind = true;
      // Writes at once if the session or the panel has changed, because the next page may load soon.
      if (factsOf(state) !== told || state.panelOpen !== isOpen) void save();
      const pauseMs = SAVE_MS * (1 + state.conversation.log.length / LONG_LOG);
      cancelSave ??= clock.after(pauseMs, () => {
        cancelSave = undefined;
        if (behind && !source.isOthers()) void save();
      });
    },
    flush() {
      if (!behind || source.isOthers()) return;
      cancelSave?.();
      cancelSave = undefined;
      // Does not wait for a write in progress, because the storage performs writes in order.
      busy = false;
      void save(true);
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

interface OfferOptions {
  /** `all`: the transcript has changed. `hasEarlier`: the earlier chats have changed. */
  readonly all: boolean;
  readonly hasEarlier: boolean;
  readonly freeBefore: number;
  readonly isLast: boolean;
}

/** Writes unless the stored record is newer. A record of a conversation that began before `freeBefore` is always overwritten. */
async function offer(
  storage: Storage,
  kept: Kept,
  { all, hasEarlier, freeBefore, isLast }: OfferOptions,
): Promise<Verdict> {
  let verdict: Verdict = 'write';
  await storage.save(head => {
    verdict = storage.perTab ? 'write' : judge(kept.snapshot, head, freeBefore);
    // Writes both parts if there is no readable record, because one part alone is unusable.
    if (verdict !== 'write') return null;
    const isNew = !readHead(head);
    return partsOf(kept, all || isNew, hasEarlier || (isNew && kept.snapshot.earlier.length > 0));
  }, isLast);
  return verdict;
}

/** Returns, as a text, the facts that other tabs must learn at once: the session, and whether it is over. */
function factsOf({
  generation,
  ending,
  phase,
}: Pick<SessionState, 'generation' | 'ending'> & { readonly phase: { readonly name: string } }): string {
  return `${generation} ${ending} ${phase.name === 'ended'}`;
}

/** Decides whether this record may replace the stored one. */
function judge(own: Snapshot, headText: string | undefined, freeBefore: number): Verdict {
  const head = readHead(headText);
  if (!head || head.generation < freeBefore) return 'write';
  if (head.generation > own.generation) return 'overtaken';
  if (head.generation < own.generation) return 'write';
  const isOver = own.ended || own.ending;
  const heardAt = (each: Pick<Snapshot, 'session'>) => each.session?.lastActivityAt ?? 0;
  // A tab that was frozen may wrongly take the session for expired: this tab has received events since.
  const isMistaken = head.ended?.reason === 'expired' && heardAt(own) > heardAt(head);
  if ((head.ended || head.ending) && !isOver) return isMistaken ? 'write' : 'overtaken';
  // Both tabs read the same history, so a tab that has read less has nothing to add.
  return (head.session?.cursor ?? -1) > (own.session?.cursor ?? -1) && !isOver ? 'leave' : 'write';
}

/** Loads the record. Removes an unusable record with a warning, and one that is too old without a warning. */
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

/** Removes the record unless its conversation began after `at`. */
async function discardUpTo(storage: Storage, at: number): Promise<void> {
  let isOld = false;
  await storage.save(head => {
    isOld = (readHead(head)?.generation ?? 0) <= at;
    return null;
  });
  if (isOld && storage.known()) await storage.discard();
}

/** Removes the record, with retries if the storage fails. The returned function stops the retries. */
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

function partsOf(kept: Kept, withTranscript: boolean, withEarlier: boolean): Saved {
  const { snapshot } = kept;
  return {
    head: writeHead(kept),
    ...(withTranscript && { transcript: writeTranscript(snapshot) }),
    ...(withEarlier && { earlier: writeEarlier(snapshot) }),
  };
}

const newsOf = (state: SessionState, written: SessionState | undefined) => ({
  all: hasNews(state, written),
  hasEarlier: written ? state.earlier !== written.earlier : state.earlier.length > 0,
});

function hasNews({ conversation, past, session }: SessionState, written: SessionState | undefined): boolean {
  return (
    conversation.log !== written?.conversation.log ||
    past !== written.past ||
    session?.id !== written.session?.id ||
    session?.cursor !== written.session?.cursor
  );
}

/**
 * Keeps the words of this tab that are not known to have arrived. Each tab writes its own record before it sends, and holds a lock of its own
 * name while it is there. A tab that gets the lock of another one knows that the other is gone, and takes its words over.
 */

import type { Fact, Intent } from '../../session/state/inputs.ts';
import { type OwnRecord, readOwn, sealOwn, writeOwn } from '../../session/state/snapshot.ts';
import type { OutboxEntry, SessionState } from '../../session/state/state.ts';
import type { Ports, Storage, Tabs } from '../api/ports.ts';

export interface Outboxes {
  /** Resolves when others can see that this tab is there; with what another one has taken of it while it was away. */
  arrive(): Promise<SessionState | undefined>;
  /** Allows writing again: the record and this tab agree. */
  begin(): void;
  /** Puts down what is unsent, and says whether it stands there; throws where the browser does not let it. */
  write(state: SessionState): boolean;
  /** Puts down what this page was told and has had no time for, or throws; `watch` takes it up again, here or in another tab. */
  leaveWords(own: OwnRecord): true;
  /** Takes over what tabs have left that are gone, now and as long as this one is there. */
  watch(): void;
  /** The same of one tab that has been heard of. */
  watchTab(name: string): void;
  /** Watches no more, and is there still. */
  rest(): void;
  /** The page is put away: others may take what is here. */
  leave(): void;
  /** Nothing of it is kept any more, and nothing is taken over that was said until then. */
  forget(at: number): void;
}

/** A holder of this tab's own lock that keeps it for so long does not answer, in milliseconds … */
const HANG_MS = 1_000;
/** … and after so long the browser does not either. */
const SILENT_MS = 3_000;
/** The last write of another tab is visible by then, in milliseconds: browsers pass it on in their own time. */
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
  /** Removes the records that were taken over, once their words are written here. */
  const taken: (() => void)[] = [];
  let written: SessionState | undefined;
  /** The state that was written last. */
  let putDown: SessionState | undefined;
  /** Something of this tab's is to be found. */
  let has = false;
  let release = () => {};
  let isHere = false;
  /** While this page was away its record was taken; and there is something in it that this page has not got. */
  let wasTaken = false;
  let hasLeft = false;
  let forgottenAt = 0;

  /** Reads the record of another tab. It stays until its words are written here, too. */
  function takeFrom(other: string, letGo = () => {}): void {
    const text = own.read(other);
    const giveThis = () => {
      // The tab may be back, and have more words.
      if (text !== null && other !== name && own.read(other) === text) own.write(other, null);
      letGo();
    };
    const record = readOwn(text ?? '', forgottenAt);
    if (!record) giveThis();
    else {
      taken.push(giveThis);
      take(record);
    }
  }

  const isTaken = () => has && own.read(name) === null;

  function watchTab(other: string): void {
    if (!tabs || other === name || watched.has(other)) return;
    let cancelRead = () => {};
    const end = () => {
      cancelRead();
      watched.delete(other);
    };
    const letGo = tabs.hold(`tab:${other}`, {
      held() {
        isGone(other);
        cancelRead = clock.after(SETTLE_MS, () => takeFrom(other, stop));
      },
      lost: end,
    });
    const stop = () => {
      end();
      letGo();
    };
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
      // First, because what is taken of others is written in its place.
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

/** The lock by which others see that this tab is there; `here` is called once it is, or once nobody can say. */
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
  // One that got it while this page was away may hang.
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

/** The visitor's words among them, as a tab puts down what is unsent; undefined where there are none. */
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

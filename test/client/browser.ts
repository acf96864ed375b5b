/**
 * A visitor's browser, for tests of what outlives a page and is shared between tabs: one storage, one group of tabs, one platform, and
 * pages that open, sleep, hang, close and die. Under one virtual clock.
 */

import type { Environment, EnvironmentSignal, Ports, Storage, Tabs } from '../../src/client/api/ports.ts';
import type { TraceEntry } from '../../src/client/client.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import type { PublicEventName } from '../../src/session/state/public-events.ts';
import { createVirtualClock, type VirtualClock } from '../sim/clock.ts';
import { createFakeStorage, type FakePage, type FakeStorage } from '../sim/fake-storage.ts';
import { createFakeTabs, type FakeTab } from '../sim/fake-tabs.ts';
import { createPage, type Page } from '../sim/page.ts';
import { createFakePlatform, type FakePlatform } from './fake-platform.ts';

export interface BrowserOptions {
  /** Default true. `perTab`: each tab has its own. */
  readonly storage?: boolean | 'perTab';
  /** Default true. `silent`: the browser gives nobody a lock. */
  readonly tabs?: boolean | keyof typeof MUTE;
}

export interface Browser {
  readonly clock: VirtualClock;
  readonly platform: FakePlatform;
  readonly storage: FakeStorage;
  /** Everything that tabs have said to each other, as text. */
  readonly said: readonly string[];
  /** Everything that was written, as text. */
  readonly written: readonly string[];
  /** There is a network, and the browser says so unless `denies`. */
  online: boolean;
  denies: boolean;
  /** How long what is said to another tab, or asked of the keeper of the lock from now on, takes. */
  lagMs: number;
  /** A page that shows the chat; `before`: the one that stood in the same tab. `ahead`: nobody sees it before `show()`. */
  tab(before?: Tab, ahead?: 'ahead'): Tab;
  /** Lets time pass, promises included; long enough by default for everything that is under way, and for no patience to end. */
  pass(ms?: number): Promise<void>;
}

export interface Tab {
  readonly chat: Client;
  readonly page: Page;
  /** What this tab keeps, alone or with the others. */
  readonly storage: FakeStorage;
  readonly warnings: readonly string[];
  readonly trace: readonly TraceEntry[];
  /** Every public event, as `name detail`. */
  readonly heard: readonly string[];
  /** Texts of the transcript from top to bottom; those that are not confirmed are in brackets. */
  texts(): string[];
  readonly role: string;
  signal(signal: EnvironmentSignal): void;
  /** A page that was rendered ahead of time is the one that the visitor sees. */
  show(): void;
  /** As browsers close a page: it is told, and then it is gone. */
  close(): void;
  /** It is gone without a word. */
  die(): void;
  /** A message that something foreign posted. */
  foreign(message: unknown): void;
}

const NAMES: readonly PublicEventName[] = [
  'open',
  'close',
  'state',
  'message',
  'delivery',
  'handoff',
  'handoff-required',
  'language',
  'ended',
  'error',
  'unread',
  'idle',
];

export function createBrowser({ storage: stores = true, tabs: shares = true }: BrowserOptions = {}): Browser {
  const clock = createVirtualClock();
  const platform = createFakePlatform(clock);
  const storage = createFakeStorage(clock, { delayMs: () => 5 });
  const tabs = createFakeTabs(clock, { delayMs: () => browser.lagMs });
  const said: string[] = [];
  const written: string[] = [];
  let pages = 0;

  function tab(before?: Tab, ahead?: 'ahead'): Tab {
    pages += 1;
    const no = pages;
    const page = createPage(clock);
    const place = stores !== 'perTab' ? storage : (before?.storage ?? createFakeStorage(clock, { delayMs: () => 5 }));
    const kept = place.open();
    const member = tabs.tab();
    const warnings: string[] = [];
    const trace: TraceEntry[] = [];
    const heard: string[] = [];
    const listeners = new Set<(signal: EnvironmentSignal) => void>();
    const ears = { received: (_: unknown) => {} };
    let ids = 0;
    let show = () => {};
    let hidden = false;
    const seen = new Promise<void>(resolve => {
      show = resolve;
    });
    const environment: Environment = {
      ...(ahead && { shown: seen }),
      get online() {
        return browser.online && !browser.denies;
      },
      get hidden() {
        return hidden;
      },
      deviceType: 'desktop',
      subscribe(listen) {
        listeners.add(listen);
        return () => void listeners.delete(listen);
      },
    };
    const ports: Ports = {
      clock: page.clock,
      random: { uuid: () => `tab${no}-${++ids}`, fraction: () => 0.5 },
      ...platform.connect(page, () => browser.online),
      environment,
      log: { warn: code => warnings.push(code) },
      ...(stores
        ? { storage: { ...inPage(page, kept, written), ...(stores === 'perTab' ? { perTab: true } : {}) } }
        : {}),
      ...(shares ? { tabs: shares === true ? tabsInPage(page, member, said, ears) : MUTE[shares] } : {}),
    };
    const options = { streaming: true, platform: 'web', trace: (entry: TraceEntry) => trace.push(entry) } as const;
    const chat = createClient(options, ports);
    for (const name of NAMES) chat.on(name, detail => heard.push(`${name} ${JSON.stringify(detail)}`));
    const self: Tab = {
      chat,
      page,
      storage: place,
      warnings,
      trace,
      heard,
      texts: () => chat.messages.value.flatMap(item => (item.kind === 'message' ? [shown(item)] : [])),
      get role() {
        const last = trace.findLast(entry => entry.kind === 'role');
        return last?.kind === 'role' ? last.role : 'away';
      },
      signal(each) {
        if (each === 'hidden' || each === 'visible') hidden = each === 'hidden';
        page.task(() => [...listeners].forEach(listen => void listen(each)));
      },
      show,
      close() {
        self.signal('hidden');
        self.signal('frozen');
        page.kill();
        platform.cut(page);
        member.kill();
        // What was asked for before is still done.
        clock.after(1_000, kept.kill);
      },
      die() {
        page.kill();
        platform.cut(page);
        member.kill();
        kept.kill();
      },
      foreign: message => page.task(() => ears.received(message)),
    };
    return self;
  }

  const browser: Browser = {
    clock,
    platform,
    storage,
    said,
    written,
    online: true,
    denies: false,
    lagMs: 3,
    tab,
    async pass(ms = 300) {
      const until = clock.now() + ms;
      await settle();
      for (let at = clock.nextAt(); at !== null && at <= until; at = clock.nextAt()) {
        clock.advance(at - clock.now());
        await settle();
      }
      clock.advance(until - clock.now());
      await settle();
    },
  };
  return browser;
}

/** Tabs that never find each other. */
const MUTE = {
  silent: { post() {}, listen: () => () => {}, hold: () => () => {} },
} satisfies Record<string, Tabs>;

async function settle(): Promise<void> {
  for (let i = 0; i < 8; i++) await null;
}

function shown({ text, status }: { readonly text: string; readonly status: string }): string {
  return status === 'complete' || status === 'sent' ? text : `(${text})`;
}

function inPage(page: Page, kept: FakePage, written: string[]): Storage {
  return {
    ...kept,
    load: () => page.promise(kept.load()),
    save(decide) {
      return page.promise(
        kept.save(head => {
          const parts = decide(head);
          written.push(...Object.values(parts ?? {}));
          return parts;
        }),
      );
    },
    discard: () => page.promise(kept.discard()),
    clear: () => page.promise(kept.clear()),
  };
}

function tabsInPage(page: Page, member: FakeTab, said: string[], ears: { received(message: unknown): void }): Tabs {
  /** Nothing is called once it is over. */
  const until = () => {
    let isOver = false;
    return {
      task: (work: () => void) => page.task(() => isOver || work()),
      end: () => {
        isOver = true;
      },
    };
  };
  return {
    post(message) {
      said.push(JSON.stringify(message));
      member.post(message);
    },
    listen(heard) {
      const { task, end } = until();
      ears.received = heard;
      const stop = member.listen(message => task(() => heard(message)));
      return () => {
        end();
        stop();
      };
    },
    hold(name, { held, lost }, isForced) {
      const { task, end } = until();
      const letGo = member.hold(name, { held: () => task(held), lost: () => task(lost) }, isForced);
      return () => {
        end();
        letGo();
      };
    },
  };
}

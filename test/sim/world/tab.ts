/** One tab of the visitor: the real client, on ports that live and die with its page. For the visitor's acts see acts.ts. */

import type { ChatCalls } from '../../../src/browser/chat/chat-calls.ts';
import { createChatTransport } from '../../../src/browser/chat/chat-transport.ts';
import type { Environment, EnvironmentSignal, Ports, Saved, Storage, Tabs } from '../../../src/client/api/ports.ts';
import { type Client, createClient, type TraceEntry } from '../../../src/client/client.ts';
import type { Sight } from '../../../src/session/state/state.ts';
import { transition } from '../../../src/session/transition.ts';
import { createEar, type Ear } from '../judge/event-checks.ts';
import { createTabWatch, type TabWatch } from '../judge/step-checks.ts';
import type { Safe } from '../judge/stored-messages.ts';
import type { Plan } from '../plan/plan.ts';
import type { Broker } from './broker.ts';
import type { VirtualClock } from './clock.ts';
import { createDice, type Dice } from './dice.ts';
import type { FakePage, FakeStorage } from './fake-storage.ts';
import type { FakeTab, FakeTabs } from './fake-tabs.ts';
import type { Network } from './network.ts';
import { createPage, type Page } from './page.ts';

/** The world as seen from a tab. */
export interface Home {
  readonly plan: Plan;
  readonly clock: VirtualClock;
  readonly network: Network;
  readonly broker: Broker;
  /** The storage of all tabs; undefined if each tab has its own or there is none. */
  readonly storage: FakeStorage | undefined;
  readonly hub: FakeTabs | undefined;
  readonly safe: Safe;
  readonly faults: Faults;
  readonly tabs: readonly Tab[];
  /**
   * The visitor has forgotten everything: all messages so far count as discarded, and none may be stored until the visitor begins again.
   */
  forgot(): void;
  begun(): void;
  /** A tab has just been told to forget: messages sent there meanwhile count as discarded. */
  heardOfForgetting(no: number, wentOnAt: number): void;
  /** From now on another tab sends these messages. */
  tookOver(ids: readonly string[]): void;
  /** This is the stored record now. */
  written(head: string | undefined): void;
  /** A tab has stored its own record. */
  putDown(own: string): void;
  /** A tab asks for a session, and the latest one that it knows of has this generation. */
  askedForSession(generation: number, at: number): void;
  /** A tab asks for a token without a ticket. It is a mistake if a good ticket is stored. */
  askedForToken(at: number, page: Page): void;
  /** The stored record cannot be read, or was discarded. */
  keptLost(): void;
  note(line: string): void;
  wrong(what: string): void;
}

/** Faults in the machine or in the ports around it, and an observer. */
export interface Faults {
  readonly machine?: typeof transition;
  readonly ports?: (ports: Ports, home: Home) => Ports;
  /** Called with every step of every tab, to investigate a storm. */
  readonly traced?: (home: Home, no: number, entry: TraceEntry) => void;
}

export interface Tab {
  readonly no: number;
  readonly page: Page;
  readonly chat: Client;
  readonly watch: TabWatch;
  readonly ear: Ear;
  /** How visible the chat is. In every third tab it is always open. */
  sight(): Sight;
  readonly storage: FakeStorage | undefined;
  /** The storage has failed for this tab, or was damaged: it may not know of a session that another tab has begun. */
  failed: boolean;
  /** The tab is stopped, told or not. */
  asleep: boolean;
  signal(signal: EnvironmentSignal): void;
  /** The page is gone. Writes and frames on their way may still arrive or not. */
  kill(dice: Dice): void;
  /** The host page removes the chat; the page itself goes on. */
  dispose(): void;
}

/** Parts of a tab that refer to each other. */
interface Parts {
  readonly home: Home;
  readonly page: Page;
  readonly watch: TabWatch;
  readonly wrong: (what: string) => void;
}

const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]+/;
const TICKET = /ticket-\d/;

export const holdsToken = (text: string): boolean => TOKEN.test(text);
export const holdsTicket = (text: string): boolean => TICKET.test(text);

export function createTab(home: Home, no: number, storage: FakeStorage | undefined): Tab {
  const { plan, clock, network, hub } = home;
  const page = createPage(clock);
  const kept = storage?.open();
  const member = hub?.tab();
  const wrong = (what: string) => home.wrong(`${what} (tab ${no})`);
  const watch = createTabWatch({
    page,
    now: clock.now,
    wrong,
    keeps: storage !== undefined,
    maySend: id => !storage || home.safe.maySend(id, clock.now()),
  });
  watch.offline = !network.online || plan.denies === true;
  const parts: Parts = { home, page, watch, wrong };
  const generation = () => chat.machine.peek().generation;
  const { environment, signal } = createEnvironment(network, page, plan.denies);
  const ports: Ports = {
    clock: page.clock,
    random: createDice((plan.seed ^ 0x2545f491) + no * 0x9e3779b1),
    ...createWire(parts, generation),
    environment,
    log: {
      warn(code, message) {
        note(home, no, `warn ${code} ${message.slice(-60)}`);
        if (code === 'storage_failed' || code === 'snapshot_discarded') tab.failed = true;
      },
    },
    ...(storage &&
      kept && {
        storage: createStorage(parts, storage, kept, () => {
          tab.failed = true;
        }),
      }),
    ...(member && { tabs: createTabs(parts, member) }),
  };
  const chat = createChat({ ...parts, no }, ports);
  const stands = no % 3 === 0;
  if (stands) chat.inView?.(true);
  const tab: Tab = {
    no,
    page,
    chat,
    watch,
    storage,
    failed: false,
    ear: createEar(chat, clock.now, wrong),
    asleep: false,
    sight: () => (page.hidden ? 0 : stands ? 2 : 1),
    signal: each =>
      page.task(() => {
        // A browser that always reports no network reports no change either.
        if ((each === 'online' || each === 'offline') && plan.denies) return;
        if (each === 'offline' || each === 'online') watch.offline = each === 'offline';
        if (each === 'frozen' || each === 'resumed') watch.frozen = each === 'frozen';
        if (each === 'hidden' || each === 'visible') page.hidden = each === 'hidden';
        signal(each);
      }),
    kill(dice) {
      page.kill();
      network.leave(page, dice.fraction());
      member?.kill();
      if (kept) clock.after(dice.between(0, plan.storageMs), kept.kill);
    },
    dispose() {
      chat.dispose();
      page.kill();
    },
  };
  return tab;
}

const note = (home: Home, no: number, line: string) => home.note(`tab ${no} ${line}`);

function createChat({ home, page, watch, no }: Parts & { no: number }, ports: Ports): Client {
  const { plan, broker, faults } = home;
  const { machine = transition, ports: spoil, traced } = faults;
  const trace = (entry: TraceEntry) => {
    traced?.(home, no, entry);
    watch.traced(entry);
  };
  const transport = plan.chat ? 'chat' : 'auto';
  const options = { streaming: plan.streaming, platform: 'web', transport, trace } as const;
  return createClient(options, spoil?.(ports, home) ?? ports, (state, input) => {
    const result = machine(state, input);
    watch.stepped(state, input, result);
    if (input.type === 'forgetRequested' && input.heard !== undefined) home.heardOfForgetting(no, page.wentOnAt);
    if (input.type === 'took') home.tookOver(input.own.outbox.map(({ id }) => id));
    // Typing begins a conversation, too, because the draft is stored.
    const typed = input.type === 'draftChanged' && input.text !== '';
    if (typed || input.type === 'sessionCreated' || input.type === 'sendRequested') home.begun();
    for (const { type } of result[1]) {
      if (type === 'dropToken' || type === 'forget') broker.dropToken(page);
      if (input.type === 'forgetRequested' && input.heard === undefined && type === 'forget') home.forgot();
    }
    return result;
  });
}

function createEnvironment(network: Network, page: Page, denies = false) {
  const listeners = new Set<(signal: EnvironmentSignal) => void>();
  const environment: Environment = {
    get online() {
      return network.online && !denies;
    },
    get hidden() {
      return page.hidden;
    },
    deviceType: 'desktop',
    subscribe(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
  const signal = (each: EnvironmentSignal) => {
    for (const listen of [...listeners]) listen(each);
  };
  return { environment, signal };
}

function createWire(parts: Parts, generation: () => number): Pick<Ports, 'api' | 'chat' | 'openSocket'> {
  const { home, page, watch, wrong } = parts;
  const { network, broker } = home;
  return {
    ...(home.plan.chat && { chat: createChatTransport(inPage(broker.chat(page), page), page.clock) }),
    api: broker.connect(page, call => {
      watch.called(call);
      if (call.kind === 'token' && call.ticket === undefined) home.askedForToken(watch.tokenAskedAt, page);
      if (call.kind === 'session') home.askedForSession(generation(), watch.sessionAskedAt);
    }),
    openSocket: network.connect(page, {
      opening(accessToken) {
        watch.openingSocket();
        if (!broker.isOwn(accessToken)) wrong('(i) a token of another site is used');
        if (network.open(page) > 0) wrong('(f) a second socket of the same tab');
      },
      sent: text => watch.sent(text),
    }),
  };
}

/** Answers come in the page's own time. */
const inPage = (calls: ChatCalls, page: Page): ChatCalls => ({
  create: (...given) => page.promise(calls.create(...given)),
  respond: (...given) => page.promise(calls.respond(...given)),
  close: (...given) => page.promise(calls.close(...given)),
  turns: (...given) => page.promise(calls.turns(...given)),
  reach: () => page.promise(calls.reach()),
});

function createStorage(
  { home, page, watch, wrong }: Parts,
  storage: FakeStorage,
  kept: FakePage,
  missed: () => void,
): Storage {
  const { safe, clock, plan } = home;
  return {
    ...(plan.has.perTab && { perTab: true }),
    known: kept.known,
    load: () =>
      page.promise(
        kept.load().then(
          parts => {
            if (safe.damaged && !parts.head) missed();
            return parts;
          },
          error => {
            home.keptLost();
            throw error;
          },
        ),
      ),
    async save(decide) {
      let parts: Saved | null = null;
      const saved = kept.save(head => {
        parts = decide(head);
        if (holdsToken(JSON.stringify(parts))) wrong('(i) a token is kept');
        if (holdsTicket(`${parts?.transcript}`)) wrong('(i) a ticket is kept with the transcript');
        return parts;
      });
      return page.promise(
        saved.then(
          () => {
            if (parts) safe.saved(parts, storage.peek());
            home.written(parts?.head);
          },
          error => {
            safe.trouble(clock.now());
            throw error;
          },
        ),
      );
    },
    discard: () => page.promise(kept.discard()),
    clear() {
      const cleared = kept.clear();
      // A page that does not know the state yet forgets without asking its machine.
      if (watch.role === 'starting') home.forgot();
      // From now on nobody finds the record, even if the rest of it remains.
      safe.lost();
      return page.promise(cleared);
    },
    own: {
      ...kept.own,
      write(name, text) {
        if (holdsToken(`${text}`)) wrong('(i) a token is kept');
        if (holdsTicket(`${text}`)) wrong('(i) a ticket is kept with what is unsent');
        try {
          kept.own.write(name, text);
        } catch (error) {
          safe.trouble(clock.now());
          throw error;
        }
        if (text === null) return;
        safe.putDown(text);
        home.putDown(text);
      },
    },
  };
}

function createTabs({ home, page, wrong }: Parts, member: FakeTab): Tabs {
  const task = (work: () => void) => page.task(work);
  return {
    post(message) {
      if (holdsToken(JSON.stringify(message))) wrong('(i) a token is told to other tabs');
      member.post(message);
    },
    listen(heard) {
      let isOver = false;
      const end = member.listen(message => task(() => isOver || heard(message)));
      return () => {
        isOver = true;
        end();
      };
    },
    hold(name, { held, lost: given }, isForced) {
      let isOver = false;
      const lost = () => {
        if (name === 'join') home.network.robbed(page);
        given();
      };
      const end = member.hold(
        name,
        { held: () => task(() => isOver || held()), lost: () => task(() => isOver || lost()) },
        isForced,
      );
      return () => {
        isOver = true;
        end();
      };
    },
  };
}

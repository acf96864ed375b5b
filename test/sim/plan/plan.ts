/** A storm as data: the weather and the acts in order. It is drawn from dice once, so that a failing storm can be made smaller. */

import type { FaultSpec } from '../../../src/emulator/faults/fault-specs.ts';
import type { PlatformOptions } from '../../../src/emulator/model/options.ts';
import type { Dialect } from '../../../src/protocol/events.ts';
import type { ChatOffer } from '../../../src/session/state/state.ts';
import type { Trouble } from '../world/broker.ts';
import { createDice, type Dice } from '../world/dice.ts';
import type { Weather } from '../world/network.ts';

/** An act in one tab. The number selects among the tabs that are awake, modulo their count. */
export type TabAct =
  | { readonly kind: 'say' | 'draft'; readonly text: string }
  | { readonly kind: 'retry' | 'discard' | 'end' | 'startNew' | 'close' | 'open' | 'reconnect' | 'stay' | 'forget' }
  | { readonly kind: 'signal'; readonly signal: 'visible' | 'hidden' | 'resumed' | 'online' }
  /** `told`: the page gets `frozen` before and `resumed` after. Otherwise it simply stops. */
  | { readonly kind: 'sleep'; readonly ms: number; readonly told: boolean }
  /**
   * The page is unloaded and, unless the visitor closed it, loaded again. `told`: it gets `frozen` before. If each tab has its own storage,
   * no tab is closed for good: it leaves for a page without a chat, and comes back instead of a new tab, or in the calm.
   */
  | { readonly kind: 'closeTab'; readonly told: boolean }
  | { readonly kind: 'reload'; readonly told: boolean; readonly gapMs: number; readonly tamper: Tamper | null }
  /** The host page removes the chat and inserts it again. */
  | { readonly kind: 'remount' };

/** A change to the stored record between two loads. */
export type Tamper = 'foreign-ticket' | 'corrupt';

export type Act =
  | (TabAct & { readonly tab: number })
  | { readonly kind: 'newTab' }
  | { readonly kind: 'cut'; readonly arrives: number; readonly noticed: number }
  /** For so long nothing gets through, and nobody is told, as in a tunnel or a lift. */
  | { readonly kind: 'hole'; readonly ms: number }
  | { readonly kind: 'fault'; readonly fault: FaultSpec }
  | { readonly kind: 'broker'; readonly trouble: Trouble }
  | { readonly kind: 'storage'; readonly fault: 'full' | 'silent' | 'unreadable'; readonly ms: number }
  | { readonly kind: 'offline'; readonly ms: number }
  /** The machine sleeps. `shifted`: its timers sleep, too. `breaks`: its connections do not survive. */
  | { readonly kind: 'clockJump'; readonly ms: number; readonly shifted: boolean; readonly breaks: boolean }
  /** The session expires without an event: the browser only sees refused handshakes. */
  | { readonly kind: 'expire' }
  /** The platform stops, and starts again empty. `tokensLast`: it still accepts earlier tokens. */
  | { readonly kind: 'restart'; readonly downMs: number; readonly tokensLast: boolean }
  /** A message in the same conversation from another device. */
  | { readonly kind: 'elsewhere'; readonly text: string };

export interface Plan {
  readonly seed: number;
  readonly dialect: Dialect;
  readonly streaming: boolean;
  readonly platform: Partial<PlatformOptions>;
  readonly weather: Weather;
  /** Features of the browser. Without `tabs` there is never more than one tab. */
  readonly has: {
    readonly storage: boolean;
    readonly tabs: boolean;
    /** Each tab has a storage of its own. */
    readonly perTab?: boolean;
  };
  /** The browser always reports that there is no network. */
  readonly denies?: boolean;
  /** The broker can probe, and its tickets are valid for this long. */
  readonly broker: { readonly probe: boolean; readonly ticketMs: number };
  /** The conversation goes over Chat, and the broker can look it up, or cannot. */
  readonly chat?: ChatOffer;
  /** Longest delays of the storage and of messages between tabs. */
  readonly storageMs: number;
  readonly channelMs: number;
  /** Sleeping tabs wake up when the calm begins. */
  readonly wakes: boolean;
  readonly acts: readonly { readonly waitMs: number; readonly act: Act }[];
}

const WORDS = [
  'hello',
  'order',
  'hours',
  'suggestions',
  'card',
  'long',
  'joke',
  'language es',
  'call',
  'handoff client',
];

const FAULTS: readonly ((dice: Dice) => FaultSpec)[] = [
  dice => ({ kind: 'drop-after', events: dice.between(1, 6), times: dice.pick([1, 1, 3]) }),
  dice => ({ kind: 'drop-before-echo', times: dice.between(1, 2) }),
  dice => ({ kind: 'drop-after-process', times: dice.between(1, 2) }),
  dice => ({ kind: 'drop-client-events', rate: dice.fraction() / 2, times: dice.between(1, 6) }),
  dice => ({ kind: 'slow-history', ms: dice.between(100, 1_500), times: dice.between(1, 4) }),
  dice => ({ kind: 'delay', ms: dice.between(10, dice.pick([1_000, 8_000])), times: dice.between(1, 10) }),
  dice => ({ kind: 'duplicate', times: dice.between(1, 20) }),
  dice => ({ kind: 'reorder-replay', times: dice.pick([1, 3, 10]) }),
  () => ({ kind: 'truncate-stream', times: 1 }),
  dice => ({ kind: 'garbage-frame', times: dice.between(1, 5) }),
  dice => ({
    kind: 'refuse-handshake',
    status: dice.pick([400, 401, 404, 429, 500, 503]),
    retryAfter: dice.between(1, 20),
    times: dice.pick([1, 1, 1, 2, 3]),
  }),
  dice => ({
    kind: 'http-status',
    path: 'sessions',
    status: dice.pick([400, 401, 429, 500]),
    retryAfter: dice.between(1, 20),
    times: dice.between(1, 2),
  }),
];

type Draw = (dice: Dice) => Act;

const tab = (dice: Dice) => dice.between(0, 3);
const say: Draw = dice => ({ kind: 'say', text: dice.pick(WORDS), tab: tab(dice) });
const rarely =
  (chance: number, draw: Draw): Draw =>
  dice =>
    dice.chance(chance) ? draw(dice) : say(dice);

/** Acts in the proportions in which they are drawn. */
const ACTS: readonly Draw[] = [
  say,
  say,
  say,
  say,
  dice => ({ kind: 'cut', arrives: dice.fraction(), noticed: 0.7 }),
  dice => ({ kind: 'fault', fault: dice.pick(FAULTS)(dice) }),
  dice => ({ kind: 'offline', ms: dice.between(100, 20_000) }),
  dice => ({ kind: 'signal', signal: dice.pick(['visible', 'hidden', 'resumed', 'online'] as const), tab: tab(dice) }),
  rarely(0.3, () => ({ kind: 'expire' })),
  rarely(0.5, dice => ({ kind: 'elsewhere', text: dice.pick(WORDS) })),
  dice => ({
    kind: dice.pick(['retry', 'discard', 'close', 'open', 'reconnect', 'stay'] as const),
    tab: tab(dice),
  }),
  rarely(0.4, dice => ({ kind: dice.pick(['end', 'startNew', 'end', 'startNew', 'forget'] as const), tab: tab(dice) })),
];

const newTab: Draw = () => ({ kind: 'newTab' });
const closeTab: Draw = dice => ({ kind: 'closeTab', told: dice.chance(0.5), tab: tab(dice) });
const draft: Draw = dice => ({ kind: 'draft', text: dice.pick(['', 'h', 'hel', 'hello']), tab: tab(dice) });
const remount: Draw = dice => ({ kind: 'remount', tab: tab(dice) });
const sleep: Draw = dice => ({
  kind: 'sleep',
  // The longest sleep lasts until after the calm, unless `wakes` is set.
  ms: dice.pick([100, 1_000, 3_000, 20_000, 1_000_000]),
  told: dice.chance(0.6),
  tab: tab(dice),
});
const clockJump: Draw = dice => ({
  kind: 'clockJump',
  ms: dice.pick([800, 5_000, 60_000, 300_000, 700_000]),
  shifted: dice.chance(0.5),
  breaks: dice.chance(0.7),
});
const storage: Draw = dice => ({
  kind: 'storage',
  fault: dice.pick(['full', 'silent', 'unreadable'] as const),
  ms: dice.between(100, 6_000),
});
const broker: Draw = dice => ({
  kind: 'broker',
  trouble: {
    status: dice.pick([0, 403, 429, 429, 502, 503, 503, 520, 520] as const),
    retryAfter: dice.between(1, 20),
    times: dice.between(1, 3),
  },
});

const OF_RELOADS = [reload, reload, reload, closeTab, newTab, rarely(0.5, clockJump), rarely(0.5, storage), broker];
const OF_TABS = [newTab, newTab, newTab, sleep, sleep, reload, closeTab, draft, rarely(0.2, remount)];

/** Sets of acts for a storm, in the proportions in which they are drawn. */
const STYLES: readonly (readonly Draw[])[] = [
  ACTS,
  [...ACTS, broker, rarely(0.3, clockJump)],
  [...ACTS, ...OF_RELOADS],
  [...ACTS, ...OF_TABS],
  [...ACTS, ...OF_RELOADS, ...OF_TABS],
];

function reload(dice: Dice): Act {
  return {
    kind: 'reload',
    told: dice.chance(0.3),
    gapMs: dice.pick([0, 20, 200, 1_000]),
    tamper: dice.chance(0.9) ? null : dice.pick(['foreign-ticket', 'corrupt'] as const),
    tab: tab(dice),
  };
}

/** The join request and the first messages reach the history late. */
const SLOW_START = { waitMs: 0, act: { kind: 'fault', fault: { kind: 'slow-history', ms: 1_500, times: 4 } } } as const;

/** While the visitor is offline, another device sends several messages. The replay comes in disorder, and breaks off in the middle. */
const ROUGH_RETURN: Plan['acts'] = [
  { waitMs: 0, act: { kind: 'fault', fault: { kind: 'reorder-replay', times: 5 } } },
  { waitMs: 0, act: { kind: 'offline', ms: 3_000 } },
  ...['one', 'two', 'three', 'four'].map(text => ({ waitMs: 200, act: { kind: 'elsewhere', text } }) as const),
  { waitMs: 0, act: { kind: 'fault', fault: { kind: 'drop-after', events: 2, times: 2 } } },
];

const WITH = { storage: true, tabs: true };

export function drawPlan(seed: number, dice: Dice): Plan {
  const shared = drawShared(seed, dice);
  const plan = createDice(seed ^ 0x3c6ef372).chance(0.1) ? { ...shared, denies: true } : shared;
  // Drawn with dice of its own, so that all other storms stay the same.
  const perTab = plan.has.storage && plan.has.tabs && createDice(seed ^ 0x165667b1).chance(0.15);
  const acts = withRestart(plan.acts, createDice(seed ^ 0x2c1b3c6d));
  // A tab that does not wake up would keep its record to itself, so all wake up.
  return perTab ? { ...plan, has: { ...plan.has, perTab }, storageMs: 0, wakes: true, acts } : { ...plan, acts };
}

/** Acts that need a socket. */
const NOT_OVER_CHAT = ['cut', 'fault', 'expire', 'elsewhere'];

/**
 * The same storm over Chat, in two tabs at most, which do not sleep, or in one if nobody can look the conversation up. What would have befallen a socket
 * befalls calls of the broker. No two messages have the same words, by which a look-up recognises them (docs/CHAT.md, Limits).
 */
export function overChat(plan: Plan): Plan {
  const dice = createDice(plan.seed ^ 0x68e31da4);
  const { perTab: _, ...has } = plan.has;
  const chat = createDice(plan.seed ^ 0x2545f491).pick(['look-up', 'blind'] as const);
  const canShare = chat === 'look-up' && has.tabs && plan.acts.some(({ act }) => act.kind === 'newTab');
  let isShared = false;
  const words = [...WORDS, 'handoff', 'end', 'help'];
  const sayAnew = (number: number): Act => {
    const [text = ''] = dice.chance(0.4) ? words.splice(dice.between(0, words.length), 1) : [];
    return { kind: 'say', text: text || `note ${number}`, tab: dice.between(0, 3) };
  };
  return {
    ...plan,
    has: { ...has, tabs: canShare },
    wakes: true,
    chat,
    // A conversation over Chat lasts no longer than its token and its ticket.
    broker: { ...plan.broker, ticketMs: 600_000 },
    platform: { ...plan.platform, tokenLifetimeSeconds: 86_400 },
    weather: { ...plan.weather, httpFail: dice.pick([0, 0.1, 0.3]) },
    acts: plan.acts.map((each, number) => {
      const { kind } = each.act;
      const isThird = kind === 'newTab' && (!canShare || isShared);
      isShared ||= kind === 'newTab';
      const isOther = NOT_OVER_CHAT.includes(kind) || isThird || (kind === 'sleep' && canShare);
      if (isOther && dice.chance(0.3)) return { ...each, act: broker(dice) };
      return isOther || kind === 'say' ? { ...each, act: sayAnew(number) } : each;
    }),
  };
}

function drawShared(seed: number, dice: Dice): Plan {
  const style = dice.pick(STYLES);
  return {
    seed,
    dialect: dice.pick(['service', 'poly'] as const),
    streaming: dice.chance(0.6),
    platform: {
      pace: dice.pick([0, 0.2, 1]),
      script: dice.pick(['echo', 'shop'] as const),
      batchSize: dice.pick([2, 10, 100]),
      emptyBatch: dice.chance(0.5),
      tokenLifetimeSeconds: dice.chance(0.9) ? 86_400 : 30,
      ...(dice.chance(0.1) ? { socketRate: { perSecond: 1, burst: 5 } } : {}),
    },
    weather: {
      latencyMs: dice.pick([20, 100, 800]),
      refuse: dice.pick([0, 0.1, 0.3]),
      httpFail: dice.pick([0, 0.2]),
    },
    has: dice.pick([
      WITH,
      WITH,
      WITH,
      WITH,
      WITH,
      { storage: true, tabs: false },
      { storage: false, tabs: true },
      { storage: false, tabs: false },
    ]),
    broker: { probe: dice.chance(0.6), ticketMs: dice.chance(0.9) ? 600_000 : 5_000 },
    storageMs: dice.pick([2, 20, 300]),
    channelMs: dice.pick([2, 20, 200]),
    wakes: dice.chance(0.7),
    acts: withHoles(drawActs(style, dice), dice),
  };
}

/** The visitor keeps writing in a tunnel: these messages may arrive after it. */
function withHoles(acts: Plan['acts'], dice: Dice): Plan['acts'] {
  if (!dice.chance(0.25)) return acts;
  const place = dice.between(0, acts.length);
  const hole: Plan['acts'] = [
    { waitMs: dice.pick([0, 1_000, 6_000]), act: { kind: 'hole', ms: dice.pick([1_500, 6_000, 15_000, 40_000]) } },
    { waitMs: dice.pick([0, 30, 1_000]), act: say(dice) },
  ];
  return [...acts.slice(0, place), ...hole, ...acts.slice(place)];
}

/** The platform restarts empty while the visitor writes, perhaps more than once, perhaps with a reload after it. */
function withRestart(acts: Plan['acts'], dice: Dice): Plan['acts'] {
  if (!dice.chance(0.15)) return acts;
  const place = dice.between(0, acts.length);
  const restart = (): Act => ({
    kind: 'restart',
    downMs: dice.pick([0, 500, 5_000, 30_000]),
    tokensLast: dice.chance(0.6),
  });
  const story: Plan['acts'] = [
    { waitMs: dice.pick([0, 1_000, 6_000]), act: say(dice) },
    { waitMs: dice.pick([0, 30, 200, 1_000, 10_000]), act: restart() },
    { waitMs: dice.pick([0, 30, 1_000]), act: say(dice) },
    ...(dice.chance(0.4) ? [{ waitMs: dice.pick([0, 1_000, 10_000]), act: restart() }] : []),
    ...(dice.chance(0.4) ? [{ waitMs: dice.pick([0, 1_000, 10_000]), act: reload(dice) }] : []),
  ];
  return [...acts.slice(0, place), ...story, ...acts.slice(place)];
}

function drawActs(style: readonly Draw[], dice: Dice): Plan['acts'] {
  const acts: Plan['acts'][number][] = Array.from({ length: dice.between(5, 30) }, () => ({
    waitMs: dice.pick([0, 1, 30, 200, 1_000, 4_000]),
    act: dice.pick(style)(dice),
  }));
  if (dice.chance(0.15)) acts.splice(dice.between(0, acts.length), 0, ...ROUGH_RETURN);
  if (!dice.chance(0.2)) return acts;
  const soon = { waitMs: dice.between(100, 2_000), act: reload(dice) };
  return dice.chance(0.3) ? [SLOW_START, soon, ...acts] : [SLOW_START, ...acts];
}

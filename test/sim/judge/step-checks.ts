/**
 * Watches one tab at every step: whether each attempt had a reason and its pause, and that no message left before it was safe.
 * What must hold once the weather is calm is invariants.ts.
 */

import type { TraceEntry } from '../../../src/client/client.ts';
import type { Role } from '../../../src/client/tabs/tab-parts.ts';
import { CLIENT_EVENT_ID } from '../../../src/protocol/events.ts';
import { SESSION_IDLE_MS } from '../../../src/protocol/limits.ts';
import type { Effect } from '../../../src/session/state/effects.ts';
import type { Input } from '../../../src/session/state/inputs.ts';
import type { SessionState } from '../../../src/session/state/state.ts';
import type { Call } from '../world/broker.ts';
import type { Page } from '../world/page.ts';

export interface TabWatch {
  readonly role: Role;
  /** When the machine last asked for a token. */
  readonly tokenAskedAt: number;
  /** When it last asked for a session. */
  readonly sessionAskedAt: number;
  /** It was put away, or rested, and came back. */
  readonly slept: boolean;
  /** The page was told of no network and nobody has answered since, or it was told that it sleeps. */
  offline: boolean;
  frozen: boolean;
  stepped(before: SessionState, input: Input, result: readonly [after: SessionState, effects: readonly Effect[]]): void;
  traced(entry: TraceEntry): void;
  called(call: Call): void;
  openingSocket(): void;
  sent(text: string): void;
}

export interface Surroundings {
  readonly page: Page;
  readonly now: () => number;
  readonly wrong: (what: string) => void;
  /** It keeps something, and so tells how it takes part. */
  readonly keeps: boolean;
  /** Whether this message may be sent: it is safe, or the storage had its chance and failed. */
  readonly maySend: (id: string) => boolean;
}

/** More than all timers of the machine and of the client around it. */
const MAX_TIMERS = 24;
const NEVER = Number.NEGATIVE_INFINITY;
const FIRST_MS = 1_000;
const STABLE_MS = 10_000;
const LONGEST_MS = 30_000;
/** The pause while the page was told of no network. */
const OFFLINE_MS = 240_000;
/** Sessions that are refused one after the other are replaced at once, so often. */
const MAX_RENEWALS = 4;
/** How late timers of a background page may come. */
const SLACK_MS = 1_001;
/** So long a page that may have stood still holds back what came in. */
const HELD_MS = 101;

interface Step {
  readonly before: SessionState;
  readonly input: Input;
  readonly after: SessionState;
  readonly effects: readonly Effect[];
}

interface Asked {
  readonly wrong: string | undefined;
}

/** Inputs after which an attempt is nobody's impatience: a wish, a wake-up, a step forward. */
const REASONS: readonly string[] = [
  'online',
  'visible',
  'resumed',
  'restored',
  'took',
  'shared',
  'joinRight',
  'tokenReceived',
  'sessionCreated',
  'socketOpened',
];
/** The history is asked: for a receipt, or for what is missing. */
const AUDITS: readonly string[] = ['receipt', 'hole'];
const RESULTS: readonly string[] = ['tokenFailed', 'sessionFailed', 'socketClosed', 'probed', 'probeFailed'];
const isResult = (input: Input) =>
  RESULTS.includes(input.type) || (input.type === 'timerFired' && input.key === 'pong');

export function createTabWatch({ page, now, wrong, keeps, maySend }: Surroundings): TabWatch {
  let step: Step | undefined;
  /** What was wrong with the steps that asked for a token, and for a session. These may have to wait until what is kept was read. */
  const asks: { fetchToken?: Asked; createSession?: Asked } = {};
  /** The wish for a token that was fulfilled. */
  let answered: Asked | undefined;
  let failures = 0;
  /** The latest pause began while the page was offline. */
  let long = false;
  let failedAt = 0;
  let askedMs = 0;
  let openedAt: number | null = null;
  let renewals = 0;
  /** The platform has taken the token before; and it has forgotten one since a socket last opened. */
  let tokenGood = false;
  let tokenForgotten = false;
  /** That has just turned out, and is no failure. */
  let passing = false;
  /** It cannot be said how many failures there were in a row. */
  let vague = false;

  /** A socket that was open for ten seconds, and answered, makes up for what failed before. */
  function closed({ phase }: SessionState): void {
    const openMs = openedAt === null ? 0 : now() - openedAt;
    // Nobody knows how long a page took it to be open that stood still, or whose inputs or timers come late.
    const close = openMs >= STABLE_MS && openMs < STABLE_MS + (page.hidden ? SLACK_MS : HELD_MS);
    const mute = phase.name === 'replaying' && !phase.listening;
    if (openedAt !== null && (page.wentOnAt > openedAt || (close && !mute))) vague = true;
    else if (openMs > STABLE_MS && !mute) failures = 0;
    openedAt = null;
  }

  /** A page that stood still may hear of the network only after this. */
  function fail(input: Input, { online }: SessionState): void {
    failures = online ? failures + 1 : Math.max(1, failures);
    long = !online;
    failedAt = now();
    askedMs = askedPause(input);
  }

  function follow({ before, input, after }: Step): void {
    if (before.link.openedAt !== null && after.link.openedAt !== before.link.openedAt) closed(before);
    if (after.link.openedAt !== null) openedAt = after.link.openedAt;
    // An answer to an attempt that was given up tells the machine nothing.
    const taken = 'attempt' in input && input.attempt === before.link.attempt;
    if (taken && input.type === 'tokenReceived') tokenGood = input.resumed;
    if (taken && input.type === 'sessionCreated') tokenGood = true;
    // Try again, too, begins from nothing.
    const again = before.phase.name === 'failed' && after.phase.name !== 'failed';
    if (again || input.type === 'socketOpened' || input.type === 'restored') tokenForgotten = false;
    passing = taken && refusesToken(input) && tokenGood && !tokenForgotten;
    tokenForgotten ||= passing;
    // The next session of one that is gone is no second try; without a network it waits as well.
    const renews = before.session !== null && after.session === null;
    const waits = after.phase.name === 'waiting' && before.phase.name !== 'waiting';
    if (isResult(input) && !passing && !renews && waits) fail(input, after);
    const fresh = after.link.failures === 0 && isNewBeginning(before, input, after);
    const moves = input.type === 'shared' && after.generation !== before.generation;
    if (fresh || moves || input.type === 'restored') {
      failures = 0;
      vague = false;
    }
    if (fresh || input.type.endsWith('Requested') || input.type === 'restored') renewals = 0;
  }

  /** Why there is an attempt now; a sentence when there is no reason. */
  function unreasonable(): string | undefined {
    if (!step) return 'out of nothing';
    const { before, input } = step;
    if (input.type.endsWith('Requested')) return undefined;
    if (REASONS.includes(input.type))
      return waitsForPlatform(before) ? 'in a pause that the platform asked for' : undefined;
    if (input.type === 'timerFired') return unreasonableTimer(input.key);
    // The session is gone, and another one takes its place.
    if (step.before.session?.id !== step.after.session?.id) {
      renewals += 1;
      return renewals > MAX_RENEWALS ? `session after session: ${renewals}` : undefined;
    }
    if (passing) return undefined;
    return `without a pause, on ${input.type}`;
  }

  const waitsForPlatform = ({ phase }: SessionState) =>
    phase.name === 'waiting' && phase.code === 'rate_limited' && now() < failedAt + askedMs;

  function unreasonableTimer(key: string): string | undefined {
    if (AUDITS.includes(key)) return undefined;
    if (key !== 'retry') return `on the timer ${key}`;
    // A pause that was asked of the tab before is sat out by the next.
    if (vague) return undefined;
    if (failures === 0) return step?.before.link.pause ? undefined : 'after no failure';
    const pause = now() - failedAt;
    // A visitor who does something waits no longer than for the end of a pause that was asked for.
    if (long) return pause < (askedMs || OFFLINE_MS) ? `after ${pause} ms, offline` : undefined;
    const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
    if (pause < Math.max(full / 2, askedMs)) return `after ${pause} ms, failure ${failures}`;
    const onTime = page.wentOnAt < failedAt;
    return onTime && pause > Math.max(full, askedMs) + SLACK_MS
      ? `as late as ${pause} ms, failure ${failures}`
      : undefined;
  }

  function absent(what: string): void {
    if (watch.frozen) wrong(`(g) ${what} while asleep`);
  }

  function attempted(what: Call['kind'] | 'socket', asked?: Asked): void {
    absent(what);
    if (watch.offline && what === 'probe') wrong('(g) a probe while offline');
    // A refused handshake is looked into at once, by another way.
    const reason =
      what === 'probe' && step?.input.type === 'socketClosed' ? undefined : asked ? asked.wrong : unreasonable();
    if (reason !== undefined) wrong(`(g) ${what} ${reason}`);
  }

  function roleChanged(role: Role): void {
    if (role === 'away' || role === 'resting') watch.slept = true;
    watch.role = role;
  }

  const watch: TabWatch & { role: Role; slept: boolean; tokenAskedAt: number; sessionAskedAt: number } = {
    sessionAskedAt: NEVER,
    tokenAskedAt: NEVER,
    role: keeps ? 'away' : 'awake',
    slept: false,
    offline: false,
    frozen: false,
    stepped(before, input, [after, effects]) {
      step = { before, input, after, effects };
      if (answers(before, input, after)) watch.offline = false;
      follow(step);
      for (const { type } of effects) {
        if (type === 'fetchToken' || type === 'createSession') asks[type] = { wrong: unreasonable() };
        if (type === 'createSession') watch.sessionAskedAt = now();
        if (type === 'fetchToken') watch.tokenAskedAt = now();
      }
      const { session } = input.type === 'restored' ? after : before;
      const quietMs = now() - (session?.lastActivityAt ?? NEVER);
      const expires = after.phase.name === 'ended' && after.phase.reason === 'expired' && before.phase.name !== 'ended';
      if (expires && quietMs <= SESSION_IDLE_MS) wrong(`(q) expired after ${quietMs} ms`);
      if (page.timers > MAX_TIMERS) wrong(`(j) ${page.timers} timers run`);
    },
    traced(entry) {
      if (entry.kind === 'role') roleChanged(entry.role);
    },
    called(call) {
      const asked = (type: Effect['type']) => step?.effects.some(effect => effect.type === type);
      if (call.kind !== 'token') attempted(call.kind, call.kind === 'session' ? asks.createSession : undefined);
      else if (asked('renewTicket')) {
        absent('a new ticket');
        if (watch.offline) wrong('(g) a new ticket while offline');
      }
      // A second one follows where a ticket was refused, and belongs to the first.
      else if (asks.fetchToken && asks.fetchToken !== answered) attempted(call.kind, asks.fetchToken);
      if (call.kind === 'token') answered = asks.fetchToken;
    },
    openingSocket: () => attempted('socket'),
    sent(text) {
      if (!text.includes('USER_MESSAGE')) return;
      const id = JSON.parse(text).metadata?.custom?.[CLIENT_EVENT_ID];
      if (!maySend(id)) wrong(`(k) ${id} is sent before it is safe`);
    },
  };
  return watch;
}

const ANSWERS: readonly string[] = ['tokenReceived', 'sessionCreated', 'socketOpened', 'probed'];
/** These failures may come from anything between the page and the server, or from nobody. */
const VAGUE = /^(?:network|unavailable|bad_answer)$/;

/** Somebody answered: there is a network. */
function answers(before: SessionState, input: Input, after: SessionState): boolean {
  if (!('attempt' in input) || input.attempt !== before.link.attempt) return false;
  if (input.type === 'tokenFailed' || input.type === 'sessionFailed') return !VAGUE.test(input.failure.kind);
  const echoed = input.type === 'eventsReceived' && before.link.ping !== null && after.link.ping === null;
  return echoed || ANSWERS.includes(input.type);
}

/** One that was good before is replaced at once. */
function refusesToken(input: Input): boolean {
  return input.type === 'sessionFailed'
    ? input.failure.kind === 'unauthorized'
    : input.type === 'probed' && input.status === 401;
}

function askedPause(input: Input): number {
  if ('failure' in input) return input.failure.retryAfterMs ?? 0;
  // What is wrong with the token or the session is not mended by waiting.
  return input.type === 'probed' && ![101, 401, 404].includes(input.status) ? (input.retryAfterMs ?? 0) : 0;
}

/** The visitor, the network's return or the end of a conversation wipes the slate clean. */
function isNewBeginning(before: SessionState, input: Input, after: SessionState): boolean {
  return (
    (before.phase.name === 'failed' && after.phase.name !== 'failed') ||
    after.phase.name === 'ended' ||
    after.phase.name === 'idle' ||
    (before.ending && !after.ending) ||
    input.type === 'startNewRequested' ||
    input.type === 'forgetRequested'
  );
}

/**
 * Checks one tab at every step: each attempt needs a reason and a sufficient pause, and no message may be sent before it is stored. For
 * conditions in calm weather see invariants.ts.
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
  /** The tab was frozen or gave up its socket, and came back. */
  readonly slept: boolean;
  /** The page was told that it is offline, and no answer has come since. */
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
  /** The tab has a storage, and so reports its role. */
  readonly keeps: boolean;
  /** Returns true if this message may be sent: it is stored, or the storage had its chance and failed. */
  readonly maySend: (id: string) => boolean;
}

/** More timers than the machine and the client ever need at once. */
const MAX_TIMERS = 24;
const NEVER = Number.NEGATIVE_INFINITY;
const FIRST_MS = 1_000;
const STABLE_MS = 10_000;
const LONGEST_MS = 30_000;
/** The pause between attempts while the page is offline. */
const OFFLINE_MS = 240_000;
/** How many sessions in a row may be refused and replaced without a pause. */
const MAX_RENEWALS = 4;
/** How late the timers of a background page may fire. */
const SLACK_MS = 1_001;
/** How long a page that may have been stopped holds back its inputs. */
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

/** Inputs that justify an attempt: the visitor's wish, a wake-up, progress. */
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
/** Timers that read the history again: for a missing receipt or a missing event. */
const AUDITS: readonly string[] = ['receipt', 'hole'];
const RESULTS: readonly string[] = ['tokenFailed', 'sessionFailed', 'socketClosed', 'probed', 'probeFailed'];
const isResult = (input: Input) =>
  RESULTS.includes(input.type) || (input.type === 'timerFired' && input.key === 'pong');

export function createTabWatch({ page, now, wrong, keeps, maySend }: Surroundings): TabWatch {
  let step: Step | undefined;
  /** Violations by the steps that asked for a token or a session. The calls themselves may wait until the storage has been read. */
  const asks: { fetchToken?: Asked; createSession?: Asked } = {};
  /** The request for a token that a call has answered. */
  let answered: Asked | undefined;
  let failures = 0;
  /** The latest pause began while the page was offline. */
  let long = false;
  let failedAt = 0;
  let askedMs = 0;
  let openedAt: number | null = null;
  let renewals = 0;
  /** The platform has accepted the token before. And: it has forgotten a token since a socket last opened. */
  let tokenGood = false;
  let tokenForgotten = false;
  /** The platform has just forgotten the token, which does not count as a failure. */
  let passing = false;
  /** The number of failures in a row is unknown. */
  let vague = false;

  /** A socket that was open for ten seconds, and answered, resets the failures. */
  function closed({ phase }: SessionState): void {
    const openMs = openedAt === null ? 0 : now() - openedAt;
    // For a page that was stopped, or whose inputs or timers are late, nobody knows how long the socket was open.
    const close = openMs >= STABLE_MS && openMs < STABLE_MS + (page.hidden ? SLACK_MS : HELD_MS);
    const mute = phase.name === 'replaying' && !phase.listening;
    if (openedAt !== null && (page.wentOnAt > openedAt || (close && !mute))) vague = true;
    else if (openMs > STABLE_MS && !mute) failures = 0;
    openedAt = null;
  }

  /** Counts a failure. A page that was stopped may learn of the network only afterwards. */
  function fail(input: Input, { online }: SessionState): void {
    failures = online ? failures + 1 : Math.max(1, failures);
    long = !online;
    failedAt = now();
    askedMs = askedPause(input);
  }

  function follow({ before, input, after }: Step): void {
    if (before.link.openedAt !== null && after.link.openedAt !== before.link.openedAt) closed(before);
    if (after.link.openedAt !== null) openedAt = after.link.openedAt;
    // The machine ignores answers to earlier attempts.
    const taken = 'attempt' in input && input.attempt === before.link.attempt;
    if (taken && input.type === 'tokenReceived') tokenGood = input.resumed;
    if (taken && input.type === 'sessionCreated') tokenGood = true;
    // Try again starts from zero, too.
    const again = before.phase.name === 'failed' && after.phase.name !== 'failed' && input.type !== 'shared';
    if (again || input.type === 'socketOpened' || input.type === 'restored') tokenForgotten = false;
    passing = taken && refusesToken(input) && tokenGood && !tokenForgotten;
    tokenForgotten ||= passing;
    // Replacing a dead session is not a second attempt; without a network it waits as well.
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

  /** Returns undefined if there is a reason for an attempt now, otherwise a sentence. */
  function unreasonable(): string | undefined {
    if (!step) return 'out of nothing';
    const { before, input } = step;
    if (input.type.endsWith('Requested')) return undefined;
    if (REASONS.includes(input.type))
      return waitsForPlatform(before) ? 'in a pause that the platform asked for' : undefined;
    if (input.type === 'timerFired') return unreasonableTimer(input.key);
    // The session is gone and is replaced.
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
    // The next tab waits for the rest of a pause that the platform asked of the last one.
    if (vague) return undefined;
    if (failures === 0) return step?.before.link.pause ? undefined : 'after no failure';
    const pause = now() - failedAt;
    // If the visitor does something, only a pause that the platform asked for continues.
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
    // A refused handshake is followed by a probe at once.
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
      // If a ticket was refused, a second call follows, which belongs to the first.
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
/** These failures may be caused by anything between the page and the server. */
const VAGUE = /^(?:network|unavailable|bad_answer)$/;

/** True if a server has answered, which proves that there is a network. */
function answers(before: SessionState, input: Input, after: SessionState): boolean {
  if (!('attempt' in input) || input.attempt !== before.link.attempt) return false;
  if (input.type === 'tokenFailed' || input.type === 'sessionFailed') return !VAGUE.test(input.failure.kind);
  const echoed = input.type === 'eventsReceived' && before.link.ping !== null && after.link.ping === null;
  return echoed || ANSWERS.includes(input.type);
}

/** True if the token was refused. One that was good before is replaced at once. */
function refusesToken(input: Input): boolean {
  return input.type === 'sessionFailed'
    ? input.failure.kind === 'unauthorized'
    : input.type === 'probed' && input.status === 401;
}

function askedPause(input: Input): number {
  if ('failure' in input) return input.failure.retryAfterMs ?? 0;
  // Waiting does not help against a bad token or a dead session.
  return input.type === 'probed' && ![101, 401, 404].includes(input.status) ? (input.retryAfterMs ?? 0) : 0;
}

/** True for a step after which failures are counted from zero: the visitor's Try again, or the end of a conversation. */
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

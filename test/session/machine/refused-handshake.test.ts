/** The reasons for a refused handshake, and the role of token and ticket: the broker looks where the browser cannot. */

import { describe, expect, it } from 'vitest';
import type { CallFailure } from '../../../src/session/state/inputs.ts';
import { type Kept, readParts } from '../../../src/session/state/snapshot.ts';
import { initialState } from '../../../src/session/state/state.ts';
import {
  agentMessage,
  at,
  attempt,
  echo,
  event,
  JOIN_ECHO,
  JOINED,
  type Machine,
  machine,
  ownOf,
  reconnected,
  START,
  TOKEN,
  written,
} from '../fixtures/machine.ts';

const MINUTE = 60_000;
const drop = (m: Machine, code = 1006) => m.feed({ type: 'socketClosed', ...attempt(m), code, opened: true });
const refuse = (m: Machine) => m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: false });
const probed = (m: Machine, status: number, retryAfterMs?: number) =>
  m.feed({ type: 'probed', ...attempt(m), status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
const probeFailed = (m: Machine, failure: CallFailure) => m.feed({ type: 'probeFailed', ...attempt(m), failure });

/** Opened, with a token from a broker that can probe. */
function authorized(): Machine {
  const m = at.authorizing();
  return m.feed({ ...TOKEN, canProbe: true, ...attempt(m) });
}

/** Active, with a reply received and a message in flight. */
function talking(): Machine {
  const m = authorized();
  m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's1' });
  reconnected(m, START).hear(JOIN_ECHO).hear(JOINED).hear(agentMessage(4, 'hello'));
  return m.feed({ type: 'sendRequested', id: 'a', text: 'hi' });
}

/** Items above the divider of a new session. */
const texts = (m: Machine) => m.state.past.map(item => (item.kind === 'message' ? item.text : item.kind));

/** The socket was lost and then refused twice, so the broker is asked. */
function asking(m = talking()): Machine {
  drop(m).fire('retry');
  refuse(m).fire('retry');
  return refuse(m);
}

/** Goes from `creating` to an active conversation in another session. */
function inNewSession(m: Machine, id: string): void {
  m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: id });
  reconnected(m, { ...START, id: `${id}-1` });
  m.hear({ ...JOIN_ECHO, id: `${id}-2` }).hear({ ...JOINED, id: `${id}-3` });
}

describe('asking the broker', () => {
  it('[R15] after two refused handshakes in a row, and not before', () => {
    const m = talking();
    drop(m).fire('retry');
    refuse(m);
    expect(m.count('probe')).toBe(0);
    refuse(m.fire('retry'));
    expect(m.of('probe')).toEqual([{ type: 'probe', ...attempt(m), sessionId: 's1' }]);
    expect(m.count('createSession')).toBe(1);
    expect(m.timers.has('retry')).toBe(false);
  });

  it('[R15] a socket that opened in between starts the count anew', () => {
    const m = talking();
    refuse(drop(m).fire('retry')).fire('retry');
    reconnected(m);
    refuse(drop(m).fire('retry'));
    expect(m.count('probe')).toBe(0);
  });

  it('[R15] every further refusal asks again', () => {
    const m = probed(asking(), 500);
    refuse(m.fire('retry'));
    expect(m.count('probe')).toBe(2);
  });

  it('[S2] an answer to an older question changes nothing', () => {
    const m = asking();
    const old = attempt(m);
    probed(m, 500).fire('retry');
    const before = m.state;
    m.feed({ type: 'probed', ...old, status: 404 }, { type: 'probeFailed', ...old, failure: { kind: 'rejected' } });
    expect(m.state).toBe(before);
  });

  it('[R15] an answer after the visitor has ended changes nothing', () => {
    const m = asking();
    const old = attempt(m);
    m.feed({ type: 'endRequested' });
    const before = m.done.length;
    m.feed({ type: 'probed', ...old, status: 401 });
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'user-end' });
    expect(m.done.length).toBe(before);
  });
});

describe('answers of the platform', () => {
  it('[R16] 101 three times in a row, and no socket opens here: sockets are blocked', () => {
    const m = asking();
    for (let i = 0; i < 2; i++) {
      probed(m, 101);
      expect(m.state.phase).toMatchObject({ name: 'waiting', step: 'connect', code: 'socket_refused' });
      refuse(m.fire('retry'));
    }
    probed(m, 101);
    expect(m.state.phase).toMatchObject({ name: 'failed', code: 'sockets_blocked' });
    expect(m.timers.has('retry')).toBe(false);
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'inflight' }]);
  });

  it('[R16] 101 with another answer in between is no proof', () => {
    const m = asking();
    for (const status of [101, 101, 500, 101, 101]) refuse(probed(m, status).fire('retry'));
    expect(m.state.phase.name).toBe('connecting');
  });

  it.each(['online', 'reconnectRequested'] as const)(
    '[R16] blocked sockets + %s → another try, which may succeed',
    what => {
      const m = asking();
      for (let i = 0; i < 3; i++) {
        probed(m, 101);
        if (i < 2) refuse(m.fire('retry'));
      }
      m.feed({ type: what });
      expect(m.of('openSocket')).toMatchObject([{ sessionId: 's1', cursor: 4 }]);
      reconnected(m, echo(5, 'a', 'hi'));
      expect(m.state.phase.name).toBe('active');
      expect(m.state.link).toMatchObject({ blocked: 0, refusals: 0 });
    },
  );

  it('[R17] 404 soon after the last contact → a new session, the transcript above a divider, what was unsent goes along, once', () => {
    const m = asking();
    m.now += 9 * MINUTE;
    probed(m, 404);
    expect(m.of('createSession')).toHaveLength(1);
    expect(texts(m)).toEqual(['mark', 'hello', 'mark']);
    const before = m.done.length;
    inNewSession(m, 's2');
    m.hear(echo(4, 'a', 'hi'));
    const sent = m.done.slice(before).filter(each => each.type === 'sendFrame' && each.event.type === 'USER_MESSAGE');
    expect(sent).toMatchObject([{ event: { text: 'hi', custom: { client_event_id: 'a' } } }]);
    expect(m.state.outbox).toEqual([]);
    expect(
      m.emitted.some(({ name, detail }) => name === 'ended' || ('status' in detail && detail.status === 'failed')),
    ).toBe(false);
  });

  it('[R17] 404 of a platform that has forgotten the token, too → a new token, and the new session with it', () => {
    const m = probed(asking(), 404);
    m.feed({ type: 'sessionFailed', ...attempt(m), failure: { kind: 'unauthorized' } });
    expect(m.of('fetchToken')).toHaveLength(1);
    m.feed({ ...TOKEN, canProbe: true, ...attempt(m) });
    inNewSession(m, 's2');
    expect(m.of('sendFrame')).toMatchObject([{ event: { text: 'hi', custom: { client_event_id: 'a' } } }]);
    expect(texts(m)).toEqual(['mark', 'hello', 'mark']);
    expect(m.emitted.filter(each => each.name === 'error')).not.toMatchObject([
      { detail: { code: 'session_refused' } },
    ]);
  });

  it('[R17] 404 after a reload → a new session below the transcript that was kept', () => {
    const before = talking();
    const { snapshot } = readParts(written(before)) as Kept;
    const m = machine(initialState('conversation', true)).feed({ type: 'restored', snapshot });
    m.feed({ type: 'took', own: ownOf(before.state) }).feed({ ...TOKEN, resumed: true, canProbe: true, ...attempt(m) });
    refuse(m).fire('retry');
    probed(refuse(m), 404);
    expect(m.of('createSession')).toHaveLength(1);
    expect(texts(m)).toEqual(['mark', 'hello', 'mark']);
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'queued', sends: 0 }]);
  });

  it('[R17] 404 more than ten minutes after the last contact → expired: what was unsent goes along when the visitor goes on', () => {
    const m = asking();
    m.now += 10 * MINUTE + 1;
    probed(m, 404);
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'expired' });
    expect(m.timers.size).toBe(0);
    m.feed({ type: 'startNewRequested' }).feed({ ...TOKEN, ...attempt(m) });
    expect(texts(m)).toContain('hello');
    inNewSession(m, 's2');
    expect(m.of('sendFrame')).toMatchObject([{ event: { text: 'hi', custom: { client_event_id: 'a' } } }]);
  });

  it('[R17] [R8] 404 again and again ends in failed, not in a storm of sessions', () => {
    const m = asking();
    let sessions = 0;
    for (; sessions < 10 && probed(m, 404).state.phase.name !== 'failed'; sessions++) {
      m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: `s${sessions + 2}` });
      refuse(refuse(m).fire('retry'));
    }
    expect(m.state.phase).toMatchObject({ name: 'failed', code: 'session_rejected' });
    expect(sessions).toBe(3);
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'queued' }]);
  });

  it('[R17] [N2] 404 while the end is still to be told → ended by the visitor, and no new session', () => {
    const m = probed(asking(talking().feed({ type: 'endRequested' })), 404);
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'user-end' });
    expect(m.count('createSession')).toBe(1);
  });

  it('[R18] 401 → a new token and a new session, the transcript above a divider, what was unsent goes along, once', () => {
    const m = probed(asking(), 401);
    expect(m.of('dropToken')).toHaveLength(1);
    expect(m.of('fetchToken')).toHaveLength(1);
    expect(m.emitted.filter(each => each.name === 'error')).not.toMatchObject([{ detail: { code: 'token_refused' } }]);
    expect(m.of('openSocket')).toEqual([]);
    m.feed({ ...TOKEN, canProbe: true, ...attempt(m) });
    expect(m.of('createSession')).toHaveLength(1);
    expect(texts(m)).toEqual(['mark', 'hello', 'mark']);
    const before = m.done.length;
    inNewSession(m, 's2');
    m.hear(echo(4, 'a', 'hi'));
    const sent = m.done.slice(before).filter(each => each.type === 'sendFrame' && each.event.type === 'USER_MESSAGE');
    expect(sent).toMatchObject([{ event: { text: 'hi', custom: { client_event_id: 'a' } } }]);
    expect(m.state.outbox).toEqual([]);
  });

  it('[R18] 401 again and again ends in failed, not in a storm', () => {
    const m = asking();
    let tokens = 0;
    for (let i = 0; i < 10 && m.state.phase.name !== 'failed'; i++) {
      const before = m.count('fetchToken');
      probed(m, 401);
      if (m.timers.has('retry')) m.fire('retry');
      tokens += m.count('fetchToken') - before;
      m.feed({ ...TOKEN, canProbe: true, ...attempt(m) });
      m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: `s${i + 2}` });
      if (m.state.phase.name === 'connecting') refuse(m).fire('retry');
      if (m.state.phase.name === 'connecting') refuse(m);
    }
    expect(m.state.phase).toMatchObject({ name: 'failed', code: 'token_refused' });
    expect(tokens).toBeLessThanOrEqual(4);
  });

  it.each([
    ['429 with Retry-After', 429, 45_000, 'rate_limited', { ms: 45_000 }],
    ['429 without Retry-After', 429, undefined, 'rate_limited', { ms: 4_000 }],
    ['429 with a short Retry-After', 429, 3_900, 'rate_limited', { ms: 4_000 }],
    ['500', 500, undefined, 'service_unavailable', { ms: 4_000, jitter: true }],
    ['503 with Retry-After', 503, 20_000, 'service_unavailable', { ms: 20_000 }],
    ['no answer', 0, undefined, 'service_unavailable', { ms: 4_000, jitter: true }],
    ['a status that says nothing', 302, undefined, 'service_unavailable', { ms: 4_000, jitter: true }],
  ] as const)('[R19] %s → a pause, and the same session again', (_, status, retryAfterMs, code, pause) => {
    const m = probed(asking(), status, retryAfterMs);
    expect(m.state.phase).toMatchObject({ name: 'waiting', step: 'connect', code });
    expect(m.of('setTimer')).toEqual([{ type: 'setTimer', key: 'retry', ...pause }]);
    m.fire('retry');
    expect(m.of('openSocket')).toMatchObject([{ sessionId: 's1', cursor: 4 }]);
    expect(m.state.past).toEqual([]);
  });

  it.each(['rejected', 'ticket_refused', 'bad_answer', 'origin_not_allowed'] as const)(
    '[R20] a broker that will not look (%s) → the second session of R14 finds out',
    kind => {
      const m = probeFailed(asking(), { kind });
      expect(m.state.phase).toMatchObject({ name: 'waiting', code: 'socket_refused' });
      m.fire('retry');
      expect(m.of('createSession')).toHaveLength(1);
      m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's2' });
      expect(m.of('openSocket')).toMatchObject([{ sessionId: 's2' }]);
      m.feed({ type: 'socketOpened', ...attempt(m) });
      expect(m.of('openSocket')).toMatchObject([{ sessionId: 's1' }]);
      refuse(m);
      expect(m.state.past.at(-1)).toMatchObject({ mark: 'divider' });
      expect(m.count('probe')).toBe(1);
    },
  );

  it('[R20] [N2] for an end that is to be told no second session is made', () => {
    const m = probeFailed(asking(talking().feed({ type: 'endRequested' })), { kind: 'rejected' });
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'user-end' });
    expect(m.timers.size).toBe(0);
    expect(m.count('createSession')).toBe(1);
  });

  it('[R3] a pause that came with that is kept, whatever comes back', () => {
    const m = probeFailed(asking(), { kind: 'unavailable', retryAfterMs: 45_000 });
    expect(m.state.phase).toMatchObject({ name: 'waiting', code: 'socket_refused' });
    m.feed({ type: 'offline' }, { type: 'online' }, { type: 'visible' });
    expect(m.of('openSocket')).toEqual([]);
    expect(m.timers.get('retry')).toBe(45_000);
  });

  it('[R20] such a broker is not asked again with this token', () => {
    const m = probeFailed(asking(), { kind: 'rejected' }).fire('retry');
    m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's2' });
    refuse(m).fire('retry');
    refuse(m).fire('retry');
    refuse(m).fire('retry');
    expect(m.count('probe')).toBe(1);
    expect(m.of('createSession')).toHaveLength(1);
  });

  it.each([
    [{ kind: 'network' }, { ms: 4_000, jitter: true }],
    [{ kind: 'unavailable' }, { ms: 4_000, jitter: true }],
    [{ kind: 'rate_limited', retryAfterMs: 30_000 }, { ms: 30_000 }],
  ] as const)(
    '[R20] a question that could not be asked now (%o) is asked again after the next refusal',
    (failure, pause) => {
      const m = probeFailed(asking(), failure);
      expect(m.of('setTimer')).toEqual([{ type: 'setTimer', key: 'retry', ...pause }]);
      refuse(m.fire('retry'));
      expect(m.count('probe')).toBe(2);
      expect(m.count('createSession')).toBe(1);
    },
  );
});

describe('the token', () => {
  it('[R21] past its end it opens no socket: a new one first, and the session that belongs to it', () => {
    const m = talking();
    m.now += 59 * MINUTE;
    m.hear(agentMessage(5, 'still here'));
    m.now += MINUTE;
    drop(m).fire('retry');
    expect(m.of('dropToken')).toHaveLength(1);
    expect(m.of('fetchToken')).toHaveLength(1);
    expect(m.of('openSocket')).toEqual([]);
    m.feed({ ...TOKEN, ...attempt(m) });
    expect(m.of('createSession')).toHaveLength(1);
    expect(m.state.past.at(-1)).toMatchObject({ mark: 'divider' });
  });

  it('[R21] just before its end it still does', () => {
    const m = talking();
    m.now += 60 * MINUTE - 1;
    m.hear(agentMessage(5, 'still here'));
    drop(m).fire('retry');
    expect(m.of('openSocket')).toHaveLength(1);
  });

  it('[R21] an end that passes while the session is being made is noticed before its socket', () => {
    const m = at.authorizing();
    m.feed({ ...TOKEN, expiresInMs: 1_000, ...attempt(m) });
    m.now += 1_000;
    m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's1' });
    expect(m.of('fetchToken')).toHaveLength(1);
    expect(m.of('openSocket')).toEqual([]);
  });

  it('[R23] a ticket that is not accepted means a new token: a new session, the transcript above a divider, what was unsent goes along', () => {
    const m = machine({ ...talking().state, phase: { name: 'authorizing' } });
    m.feed({ ...TOKEN, resumed: false, ...attempt(m) });
    expect(m.of('createSession')).toHaveLength(1);
    expect(m.state.past.at(-1)).toMatchObject({ mark: 'divider' });
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'queued', sends: 0 }]);
  });

  it.each([
    ['rejected', 'token_refused'],
    ['bad_answer', 'broker_misconfigured'],
    ['origin_not_allowed', 'origin_not_allowed'],
  ] as const)(
    '[R24] the broker says no (%s): failed and reported once, and nothing but the visitor tries again',
    (kind, code) => {
      const m = drop(talking());
      m.now += 60 * MINUTE;
      // The conversation has expired meanwhile, and so has its token.
      m.feed({ type: 'startNewRequested' });
      m.feed({ type: 'tokenFailed', ...attempt(m), failure: { kind } });
      expect(m.state.phase).toMatchObject({ name: 'failed', code });
      const calls = m.count('fetchToken');
      m.feed({ type: 'visible' }, { type: 'offline' }, { type: 'online' }, { type: 'frozen' }, { type: 'resumed' });
      m.feed({ type: 'openRequested' }, { type: 'sendRequested', id: 'b', text: 'anyone?' });
      expect(m.count('fetchToken')).toBe(calls);
      expect(m.timers.has('retry')).toBe(false);
      expect(m.emitted.filter(each => each.name === 'error')).toMatchObject([{ detail: { code } }]);
      m.feed({ type: 'reconnectRequested' });
      expect(m.count('fetchToken')).toBe(calls + 1);
    },
  );
});

describe('the code of a failed call', () => {
  it.each([
    ['network', 'broker_unreachable', 'platform_unreachable'],
    ['unavailable', 'service_unavailable', 'service_unavailable'],
    ['rate_limited', 'rate_limited', 'rate_limited'],
    ['rejected', 'token_refused', 'session_refused'],
    ['ticket_refused', 'token_refused', 'token_refused'],
    ['unauthorized', 'token_refused', 'session_refused'],
    ['bad_answer', 'broker_misconfigured', 'session_refused'],
    ['unsafe_address', 'platform_unsafe', 'platform_unsafe'],
    ['origin_not_allowed', 'origin_not_allowed', 'origin_not_allowed'],
  ] as const)('[R24] %s: %s of the broker, %s of the platform', (kind, ofBroker, ofPlatform) => {
    const [broker, platform] = [at.authorizing(), at.creating()];
    broker.feed({ type: 'tokenFailed', ...attempt(broker), failure: { kind } });
    platform.feed({ type: 'sessionFailed', ...attempt(platform), failure: { kind } });
    expect([broker.state.phase, platform.state.phase]).toMatchObject([{ code: ofBroker }, { code: ofPlatform }]);
  });

  it.each([
    ['rejected', 'failed'],
    ['bad_answer', 'waiting'],
    ['unsafe_address', 'failed'],
    ['origin_not_allowed', 'failed'],
  ] as const)('[R24] a broker that has served the conversation before and says no (%s) → %s', (kind, phase) => {
    const m = probed(asking(), 401);
    m.feed({ type: 'tokenFailed', ...attempt(m), failure: { kind } });
    expect(m.state.phase.name).toBe(phase);
  });
});

describe('the ticket', () => {
  const heard = (m: Machine) => m.hear(event(null, { type: 'HEARTBEAT' }));

  /**
   * Lets time pass, with the ticket's timer and, while a socket is open, with events of the platform. Returns how often the ticket was
   * renewed.
   */
  function pass(m: Machine, minutes: number): number {
    const before = m.count('renewTicket');
    for (let i = 0; i < minutes; i++) {
      m.now += MINUTE;
      if (m.state.link.openedAt !== null) heard(m);
      if ((i + 1) % 4 === 0 && m.timers.has('ticket')) m.fire('ticket');
    }
    return m.count('renewTicket') - before;
  }

  it('[R22] the ticket is renewed every four minutes while the conversation is alive, and not after', () => {
    const m = at.active();
    expect(m.timers.get('ticket')).toBe(4 * MINUTE);
    expect(pass(m, 8)).toBe(2);
    expect(pass(m, 20)).toBe(0);
    m.feed({ type: 'draftChanged', text: 'w' });
    expect(pass(m, 4)).toBe(1);
  });

  it.each(['always', 'never'] as const)('[R22] follows the conversation, not its heartbeats (%s)', keepAlive => {
    const m = machine({ ...at.active().state, keepAlive });
    m.feed({ type: 'timerFired', key: 'ticket' });
    expect(m.of('renewTicket')).toHaveLength(1);
    m.now += 30 * MINUTE;
    heard(m).feed({ type: 'timerFired', key: 'ticket' });
    expect(m.of('renewTicket')).toHaveLength(keepAlive === 'always' ? 1 : 0);
  });

  it('[R22] the ticket is not renewed for a session that was silent for ten minutes, whatever waits to be sent', () => {
    const m = at.active().feed({ type: 'sendRequested', id: 'a', text: 'hi' });
    m.feed({ type: 'socketClosed', attempt: m.state.link.attempt, code: 4000, opened: true });
    expect(m.state.phase.name).toBe('failed');
    expect(pass(m, 8)).toBe(2);
    expect(pass(m, 120)).toBe(0);
  });

  it('[R22] the ticket is not renewed without a session', () => {
    const m = at.creating().feed({ type: 'sendRequested', id: 'a', text: 'hi' });
    m.feed({ type: 'sessionFailed', attempt: m.state.link.attempt, failure: { kind: 'rejected' } });
    expect(pass(m, 60)).toBe(0);
  });

  it('[R22] the ticket is not renewed after the end', () => {
    const m = at.ended();
    expect(m.timers.has('ticket')).toBe(false);
    expect(pass(m, 8)).toBe(0);
  });

  it.each(['offline', 'frozen'] as const)('[R22] the ticket is not renewed while %s', what => {
    const m = at.active().feed({ type: what });
    expect(pass(m, 4)).toBe(0);
    // The ticket is renewed soon after coming back.
    expect(m.timers.get('ticket')).toBe(30_000);
    m.feed({ type: what === 'offline' ? 'online' : 'resumed' }).fire('ticket');
    expect(m.of('renewTicket')).toHaveLength(1);
  });

  it('[R22] a renewed ticket leads back to the session that follows, too', () => {
    const m = at.active();
    for (let i = 0; i < 4; i++) {
      pass(m, 3);
      m.feed({ type: 'draftChanged', text: `${i}` });
      pass(m, 1);
      m.fire('ticket');
    }
    m.feed({ type: 'socketClosed', ...attempt(m), code: 4001, opened: true });
    expect([m.of('fetchToken').length, m.of('createSession').length]).toEqual([0, 1]);
  });

  it('[R22] the conversation that follows the first one has a fresh ticket from the start', () => {
    const m = at.active();
    m.now += 3 * MINUTE;
    m.feed({ type: 'startNewRequested' });
    expect(m.of('renewTicket')).toHaveLength(1);
    expect(m.timers.get('ticket')).toBe(4 * MINUTE);
    expect(m.of('createSession')).toHaveLength(1);
  });

  it('[R22] long after a conversation was cut off a new conversation begins with a token of its own: nothing leads back to the old one', () => {
    const m = at.active();
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1000, opened: true });
    expect(m.count('dropToken')).toBe(0);
    m.now += 11 * MINUTE;
    m.feed({ type: 'startNewRequested' });
    expect(m.of('dropToken')).toHaveLength(1);
    expect(m.of('fetchToken')).toHaveLength(1);
  });
});

/** A conversation that continues from its stored record. */

import { describe, expect, it } from 'vitest';
import type { ServerEvent } from '../../../src/protocol/events.ts';
import { idleEndsAt } from '../../../src/session/machine/inactivity.ts';
import { selectPhase, selectStatus } from '../../../src/session/selectors.ts';
import { type Snapshot, takeSnapshot } from '../../../src/session/state/snapshot.ts';
import { initialState } from '../../../src/session/state/state.ts';
import {
  agentMessage,
  at,
  attempt,
  chunk,
  END,
  echo,
  event,
  JOIN_ECHO,
  JOINED,
  type Machine,
  machine,
  ownOf,
  START,
  systemError,
  TOKEN,
} from '../fixtures/machine.ts';

const MINUTE = 60_000;
const say = (id: string) => ({ type: 'sendRequested', id, text: id }) as const;
const texts = (m: Machine) =>
  [...m.state.past, ...m.state.conversation.view.items].flatMap(item => (item.kind === 'message' ? [item.text] : []));
const sent = (m: Machine) =>
  m.done.flatMap(each => (each.type === 'sendFrame' && each.event.type === 'USER_MESSAGE' ? [each.event.text] : []));

/** A new page load, `later` milliseconds after the first page has gone. */
function reload(from: Machine | Snapshot, later = 1_000): Machine {
  const snapshot = 'feed' in from ? takeSnapshot(from.state) : from;
  const m = machine(initialState('conversation', true));
  m.now = ('feed' in from ? from.now : m.now) + later;
  m.feed({ type: 'restored', snapshot });
  const own = 'feed' in from ? ownOf(from.state) : undefined;
  if (!own?.draft && !own?.outbox[0]) return m;
  return m.feed({ type: 'took', own }, { type: 'stored', ids: own.outbox.map(({ id }) => id) });
}

/** Connects with the same token again, up to the open socket. */
function connected(m: Machine, resumed = true): Machine {
  m.feed({ ...TOKEN, resumed, ...attempt(m) });
  return m.feed({ type: 'socketOpened', ...attempt(m) });
}

describe('restored', () => {
  it('[M22] a live conversation shows its transcript at once, and connects with its token, session and cursor', () => {
    const m = reload(at.active().hear(agentMessage(4, 'hello')));
    expect(texts(m)).toEqual(['hello']);
    expect(m.of('fetchToken')).toHaveLength(1);
    m.feed({ ...TOKEN, resumed: true, ...attempt(m) });
    expect(m.of('openSocket')).toMatchObject([{ sessionId: 's1', cursor: 4 }]);
    expect(m.count('createSession')).toBe(0);
    m.feed({ type: 'socketOpened', ...attempt(m) })
      .hear(agentMessage(5, 'meanwhile'))
      .pong();
    expect(m.state.phase.name).toBe('active');
    expect(texts(m)).toEqual(['hello', 'meanwhile']);
  });

  it('[M22] a conversation that has ended stays ended, and nobody is asked for anything', () => {
    const m = reload(at.active().hear(agentMessage(4, 'bye')).hear(END(9)));
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'natural-end' });
    expect(texts(m)).toEqual(['bye']);
    expect(m.timers.size).toBe(0);
    expect(m.count('fetchToken')).toBe(0);
    expect(m.emitted.filter(each => each.name === 'ended')).toEqual([]);
    m.feed({ type: 'startNewRequested' });
    expect(m.of('fetchToken')).toHaveLength(1);
    expect(m.state.past).toEqual([]);
  });

  it('[M22] a reply that was under way when it ended is not under way again', () => {
    const m = reload(
      at
        .active()
        .hear(chunk(4, 'r', 1, 'half a '))
        .hear(END(9)),
    );
    expect(m.state.conversation.view.items).toContainEqual(
      expect.objectContaining({ text: 'half a ', status: 'interrupted' }),
    );
  });

  it('[M22] words that were sent before there was a session begin one', () => {
    const m = reload(machine().feed(say('a')).feed({ type: 'closeRequested' }));
    expect(m.count('fetchToken')).toBe(1);
  });

  it('[M22] one that was cut off keeps its transcript above a divider when a new one begins after the reload', () => {
    const cut = at.active().hear(agentMessage(4, 'hello'));
    cut.feed({ type: 'socketClosed', ...attempt(cut), code: 1000, opened: true });
    const m = reload(cut).feed({ type: 'startNewRequested' });
    expect(texts(m)).toEqual(['hello']);
    expect(m.state.past.at(-1)).toMatchObject({ mark: 'divider' });
  });

  it('[M22] over ten minutes old it is expired, and what was unsent goes along into the next one', () => {
    const m = reload(at.active().hear(agentMessage(4, 'hello')).feed(say('a')), 10 * MINUTE + 1);
    m.feed({ ...TOKEN, resumed: true, ...attempt(m) });
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'expired' });
    expect(m.count('openSocket')).toBe(0);
    m.feed({ type: 'startNewRequested' });
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'queued' }]);
    expect(texts(m)).toEqual(['hello']);
  });

  it('[M22] just under ten minutes it is tried', () => {
    const m = reload(at.active(), 10 * MINUTE - 1);
    m.feed({ ...TOKEN, resumed: true, ...attempt(m) });
    expect(m.of('openSocket')).toHaveLength(1);
  });

  it('[R23] with another token it goes on in another session, above a divider, and what was unsent goes along', () => {
    const m = reload(at.active().hear(agentMessage(4, 'hello')).feed(say('a'), say('b')));
    m.feed({ ...TOKEN, resumed: false, ...attempt(m) });
    expect(m.of('createSession')).toHaveLength(1);
    expect(m.state.past.at(-1)).toMatchObject({ mark: 'divider' });
    m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's2' }).feed({ type: 'socketOpened', ...attempt(m) });
    m.hear(START)
      .pong()
      .hear(JOIN_ECHO)
      .hear(JOINED)
      .hear(echo(4, 'a', 'a'))
      .hear(echo(5, 'b', 'b'));
    expect(sent(m)).toEqual(['a', 'b']);
    expect(texts(m)).toEqual(['hello', 'a', 'b']);
  });

  it('[M22] offline it shows what it has, and tries', () => {
    const m = machine({ ...initialState('conversation', true), online: false });
    m.feed({ type: 'restored', snapshot: takeSnapshot(at.active().hear(agentMessage(4, 'hello')).state) });
    expect(m.of('fetchToken')).toHaveLength(1);
    expect(texts(m)).toEqual(['hello']);
    m.feed({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'network' } }, { type: 'online' });
    expect(m.of('fetchToken')).toHaveLength(1);
  });

  it('[M22] a message that was written but never had a session goes out in a new one', () => {
    const m = reload(at.authorizing().feed(say('a'), say('b')));
    m.feed({ ...TOKEN, ...attempt(m) });
    expect(m.of('createSession')).toHaveLength(1);
    m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's1' }).feed({ type: 'socketOpened', ...attempt(m) });
    m.hear(START)
      .pong()
      .listened()
      .hear(JOIN_ECHO)
      .hear(JOINED)
      .hear(echo(4, 'a', 'a'));
    expect(sent(m)).toEqual(['a', 'b']);
  });

  it('[M22] an open panel that never got a session gets one', () => {
    const m = reload(at.authorizing());
    expect(m.of('fetchToken')).toHaveLength(1);
    expect(reload(at.authorizing().feed({ type: 'closeRequested' })).state.phase.name).toBe('idle');
  });

  it('[M22] nothing but a draft begins nothing', () => {
    const m = reload(machine().feed({ type: 'draftChanged', text: 'hm' }));
    expect(m.state.phase.name).toBe('idle');
    expect(m.state.draft).toBe('hm');
    expect(m.count('fetchToken')).toBe(0);
  });

  it('[M24] draft, panel, unread messages and earlier sessions are as they were', () => {
    const m = at.active().hear(agentMessage(4, 'old'));
    m.feed({ type: 'socketClosed', ...attempt(m), code: 4001, opened: true });
    m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's2' }).feed({ type: 'socketOpened', ...attempt(m) });
    m.hear(START).pong().hear(JOINED).feed({ type: 'draftChanged', text: 'half a sen' }, { type: 'closeRequested' });
    m.hear(agentMessage(5, 'news'));
    const again = reload(m);
    expect(again.state).toMatchObject({ draft: 'half a sen', panelOpen: false, unread: 1 });
    expect(again.state.past).toEqual(m.state.past);
    expect(texts(again)).toEqual(['old', 'news']);
    expect(again.emitted.filter(each => each.name !== 'state')).toEqual([{ name: 'unread', detail: { count: 1 } }]);
    again.feed({ type: 'openRequested' });
    expect(again.state.unread).toBe(0);
  });
});

describe('an end that the platform has not answered before the reload', () => {
  const ending = () => reload(at.active().hear(agentMessage(4, 'hello')).feed(say('a'), { type: 'endRequested' }));

  it('[N7] an unconfirmed end is an end from the start, and is sent again; no message is sent, and nobody is asked to join', () => {
    const m = ending();
    expect(selectPhase(m.state)).toMatchObject({ name: 'ended', reason: 'user-end' });
    expect(selectStatus(m.state)).toBe('ended');
    connected(m);
    expect(m.sent('USER_END_SESSION')).toBe(1);
    m.pong();
    if (m.timers.has('listen')) m.listened();
    expect(selectStatus(m.state)).toBe('ended');
    m.hear(END(9));
    expect(m.state.phase.name).toBe('ended');
    expect(sent(m)).toEqual([]);
    expect(m.emitted.filter(each => each.name === 'ended')).toHaveLength(1);
    expect(m.timers.size).toBe(0);
  });

  it('[N7] without an answer it ends here', () => {
    const m = connected(ending()).pong().fire('ending');
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'user-end' });
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'failed' }]);
  });

  it('[N7] with another token nobody can tell the platform, and no other session begins', () => {
    const m = ending();
    m.feed({ ...TOKEN, resumed: false, ...attempt(m) });
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'user-end' });
    expect(m.count('createSession')).toBe(0);
  });

  it('[N7] the visitor may begin anew meanwhile', () => {
    const m = ending().feed(say('b'));
    expect(m.state.ending).toBe(false);
    m.feed({ ...TOKEN, resumed: true, ...attempt(m) });
    expect(m.of('createSession')).toHaveLength(1);
  });

  it('[N7] an unconfirmed end survives a second reload, too', () => {
    expect(selectStatus(reload(ending()).state)).toBe('ended');
  });
});

describe('an end that another tab has written', () => {
  const message = (id: string, text: string) => ({ name: 'message', detail: { id, from: 'agent', text } });
  const ended = (...events: readonly ServerEvent[]) => takeSnapshot(at.active().hear(...events, END(9)).state);
  const messages = (m: Machine) => m.emitted.filter(each => each.name === 'message');

  it('[G24] comes with what was heard there before it', () => {
    const m = at.active().feed({ type: 'shared', snapshot: ended(agentMessage(4, 'Goodbye')) });
    expect(m.state.phase).toMatchObject({ name: 'ended' });
    expect(texts(m)).toEqual(['Goodbye']);
    expect(messages(m)).toMatchObject([{ detail: { text: 'Goodbye' } }]);
  });

  it('[G24] [O39] breaks off a reply that was still on its way here, and the page is told', () => {
    const m = at.active().hear(chunk(4, 'r', 1, 'Let me '));
    m.feed({ type: 'shared', snapshot: ended() });
    expect(messages(m)).toEqual([message('r', 'Let me ')]);
  });
});

describe('messages that may have been sent before the reload', () => {
  it.each([
    ['under way', () => at.active().feed(say('a'))],
    ['waiting, as far as is known', () => at.joining().feed(say('a'))],
  ])('[M23] a message %s: the history that has it settles it', (_, make) => {
    const m = connected(reload(make()))
      .hear(START, JOIN_ECHO, JOINED, echo(4, 'a', 'a'))
      .pong();
    expect(m.state.phase.name).toBe('active');
    expect(m.state.outbox).toEqual([]);
    expect(sent(m)).toEqual([]);
    expect(m.emitted.filter(each => each.name === 'delivery')).toMatchObject([{ detail: { id: 'a', status: 'sent' } }]);
  });

  it('[M23] only when history and listening lack them are messages sent again, in their order, under their ids', () => {
    const m = connected(reload(at.active().feed(say('a'), say('b'), say('c'))))
      .hear(echo(4, 'b', 'b'))
      .pong();
    expect(sent(m)).toEqual([]);
    expect(m.timers.get('listen')).toBe(2_000);
    m.listened();
    expect(m.of('sendFrame')).toMatchObject([{ event: { text: 'a', custom: { client_event_id: 'a' } } }]);
    m.hear(echo(5, 'a', 'a'));
    expect(sent(m)).toEqual(['a', 'c']);
  });

  it.each([
    ['before the platform was heard last', [say('a'), 4_000, 'heard']],
    ['after that', ['heard', 4_000, say('a')]],
  ] as const)(
    '[D18] [M23] a message written %s may have gone into a connection that has died with the page',
    (_, steps) => {
      const before = at.joining();
      for (const step of steps) {
        if (step === 'heard') before.hear(event(null, { type: 'HEARTBEAT' }));
        else if (typeof step === 'number') before.now += step;
        else before.feed(step);
      }
      expect(connected(reload(before, 9_000)).pong().timers.get('listen')).toBe(10_000);
    },
  );

  it('[M23] a message written after the reload waits behind earlier ones', () => {
    const m = reload(at.active().feed(say('a'))).feed(say('b'), { type: 'stored', ids: ['b'] });
    connected(m)
      .pong()
      .listened()
      .hear(echo(4, 'a', 'a'));
    expect(sent(m)).toEqual(['a', 'b']);
  });

  it('[M23] an echo that the transcript holds already is the receipt', () => {
    const before = at.active().feed(say('a'));
    const own = ownOf(before.state);
    const m = reload(takeSnapshot(before.hear(echo(4, 'a', 'a')).state)).feed({ type: 'took', own });
    expect(m.state.outbox).toEqual([]);
    expect(connected(m).pong().timers.has('listen')).toBe(false);
  });

  it('[M23] one that had failed stays so until the visitor says otherwise', () => {
    const failed = at.active().feed(say('a'));
    for (let i = 0; i < 5; i++)
      failed
        .fire('receipt')
        .feed({ type: 'socketOpened', ...attempt(failed) })
        .pong()
        .listened();
    const m = connected(reload(failed)).pong();
    expect(m.state.phase.name).toBe('active');
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'failed' }]);
    m.feed({ type: 'retryRequested', id: 'a' });
    expect(m.of('openSocket'), 'looked up before it is sent again').toHaveLength(1);
  });

  it('[M23] the join request is not repeated when the history has it', () => {
    const m = connected(reload(at.joining())).hear(START, JOIN_ECHO).pong();
    expect(m.state.phase.name).toBe('joining');
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(0);
    m.hear(JOINED);
    expect(m.state.phase.name).toBe('active');
    expect(m.count('sendFrame')).toBe(1);
  });

  it('[M23] the join request is repeated only after listening, too', () => {
    const m = connected(reload(at.joining())).pong();
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(0);
    m.listened();
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(1);
  });

  it('[M23] once joined, nothing is in doubt and nobody waits', () => {
    const m = connected(reload(at.active())).pong();
    expect(m.state.phase.name).toBe('active');
    expect(m.timers.has('listen')).toBe(false);
  });

  it('[R24] a broker that is started anew, behind something that answers in its place meanwhile, is asked again', () => {
    const m = reload(at.active().hear(agentMessage(4, 'hello')));
    m.feed({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'bad_answer' } });
    expect(m.state.phase).toMatchObject({ name: 'waiting', code: 'broker_misconfigured' });
    connected(m.fire('retry')).pong();
    expect(m.state.phase.name).toBe('active');
  });

  it('[J3] a conversation that was lost asks again, as often as it still may', () => {
    const lost = at.joining().hear(JOIN_ECHO).hear(systemError(4, 'Error: Conversation not found')).fire('rejoin');
    lost.hear(systemError(5, 'Error: Conversation not found'));
    const m = connected(reload(lost)).pong();
    expect(m.timers.get('rejoin')).toBe(4_000);
  });
});

describe('the clocks of a restored conversation', () => {
  it('[M24] the visitor is asked eight minutes after the last sign of life, however often the page is loaded', () => {
    const m = reload(at.active(), 5 * MINUTE);
    expect(m.timers.get('idle')).toBe(3 * MINUTE);
    const again = reload(m, 2 * MINUTE);
    expect(again.timers.get('idle')).toBe(MINUTE);
    connected(again).pong();
    again.now += MINUTE;
    again.fire('idle');
    expect(again.emitted.filter(each => each.name === 'idle')).toHaveLength(1);
  });

  it('[M24] heartbeats stop ten minutes after it', () => {
    const m = connected(reload(at.active(), 9 * MINUTE)).pong();
    m.now += MINUTE;
    m.fire('heartbeat');
    expect(m.sent('HEARTBEAT')).toBe(0);
    m.feed({ type: 'stayRequested' }, { type: 'visible' });
    expect(m.sent('HEARTBEAT')).toBe(1);
  });

  it('[I5] a visitor who was asked is not asked again, and has no more time for the answer', () => {
    const asked = at.active();
    asked.now += 8 * MINUTE;
    asked.pong().fire('idle');
    const m = reload(asked, MINUTE);
    expect(m.timers.has('idle')).toBe(false);
    expect(idleEndsAt(m.state)).toBe(idleEndsAt(asked.state));
    connected(m).pong();
    expect(m.emitted.filter(each => each.name === 'idle')).toEqual([]);
    m.feed({ type: 'stayRequested' });
    expect(idleEndsAt(m.state)).toBe(null);
    expect(m.timers.get('idle')).toBe(8 * MINUTE);
  });

  it('[M24] long quiet, the visitor is asked at once', () => {
    const quiet = at.active();
    quiet.now += 9 * MINUTE;
    expect(reload(quiet.pong()).timers.get('idle')).toBe(0);
  });

  it('[I3] a person who is waited for is waited for still', () => {
    const m = connected(reload(at.active().hear(event(4, { type: 'HANDOFF_ACCEPTED' })), 5 * MINUTE)).pong();
    m.now += 20 * MINUTE;
    m.fire('heartbeat');
    expect(m.sent('HEARTBEAT')).toBe(1);
  });

  it('[M24] a reply whose rest never comes is closed after its silence, and holds up nothing', () => {
    const m = connected(reload(at.active().hear(chunk(4, 'r', 1, 'Let me ')))).pong();
    expect(m.timers.get('silence')).toBe(30_000);
    m.fire('silence');
    expect(m.state.conversation.view.items.at(-1)).toMatchObject({ text: 'Let me ', status: 'interrupted' });
    m.now += 20 * MINUTE;
    m.fire('heartbeat');
    expect(m.sent('HEARTBEAT')).toBe(0);
  });

  it('[I1] a sign of life that is still to come counts as one of now: a clock was wrong, then or since', () => {
    const before = at.active();
    before.now += 30 * 24 * 60 * MINUTE;
    const snapshot = takeSnapshot(before.feed({ type: 'stayRequested' }).state);
    const m = machine(initialState('conversation', true)).feed({ type: 'restored', snapshot });
    expect(m.timers.get('idle')).toBe(8 * MINUTE);
  });

  it('[M24] a reply that was told half before a reload is no news after it; one that was not, is', () => {
    const half = () =>
      at
        .active()
        .feed({ type: 'closeRequested' })
        .hear(chunk(4, 'r', 1, 'Let me '));
    const told = (m: Machine) => [m.emitted.filter(each => each.name === 'message').length, m.state.unread];
    const next = agentMessage(9, 'Sorry');
    const toldBefore = connected(reload(half().fire('silence'))).pong();
    expect(told(toldBefore)).toEqual([0, 1]);
    expect(told(toldBefore.hear(next))).toEqual([1, 2]);
    const toldAfter = connected(reload(half())).pong().fire('silence');
    expect(told(toldAfter)).toEqual([1, 1]);
    expect(told(toldAfter.hear(next))).toEqual([2, 2]);
  });

  it('[M24] a reply with a gap shows what is there in time, and mends', () => {
    const m = reload(
      at
        .active()
        .hear(chunk(4, 'r', 1, 'a'))
        .hear(chunk(6, 'r', 3, 'c', true)),
    );
    expect(texts(m)).toEqual(['a']);
    expect(m.timers.get('gap')).toBe(2_000);
    m.fire('gap');
    expect(texts(m)).toEqual(['ac']);
    connected(m)
      .hear(chunk(5, 'r', 2, 'b'))
      .pong();
    expect(texts(m)).toEqual(['abc']);
  });
});

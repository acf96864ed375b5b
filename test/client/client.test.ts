import { describe, expect, it } from 'vitest';
import type { Ports } from '../../src/client/api/ports.ts';
import { createClient } from '../../src/client/client.ts';
import {
  agentMessage,
  CAPABILITIES,
  chunk,
  END,
  echo,
  event,
  JOIN_ECHO,
  JOINED,
  START,
} from '../session/fixtures/machine.ts';
import { type FakeWorld, fakePorts, GRANT, SECRET, settled, TICKET } from './fixtures/fake-ports.ts';

const OPTIONS = { streaming: true, platform: 'web' } as const;

function start() {
  const world = fakePorts();
  return { world, chat: createClient(OPTIONS, world.ports) };
}

async function connect(world: FakeWorld) {
  await world.answerToken();
  await world.answerSession();
  const socket = world.latest();
  socket.accept();
  socket.say(START);
  socket.pong();
  socket.say(JOIN_ECHO, JOINED);
  return socket;
}

async function active() {
  const { world, chat } = start();
  chat.open();
  return { world, chat, socket: await connect(world) };
}

/** Sends a text. Returns its client event id from the frame. */
function sentId(socket: { sent: string[] }): string {
  return JSON.parse(socket.sent.at(-1) ?? '{}').metadata.custom.client_event_id;
}

describe('verified context', () => {
  /** A chat whose platform names a context, and whose page answers when `answer` is called. */
  function start(context?: Ports['context']) {
    const world = fakePorts();
    const chat = createClient(OPTIONS, { ...world.ports, ...(context && { context }) });
    const outcomes: string[] = [];
    chat.on('context', ({ outcome }) => outcomes.push(outcome));
    return { world, chat, outcomes };
  }
  const NAMED = event(1, { type: 'SESSION_START', capabilities: CAPABILITIES, contextId: 'c1' });
  const JOIN = expect.stringContaining('AGENT_JOIN');

  async function opened({ world, chat }: ReturnType<typeof start>) {
    chat.open();
    await world.answerToken();
    await world.answerSession();
    const socket = world.latest();
    socket.accept();
    socket.say(NAMED);
    socket.pong();
    return socket;
  }

  it('the page is asked before the agent is, and hears of the outcome', async () => {
    const asked: unknown[] = [];
    let answer = (_: 'accepted' | 'thrown') => {};
    const it = start(session => {
      asked.push(session);
      return new Promise(resolve => {
        answer = resolve;
      });
    });
    const socket = await opened(it);
    expect(asked).toEqual([{ sessionId: expect.any(String), contextId: 'c1' }]);
    expect(socket.types()).not.toContainEqual(JOIN);
    answer('accepted');
    await settled();
    expect(socket.types()).toContainEqual(JOIN);
    it.chat.refreshContext();
    expect(asked).toHaveLength(2);
    answer('thrown');
    await settled();
    expect(it.outcomes).toEqual(['accepted', 'thrown']);
    expect(it.world.warnings.map(each => each.code)).toEqual(['context_failed']);
  });

  it('an answer that does not come delays the agent by five seconds', async () => {
    const it = start(() => new Promise(() => {}));
    const socket = await opened(it);
    it.world.clock.advance(4_900);
    expect(socket.types()).not.toContainEqual(JOIN);
    it.world.clock.advance(200);
    expect(socket.types()).toContainEqual(JOIN);
    expect(it.outcomes).toEqual(['slow']);
  });

  it('a page without it is told that it has nothing to refresh', async () => {
    const it = start();
    const socket = await opened(it);
    expect(socket.types()).toContainEqual(JOIN);
    it.chat.refreshContext();
    expect(it.outcomes).toEqual([]);
    expect(it.world.warnings.map(each => each.code)).toEqual(['invalid_call']);
  });
});

describe('external events', () => {
  it('the ids that the agent names reach the page, each once and after its message', async () => {
    const { chat, socket } = await active();
    const heard: string[] = [];
    chat.on('message', ({ text }) => heard.push(text));
    chat.on('external-event', ({ id }) => heard.push(id));
    socket.say(agentMessage(4, 'Pay here: `evt_8f3K`. Reference: (evt_8f3K), revt_x.'));
    socket.say(chunk(5, 'r', 1, 'Now evt_'), chunk(6, 'r', 2, 'b2 and evt_8f3K.', true));
    expect(heard).toEqual([
      'Pay here: `evt_8f3K`. Reference: (evt_8f3K), revt_x.',
      'evt_8f3K',
      'Now evt_b2 and evt_8f3K.',
      'evt_b2',
    ]);
  });
});

describe('a chat', () => {
  it('[S3] asks nobody for anything until it is opened', async () => {
    const { world, chat } = start();
    world.signal('visible');
    world.clock.advance(3_600_000);
    await settled();
    expect(world.tokens).toHaveLength(0);
    expect(world.sockets).toHaveLength(0);
    expect(chat.state.value.connection.status).toBe('idle');
    chat.open();
    expect(world.tokens).toHaveLength(1);
  });

  it('a chat is connecting, not reconnecting, until an agent has joined for the first time', async () => {
    const { world, chat } = start();
    chat.open();
    const seen = new Set([chat.connection.value.status]);
    const undo = chat.connection.subscribe(({ status }) => seen.add(status));
    await connect(world);
    undo();
    expect([...seen]).toEqual(['connecting', 'online']);
  });

  it('[V3] says who is writing, the software or a person, and under which name', async () => {
    const { chat, socket } = await active();
    socket.say(event(4, { type: 'AGENT_THINKING' }));
    expect(chat.typing.value).toEqual({ from: 'agent', name: 'Fern' });
    socket.say(event(5, { type: 'LIVE_AGENT_JOINED', agentName: 'Maya' }));
    socket.say(event(null, { type: 'LIVE_AGENT_TYPING', state: 'started' }));
    expect(chat.typing.value).toEqual({ from: 'live', name: 'Maya' });
  });

  it('[H9] says that nobody is writing under the name of another', async () => {
    const { chat, socket } = await active();
    const writes = () => event(null, { type: 'LIVE_AGENT_TYPING', state: 'started' });
    socket.say(writes());
    expect(chat.typing.value).toEqual({ from: 'live', name: '' });
    socket.say(event(4, { type: 'LIVE_AGENT_JOINED', agentId: 'n', agentName: 'Noah' }));
    expect(chat.typing.value).toEqual({ from: 'live', name: 'Noah' });
    socket.say(event(null, { type: 'LIVE_AGENT_TYPING', state: 'stopped' }));
    socket.say(event(null, { type: 'AGENT_THINKING' }));
    expect(chat.typing.value).toEqual({ from: 'agent', name: '' });
  });

  it('[M33] keeps what stands in the composer when something else is sent', async () => {
    const { chat } = await active();
    chat.setDraft('half a question');
    chat.send('a suggestion');
    expect(chat.state.value.draft).toBe('half a question');
    chat.send('half a question');
    expect(chat.state.value.draft).toBe('');
  });

  it('greets, takes a message and shows its reply', async () => {
    const { chat, socket } = await active();
    expect(chat.connection.value).toMatchObject({ status: 'online', phase: 'active' });
    expect(chat.agent.value).toMatchObject({ name: 'Fern', kind: 'agent' });
    const id = chat.send('Where is my order?');
    expect(chat.messages.value.at(-1)).toMatchObject({ id, text: 'Where is my order?', status: 'sending' });
    const keyBefore = chat.messages.value.at(-1)?.key;
    socket.say(
      echo(4, sentId(socket), 'Where is my order?'),
      chunk(5, 'r', 1, 'On its '),
      chunk(6, 'r', 2, 'way.', true),
    );
    const shown = chat.messages.value.flatMap(item => (item.kind === 'message' ? [[item.text, item.status]] : []));
    expect(shown).toEqual([
      ['Where is my order?', 'sent'],
      ['On its way.', 'complete'],
    ]);
    expect(chat.messages.value.find(item => item.kind === 'message')?.key).toBe(keyBefore);
    expect(chat.outbox.value).toEqual([]);
  });

  it('opens its socket with token, session and, after a drop, the cursor', async () => {
    const { world, socket } = await active();
    expect(socket.url).toBe(`wss://platform.example/ws?access_token=${SECRET}&session_id=session-1`);
    socket.say(agentMessage(4, 'hello'));
    socket.drop();
    world.clock.advance(1_000);
    expect(world.latest().url).toContain('&cursor=4');
    expect(world.tokens).toHaveLength(0);
  });

  it('[R13] waits between half and all of the pause', async () => {
    const { world, socket } = await active();
    socket.drop();
    world.clock.advance(749);
    expect(world.sockets).toHaveLength(1);
    world.clock.advance(1);
    expect(world.sockets).toHaveLength(2);
  });

  it('[D1] two messages typed during a stream leave one after the other, each with its own id', async () => {
    const { chat, socket } = await active();
    socket.say(chunk(4, 'r', 1, 'Once upon '));
    chat.send('one');
    chat.send('two');
    const messages = () =>
      socket.sent.map(text => JSON.parse(text)).filter(frame => frame.type === 'EVENT_TYPE_USER_MESSAGE');
    expect(messages().map(frame => frame.payload.text)).toEqual(['one']);
    socket.say(chunk(5, 'r', 2, 'a time', true), echo(6, sentId(socket), 'one'));
    expect(messages().map(frame => frame.payload.text)).toEqual(['one', 'two']);
    expect(new Set(messages().map(frame => frame.metadata.custom.client_event_id)).size).toBe(2);
  });

  it('a reply that grows changes nothing of the picture but the messages', async () => {
    const { chat, socket } = await active();
    socket.say(chunk(4, 'r', 1, 'Once upon '));
    const before = chat.state.value;
    socket.say(chunk(5, 'r', 2, 'a time'));
    const now = chat.state.value;
    const changed = Object.keys(now).filter(part => now[part as 'open'] !== before[part as 'open']);
    expect(changed).toEqual(['messages']);
  });

  it('speaks the dialect that the broker names', async () => {
    const { world, chat } = start();
    chat.open();
    await world.answerToken({ ok: true, value: { ...GRANT, dialect: 'poly' } });
    await world.answerSession();
    world.latest().accept();
    world.latest().pong();
    expect(world.latest().types()).toEqual(['EVENT_TYPE_HEARTBEAT', 'EVENT_TYPE_REQUEST_POLY_AGENT_JOIN']);
  });

  it('a frame is one change of the picture, however many events it carries', async () => {
    const { chat, socket } = await active();
    let changes = -1;
    const undo = chat.messages.subscribe(() => {
      changes += 1;
    });
    const events = [agentMessage(4, 'a'), agentMessage(5, 'b'), agentMessage(6, 'c')];
    const list = events.map(each => ({
      id: each.id,
      sequence: each.sequence,
      type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE',
      payload: { message_id: each.id, text: 'x' },
    }));
    socket.raw(JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events: list } }));
    undo();
    expect(changes).toBe(1);
    expect(chat.messages.value.filter(item => item.kind === 'message')).toHaveLength(3);
  });

  it('leaves out unreadable frames, says so once per kind, and goes on', async () => {
    const { world, chat, socket } = await active();
    for (let i = 0; i < 5; i++) socket.raw('{nonsense');
    socket.raw('[]');
    socket.say(agentMessage(4, 'still here'));
    expect(chat.messages.value.at(-1)).toMatchObject({ text: 'still here' });
    expect(world.warnings.map(each => each.code)).toEqual(['frame_dropped', 'frame_dropped']);
  });

  it('refuses blank text without a word and too large text with one, and loses nothing', async () => {
    const { world, chat, socket } = await active();
    const errors: string[] = [];
    chat.on('error', each => errors.push(each.code));
    const before = socket.sent.length;
    chat.setDraft('€'.repeat(60_000));
    expect(chat.send('  \n ')).toBe(null);
    expect(chat.send('\u0000\u001b\u200b')).toBe(null);
    expect(chat.send('€'.repeat(60_000))).toBe(null);
    expect(errors).toEqual(['message_too_large']);
    expect(world.warnings.map(each => each.code)).toEqual(['message_too_large']);
    expect(socket.sent.slice(before).filter(text => text.includes('USER_MESSAGE'))).toEqual([]);
    expect(chat.state.value.draft).toHaveLength(60_000);
    expect(chat.state.value.maxMessageBytes).toBeLessThan(131_072);
  });

  it('refuses what is no text, and what only looks like some', async () => {
    const { world, chat, socket } = await active();
    const before = socket.sent.length;
    const errors: unknown[] = [];
    chat.on('error', detail => errors.push(detail));
    for (const nothing of ['\u200b\u2060 \ufeff', '\u3164', '\u2800']) expect(chat.send(nothing)).toBe(null);
    expect(chat.send(undefined as unknown as string)).toBe(null);
    expect(socket.sent).toHaveLength(before);
    expect(world.warnings.map(each => each.code)).toEqual(['invalid_call']);
    expect(errors).toEqual([]);
  });

  it('toggle opens a closed panel and closes an open one', async () => {
    const { chat } = start();
    expect(chat.state.value.open).toBe(false);
    chat.toggle();
    expect(chat.state.value.open).toBe(true);
    chat.toggle();
    expect(chat.state.value.open).toBe(false);
  });

  it('an unsafe platform address gets no token', async () => {
    const { world, chat } = start();
    chat.open();
    await world.answerToken({ ok: true, value: { ...GRANT, messagingUrl: 'http://platform.example' } });
    expect(world.sessions).toHaveLength(0);
    expect(chat.connection.value).toMatchObject({ status: 'failed', code: 'platform_unsafe' });
    expect(world.warnings.map(each => each.code)).toEqual(['platform_unsafe']);
  });

  it('a late token of a given-up attempt does not replace the one in use', async () => {
    const { world, chat } = start();
    chat.open();
    chat.end();
    chat.startNew();
    const [first, second] = world.tokens.splice(0);
    second?.({ ok: true, value: { ...GRANT, accessToken: 'second' } });
    await settled();
    first?.({ ok: true, value: { ...GRANT, accessToken: 'first' } });
    await settled();
    await world.answerSession();
    expect(world.latest().url).toContain('access_token=second');
  });
});

describe('events for the page', () => {
  it('[O1] every event once, in the order of the conversation', async () => {
    const { world, chat } = start();
    const heard: string[] = [];
    for (const name of ['open', 'close', 'message', 'delivery', 'ended', 'unread'] as const) {
      chat.on(name, detail => heard.push(`${name} ${JSON.stringify(detail)}`));
    }
    chat.open();
    const socket = await connect(world);
    chat.send('hi');
    socket.say(echo(4, sentId(socket), 'hi'));
    chat.close();
    socket.say(agentMessage(5, 'hello'), END(6));
    const id = 'id-1';
    expect(heard).toEqual([
      'open {}',
      `message {"id":"${id}","from":"user","text":"hi"}`,
      `delivery {"id":"${id}","status":"sending"}`,
      `delivery {"id":"${id}","status":"sent"}`,
      'close {}',
      'message {"id":"m5","from":"agent","text":"hello"}',
      'unread {"count":1}',
      'ended {"reason":"natural-end"}',
    ]);
  });

  it('[O2] a handler that throws is reported and harms neither the chat nor other handlers', async () => {
    const { world, chat } = start();
    const heard: string[] = [];
    chat.on('state', () => {
      throw new Error('mine');
    });
    chat.on('state', each => heard.push(each.phase));
    chat.open();
    await connect(world);
    expect(heard).toContain('active');
    expect(world.warnings.some(each => each.code === 'handler_failed' && each.message.includes('mine'))).toBe(true);
  });

  it('[O3] the answer of `on` takes off that one registration', () => {
    const { chat } = start();
    let calls = 0;
    const handler = () => {
      calls += 1;
    };
    const undo = chat.on('open', handler);
    chat.on('open', handler);
    const heard: string[] = [];
    chat.on('open', () => heard.push('another'));
    undo();
    undo();
    chat.open();
    expect(calls).toBe(1);
    expect(heard).toEqual(['another']);
  });

  it('[O4] a handler may call back into the chat', async () => {
    const { world, chat } = start();
    chat.on('state', each => {
      if (each.phase === 'active') chat.send('from the handler');
    });
    chat.open();
    const socket = await connect(world);
    expect(socket.sent.some(text => text.includes('from the handler'))).toBe(true);
  });

  it('[O4] events that a handler causes come after the event that it handles, for every handler', () => {
    const { chat } = start();
    const heard: string[] = [];
    chat.on('open', () => chat.close());
    for (const name of ['open', 'close'] as const) chat.on(name, () => heard.push(name));
    chat.open();
    expect(heard).toEqual(['open', 'close']);
  });

  it('[X1] token and ticket are in no state, event or warning', async () => {
    const { world, chat } = start();
    const heard: unknown[] = [];
    for (const name of ['state', 'message', 'delivery', 'error', 'ended', 'open'] as const)
      chat.on(name, each => heard.push(each));
    chat.open();
    const socket = await connect(world);
    chat.send('hi');
    socket.drop();
    world.clock.advance(60_000);
    const everything = JSON.stringify([chat.machine.value, chat.state.value, heard, world.warnings]);
    expect(everything).not.toContain(SECRET);
    expect(everything).not.toContain(TICKET);
    expect(everything).toContain('hi');
  });
});

describe('dispose', () => {
  it('ends socket, timers and listeners, and every later call does nothing', async () => {
    const { world, chat, socket } = await active();
    chat.dispose();
    expect(socket.closed).toBe(true);
    expect(world.clock.size).toBe(0);
    expect(world.listeners.size).toBe(0);
    const before = chat.state.value;
    expect(chat.send('hi')).toBe(null);
    chat.open();
    chat.close();
    chat.dispose();
    expect(chat.state.value).toBe(before);
  });

  it('an answer that comes after it is dropped', async () => {
    const { world, chat } = start();
    chat.open();
    chat.dispose();
    await world.answerToken();
    expect(world.sessions).toHaveLength(0);
  });
});

import { describe, expect, it } from 'vitest';
import type { ChatAnswer, ChatCalls } from '../../src/browser/chat/chat-calls.ts';
import { createChatTransport } from '../../src/browser/chat/chat-transport.ts';
import { decodeServerFrame } from '../../src/protocol/decode.ts';
import { encodeClientEvent } from '../../src/protocol/encode.ts';
import { createVirtualClock } from '../sim/world/clock.ts';

type Answers = { -readonly [K in keyof ChatCalls]?: ChatAnswer<unknown> };

const lost = { ok: false, why: { kind: 'lost' } } as const;

/** A conversation over Chat, whose calls get these answers. */
async function talking({ cursor = null as number | null, canLookUp = true, inDoubt = false, id = 'CONV-1' } = {}) {
  const clock = createVirtualClock();
  const asked: string[] = [];
  const answers: Answers = {
    create: { ok: true, value: { id: 'CONV-1', response: 'Hello.', ticket: 'named' } },
    turns: { ok: true, value: { turns: [{ user: '', agent: 'Hello.' }], ends: false } },
    reach: { ok: true, value: {} },
    close: { ok: true, value: {} },
  };
  const give =
    (name: keyof ChatCalls) =>
    async (...given: readonly unknown[]) => {
      asked.push([name, ...given].map(part => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '));
      return answers[name] as never;
    };
  const calls = {
    create: give('create'),
    respond: give('respond'),
    close: give('close'),
    turns: give('turns'),
    reach: give('reach'),
  };
  const transport = createChatTransport(calls, clock);
  const heard: string[] = [];
  const handlers = {
    opened: () => heard.push('opened'),
    received(text: string) {
      for (const event of decodeServerFrame(text).events) {
        const own = event.custom.client_event_id;
        const words = 'text' in event ? event.text : 'reason' in event ? event.reason : '';
        heard.push([event.sequence ?? '-', event.type, words, own && `(${own})`].filter(Boolean).join(' '));
      }
    },
    closed: (code: number) => heard.push(`closed ${code}`),
  };
  const pass = async (ms = 10) => {
    for (let i = 0; i < 20; i++) await null;
    clock.advance(ms);
    for (let i = 0; i < 20; i++) await null;
  };
  const open = async (sessionId = id, at = cursor, doubt = inDoubt) => {
    const chat = {
      sessionId,
      cursor: at,
      ticket: () => 'named',
      canLookUp,
      items: [],
      inDoubt: doubt,
    };
    const socket = transport.open(chat, handlers);
    await pass();
    const send = async (event: Parameters<typeof encodeClientEvent>[0]) => {
      socket.send(encodeClientEvent(event, 'service'));
      await pass();
      return heard.splice(0);
    };
    heard.splice(0);
    return {
      socket,
      beat: () => send({ type: 'HEARTBEAT', custom: { client_event_id: 'hb' } }),
      say: (text: string, pairs = {}) =>
        send({ type: 'USER_MESSAGE', text, custom: { ...pairs, client_event_id: `id of ${text}` } }),
      end: () => send({ type: 'USER_END_SESSION' }),
    };
  };
  return { transport, answers, asked, heard, pass, open };
}

const BEGINNING = ['1 SESSION_START', '2 REQUEST_AGENT_JOIN', '3 AGENT_JOINED', '4 AGENT_MESSAGE Hello.'];
const ECHO = '- HEARTBEAT (hb)';
const replying = (response: string, rest = {}) => ({ ok: true, value: { response, ends: false, ...rest } }) as const;

describe('a conversation over Chat', () => {
  it('begins as a session does, with the greeting, each once', async () => {
    const { transport, open } = await talking();
    expect(await transport.create('ticket')).toEqual({ ok: true, value: { id: 'CONV-1', ticket: 'named' } });
    const { beat } = await open();
    expect(await beat()).toEqual([...BEGINNING, ECHO]);
    expect(await beat()).toEqual([ECHO]);
  });

  it('takes the answer to a message as its echo and its reply', async () => {
    const { transport, answers, open } = await talking();
    await transport.create('ticket');
    const { beat, say } = await open();
    await beat();
    answers.respond = replying('At nine.');
    expect(await say('When?')).toEqual(['5 USER_MESSAGE When? (id of When?)', '6 AGENT_MESSAGE At nine.']);
  });

  it('hands over to the page, and is then over', async () => {
    const { open, answers } = await talking({ cursor: 4 });
    const { say } = await open();
    answers.respond = replying('One moment.', { ends: true, handoff: { destination: 'care', reason: 'asked' } });
    expect((await say('A person')).slice(2)).toEqual(['7 CLIENT_HANDOFF_REQUIRED asked', '8 SESSION_END natural-end']);
  });

  it.each([
    ['ended', '5 SESSION_END natural-end'],
    ['expired', '5 SESSION_END user-abandoned'],
    ['refused', 'closed 4001'],
    ['lost', 'closed 1006'],
  ] as const)('a message that is %s leads to: %s', async (kind, expected) => {
    const { open, answers } = await talking({ cursor: 4 });
    const { say } = await open();
    answers.respond = { ok: false, why: { kind } };
    expect(await say('Hello?')).toEqual([expected]);
  });

  it('ends when the visitor ends it', async () => {
    const { open } = await talking({ cursor: 6 });
    const { end } = await open();
    expect(await end()).toEqual(['7 SESSION_END user-end']);
  });
});

it('the pairs of a message over Chat go with it, without those of Natter itself', async () => {
  const { open, asked, answers } = await talking({ cursor: 4 });
  answers.respond = replying('Here.');
  const { say } = await open();
  await say('Where?', { customer: '4711' });
  const message = { text: 'Where?', id: 'id of Where?', pairs: { customer: '4711' } };
  expect(asked).toEqual([`respond named ${JSON.stringify(message)}`]);
});

it('a message of another tab that came first is shown after the own one, which is not shown again', async () => {
  const { open, answers } = await talking({ cursor: 4 });
  answers.respond = replying('At nine.');
  const { say, beat } = await open();
  await beat();
  expect(await say('When?')).toEqual(['5 USER_MESSAGE When? (id of When?)', '6 AGENT_MESSAGE At nine.']);
  const turns = [
    { user: '', agent: 'Hello.' },
    { user: 'Where?', agent: 'Here.' },
    { user: 'When?', agent: 'At nine.' },
  ];
  answers.turns = { ok: true, value: { turns, ends: false } };
  expect(await beat()).toEqual(['7 USER_MESSAGE Where?', '8 AGENT_MESSAGE Here.', ECHO]);
  expect(await beat()).toEqual([ECHO]);
});

describe('a lost answer over Chat', () => {
  it('a look-up shows the reply once', async () => {
    const { open, answers, asked } = await talking({ cursor: 4 });
    const first = await open();
    answers.respond = lost;
    expect(await first.say('When?')).toEqual(['closed 1006']);
    const turns = [
      { user: '', agent: 'Hello.' },
      { user: 'When?', agent: 'At nine.' },
    ];
    answers.turns = { ok: true, value: { turns, ends: false } };
    const next = await open('CONV-1', 4, true);
    expect(await next.beat()).toEqual(['5 USER_MESSAGE When?', '6 AGENT_MESSAGE At nine.', ECHO]);
    expect(await next.beat()).toEqual([ECHO]);
    expect(asked.filter(each => each.startsWith('respond'))).toHaveLength(1);
  });

  it('a look-up is repeated until the reply is there', async () => {
    const { open, answers, heard, pass } = await talking({ cursor: 4, inDoubt: true });
    const { beat } = await open();
    const greeting = { user: '', agent: 'Hello.' };
    answers.turns = { ok: true, value: { turns: [greeting, { user: 'When?', agent: '' }], ends: false } };
    expect(await beat()).toEqual(['5 USER_MESSAGE When?', ECHO]);
    answers.turns = { ok: true, value: { turns: [greeting, { user: 'When?', agent: 'At nine.' }], ends: false } };
    await pass(3_000);
    expect(heard).toEqual(['5 USER_MESSAGE When?', '6 AGENT_MESSAGE At nine.']);
  });

  it('a heartbeat has no echo while the look-up fails, and a conversation that is not found ends', async () => {
    const { open, answers } = await talking({ cursor: 4, inDoubt: true });
    answers.turns = { ok: false, why: { kind: 'expired' } };
    for (let i = 0; i < 4; i++) expect(await (await open()).beat()).toEqual(['closed 1006']);
    expect(await (await open()).beat()).toEqual(['5 SESSION_END user-abandoned', ECHO]);
  });

  it('without the key, a heartbeat only shows that the broker can be reached', async () => {
    const { open, asked } = await talking({ cursor: 4, canLookUp: false });
    expect(await (await open()).beat()).toEqual([ECHO]);
    expect(asked).toEqual(['reach']);
  });
});

/** The transcript after the page's `beforeShow` hook. */

import { describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../../src/client/client.ts';
import type { Hook } from '../../../src/client/hooks/call-hook.ts';
import { type MessageToShow, withBeforeShow } from '../../../src/client/hooks/with-before-show.ts';
import { encodeBatch } from '../../../src/protocol/encode.ts';
import {
  agentMessage,
  chunk,
  echo,
  event,
  JOIN_ECHO,
  JOINED,
  START,
  systemError,
} from '../../session/fixtures/machine.ts';
import { fakePorts } from '../fixtures/fake-ports.ts';

async function talking(hook: Hook<MessageToShow>) {
  const world = fakePorts();
  const client: Client = createClient({ streaming: true, platform: 'web' }, world.ports);
  const warnings: string[] = [];
  const chat = withBeforeShow(client, hook, (code, message) => warnings.push(`${code}: ${message}`));
  chat.open();
  await world.answerToken();
  await world.answerSession();
  const socket = world.latest();
  socket.accept();
  socket.say(START);
  socket.pong();
  socket.say(JOIN_ECHO, JOINED);
  const texts = () => chat.messages.value.flatMap(item => (item.kind === 'mark' ? [] : [item.text]));
  return { client, chat, socket, warnings, texts };
}

it('[T22] suggestions of the last message of a conversation are not offered in the next one', async () => {
  const { client, chat, socket } = await talking(message => message);
  socket.say(agentMessage(4, 'Shall I go on?', { suggestions: [{ text: 'Yes' }] } as never));
  socket.say(event(5, { type: 'SESSION_END', reason: 'user-abandoned' }));
  chat.startNew();
  for (const { value } of [client.state, chat.state]) {
    expect(value.messages.some(item => item.kind === 'message' && item.suggestions[0])).toBe(true);
    expect(value.suggestions).toEqual([]);
  }
});

it('[H64] the one of two people who is writing is named, until they have written or stopped', async () => {
  const { client, socket } = await talking(message => message);
  const came = (place: number, agentId: string, agentName: string) =>
    event(place, { type: 'LIVE_AGENT_JOINED', agentId, agentName });
  const types = (id: string, state: 'started' | 'stopped', who: object) =>
    ({ ...event(null, { type: 'LIVE_AGENT_TYPING', state, ...who }), id }) as const;
  const body = { attachments: [], suggestions: [], callActions: [] };
  socket.say(came(4, 'a', 'Noah'), came(5, 'b', 'Ines'));
  socket.say(types('t1', 'started', { agentId: 'a' }));
  expect(client.typing.value).toEqual({ from: 'live', name: 'Noah' });
  socket.say(event(6, { type: 'LIVE_AGENT_MESSAGE', messageId: 'l', text: 'Hello', agentName: 'Ines', ...body }));
  socket.say(types('t2', 'stopped', { agentId: 'b' }));
  expect(client.typing.value).toEqual({ from: 'live', name: 'Noah' });
  socket.say(types('t3', 'stopped', { agentName: 'Noah' }));
  expect(client.typing.value).toBeNull();
  // A typing event without a name belongs to the person who is there.
  socket.say(types('t4', 'started', {}));
  expect(client.typing.value).toEqual({ from: 'live', name: 'Ines' });
  socket.say(event(7, { type: 'LIVE_AGENT_MESSAGE', messageId: 'k', text: 'Hi', agentName: 'Ines', ...body }));
  expect(client.typing.value).toBeNull();
});

const upper: Hook<MessageToShow> = message => ({ ...message, text: message.text.toUpperCase() });
const without =
  (word: string): Hook<MessageToShow> =>
  message =>
    message.text.includes(word) ? null : message;

describe('beforeShow', () => {
  it('[O18] changes what is shown and told, and nothing of what there is', async () => {
    const { client, chat, socket, texts } = await talking(upper);
    const heard: unknown[] = [];
    chat.on('message', detail => heard.push(detail));
    const id = chat.send('hi') ?? '';
    socket.say(echo(4, id, 'hi'), agentMessage(5, 'hello'), systemError(6, 'Take care'));
    expect(texts()).toEqual(['HI', 'HELLO', 'TAKE CARE']);
    expect(chat.state.value.messages).toBe(chat.messages.value);
    expect(heard).toEqual([
      { id, from: 'user', text: 'HI' },
      { id: 'm5', from: 'agent', text: 'HELLO' },
      { id: 'e6', from: 'system', text: 'TAKE CARE' },
    ]);
    expect(client.messages.value.flatMap(item => (item.kind === 'mark' ? [] : [item.text]))).toEqual([
      'hi',
      'hello',
      'Take care',
    ]);
    expect(socket.sent.join()).toContain('"text":"hi"');
  });

  it('[O18] leaves messages out, with their suggestions, their event and their share of what is unread', async () => {
    const { chat, socket, texts } = await talking(without('secret'));
    const heard: unknown[] = [];
    chat.on('message', ({ text }) => heard.push(text));
    chat.on('unread', ({ count }) => heard.push(count));
    chat.close();
    socket.say(agentMessage(4, 'hello', { suggestions: [{ text: 'Yes' }] } as never));
    expect(chat.state.value.suggestions).toEqual([{ text: 'Yes' }]);
    socket.say(agentMessage(5, 'a secret', { suggestions: [{ text: 'Psst' }] } as never));
    expect(texts()).toEqual(['hello']);
    expect(chat.state.value.suggestions).toEqual([]);
    expect(chat.unread.value).toBe(1);
    expect(chat.state.value.unread).toBe(1);
    socket.say(agentMessage(6, 'bye'));
    expect(chat.unread.value).toBe(2);
    expect(heard).toEqual(['hello', 1, 'bye', 2]);
  });

  it('[O18] counts no reply that still comes in the place of one that is left out', async () => {
    const { chat, socket } = await talking(without('secret'));
    chat.close();
    socket.say(agentMessage(4, 'a secret'), chunk(5, 'r', 1, 'Once '));
    expect(chat.unread.value).toBe(0);
  });

  it('[O18] tells whoever listens only later that nothing is unread any more', async () => {
    const { chat, socket } = await talking(upper);
    chat.close();
    socket.say(agentMessage(4, 'hello'));
    const counts: number[] = [];
    chat.on('unread', ({ count }) => counts.push(count));
    chat.open();
    expect(counts).toEqual([0]);
  });

  it('[O18] leaves out what is still on its way, too', async () => {
    const { chat, client, texts } = await talking(without('secret'));
    chat.send('a secret');
    chat.send('hi');
    expect(texts()).toEqual(['hi']);
    expect(chat.outbox.value.map(item => item.text)).toEqual(['hi']);
    expect(client.outbox.value).toHaveLength(2);
  });

  it('[O19] beforeShow is called once for each message, and again for each chunk of a reply', async () => {
    const asked: string[] = [];
    const { chat, socket } = await talking(message => {
      asked.push(message.text);
      return message;
    });
    const undo = chat.state.subscribe(() => {});
    socket.say(agentMessage(4, 'hello'), chunk(5, 'r', 1, 'Once '));
    socket.say(chunk(6, 'r', 2, 'upon', true));
    chat.setDraft('something else');
    chat.close();
    chat.open();
    undo();
    expect(asked).toEqual(['hello', 'Once ', 'Once upon']);
  });

  it('[O19] asks nothing again of 10,000 messages when one is added', async () => {
    let asked = 0;
    const { chat, socket } = await talking(message => {
      asked += 1;
      return message;
    });
    const undo = chat.state.subscribe(() => {});
    const many = Array.from({ length: 10_000 }, (_, place) => agentMessage(4 + place, `message ${place}`));
    socket.raw(encodeBatch(many, 'service'));
    expect(asked).toBe(10_000);
    for (let place = 0; place < 50; place++) socket.say(agentMessage(10_004 + place, 'one more'));
    undo();
    expect(asked).toBe(10_050);
    expect(chat.messages.value.filter(item => item.kind === 'message')).toHaveLength(10_050);
  });

  it('[O19] may change what goes with a message, but not whose it is', async () => {
    const { chat, socket } = await talking(message => ({
      ...message,
      id: 'other',
      from: 'user',
      suggestions: [{ text: 'Changed' }],
      attachments: undefined as never,
    }));
    socket.say(agentMessage(4, 'hello'));
    expect(chat.messages.value.at(-1)).toMatchObject({ kind: 'message', id: 'm4', from: 'agent', attachments: [] });
    expect(chat.state.value.suggestions).toEqual([{ text: 'Changed' }]);
  });

  it.each<[string, Hook<MessageToShow>]>([
    [
      'throws',
      () => {
        throw new Error('mine');
      },
    ],
    ['is async', (async (message: MessageToShow) => message) as unknown as Hook<MessageToShow>],
  ])('[O17] one that %s is reported once, and everything is shown as it is', async (_, hook) => {
    const { chat, socket, warnings, texts } = await talking(hook);
    const heard: string[] = [];
    chat.on('message', ({ text }) => heard.push(text));
    socket.say(agentMessage(4, 'hello'), agentMessage(5, 'bye'));
    expect(texts()).toEqual(['hello', 'bye']);
    expect(heard).toEqual(['hello', 'bye']);
    expect(warnings).toEqual([expect.stringContaining('handler_failed: "beforeShow"')]);
  });
});

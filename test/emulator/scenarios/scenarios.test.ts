import { describe, expect, it } from 'vitest';
import type { PlatformOptions } from '../../../src/emulator/model/options.ts';
import { ERROR_WORDS } from '../../../src/emulator/scenarios/errors.ts';
import { CATALOGUE, classifySystemMessage } from '../../../src/protocol/system-messages.ts';
import type { WireEvent } from '../real-client.ts';
import { type Brain, bareType, joinedBrain } from '../virtual-brain.ts';

const WHOLE = ['USER_MESSAGE', 'AGENT_THINKING', 'AGENT_MESSAGE'];
const STREAMED = ['USER_MESSAGE', 'AGENT_THINKING', 'AGENT_MESSAGE_CHUNK'];
const LIVE = ['LIVE_AGENT_TYPING', 'LIVE_AGENT_TYPING', 'LIVE_AGENT_MESSAGE'];
const QUEUE = [
  'AGENT_TRIGGERED_HANDOFF',
  'AGENT_LEFT',
  'HANDOFF_ACCEPTED',
  'HANDOFF_QUEUE_STATUS',
  'HANDOFF_QUEUE_STATUS',
];

/** Events after the last of these messages of the visitor. */
function heard(words: string | readonly string[], options: Partial<PlatformOptions> = {}, body: object = {}) {
  const brain = joinedBrain(options, body);
  let mark = 0;
  for (const word of [words].flat()) {
    mark = brain.mark();
    brain.say(word);
    brain.rest();
  }
  const events = brain.events().slice(-brain.typesSince(mark).length);
  return { brain, types: brain.typesSince(mark), events, answer: textOf(brain, mark) };
}

function textOf(brain: Brain, mark: number): string {
  const texts = brain.log.slice(mark).map(output => {
    const event = output.kind === 'send' ? (JSON.parse(output.frame) as WireEvent) : null;
    return event && /AGENT_MESSAGE(?:_CHUNK)?$/.test(event.type) ? String(event.payload.text) : '';
  });
  return texts.join('');
}

const last = (events: readonly WireEvent[]) => events.at(-1)?.payload ?? {};

describe('the words that the agent obeys', () => {
  it.each([
    ['hello', /good to hear/],
    ['Thanks', /welcome/],
    ['How are you?', /thank you/],
    ['WHO ARE YOU', /AI assistant, not a person/],
    ['tell me a joke', /./],
    ['Opening hours', /Saturday \| 9:00 to 17:00/],
    ['order HP-1042', /Thursday between 9 and 12/],
    ['hp-1077', /two weeks/],
    ['order 9999', /can't find/],
    ['help', /`error list`/],
    ['suggestions', /Which room/],
    ['slow', /the answer is oak/],
    ['error list', /\| `error high load` \| Our system is experiencing high load/],
    ['error of my own', /These are the errors/],
    ['echo What You Wrote  stays', /^What You Wrote {2}stays$/],
    ['echo', /nothing to repeat/],
    ['language klingon', /I speak English, español/],
    ['What is the meaning of life?', /What is the meaning of life\?[\s\S]*`help`/],
    ['', /empty/],
  ])('%j is answered in a session of either kind', (word, text) => {
    for (const [body, sequence] of [
      [{}, WHOLE],
      [{ streaming_enabled: true }, STREAMED],
    ] as const) {
      const { types, answer } = heard(word, {}, body);
      expect(answer).toMatch(text);
      expect(types.filter((type, index) => type !== types[index - 1])).toEqual(sequence);
    }
  });

  it.each(['.', 'where '])('a message of nothing but %j, as long as a frame may be, is answered in time', filler => {
    const startedAt = performance.now();
    expect(heard(`${filler.repeat(60_000 / filler.length)}x`).types).toContain('AGENT_MESSAGE');
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it('takes a word in any case, with spaces around it and a full stop after it', () => {
    for (const word of ['  HELP  ', 'Help.', 'help?', 'hElP'])
      expect(heard(word).answer).toMatch(/^These are the words/);
  });

  it('says nothing with an exclamation mark', () => {
    for (const word of ['hello', 'help', 'thanks', 'joke', 'long', 'stream', 'opening hours', 'order', 'who are you']) {
      expect(heard(word).answer).not.toContain('!');
    }
  });

  it('asks for the order number, offers some, and takes the next message as one', () => {
    const asked = heard('Where is my order?');
    expect(asked.answer).toMatch(/order number/);
    expect(last(asked.events).response_suggestions).toContainEqual({ message_text: 'HP-1042' });
    expect(heard(['order', 'it is 1103']).answer).toMatch(/delivered on Monday/);
    expect(heard(['order', '5555', '1042']).answer).toMatch(/Tern armchair/);
    expect(heard(['order', 'help', '1042']).answer).toMatch(/I don't know/);
  });

  it('`long` is formatted in every way', () => {
    const { answer } = heard('long', { publicUrl: 'http://127.0.0.1:9' });
    for (const mark of ['# ', '## ', '\n- ', '\n1. ', '```js', '|---|', '> ', '**', '<b>'])
      expect(answer).toContain(mark);
    expect(answer).toContain('](http://127.0.0.1:9/shop/care-guide)');
  });

  it('`stream` comes in about two hundred pieces, 30 to 60 ms apart', () => {
    const brain = joinedBrain({}, { streaming_enabled: true });
    const mark = brain.mark();
    brain.say('stream');
    brain.rest();
    const times = brain.log.slice(mark + 2).map(output => output.at);
    expect(times.length).toBeGreaterThan(170);
    expect(times.length).toBeLessThan(240);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(60);
  });

  it('`slow` thinks for more than ten seconds, and says so again meanwhile', () => {
    const brain = joinedBrain();
    const mark = brain.mark();
    const askedAt = brain.now();
    brain.say('slow');
    brain.rest();
    expect(brain.typesSince(mark)).toEqual([
      'USER_MESSAGE',
      'AGENT_THINKING',
      'AGENT_THINKING',
      'AGENT_THINKING',
      'AGENT_MESSAGE',
    ]);
    expect((brain.log.at(-1)?.at ?? 0) - askedAt).toBeGreaterThan(10_000);
  });

  it('`card`, `image` and `call` carry what their names say, from the emulator’s own address', () => {
    const publicUrl = 'http://127.0.0.1:9';
    expect(last(heard('card', { publicUrl }).events).attachments).toEqual([
      {
        title: 'Tern armchair in green wool',
        preview_image_url: `${publicUrl}/media/armchair.svg`,
        content_url: `${publicUrl}/shop/tern-armchair`,
        content_type: 'ATTACHMENT_CONTENT_TYPE_URL',
        call_to_action_text: 'See the armchair',
      },
    ]);
    expect(last(heard('image', { publicUrl }).events).attachments).toMatchObject([
      { content_type: 'ATTACHMENT_CONTENT_TYPE_IMAGE', content_url: `${publicUrl}/media/showroom.svg` },
    ]);
    expect(last(heard('call').events).chat_call_actions).toContainEqual({
      title: 'Call the shop',
      contact_number: '+442079460123',
    });
  });

  it('puts what is more than text on the last piece of a stream', () => {
    const { brain } = heard('card', {}, { streaming_enabled: true });
    const chunks = brain.events().filter(event => event.payload.message_id === last(brain.events()).message_id);
    expect(chunks.map(chunk => (chunk.payload.attachments as unknown[]).length)).toEqual([
      ...chunks.slice(1).map(() => 0),
      1,
    ]);
    expect(last(chunks)).toMatchObject({ text: '', is_complete: true });
  });

  it.each([
    ['es', 'hola', /asistente/],
    ['French', 'merci', /Je vous en prie/],
    ['deutsch', 'Öffnungszeiten', /geöffnet/],
    ['ar', 'شكرا', /الرحب/],
    ['ja', 'こんにちは', /アシスタント/],
  ])('`language %s` changes the language, answers in it, and goes back', (language, word, text) => {
    const changed = heard(`language ${language}`);
    expect(changed.types).toEqual(['USER_MESSAGE', 'LANGUAGE_CHANGED', 'AGENT_THINKING', 'AGENT_MESSAGE']);
    expect(heard([`language ${language}`, word]).answer).toMatch(text);
    expect(heard([`language ${language}`, 'xyz']).answer).toContain('xyz');
    const back = heard([`language ${language}`, 'language en']);
    expect(back.events.find(event => event.type.endsWith('LANGUAGE_CHANGED'))?.payload).toEqual({
      language_code: 'en',
    });
    expect(heard([`language ${language}`, 'language en', 'hello']).answer).toMatch(/good to hear/);
  });

  it('`end` says goodbye with end_conversation, ends the session naturally and closes with 1000', () => {
    const { brain, types } = heard('end');
    expect(types).toEqual([...WHOLE, 'SESSION_END']);
    const [goodbye, end] = brain.events().slice(-2);
    expect(goodbye?.payload.end_conversation).toBe(true);
    expect(end?.payload).toEqual({ reason: 'REASON_NATURAL_END' });
    expect(brain.closes('a')).toMatchObject([{ kind: 'close', code: 1000 }]);
  });
});

describe('errors on demand', () => {
  it('there is a word for every error text of the catalogue that an agent can cause', () => {
    const kinds = ERROR_WORDS.map(word => {
      const text = last(heard(`error ${word}`).events).message;
      return classifySystemMessage(String(text))?.kind;
    });
    const all = CATALOGUE.map(entry => entry.kind).filter(
      kind => kind !== 'invalid_event' && kind !== 'event_not_allowed',
    );
    expect([...kinds].sort()).toEqual([...all].sort());
  });

  it.each(ERROR_WORDS)('`error %s` comes with the custom metadata of the message that caused it', word => {
    const brain = joinedBrain();
    const mark = brain.mark();
    brain.say(`error ${word}`, { client_event_id: 'cause' });
    brain.rest();
    expect(brain.typesSince(mark)).toEqual(['USER_MESSAGE', 'AGENT_THINKING', 'SYSTEM_MESSAGE']);
    expect(brain.events().at(-1)).toMatchObject({
      payload: { level: 'SYSTEM_MESSAGE_LEVEL_ERROR' },
      metadata: { custom: { client_event_id: 'cause' } },
    });
  });

  it.each(ERROR_WORDS)('after `error %s` what helps is what the catalogue says', word => {
    const { brain } = heard(`error ${word}`);
    const remedy = classifySystemMessage(String(last(brain.events()).message))?.remedy;
    const beforeJoin = brain.mark();
    brain.join();
    brain.rest();
    const greeted = brain.typesSince(beforeJoin).includes('AGENT_JOINED');
    expect(greeted).toBe(remedy === 'rejoin');
    const beforeMessage = brain.mark();
    brain.say('echo still here');
    brain.rest();
    expect(brain.typesSince(beforeMessage)).toEqual(WHOLE);
  });

  it('has no conversation for messages that waited behind an error which ended it', () => {
    const brain = joinedBrain();
    brain.say('error start');
    brain.say('hello', { client_event_id: 'late' });
    brain.rest();
    expect(brain.events().at(-1)).toMatchObject({
      payload: { message: 'Error: Conversation not found' },
      metadata: { custom: { client_event_id: 'late' } },
    });
  });
});

describe('hand-off', () => {
  it('`handoff` goes through the queue to a person, whose name and face are known', () => {
    const { brain, types } = heard('handoff');
    expect(types).toEqual([...WHOLE, ...QUEUE, 'HANDOFF_QUEUE_STATUS', 'LIVE_AGENT_JOINED', ...LIVE]);
    const queue = brain.events().filter(event => event.type.endsWith('QUEUE_STATUS'));
    expect(queue.map(event => event.payload.position_in_queue)).toEqual([3, 2, 1]);
    expect(queue.map(event => event.payload.estimated_wait_seconds)).toEqual([90, 60, 30]);
    expect(brain.events().find(event => event.type.endsWith('LIVE_AGENT_JOINED'))?.payload).toEqual({
      agent: { id: 'live-maya', name: 'Maya Okafor', avatar_url: 'http://localhost:4100/media/maya.svg' },
    });
  });

  it('the person types and answers every message, those written in the queue too, whole even when streaming', () => {
    const brain = joinedBrain({}, { streaming_enabled: true });
    brain.say('handoff');
    brain.pass(4000);
    brain.say('is anybody there');
    brain.rest();
    const types = brain.events().map(bareType);
    const from = types.lastIndexOf('LIVE_AGENT_JOINED');
    expect(types.slice(from + 1)).toEqual([...LIVE, ...LIVE]);
    expect(last(brain.events())).toMatchObject({ agent_name: 'Maya Okafor', agent_id: 'live-maya' });
    expect(String(last(brain.events()).text)).toContain('is anybody there');
  });

  it('`bye` makes the person leave and ends the session', () => {
    const { brain, types } = heard(['handoff', 'Bye.']);
    expect(types).toEqual(['USER_MESSAGE', ...LIVE, 'LIVE_AGENT_LEFT', 'SESSION_END']);
    expect(last(brain.events())).toEqual({ reason: 'REASON_NATURAL_END' });
    expect(brain.closes('a')).toMatchObject([{ kind: 'close', code: 1000 }]);
  });

  it('`handoff failed` leaves the agent in the conversation, with other channels', () => {
    const { brain, types } = heard('handoff failed');
    expect(types).toEqual([
      'USER_MESSAGE',
      'AGENT_TRIGGERED_HANDOFF',
      'HANDOFF_FAILED',
      'AGENT_THINKING',
      'AGENT_MESSAGE',
    ]);
    expect(last(brain.events()).chat_call_actions).toHaveLength(1);
    expect(heard(['handoff failed', 'hello']).types).toEqual(WHOLE);
  });

  it('`handoff timeout` waits in vain, and the agent comes back', () => {
    const { types } = heard('handoff timeout');
    expect(types).toEqual([
      'USER_MESSAGE',
      ...QUEUE,
      'HANDOFF_TIMEOUT',
      'AGENT_JOINED',
      'AGENT_THINKING',
      'AGENT_MESSAGE',
    ]);
    expect(heard(['handoff timeout', 'hello']).types).toEqual(WHOLE);
  });

  it('`handoff client` leaves it to the page; a join request brings the agent back', () => {
    const { brain, types } = heard('handoff client');
    expect(types).toEqual(['USER_MESSAGE', 'AGENT_TRIGGERED_HANDOFF', 'CLIENT_HANDOFF_REQUIRED', 'AGENT_LEFT']);
    expect(brain.events().at(-2)?.payload).toEqual({
      reason: 'COMPLEX_QUERY',
      queue_name: 'Customer care',
      route: 'furniture-advice',
    });
    brain.say('anybody');
    expect(last(brain.events()).message).toBe('Error: Conversation not found');
    brain.join();
    brain.rest();
    expect(bareType(brain.events().at(-1) ?? { type: '', payload: {} })).toBe('AGENT_MESSAGE');
  });
});

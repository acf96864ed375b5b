import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServerEvent } from '../../../src/protocol/events.ts';
import { type Conversation, emptyConversation, foldEvents } from '../../../src/session/transcript/event-log.ts';
import type { MessageItem } from '../../../src/session/transcript/items.ts';
import { revealGaps } from '../../../src/session/transcript/view.ts';
import { agentMessage, chunk, END, echo, event, JOIN_ECHO, JOINED, START, systemError } from '../fixtures/machine.ts';

function fold(...frames: readonly (readonly ServerEvent[])[]): Conversation {
  return frames.reduce((so, events) => foldEvents(so, events).conversation, emptyConversation());
}

const texts = (c: Conversation) => c.view.items.flatMap(item => (item.kind === 'message' ? [item.text] : []));
const messages = (c: Conversation) => c.view.items.filter((item): item is MessageItem => item.kind === 'message');

/** A conversation in which everything happens. */
const STORY: readonly ServerEvent[] = [
  START,
  JOIN_ECHO,
  JOINED,
  chunk(4, 'g', 1, 'Hello, '),
  chunk(5, 'g', 2, 'I am Fern.', true),
  echo(6, 'a', 'hi'),
  chunk(7, 'r', 1, 'Let '),
  chunk(8, 'r', 2, 'me '),
  echo(9, 'b', 'quick'),
  chunk(10, 'r', 3, 'see', true),
  chunk(11, 'broken', 1, 'This one '),
  agentMessage(12, 'whole'),
  event(13, { type: 'AGENT_TRIGGERED_HANDOFF' }),
  event(14, { type: 'AGENT_LEFT' }),
  event(15, { type: 'HANDOFF_ACCEPTED', queueName: 'Sales' }),
  event(16, { type: 'HANDOFF_QUEUE_STATUS', position: 2, waitSeconds: 120 }),
  event(17, { type: 'LIVE_AGENT_JOINED', agentName: 'Maya' }),
  event(18, {
    type: 'LIVE_AGENT_MESSAGE',
    messageId: 'l1',
    text: 'Maya here',
    attachments: [],
    suggestions: [],
    callActions: [],
  }),
  event(19, { type: 'LANGUAGE_CHANGED', languageCode: 'es' }),
  systemError(20, 'Something new'),
  event(21, { type: 'LIVE_AGENT_LEFT' }),
  END(22),
];

describe('transcript', () => {
  it('a notice knows which message of the visitor it is about, where the platform says', () => {
    const body = {
      type: 'SYSTEM_MESSAGE',
      level: 'error',
      message: 'Failed to forward message to live agent',
    } as const;
    const { items } = fold([
      START,
      JOIN_ECHO,
      JOINED,
      echo(4, 'a', 'one'),
      event(5, body, { client_event_id: 'a' }),
    ]).view;
    expect(items.at(-1)).toMatchObject({ kind: 'notice', about: 'a' });
    expect(fold([START, event(2, body)]).view.items.at(-1)).not.toHaveProperty('about');
  });

  it('[T1] the same events in any order, in any frames, with any duplicates, give the same view', () => {
    const expected = fold(STORY).view;
    const scenario = fc.record({
      order: fc.shuffledSubarray([...STORY], { minLength: STORY.length, maxLength: STORY.length }),
      again: fc.array(fc.constantFrom(...STORY), { maxLength: 20 }),
      cuts: fc.array(fc.nat(40), { maxLength: 12 }),
    });
    fc.assert(
      fc.property(scenario, ({ order, again, cuts }) => {
        const stream = [...order, ...again];
        const frames: ServerEvent[][] = [[]];
        stream.forEach((each, place) => {
          if (cuts.includes(place)) frames.push([]);
          frames.at(-1)?.push(each);
        });
        expect(fold(...frames).view).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('[T1] two that claim one place stand in one order, whichever comes first', () => {
    const [a, b] = ['a', 'b'].map(id => ({ ...agentMessage(4, id), id, messageId: id }) as ServerEvent) as [
      ServerEvent,
      ServerEvent,
    ];
    const stories = [fold([a, b]), fold([b, a]), fold([a], [b]), fold([b], [a])];
    expect(new Set(stories.map(story => texts(story).join()))).toEqual(new Set(['a,b']));
  });

  it('[T2] pieces of a reply join by index with nothing between them', () => {
    const story = fold(STORY);
    expect(texts(story)).toEqual(['Hello, I am Fern.', 'hi', 'Let me see', 'quick', 'This one ', 'whole', 'Maya here']);
  });

  it('[T3] a reply whose last piece never came is closed by the end and marked interrupted', () => {
    const status = messages(fold(STORY)).map(item => item.status);
    expect(status).toEqual(['complete', 'sent', 'complete', 'sent', 'interrupted', 'complete', 'complete']);
  });

  it("[T3] a message of the visitor's does not close the reply that is being written", () => {
    const c = fold([START, chunk(4, 'r', 1, 'a'), echo(5, 'x', 'hey'), chunk(6, 'r', 2, 'b')]);
    expect(messages(c).map(item => [item.text, item.status])).toEqual([
      ['ab', 'streaming'],
      ['hey', 'sent'],
    ]);
  });

  it('[T4] a piece behind a gap is held back until the gap is mended', () => {
    const held = fold([chunk(4, 'r', 1, 'a'), chunk(6, 'r', 3, 'c', true)]);
    expect(texts(held)).toEqual(['a']);
    expect(messages(held)[0]?.status).toBe('streaming');
    const mended = foldEvents(held, [chunk(5, 'r', 2, 'b')]).conversation;
    expect(messages(mended).map(item => [item.text, item.status])).toEqual([['abc', 'complete']]);
  });

  it('[T4] a reply that is shown in spite of one gap is held back at the next', () => {
    const held = fold([chunk(4, 'r', 1, 'a'), chunk(6, 'r', 3, 'c')], [chunk(7, 'q', 1, 'x')]);
    const revealed = { ...held, view: revealGaps(held.view) };
    const later = foldEvents(revealed, [chunk(9, 'q', 3, 'z')]).conversation;
    expect(texts(later)).toEqual(['ac', 'x']);
    // The next gap in the same reply is held back, too.
    const more = foldEvents(revealed, [chunk(10, 'r', 4, 'd')]).conversation;
    expect(texts(more)).toEqual(['acd', 'x']);
    const mended = foldEvents(more, [chunk(11, 'r', 2, 'b'), chunk(13, 'r', 6, 'f')]).conversation;
    expect(texts(mended)).toEqual(['abcd', 'x']);
  });

  it('[T2] suggestions and calls of all chunks are kept, from the first to the last', () => {
    const extras = (text: string) => ({
      suggestions: [{ id: text, text }] as never,
      callActions: [{ title: text, number: '1' }],
    });
    const c = fold([
      { ...chunk(4, 'r', 1, 'a'), ...extras('first') } as ServerEvent,
      chunk(5, 'r', 2, 'b'),
      { ...chunk(6, 'r', 3, 'c', true), ...extras('last') } as ServerEvent,
    ]);
    const [reply] = messages(c);
    expect(reply?.suggestions).toMatchObject([{ text: 'first' }, { text: 'last' }]);
    expect(reply?.callActions).toMatchObject([{ title: 'first' }, { title: 'last' }]);
  });

  it('[T7] a message of another device has the name that the platform gives it', () => {
    const said = (messageId: string) => event(4, { type: 'USER_MESSAGE', text: 'hi', messageId });
    expect([messages(fold([said('u4')]))[0]?.id, messages(fold([said('')]))[0]?.id]).toEqual(['u4', 'e4']);
  });

  it('[T2] a piece that comes once more under another id changes nothing, joined or held back', () => {
    const c = fold([
      chunk(4, 'r', 1, 'a'),
      chunk(5, 'r', 1, 'A'),
      chunk(6, 'r', 3, 'c'),
      chunk(7, 'r', 3, 'C'),
      chunk(8, 'r', 2, 'b'),
      chunk(9, 'r', 2, 'B'),
    ]);
    expect(texts({ ...c, view: revealGaps(c.view) })).toEqual(['abc']);
  });

  it('[T5] a whole message with the same id replaces its pieces, whichever comes first', () => {
    const whole = event(9, {
      type: 'AGENT_MESSAGE',
      messageId: 'r',
      text: 'all of it',
      attachments: [],
      suggestions: [],
      callActions: [],
    });
    for (const frames of [[[chunk(4, 'r', 1, 'all '), whole]], [[whole], [chunk(4, 'r', 1, 'all ')]]]) {
      expect(messages(fold(...frames)).map(item => [item.text, item.status])).toEqual([['all of it', 'complete']]);
    }
  });

  it('[T6] a message finished is reported once, however often it is heard', () => {
    let c = emptyConversation();
    const told: string[] = [];
    const frames = [STORY.slice(0, 4), STORY.slice(2, 8), STORY.slice(0, 12), STORY, STORY];
    for (const frame of frames) {
      const folded = foldEvents(c, frame);
      c = folded.conversation;
      told.push(...folded.finished.map(item => item.text));
    }
    // Within a frame in the order of the transcript. Replies that were cut off come when that is known.
    expect(told).toEqual(['Hello, I am Fern.', 'hi', 'Let me see', 'quick', 'whole', 'This one ', 'Maya here']);
  });

  it('[T7] the same words sent twice are two messages', () => {
    expect(texts(fold([echo(4, 'a', 'ok'), echo(5, 'b', 'ok')]))).toEqual(['ok', 'ok']);
  });

  it('[T8] an event without a place in the history is shown where it arrived rather than lost', () => {
    const c = fold(
      [agentMessage(4, 'one')],
      [{ ...agentMessage(5, 'two'), sequence: null }],
      [agentMessage(6, 'three')],
    );
    expect(texts(c)).toEqual(['one', 'two', 'three']);
  });

  it('[T8] several of them keep the order of their arrival, whatever their ids, and what follows stands behind them', () => {
    const placeless = (id: string) => ({ ...agentMessage(0, id), id, messageId: id, sequence: null }) as ServerEvent;
    const c = fold(
      [START, agentMessage(4, 'one')],
      [placeless('z')],
      [placeless('y'), placeless('x')],
      [agentMessage(5, 'last')],
    );
    expect(texts(c)).toEqual(['one', 'z', 'y', 'x', 'last']);
  });

  it('[T8] in one frame with others it stands where it stood there', () => {
    const placeless = { ...agentMessage(0, 'two'), id: 'p', messageId: 'p', sequence: null } as ServerEvent;
    const all = fold([START, agentMessage(4, 'one'), placeless, agentMessage(6, 'three')]);
    expect(texts(all)).toEqual(['one', 'two', 'three']);
    const rest = fold([START, agentMessage(4, 'one')], [agentMessage(5, 'and'), placeless, agentMessage(6, 'three')]);
    expect(texts(rest)).toEqual(['one', 'and', 'two', 'three']);
  });

  it('[T9] a chunk index beyond reason is left out and costs nothing', () => {
    const c = fold([chunk(4, 'r', 1, 'a'), chunk(5, 'r', 1_000_000_000, 'x'), chunk(6, 'r', 2, 'b', true)]);
    expect(texts(c)).toEqual(['ab']);
    const open = fold([chunk(4, 'r', 1, 'a'), chunk(5, 'r', 1_000_000_000, 'x')]);
    expect(texts({ ...open, view: revealGaps(open.view) })).toEqual(['a']);
  });

  it('[T10] keys are unique even when the platform holds a message twice', () => {
    const c = fold([echo(4, 'a', 'hi'), { ...echo(5, 'a', 'hi'), id: 'other' }]);
    const keys = c.view.items.map(item => item.key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(2);
  });

  it('ten thousand events replayed in batches fold to ten thousand items', () => {
    const all = Array.from({ length: 10_000 }, (_, i) => agentMessage(i + 1, `line ${i}`));
    let c = emptyConversation();
    for (let i = 0; i < all.length; i += 100) c = foldEvents(c, all.slice(i, i + 100)).conversation;
    expect(c.view.items).toHaveLength(10_000);
    expect(c.view.items.at(-1)).toMatchObject({ text: 'line 9999' });
  });

  it('[T13] only the last of several refusals of requests that nobody made by hand stays', () => {
    const refused = (place: number) => systemError(place, 'Error: Conversation not found');
    const notices = (...frames: readonly (readonly ServerEvent[])[]) =>
      fold(...frames).view.items.flatMap(item => (item.kind === 'notice' ? [item.key] : []));
    const asked = { ...JOIN_ECHO, id: 'again', sequence: 5 };
    expect(notices([START, refused(4)], [asked, refused(6)], [refused(7)])).toEqual(['e:e7']);
    expect(notices([refused(7), START, asked, refused(6), refused(4)])).toEqual(['e:e7']);
    // Notices stay separate if something was said in between, or if each concerns a message of its own.
    expect(notices([refused(4), agentMessage(5, 'Hello'), refused(6)])).toEqual(['e:e4', 'e:e6']);
    const load = (place: number) => systemError(place, 'Our system is experiencing high load.');
    expect(notices([load(4), load(5), refused(6)])).toEqual(['e:e4', 'e:e5', 'e:e6']);
  });

  it('[T13] the one that stands is about the message that was refused, where the first was', () => {
    const refused = systemError(4, 'Error: Conversation not found');
    const { view } = fold(
      [{ ...refused, custom: { client_event_id: 'a' } }],
      [{ ...systemError(5, 'Error: Conversation not found'), custom: { client_event_id: 'join-1' } }],
    );
    expect(view.items).toMatchObject([{ key: 'e:e5', about: 'a' }]);
  });

  it('[T13] messages behind a repeated refusal are told all the same', () => {
    const before = fold([START, systemError(4, 'Error: Conversation not found')]);
    const { finished } = foldEvents(before, [
      systemError(5, 'Error: Conversation not found'),
      agentMessage(6, 'Hello'),
      agentMessage(7, 'there'),
    ]);
    expect(finished.map(({ text }) => text)).toEqual(['Hello', 'there']);
  });
});

describe('the people in the conversation', () => {
  const partyAfter = (sequence: number) => fold(STORY.filter(each => (each.sequence ?? 0) <= sequence)).view;

  it('[W157] an agent without a name is announced once if it joins twice', () => {
    const came = (sequence: number) => event(sequence, { type: 'AGENT_JOINED' });
    expect(fold([came(2), came(3)]).view.items).toHaveLength(1);
  });

  it('[W157] an agent that says twice that it has joined is announced once; one of another name, or after a conversation that got lost, anew', () => {
    const came = (sequence: number, agentName: string) => event(sequence, { type: 'AGENT_JOINED', agentName });
    const names = (...events: ServerEvent[]) =>
      fold(events).view.items.flatMap(item => (item.kind === 'mark' && item.mark === 'agent-joined' ? item.name : []));
    expect(names(came(3, 'Fern'), came(4, 'Fern'))).toEqual(['Fern']);
    expect(names(came(3, 'Fern'), came(4, 'Moss'))).toEqual(['Fern', 'Moss']);
    const lost = systemError(4, 'Error: Conversation not found');
    expect(names(came(3, 'Fern'), lost, came(5, 'Fern'))).toEqual(['Fern', 'Fern']);
  });

  it('[H1] a hand-off goes from agent to queue to a person, and over', () => {
    expect(partyAfter(13)).toMatchObject({ party: 'agent', handoff: { stage: 'asked' } });
    expect(partyAfter(15)).toMatchObject({ party: 'queue', handoff: { stage: 'accepted', queueName: 'Sales' } });
    expect(partyAfter(16)).toMatchObject({
      handoff: { stage: 'queue', queueName: 'Sales', position: 2, waitSeconds: 120 },
    });
    expect(partyAfter(17)).toMatchObject({
      party: 'live',
      agent: { kind: 'live', name: 'Maya' },
      handoff: { stage: 'joined' },
    });
    expect(partyAfter(21)).toMatchObject({ party: 'none', handoff: { stage: 'left' } });
  });

  it('[H2] failed and timed out hand-offs go back to the agent', () => {
    for (const [type, stage] of [
      ['HANDOFF_FAILED', 'failed'],
      ['HANDOFF_TIMEOUT', 'timeout'],
    ] as const) {
      const c = fold(STORY.slice(0, 3), [event(15, { type: 'HANDOFF_ACCEPTED' }), event(16, { type, reason: 'busy' })]);
      expect(c.view).toMatchObject({ party: 'agent', handoff: { stage, reason: 'busy' } });
    }
  });

  it.each(['Sorry, handoff could not be initiated', 'Sorry, we could not connect you to an agent'])(
    '[H2] the agent stays if the platform says in words that the hand-off has failed: %s',
    words => {
      const story = STORY.slice(0, 3);
      const queued = [
        event(15, { type: 'HANDOFF_ACCEPTED' }),
        event(16, { type: 'HANDOFF_QUEUE_STATUS', position: 2 }),
      ];
      expect(fold(story, [...queued, systemError(17, words)]).view).toMatchObject({
        party: 'agent',
        handoff: { stage: 'failed' },
      });
    },
  );

  it('[H6] nobody waits for a person who writes already, or when the agent is back', () => {
    const queued = [
      ...STORY.slice(0, 3),
      event(15, { type: 'HANDOFF_ACCEPTED' }),
      event(16, { type: 'HANDOFF_QUEUE_STATUS', position: 2 }),
    ];
    const body = { messageId: 'l', text: 'Hello', attachments: [], suggestions: [], callActions: [] };
    const live = event(17, { type: 'LIVE_AGENT_MESSAGE', agentName: 'Maya', ...body });
    expect(fold(queued, [live]).view).toMatchObject({ party: 'live', handoff: { stage: 'joined' } });
    const back = event(17, { type: 'AGENT_JOINED', agentName: 'Fern' });
    expect(fold(queued, [back]).view).toMatchObject({ party: 'agent', handoff: null });
  });

  it('[H7] the one of two people who stays is still there when the other leaves', () => {
    const came = (sequence: number, agentName: string) => event(sequence, { type: 'LIVE_AGENT_JOINED', agentName });
    const left = (sequence: number, agentName: string) => event(sequence, { type: 'LIVE_AGENT_LEFT', agentName });
    const two = [...STORY.slice(0, 3), came(15, 'Noah'), came(16, 'Ines')];
    const one = fold(two, [left(17, 'Noah')]);
    expect(one.view).toMatchObject({ party: 'live', agent: { name: 'Ines' }, handoff: { stage: 'joined' } });
    expect(fold(two, [left(17, 'Noah'), left(18, 'Ines')]).view).toMatchObject({
      party: 'none',
      handoff: { stage: 'left' },
    });
    // A person who leaves under another name than the one they joined with is gone all the same.
    expect(fold(two, [left(17, 'Ines Duarte')]).view.party).toBe('none');
    expect(fold(two, [event(17, { type: 'LIVE_AGENT_LEFT' })]).view.party).toBe('none');
    // A person who joins without a name, gets one with their first message, and leaves without one.
    const nameless = event(15, { type: 'LIVE_AGENT_JOINED' });
    const body = { messageId: 'l', text: 'Hello', attachments: [], suggestions: [], callActions: [] };
    const named = event(16, { type: 'LIVE_AGENT_MESSAGE', agentName: 'Maya', ...body });
    const gone = fold(STORY.slice(0, 3), [nameless, named, event(17, { type: 'LIVE_AGENT_LEFT' })]);
    expect(gone.view.party).toBe('none');
  });

  it('[H7] each of two people is known by their id alone', () => {
    const came = (sequence: number, agentId: string, agentName: string) =>
      event(sequence, { type: 'LIVE_AGENT_JOINED', agentId, agentName, avatarUrl: `https://x.test/${agentId}.png` });
    const body = { messageId: 'l', text: 'Hello', attachments: [], suggestions: [], callActions: [] };
    const two = [...STORY.slice(0, 3), came(15, 'a', 'Noah'), came(16, 'b', 'Ines')];
    const spoke = fold(two, [event(17, { type: 'LIVE_AGENT_MESSAGE', agentId: 'a', ...body })]);
    expect(messages(spoke).at(-1)).toMatchObject({ agentName: 'Noah', avatarUrl: 'https://x.test/a.png' });
    const one = fold(two, [event(17, { type: 'LIVE_AGENT_LEFT', agentId: 'a' })]);
    expect(one.view).toMatchObject({ party: 'live', agent: { name: 'Ines' }, handoff: { stage: 'joined' } });
    expect(one.view.items.at(-1)).toMatchObject({ mark: 'live-left', name: 'Noah' });
    const nobody = fold(two, [event(17, { type: 'LIVE_AGENT_LEFT', agentId: 'b' })]);
    expect(nobody.view).toMatchObject({ party: 'none', handoff: { stage: 'left' } });
    expect(nobody.view.items.at(-1)).toMatchObject({ mark: 'live-left', name: 'Ines' });
  });

  it('[H1] a visitor whom one person hands on to the next waits in the queue when the first has left', () => {
    const handedOn = [
      ...STORY.slice(0, 3),
      event(15, { type: 'LIVE_AGENT_JOINED', agentName: 'Noah' }),
      event(16, { type: 'HANDOFF_ACCEPTED', queueName: 'Returns' }),
      event(17, { type: 'HANDOFF_QUEUE_STATUS', position: 2 }),
      event(18, { type: 'LIVE_AGENT_LEFT', agentName: 'Noah' }),
    ];
    expect(fold(handedOn).view).toMatchObject({ party: 'queue', handoff: { stage: 'queue', queueName: 'Returns' } });
    const next = fold(handedOn, [event(19, { type: 'LIVE_AGENT_JOINED', agentName: 'Ines' })]);
    expect(next.view).toMatchObject({ party: 'live', agent: { name: 'Ines' }, handoff: { stage: 'joined' } });
  });

  it.each(['HANDOFF_FAILED', 'HANDOFF_TIMEOUT'] as const)(
    '[H2] %s: whose handing on comes to nothing is still there',
    type => {
      const handedOn = [
        ...STORY.slice(0, 3),
        event(15, { type: 'LIVE_AGENT_JOINED', agentName: 'Noah' }),
        event(16, { type: 'HANDOFF_ACCEPTED', queueName: 'Returns' }),
      ];
      expect(fold(handedOn, [event(17, { type })]).view).toMatchObject({ party: 'live', agent: { name: 'Noah' } });
      const body = { messageId: 'l', text: 'I am', attachments: [], suggestions: [], callActions: [] };
      const spoke = event(18, { type: 'LIVE_AGENT_MESSAGE', agentName: 'Noah', ...body });
      // The visitor is not left waiting then.
      expect(fold(handedOn, [event(17, { type }), spoke]).view.handoff).toEqual({ stage: 'joined' });
      const left = event(17, { type: 'LIVE_AGENT_LEFT', agentName: 'Noah' });
      expect(fold(handedOn, [left, event(18, { type })]).view).toMatchObject({ party: 'agent' });
    },
  );

  it('[H2] the second of two people stays after a failed hand-off, and so does a person who has written without joining', () => {
    const failed = [event(30, { type: 'HANDOFF_ACCEPTED' }), event(31, { type: 'HANDOFF_FAILED' })];
    const noah = event(15, { type: 'LIVE_AGENT_JOINED', agentName: 'Noah' });
    const ines = event(16, { type: 'LIVE_AGENT_JOINED', agentName: 'Ines' });
    const noahLeft = event(17, { type: 'LIVE_AGENT_LEFT', agentName: 'Noah' });
    const handedOver = fold([...STORY.slice(0, 3), noah, ines, noahLeft], failed);
    expect(handedOver.view).toMatchObject({ party: 'live', agent: { name: 'Ines' } });
    const body = { messageId: 'l', text: 'Hello', attachments: [], suggestions: [], callActions: [] };
    const spoke = event(18, { type: 'LIVE_AGENT_MESSAGE', agentName: 'Noah', ...body });
    for (const before of [[spoke], [noah, noahLeft, spoke]])
      expect(fold([...STORY.slice(0, 3), ...before], failed).view).toMatchObject({ party: 'live' });
    const left = event(32, { type: 'LIVE_AGENT_LEFT', agentName: 'Ines' });
    const none = fold(
      [...STORY.slice(0, 3), noah, ines, noahLeft],
      [failed[0] as ServerEvent, left, event(33, { type: 'HANDOFF_FAILED' })],
    );
    expect(none.view).toMatchObject({ party: 'agent' });
  });

  it('[H8] an agent who writes after a hand-over to the page is there, and a late place in the queue undoes nothing', () => {
    const over = [event(17, { type: 'CLIENT_HANDOFF_REQUIRED', route: 'https://x.test/' })];
    const { view } = fold(STORY.slice(0, 16), over, [agentMessage(18, 'Anything else?')]);
    expect(view).toMatchObject({ party: 'agent', join: 'joined', handoff: { stage: 'client' } });
    const late = fold(STORY.slice(0, 16), over, [event(18, { type: 'HANDOFF_QUEUE_STATUS', position: 2 })]).view;
    expect(late).toMatchObject({ party: 'none', handoff: { stage: 'client', route: 'https://x.test/' } });
  });

  it('[H8] a hand-over to the page leaves nobody in the queue, and each keeps its own queue and route', () => {
    const over = (sequence: number, queueName: string) =>
      event(sequence, { type: 'CLIENT_HANDOFF_REQUIRED', queueName, route: `https://x.test/${queueName}` });
    const queued = fold(STORY.slice(0, 16));
    expect(queued.view).toMatchObject({ party: 'queue', handoff: { stage: 'queue' } });
    const { view } = fold(STORY.slice(0, 16), [over(17, 'Cards'), over(18, 'Loans')]);
    expect(view).toMatchObject({ party: 'none', join: 'gone', handoff: { stage: 'client', queueName: 'Loans' } });
    expect(view.items.slice(-2)).toMatchObject([
      { mark: 'handoff-client', name: 'Cards', route: 'https://x.test/Cards' },
      { mark: 'handoff-client', name: 'Loans', route: 'https://x.test/Loans' },
    ]);
    // A person who hands over is there until they leave. After that nobody is, and the visitor still has to follow the link.
    const person = [
      ...STORY.slice(0, 3),
      event(15, { type: 'LIVE_AGENT_JOINED', agentName: 'Noah' }),
      event(16, { type: 'HANDOFF_ACCEPTED' }),
      over(17, 'Cards'),
    ];
    expect(fold(person).view).toMatchObject({ party: 'live', join: 'joined' });
    const left = event(18, { type: 'LIVE_AGENT_LEFT', agentName: 'Noah' });
    expect(fold(person, [left]).view).toMatchObject({ party: 'none', join: 'gone', handoff: { stage: 'client' } });
  });

  it('[H9] nobody leaves under the name of another, nor takes the software along', () => {
    const fern = STORY.slice(0, 3);
    const last = (c: Conversation) => c.view.items.at(-1) as { readonly mark?: string; readonly name?: string };
    const gone = event(15, { type: 'LIVE_AGENT_LEFT' });
    const early = fold(fern, [gone]);
    expect(early.view).toMatchObject({ party: 'agent', agent: { name: 'Fern' } });
    expect(last(early)).toMatchObject({ mark: 'live-left' });
    expect(last(early).name).toBeUndefined();
    const maya = event(15, { type: 'LIVE_AGENT_JOINED', agentName: 'Maya' });
    const late = fold(fern, [maya, event(16, { type: 'AGENT_LEFT' })]);
    expect(late.view).toMatchObject({ party: 'live', agent: { name: 'Maya' } });
    expect(last(late)).toMatchObject({ mark: 'agent-left' });
    expect(last(late).name).toBeUndefined();
    const back = [maya, event(16, { type: 'AGENT_JOINED', agentName: 'Fern' })];
    const left = event(17, { type: 'LIVE_AGENT_LEFT', agentName: 'Maya' });
    expect(fold(fern, [...back, left]).view).toMatchObject({ party: 'agent', handoff: { stage: 'left' } });
    // Somebody who writes without a name and without having joined is not the software.
    const body = { messageId: 'l', text: 'Hello', attachments: [], suggestions: [], callActions: [] };
    const spoke = fold(fern, [event(15, { type: 'LIVE_AGENT_MESSAGE', ...body })]);
    expect(spoke.view).toMatchObject({ party: 'live', agent: { kind: 'live', name: '', avatarUrl: '' } });
  });

  it('[H7] a person who leaves does not take the other one along', () => {
    const came = (sequence: number, agentName: string) =>
      event(sequence, { type: 'LIVE_AGENT_JOINED', agentName, avatarUrl: `https://x.test/${agentName}.png` });
    const left = (sequence: number, agentName: string) => event(sequence, { type: 'LIVE_AGENT_LEFT', agentName });
    const said = (sequence: number, agentName: string) => {
      const body = { messageId: `l${sequence}`, text: 'Bye', attachments: [], suggestions: [], callActions: [] };
      return event(sequence, { type: 'LIVE_AGENT_MESSAGE', agentName, ...body });
    };
    const two = [...STORY.slice(0, 3), came(15, 'Noah'), came(16, 'Ines'), said(17, 'Noah')];
    const ines = { kind: 'live', name: 'Ines', avatarUrl: 'https://x.test/Ines.png' };
    expect(fold(two, [left(18, 'Noah')]).view).toMatchObject({
      party: 'live',
      agent: ines,
      handoff: { stage: 'joined' },
    });
    expect(fold(two, [left(18, 'Ines')]).view).toMatchObject({ party: 'live', agent: { name: 'Noah' } });
    expect(fold(two, [left(18, 'Noah'), left(19, 'Ines')]).view).toMatchObject({ party: 'none' });
    // A person who gets a name with their first message counts once, not twice.
    const one = [...STORY.slice(0, 3), event(15, { type: 'LIVE_AGENT_JOINED' }), said(16, 'Maya'), left(17, 'Maya')];
    expect(fold(one).view.party).toBe('none');
    // People who were there before the software came back count no more.
    const before = [...two, event(18, { type: 'AGENT_JOINED', agentName: 'Fern' }), came(19, 'Maya')];
    expect(fold(before, [left(20, 'Maya')]).view.party).toBe('none');
  });

  it('[W157] a person who comes twice is announced once; one who has left, or somebody else, anew', () => {
    const came = (sequence: number, agentName: string) => event(sequence, { type: 'LIVE_AGENT_JOINED', agentName });
    const names = (...events: ServerEvent[]) =>
      fold(STORY.slice(0, 3), events).view.items.flatMap(item =>
        item.kind === 'mark' && item.mark === 'live-joined' ? item.name : [],
      );
    expect(names(came(15, 'Maya'), came(16, 'Maya'))).toEqual(['Maya']);
    expect(names(came(15, 'Maya'), came(16, 'Noah'))).toEqual(['Maya', 'Noah']);
    const left = event(16, { type: 'LIVE_AGENT_LEFT', agentName: 'Maya' });
    expect(names(came(15, 'Maya'), left, came(17, 'Maya'))).toEqual(['Maya', 'Maya']);
  });

  it('[H3] a queue status that comes after the person changes nothing', () => {
    const c = fold(STORY.slice(0, 18), [event(30, { type: 'HANDOFF_QUEUE_STATUS', position: 1 })]);
    expect(c.view).toMatchObject({ party: 'live', handoff: { stage: 'joined' } });
  });

  it('[H4] names and faces go with each message', () => {
    const live = messages(fold(STORY)).at(-1);
    expect(live).toMatchObject({ from: 'live', agentName: 'Maya' });
  });

  it('[H4] a person who changes their avatar keeps the new one, even in messages with the id alone', () => {
    const body = { attachments: [], suggestions: [], callActions: [] };
    const says = (sequence: number, more: object) =>
      event(sequence, { type: 'LIVE_AGENT_MESSAGE', messageId: `p${sequence}`, text: 'hm', ...body, ...more } as never);
    const c = fold([
      START,
      says(2, { agentId: 'a', agentName: 'Maya', avatarUrl: 'https://x.test/1' }),
      says(3, { agentId: 'a', agentName: 'Maya', avatarUrl: 'https://x.test/2' }),
      says(4, { agentId: 'a' }),
    ]);
    expect(messages(c).map(({ avatarUrl }) => avatarUrl?.at(-1))).toEqual(['1', '2', '2']);
  });

  it('[H4] a message of the software after a person has left does not go under their name, nor the other way round', () => {
    const left = event(40, { type: 'LIVE_AGENT_LEFT', agentName: 'Maya' });
    const software = messages(fold(STORY, [left, agentMessage(41, 'after')])).at(-1);
    expect(software).toMatchObject({ from: 'agent', text: expect.any(String) });
    expect(software?.agentName ?? '').toBe('');
    const nobody = messages(fold(STORY.filter(({ type }) => type !== 'LIVE_AGENT_JOINED'))).at(-1);
    expect(nobody).toMatchObject({ from: 'live' });
    expect(nobody?.agentName ?? '').toBe('');
  });
});

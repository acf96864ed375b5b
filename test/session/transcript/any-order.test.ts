/** Events in any order and in any frames: they give one transcript, and the page is told of each once. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServerEvent, ServerEventBody } from '../../../src/protocol/events.ts';
import { type Conversation, emptyConversation, foldEvents } from '../../../src/session/transcript/event-log.ts';
import { isStreaming } from '../../../src/session/transcript/view.ts';
import { at, event, type Machine, reloaded } from '../fixtures/machine.ts';

const EXTRAS = { attachments: [], suggestions: [], callActions: [] };
const id = fc.constantFrom('a', 'b', 'c');
const who = fc.constantFrom({}, { agentName: 'Noah' }, { agentId: '1' }, { agentId: '2', agentName: 'Ines' });
const words = fc.constantFrom(
  'Sorry, we could not connect you to an agent.',
  'Error: Conversation not found',
  'Sorry, I encountered an error',
  'Something new',
);

/** Everything that can happen in a conversation, except its end. */
const anyBody: fc.Arbitrary<ServerEventBody> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ messageId: id, chunkIndex: fc.integer({ min: 1, max: 3 }) })
      .map(({ messageId, chunkIndex }) => ({
        type: 'AGENT_MESSAGE_CHUNK' as const,
        messageId,
        chunkIndex,
        text: `${messageId}${chunkIndex}`,
        isComplete: chunkIndex === 3,
        ...EXTRAS,
      })),
  },
  id.map(messageId => ({ type: 'AGENT_MESSAGE' as const, messageId: `w${messageId}`, text: messageId, ...EXTRAS })),
  fc.record({ messageId: id, who }).map(each => ({
    type: 'LIVE_AGENT_MESSAGE' as const,
    messageId: `l${each.messageId}`,
    text: 'Hi',
    ...EXTRAS,
    ...each.who,
  })),
  id.map(text => ({ type: 'USER_MESSAGE' as const, text, messageId: '' })),
  who.map(each => ({ type: 'AGENT_JOINED' as const, ...each })),
  who.map(each => ({ type: 'LIVE_AGENT_JOINED' as const, ...each })),
  who.map(each => ({ type: 'LIVE_AGENT_LEFT' as const, ...each })),
  fc.constantFrom<ServerEventBody>(
    { type: 'REQUEST_AGENT_JOIN' },
    { type: 'AGENT_LEFT' },
    { type: 'AGENT_TRIGGERED_HANDOFF' },
    { type: 'HANDOFF_ACCEPTED', queueName: 'Sales' },
    { type: 'HANDOFF_ACCEPTED' },
    { type: 'HANDOFF_QUEUE_STATUS', position: 2 },
    { type: 'HANDOFF_FAILED' },
    { type: 'HANDOFF_TIMEOUT' },
    { type: 'CLIENT_HANDOFF_REQUIRED', route: '/a' },
    { type: 'LANGUAGE_CHANGED', languageCode: 'fr' },
    { type: 'LANGUAGE_CHANGED', languageCode: 'de' },
  ),
  words.map(message => ({ type: 'SYSTEM_MESSAGE' as const, level: 'error' as const, message })),
);

const anyStory = fc
  .array(anyBody, { maxLength: 25 })
  .map(bodies => bodies.map((body, place): ServerEvent => event(4 + place, body)));

const fold = (frames: readonly (readonly ServerEvent[])[]): Conversation =>
  frames.reduce((so, events) => foldEvents(so, events).conversation, emptyConversation());

describe('any story', () => {
  it('[T1] adds up to the same, at once, one by one, and in any order', () => {
    const scenario = anyStory.chain(story =>
      fc.record({
        story: fc.constant(story),
        order: fc.shuffledSubarray(story, { minLength: story.length, maxLength: story.length }),
      }),
    );
    fc.assert(
      fc.property(scenario, ({ story, order }) => {
        const { view } = fold([story]);
        expect(fold(story.map(each => [each])).view).toEqual(view);
        expect(fold(order.map(each => [each])).view).toEqual(view);
      }),
      { numRuns: 1_000 },
    );
  });

  it('[O1] [T6] the page hears of each message once, whole, however it comes, and after a reload of none again', () => {
    const scenario = fc.record({ story: anyStory, cuts: fc.array(fc.nat(25), { maxLength: 6 }), reloadAt: fc.nat(6) });
    fc.assert(
      fc.property(scenario, ({ story, cuts, reloadAt }) => {
        const frames: ServerEvent[][] = [[]];
        story.forEach((each, place) => {
          if (cuts.includes(place)) frames.push([]);
          frames.at(-1)?.push(each);
        });
        let m = at.active();
        const heard: string[] = [];
        const listen = () =>
          heard.push(...m.emitted.flatMap(({ name, detail }) => (name === 'message' ? [detail.id] : [])));
        frames.forEach((frame, place) => {
          if (place === reloadAt) {
            listen();
            m = reloaded(m).pong();
          }
          m.hear(...frame);
        });
        listen();
        expect(heard.toSorted()).toEqual([...new Set(heard)].sort());
        const complete = m.state.conversation.view.items.flatMap(item =>
          item.kind === 'message' && item.status !== 'streaming' ? [item.id] : [],
        );
        expect(heard).toEqual(expect.arrayContaining(complete));
      }),
      { numRuns: 1_000 },
    );
  });

  it('[T3] [T6] replies that fall silent, come late, break off or are loaded again: none stays open for ever, and each is told once', () => {
    const happens = fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) },
      fc.constantFrom('silence' as const, 'gap' as const, 'reload' as const, 'drop' as const),
    );
    const scenario = fc.record({
      story: anyStory,
      late: fc.array(fc.nat(25), { maxLength: 5 }),
      acts: fc.array(happens, { minLength: 5, maxLength: 45 }),
    });
    fc.assert(
      fc.property(scenario, ({ story, late, acts }) => {
        const waiting = [...story];
        for (const place of late) waiting.splice(place + 3, 0, ...waiting.splice(place, 1));
        let m = at.active();
        const heard: string[] = [];
        const listen = () =>
          heard.push(...m.emitted.flatMap(({ name, detail }) => (name === 'message' ? [detail.id] : [])));
        for (const act of acts) {
          if (act === 'reload') {
            listen();
            m = reloaded(m).pong();
          } else if (act === 'drop') dropped(m);
          else if (typeof act === 'number') m.hear(...waiting.splice(0, act));
          else if (m.timers.has(act)) m.fire(act);
          expect(m.timers.has('silence') || !m.state.conversation.view.items.some(isStreaming)).toBe(true);
        }
        while (m.timers.has('silence')) m.fire('silence');
        listen();
        expect(m.state.conversation.view.items.filter(isStreaming)).toEqual([]);
        expect(heard.toSorted()).toEqual([...new Set(heard)].sort());
        const said = m.state.conversation.view.items.flatMap(item => (item.kind === 'message' ? [item.id] : []));
        expect(heard).toEqual(expect.arrayContaining(said));
      }),
      { numRuns: 1_000 },
    );
  });

  it('[H1] nobody is shown as there, or waited for, who is not', () => {
    fc.assert(
      fc.property(anyStory, story => {
        const { party, handoff, present, agent } = fold([story]).view;
        if (party === 'queue') expect(handoff?.stage).toMatch(/asked|accepted|queue/);
        if (/queue/.test(handoff?.stage ?? '')) expect(party).toBe('queue');
        if (party === 'live') expect(agent?.kind).toBe('live');
        if (party === 'live') expect(present.length).toBeGreaterThan(0);
        if (handoff?.stage === 'joined') expect(party).not.toBe('none');
        if (/left|failed|timeout|client/.test(handoff?.stage ?? '')) expect(party).not.toBe('queue');
        if (handoff?.stage === 'left') expect(party).not.toBe('live');
      }),
      { numRuns: 3_000 },
    );
  });
});

/** The socket breaks, and the next one has no news. */
function dropped(m: Machine): void {
  const attempt = () => m.state.link.attempt;
  if (m.state.phase.name !== 'active') return;
  m.feed({ type: 'socketClosed', attempt: attempt(), code: 1006, opened: true }).fire('retry');
  m.feed({ type: 'socketOpened', attempt: attempt() }).pong();
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversationFor } from './records.ts';
import { createRestWorld, type RestWorld, START } from './rest-world.ts';

const MINUTE = 60_000;
const iso = (at: number): string => new Date(at).toISOString();
const ask = (world: RestWorld, query: string) =>
  world.ask('runtime', 'GET', `/v1/demo/shop/conversations/concurrency?${query}`, { key: 'demo-conversations' });
const range = (from: number, to: number): string => `start_time=${iso(from)}&end_time=${iso(to)}`;
const peaksOf = (answer: { body: { intervals: { max_concurrent_conversations: number }[] } }): number[] =>
  answer.body.intervals.map(each => each.max_concurrent_conversations);

describe('Concurrent Calls (section 5)', () => {
  it('rounds the range outwards to five minutes and has a row for every window, those with 0 included', async () => {
    const { status, body } = await ask(createRestWorld(), range(START + MINUTE, START + 11 * MINUTE));
    expect([status, body.account_id, body.project_id]).toEqual([200, 'ACCOUNT-demo', 'PROJECT-shop']);
    expect(body.intervals).toEqual([
      { time: '2026-11-27T09:00:00Z', max_concurrent_conversations: 0 },
      { time: '2026-11-27T09:05:00Z', max_concurrent_conversations: 0 },
      { time: '2026-11-27T09:10:00Z', max_concurrent_conversations: 0 },
    ]);
  });

  it('equals a brute-force count of every instant over random conversations', async () => {
    const talk = fc.record({ start: fc.integer({ min: -20, max: 40 }), length: fc.integer({ min: 0, max: 30 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(talk, { maxLength: 40 }), async talks => {
        const world = createRestWorld();
        world.platform.control.addConversations(
          talks.map(({ start, length }) =>
            conversationFor({ startedAt: START + start * MINUTE, duration_seconds: length * 60 }),
          ),
        );
        const expected = [0, 1, 2, 3].map(window => {
          const instants = Array.from({ length: 5 }, (_, minute) => window * 5 + minute);
          // Conversations change at whole minutes only, except for those that end where they begin.
          return Math.max(
            ...instants.map(
              at =>
                talks.filter(({ start, length }) => start <= at && at < start + Math.max(length, 1 / 60_000)).length,
            ),
          );
        });
        expect(peaksOf(await ask(world, range(START, START + 20 * MINUTE)))).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  it('counts a conversation in progress up to now', async () => {
    const world = createRestWorld();
    await world.ask('runtime', 'POST', '/v1/demo/shop/chat/create', {
      headers: { 'x-api-key': 'demo-chat', 'x-token': 'demo-connector' },
    });
    world.advance(6 * MINUTE);
    expect(peaksOf(await ask(world, range(START, START + 15 * MINUTE)))).toEqual([1, 1, 0]);
  });

  it('slices by variant: by time, then by variant, one row for each that has a conversation in the range', async () => {
    const world = createRestWorld();
    world.platform.control.addConversations(
      ['VARIANT-pine', 'VARIANT-harbour', 'VARIANT-pine'].map(variant_id =>
        conversationFor({ startedAt: START, variant_id }),
      ),
    );
    const { body } = await ask(world, `${range(START, START + 5 * MINUTE)}&slice_by=variant`);
    expect(body.intervals).toEqual([
      {
        time: '2026-11-27T09:00:00Z',
        max_concurrent_conversations: 1,
        variant_id: 'VARIANT-harbour',
        variant_name: 'Harbour',
      },
      {
        time: '2026-11-27T09:00:00Z',
        max_concurrent_conversations: 2,
        variant_id: 'VARIANT-pine',
        variant_name: 'Pine Lane',
      },
    ]);
  });

  it('filters by language and by the number that was called, and names both in every row', async () => {
    const world = createRestWorld();
    world.platform.control.addConversations([
      conversationFor({ startedAt: START, language: 'de', to_number: '+441632960001' }),
      conversationFor({ startedAt: START, language: 'en' }),
    ]);
    const { body } = await ask(world, `${range(START, START + MINUTE)}&language=de&phone_number=%2B441632960001`);
    expect(body.intervals).toEqual([
      { time: '2026-11-27T09:00:00Z', max_concurrent_conversations: 1, language: 'de', phone_number: '+441632960001' },
    ]);
  });

  it.each(['language', 'phone_number'])('answers 501 for slice_by=%s', async slice => {
    const answer = await ask(createRestWorld(), `${range(START, START + MINUTE)}&slice_by=${slice}`);
    expect([answer.status, Object.keys(answer.body)]).toEqual([501, ['error_message']]);
  });

  it.each([
    ['no start', `end_time=${iso(START)}`],
    ['an unreadable end', `start_time=${iso(START)}&end_time=noon`],
    ['an end at the start', range(START, START)],
    ['more than a week', range(START, START + 7 * 24 * 60 * MINUTE + 1)],
    ['both variant parameters', `${range(START, START + MINUTE)}&variant_id=a&variant_name=b`],
    ['an unknown environment', `${range(START, START + MINUTE)}&client_env=x`],
    ['an unknown slice', `${range(START, START + MINUTE)}&slice_by=channel`],
  ])('answers 400 with error_message for %s', async (_, query) => {
    const answer = await ask(createRestWorld(), query);
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['error_message']]);
  });

  it('takes exactly one week', async () => {
    const answer = await ask(createRestWorld(), range(START, START + 7 * 24 * 60 * MINUTE));
    expect([answer.status, answer.body.intervals.length]).toEqual([200, 2016]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversationFor } from './records.ts';
import { type Answered, createRestWorld, type RestWorld, START } from './rest-world.ts';

const MINUTE = 60_000;
const iso = (at: number): string => new Date(at).toISOString();

const list = (world: RestWorld, query = '', version = 'v3'): Promise<Answered> =>
  world.ask('runtime', 'GET', `/${version}/demo/shop/conversations${query && `?${query}`}`, {
    key: 'demo-conversations',
  });

const idsOf = ({ body }: Answered): string[] => body.conversations.map((each: { id: string }) => each.id);

function withRecords(count: number, options: Parameters<typeof createRestWorld>[0] = {}): RestWorld {
  const world = createRestWorld(options);
  world.platform.control.addConversations(
    Array.from({ length: count }, (_, index) =>
      conversationFor({ id: `C${String(index).padStart(4, '0')}`, startedAt: START + index * MINUTE }),
    ),
  );
  return world;
}

describe('Conversations, pages (section 4)', () => {
  it.each([
    ['v3', 'service', 5],
    ['v3', 'poly', 1000],
    ['v2', 'service', 5],
    ['v1', 'poly', 5],
  ] as const)('%s in %s has %i records on a page by default', async (version, dialect, expected) => {
    expect(idsOf(await list(withRecords(1001, { dialect }), '', version))).toHaveLength(expected);
  });

  it('goes through all with the cursor, in ascending order, with null at the end', async () => {
    const world = withRecords(12);
    const first = await list(world);
    const second = await list(world, `cursor=${first.body.cursor}`);
    const third = await list(world, `cursor=${second.body.cursor}&limit=5000`);
    expect([idsOf(first), idsOf(second), idsOf(third)].flat()).toEqual(
      Array.from({ length: 12 }, (_, n) => `C${String(n).padStart(4, '0')}`),
    );
    expect(third.body.cursor).toBeNull();
  });

  it('goes through all with next_offset, which is absent on the last page', async () => {
    const world = withRecords(7);
    const first = await list(world, '', 'v1');
    expect(first.body.next_offset).toBe(5);
    const second = await list(world, 'offset=5', 'v1');
    expect([idsOf(second), 'next_offset' in second.body]).toEqual([['C0005', 'C0006'], false]);
  });

  it('lets the cursor win over an offset', async () => {
    const world = withRecords(12);
    const { body } = await list(world);
    expect(idsOf(await list(world, `cursor=${body.cursor}&offset=11`))[0]).toBe('C0005');
  });

  it.each(['x', '%00', 'eyJhIjoxfQ', 'A'.repeat(10_000)])('answers 400 for the malformed cursor %s', async cursor => {
    const answer = await list(withRecords(1), `cursor=${cursor}`);
    expect([answer.status, answer.body.error_code]).toEqual([400, 'GET_CONVERSATIONS_FILTER_PARSE_ERROR']);
  });

  it('answers 400 for a cursor that was made under other filters, and takes it with another limit', async () => {
    const world = withRecords(12);
    const { body } = await list(world);
    expect((await list(world, `cursor=${body.cursor}&channel=SMS`)).status).toBe(400);
    expect((await list(world, `cursor=${body.cursor}&limit=2`)).status).toBe(200);
  });

  it('returns each conversation exactly once by cursor while others are added', async () => {
    const plan = fc.record({
      before: fc.integer({ min: 0, max: 40 }),
      limit: fc.integer({ min: 1, max: 9 }),
      later: fc.array(fc.integer({ min: -60, max: 60 }), { maxLength: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ before, limit, later }) => {
        const world = withRecords(before);
        const seen: string[] = [];
        const added = [...later];
        let cursor: string | null | undefined;
        while (cursor !== null) {
          const answer = await list(world, `limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
          seen.push(...idsOf(answer));
          cursor = answer.body.cursor;
          const minute = added.pop();
          if (minute !== undefined) {
            world.platform.control.addConversations([
              conversationFor({ id: `N${added.length}`, startedAt: START + minute * MINUTE + 1 }),
            ]);
          }
        }
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.filter(id => id.startsWith('C'))).toHaveLength(before);
      }),
      { numRuns: 60 },
    );
  });
});

describe('Conversations, parameters', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=5001', 'limit'],
    ['limit=x', 'limit'],
    ['limit=1.5', 'limit'],
    ['offset=-1', 'offset'],
    ['start_time=yesterday', 'start_time'],
    ['start_time=2026-11-28&end_time=2026-11-27', 'end_time'],
    ['client_env=production', 'client_env'],
    ['in_progress=maybe', 'in_progress'],
    ['query_type=exact&query=a', 'query_type'],
    ['query_type=transcript', 'query'],
    ['query_type=transcript&query=a', 'start_time'],
    ['query_type=transcript&query=%20&start_time=2026-01-01&end_time=2027-01-01', 'query'],
    ['query=a', 'query'],
    ['sample=random', 'start_time'],
    ['sample=random&query_type=semantic&query=a&start_time=2026-01-01&end_time=2027-01-01', 'sample'],
    ['turn_type=user', 'turn_type'],
    ['variant_id=a&variant_name=b', 'variant_name'],
  ])('answers 400 for %s, naming %s', async (query, field) => {
    const answer = await list(withRecords(1), query);
    expect([answer.status, answer.body.success, answer.body.error_code]).toEqual([
      400,
      false,
      'CONVERSATIONS_VALIDATION_FAILED',
    ]);
    expect(answer.body.error_message).toContain(`${field}: `);
  });

  it.each([
    'query_type=transcript&query=a',
    'sample=random',
    'query=a',
    'turn_type=user',
    'channel=SMS',
    'cursor=x',
    'include_latency=true',
  ])('v1 does not accept %s, and says so in its own error shape', async query => {
    const answer = await list(withRecords(1), query, 'v1');
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['error_message']]);
  });

  it('v2 takes a cursor only for projects with chunked streaming, and offers one then', async () => {
    const world = withRecords(12);
    expect('cursor' in (await list(world, '', 'v2')).body).toBe(false);
    expect((await list(world, 'cursor=x', 'v2')).status).toBe(400);
    world.platform.control.changeProject({ chunked_streaming: true });
    const { body } = await list(world, '', 'v2');
    expect(idsOf(await list(world, `cursor=${body.cursor}`, 'v2'))[0]).toBe('C0005');
  });

  it('filters by time: from the start on, and before the end', async () => {
    const query = `start_time=${iso(START + MINUTE)}&end_time=${iso(START + 3 * MINUTE)}`;
    expect(idsOf(await list(withRecords(6), query))).toEqual(['C0001', 'C0002']);
  });

  it('counts a time without zone as UTC', async () => {
    const query = `start_time=${iso(START + MINUTE).slice(0, 19)}&end_time=${iso(START + 2 * MINUTE).slice(0, 19)}`;
    expect(idsOf(await list(withRecords(6), query))).toEqual(['C0001']);
  });

  it('filters by channel in any letter case and by several, with voice and chat as names', async () => {
    const world = createRestWorld();
    const channels = ['VOICE-SIP', 'WEBCHAT', 'CHAT', 'SMS'];
    world.platform.control.addConversations(
      channels.map((channel, index) => conversationFor({ id: channel, channel, startedAt: START + index })),
    );
    expect(idsOf(await list(world, 'channel=voice'))).toEqual(['VOICE-SIP']);
    expect(idsOf(await list(world, 'channel=chat&channel=Sms'))).toEqual(['CHAT', 'SMS']);
    expect(idsOf(await list(world, 'channel=fax'))).toEqual([]);
  });
});

describe('Conversations, search', () => {
  const turns = (user: string, agent: string) => [{ user_input: user, agent_response: agent }];
  const range = `start_time=${iso(START)}&end_time=${iso(START + 60 * MINUTE)}`;
  function talks(): RestWorld {
    const world = createRestWorld();
    world.platform.control.addConversations([
      conversationFor({
        id: 'hours',
        startedAt: START,
        turns: turns('When are you OPEN on Saturday?', 'From ten to four.'),
      }),
      conversationFor({
        id: 'order',
        startedAt: START + 1,
        turns: turns('Where is my order?', 'It leaves on Saturday when we open.'),
      }),
    ]);
    return world;
  }

  it('finds the words of a transcript in their order, within one turn, whatever their letter case', async () => {
    const world = talks();
    expect(idsOf(await list(world, `query_type=transcript&query=open%20saturday&${range}`))).toEqual(['hours']);
    expect(idsOf(await list(world, `query_type=transcript&query=saturday&${range}`))).toEqual(['hours', 'order']);
    expect(idsOf(await list(world, `query_type=transcript&query=saturday&turn_type=agent&${range}`))).toEqual([
      'order',
    ]);
  });

  it('finds similar conversations, ascending by time and without a cursor', async () => {
    const answer = await list(talks(), `query_type=semantic&query=opened%20on%20saturdays&limit=1&${range}`);
    expect([idsOf(answer).length, answer.body.cursor]).toEqual([1, null]);
  });

  it('samples at random, at most the limit, different from call to call', async () => {
    const world = withRecords(50);
    const samples = new Set<string>();
    for (let call = 0; call < 8; call += 1)
      samples.add(idsOf(await list(world, `sample=random&limit=3&${range}`)).join());
    expect(samples.size).toBeGreaterThan(1);
  });

  it('takes a query of pattern characters as text, and comes to an end with any', async () => {
    const world = talks();
    const query = encodeURIComponent('.*+?^$()|[]{}\\ (a+)+$');
    expect(idsOf(await list(world, `query_type=transcript&query=${query}&${range}`))).toEqual([]);
  });
});

describe('Conversations, records', () => {
  it.each([
    ['v3', ''],
    ['v2', ''],
    ['v1', null],
  ])('%s has %j for an empty text', async (version, empty) => {
    const { body } = await list(withRecords(1), '', version);
    expect([body.conversations[0].from_number, body.conversations[0].handoff_reason]).toEqual([empty, empty]);
  });

  it('v1 has descriptions, and no fields of later versions', async () => {
    const world = createRestWorld();
    world.platform.control.addConversations([
      conversationFor({ turns: [{ user_input: 'a', agent_response: 'b', latency: 0.5 }] }),
    ]);
    const { body } = await list(world, '', 'v1');
    expect(body.descriptions.conversations.id).toMatch(/id/);
    for (const name of ['latency', 'translated_user_input', 'english_agent_response'])
      expect(name in body.conversations[0].turns[0]).toBe(false);
  });

  it('has latencies in seconds only with include_latency', async () => {
    const world = createRestWorld();
    world.platform.control.addConversations([
      conversationFor({ turns: [{ user_input: 'a', agent_response: 'b', latency: 0.5 }] }),
    ]);
    expect('latency' in (await list(world)).body.conversations[0].turns[0]).toBe(false);
    expect((await list(world, 'include_latency=true')).body.conversations[0].turns[0].latency).toBe(0.5);
  });

  it('has no turns, but their number, when the project shows no transcripts', async () => {
    const world = createRestWorld();
    world.platform.control.addConversations([conversationFor({ turns: [{ user_input: 'a', agent_response: 'b' }] })]);
    world.platform.control.changeProject({ show_transcripts: false });
    const [record] = (await list(world, 'include_latency=true')).body.conversations;
    expect([record.turns, record.num_turns]).toEqual([[], 1]);
  });

  it('has only the metrics that the project names; a value written more than once is a list', async () => {
    const world = createRestWorld();
    world.platform.control.addConversations([
      conversationFor({
        turns: [
          { user_input: 'a', agent_response: 'b' },
          { user_input: 'c', agent_response: 'd' },
        ],
        metrics: { CSAT_SCORE: '5' },
      }),
    ]);
    const [all] = (await list(world)).body.conversations;
    expect([all.metrics.CSAT_SCORE, all.metrics.CALL_COMPLETED, all.metrics.CALL_TURN.length]).toEqual([
      '5',
      'true',
      2,
    ]);
    world.platform.control.changeProject({ response_metrics: ['CSAT_SCORE'] });
    expect((await list(world)).body.conversations[0].metrics).toEqual({ CSAT_SCORE: '5' });
  });

  it('sends the same body in chunks when the project streams', async () => {
    const world = withRecords(3);
    const whole = await list(world);
    world.platform.control.changeProject({ chunked_streaming: true });
    expect((await list(world)).body).toEqual(whole.body);
  });
});

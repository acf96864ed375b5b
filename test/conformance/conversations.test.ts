import { beforeAll, describe, expect, it } from 'vitest';
import { DIALECTS, iso, SHAPES, START, useRealPlatform } from './real-platform.ts';

const HOUR = 3_600_000;
const RANGE = `start_time=${iso(START - HOUR)}&end_time=${iso(START + HOUR)}`;

describe.each(DIALECTS)('Conversations over the wire, dialect %s', dialect => {
  const at = useRealPlatform(dialect);
  const ids = async (query: string, version = 'v3'): Promise<string[]> =>
    (await at.conversations(query, version)).body.conversations.map((each: { id: string }) => each.id);

  beforeAll(async () => {
    const turns = (user_input: string) => [
      { user_input: '', agent_response: 'Good morning' },
      { user_input, agent_response: 'It is on its way', latency: 1.5 },
    ];
    await at.control('POST', 'conversations', {
      conversations: [
        {
          id: 'C3',
          started_at: iso(START + 2000),
          duration_seconds: 30,
          channel: 'VOICE-SIP',
          to_number: '+441',
          from_number: '+442',
          turns: turns('Where is my oak table'),
        },
        {
          id: 'C1',
          started_at: iso(START),
          duration_seconds: 60,
          turns: turns('Where is my table'),
          variant_id: 'VARIANT-pine',
        },
        {
          id: 'C2',
          started_at: iso(START),
          duration_seconds: 60,
          channel: 'WEBCHAT',
          turns: turns('my where'),
          metrics: { CSAT_SCORE: '5', NOTE: ['a', 'b'] },
          state: { own: 1, to: 'hidden' },
        },
        { id: 'S1', started_at: iso(START), duration_seconds: 60, environment: 'sandbox' },
      ],
    });
  });

  it.each(['v1', 'v2', 'v3'])('interface 4.3, order of %s: ascending by start, then id', async version => {
    expect(await ids('?limit=10', version)).toEqual(['C1', 'C2', 'C3']);
  });

  it('wire 4, bodies: each version has its own fields beside conversations', async () => {
    const keys = async (version: string, query: string) =>
      Object.keys((await at.conversations(query, version)).body).sort();
    expect(await keys('v1', '?limit=2')).toEqual(['conversations', 'descriptions', 'next_offset']);
    expect(await keys('v2', '?limit=2')).toEqual(['conversations', 'next_offset']);
    expect(await keys('v3', '?limit=2')).toEqual(['conversations', 'cursor', 'next_offset']);
    const last = (await at.conversations('?limit=10')).body;
    expect([last.cursor, 'next_offset' in last]).toEqual([null, false]);
    const { descriptions } = (await at.conversations('', 'v1')).body;
    expect(Object.keys(descriptions)).toEqual(['conversations']);
    expect(typeof descriptions.conversations.started_at).toBe('string');
  });

  it('wire 4, record: has the fields of the table, with "" in v2 and v3 and null in v1', async () => {
    const one = async (version: string) => (await at.conversations('?limit=1', version)).body.conversations[0];
    const expected = {
      id: 'C1',
      account_id: dialect === 'poly' ? 'ws-demo' : 'ACCOUNT-demo',
      project_id: 'PROJECT-shop',
      environment: 'live',
      started_at: '2026-11-27T09:00:00.000Z',
      channel: 'CHAT',
      in_progress: false,
      variant_id: 'VARIANT-pine',
      variant_name: 'Pine Lane',
      num_turns: 2,
      total_duration: 60,
      polyai_duration: 60,
      handoff: false,
      num_silences: 0,
      num_ood: 0,
      state: { from_: '', to: '' },
      metrics: { CALL_DURATION: '60', CALL_IN_PROGRESS: 'false', CALL_COMPLETED: 'true' },
    };
    const texts = ['from_number', 'to_number', 'handoff_reason', 'handoff_destination'];
    for (const version of ['v1', 'v2', 'v3']) {
      const record = await one(version);
      expect(record).toMatchObject(expected);
      expect(texts.map(name => record[name])).toEqual(texts.map(() => (version === 'v1' ? null : '')));
      expect(record.turns[0].user_input).toBe(version === 'v1' ? null : '');
      expect(record.turns[1]).toMatchObject({
        user_input: 'Where is my table',
        agent_response: 'It is on its way',
        barge_in: false,
        is_ood: false,
        is_silence: false,
        intents: [],
        entities: dialect === 'poly' ? [] : {},
      });
      expect('latency' in record.turns[1]).toBe(false);
      expect(record.turns[1].translated_user_input).toBe(version === 'v1' ? undefined : '');
      expect(record.turns[1].english_agent_response).toBe(version === 'v1' ? undefined : '');
    }
  });

  it('wire 4, metrics: texts, and a list of at least two where one was written more than once', async () => {
    const { metrics } = (await at.conversations('?channel=webchat')).body.conversations[0];
    expect(metrics).toMatchObject({ CSAT_SCORE: '5', NOTE: ['a', 'b'] });
    expect(metrics.CALL_TURN).toHaveLength(2);
  });

  it('wire 4, state: the built-in names are there and nothing can hide them', async () => {
    const [web, voice] = [
      (await at.conversations('?channel=webchat')).body.conversations[0].state,
      (await at.conversations('?channel=voice')).body.conversations[0].state,
    ];
    expect(web).toMatchObject({ from_: '', to: '', own: 1 });
    expect(voice).toMatchObject({ from_: '+442', to: '+441' });
    for (const state of [web, voice]) {
      expect(Object.keys(state)).toEqual(expect.arrayContaining(['call_sid', 'asr_lang_code', 'tts_lang_code']));
    }
  });

  it.each(['v2', 'v3'])('wire 4, include_latency in %s: seconds', async version => {
    const { turns } = (await at.conversations('?limit=1&include_latency=true', version)).body.conversations[0];
    expect([turns[1].latency, 'latency' in turns[0]]).toEqual([1.5, false]);
    const without = (await at.conversations('?limit=1&include_latency=false', version)).body.conversations[0];
    expect('latency' in without.turns[1]).toBe(false);
  });

  it.each([
    ['v1', 'query_type=transcript&query=x'],
    ['v1', 'sample=random'],
    ['v1', 'query=x'],
    ['v1', 'turn_type=user'],
    ['v1', 'channel=chat'],
    ['v1', 'cursor=x'],
    ['v1', 'include_latency=true'],
    ['v2', `query_type=transcript&query=x&${RANGE}`],
    ['v2', `sample=random&${RANGE}`],
    ['v2', 'query=x'],
    ['v2', 'turn_type=user'],
    ['v2', 'cursor=x'],
    ['v3', 'cursor=%25%25'],
    ['v3', 'cursor='],
    ['v3', 'cursor=eyJhIjoxfQ'],
    ['v3', 'limit=0'],
    ['v3', 'limit=-1'],
    ['v3', 'limit=1.5'],
    ['v3', 'limit=ten'],
    ['v3', 'limit=1&limit=2'],
    ['v3', 'offset=-1'],
    ['v3', 'offset=x'],
    ['v3', 'in_progress=yes'],
    ['v3', 'include_latency=1'],
    ['v3', 'client_env=production'],
    ['v3', 'start_time=yesterday'],
    ['v3', 'end_time=2026-13-01'],
    ['v3', 'start_time=2026-11-28&end_time=2026-11-27'],
    ['v3', 'variant_id=a&variant_name=b'],
    ['v3', 'query=table'],
    ['v3', `query_type=transcript&${RANGE}`],
    ['v3', `query_type=transcript&query=%20&${RANGE}`],
    ['v3', `query_type=other&query=x&${RANGE}`],
    ['v3', 'query_type=transcript&query=x'],
    ['v3', `query_type=semantic&query=x&start_time=${iso(START)}`],
    ['v3', 'sample=random'],
    ['v3', `sample=all&${RANGE}`],
    ['v3', `sample=random&query_type=semantic&query=x&${RANGE}`],
    ['v3', `sample=random&query=x&${RANGE}`],
    ['v3', `query_type=semantic&query=x&turn_type=user&${RANGE}`],
    ['v3', 'turn_type=user'],
    ['v3', `query_type=transcript&query=x&turn_type=robot&${RANGE}`],
  ])('wire 4, parameters of %s: %s is 400', async (version, query) => {
    const answer = await at.conversations(`?${query}`, version);
    const shape = version === 'v1' ? SHAPES.message : SHAPES.envelope;
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, shape]);
    if (version !== 'v1') {
      const codes = ['CONVERSATIONS_VALIDATION_FAILED', 'GET_CONVERSATIONS_FILTER_PARSE_ERROR'];
      expect(codes).toContain(answer.body.error_code);
    }
  });

  it('wire 4, limit: the range and the default are the dialect’s in v2 and v3, and 5 to 5000 in v1', async () => {
    const most = dialect === 'poly' ? 1000 : 5000;
    for (const version of ['v2', 'v3']) {
      expect((await at.conversations(`?limit=${most}`, version)).status).toBe(200);
      for (const limit of [most + 1, 0, '', 'x']) {
        const refused = await at.conversations(`?limit=${limit}`, version);
        expect([refused.status, refused.body.error]).toEqual([400, `limit: must be a whole number from 1 to ${most}`]);
      }
    }
    expect((await at.conversations('?limit=5000', 'v1')).status).toBe(200);
    expect((await at.conversations('?limit=5001', 'v1')).status).toBe(400);
    const started_at = iso(START - 50 * HOUR);
    const conversations = Array.from({ length: 6 }, () => ({
      started_at,
      duration_seconds: 1,
      environment: 'pre-release',
    }));
    await at.control('POST', 'conversations', { conversations });
    expect(await ids('?client_env=pre-release')).toHaveLength(dialect === 'poly' ? 6 : 5);
    expect(await ids('?client_env=pre-release', 'v1')).toHaveLength(5);
  });

  it('wire 4, offset: huge ones are an empty page; next_offset is offset + number returned', async () => {
    for (const offset of ['3', '1000000000', '999999999999', '9007199254740991']) {
      const { status, body } = await at.conversations(`?offset=${offset}`);
      expect([status, body.conversations, 'next_offset' in body]).toEqual([200, [], false]);
    }
    expect((await at.conversations('?limit=1&offset=1')).body.next_offset).toBe(2);
  });

  it('interface 4.3, pagination: cursor wins over offset, is URL-safe, bound to its filters and not to the limit', async () => {
    const { cursor } = (await at.conversations('?limit=1')).body;
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(await ids(`?limit=5&cursor=${cursor}&offset=3`)).toEqual(['C2', 'C3']);
    const foreign = await at.conversations(`?limit=1&cursor=${cursor}&channel=chat`);
    expect([foreign.status, foreign.body.error_code]).toEqual([400, 'GET_CONVERSATIONS_FILTER_PARSE_ERROR']);
  });

  it.each([
    [`start_time=${iso(START + 1)}`, ['C3']],
    [`end_time=${iso(START + 2000)}`, ['C1', 'C2']],
    ['start_time=2026-11-27T09:00:02', ['C3']],
    ['start_time=2026-11-27T10:00:02%2B01:00', ['C3']],
    ['start_time=2026-11-27&end_time=2026-11-27', []],
    ['client_env=sandbox', ['S1']],
    ['channel=voice', ['C3']],
    ['channel=Voice-SIP&channel=webCHAT', ['C2', 'C3']],
    ['channel=pigeon', []],
    ['variant_id=VARIANT-pine', ['C1']],
    ['variant_name=Pine%20Lane', ['C1']],
    ['variant_name=None', []],
    ['variant_id=VARIANT-none', []],
    ['in_progress=true', []],
    ['in_progress=false', ['C1', 'C2', 'C3']],
    ['include_turn_metadata=true&include_context_state=true', ['C1', 'C2', 'C3']],
    [`query_type=transcript&query=where%20TABLE&${RANGE}`, ['C1', 'C3']],
    [`query_type=transcript&query=way&turn_type=user&${RANGE}`, []],
    [`query_type=transcript&query=way&turn_type=agent&${RANGE}`, ['C1', 'C2', 'C3']],
    [`query_type=semantic&query=oak%20tables&${RANGE}`, ['C1', 'C3']],
  ])('wire 4, filters: %s', async (query, expected) => {
    expect(await ids(`?limit=100&${query}`)).toEqual(expected);
  });

  it('wire 4, modes: transcript has pages; semantic and random have none', async () => {
    const page = async (query: string) => (await at.conversations(`?limit=1&${query}&${RANGE}`)).body;
    expect((await page('query_type=transcript&query=where')).cursor).not.toBeNull();
    for (const query of ['query_type=semantic&query=table', 'sample=random']) {
      const { cursor, conversations } = await page(query);
      expect([cursor, conversations.length]).toEqual([null, 1]);
    }
  });

  it('wire 4, random: at most limit, different from call to call', async () => {
    const samples = new Set<string>();
    for (let call = 0; call < 20; call += 1) {
      const found = await ids(`?sample=random&limit=2&${RANGE}`);
      expect(found).toEqual([...found].sort());
      expect(found).toHaveLength(2);
      samples.add(found.join());
    }
    expect(samples.size).toBeGreaterThan(1);
  });

  it('interface 4.3, chunks: never in v1 and never without the project’s setting; v2 has a cursor only with it', async () => {
    const sent = async (version: string) =>
      (await at.conversations('?limit=2', version)).headers.get('transfer-encoding');
    for (const version of ['v1', 'v2', 'v3']) expect([version, await sent(version)]).toEqual([version, null]);
    const plain = (await at.conversations('?limit=2')).text;
    await at.control('POST', 'project', { chunked_streaming: true });
    expect([await sent('v1'), await sent('v2'), await sent('v3')]).toEqual([null, 'chunked', 'chunked']);
    expect(JSON.parse((await at.conversations('?limit=2')).text)).toEqual(JSON.parse(plain));
    const { cursor } = (await at.conversations('?limit=2', 'v2')).body;
    expect(await ids(`?limit=2&cursor=${cursor}`, 'v2')).toEqual(['C3']);
    await at.control('POST', 'project', { chunked_streaming: false });
  });

  it('interface 2.2, visibility: without transcripts turns is [], num_turns still counts', async () => {
    await at.control('POST', 'project', { show_transcripts: false, response_metrics: ['CALL_DURATION'] });
    for (const version of ['v1', 'v2', 'v3']) {
      const query = version === 'v1' ? '?limit=1' : '?limit=1&include_latency=true';
      const { turns, num_turns, metrics } = (await at.conversations(query, version)).body.conversations[0];
      expect([turns, num_turns, metrics]).toEqual([[], 2, { CALL_DURATION: '60' }]);
    }
    await at.control('POST', 'project', { show_transcripts: true, response_metrics: 'all' });
  });

  it('wire 4, client: pages of all three versions, and all conversations by cursor and by offset', async () => {
    const { conversations } = at.client;
    for (const page of [conversations.page, conversations.pageV2, conversations.pageV1]) {
      expect((await page({ limit: 2 })).conversations.map(each => each.id)).toEqual(['C1', 'C2']);
    }
    for (const all of [conversations.all({ limit: 2 }), conversations.allV1({ limit: 2 })]) {
      const found: string[] = [];
      for await (const { id } of all) found.push(id);
      expect(found).toEqual(['C1', 'C2', 'C3']);
    }
  });

  it('wire 4, cursor: each conversation comes exactly once while others are added', async () => {
    const seed = (id: string, minutes: number) =>
      at.control('POST', 'conversations', {
        conversations: [
          { id, started_at: iso(START - 40 * HOUR + minutes * 1000), duration_seconds: 1, channel: 'RCS' },
        ],
      });
    for (const [index, id] of ['P1', 'P2', 'P3', 'P4'].entries()) await seed(id, index * 10);
    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await at.conversations(`?channel=rcs&limit=1${cursor && `&cursor=${cursor}`}`);
      found.push(...body.conversations.map((each: { id: string }) => each.id));
      await seed(`before-${found.length}`, -10);
      if (found.length === 2) await seed('P2a', 15);
      cursor = body.cursor;
    }
    expect(found).toEqual(['P1', 'P2', 'P2a', 'P3', 'P4']);
  });

  it('wire 4, durations: up to now while in progress; a hand-off ends polyai_duration alone', async () => {
    const { conversation_id: id } = (await at.control('POST', 'calls', { to: '+44123', from: '+44321' })).body;
    const own = async () =>
      (await at.conversations('?limit=100&channel=voice')).body.conversations.find(
        (each: { id: string }) => each.id === id,
      );
    at.advance(30_000);
    expect(await own()).toMatchObject({
      in_progress: true,
      total_duration: 30,
      from_number: '+44321',
      to_number: '+44123',
      metrics: { CALL_IN_PROGRESS: 'true', CALL_COMPLETED: 'false' },
    });
    expect((await at.conversations('?in_progress=true')).body.conversations).toHaveLength(1);
    expect((await own()).metrics).not.toHaveProperty('CALL_DURATION');
    const chat = (await at.chat('create')).body.conversation_id;
    at.advance(10_000);
    await at.chat('respond', { conversation_id: chat, message: 'handoff' });
    const notice = { conversation_id: chat, bridge_duration_seconds: 5, call_duration_seconds: 20 };
    await at.keyed('demo-events', 'POST', '/internal/v1/agentic-dial/bridge-ended', notice);
    const { body } = await at.conversations(`?limit=100&channel=chat&start_time=${iso(START + 30_000)}`);
    expect(body.conversations.at(-1)).toMatchObject({ id: chat, total_duration: 20, polyai_duration: 15 });
    await at.control('DELETE', `calls/${id}`, { handoff: { destination: 'desk', reason: 'billing' } });
    expect(await own()).toMatchObject({
      in_progress: false,
      handoff_destination: 'desk',
      handoff_reason: 'billing',
      metrics: { HANDOFF_TO: 'desk', CALL_DURATION: '40' },
    });
  });

  const one = { started_at: iso(START), duration_seconds: 1 };
  it.each([
    [{ ...one, id: 'C1' }, 'id'],
    [{ ...one, started_at: '1969-12-31T23:59:59Z' }, 'started_at'],
    [{ ...one, started_at: '0000-01-01' }, 'started_at'],
    [{ ...one, started_at: 'soon' }, 'started_at'],
    [{ ...one, duration_seconds: 1e300 }, 'duration_seconds'],
    [{ ...one, duration_seconds: -1 }, 'duration_seconds'],
    [{ ...one, turns: [{ user_input: '', agent_response: '', latency: 1e300 }] }, 'turns'],
    [{ ...one, environment: 'moon' }, 'environment'],
    [{ ...one, unheard_of: 1 }, 'conversations.0'],
  ])('wire 15, conversations: %j is 400, names %s and stores nothing', async (given, field) => {
    const count = (await at.conversations('?limit=1000')).body.conversations.length;
    const answer = await at.control('POST', 'conversations', { conversations: [given] });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(field)]);
    expect((await at.conversations('?limit=1000')).body.conversations).toHaveLength(count);
  });

  it('wire 15, conversations: a hand-off that is stored has its handoff state, too', async () => {
    const handoff = { destination: 'desk', reason: 'billing' };
    const state = { shared_id: 'seeded', tier: 'gold' };
    const body = { conversations: [{ ...one, handoff, state, environment: 'sandbox' }] };
    const [id] = (await at.control('POST', 'conversations', body)).body.ids;
    expect(await at.client.handoffState.bySharedId('seeded')).toEqual({
      id,
      data: { handoff_to: 'desk', handoff_reason: 'billing', tier: 'gold' },
      shared_id: 'seeded',
    });
  });
});

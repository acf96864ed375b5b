import { describe, expect, it } from 'vitest';
import { conversationsCommand } from '../../../src/cli/platform/conversations.ts';
import { conversationFor } from '../../emulator/records.ts';
import { createRestWorld, type RestWorld, START } from '../../emulator/rest-world.ts';
import { cursorIn, ENV, failing, KEYS, type Ran, type RunOptions, run } from './fixtures/terminal.ts';

const HOUR = 3_600_000;
const name = (index: number): string => `C${String(index).padStart(4, '0')}`;

/** A world with conversations of the last hour, in ascending order. */
function worldWith(count: number, more: Parameters<typeof conversationFor>[0] = {}): RestWorld {
  const world = createRestWorld();
  world.platform.control.addConversations(
    Array.from({ length: count }, (_, index) =>
      conversationFor({ id: name(index), startedAt: START - HOUR + index, ...more }),
    ),
  );
  return world;
}

const list = (args: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  run(conversationsCommand, args, options);
const idsOf = ({ out }: Ran): string[] => out.map(line => JSON.parse(line).id);
const names = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => name(from + index));

describe('natter conversations', () => {
  it('exports every conversation once, over several pages, with progress on standard error', async () => {
    const ran = await list(['--since', '24h', '--format', 'jsonl'], { world: worldWith(1201) });
    expect(idsOf(ran)).toEqual(names(0, 1201));
    expect(ran.code).toBe(0);
    expect(ran.err).toEqual(['500 conversations so far', '1000 conversations so far', '1201 conversations']);
  });

  it.each([
    ['24h', 'C1,C2,C3'],
    ['30m', 'C3'],
    ['2d', 'C0,C1,C2,C3'],
    ['2026-11-27T08:00:00Z', 'C2,C3'],
    ['2026-11-27T10:00:00+02:00', 'C2,C3'],
    ['2026-11-27T08:00', 'C2,C3'],
    ['2026-11-27', 'C1,C2,C3'],
  ])('takes --since %s', async (since, ids) => {
    const world = createRestWorld();
    world.platform.control.addConversations(
      [25, 8, 1, 0.25].map((hours, index) => conversationFor({ id: `C${index}`, startedAt: START - hours * HOUR })),
    );
    expect(idsOf(await list(['--since', since, '--format', 'jsonl'], { world })).join()).toBe(ids);
  });

  it('filters by --until, --env, --channel and --query', async () => {
    const world = createRestWorld();
    const turns = [{ user_input: 'Where is my blue coat?', agent_response: 'On its way.' }];
    world.platform.control.addConversations([
      conversationFor({ id: 'chat', startedAt: START - 3 * HOUR, channel: 'CHAT' }),
      conversationFor({ id: 'text', startedAt: START - 2 * HOUR, channel: 'SMS', turns }),
      conversationFor({ id: 'call', startedAt: START - HOUR, channel: 'VOICE-SIP', turns }),
      conversationFor({ id: 'test', startedAt: START - HOUR, environment: 'sandbox' }),
    ]);
    const ids = async (...args: string[]) => idsOf(await list(['--format', 'jsonl', ...args], { world }));
    expect(await ids()).toEqual(['chat', 'text', 'call']);
    expect(await ids('--until', '1h')).toEqual(['chat', 'text']);
    expect(await ids('--env', 'sandbox')).toEqual(['test']);
    expect(await ids('--channel', 'SMS', '--channel', 'VOICE-SIP')).toEqual(['text', 'call']);
    expect(await ids('--query', 'Blue coat')).toEqual(['text', 'call']);
    expect(await ids('--query', 'Blue coat', '--until', '90m')).toEqual(['text']);
  });

  it.each([[[]], [['--query', 'coat']], [['--until', '1m']]])(
    'resumes after a failure in the middle with %j, though the clock has moved on',
    async filters => {
      const world = worldWith(1201, { turns: [{ user_input: 'My coat', agent_response: 'Yes' }] });
      const args = ['--since', '24h', '--format', 'csv', ...filters];
      const broken = () =>
        Response.json(
          { error_message: 'Broken', error_code: 'BROKEN' },
          { status: 500, headers: { 'X-Service-Correlation-Id': 'c-9' } },
        );
      const first = await list(args, { world, fetch: failing(world, [3, 4, 5], broken) });
      expect([first.code, first.err.slice(-2)]).toEqual([
        1,
        [`Resume with --cursor ${cursorIn(first)}`, 'Error 500 BROKEN: Broken (correlation id c-9)'],
      ]);
      world.advance(HOUR);
      const second = await list([...args, '--cursor', cursorIn(first)], { world });
      const rows = [...first.out, ...second.out].map(line => line.split(',')[0]);
      expect([second.code, rows]).toEqual([0, ['id', ...names(0, 1201)]]);
    },
  );

  it('resumes after Ctrl-C', async () => {
    const world = worldWith(1201);
    let stop = (): void => {};
    const whenStopped = new Promise<string>(resolve => {
      stop = () => resolve('SIGINT');
    });
    let calls = 0;
    const fetch: typeof world.fetch = async (input, init) => {
      calls += 1;
      if (calls === 2) {
        stop();
        await new Promise<void>((_, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        );
      }
      return world.fetch(input, init);
    };
    const first = await list(['--format', 'jsonl'], { world, fetch, whenStopped });
    expect([first.code, idsOf(first), first.err.at(-1)]).toEqual([1, names(0, 500), 'Stopped.']);
    const second = await list(['--format', 'jsonl', '--cursor', cursorIn(first)], { world });
    expect(idsOf(second)).toEqual(names(500, 1201));
  });

  it('ends at --limit, and says how to go on', async () => {
    const world = worldWith(7);
    const first = await list(['--format', 'jsonl', '--limit', '3'], { world });
    const second = await list(['--format', 'jsonl', '--limit', '4', '--cursor', cursorIn(first)], { world });
    expect([idsOf(first), idsOf(second)]).toEqual([names(0, 3), names(3, 7)]);
    expect([first.code, second.code, cursorIn(second)]).toEqual([0, 0, '']);
  });

  it("goes on from the platform's own cursor", async () => {
    const world = worldWith(4);
    const since = '2026-11-27T00:00:00.000Z';
    const path = `/v3/demo/shop/conversations?start_time=${since}&client_env=live&limit=3`;
    const { body } = await world.ask('runtime', 'GET', path, { key: 'demo-conversations' });
    const ran = await list(['--format', 'jsonl', '--since', since, '--cursor', body.cursor], { world });
    expect(idsOf(ran)).toEqual(['C0003']);
  });

  it('prints no cursor to resume with when the platform refuses the one that it was given', async () => {
    const ran = await list(['--cursor', 'nonsense'], { world: worldWith(3) });
    expect([ran.code, ran.out, ran.err.length, cursorIn(ran)]).toEqual([1, [], 1, '']);
    expect(ran.err[0]).toMatch(
      /^Error 400 GET_CONVERSATIONS_FILTER_PARSE_ERROR: cursor: is malformed \(correlation id \S+\)$/,
    );
  });

  it('CSV has records of RFC 4180 in which a spreadsheet runs nothing', async () => {
    const world = createRestWorld();
    world.platform.control.addConversations([
      conversationFor({
        id: '=HYPERLINK("https://evil.example","x")',
        startedAt: START - HOUR,
        channel: '@SUM(1,2)',
        to_number: '+442079460123',
        from_number: '-1',
        handoff: { destination: 'a "desk", upstairs', reason: 'two\r\nlines' },
      }),
    ]);
    const { out } = await list(['--format', 'csv'], { world });
    expect(out[0]).toMatch(/^id,started_at,channel,.*,handoff_reason\r$/);
    expect(out[1]).toBe(
      `"'=HYPERLINK(""https://evil.example"",""x"")",2026-11-27T08:00:00.000Z,"'@SUM(1,2)",live,false,` +
        `VARIANT-harbour,Harbour,'-1,'+442079460123,60,60,0,0,0,true,"a ""desk"", upstairs",two lines\r`,
    );
  });

  it.each(['table', 'csv', 'jsonl'])('output as %s has nothing that a terminal obeys', async format => {
    const hostile = 'a\u001b[2J\u009b31m\u202e\u200b\u2028\u0007\u007f\u{e0001}z';
    const world = createRestWorld();
    world.platform.control.addConversations([conversationFor({ id: hostile, startedAt: START - HOUR })]);
    const { out } = await list(['--format', format], { world });
    expect(out.join('\n')).toMatch(/a.*z/);
    expect(out.join('').replaceAll('\r', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    if (format === 'jsonl') expect(JSON.parse(out[0] ?? '').id).toBe(hostile);
  });

  it('the table has aligned columns, cut to the width of a terminal only', async () => {
    const world = worldWith(2);
    const wide = await list([], { world });
    expect(wide.out[0]).toMatch(/^STARTED +CHANNEL +SECONDS +TURNS +STATE +ID +VARIANT$/);
    expect(wide.out[1]).toMatch(/^2026-11-27T08:00:00Z +CHAT +60 +0 +ended +C0000 +Harbour$/);
    expect(wide.out.map(line => line.search(/ID|C000/))).toEqual(Array(3).fill(wide.out[0]?.indexOf('ID')));
    const narrow = await list([], { world, columns: 30 });
    expect(narrow.out.map(line => line.length)).toEqual([30, 30, 30]);
    expect(narrow.out[1]).toBe(`${wide.out[1]?.slice(0, 29)}…`);
  });
});

describe('a wrong call of natter conversations', () => {
  it.each([
    [
      ['--since', 'yesterday'],
      '--since "yesterday" is wrong: it must be a time such as 30m, 24h, 7d or 2026-11-27T09:00:00Z.',
    ],
    [['--since', '0h'], '--since "0h" is wrong: it must be a time such as 30m, 24h, 7d or 2026-11-27T09:00:00Z.'],
    [
      ['--since', '2026-02-30'],
      '--since "2026-02-30" is wrong: it must be a time such as 30m, 24h, 7d or 2026-11-27T09:00:00Z.',
    ],
    [
      ['--since', '1h', '--until', '2h'],
      '--until "2h" is wrong: it must be a time after --since, 2026-11-27T08:00:00.000Z.',
    ],
    [['--env', 'prod'], '--env "prod" is wrong: it must be sandbox, pre-release or live.'],
    [['--format', 'xml'], '--format "xml" is wrong: it must be table, jsonl or csv.'],
    [['--limit', '0'], '--limit "0" is wrong: it must be a whole number from 1 to 999999999.'],
    [['--query', ' '], '--query "" is wrong: it must be words to search for.'],
    [['--channel', ''], '--channel "" is wrong: it must be a label such as WEBCHAT.'],
    [['--cursor', 'a b'], '--cursor must be what an earlier run printed after --cursor.'],
    [['--key', 'x'], "Unknown option '--key'. See natter conversations --help."],
    [['live'], 'The argument "live" has no option. See natter conversations --help.'],
  ])('%j is told in one line, exit code 2', async (args, line) => {
    expect(await list(args)).toEqual({ code: 2, out: [], err: [line] });
  });

  it.each([
    ['NATTER_CONVERSATIONS_URL', undefined, /^NATTER_CONVERSATIONS_URL is missing: set it to an https address such as/],
    ['NATTER_CONVERSATIONS_KEY', ' ', /^NATTER_CONVERSATIONS_KEY is missing: set it to the key/],
    ['NATTER_ACCOUNT_ID', '', /^NATTER_ACCOUNT_ID is missing: set it to the id of your account/],
    ['NATTER_PROJECT_ID', undefined, /^NATTER_PROJECT_ID is missing: set it to the id of your project/],
    ['NATTER_DIALECT', 'klingon', /^NATTER_DIALECT must be service or poly\.$/],
    ['NATTER_CONVERSATIONS_KEY', 'geheim ß', /^NATTER_CONVERSATIONS_KEY must be letters, digits and signs of ASCII/],
    [
      'NATTER_CONVERSATIONS_URL',
      'http://u:geheim@far.example/x?k=geheim',
      /^NATTER_CONVERSATIONS_URL http:\/\/far\.example\/x is wrong: it must be an https address/,
    ],
  ])('%s = %j is told in one line without secrets, exit code 2', async (variable, value, line) => {
    const ran = await list([], { env: { ...ENV, [variable]: value } });
    expect([ran.code, ran.out, ran.err]).toEqual([2, [], [expect.stringMatching(line)]]);
    expect(ran.err.join()).not.toContain('geheim');
  });

  it('prints its usage for --help, without any environment', async () => {
    const ran = await list(['--help'], { env: {} });
    expect([ran.code, ran.out[0]?.split('\n')[0]]).toEqual([0, 'Usage: natter conversations [options]']);
  });
});

describe('an error of the platform', () => {
  it('an error is one line with status, code, words and correlation id', async () => {
    const ran = await list([], { env: { ...ENV, NATTER_CONVERSATIONS_KEY: 'wrong-key' } });
    expect([ran.code, ran.out]).toEqual([1, []]);
    expect(ran.err).toEqual([
      expect.stringMatching(
        /^Error 401 AUTH_USER_INVALID_TOKEN: .+ \(Check NATTER_CONVERSATIONS_KEY: .+ \(correlation id \S+\)$/,
      ),
    ]);
  });

  it('hides the key and what a terminal obeys, if the platform repeats them', async () => {
    const fetch = async () => Response.json({ error_message: `No:\u001b[2J\n${KEYS[0]}` }, { status: 403 });
    expect((await list([], { fetch })).err).toEqual(['Error 403: No: [2J (hidden)']);
  });

  it('an error without an answer says so', async () => {
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    expect((await list([], { fetch })).err).toEqual([
      expect.stringMatching(
        /^Error no_answer: listConversations got no answer from the runtime host, https?:\/\/\S+\. Check the network/,
      ),
    ]);
  });
});

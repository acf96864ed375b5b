import { describe, expect, it } from 'vitest';
import { callCommand } from '../../../src/cli/platform/call.ts';
import { createRestWorld } from '../../emulator/rest-world.ts';
import { ENV, failing, KEYS, type RunOptions, run } from './fixtures/terminal.ts';

const call = (args: readonly string[], options: RunOptions = {}) => run(callCommand, args, options);
const SID = expect.stringMatching(/^Call OUT-[\w-]+$/);

describe('natter call', () => {
  it('follows a call to its success, a line for each status', async () => {
    expect(await call(['+442079460123'])).toEqual({ code: 0, out: ['queued', 'calling', 'success'], err: [SID] });
  });

  it.each([
    ['+442079460100', ['queued', 'failure: call queueing: max timeout limit exceeded']],
    ['+442079460101', ['queued', 'calling', 'failure: no answer']],
  ])('ends with 1 when the call to %s fails, with the reason', async (number, out) => {
    expect(await call([number])).toEqual({ code: 1, out, err: [SID] });
  });

  it('takes punctuation, a national number with its country, and metadata', async () => {
    const bodies: unknown[] = [];
    const world = createRestWorld();
    const fetch: typeof world.fetch = async (input, init) => {
      if (init?.method === 'POST') bodies.push(JSON.parse(String(init.body)));
      return world.fetch(input, init);
    };
    const first = await call(['+44 (20) 7946-0123'], { world, fetch });
    const args = ['020 7946 0123', '--country', 'gb', '--metadata', 'order=a=1', '--metadata', 'empty='];
    const second = await call(args, { world, fetch });
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(bodies).toEqual([
      { to_number: '+442079460123' },
      { to_number: '020 7946 0123', country_code: 'GB', metadata: { order: 'a=1', empty: '' } },
    ]);
  });

  it('the command keeps following after errors in between', async () => {
    const world = createRestWorld();
    const fetch = failing(world, [2, 3, 4, 5], () => new Response('', { status: 502 }));
    expect(await call(['+442079460123'], { world, fetch })).toMatchObject({
      code: 0,
      out: expect.arrayContaining(['success']),
    });
  });

  it('says that the call may go on when it cannot be followed', async () => {
    const world = createRestWorld();
    const fetch = failing(world, [2], () => Response.json({ error: 'Gone', code: 'NOT_FOUND' }, { status: 404 }));
    const { code, err } = await call(['+442079460123'], { world, fetch });
    expect([code, err]).toEqual([
      1,
      [SID, expect.stringMatching(/^The call OUT-\S+ may go on\.$/), 'Error 404 NOT_FOUND: Gone'],
    ]);
  });

  it('never repeats a call whose answer was not seen, and says that it may have been placed', async () => {
    let calls = 0;
    const fetch = () => {
      calls += 1;
      return Promise.reject(new TypeError('reset'));
    };
    const { code, err } = await call(['+442079460123'], { fetch });
    expect([code, calls]).toEqual([1, 1]);
    expect(err).toEqual([
      'The call may have been placed all the same.',
      expect.stringMatching(
        /^Error no_answer: startCall got no answer from the runtime host, https?:\/\/\S+\. Check the network/,
      ),
    ]);
  });

  it.each([
    [[], 'The number is missing: give E.164, such as +442079460123, or a national number with --country.'],
    [['12'], 'The number "12" is wrong: it must be E.164, such as +442079460123, or a national number with --country.'],
    [
      ['020 7946 0123'],
      'The number "020 7946 0123" is wrong: it must be E.164, such as +442079460123, or a national number with --country.',
    ],
    [['+44', '2079460123'], 'The number "+44 2079460123" is wrong: it must be one argument; put quotes around spaces.'],
    [['020 7946 0123', '--country', 'XX'], '--country "XX" is wrong: it must be an ISO 3166-1 code such as GB.'],
    [['+442079460123', '--metadata', 'order'], '--metadata "order" is wrong: it must be key=value.'],
    [['+442079460123', '--metadata', '=1'], '--metadata "=1" is wrong: it must be key=value.'],
    [
      ['+442079460123', '--metadata', `k=${'x'.repeat(30_000)}`],
      '--metadata is too long: all of it must be under 26 KB.',
    ],
    [['+442079460123', '--token', 'x'], "Unknown option '--token'. See natter call --help."],
  ])('refuses %j in one line, and places no call', async (args, line) => {
    const fetch = () => Promise.reject(new Error('No call was expected.'));
    expect(await call(args, { fetch })).toEqual({ code: 2, out: [], err: [line] });
  });

  it.each(['NATTER_OUTBOUND_URL', 'NATTER_OUTBOUND_TOKEN'])('names %s when it is missing', async variable => {
    const { code, err } = await call(['+442079460123'], { env: { ...ENV, [variable]: undefined } });
    expect([code, err]).toEqual([2, [expect.stringMatching(`^${variable} is missing: set it to `)]]);
  });

  it('shows no key when the platform refuses it', async () => {
    const { code, out, err } = await call(['+442079460123'], {
      env: { ...ENV, NATTER_OUTBOUND_TOKEN: 'not-the-token' },
    });
    expect([code, out, err]).toEqual([
      1,
      [],
      [expect.stringMatching(/^Error 401 UNAUTHORIZED: .+ \(correlation id \S+\)$/)],
    ]);
    expect(err.join()).not.toMatch(new RegExp(['not-the-token', ...KEYS].join('|')));
  });
});

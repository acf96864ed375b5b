import { describe, expect, it } from 'vitest';
import type { CounterStore } from '../../../src/broker/access/counters.ts';
import { createBroker } from '../../../src/broker/handler.ts';
import { createWorld, KEY_1, KEY_2, OTHER_SHOP, readGrant, SHOP, type WorldSettings } from '../fixtures/fake-world.ts';
import { ask, numberOf, solutionOf, solved } from '../fixtures/solving.ts';

const challenged = (more: WorldSettings = {}) =>
  createWorld({ challenge: 'always', challengeDifficulty: 200, ...more });

const eventsOf = (world: ReturnType<typeof createWorld>) =>
  world.lines.map(({ event, fields: { reason } }) => (reason ? `${event} ${reason}` : event));

describe('a challenge', () => {
  it('nobody is asked for a proof by default', async () => {
    expect((await ask(createWorld())).status).toBe(200);
  });

  it('a challenge comes with the error `challenge_required`, which every page can read, and its solution leads to a token', async () => {
    const world = challenged();
    const refusal = await ask(world);
    expect(refusal).toMatchObject({ status: 403, code: 'challenge_required' });
    expect(refusal.headers.get('Access-Control-Allow-Origin')).toBe(SHOP);
    expect(refusal.challenge).toMatchObject({ kind: 'work', algorithm: 'SHA-256', maxnumber: 200 });
    expect(world.calls).toEqual([]);
    await readGrant(world.post({ solution: solutionOf(refusal.challenge) }));
    expect(eventsOf(world)).toEqual(['challenge_required', 'challenge_passed', 'token_issued']);
  });

  it('a resume ticket needs no challenge: it leads to a token that was granted before', async () => {
    const world = challenged();
    const { resume_ticket } = await readGrant(world.post({ solution: await solved(world) }));
    expect((await ask(world, { resume_ticket })).status).toBe(200);
  });

  it('replicas and restarts change nothing: any broker with the same ticket keys accepts the solution', async () => {
    const solution = await solved(challenged({ ticketKeys: [{ kid: 'old', key: KEY_2 }] }));
    const rotated = challenged({
      ticketKeys: [
        { kid: 'new', key: KEY_1 },
        { kid: 'old', key: KEY_2 },
      ],
    });
    expect((await ask(rotated, { solution })).status).toBe(200);
  });

  it('a challenge that another library of ALTCHA has made is solved by the same search', () => {
    // Made with altcha-lib 2.8.0: createChallenge({ hmacKey: 'key', number: 1234, salt: '0f0f', … }).
    const salt = '0f0f?expires=1790000000&';
    const challenge = '87b4316ee3858a288a3e7395f9af0161e5e637b9fb665ad2f34a76bd8be34231';
    expect(numberOf({ algorithm: 'SHA-256', challenge, salt, maxnumber: 5_000, signature: '' })).toBe(1_234);
  });
});

describe('a solution', () => {
  async function refusalOf(make: (world: ReturnType<typeof createWorld>) => unknown, more: WorldSettings = {}) {
    const world = challenged(more);
    const solution = await make(world);
    const refusal = await ask(world, { solution });
    return { ...refusal, world, event: eventsOf(world).at(-1) };
  }

  it('a solution counts once', async () => {
    const world = challenged();
    const solution = await solved(world);
    expect((await ask(world, { solution })).status).toBe(200);
    const again = await ask(world, { solution });
    expect(again).toMatchObject({ code: 'challenge_required', message: expect.stringContaining('used before') });
    expect(eventsOf(world).at(-1)).toBe('challenge_refused spent');
    expect((await ask(world, { solution: solutionOf(again.challenge) })).status).toBe(200);
  });

  it('a solution counts once, even if many requests bring it at the same time', async () => {
    const world = challenged();
    const solution = await solved(world);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(world, { solution })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('a solution counts once even with a counter store that remembers nothing', async () => {
    const take: CounterStore['take'] = async counters => counters.map(() => ({ current: 0, previous: 0 }));
    const world = challenged({ counters: { take } });
    const solution = await solved(world);
    expect((await ask(world, { solution })).status).toBe(200);
    expect((await ask(world, { solution })).status).toBe(403);
  });

  it('a solution is accepted for five minutes', async () => {
    const late = async (ms: number) => {
      const world = challenged();
      const solution = await solved(world);
      world.clock.now += ms;
      return ask(world, { solution });
    };
    expect((await late(299_000)).status).toBe(200);
    expect(await late(300_000)).toMatchObject({
      code: 'challenge_required',
      message: expect.stringContaining('has expired'),
    });
  });

  it('a solution of another origin is refused', async () => {
    const { code, event } = await refusalOf(world => solved(world, OTHER_SHOP));
    expect([code, event]).toEqual(['challenge_required', 'challenge_refused foreign']);
  });

  it('a solution for a broker with other keys is refused', async () => {
    const { event } = await refusalOf(() => solved(challenged({ ticketKeys: [{ kid: 'k1', key: KEY_2 }] })));
    expect(event).toBe('challenge_refused foreign');
  });

  it('a solution with another number, or for a salt that lasts longer, is refused', async () => {
    const wrong = await refusalOf(async world => {
      const { challenge } = await ask(world);
      return solutionOf(challenge, { number: numberOf(challenge) + 1 });
    });
    expect(wrong.event).toBe('challenge_refused wrong');
    const longer = await refusalOf(async world => {
      const { challenge } = await ask(world);
      return solutionOf(challenge, { salt: challenge.salt.replace(/\d+&/, '9999999999&') });
    });
    expect(longer.event).toBe('challenge_refused wrong');
  });

  it.each<readonly [string, unknown]>([
    ['no base64', 'ünreadable'],
    ['no JSON', btoa('{')],
    ['null', btoa('null')],
    ['a list', btoa('[1]')],
    ['fields of other types', btoa('{"challenge":1,"number":"1","salt":{},"signature":[]}')],
    ['the empty string', ''],
  ])('a solution that is unreadable (%s) is refused with a new challenge', async (_, solution) => {
    const { status, code, event, challenge } = await refusalOf(() => solution);
    expect([status, code, event]).toEqual([403, 'challenge_required', 'challenge_refused unreadable']);
    expect(challenge.maxnumber).toBe(200);
  });

  it.each([Number.NaN, -1, 1.5, 1e300, '7', null])('a solution with the number %s is refused', async number => {
    const { code } = await refusalOf(async world => solutionOf((await ask(world)).challenge, { number }));
    expect(code).toBe('challenge_required');
  });

  it('a solution that is not a string, or is huge, is a bad request', async () => {
    expect(await refusalOf(() => 7)).toMatchObject({ status: 400, code: 'bad_request' });
    expect(await refusalOf(() => 'x'.repeat(20_000))).toMatchObject({ status: 413, code: 'too_large' });
  });

  it('a solution is counted by the rate limit, and the request that led to its challenge is not', async () => {
    const world = challenged({ rateLimit: 2 });
    for (const _ of [1, 2]) expect((await ask(world, { solution: await solved(world) })).status).toBe(200);
    expect(await ask(world)).toMatchObject({ status: 429, code: 'rate_limited' });
  });

  it('a wrong solution uses up the limit of its sender', async () => {
    const world = challenged({ rateLimit: 3 });
    for (const _ of [1, 2, 3]) expect((await ask(world, { solution: 'x' })).status).toBe(403);
    expect((await ask(world, { solution: 'x' })).status).toBe(429);
  });
});

describe('the mode `auto`', () => {
  const auto = (more: WorldSettings = {}) => createWorld({ challenge: 'auto', challengeDifficulty: 200, ...more });

  it('the mode leaves a quarter of the ceiling free, and wants a proof for the rest', async () => {
    const world = auto({ rateLimit: 8 });
    for (const _ of [1, 2]) expect((await ask(world)).status).toBe(200);
    for (const _ of [1, 2, 3]) expect((await ask(world)).code).toBe('challenge_required');
    for (const _ of [3, 4, 5, 6, 7, 8]) expect((await ask(world, { solution: await solved(world) })).status).toBe(200);
    expect((await ask(world, { solution: 'x' })).code).toBe('rate_limited');
    expect((await ask(world, {}, { address: '198.51.100.1' })).status).toBe(200);
  });

  it('no proof is asked for a minute later', async () => {
    const world = auto({ rateLimit: 4 });
    await ask(world);
    expect((await ask(world)).code).toBe('challenge_required');
    world.clock.now += 120_000;
    expect((await ask(world)).status).toBe(200);
  });

  it('an unnecessary solution is not checked', async () => {
    expect((await ask(auto(), { solution: 'x' })).status).toBe(200);
  });

  it('a /48 cannot get 1,200 tokens within a minute: 150, and then one for each proof of work', async () => {
    const world = auto();
    const codes = new Map<string, number>();
    for (let nth = 0; nth < 1_200; nth += 1) {
      const { code = 'granted' } = await ask(world, {}, { address: `2001:db8:1:${nth.toString(16)}::1` });
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect(Object.fromEntries(codes)).toEqual({ granted: 150, challenge_required: 1_050 });
  });
});

describe('the hook `verify`', () => {
  it('the hook gets the token of the page with its origin and address, and decides', async () => {
    const seen: unknown[] = [];
    const world = challenged({
      verify: (token, bearer) => {
        seen.push([token, bearer]);
        return token === 'good';
      },
    });
    const refusal = await ask(world);
    expect(refusal).toMatchObject({ status: 403, code: 'challenge_required', challenge: { kind: 'token' } });
    expect((await ask(world, { solution: 'good' }, { address: '2001:DB8::1' })).status).toBe(200);
    expect(await ask(world, { solution: 'bad' })).toMatchObject({ status: 403, code: 'challenge_required' });
    expect(seen).toEqual([
      ['good', { origin: SHOP, address: '2001:db8::1' }],
      ['bad', { origin: SHOP, address: '192.0.2.1' }],
    ]);
    expect(eventsOf(world).at(-1)).toBe('challenge_refused not_verified');
  });

  it.each<readonly [string, () => boolean | Promise<boolean>]>([
    [
      'throws',
      () => {
        throw new TypeError('fetch failed with SECRET');
      },
    ],
    ['is rejected', () => Promise.reject(Object.assign(new Error('SECRET'), { code: 'ECONNREFUSED' }))],
  ])('a hook that %s refuses everybody, and the page asks again later', async (_, verify) => {
    const world = challenged({ verify });
    expect(await ask(world, { solution: 'x' })).toMatchObject({ status: 503, code: 'upstream_unavailable' });
    const line = world.lines.at(-1);
    expect(line).toMatchObject({ level: 'error', event: 'challenge_unchecked' });
    expect(JSON.stringify(world.lines)).not.toContain('SECRET');
  });

  it('a hook that does not answer within five seconds refuses everybody', async () => {
    const world = challenged({ verify: () => new Promise<boolean>(() => {}), impatient: true });
    expect((await ask(world, { solution: 'x' })).status).toBe(503);
    expect(world.lines.at(-1)?.fields).toMatchObject({ cause: 'no answer within 5 s' });
  });

  it('the hook must answer true: anything else refuses', async () => {
    const world = challenged({ verify: (() => 'yes') as never });
    expect((await ask(world, { solution: 'x' })).code).toBe('challenge_required');
  });
});

describe('the options', () => {
  it.each([
    [{ challenge: 'sometimes' }, 'option challenge must be off, auto or always'],
    [{ challenge: ['auto'] }, 'option challenge must be'],
    [{ challengeDifficulty: 99 }, 'option challengeDifficulty must be a whole number from 100 to 10000000'],
    [{ verify: 'turnstile' }, 'option verify must be a function'],
  ])('%j is refused by name', (wrong, message) => {
    const { options } = createWorld();
    expect(() => createBroker({ ...options, ...(wrong as object) })).toThrow(message);
  });
});

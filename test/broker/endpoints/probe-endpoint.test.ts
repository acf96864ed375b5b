import { describe, expect, it } from 'vitest';
import type { HandshakePort } from '../../../src/broker/endpoints/probe-endpoint.ts';
import { readProbeAnswer } from '../../../src/protocol/http-api.ts';
import {
  ACCESS_TOKEN,
  CONNECTOR_TOKEN,
  createWorld,
  granted,
  OTHER_SHOP,
  readError,
  readGrant,
  SHOP,
  type World,
  type WorldSettings,
} from '../fixtures/fake-world.ts';

const SESSION = '6f1c9a52-0d3b-4f8e-9a77-5c1b2d3e4f50';

interface Try {
  readonly url: string;
  readonly signal: AbortSignal;
}

interface ProbeWorld extends World {
  /** Handshakes that were tried, in order. */
  readonly tries: Try[];
  readonly ticket: string;
  /** Probes the session with the ticket. Returns the body as sent. */
  ask(): Promise<{ status: number; body: unknown }>;
}

const opens: HandshakePort = async () => ({ status: 101, retryAfter: null });

/** A broker whose handshakes end as given, and a ticket for it. */
async function createProbeWorld(handshake: HandshakePort = opens, settings: WorldSettings = {}): Promise<ProbeWorld> {
  const tries: Try[] = [];
  const world = createWorld({
    handshake: (url, signal) => {
      tries.push({ url, signal });
      return handshake(url, signal);
    },
    ...settings,
  });
  // The ticket comes from another broker with the same key: this one has not called the platform yet.
  const { resume_ticket: ticket } = await readGrant(createWorld({ ...settings, impatient: false }).post({}));
  const ask = async () => {
    const response = await world.probe({ session_id: SESSION, resume_ticket: ticket });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  return { ...world, tries, ticket, ask };
}

function failing(code: string | undefined): HandshakePort {
  return () => Promise.reject(Object.assign(new Error(`connect failed to ?access_token=${ACCESS_TOKEN}`), { code }));
}

describe('POST /probe, what it tells', () => {
  it('tries one handshake with the token in the ticket and the session that the page names', async () => {
    const world = await createProbeWorld();
    await world.ask();
    expect(world.tries.map(each => each.url)).toEqual([
      `wss://messaging.example.net/ws?access_token=${ACCESS_TOKEN}&session_id=${SESSION}`,
    ]);
    expect(world.calls.length, 'no new token is asked for').toBe(0);
  });

  it.each([101, 200, 302, 400, 401, 404, 426, 429, 500, 503])('the status %i is reported unchanged', async status => {
    const world = await createProbeWorld(async () => ({ status, retryAfter: null }));
    expect(await world.ask()).toEqual({ status: 200, body: { status } });
  });

  it.each([
    [17, 17],
    [0, 0],
    [1.2, 2],
    [2_592_000, 86_400],
  ])('a wait of %d s is passed on, at most a day', async (retryAfter, expected) => {
    const world = await createProbeWorld(async () => ({ status: 429, retryAfter }));
    const { body } = await world.ask();
    expect(body).toEqual({ status: 429, retry_after: expected });
    expect(readProbeAnswer(body)).toEqual({ status: 429, retryAfter: expected });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -5])('a wait of %d s is ignored', async retryAfter => {
    const world = await createProbeWorld(async () => ({ status: 503, retryAfter }));
    expect((await world.ask()).body).toEqual({ status: 503 });
  });

  it('a platform that does not answer within 5 s yields status 0, and the attempt is ended', async () => {
    const world = await createProbeWorld(() => new Promise(() => {}), { impatient: true });
    expect(await world.ask()).toEqual({ status: 200, body: { status: 0 } });
    expect(world.delays.at(-1)).toBe(5_000);
    expect(world.tries.map(each => each.signal.aborted)).toEqual([true]);
    expect(world.lines.at(-1)).toEqual({
      level: 'warn',
      event: 'probe_unanswered',
      fields: { origin: SHOP, cause: 'timeout' },
    });
  });

  it.each([
    ['ECONNREFUSED', 'ECONNREFUSED'],
    ['ENOTFOUND', 'ENOTFOUND'],
    [undefined, 'network error'],
  ])('the network error %s yields status 0, and the log names its kind', async (code, cause) => {
    const world = await createProbeWorld(failing(code));
    expect(await world.ask()).toEqual({ status: 200, body: { status: 0 } });
    expect(world.lines.at(-1)).toMatchObject({ event: 'probe_unanswered', fields: { cause } });
  });

  it.each([0, 99, 600, 404.5, Number.NaN])('a status of %d does not count as an answer', async status => {
    const world = await createProbeWorld(async () => ({ status, retryAfter: 9 }));
    expect((await world.ask()).body).toEqual({ status: 0 });
  });

  it('a port that throws at once does not count as an answer either', async () => {
    const world = await createProbeWorld(() => {
      throw new Error('broken');
    });
    expect((await world.ask()).body).toEqual({ status: 0 });
  });

  it('a session id cannot change the address, whatever it contains', async () => {
    const world = await createProbeWorld();
    const session = '../x?a=b&access_token=other#ü 😀';
    await world.probe({ session_id: session, resume_ticket: world.ticket });
    const url = new URL(world.tries[0]?.url ?? '');
    expect([url.origin, url.pathname, url.hash]).toEqual(['wss://messaging.example.net', '/ws', '']);
    expect([...url.searchParams]).toEqual([
      ['access_token', ACCESS_TOKEN],
      ['session_id', session],
    ]);
  });

  it('a platform below a path, on this machine, is probed there', async () => {
    const world = await createProbeWorld(opens, { platformUrl: 'http://localhost:4100/messaging/' });
    await world.ask();
    expect(world.tries[0]?.url).toMatch(/^ws:\/\/localhost:4100\/messaging\/ws\?access_token=/);
  });
});

describe('POST /probe, what it refuses', () => {
  it.each([
    ['no body', ''],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['no session', '{"resume_ticket":"T"}'],
    ['a session that is a number', '{"session_id":1,"resume_ticket":"T"}'],
    ['a session that is null', '{"session_id":null,"resume_ticket":"T"}'],
    ['an empty session', '{"session_id":"","resume_ticket":"T"}'],
    ['a session of 201 characters', `{"session_id":"${'x'.repeat(201)}","resume_ticket":"T"}`],
    ['a session with a line break', '{"session_id":"a\\r\\nX-Evil: 1","resume_ticket":"T"}'],
    ['a session with a closing line break', '{"session_id":"a\\n","resume_ticket":"T"}'],
    ['a session with a control character of Latin-1', '{"session_id":"a\\u0085","resume_ticket":"T"}'],
    ['a session with half a character', '{"session_id":"a\\ud83d","resume_ticket":"T"}'],
    ['a session of the prototype', '{"__proto__":{"session_id":"a"},"resume_ticket":"T"}'],
    ['no ticket', '{"session_id":"a"}'],
    ['a ticket that is a number', '{"session_id":"a","resume_ticket":1}'],
    ['a ticket that is null', '{"session_id":"a","resume_ticket":null}'],
  ])('%s is a bad request, and no handshake is tried', async (_, body) => {
    const world = await createProbeWorld();
    const error = await readError(world.probe(body.replace('"T"', JSON.stringify(world.ticket))));
    expect(error).toMatchObject({ status: 400, code: 'bad_request' });
    expect(error.message).toContain('Send {"session_id": "…", "resume_ticket": "…"}.');
    expect(world.tries.length).toBe(0);
  });

  it('a session id may have 200 characters', async () => {
    const world = await createProbeWorld();
    const response = await world.probe({ session_id: 'x'.repeat(200), resume_ticket: world.ticket });
    expect([response.status, world.tries.length]).toEqual([200, 1]);
  });

  it('a ticket of another origin, a damaged, an old and an expired one are bad requests without a handshake', async () => {
    const world = await createProbeWorld();
    const ask = (ticket: string, origin = SHOP) =>
      readError(world.probe({ session_id: SESSION, resume_ticket: ticket }, { origin }));
    world.answers.push(() => granted(ACCESS_TOKEN, 30));
    const brief = (await readGrant(world.post({}))).resume_ticket;
    const errors = [await ask(world.ticket, OTHER_SHOP), await ask(`${world.ticket}x`), await ask(ACCESS_TOKEN)];
    world.clock.now += 30_000;
    errors.push(await ask(brief));
    world.clock.now += 570_001;
    errors.push(await ask(world.ticket));
    expect(errors.map(({ status, code }) => [status, code])).toEqual(Array(5).fill([400, 'bad_request']));
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('another origin'),
      expect.stringContaining('damaged'),
      expect.stringContaining('damaged'),
      expect.stringContaining('has expired'),
      expect.stringContaining('older than 10 minutes'),
    ]);
    for (const { message } of errors) expect(message).toContain('POST /token');
    expect(world.tries.length).toBe(0);
    const reasons = world.lines.filter(line => line.event === 'ticket_refused').map(line => line.fields.reason);
    expect(reasons).toEqual(['foreign_origin', 'unreadable', 'unreadable', 'token_expired', 'too_old']);
  });

  it('a body beyond 5,120 bytes is too large', async () => {
    const world = await createProbeWorld();
    const error = await readError(world.probe(`{"session_id":"a","resume_ticket":"${'x'.repeat(5_120)}"}`));
    expect(error).toMatchObject({ status: 413, code: 'too_large' });
    expect(world.tries.length).toBe(0);
  });

  it('every ticket that is granted fits into a probe, with the longest session id', async () => {
    let longest = 0;
    for (let length = 2_500; length < 3_100; length += 20) {
      const world = createWorld({ handshake: opens });
      world.answers.push(() => granted('t'.repeat(length)));
      const { resume_ticket } = await readGrant(world.post({}));
      if (resume_ticket === '') break;
      longest = length;
      const response = await world.probe({ session_id: 'x'.repeat(200), resume_ticket });
      expect([length, response.status]).toEqual([length, 200]);
    }
    expect(longest).toBeGreaterThan(2_600);
    expect(longest).toBeLessThan(3_000);
  });
});

describe('POST /probe, who may ask and how often', () => {
  it.each([null, 'null', 'https://evil.test'])('a request from %j is refused unread', async origin => {
    const world = await createProbeWorld();
    const response = await world.probe({ session_id: SESSION, resume_ticket: world.ticket }, { origin });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(await readError(response)).toMatchObject({ status: 403, code: 'origin_not_allowed' });
    expect(world.tries.length).toBe(0);
  });

  it('an allowed page can read answers and errors, which are not cached', async () => {
    const world = await createProbeWorld();
    const responses = [
      await world.probe({ session_id: SESSION, resume_ticket: world.ticket }),
      await world.probe('{'),
      await world.send('/probe', { method: 'OPTIONS', headers: { Origin: SHOP } }),
      await world.send('/probe', { headers: { Origin: SHOP } }),
    ];
    expect(responses.map(response => response.status)).toEqual([200, 400, 204, 404]);
    for (const { headers } of responses) {
      expect(headers.get('Access-Control-Allow-Origin')).toBe(SHOP);
      expect(headers.get('Cache-Control')).toBe('no-store');
    }
    expect(responses[2]?.headers.get('Access-Control-Allow-Methods')).toBe('POST');
    expect(responses[3]?.headers.get('Allow')).toBe('POST, OPTIONS');
  });

  it('the eleventh probe of a minute from one address is refused, while tokens are still given, and the other way round', async () => {
    const world = await createProbeWorld();
    const probe = (address?: string) =>
      world.probe({ session_id: SESSION, resume_ticket: world.ticket }, address === undefined ? {} : { address });
    for (let count = 1; count <= 10; count += 1) expect((await probe()).status).toBe(200);
    const error = await readError(probe());
    expect(error).toMatchObject({ status: 429, code: 'rate_limited', header: String(error.retryAfter) });
    expect(error.retryAfter).toBeGreaterThanOrEqual(1);
    expect(world.tries.length).toBe(10);
    expect((await probe('192.0.2.2')).status).toBe(200);
    for (let count = 1; count <= 60; count += 1) expect((await world.post({})).status).toBe(200);
    expect((await world.post({})).status).toBe(429);
  });

  it('the log names the allowance that is used up, and nothing else', async () => {
    const world = await createProbeWorld(opens, { rateLimit: 1 });
    await world.ask();
    expect((await world.ask()).status).toBe(429);
    const line = world.lines.find(each => each.event === 'rate_limited');
    expect(line?.fields).toMatchObject({ path: '/probe', mend: expect.stringContaining('NATTER_TRUST_PROXY') });
    expect(line?.fields.mend).not.toContain('NATTER_RATE_LIMIT');
  });

  it('the limit of probes is never above that of tokens', async () => {
    const world = await createProbeWorld(opens, { rateLimit: 2 });
    expect([await world.ask(), await world.ask(), await world.ask()].map(({ status }) => status)).toEqual([
      200, 200, 429,
    ]);
  });
});

describe('POST /probe, offered or not', () => {
  it('grants, resumed ones too, list the feature probe', async () => {
    const world = await createProbeWorld();
    const again = await readGrant(world.post({ resume_ticket: world.ticket }));
    expect([(await readGrant(world.post({}))).features, again.features]).toEqual([
      ['probe', 'revoke'],
      ['probe', 'revoke'],
    ]);
    expect((await readError(world.send('/nowhere'))).message).toContain('POST /probe');
  });

  it('the probe is not configured without a port for handshakes, and grants do not list it', async () => {
    const world = createWorld();
    const grant = await readGrant(world.post({}));
    expect(grant.features).toEqual(['revoke']);
    const response = await world.probe({ session_id: SESSION, resume_ticket: grant.resume_ticket });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(SHOP);
    const error = await readError(response);
    expect(error).toMatchObject({ status: 404, code: 'not_configured' });
    expect(error.message).toContain('handshake');
    expect((await readError(world.send('/nowhere'))).message).not.toContain('/probe');
  });
});

describe('POST /probe, secrets', () => {
  it('token, ticket and session are in no log line, and the answer contains only status and wait', async () => {
    const ends: HandshakePort[] = [
      opens,
      async () => ({ status: 401, retryAfter: 3, body: CONNECTOR_TOKEN, headers: { 'X-Secret': ACCESS_TOKEN } }),
      failing(`E_${ACCESS_TOKEN}`),
      () => Promise.reject(new TypeError(ACCESS_TOKEN, { cause: { code: ACCESS_TOKEN } })),
    ];
    const world = await createProbeWorld((url, signal) => ends.shift()?.(url, signal) ?? opens(url, signal));
    const answers = [await world.ask(), await world.ask(), await world.ask(), await world.ask()];
    expect(answers.map(({ body }) => body)).toEqual([
      { status: 101 },
      { status: 401, retry_after: 3 },
      { status: 0 },
      { status: 0 },
    ]);
    await world.probe({ session_id: SESSION, resume_ticket: `${world.ticket}x` });
    const lines = JSON.stringify(world.lines);
    expect(world.lines.map(({ event }) => event)).toEqual([
      'probe_answered',
      'probe_answered',
      'probe_unanswered',
      'probe_unanswered',
      'ticket_refused',
    ]);
    for (const secret of ['SECRET', ACCESS_TOKEN, world.ticket, world.ticket.slice(-40), SESSION]) {
      expect(lines).not.toContain(secret);
    }
  });
});

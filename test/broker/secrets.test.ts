import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMemoryCounters } from '../../src/broker/access/counters.ts';
import { createBroker } from '../../src/broker/handler.ts';
import { createJsonLog } from '../../src/broker/log/json-log.ts';
import { createMemoryMarks } from '../../src/broker/tickets/marks.ts';
import {
  ACCESS_TOKEN,
  CONNECTOR_TOKEN,
  createWorld,
  KEY_1,
  networkError,
  OTHER_SHOP,
  readGrant,
  refused,
  SHOP,
  tokenRequest,
} from './fixtures/fake-world.ts';

async function text(response: Response): Promise<string> {
  return JSON.stringify([...response.headers]) + (await response.text());
}

describe('secrets', () => {
  it('no log line, error or header ever contains the connector token, an access token, a ticket or a key', async () => {
    const world = createWorld({ rateLimit: 14 });
    const { post, answers, send, clock } = world;
    const grants = [await post({})];
    const { resume_ticket: ticket } = await readGrant(grants[0]?.clone() ?? Promise.reject(new Error('no grant')));
    grants.push(await post({ resume_ticket: ticket }));
    answers.push(refused(500, CONNECTOR_TOKEN), refused(500, ACCESS_TOKEN));
    answers.push(refused(401, `Connector token ${CONNECTOR_TOKEN} does not exist`));
    answers.push(networkError(`invalid header ${CONNECTOR_TOKEN}`, CONNECTOR_TOKEN), networkError(ACCESS_TOKEN));
    answers.push(() => Promise.reject(new Error(`${CONNECTOR_TOKEN}`)), refused(429, CONNECTOR_TOKEN));
    answers.push(() => Promise.resolve(new Response(`${ACCESS_TOKEN} is no JSON`)));
    answers.push(
      () => {
        throw new Error(`thrown at once: ${CONNECTOR_TOKEN}`);
      },
      refused(302, CONNECTOR_TOKEN, { Location: `https://evil.test/${CONNECTOR_TOKEN}` }),
    );
    const errors = [await post({}), await post({}), await post({}), await post({})];
    // The pause that the platform's 429 asked for.
    clock.now += 5_000;
    errors.push(
      await post({}),
      await post({}),
      await post({ resume_ticket: ticket }, { origin: OTHER_SHOP }),
      await post({ resume_ticket: `${ticket}x` }),
      await post({ resume_ticket: ACCESS_TOKEN }),
      await post(`{"resume_ticket":${ticket}`),
      await post(ticket.repeat(20)),
      await post({ resume_ticket: ticket }, { origin: `https://${ACCESS_TOKEN}@shop.example.com` }),
      await send(`/${ticket}?access_token=${ACCESS_TOKEN}`, { headers: { Origin: SHOP } }),
      await send(`/token?access_token=${ACCESS_TOKEN}`, { headers: { Origin: SHOP } }),
      await post({ resume_ticket: 'x' }),
      await post({ resume_ticket: ticket }),
    );
    expect(errors.map(response => response.status)).toEqual([
      503, 502, 503, 503, 503, 502, 400, 400, 400, 400, 413, 403, 404, 404, 400, 429,
    ]);
    expect(answers.length).toBe(0);
    const heads = grants.map(response => JSON.stringify([...response.headers]));
    const seen = [JSON.stringify(world.lines), ...heads, ...(await Promise.all(errors.map(text)))].join('\n');
    for (const secret of [CONNECTOR_TOKEN, ACCESS_TOKEN, 'SECRET', ticket, ticket.slice(-40), KEY_1, 'k1:']) {
      expect(seen).not.toContain(secret);
    }
    expect(world.lines.length).toBeGreaterThan(15);
  });

  it('the console reports problems without a log port, one line each, without secrets', async () => {
    const printed: unknown[][] = [];
    const tell = (...words: unknown[]) => void printed.push(words);
    for (const level of ['log', 'info', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(tell);
    onTestFinished(() => void vi.restoreAllMocks());
    const { options, answers } = createWorld();
    const { log: _, ...silent } = options;
    const { fetch } = createBroker(silent);
    answers.push(refused(401, `Connector token ${CONNECTOR_TOKEN} does not exist`), networkError(CONNECTOR_TOKEN));
    expect((await fetch(tokenRequest(), { address: '192.0.2.1' })).status).toBe(502);
    expect((await fetch(tokenRequest(), { address: '192.0.2.1' })).status).toBe(200);
    expect(printed).toEqual([
      [expect.stringMatching(/^\[natter\] upstream_rejected \{"status":401,.*NATTER_CONNECTOR_TOKEN.*\}$/)],
      [
        expect.stringMatching(
          /^\[natter\] upstream_unavailable \{"cause":"ECONNREFUSED","attempt":1,"requestId":"[\da-f-]+","client":"[\w-]{8}"\}$/,
        ),
      ],
    ]);
    expect(JSON.stringify(printed)).not.toContain('SECRET');
  });

  it('stores that replicas share get no token, no ticket and no subject', async () => {
    const names: string[] = [];
    const [counters, marks] = [createMemoryCounters(), createMemoryMarks(Date.now)];
    const world = createWorld({
      authorize: () => ({ subject: 'anna-SECRET' }),
      counters: {
        take: (given, moment) => {
          names.push(...given.map(({ key }) => key));
          return counters.take(given, moment);
        },
      },
      marks: {
        set: (name, ms) => {
          names.push(name);
          return marks.set(name, ms);
        },
        has: name => {
          names.push(name);
          return marks.has(name);
        },
      },
    });
    const { resume_ticket } = await readGrant(world.post({}));
    await readGrant(world.post({ resume_ticket }));
    await world.revoke({ resume_ticket });
    expect(names.length).toBeGreaterThan(8);
    for (const secret of ['SECRET', ACCESS_TOKEN, resume_ticket.slice(0, 20), resume_ticket.slice(-20), KEY_1])
      expect(names.join('\n')).not.toContain(secret);
  });

  it('a grant never contains the connector token', async () => {
    expect(await text(await createWorld().post({}))).not.toContain(CONNECTOR_TOKEN);
  });

  it('a defect in a port becomes an error with a code and is logged without its message', async () => {
    const world = createWorld({
      now: () => {
        throw new Error(`broken: ${CONNECTOR_TOKEN}`);
      },
    });
    const response = await world.post({});
    expect(response.status).toBe(503);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(SHOP);
    expect(await text(response)).not.toContain(CONNECTOR_TOKEN);
    expect(world.lines).toEqual([
      { level: 'error', event: 'internal_error', fields: { name: 'Error', at: expect.stringMatching(/^at /) } },
    ]);
  });

  it('the JSON log redacts fields with the names of secrets', () => {
    const lines: string[] = [];
    const log = createJsonLog('info', { write: line => lines.push(line) });
    log.warn('careless', {
      access_token: ACCESS_TOKEN,
      connectorToken: CONNECTOR_TOKEN,
      'X-Token': CONNECTOR_TOKEN,
      status: 200,
    });
    expect(lines.map(line => JSON.parse(line) as unknown)).toEqual([
      {
        level: 'warn',
        time: expect.any(String),
        event: 'careless',
        access_token: '(redacted)',
        connectorToken: '(redacted)',
        'X-Token': '(redacted)',
        status: 200,
      },
    ]);
  });

  it.each([
    'token',
    'access_token',
    'accessToken',
    'resume_ticket',
    'resumeTicket',
    'ticket',
    'proof',
    'connectorToken',
    'ticketKeys',
    'key',
    'body',
    'authorization',
    'Authorization',
    'x-token',
    'X-Token',
  ])('the JSON log redacts %s, even inside another field', name => {
    const lines: string[] = [];
    const log = createJsonLog('info', { write: line => lines.push(line) });
    log.warn('careless', { [name]: ACCESS_TOKEN, ...({ request: { [name]: ACCESS_TOKEN } } as object) });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('SECRET');
  });

  it('the JSON log omits entries below its level', () => {
    const lines: string[] = [];
    const log = createJsonLog('error', { write: line => lines.push(line) });
    log.info('quiet');
    log.warn('quiet');
    log.error('loud');
    expect(lines.length).toBe(1);
  });
});

/** Random requests to brokers with random settings, before a platform that fails now and then. The same seed makes the same requests. */

import { createHmac } from 'node:crypto';
import { createSeededRandom } from '../../../src/emulator/model/seeded-random.ts';
import { createDevice, type Device } from '../fixtures/device.ts';
import {
  ACCESS_TOKEN,
  createWorld,
  granted,
  networkError,
  OTHER_SHOP,
  refused,
  SHOP,
  type World,
  type WorldSettings,
} from '../fixtures/fake-world.ts';

/** Requests after which the platform turns from healthy to failing, or back. */
const EPOCH = 500;

export interface FuzzedRequest {
  readonly world: World;
  readonly request: Request;
  /** True while the platform answers everything properly, and has done so for a minute. */
  readonly isHealthy: boolean;
  readonly address: string;
}

interface Dice {
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in one of `of` cases. */
  oneIn(of: number): boolean;
}

const SECOND = 'https://www.bank.example.com';
const ORIGINS = [
  ...Array(12).fill(SHOP),
  OTHER_SHOP,
  SECOND,
  null,
  'null',
  'https://evil.test',
  'https://shop.example.com.evil.test',
  '%00',
  'x'.repeat(300),
];
const METHODS = [...Array(20).fill('POST'), 'GET', 'GET', 'HEAD', 'OPTIONS', 'PUT', 'PUT', 'DELETE', 'PATCH', 'BREW'];
const PATHS = [
  ...[...Array(18).fill('/token'), '/probe', '/probe', '/probe', '/revoke'],
  ...['/health', '/ready', '/metrics', '/', '/token/', '/%74oken'],
  ...['/status', '/webhooks/alerts', '/webhooks/alerts', '/call-me', '/call-me', '/call-me/OUT-1', '/call-us'],
  ...[
    '/chat/create',
    '/chat/create',
    '/chat/respond',
    '/chat/respond',
    '/chat/close',
    '/chat/CONV-1/turns',
    '/chat/%/turns',
  ],
];
const JUNK = [
  '',
  'x',
  '{',
  '[]',
  'null',
  '1',
  '"text"',
  '{"a":',
  '\u0000',
  '\ud800',
  '{"__proto__":{"a":1}}',
  '{"resume_ticket":1}',
  `${'['.repeat(2_000)}`,
];

const CHAT = {
  url: 'https://api.example.net',
  apiKey: 'chat-SECRET',
  accountId: 'demo',
  projectId: 'shop',
  conversationsKey: 'conversations-SECRET',
};
const WEBHOOK_SECRET = 'webhook-SECRET-0123456789';

const SETTINGS: readonly WorldSettings[] = [
  { chat: undefined },
  { deviceKey: 'off' },
  { ticket: 'cookie', deviceKey: 'require' },
  { challenge: 'always', challengeDifficulty: 100 },
  { challenge: 'auto', verify: token => token.length % 2 === 0, deviceKey: 'off' },
  { authorize: ({ headers }) => whoever(headers.get('Authorization')) },
  {
    connectorToken: undefined,
    host: undefined,
    allowedOrigins: undefined,
    connectors: [
      { origins: [SHOP, OTHER_SHOP], token: 'first-SECRET', host: 'shop.example.com' },
      { origins: [SECOND], token: 'second-SECRET', host: 'bank.example.com', dialect: 'poly' },
    ],
  },
];

function whoever(header: string | null) {
  if (header === 'refuse') return false;
  if (header === 'fail') throw new Error('SECRET');
  return header === null ? undefined : { subject: header };
}

/** Makes requests without end, and hands each to the judge with its response. */
export async function createFuzzer(seed: number, count: (event: string, fields: object) => void) {
  const random = createSeededRandom(seed);
  const dice: Dice = {
    below: limit => Math.floor(random.fraction() * limit),
    pick: list => list[Math.floor(random.fraction() * list.length)] as never,
    oneIn: of => random.fraction() < 1 / of,
  };
  const device = await createDevice();
  const worlds = SETTINGS.map(settings => {
    const rateLimits = { rateLimit: 3, rateLimitOrigin: 1_000_000, rateLimitTotal: 1_000_000 };
    const handshake = () => answerHandshake(dice);
    const alerts = { webhookSecrets: [WEBHOOK_SECRET] };
    const api = 'https://api.example.net';
    const outbound = { outboundUrl: api, outboundToken: 'outbound-SECRET', callCountries: ['GB'], callsPerHour: 100 };
    const services = { ...alerts, ...outbound, dniUrl: api, dniApiKey: 'dni-SECRET', chat: CHAT };
    return createWorld({ impatient: false, ...rateLimits, ...services, handshake, metrics: { count }, ...settings });
  });
  /** Tickets that a broker has issued. */
  const tickets: string[] = [];
  /** Tickets that name a conversation over Chat. */
  const chatTickets: string[] = [];
  let made = 0;

  function turnPlatform(): void {
    for (const { answers, clock } of worlds) {
      answers.splice(0);
      clock.now += 61_000;
    }
  }

  return {
    async next(): Promise<FuzzedRequest> {
      if (made % EPOCH === 0) turnPlatform();
      const isHealthy = Math.floor(made / EPOCH) % 2 === 0;
      made += 1;
      const world = dice.pick(worlds);
      world.clock.now += dice.below(1_000);
      if (!isHealthy && dice.oneIn(2)) world.answers.push(faultOf(dice));
      const path = `${dice.pick(PATHS)}${dice.oneIn(8) ? `?access_token=${ACCESS_TOKEN}` : ''}`;
      const isOfChat = /^\/chat\/(?!create)/.test(path) && chatTickets.length > 0;
      const request = path.startsWith('/webhooks')
        ? await noticeOf(dice, path, { now: world.clock.now, tickets, device })
        : await requestOf(dice, path, { tickets: isOfChat ? chatTickets : tickets, device });
      return { world, request, isHealthy, address: addressOf(dice) };
    },
    learn(ticket: string, isOfChat: boolean): void {
      const list = isOfChat ? chatTickets : tickets;
      list.push(ticket);
      if (list.length > 50) list.shift();
    },
  };
}

function addressOf(dice: Dice): string {
  if (dice.oneIn(3)) return `2001:db8:${dice.below(2)}:${dice.below(4)}::${dice.below(99)}`;
  return dice.oneIn(20) ? 'nowhere' : `192.0.2.${dice.below(12)}`;
}

/** A fault of the platform, whose words contain secrets. */
function faultOf(dice: Dice): World['answers'][number] {
  return dice.pick([
    refused(500, 'connector-SECRET'),
    refused(503, ACCESS_TOKEN, { 'Retry-After': '2' }),
    refused(429, 'connector-SECRET', { 'Retry-After': dice.pick(['1', '0', 'soon', '-5']) }),
    refused(401, 'Connector token does not exist'),
    refused(404, ACCESS_TOKEN),
    refused(410, 'connector-SECRET'),
    refused(302, 'connector-SECRET', { Location: 'https://evil.test/SECRET' }),
    networkError('connector-SECRET', 'ECONNRESET'),
    () => Promise.resolve(new Response(`${ACCESS_TOKEN} is no JSON`)),
    () => Promise.resolve(new Response('x'.repeat(70_000))),
    () => Promise.resolve(Response.json({ access_token: 'with blank SECRET', expires_in: 5 })),
    () => granted(ACCESS_TOKEN, dice.pick([-5, 0, 1, 59, Number.NaN])),
    () => Promise.reject(new Error('SECRET')),
  ]);
}

async function answerHandshake(dice: Dice): Promise<{ status: number; retryAfter: number | null }> {
  if (dice.oneIn(6)) throw Object.assign(new Error(ACCESS_TOKEN), { code: dice.pick(['ECONNREFUSED', ACCESS_TOKEN]) });
  return { status: dice.pick([101, 404, 401, 429, 503, 0, 9_999]), retryAfter: dice.pick([null, 5, -1, Number.NaN]) };
}

interface Known {
  readonly tickets: readonly string[];
  readonly device: Device;
}

async function requestOf(dice: Dice, path: string, known: Known): Promise<Request> {
  const method = dice.pick(METHODS);
  const origin = dice.pick(ORIGINS);
  const headers = new Headers();
  if (origin !== null) headers.set('Origin', dice.oneIn(60) ? `https://${ACCESS_TOKEN}@shop.example.com` : origin);
  if (dice.oneIn(2))
    headers.set('Content-Type', dice.pick(['application/json', 'text/plain', 'multipart/form-data', 'x']));
  if (dice.oneIn(4)) headers.set('X-Request-Id', dice.pick(['abc-1', 'x'.repeat(65), 'a b', '<script>', '']));
  if (dice.oneIn(6))
    headers.set(
      'traceparent',
      dice.pick([`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, `00-${'0'.repeat(32)}`, 'SECRET']),
    );
  if (dice.oneIn(8)) headers.set('Content-Length', dice.pick(['5', '99999999', '-1', 'x']));
  if (dice.oneIn(4))
    headers.set('Authorization', dice.pick(['anna-SECRET', 'bert-SECRET', 'refuse', 'fail', 'x'.repeat(300)]));
  if (dice.oneIn(4)) headers.set('Cookie', cookieOf(dice, known));
  if (path.includes('/turns')) headers.set('Natter-Ticket', dice.pick(known.tickets) ?? 'x');
  const hasBody = !/^(?:GET|HEAD)$/.test(method);
  const body = hasBody ? { body: await bodyOf(dice, path, known), duplex: 'half' } : {};
  return new Request(`https://chat.example.com${path}`, { method, headers, ...body } as RequestInit);
}

/** A notice of an alert: with a good signature or another one, of a rule that fires or not, or anything else. */
async function noticeOf(
  dice: Dice,
  path: string,
  { now, ...known }: Known & { readonly now: number },
): Promise<Request> {
  const other = await requestOf(dice, path, known);
  if (dice.oneIn(3)) return other;
  const time = new Date(now - dice.below(100_000)).toISOString();
  const alert = {
    id: `ar_${dice.below(3)}`,
    metric: dice.pick(['api_errors', 'call_volume', 'SECRET', 7]),
    triggered_at: time,
  };
  const type = dice.pick(['alerts.triggered', 'alerts.resolved', 'SECRET']);
  const body = dice.oneIn(6)
    ? dice.pick(JUNK)
    : JSON.stringify({ event_type: type, alert: { ...alert, resolved_at: time } });
  const timestamp = String(Math.floor(now / 1_000) - dice.pick([0, 0, 0, 400]));
  const secret = dice.pick([WEBHOOK_SECRET, WEBHOOK_SECRET, 'another']);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  other.headers.set('X-Service-Timestamp', timestamp);
  other.headers.set('X-Service-Signature', signature);
  other.headers.set('X-Service-Event-ID', dice.pick(['e1', crypto.randomUUID(), crypto.randomUUID()]));
  return new Request(other.url, { method: 'POST', headers: other.headers, body });
}

function cookieOf(dice: Dice, { tickets }: Known): string {
  const id = '0'.repeat(8).concat('-0000-4000-8000-', '0'.repeat(12));
  return dice.pick([`__Host-natter-${id}=${dice.pick(tickets) ?? 'x'}`, ';;=;', `a=${'b'.repeat(500)}`]);
}

async function bodyOf(dice: Dice, path: string, known: Known): Promise<BodyInit | null> {
  if (dice.oneIn(12)) return dice.pick(JUNK);
  if (dice.oneIn(25)) return new Uint8Array([0xff, 0xfe, dice.below(256), dice.below(256)]);
  if (dice.oneIn(25)) return `{"pad":"${'x'.repeat(dice.below(40_000))}"}`;
  if (dice.oneIn(40)) return brokenStream();
  const fields: Record<string, unknown> = {};
  const ticket = ticketOf(dice, known);
  if (/^\/(?:probe|chat)/.test(path) || dice.oneIn(2)) fields.resume_ticket = ticket;
  if (path.startsWith('/chat/respond')) fields.message = dice.pick(['Hello', 'Hello', 'x'.repeat(20_000), ' ', 1]);
  if (dice.oneIn(3)) fields.proof = await proofOf(dice, path, { ...known, ticket });
  if (path.startsWith('/call-')) {
    fields.number = dice.pick(['020 7946 0123', '+44 20 7946 0123', '12', 'SECRET', 7, '+49 30 901820']);
    fields.country = dice.pick(['GB', 'GB', 'DE', 'XX', 'england', null]);
    fields.consent = dice.pick(['I agree.', 'I agree.', '', 'x'.repeat(600), 1]);
    fields.attributes = dice.pick([{}, { plan: 'gold' }, { plan: 1 }, [], 'SECRET']);
    fields.conversation_id = dice.pick(['s1', 's1', 7, 'x'.repeat(300)]);
  }
  if (dice.oneIn(6)) fields.solution = dice.pick([btoa('{}'), 'x', 'xx', 1, ACCESS_TOKEN]);
  if (path.startsWith('/probe'))
    fields.session_id = dice.pick([
      ...Array(12).fill('s1'),
      's1',
      '',
      '../x?y=1#z',
      '\u0000',
      'x'.repeat(201),
      1,
      '\ud800',
    ]);
  return JSON.stringify(fields);
}

/** A ticket of a broker, one with changed letters, or something else. */
function ticketOf(dice: Dice, { tickets }: Known): unknown {
  const ticket = dice.pick(tickets) ?? 'x';
  const place = dice.below(ticket.length);
  return dice.pick([
    ticket,
    ticket,
    `${ticket.slice(0, place)}x${ticket.slice(place + 1)}`,
    ticket.slice(0, place),
    ACCESS_TOKEN,
    1,
    null,
  ]);
}

async function proofOf(
  dice: Dice,
  path: string,
  { device, ticket }: Known & { readonly ticket: unknown },
): Promise<unknown> {
  const proof = await device.prove(path, typeof ticket === 'string' ? ticket : undefined);
  return dice.pick([proof, proof, proof.slice(0, -1), `${proof}x`, 'a.b.c', 1, {}]);
}

function brokenStream(): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"resume_'));
      controller.error(new Error('SECRET'));
    },
  });
}

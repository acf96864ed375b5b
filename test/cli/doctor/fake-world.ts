/** A sound installation without a network: a page, the script's files, a real broker and a small platform. Tests spoil it. No tests live here. */

import { createBroker } from '../../../src/broker/handler.ts';
import type { BrokerOptions } from '../../../src/broker/options.ts';
import type { CheckName, Finding } from '../../../src/cli/doctor/checks.ts';
import { doctorCommand } from '../../../src/cli/doctor/command.ts';
import { type Examination, examine, type Wish } from '../../../src/cli/doctor/examine.ts';
import type { Certificate, Fetched, FetchInit, Network, Opened, Ports } from '../../../src/cli/doctor/ports.ts';
import { follow } from '../../../src/cli/doctor/redirects.ts';

export const NOW = Date.UTC(2030, 0, 1);
export const PAGE = 'https://www.shop.example/';
export const SITE = 'https://www.shop.example';
export const SCRIPT = `${SITE}/natter/natter.js`;
export const APPLICATION = `${SITE}/natter/natter-app-CaZBZNUC.js`;
export const CDN = 'https://cdn.example';
export const BROKER = 'https://chat.shop.example';
export const PLATFORM = 'https://messaging.example.net';
export const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm9uIn0.ACCESS-SECRET';
/** From here on a wait of the broker is the limit of a call, and not a pause between two. */
const LIMIT_MS = 5_000;
const DAY_MS = 86_400_000;

export interface File {
  status?: number;
  headers: Record<string, string>;
  text: string;
}

type Answer = (init: FetchInit) => Fetched | Promise<Fetched>;

export interface World {
  /** What stands in the head. */
  tag: string;
  body: string;
  readonly pageHeaders: Record<string, string>;
  /** By address. */
  readonly files: Map<string, File>;
  readonly brokerOptions: { -readonly [K in keyof BrokerOptions]: BrokerOptions[K] };
  /** By host. */
  readonly certificates: Map<string, Certificate>;
  /** Before anything else, by `METHOD address`. */
  readonly answers: Map<string, Answer>;
  /** What the platform's socket says to a frame, by a word in it. */
  readonly says: Map<string, string>;
  opened: Opened | undefined;
  /** What happened to the socket. */
  readonly socketLog: string[];
}

export const NOBODY =
  (cause: string): Answer =>
  () => ({ ok: false, cause });

export function reply(
  text: string,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Answer {
  return () => toFetched('', { status, headers, text });
}

export const redirect = (location: string, status = 301): Answer => reply('', { status, headers: { location } });

function toFetched(url: string, { status = 200, headers, text }: File): Fetched {
  const bytes = new TextEncoder().encode(text);
  return { ok: true, reply: { url, via: [], status, headers: new Headers(headers), bytes, text } };
}

const SHORT = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' };
const LONG = { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=31536000, immutable' };

export function soundCertificate(host: string): Certificate {
  return {
    problem: null,
    namesHost: true,
    names: [host],
    validFromAt: NOW - 10 * DAY_MS,
    validToAt: NOW + 60 * DAY_MS,
    selfSigned: false,
  };
}

export function createWorld(): World {
  return {
    tag: `<script async src="/natter/natter.js" data-broker="${BROKER}"></script>`,
    body: '',
    pageHeaders: { 'content-type': 'text/html; charset=utf-8' },
    files: new Map([
      [SCRIPT, { headers: { ...SHORT }, text: '!function(){"natter-chat";"natter-app-CaZBZNUC.js"}()' }],
      [APPLICATION, { headers: { ...LONG }, text: 'export const a=1' }],
    ]),
    brokerOptions: {
      platformUrl: PLATFORM,
      connectorToken: 'connector-SECRET',
      host: 'www.shop.example',
      allowedOrigins: [SITE],
      ticketKeys: [{ kid: 'k1', key: `${'A'.repeat(42)}E` }],
      fetch: async () => Response.json({ access_token: TOKEN, expires_in: 3600, token_type: 'Bearer' }),
      log: { info: () => {}, warn: () => {}, error: () => {} },
      // Pauses are over at once; a limit never strikes.
      delay: ms => (ms < LIMIT_MS ? Promise.resolve() : new Promise(() => {})),
      handshake: async () => ({ status: 101, retryAfter: null }),
    },
    certificates: new Map(
      ['www.shop.example', 'chat.shop.example', 'messaging.example.net', 'cdn.example'].map(host => [
        host,
        soundCertificate(host),
      ]),
    ),
    answers: new Map(),
    says: new Map([
      ['AGENT_JOIN', '{"type":"EVENT_TYPE_SERVICE_AGENT_JOINED","payload":{}}'],
      ['END_SESSION', '{"type":"SESSION_END","payload":{"reason":"REASON_USER_END"}}'],
    ]),
    opened: undefined,
    socketLog: [],
  };
}

/** Moves the script's files to another origin, as a CDN serves them. */
export function moveToCdn(world: World): void {
  for (const address of [SCRIPT, APPLICATION]) {
    const file = world.files.get(address);
    if (!file) continue;
    file.headers['access-control-allow-origin'] = '*';
    world.files.set(address.replace(SITE, CDN), file);
  }
  world.tag = world.tag.replace('src="', `src="${CDN}`);
}

/** A file that is there. */
export function fileOf(world: World, address: string): File {
  const file = world.files.get(address);
  if (!file) throw new Error(`There is no ${address}.`);
  return file;
}

export function spoilCertificate(world: World, host: string, change: Partial<Certificate>): void {
  world.certificates.set(host, { ...soundCertificate(host), ...change });
}

export function portsOf(world: World): Ports {
  return { network: networkOf(world), now: () => NOW };
}

function networkOf(world: World): Network {
  const broker = createBroker(world.brokerOptions);
  const ask = async (url: string, init: FetchInit): Promise<Fetched> => {
    const { method = 'GET' } = init;
    const planted = world.answers.get(`${method} ${url}`);
    if (planted) return withUrl(await planted(init), url);
    if (url === PAGE) return toFetched(url, { headers: world.pageHeaders, text: pageOf(world) });
    if (url.startsWith(BROKER)) {
      const { headers = {}, body } = init;
      return fromResponse(url, await broker.fetch(new Request(url, { method, headers, ...(body ? { body } : {}) })));
    }
    if (url.startsWith(PLATFORM)) return toFetched(url, platformAnswer(method));
    return toFetched(url, world.files.get(url) ?? { status: 404, headers: {}, text: 'Not found' });
  };
  return {
    fetch: (url, init = {}) => follow(each => ask(each, init), url, init.redirects ?? 0),
    async certificate(url) {
      const certificate = world.certificates.get(new URL(url).hostname);
      return certificate ? { ok: true, certificate } : { ok: false, cause: 'ECONNREFUSED' };
    },
    open: async url => world.opened ?? openSocket(world, url),
  };
}

function withUrl(fetched: Fetched, url: string): Fetched {
  return fetched.ok && fetched.reply.url === '' ? { ok: true, reply: { ...fetched.reply, url } } : fetched;
}

const pageOf = ({ tag, body }: World): string =>
  `<!doctype html><html lang="en"><head>${tag}</head><body>${body}</body></html>`;

async function fromResponse(url: string, response: Response): Promise<Fetched> {
  return toFetched(url, {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  });
}

function platformAnswer(method: string): File {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'Authorization, Content-Type' };
  return method === 'OPTIONS' ? { status: 204, headers, text: '' } : { headers, text: '{"session_id":"s-1"}' };
}

function openSocket({ says, socketLog }: World, url: string): Opened {
  const frames = ['{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":[{"type":"EVENT_TYPE_SESSION_START"}]}}'];
  socketLog.push(`open ${new URL(url).origin}`);
  return {
    ok: true,
    socket: {
      next: async () => frames.shift(),
      send(text) {
        for (const [word, answer] of says) if (text.includes(word)) frames.push(answer);
        socketLog.push(`send ${/"type":"(\w+)"/.exec(text)?.[1]}`);
        return true;
      },
      close: async () => {
        socketLog.push('close');
      },
    },
  };
}

export function examineWorld(world: World, wish: Partial<Wish> = {}): Promise<Examination> {
  return examine({ target: PAGE, broker: undefined, origin: undefined, ...wish }, portsOf(world));
}

export function findingOf({ findings }: Pick<Examination, 'findings'>, name: CheckName): Finding {
  const finding = findings.find(each => each.name === name);
  if (!finding) throw new Error(`There is no check ${name}.`);
  return finding;
}

export interface Run {
  readonly code: number;
  readonly printed: readonly string[];
  readonly complained: readonly string[];
}

export async function runDoctor(world: World, ...args: readonly string[]): Promise<Run> {
  const printed: string[] = [];
  const complained: string[] = [];
  const context = { print: (line: string) => printed.push(line), complain: (line: string) => complained.push(line) };
  const code = await doctorCommand(context, args, { network: () => networkOf(world), now: () => NOW });
  return { code, printed, complained };
}

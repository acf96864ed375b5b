/**
 * Checks what the broker offers beside the token, with the requests that a page makes. Begins and closes one conversation over Chat. Places no call and
 * reserves no number: there, a request that the broker has to refuse shows that it arrives.
 */

import { readBrokerError, type TokenGrant } from '../../../protocol/http-api.ts';
import { quoted } from '../../command/safe-text.ts';
import { type CheckName, type Finding, failed, ok, skipped, warning } from '../findings/findings.ts';
import type { Ports, Reply } from '../findings/ports.ts';
import { describeTarget, isRedirect } from '../findings/redirects.ts';
import { describeCause, jsonObject, parseJson } from '../findings/replies.ts';
import { corsFault } from './cors.ts';

export interface ServiceCase {
  /** Address as the user or the page wrote it. */
  readonly broker: string;
  readonly origin: string;
  readonly grant: TokenGrant;
}

export interface ServiceResult {
  readonly findings: readonly Finding[];
  /** The ticket of the conversation over Chat, which no output may contain. */
  readonly secrets: readonly string[];
}

interface Asked {
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Error code that stands for success. */
  readonly refusal?: string;
}

/** The fix for each code; for any other it is the broker's log. */
const FIXES: Readonly<Record<string, string>> = {
  upstream_rejected: 'Check the keys and the address: ',
  upstream_unavailable: 'Check the address, and whether the broker may go out: ',
};

const VARIABLES: Readonly<Record<string, string>> = {
  chat: 'NATTER_CHAT_URL, NATTER_CHAT_API_KEY, NATTER_CHAT_TOKEN, NATTER_ACCOUNT_ID and NATTER_PROJECT_ID.',
  'chat-turns': 'NATTER_CONVERSATIONS_KEY, NATTER_CONVERSATIONS_URL and NATTER_CHAT_ENVIRONMENT.',
  'call-me': 'NATTER_OUTBOUND_URL, NATTER_OUTBOUND_TOKEN and NATTER_CALL_COUNTRIES.',
  'call-us': 'NATTER_DNI_URL and NATTER_DNI_API_KEY.',
  status: 'NATTER_WEBHOOK_SECRETS.',
};

export async function examineServices(given: ServiceCase, ports: Ports): Promise<ServiceResult> {
  const { findings: chat, ticket } = await checkChat(given, ports);
  const others = [await checkCallMe(given, ports), await checkCallUs(given, ports), await checkStatus(given, ports)];
  return { findings: [...chat, ...others], secrets: ticket === undefined ? [] : [ticket] };
}

async function checkChat(
  given: ServiceCase,
  ports: Ports,
): Promise<{ readonly findings: readonly Finding[]; readonly ticket?: string }> {
  const { features, resumeTicket: resume_ticket } = given.grant;
  if (!features.includes('chat')) return { findings: [notOffered('chat'), notOffered('chat-turns')] };
  if (resume_ticket === '' || resume_ticket.startsWith('cookie.')) {
    const why = 'The doctor has no ticket to begin a conversation with.';
    return { findings: [skipped('chat', why), skipped('chat-turns', why)] };
  }
  const begun = await ask('chat', { path: '/chat/create', method: 'POST', body: { resume_ticket } }, given, ports);
  if ('status' in begun) return { findings: [begun] };
  const { conversation_id: id, resume_ticket: ticket } = begun.body;
  if (typeof id !== 'string' || typeof ticket !== 'string') return { findings: [unreadable('chat')] };
  const turns = await checkTurns(given, { id, ticket }, ports);
  const closing = { path: '/chat/close', method: 'PUT', body: { resume_ticket: ticket } } as const;
  const closed = await ask('chat', closing, given, ports);
  const chat = 'status' in closed ? closed : ok('chat', 'A conversation without sockets begins and ends.');
  return { findings: [chat, turns], ticket };
}

async function checkTurns(
  given: ServiceCase,
  { id, ticket }: { readonly id: string; readonly ticket: string },
  ports: Ports,
): Promise<Finding> {
  const name = 'chat-turns';
  if (!given.grant.features.includes(name)) {
    const message =
      'The broker cannot look a conversation up, so a message whose answer is lost waits for the visitor.';
    return warning(name, message, 'Set NATTER_CONVERSATIONS_KEY, if the platform gives you one.');
  }
  const path = `/chat/${encodeURIComponent(id)}/turns`;
  const looked = await ask(name, { path, method: 'GET', headers: { 'natter-ticket': ticket } }, given, ports);
  return 'status' in looked ? looked : ok(name, 'A conversation without sockets can be looked up.');
}

async function checkCallMe(given: ServiceCase, ports: Ports): Promise<Finding> {
  const name = 'call-me';
  if (!given.grant.features.includes(name)) return notOffered(name);
  const list = await ask(name, { path: '/call-me', method: 'GET' }, given, ports);
  if ('status' in list) return list;
  const body = { number: '1', country: 'GB', consent: 'none: a check' };
  const posted = await ask(name, { path: '/call-me', method: 'POST', body, refusal: 'number_invalid' }, given, ports);
  if ('status' in posted) return posted;
  const count = Array.isArray(list.body.countries) ? list.body.countries.length : 0;
  return ok(
    name,
    `Numbers of ${count} ${count === 1 ? 'country' : 'countries'} may be called. No call was placed, so the token was not tried.`,
  );
}

async function checkCallUs(given: ServiceCase, ports: Ports): Promise<Finding> {
  const name = 'call-us';
  if (!given.grant.features.includes(name)) return notOffered(name);
  const body = { attributes: 'none' };
  const posted = await ask(name, { path: '/call-us', method: 'POST', body, refusal: 'bad_request' }, given, ports);
  return 'status' in posted ? posted : ok(name, 'Pages reach it. No number was reserved, so the key was not tried.');
}

async function checkStatus(given: ServiceCase, ports: Ports): Promise<Finding> {
  const name = 'status';
  if (!given.grant.features.includes(name)) return notOffered(name);
  const read = await ask(name, { path: '/status', method: 'GET' }, given, ports);
  if ('status' in read) return read;
  const { level } = read.body;
  return typeof level === 'string' ? ok(name, `The state of the platform is ${quoted(level)}.`) : unreadable(name);
}

function notOffered(name: CheckName): Finding {
  return skipped(name, 'The broker has no keys for it, so pages do not offer it.');
}

function unreadable(name: CheckName): Finding {
  return failed(name, 'The answer is not one of the broker.', HAND_ON);
}

const HAND_ON =
  'Let what stands before the broker hand /chat, /call-me, /call-us and /status on as it does /token, with GET, POST, PUT, OPTIONS and all headers.';

/** Asks as a page does, with a preflight where browsers send one. Returns the body, or the finding that says why there is none. */
async function ask(
  name: CheckName,
  { path, method, body, headers = {}, refusal }: Asked,
  { broker, origin }: ServiceCase,
  { network }: Ports,
): Promise<{ readonly body: Readonly<Record<string, unknown>> } | Finding> {
  const url = `${broker.replace(/\/+$/, '')}${path}`;
  const own = { ...headers, ...(body && { 'content-type': 'application/json' }) };
  const names = Object.keys(own);
  const needsPreflight = names.length > 0 || method === 'PUT';
  const asked = { 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': names.join(',') };
  const preflight = needsPreflight
    ? await network.fetch(url, { method: 'OPTIONS', headers: { Origin: origin, ...asked } })
    : undefined;
  const posted = body ? { body: JSON.stringify(body) } : {};
  const answered = await network.fetch(url, { method, headers: { Origin: origin, ...own }, ...posted });
  if (!answered.ok) {
    const message = `The broker did not answer ${method} ${shown(path)}: ${describeCause(answered)}.`;
    return failed(name, message, 'See the log of the broker, and what stands before it.');
  }
  const { reply } = answered;
  const refused = preflight?.ok ? corsFault(preflight.reply, origin, names) : preflight && describeCause(preflight);
  const fault = refused ?? corsFault(reply, origin);
  if (isRedirect(reply)) return failed(name, `${shown(path)} redirects ${describeTarget(reply)}.`, HAND_ON);
  if (fault !== undefined) return failed(name, `A page may not ask for ${method} ${shown(path)}: ${fault}.`, HAND_ON);
  return judge(name, reply, refusal);
}

/** Returns the path without the id of a conversation. */
const shown = (path: string): string => path.replace(/^\/chat\/.*\/turns$/, '/chat/…/turns');

function judge(
  name: CheckName,
  { status, text }: Reply,
  refusal: string | undefined,
): { readonly body: Readonly<Record<string, unknown>> } | Finding {
  const error = readBrokerError(parseJson(text));
  if (error && error.code === refusal) return { body: {} };
  if (error?.code === 'rate_limited')
    return warning(name, 'The broker has been asked too often from this address.', 'Wait a minute and try again.');
  if (error) {
    const fix = FIXES[error.code];
    const message = `The broker refuses (${status}, ${quoted(error.message)}).`;
    return failed(name, message, fix ? `${fix}${VARIABLES[name]}` : "See the broker's log.");
  }
  const body = status === 200 ? jsonObject(text) : undefined;
  return body ? { body } : unreadable(name);
}

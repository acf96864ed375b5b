/** Checks what must hold for every response of a broker, whatever was asked. */

import { BROKER_ERROR_STATUS, type BrokerErrorCode } from '../../../src/protocol/http-api.ts';
import { createFuzzer, type FuzzedRequest } from './fuzzer.ts';

/** Every secret of the worlds has this word in it, or is a JWT or a JWE. The name of a variable has it too. */
const SECRET = /(?<!NATTER_WEBHOOK_)SECRET|eyJ[\w-]{20}|A{42}E/;

export interface FuzzResult {
  /** Status → number of responses. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The first mistakes, in words. */
  readonly mistakes: readonly string[];
  /** Event of the log → number of its lines, which were all searched for secrets. */
  readonly events: ReadonlyMap<string, number>;
}

const MAX_MISTAKES = 10;

export async function fuzz(seed: number, requests: number): Promise<FuzzResult> {
  const statuses = new Map<number, number>();
  const mistakes: string[] = [];
  const events = new Map<string, number>();
  const fuzzer = await createFuzzer(seed, (event, fields) => {
    if (SECRET.test(JSON.stringify([event, fields]))) mistakes.push(`a secret in the metrics of ${event}`);
  });
  for (let made = 0; made < requests && mistakes.length < MAX_MISTAKES; made += 1) {
    const fuzzed = await fuzzer.next();
    const { request, world, address } = fuzzed;
    const name = `request ${made}, ${request.method} ${new URL(request.url).pathname}`;
    const response = await world.broker.fetch(request, { address });
    const text = await response.text();
    add(statuses, response.status);
    mistakes.push(...judge(fuzzed, response, text).map(mistake => `${name}: ${mistake}`));
    const log = world.lines.splice(0);
    for (const { event } of log) add(events, event);
    mistakes.push(...judgeLog(log).map(mistake => `${name}: ${mistake}`));
    const ticket = readTicket(response, text);
    if (ticket) fuzzer.learn(ticket, request.url.includes('/chat/'));
  }
  return { statuses, mistakes, events };
}

function add<T>(counts: Map<T, number>, key: T): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

export function judge(
  { request, isHealthy }: Pick<FuzzedRequest, 'request' | 'isHealthy'>,
  response: Response,
  text: string,
): readonly string[] {
  const { status, headers } = response;
  const isGrant = status === 200 && request.method === 'POST' && !request.url.includes('/webhooks/');
  const heads = JSON.stringify([...headers].filter(([name]) => !isGrant || name !== 'set-cookie'));
  const wrong: (readonly [boolean, string])[] = [
    [!headers.get('X-Request-Id'), 'no request id'],
    [headers.get('Cache-Control') !== 'no-store', 'a cache may store it'],
    [SECRET.test(heads), 'a secret in a header'],
    [SECRET.test(text) && !isGrant, 'a secret in the body'],
    [isGrant && !headers.get('Access-Control-Allow-Origin'), 'a grant that its page cannot read'],
    [status >= 500 && isHealthy && !causedByHook(request), `${status} although the platform is well`],
    [status >= 400 && request.method !== 'HEAD' && !isError(status, text), `${status} without the body of an error`],
  ];
  return wrong.flatMap(([is, mistake]) => (is ? [mistake] : []));
}

/** The fuzzer's own hook fails for such a request. */
const causedByHook = ({ headers }: Request): boolean => /^(?:fail|x{300})$/.test(headers.get('Authorization') ?? '');

function isError(status: number, text: string): boolean {
  try {
    const { code, message } = JSON.parse(text).error as { code: BrokerErrorCode; message: string };
    return BROKER_ERROR_STATUS[code] === status && message !== '';
  } catch {
    return false;
  }
}

export function judgeLog(lines: readonly { readonly event: string; readonly names: object }[]): readonly string[] {
  return lines.flatMap(line => {
    const text = JSON.stringify([line, line.names]);
    const isDefect = line.event === 'internal_error';
    return [
      ...(SECRET.test(text) ? [`a secret in the log: ${line.event}`] : []),
      ...(isDefect ? [`a defect: ${text}`] : []),
    ];
  });
}

function readTicket(response: Response, text: string): string | undefined {
  return response.status === 200 && text.includes('resume_ticket') ? JSON.parse(text).resume_ticket : undefined;
}

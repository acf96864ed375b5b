/**
 * The contract of a broker, with the same requests on each host for which docs/BROKER.md has a recipe: Node, Express, Fastify, Hono, workerd, Deno and
 * Bun. The platform behind them is the emulator. Hosts that are not installed are skipped.
 */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSearch } from '../../../src/browser/challenge/find-number.ts';
import type { ProofOfWork } from '../../../src/protocol/http-api.ts';
import { findProgram } from '../runtime-programs.mjs';
import { built, type Host, OPEN_PATH, SHOP, STRICT_PATH, variablesFor } from './hosts/environment.ts';
import { startExpress, startFastify, startHono, startNode } from './hosts/in-process.ts';
import { startBun, startDeno, startWorkerdHost } from './hosts/runtimes.ts';

const HOSTS = [
  ['Node', startNode, true],
  ['Express, with a parsed body', startExpress, true],
  ['Fastify', startFastify, true],
  ['Hono on Node', startHono, true],
  ['workerd', startWorkerdHost, findProgram('workerd') !== undefined],
  ['Deno', startDeno, findProgram('deno') !== undefined],
  ['Bun', startBun, findProgram('bun') !== undefined],
] as const;

const NOT_INSTALLED = 'skipped, because its program is not installed: node test/package/install-runtimes.mjs says why';

let platform: Host;

beforeAll(async () => {
  // Keeps the log of refused requests out of the report.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { startEmulator } = await import(/* @vite-ignore */ built('emulator.js'));
  platform = await startEmulator({ port: 0, pace: 0 });
});
afterAll(() => platform.close());

describe.each(
  HOSTS.map(([name, start, isThere]) => ({ name: isThere ? name : `${name} (${NOT_INSTALLED})`, start, isThere })),
)('a broker on $name', ({ start, isThere }) => {
  let host: Host;

  beforeAll(async () => {
    if (isThere) host = await start(variablesFor(platform.url.replace('localhost', '127.0.0.1')));
  });
  afterAll(() => host?.close());

  const post = (path: string, body: unknown, headers: Record<string, string> = { Origin: SHOP }): Promise<Response> =>
    fetch(`${host.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const grant = async (body: object = {}) =>
    (await (await post(`${OPEN_PATH}/token`, body)).json()) as Record<string, string>;
  const refusal = async (response: Response) => {
    const { error } = (await response.json()) as { error: { code: string; challenge: ProofOfWork } };
    return { status: response.status, code: error.code, challenge: error.challenge };
  };
  const checked = it.skipIf(!isThere);

  checked('a page gets a token that it can read, and that no cache stores', async () => {
    const response = await post(`${OPEN_PATH}/token`, {});
    expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([200, SHOP]);
    expect(response.headers.get('X-Request-Id')).toMatch(/^[\w-]{8,}$/);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ token_type: 'Bearer', features: ['probe', 'revoke'] });
  });

  checked('a ticket leads back to its token, until it is revoked', async () => {
    const first = await grant();
    const second = await grant({ resume_ticket: first.resume_ticket });
    expect(second.access_token).toBe(first.access_token);
    expect((await post(`${OPEN_PATH}/revoke`, { resume_ticket: second.resume_ticket })).status).toBe(200);
    const again = await post(`${OPEN_PATH}/token`, { resume_ticket: first.resume_ticket });
    expect(await refusal(again)).toMatchObject({ status: 400, code: 'ticket_revoked' });
  });

  checked('a probe returns the status of the handshake', async () => {
    const { access_token, resume_ticket, messaging_url } = await grant();
    const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' };
    const created = await fetch(`${messaging_url}/api/v1/sessions`, { method: 'POST', headers, body: '{}' });
    const { session_id } = (await created.json()) as { session_id: string };
    const probe = async (id: string) => (await post(`${OPEN_PATH}/probe`, { session_id: id, resume_ticket })).json();
    expect(await probe(session_id)).toEqual({ status: 101 });
    expect(await probe('unknown')).toEqual({ status: 404 });
  });

  checked('services that are not set up say so', async () => {
    const notices = await post(`${OPEN_PATH}/webhooks/alerts`, {});
    const call = await post(`${OPEN_PATH}/call-me`, {});
    const number = await post(`${OPEN_PATH}/call-us`, {});
    const state = await fetch(`${host.url}${OPEN_PATH}/status`, { headers: { Origin: SHOP } });
    for (const response of [notices, call, number, state])
      expect(await refusal(response)).toMatchObject({ status: 404, code: 'not_configured' });
  });

  checked('health and readiness can be checked', async () => {
    const [health, ready] = [
      await fetch(`${host.url}${OPEN_PATH}/health`),
      await fetch(`${host.url}${OPEN_PATH}/ready`),
    ];
    expect([await health.json(), await ready.json()]).toEqual([{ status: 'ok' }, { status: 'ready' }]);
  });

  checked('a preflight is answered with what may be sent', async () => {
    const response = await fetch(`${host.url}${OPEN_PATH}/token`, {
      method: 'OPTIONS',
      headers: {
        Origin: SHOP,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });
    expect([response.status, response.headers.get('Access-Control-Allow-Methods')]).toEqual([204, 'POST']);
    expect(response.headers.get('Access-Control-Allow-Headers')).toBe('content-type');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(SHOP);
  });

  checked('a body that is too large, or no object, is refused', async () => {
    const large = await post(`${OPEN_PATH}/token`, { pad: 'x'.repeat(6_000) });
    expect(await refusal(large)).toMatchObject({ status: 413, code: 'too_large' });
    expect(await refusal(await post(`${OPEN_PATH}/token`, '[]'))).toMatchObject({ status: 400, code: 'bad_request' });
  });

  checked('pages of other origins are refused in words that they can read', async () => {
    const response = await post(`${OPEN_PATH}/token`, {}, { Origin: 'https://evil.test' });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(await refusal(response)).toMatchObject({ status: 403, code: 'origin_not_allowed' });
  });

  checked('an unknown path is answered with an error of the broker', async () => {
    expect(await refusal(await post(`${OPEN_PATH}/nothing`, {}))).toMatchObject({ status: 404, code: 'not_found' });
  });

  checked('a page that has worked for it gets a token', async () => {
    const { status, code, challenge } = await refusal(await post(`${STRICT_PATH}/token`, {}));
    expect([status, code]).toEqual([403, 'challenge_required']);
    const number = createSearch(challenge)(0, challenge.maxnumber + 1);
    const { algorithm, challenge: hash, salt, signature } = challenge;
    const solution = btoa(JSON.stringify({ algorithm, challenge: hash, number, salt, signature }));
    expect((await post(`${STRICT_PATH}/token`, { solution })).status).toBe(200);
  });
});

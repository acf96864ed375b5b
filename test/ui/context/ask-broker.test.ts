import { afterEach, expect, it, vi } from 'vitest';
import { createAsk } from '../../../src/ui/context/ask-broker.ts';

afterEach(() => vi.unstubAllGlobals());

/** Asks a broker, and returns the headers of the request. */
async function headersOf(posted?: object): Promise<Headers> {
  let sent = new Headers();
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent = new Headers(init.headers);
    return Response.json({});
  });
  const signIn = async () => ({ authorization: 'Bearer a' });
  const ask = createAsk({ broker: 'https://chat.example.com', brokerCookies: false, signIn });
  expect(await ask('/call-me', posted)).toEqual({ ok: true, body: {} });
  return sent;
}

it('a request with a body says who is signed in', async () => {
  expect((await headersOf({ number: '1' })).get('authorization')).toBe('Bearer a');
});

it('a request without a body does not, because it needs no visitor and would need a preflight', async () => {
  expect((await headersOf()).get('authorization')).toBe(null);
});

import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readDeviceProof } from '../../src/broker/tickets/device-proof.ts';
import { createApi } from '../../src/browser/api.ts';
import { createProver, type StoredKey } from '../../src/browser/device-key.ts';
import { tokenGrantToWire } from '../../src/protocol/http-api.ts';
import { GRANT, TICKET } from '../client/fixtures/fake-ports.ts';

const BROKER = 'https://chat.example.com';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function createKeyPlace(): StoredKey {
  let key: Promise<CryptoKeyPair> | undefined;
  return make => {
    key ??= make();
    return key;
  };
}

/** An API whose requests are recorded. */
function createRecorded(place: StoredKey) {
  const bodies: Record<string, unknown>[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(`${body}`));
    return Response.json(tokenGrantToWire(GRANT));
  });
  return { api: createApi(BROKER, { prove: createProver(place) }), bodies };
}

describe('the key of the device', () => {
  it('[R29] requests for a token, with a ticket and for a probe are signed as the broker reads them', async () => {
    const { api, bodies } = createRecorded(createKeyPlace());
    await api.fetchToken();
    await api.fetchToken(TICKET);
    await api.probe('s', TICKET);
    const read = await Promise.all([
      readDeviceProof(bodies[0]?.proof, { path: '/token' }),
      readDeviceProof(bodies[1]?.proof, { path: '/token', ticket: TICKET }),
      readDeviceProof(bodies[2]?.proof, { path: '/probe', ticket: TICKET }),
    ]);
    expect(new Set(read.map(proof => proof?.key)).size).toBe(1);
    expect(new Set(read.map(proof => proof?.id)).size).toBe(3);
    expect(await readDeviceProof(bodies[1]?.proof, { path: '/token', ticket: 'another' })).toBeUndefined();
  });

  it('[R29] a proof has the form of RFC 9449, without the private key', async () => {
    const proof = await createProver(createKeyPlace())(`${BROKER}/token`, TICKET);
    expect(decodeProtectedHeader(proof ?? '')).toEqual({
      typ: 'dpop+jwt',
      alg: 'ES256',
      jwk: { kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String) },
    });
    expect(decodeJwt(proof ?? '')).toEqual({
      htm: 'POST',
      htu: `${BROKER}/token`,
      jti: expect.any(String),
      iat: expect.any(Number),
      ath: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('[R29] the private key cannot be exported', async () => {
    const keys: CryptoKeyPair[] = [];
    await createProver(async make => {
      const pair = await make();
      keys.push(pair);
      return pair;
    })(BROKER, undefined);
    expect(keys[0]?.privateKey.extractable).toBe(false);
  });

  it.each([
    ['the database is denied', () => Promise.reject(new Error('denied'))],
    ['the database keeps nothing', async () => undefined],
  ] satisfies [string, StoredKey][])('[R29] requests go without a proof if %s', async (_, place) => {
    const { api, bodies } = createRecorded(place);
    const debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
    expect(await api.fetchToken()).toEqual({ ok: true, value: GRANT });
    expect(bodies).toEqual([{}]);
    expect(debug).toHaveBeenCalledOnce();
  });

  it('[R29] requests go without a proof on pages without Web Crypto', async () => {
    vi.spyOn(console, 'debug').mockImplementation(() => {});
    const { api, bodies } = createRecorded(createKeyPlace());
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    await api.fetchToken();
    expect(bodies).toEqual([{}]);
  });

  it('[R29] a database that does not answer delays a request by two seconds', async () => {
    vi.useFakeTimers();
    vi.spyOn(console, 'debug').mockImplementation(() => {});
    const { api, bodies } = createRecorded(() => new Promise(() => {}));
    const answer = api.fetchToken();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(bodies).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await answer;
    expect(bodies).toEqual([{}]);
  });
});

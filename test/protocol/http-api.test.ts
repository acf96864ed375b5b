import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BROKER_ERROR_STATUS,
  type BrokerErrorBody,
  type BrokerErrorCode,
  brokerErrorToWire,
  type ProbeAnswer,
  probeAnswerToWire,
  readAccessToken,
  readBrokerError,
  readPlatformError,
  readProbeAnswer,
  readRetryAfter,
  readSessionId,
  readTokenGrant,
  sessionRequestToWire,
  socketUrl,
  type TokenGrant,
  tokenGrantToWire,
} from '../../src/protocol/http-api.ts';

const overJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('bodies of the platform', () => {
  it('[P19] reads an access token, and believes an hour where no expiry is given', () => {
    const answer = { access_token: 'jwt', expires_in: 86_400, token_type: 'Bearer' };
    expect(readAccessToken(answer)).toStrictEqual({ accessToken: 'jwt', expiresIn: 86_400 });
    for (const [expires_in, expiresIn] of [
      [undefined, 3600],
      [null, 3600],
      ['60', 60],
      [59.9, 59],
      ['59.9', 59],
    ] as const) {
      expect(readAccessToken({ access_token: 'jwt', expires_in })).toStrictEqual({ accessToken: 'jwt', expiresIn });
    }
  });

  it.each([0, 0.5, -5, 'soon', '', ' ', Number.NaN, Number.POSITIVE_INFINITY, true, {}, []])(
    '[P19] an access token that lasts %j seconds is unreadable',
    expires_in => {
      expect(readAccessToken({ access_token: 'jwt', expires_in })).toBeUndefined();
    },
  );

  it.each(['two words', 'line\r\nX-Evil: 1', ' jwt', 'jwt\n', 'gr\u00fcn'])(
    '[P19] %j is no access token: no header and no address can carry it',
    access_token => {
      expect(readAccessToken({ access_token, expires_in: 60 })).toBeUndefined();
    },
  );

  it('[P19] reads a session id and the text of an error', () => {
    expect(readSessionId({ session_id: '7f0c', extra: 1 })).toBe('7f0c');
    expect(readPlatformError({ error: 'session not found' })).toBe('session not found');
  });

  it('[P19] says undefined where the one thing that matters is missing', () => {
    for (const body of [
      null,
      undefined,
      '',
      'jwt',
      7,
      [],
      {},
      [{ access_token: 'jwt', session_id: 's', error: 'e' }],
    ]) {
      for (const read of [readAccessToken, readSessionId, readPlatformError, readTokenGrant, readBrokerError]) {
        expect(read(body)).toBeUndefined();
      }
    }
    expect(readAccessToken({ access_token: '' })).toBeUndefined();
    expect(readSessionId({ session_id: 7 })).toBeUndefined();
    expect(readPlatformError({ error: { message: 'nested' } })).toBeUndefined();
    expect(readAccessToken(Object.create({ access_token: 'inherited' }))).toBeUndefined();
  });

  it('[P19] no reader throws, whatever arrives', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue()), value => {
        for (const read of [readAccessToken, readTokenGrant, readBrokerError, readProbeAnswer]) {
          expect(['object', 'undefined']).toContain(typeof read(value));
        }
        for (const read of [readSessionId, readPlatformError]) {
          expect(['string', 'undefined']).toContain(typeof read(value));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('[P19] asks for a session in the names of the platform', () => {
    expect(sessionRequestToWire({ streamingEnabled: true, platform: 'web' })).toStrictEqual({
      streaming_enabled: true,
      platform: 'web',
    });
    expect(sessionRequestToWire({ streamingEnabled: false, platform: 'ios-web', deviceType: 'tablet' })).toStrictEqual({
      streaming_enabled: false,
      platform: 'ios-web',
      device_type: 'tablet',
    });
  });
});

describe('bodies of the broker', () => {
  const grant: TokenGrant = {
    accessToken: 'jwt',
    expiresIn: 60,
    messagingUrl: 'https://messaging.example',
    dialect: 'poly',
    resumeTicket: 'ticket',
    features: ['probe'],
  };

  it('[P19] a grant comes out as it went in', () => {
    const text = fc.string({ minLength: 1 });
    const anyGrant = fc.record<TokenGrant>({
      accessToken: fc.stringMatching(/^[!-~]+$/),
      expiresIn: fc.integer({ min: 1 }),
      messagingUrl: text,
      dialect: fc.constantFrom('service', 'poly'),
      resumeTicket: fc.string(),
      features: fc.array(fc.string()),
    });
    fc.assert(
      fc.property(anyGrant, each => {
        expect(readTokenGrant(overJson(tokenGrantToWire(each)))).toStrictEqual({ ...each });
      }),
    );
  });

  it('[P19] a grant without token or address is none; the rest has defaults', () => {
    const wire = { access_token: 'jwt', messaging_url: 'https://messaging.example' };
    expect(readTokenGrant(wire)).toStrictEqual({
      ...grant,
      expiresIn: 3600,
      dialect: 'service',
      resumeTicket: '',
      features: [],
    });
    expect(readTokenGrant({ ...wire, features: ['chat', 7, null], dialect: 'klingon' })).toMatchObject({
      features: ['chat'],
      dialect: 'service',
    });
    expect(readTokenGrant({ ...wire, access_token: null })).toBeUndefined();
    expect(readTokenGrant({ ...wire, messaging_url: '' })).toBeUndefined();
  });

  it('[P19] an error comes out as it went in', () => {
    const codes = Object.keys(BROKER_ERROR_STATUS) as BrokerErrorCode[];
    const anyError: fc.Arbitrary<BrokerErrorBody> = fc.record(
      { code: fc.constantFrom(...codes), message: fc.string(), retryAfter: fc.nat(86_400) },
      { requiredKeys: ['code', 'message'] },
    );
    fc.assert(
      fc.property(anyError, each => {
        expect(readBrokerError(overJson(brokerErrorToWire(each)))).toStrictEqual({ ...each });
      }),
    );
  });

  it('[P19] an error with a code that no broker has is none', () => {
    for (const code of ['teapot', 'constructor', '__proto__', 7, '', null]) {
      expect(readBrokerError({ error: { code, message: 'x' } })).toBeUndefined();
    }
    expect(readBrokerError({ error: 'rate_limited' })).toBeUndefined();
  });

  it('[P19] the answer of a probe comes out as it went in, and holds an HTTP status or 0', () => {
    for (const answer of [{ status: 101 }, { status: 0 }, { status: 429, retryAfter: 7 }]) {
      expect(readProbeAnswer(overJson(probeAnswerToWire(answer)))).toStrictEqual(answer);
    }
    for (const status of [1, 99, 600, -1, 101.5, '99', null, undefined]) {
      expect(readProbeAnswer({ status })).toBeUndefined();
    }
    expect(readProbeAnswer({ status: 429, retry_after: 9e15 })).toStrictEqual({ status: 429, retryAfter: 86_400 });
  });

  it('[P20] a pause of years in an error is a day', () => {
    const error = { code: 'rate_limited', message: 'x', retry_after: 9e15 };
    expect(readBrokerError({ error })).toMatchObject({ retryAfter: 86_400 });
    expect(readBrokerError({ error: { ...error, retry_after: -1 } })).not.toHaveProperty('retryAfter');
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 2, 2, 9, 30, 0);

  it.each([
    ['0', 0],
    ['17', 17],
    [' 17 ', 17],
    ['Mon, 02 Mar 2026 09:30:20 GMT', 20],
    ['Monday, 02-Mar-26 09:30:20 GMT', 20],
    ['Mon Mar  2 09:30:20 2026 GMT', 20],
    ['Mon, 02 Mar 2026 09:29:00 GMT', 0],
  ])('[P20] %s is %d seconds', (header, seconds) => {
    expect(readRetryAfter(header, now)).toBe(seconds);
  });

  it.each(['', ' ', 'soon', '-5', '1.5', '5, 6', '0x10', '1e3', '5 seconds', 'infinity 9', 'Monday'])(
    '[P20] %j says nothing',
    header => {
      expect(readRetryAfter(header, now)).toBeUndefined();
    },
  );

  it('[P20] absent says nothing', () => {
    expect(readRetryAfter(null, now)).toBeUndefined();
  });

  it('[P20] a wait until a date is never shorter than it says', () => {
    expect(readRetryAfter('Mon, 02 Mar 2026 09:30:07 GMT', now - 1)).toBe(8);
  });

  it('[P20] no header asks for more than a day: a longer timer would fire at once', () => {
    expect(readRetryAfter('99999999999999999999', now)).toBe(86_400);
    expect(readRetryAfter('Mon, 02 Mar 2099 09:30:20 GMT', now)).toBe(86_400);
    fc.assert(
      fc.property(fc.string(), fc.integer(), (header, at) => {
        const seconds = readRetryAfter(header, at);
        expect(seconds === undefined || (Number.isSafeInteger(seconds) && seconds >= 0 && seconds <= 86_400)).toBe(
          true,
        );
      }),
    );
  });
});

describe('the address of the socket', () => {
  const query = { accessToken: 'a.b.c', sessionId: '7f0c', cursor: null };

  it.each([
    ['https://messaging.example', 'wss://messaging.example/ws'],
    ['https://messaging.example/', 'wss://messaging.example/ws'],
    ['https://example.com/base//', 'wss://example.com/base/ws'],
    ['http://localhost:4100', 'ws://localhost:4100/ws'],
    ['HTTPS://Messaging.Example', 'wss://Messaging.Example/ws'],
  ])('[P22] %s leads to %s', (base, address) => {
    expect(socketUrl(base, query)).toBe(`${address}?access_token=a.b.c&session_id=7f0c`);
  });

  it('[P22] the cursor is a plain integer, and 0 is one', () => {
    expect(socketUrl('https://m.example', { ...query, cursor: 12 })).toMatch(/&cursor=12$/);
    expect(socketUrl('https://m.example', { ...query, cursor: 0 })).toMatch(/&cursor=0$/);
  });

  it('[P22] token and session id come out of the address unchanged, whatever they contain', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, fc.option(fc.maxSafeNat()), (accessToken, sessionId, cursor) => {
        const url = new URL(socketUrl('https://m.example', { accessToken, sessionId, cursor }));
        expect(url.origin + url.pathname).toBe('wss://m.example/ws');
        expect(url.searchParams.get('access_token')).toBe(accessToken);
        expect(url.searchParams.get('session_id')).toBe(sessionId);
        expect(url.searchParams.get('cursor')).toBe(cursor === null ? null : String(cursor));
      }),
    );
  });
});

describe('the answer of a probe', () => {
  it('the answer is read as it was written', () => {
    const answers: fc.Arbitrary<ProbeAnswer> = fc.oneof(
      fc.record({ status: fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 599 })) }),
      fc.record({ status: fc.integer({ min: 100, max: 599 }), retryAfter: fc.integer({ min: 0, max: 86_400 }) }),
    );
    fc.assert(
      fc.property(answers, answer => {
        expect(readProbeAnswer(JSON.parse(JSON.stringify(probeAnswerToWire(answer))))).toEqual(answer);
      }),
    );
  });

  it('the answer has the names of the wire', () => {
    expect(probeAnswerToWire({ status: 429, retryAfter: 7 })).toEqual({ status: 429, retry_after: 7 });
    expect(probeAnswerToWire({ status: 0 })).toEqual({ status: 0 });
  });

  it.each([
    [{ status: 101 }, { status: 101 }],
    [{ status: 0 }, { status: 0 }],
    [{ status: 404, detail: 'more' }, { status: 404 }],
    [
      { status: 429, retry_after: 0 },
      { status: 429, retryAfter: 0 },
    ],
    [
      { status: 429, retry_after: 9e15 },
      { status: 429, retryAfter: 86_400 },
    ],
    [{ status: 429, retry_after: -1 }, { status: 429 }],
    [
      { status: '429', retry_after: '7' },
      { status: 429, retryAfter: 7 },
    ],
    [{ status: 429, retry_after: 1.5 }, { status: 429 }],
    [{ status: 429, retry_after: null }, { status: 429 }],
  ])('%j is read as %j', (wire, answer) => {
    expect(readProbeAnswer(wire)).toEqual(answer);
  });

  it.each([
    undefined,
    null,
    '',
    101,
    [],
    [{ status: 101 }],
    {},
    { status: 'open' },
    { status: null },
    { status: 101.5 },
    { status: -1 },
    { status: 1 },
    { status: 99 },
    { status: 600 },
    { status: 1e300 },
    JSON.parse('{"__proto__":{"status":101}}'),
    { error: { code: 'not_configured', message: '' } },
  ])('%j is no answer', wire => {
    expect(readProbeAnswer(wire)).toBeUndefined();
  });
});

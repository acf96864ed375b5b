import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOriginCheck, originForLog, readOriginRule } from '../../../src/broker/access/allowed-origins.ts';

const ALLOWED = [
  'https://shop.example.com',
  'https://*.example.org',
  'http://localhost:5173',
  'https://*.example.net:8443',
];
const check = createOriginCheck(ALLOWED);

/** The same list, written by hand as one regular expression for the whole header. */
const ORACLE =
  /^(?:https:\/\/shop\.example\.com|https:\/\/(?:[^./:@?#\\\s]+\.)+example\.org|http:\/\/localhost:5173|https:\/\/(?:[^./:@?#\\\s]+\.)+example\.net:8443)$/;

describe('origins', () => {
  it.each([
    'https://shop.example.com',
    'https://a.example.org',
    'https://a.b.c.example.org',
    'http://localhost:5173',
    'https://a.example.net:8443',
  ])('allows %s', origin => {
    expect(check(origin)).toBe(origin);
  });

  it.each([
    ['another host', 'https://evil.test'],
    ['a name that ends alike', 'https://evil-example.org'],
    ['an allowed name as a subdomain of a foreign one', 'https://shop.example.com.evil.test'],
    ['the apex of a wildcard', 'https://example.org'],
    ['an empty label', 'https://.example.org'],
    ['an empty label in the middle', 'https://a..example.org'],
    ['another scheme', 'http://shop.example.com'],
    ['another scheme of a wildcard', 'http://a.example.org'],
    ['another port', 'https://shop.example.com:8443'],
    ['the default port where another is listed', 'https://a.example.net'],
    ['another port of localhost', 'http://localhost:5174'],
    ['a closing dot', 'https://shop.example.com.'],
    ['a closing dot of a wildcard', 'https://a.example.org.'],
    ['a closing slash', 'https://shop.example.com/'],
    ['a path', 'https://shop.example.com/page'],
    ['upper case', 'https://SHOP.example.com'],
    ['the default port written out', 'https://shop.example.com:443'],
    ['a user name', 'https://shop.example.com@evil.test'],
    ['a user name in front', 'https://evil.test@shop.example.com'],
    ['a backslash', 'https://evil.test\\.example.org'],
    ['a semicolon', 'https://evil.test;.example.org'],
    ['an asterisk', 'https://*.example.org'],
    ['a fragment', 'https://evil.test#.example.org'],
    ['a query', 'https://evil.test?.example.org'],
    ['the wildcard itself', 'https://*.shop.example.com'],
    ['two origins', 'https://shop.example.com https://evil.test'],
    ['null', 'null'],
    ['nothing', ''],
    ['a file', 'file://'],
  ])('refuses %s', (_, origin) => {
    expect(check(origin)).toBeUndefined();
  });

  it.each([
    'capacitor://localhost',
    'ionic://localhost',
    'tauri://localhost',
    'app://-',
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  ])('a list with the origin %s of an app allows only this origin', origin => {
    const allows = createOriginCheck([origin]);
    expect(allows(origin)).toBe(origin);
    for (const other of [`${origin}/`, `${origin}:80`, `${origin}.evil.test`, origin.toUpperCase(), 'null', '']) {
      expect(allows(other)).toBeUndefined();
    }
    expect(check(origin)).toBeUndefined();
    expect(originForLog(origin)).toBe(origin);
  });

  it('upper case and a closing slash are accepted in the origin of an app', () => {
    expect(createOriginCheck(['Capacitor://LocalHost/'])('capacitor://localhost')).toBe('capacitor://localhost');
  });

  it.each([
    'file://localhost',
    'wss://localhost',
    'htps://shop.example.com',
    'app://',
    'app://*',
    'app://a/b',
    'app:-',
  ])('the list may not have %s', entry => {
    expect(readOriginRule(entry)).toBeUndefined();
  });

  it('refuses a missing header', () => {
    expect(check(null)).toBeUndefined();
  });

  it('a text composed of parts of origins is allowed only if the list contains it', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'https://',
        'http://',
        'shop',
        '.',
        'example',
        '.com',
        '.org',
        '.net',
        'localhost',
        ':',
        ':5173',
        ':8443',
      ),
      fc.constantFrom(
        'evil',
        '-',
        '@',
        '/',
        '\\',
        '#',
        '?',
        '*',
        'null',
        ' ',
        '%2e',
        '\u3002',
        'a',
        'A',
        '\t',
        '[',
        ']',
        ':443',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), pieces => {
        const origin = pieces.join('');
        expect(check(origin) === undefined || ORACLE.test(origin)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('an allowed origin with one character inserted, removed or replaced is allowed only if the list contains it', () => {
    const origins = [
      'https://shop.example.com',
      'https://a.example.org',
      'http://localhost:5173',
      'https://a.example.net:8443',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...origins),
        fc.nat(40),
        fc.nat(2),
        fc.string({ maxLength: 3 }),
        (origin, at, cut, put) => {
          const changed = origin.slice(0, at) + put + origin.slice(at + cut);
          expect(check(changed) === undefined || ORACLE.test(changed)).toBe(true);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('any subdomain of a wildcard is allowed at any depth', () => {
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/).filter(each => !each.startsWith('xn--'));
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 5 }), labels => {
        const origin = `https://${labels.join('.')}.example.org`;
        expect(check(origin)).toBe(origin);
      }),
    );
  });

  it('the list accepts upper case, a default port and one closing slash', () => {
    expect(createOriginCheck(['HTTPS://Shop.Example.com:443/'])('https://shop.example.com')).toBe(
      'https://shop.example.com',
    );
  });

  it.each([
    ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
    ['http://intranet', 'http://intranet'],
    ['http://*.localhost:5173', 'http://shop.localhost:5173'],
  ])('%s lets in %s', (entry, origin) => {
    expect(createOriginCheck([entry])(origin)).toBe(origin);
  });

  it.each([
    'shop.example.com',
    'null',
    '*',
    'https://',
    'https://*',
    'https://*.com',
    'https://*.127.0.0.1',
    'https://shop.*.com',
    'https://shop*.example.com',
    'https://*.*.example.com',
    'https://shop.example.com/page',
    'https://shop.example.com?x',
    'https://shop.example.com#x',
    'https://user@shop.example.com',
    'https://shop.example.com.',
    'https://a b.example.com',
    'https://shop.example.com:99999',
    'ftp://shop.example.com',
    'javascript:alert(1)',
  ])('%s is not a valid entry of an allow-list', entry => {
    expect(readOriginRule(entry)).toBeUndefined();
  });

  it('a log line contains only the origin of an Origin header', () => {
    expect(originForLog('https://user:secret@shop.example.com/path?secret')).toBe('https://shop.example.com');
    expect(originForLog('secret text\nline')).toBe('(unreadable)');
    expect(originForLog(null)).toBe('(none)');
    expect(originForLog(`https://${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.test`).length).toBe(120);
  });
});

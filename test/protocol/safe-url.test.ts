import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLoopbackHost, isSafePlatformUrl } from '../../src/protocol/http-api.ts';

describe('addresses to which a token may go', () => {
  it.each([
    'https://messaging.example',
    'https://messaging.example/',
    'https://messaging.example:8443/base?x=1#y',
    'HTTPS://MESSAGING.EXAMPLE',
    'https://127.0.0.1',
    'https://[2001:db8::1]:443/ws',
    'https://localhost',
    'http://localhost',
    'http://localhost:4100',
    'HTTP://LOCALHOST:4100/',
    'http://chat.localhost:4100',
    'http://127.0.0.1:4100',
    'http://127.9.8.7',
    'http://[::1]:4100/ws',
  ])('[P21] may: %s', url => {
    expect(isSafePlatformUrl(url)).toBe(true);
  });

  it.each([
    ['an open line', 'http://messaging.example'],
    ['an open line to the neighbours', 'http://192.168.0.7:4100'],
    ['a name that begins like this machine', 'http://localhost.evil.com'],
    ['a name that ends like this machine', 'http://evillocalhost'],
    ['a number that begins like this machine', 'http://127.0.0.1.evil.com'],
    ['too few numbers', 'http://127.1'],
    ['all machines', 'http://0.0.0.0:4100'],
    ['another machine, six', 'http://[2001:db8::1]'],
    ['this machine, six, as a mapped four', 'http://[::ffff:8.8.8.8]'],
    ['this machine as a user name', 'http://localhost@evil.com'],
    ['this machine as user name and password', 'http://localhost:4100@evil.com'],
    ['a user name over a safe line', 'https://user@messaging.example'],
    ['credentials over a safe line', 'https://user:secret@messaging.example'],
    ['credentials whose password is a number', 'https://user:443@messaging.example'],
    ['a backslash that browsers read as a slash', 'http://evil.com\\@localhost'],
    ['a backslash before this machine', 'http://evil.com\\.localhost'],
    ['a backslash after this machine', 'http://localhost\\.evil.com'],
    ['one slash', 'https:/messaging.example'],
    ['three slashes', 'https:///messaging.example'],
    ['no host', 'https://'],
    ['no host but a port', 'https://:443'],
    ['no port', 'https://messaging.example:'],
    ['a port of letters', 'https://messaging.example:ws'],
    ['space before', ' https://messaging.example'],
    ['space inside', 'https://messaging .example'],
    ['a line break inside', 'http://evil.com\n.localhost'],
    ['a socket address', 'wss://messaging.example'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,https://messaging.example'],
    ['a file', 'file:///etc/passwd'],
    ['a path', '/ws'],
    ['a host without a scheme', 'messaging.example'],
    ['the same scheme as the page', '//messaging.example'],
    ['nothing', ''],
  ])('[P21] may not: %s', (_, url) => {
    expect(isSafePlatformUrl(url)).toBe(false);
  });

  it('[P21] an accepted address is safe in the eyes of a real URL parser, too', () => {
    const piece = fc.constantFrom(
      'http://',
      'https://',
      'HTTP://',
      'http:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      '.',
      '?',
      '#',
      '[::1]',
      'localhost',
      '127.0.0.1',
      'evil.com',
      '.localhost',
      '%2f',
      '%40',
      '%00',
      '。',
      '／',
      '＠',
      '\t',
      '\n',
      ' ',
      '\u00ad',
      '\u0000',
      ':80',
      'user',
      '1',
    );
    const tricky = fc.array(piece, { maxLength: 7 }).map(parts => parts.join(''));
    const url = fc.oneof(
      tricky,
      tricky.map(rest => `http://${rest}`),
      fc.webUrl({ withFragments: true }),
      fc.string(),
    );
    let passed = 0;
    fc.assert(
      fc.property(url, each => {
        // An address that no parser accepts leads nowhere.
        if (!isSafePlatformUrl(each) || !URL.canParse(each)) return;
        passed += 1;
        const { protocol, hostname, username, password } = new URL(each);
        expect(protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))).toBe(true);
        expect(username + password).toBe('');
      }),
      { numRuns: 8_000, seed: 3 },
    );
    expect(passed).toBeGreaterThan(200);
  });
});

it.each([
  ['localhost', true],
  ['a.localhost', true],
  ['[::1]', true],
  ['127.0.0.1', true],
  ['128.0.0.1', false],
  ['localhost.', false],
  ['::1', false],
  ['', false],
])('[P21] %j is this machine: %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});

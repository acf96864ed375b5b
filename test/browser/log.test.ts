import { afterEach, expect, it, vi } from 'vitest';
import { hintFor } from '../../src/browser/hints.ts';
import { createLog } from '../../src/browser/log.ts';

const BROKER = 'https://chat.example.com';
const PLATFORM = 'https://messaging.example.net';
const SHORT = 'The short line.';
const CODES = [
  'broker_unreachable',
  'broker_misconfigured',
  'origin_not_allowed',
  'token_refused',
  'platform_unreachable',
  'platform_unsafe',
  'session_refused',
  'session_rejected',
  'socket_refused',
  'sockets_blocked',
];

/** Gives the page an address, as a browser would. */
function openPage(address: string, origin = new URL(address).origin): void {
  const { protocol, pathname } = new URL(address);
  vi.stubGlobal('origin', origin);
  vi.stubGlobal('location', {
    protocol,
    pathname,
    origin: protocol.startsWith('http') ? new URL(address).origin : origin,
  });
}

const line = (code: string, { broker = BROKER, blocked = [] as string[] } = {}): string =>
  hintFor(code, { message: SHORT, broker, platform: PLATFORM, blocked: new Set(blocked) });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each(CODES)('the line of %s ends in the doctor for this page, without query and fragment', code => {
  openPage('https://www.example.com/shop/page?token=secret#secret');
  expect(line(code)).toMatch(/ Run: npx natter doctor https:\/\/www\.example\.com\/shop\/page$/);
  expect(line(code)).not.toContain('secret');
});

it('a path that a shell would obey is left out of the command', () => {
  openPage("https://www.example.com/a';rm");
  expect(line('broker_unreachable')).toMatch(/ Run: npx natter doctor https:\/\/www\.example\.com\/$/);
});

it.each([
  [
    'broker_unreachable',
    /^https:\/\/chat\.example\.com gave https:\/\/www\.example\.com no answer it may read\. Either the broker is down.*redirect.*405 to OPTIONS.*second Access-Control-Allow-Origin/,
  ],
  [
    'origin_not_allowed',
    /^https:\/\/chat\.example\.com does not allow https:\/\/www\.example\.com\. Add https:\/\/www\.example\.com to NATTER_ALLOWED_ORIGINS.*removes the header Origin/,
  ],
  [
    'broker_misconfigured',
    /^https:\/\/chat\.example\.com answers https:\/\/www\.example\.com, but not as a Natter broker/,
  ],
  ['platform_unreachable', /^https:\/\/messaging\.example\.net gave https:\/\/www\.example\.com no answer it may read/],
  ['socket_refused', /^wss:\/\/messaging\.example\.net did not open a socket for https:\/\/www\.example\.com/],
])('the line of %s leads with who asked whom', (code, words) => {
  openPage('https://www.example.com/');
  expect(line(code)).toMatch(words);
});

it.each([
  ['broker_unreachable', BROKER],
  ['broker_unreachable', `${BROKER}/path`],
  ['platform_unreachable', PLATFORM],
  ['socket_refused', 'wss://messaging.example.net'],
  ['sockets_blocked', 'wss://messaging.example.net'],
])('a policy that blocks what %s is about is named as the cause: %s', (code, address) => {
  openPage('https://www.example.com/');
  const origin = address.replace('/path', '');
  const broker = code.startsWith('broker') ? address : BROKER;
  const words = `The page's Content-Security-Policy blocks ${origin}. Add ${origin} to its connect-src.`;
  expect(line(code, { broker, blocked: [origin] })).toContain(words);
  expect(line(code, { broker, blocked: ['https://ads.example.org'] })).not.toContain('Content-Security-Policy');
});

it.each(['broker_unreachable', 'origin_not_allowed'])(
  'a page without an origin is told so by %s, and is sent to no doctor',
  code => {
    openPage('file:///home/me/shop.html', 'null');
    expect(line(code)).toMatch(
      /^https:\/\/chat\.example\.com .*this page.*no origin \(null\).*opened from a file.*npx serve for example\.$/,
    );
    openPage('https://www.example.com/', 'null');
    expect(line(code)).toMatch(/no origin \(null\)/);
  },
);

it('a page inside an app is checked by its origin', () => {
  openPage('capacitor://localhost/index.html', 'capacitor://localhost');
  expect(line('origin_not_allowed')).toMatch(
    /Add capacitor:\/\/localhost to .* Run: npx natter doctor https:\/\/chat\.example\.com --origin capacitor:\/\/localhost$/,
  );
});

it('a broker on this machine is told to lead visitors of a public page nowhere', () => {
  const broker = 'http://localhost:4000';
  openPage('https://www.example.com/');
  expect(line('broker_unreachable', { broker })).toMatch(/leads each visitor to their own machine/);
  openPage('http://localhost:5173/');
  expect(line('broker_unreachable', { broker })).toMatch(/Either the broker is down or its address is wrong/);
});

it.each(['broker_unreachable', 'broker_misconfigured'])(
  '%s of a broker on the site itself speaks of the server of that site',
  code => {
    openPage('https://www.example.com/');
    expect(line(code, { broker: 'https://www.example.com/api/chat' })).toMatch(
      /the server of https:\/\/www\.example\.com/i,
    );
  },
);

it('a broker with the path of one of its answers is told which part to leave off', () => {
  openPage('https://www.example.com/');
  expect(line('broker_misconfigured', { broker: `${BROKER}/token` })).toMatch(
    /^https:\/\/chat\.example\.com\/token ends in \/token, .* Set https:\/\/chat\.example\.com as the broker\./,
  );
});

it('a path as the broker is told to lead nowhere on a server', () => {
  vi.stubGlobal('location', undefined);
  expect(line('broker_unreachable', { broker: '/api/chat' })).toBe(
    '"/api/chat" is a path, but there is no page here. Set the broker\'s whole address.',
  );
});

it('the log prints the long line of a code that has one, and others at once as they are', async () => {
  const lines: string[] = [];
  vi.spyOn(console, 'warn').mockImplementation(text => lines.push(`${text}`));
  const log = createLog(BROKER);
  log.warn('rate_limited', SHORT);
  expect(lines).toEqual([`[natter] rate_limited: ${SHORT}`]);
  log.warn('origin_not_allowed', SHORT);
  await vi.waitFor(() =>
    expect(lines[1]).toMatch(/^\[natter\] origin_not_allowed: https:\/\/chat\.example\.com does not allow/),
  );
  log.stop?.();
});

it('the log notes whom a policy has blocked without the address that it was, and until it is stopped', async () => {
  const lines: string[] = [];
  vi.spyOn(console, 'warn').mockImplementation(text => lines.push(`${text}`));
  const document = new EventTarget();
  vi.stubGlobal('document', document);
  const log = createLog(BROKER);
  const block = (blockedURI: string, disposition: string) =>
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { blockedURI, disposition }));
  block(`${PLATFORM}/api/v1/sessions`, 'report');
  log.warn('platform_unreachable', SHORT, PLATFORM);
  await vi.waitFor(() => expect(lines[0]).toContain('no answer it may read'));
  block('wss://messaging.example.net/ws?access_token=secret', 'enforce');
  log.warn('socket_refused', SHORT, PLATFORM);
  await vi.waitFor(() => expect(lines[1]).toContain('blocks wss://messaging.example.net. Add'));
  log.stop?.();
  block(`${BROKER}/token`, 'enforce');
  log.warn('broker_unreachable', SHORT);
  await vi.waitFor(() => expect(lines[2]).toContain('no answer it may read'));
  expect(lines.join()).not.toContain('secret');
});

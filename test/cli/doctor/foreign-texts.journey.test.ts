/**
 * Every place where the doctor prints text from a site or a server: it must be free of control characters, short, and without any secret
 * that was sent there.
 */

import { describe, expect, it } from 'vitest';
import { displayUrl, excerpt, quoted, sanitize } from '../../../src/cli/command/safe-text.ts';
import {
  APPLICATION,
  BROKER,
  createWorld,
  fileOf,
  PAGE,
  PLATFORM,
  redirect,
  reply,
  runDoctor,
  SCRIPT,
  spoilCertificate,
  TOKEN,
  type World,
} from './fixtures/fake-world.ts';

/** Clears the screen in two ways, changes the direction, contains an invisible character, and breaks the line. */
const HOSTILE = '\u001b[2J\u009b31m\u202e\u200b\u2028\u0007x';
/** The part that a header can carry. Node passes on bytes above 127. */
const IN_HEADER = '\u009b2J\u00ad\u0085x';
const LONG = 'y'.repeat(5000);

const spoil =
  (address: string, name: string, value: string) =>
  (world: World): void => {
    fileOf(world, address).headers[name] = value;
  };

/**
 * Name of a place, code that plants the text there, and the check that then prints many `y`, which shows that the text was printed at all.
 */
const PLACES: readonly (readonly [string, (world: World) => void, check: string])[] = [
  [
    'Content-Type of the page',
    w => {
      w.pageHeaders['content-type'] = `text/${IN_HEADER}${LONG}`;
    },
    'page-html',
  ],
  ['Content-Type of natter.js', spoil(SCRIPT, 'content-type', `text/${IN_HEADER}${LONG}`), 'script-type'],
  ['Content-Type of a chunk', spoil(APPLICATION, 'content-type', `text/${IN_HEADER}${LONG}`), 'chunks-type'],
  ['Location of the page', w => w.answers.set(`GET ${PAGE}`, redirect(`app:${IN_HEADER}${LONG}`)), 'page-reachable'],
  ['path in Location', w => w.answers.set(`GET ${PAGE}`, redirect(`/${IN_HEADER}${LONG}`)), 'page-reachable'],
  [
    'Location of the broker',
    w => w.answers.set(`GET ${BROKER}/token`, redirect(`app:${IN_HEADER}${LONG}`)),
    'broker-is-natter',
  ],
  [
    'Access-Control-Allow-Origin',
    w => w.answers.set(`OPTIONS ${BROKER}/token`, leave(`${IN_HEADER}${LONG}`)),
    'broker-cors',
  ],
  [
    'policy of the page, in a header',
    w => {
      w.pageHeaders['content-security-policy'] = `default-src ${IN_HEADER.replace('\u0085', '')} ${LONG}`;
    },
    'csp-connect',
  ],
  [
    'policy of the page, in a meta element',
    w => {
      w.tag = `<meta http-equiv="Content-Security-Policy" content="default-src ${HOSTILE} ${LONG}">${w.tag}`;
    },
    'csp-connect',
  ],
  [
    'names of attributes',
    w => {
      w.tag = w.tag.replace('async', `async data-imageorigins${HOSTILE} data-${LONG}`);
    },
    'attributes',
  ],
  [
    'very many attributes',
    w => {
      w.tag = w.tag.replace(
        'async',
        `async ${Array.from({ length: 500 }, (_, i) => `data-imageorigins${i}`).join(' ')}`,
      );
    },
    'attributes',
  ],
  [
    'data-broker',
    w => {
      w.tag = w.tag.replace(BROKER, `${HOSTILE}${LONG}`);
    },
    'broker-address',
  ],
  [
    'src of the script',
    w => {
      w.tag = w.tag.replace('/natter/natter.js', `/${HOSTILE}${LONG}/natter.js`);
    },
    'script-reachable',
  ],
  [
    'words of the broker',
    w =>
      w.answers.set(
        `POST ${BROKER}/token`,
        reply(JSON.stringify({ error: { code: 'bad_request', message: `${HOSTILE}${LONG}` } }), { status: 400 }),
      ),
    'token',
  ],
  [
    'words of the platform',
    w =>
      w.answers.set(
        `POST ${PLATFORM}/api/v1/sessions`,
        reply(JSON.stringify({ error: `${HOSTILE}${LONG}` }), { status: 500 }),
      ),
    'session',
  ],
  [
    'names in a certificate',
    w => spoilCertificate(w, 'www.shop.example', { namesHost: false, names: [`${HOSTILE}${LONG}`] }),
    'page-certificate',
  ],
];

function leave(origin: string) {
  return reply('', {
    status: 204,
    headers: { 'access-control-allow-origin': origin, 'access-control-allow-headers': 'content-type' },
  });
}

const OBEYED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const MAX_LINE = 800;

describe('a text of somebody else’s', () => {
  it.each(PLACES)('%s: printed plain and short, as lines and as JSON', async (_, plant, check) => {
    const world = createWorld();
    plant(world);
    const { printed } = await runDoctor(world, PAGE);
    const at = printed.findIndex(each => each.includes(` ${check} `));
    expect(`${printed[at]}${printed[at + 1]}`).toMatch(/y{20}|data-imageorigins/);
    for (const line of printed) {
      expect(line).not.toMatch(OBEYED);
      expect(line.length).toBeLessThan(MAX_LINE);
    }
    const json = (await runDoctor(world, PAGE, '--json')).printed.join('\n');
    expect(json.replaceAll('\n', ' ')).not.toMatch(OBEYED);
  });

  it('a wrong argument is repeated plainly', async () => {
    for (const args of [[`--${HOSTILE}`], [HOSTILE], [PAGE, '--origin', HOSTILE]]) {
      const { complained } = await runDoctor(createWorld(), ...args);
      expect(complained[0]).not.toMatch(OBEYED);
    }
  });

  it('a token that is quoted in part, because the quote was shortened, is hidden as well', async () => {
    const world = createWorld();
    const token = `${TOKEN}${'z'.repeat(500)}`;
    world.brokerOptions.fetch = async () =>
      Response.json({ access_token: token, expires_in: 3600, token_type: 'Bearer' });
    world.answers.set(`POST ${PLATFORM}/api/v1/sessions`, init =>
      reply(JSON.stringify({ error: `no such token: ${init.headers?.Authorization}` }), { status: 401 })(init),
    );
    const text = (await runDoctor(world, PAGE)).printed.join('\n');
    expect(text).toContain('no such token: Bearer (hidden)');
    expect(text).not.toContain(TOKEN.slice(0, 20));
    expect(text).not.toContain('zzz');
  });

  it('words that need no change keep their letters, in any script', () => {
    expect(sanitize('Größe 大小 👍 — “ok”')).toBe('Größe 大小 👍 — “ok”');
    expect(quoted(`a\nb\tc`)).toBe('"a b c"');
    expect(excerpt('a'.repeat(120))).toBe('a'.repeat(120));
    expect(excerpt('a'.repeat(121))).toBe(`${'a'.repeat(120)}…`);
    expect(displayUrl('https://user:pass@www.example.com/a?b=c#d')).toBe('https://www.example.com/a');
    expect(displayUrl('//user:pass@[no/a?b=c#d')).toBe('"//[no/a"');
  });
});

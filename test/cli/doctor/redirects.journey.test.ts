/**
 * Redirects, wherever the doctor meets them: it names the address, the target and the fix. Real redirects are followed in servers.test.ts.
 */

import { describe, expect, it } from 'vitest';
import type { CheckName, Status } from '../../../src/cli/doctor/findings/findings.ts';
import {
  APPLICATION,
  BROKER,
  createWorld,
  examineWorld,
  findingOf,
  PAGE,
  PLATFORM,
  redirect,
  SCRIPT,
  SITE,
  soundCertificate,
  TOKEN,
  type World,
} from './fixtures/fake-world.ts';

type Case = readonly [string, (world: World) => void, CheckName, Status, message: string, fix: RegExp];

const HTTP = SITE.replace('https', 'http');
const SESSIONS = `${PLATFORM}/api/v1/sessions`;

/** Moves the page and everything that belongs to it to another host. */
function move(world: World, site: string): void {
  world.certificates.set(new URL(site).hostname, soundCertificate(new URL(site).hostname));
  world.answers.set(`GET ${PAGE}`, redirect(`${site}/`, 302));
  const text = `<!doctype html>${world.tag.replace('src="', `src="${SITE}`)}`;
  world.files.set(`${site}/`, { headers: world.pageHeaders, text });
  for (const address of [APPLICATION]) {
    const file = world.files.get(address);
    if (file) file.headers['access-control-allow-origin'] = '*';
  }
  world.brokerOptions.allowedOrigins = [site];
}

const PAGES: readonly Case[] = [
  [
    'to plain http',
    w => move(w, HTTP),
    'page-reachable',
    'warning',
    `${SITE} redirects from https to plain http, to ${HTTP}.`,
    /redirect http to https, never back/,
  ],
  [
    'to another host',
    w => move(w, 'https://login.example'),
    'page-reachable',
    'warning',
    `${SITE} redirects to another host: what follows is about https://login.example.`,
    /--broker and --origin/,
  ],
  [
    'to itself, for a cookie',
    w => w.answers.set(`GET ${PAGE}`, redirect('/#top', 302)),
    'page-reachable',
    'failed',
    `${SITE} redirects to ${SITE} (302) in a circle: ${SITE}, and so on.`,
    /cookie or a login, check without the page by --broker and --origin/,
  ],
  [
    'in a circle of two',
    w => w.answers.set(`GET ${PAGE}`, redirect('/de')).set(`GET ${SITE}/de`, redirect('/')),
    'page-reachable',
    'failed',
    `${SITE}/de redirects to ${SITE} (301) in a circle: ${SITE}, ${SITE}/de, and so on.`,
    /Fix the redirects/,
  ],
  [
    'too often',
    w => {
      w.answers.set(`GET ${PAGE}`, redirect('/1'));
      for (let i = 1; i < 29; i++) w.answers.set(`GET ${SITE}/${i}`, redirect(`/${i + 1}?key=s3cret`));
      for (let i = 1; i < 29; i++) w.answers.set(`GET ${SITE}/${i}?key=s3cret`, redirect(`/${i + 1}?key=s3cret`));
    },
    'page-reachable',
    'failed',
    `${SITE} redirects 20 times, and after that ${SITE}/20 still does, to ${SITE}/21 (301).`,
    /address at which the last one ends/,
  ],
  [
    'without saying where to',
    w => w.answers.set(`GET ${PAGE}`, () => ({ ok: true, reply: blank(PAGE, 302) })),
    'page-reachable',
    'failed',
    `${SITE} answers 302 and does not say where to.`,
    /send Location/,
  ],
  [
    'to an app',
    w => w.answers.set(`GET ${PAGE}`, redirect('shopapp://me:s3cret@open/it?token=1#x')),
    'page-reachable',
    'failed',
    `${SITE} redirects to "shopapp://open/it" (301), which is no http(s) address.`,
    /must be an https address/,
  ],
  [
    'to a server that does not run',
    w => {
      w.answers.set(`GET ${PAGE}`, redirect('https://gone.example/'));
      w.answers.set('GET https://gone.example/', () => ({ ok: false, cause: 'ECONNREFUSED' }));
    },
    'page-reachable',
    'failed',
    `${SITE} redirects, and https://gone.example cannot be fetched: nobody listens there.`,
    /Check the address/,
  ],
  [
    'to nothing',
    w => w.answers.set(`GET ${PAGE}`, redirect('/shop')),
    'page-reachable',
    'failed',
    `${SITE} redirects, and ${SITE}/shop answers 404.`,
    /Check the address/,
  ],
];

const FILES: readonly Case[] = [
  [
    'natter.js to plain http',
    w => {
      w.answers.set(`GET ${SCRIPT}`, redirect(`${HTTP}/n.js`));
      w.files.set(`${HTTP}/n.js`, { headers: {}, text: '' });
    },
    'script-reachable',
    'failed',
    `${SCRIPT} redirects to plain http, to ${HTTP}/n.js, which browsers block in an https page.`,
    /redirect to https/,
  ],
  [
    'natter.js in a circle',
    w => w.answers.set(`GET ${SCRIPT}`, redirect(SCRIPT, 307)),
    'script-reachable',
    'failed',
    `${SCRIPT} redirects to ${SCRIPT} (307) in a circle: ${SCRIPT}, and so on.`,
    /Fix the redirects/,
  ],
  [
    'natter.js to where it is not',
    w => w.answers.set(`GET ${SCRIPT}`, redirect('/new/natter.js')),
    'script-reachable',
    'failed',
    `${SCRIPT} redirects, and ${SITE}/new/natter.js answers 404.`,
    /Put natter\.js there/,
  ],
  [
    'the application to a login in a circle',
    w => w.answers.set(`GET ${APPLICATION}`, redirect('/login', 302)).set(`GET ${SITE}/login`, redirect('/login', 302)),
    'chunks',
    'failed',
    `${SITE}/login redirects to ${SITE}/login (302) in a circle: ${SITE}/login, and so on.`,
    /Fix the redirects/,
  ],
];

const SERVERS: readonly Case[] = [
  [
    'the broker to its new home',
    w => w.answers.set(`GET ${BROKER}/token`, redirect('https://talk.shop.example/v2/token?x=1', 308)),
    'broker-is-natter',
    'failed',
    `${BROKER}/token redirects to https://talk.shop.example/v2/token (308), which browsers do not follow here.`,
    /write https:\/\/talk\.shop\.example\/v2 into data-broker/,
  ],
  [
    'the broker by a proxy that adds slashes',
    w => w.answers.set(`GET ${BROKER}/token`, redirect('/token/')),
    'broker-is-natter',
    'failed',
    `${BROKER}/token redirects to ${BROKER}/token/ (301), which browsers do not follow here.`,
    /without redirects/,
  ],
  [
    'the browser’s question to the broker',
    w => w.answers.set(`OPTIONS ${BROKER}/token`, redirect('/login', 302)),
    'broker-cors',
    'failed',
    `The browser's question whether the page may ask fails: OPTIONS is redirected to ${BROKER}/login (302), which browsers do not follow.`,
    /hand OPTIONS/,
  ],
  [
    'the request for a token',
    w => w.answers.set(`POST ${BROKER}/token`, redirect('https://talk.shop.example/token', 307)),
    'token',
    'failed',
    `${BROKER}/token redirects to https://talk.shop.example/token (307), which browsers do not follow here.`,
    /write https:\/\/talk\.shop\.example into data-broker/,
  ],
  [
    'the request for a session',
    w => w.answers.set(`POST ${SESSIONS}`, redirect('https://eu.example.net/api/v1/sessions', 307)),
    'session',
    'failed',
    `${SESSIONS} redirects to https://eu.example.net/api/v1/sessions (307), and no session is made.`,
    /NATTER_PLATFORM_URL/,
  ],
  ...(
    [
      ['to another host', 'https://eu.example.net/ws', 'to https://eu.example.net/ws (302)'],
      ['within the host', '/login', 'to https://messaging.example.net/login (302)'],
      [
        'with secrets',
        `wss://me:s3cret@eu.example.net/ws?access_token=${TOKEN}#x`,
        'to "wss://eu.example.net/ws" (302)',
      ],
      ['with the token in its path', `https://eu.example.net/${TOKEN}/ws`, 'to https://eu.example.net (302)'],
      [
        'with the token hidden in its path',
        `/in/ws%3Faccess_token%3D${TOKEN}`,
        'to https://messaging.example.net (302)',
      ],
      ['with the token in no address', `app:open/${TOKEN}`, 'elsewhere (302)'],
      ['nowhere', undefined, 'to nowhere (302)'],
    ] as const
  ).map(
    ([how, location, where]): Case => [
      `the socket ${how}`,
      w => {
        w.opened = { ok: false, cause: 'refused', status: 302, ...(location !== undefined && { location }) };
      },
      'socket',
      'failed',
      `wss://messaging.example.net/ws redirects the socket ${where}, which browsers do not follow.`,
      /NATTER_PLATFORM_URL/,
    ],
  ),
];

const blank = (url: string, status: number) => ({
  url,
  via: [],
  status,
  headers: new Headers(),
  bytes: new Uint8Array(),
  text: '',
});

/** Redirects `start` to `end` in `times` steps. */
function chain(world: World, start: string, times: number, end: string): void {
  const steps = [start, ...Array.from({ length: times - 1 }, (_, i) => `${start}-${i + 1}`), end];
  steps.slice(0, -1).forEach((step, i) => {
    world.answers.set(`GET ${step}`, redirect(steps[i + 1] ?? end));
  });
}

describe('a redirect', () => {
  it.each([...PAGES, ...FILES, ...SERVERS])('%s: from where, to where, and what to do', async (...given) => {
    const [, plant, name, status, message, fix] = given;
    const world = createWorld();
    plant(world);
    const finding = findingOf(await examineWorld(world), name);
    expect(finding).toMatchObject({ status, message });
    expect(finding.fix).toMatch(fix);
  });

  it.each([
    ['with www', 'https://shop.example/', 'https://shop.example'],
    ['of http to https', `${HTTP}/`, HTTP],
    ['to a path', `${SITE}/old`, `${SITE}/old`],
  ])('%s is sound, and what answered in the end is told', async (_, target, told) => {
    const world = createWorld();
    world.answers.set(`GET ${target}`, redirect(PAGE));
    const examination = await examineWorld(world, { target });
    expect(findingOf(examination, 'page-reachable')).toMatchObject({
      status: 'ok',
      message: `${told} redirects, and ${SITE} answers 200.`,
    });
    expect(examination.findings.filter(each => each.status === 'failed')).toEqual([]);
  });

  it('redirects of page, script and application are followed as often as in a browser, 20 times', async () => {
    const world = createWorld();
    const [page, script, panel] = [`${SITE}/old`, SCRIPT, APPLICATION];
    chain(world, page, 20, PAGE);
    for (const address of [script, panel]) {
      const file = world.files.get(address);
      if (file) world.files.set(`${address}-end`, file);
      chain(world, address, 20, `${address}-end`);
    }
    const examination = await examineWorld(world, { target: page });
    expect(examination.findings.filter(each => each.status === 'failed')).toEqual([]);
    expect(findingOf(examination, 'page-reachable').message).toBe(`${page} redirects, and ${SITE} answers 200.`);
    expect(findingOf(examination, 'script-reachable').message).toBe(
      `${script} redirects, and ${script}-end answers 200.`,
    );
    chain(world, panel, 21, `${panel}-end`);
    const finding = findingOf(await examineWorld(world), 'chunks');
    expect(finding).toMatchObject({ status: 'failed', message: expect.stringContaining('redirects 20 times') });
  });

  it('a redirect of natter.js is fine if its chunks are beside src', async () => {
    const world = createWorld();
    world.answers.set(`GET ${SCRIPT}`, redirect('/v1/natter.js'));
    const file = world.files.get(SCRIPT);
    if (file) world.files.set(`${SITE}/v1/natter.js`, file);
    const examination = await examineWorld(world);
    expect(findingOf(examination, 'script-reachable').message).toBe(
      `${SCRIPT} redirects, and ${SITE}/v1/natter.js answers 200.`,
    );
    expect(findingOf(examination, 'chunks').status).toBe('ok');
  });
});

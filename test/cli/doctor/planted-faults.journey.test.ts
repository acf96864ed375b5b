/** A working installation, and the mistakes that people make, planted one by one. */

import { describe, expect, it } from 'vitest';
import { createBroker } from '../../../src/broker/handler.ts';
import { type CheckName, GROUPS, type Status } from '../../../src/cli/doctor/findings/findings.ts';
import {
  APPLICATION,
  BROKER,
  createWorld,
  examineWorld,
  fileOf,
  findingOf,
  moveToCdn,
  NOBODY,
  PAGE,
  PLATFORM,
  reply,
  SCRIPT,
  SITE,
  type World,
} from './fixtures/fake-world.ts';

/** The fault, the code that plants it, the check that finds it, its status, and patterns for its message and its fix. */
type Fault = readonly [string, (world: World) => void, CheckName, Status, RegExp, RegExp];

const tag = (attributes: string) => (world: World) => {
  world.tag = `<script src="/natter/natter.js" ${attributes}></script>`;
};
const withBroker = (rest: string) => tag(`async data-broker="${BROKER}" ${rest}`);
const policy = (text: string) => (world: World) => {
  world.pageHeaders['content-security-policy'] = text;
};
const header = (address: string, name: string, value: string) => (world: World) => {
  fileOf(world, address).headers[name] = value;
};

const PAGE_FAULTS: readonly Fault[] = [
  [
    'a page that is not there',
    w => w.answers.set(`GET ${PAGE}`, reply('', { status: 404 })),
    'page-reachable',
    'failed',
    /answers 404/,
    /Check the address/,
  ],
  [
    'a page behind a login',
    w => w.answers.set(`GET ${PAGE}`, reply('', { status: 401 })),
    'page-reachable',
    'failed',
    /401/,
    /--broker and --origin/,
  ],
  [
    'a server that does not run',
    w => w.answers.set(`GET ${PAGE}`, NOBODY('ECONNREFUSED')),
    'page-reachable',
    'failed',
    /nobody listens/,
    /Check the address/,
  ],
  [
    'a page that is JSON',
    w => {
      w.pageHeaders['content-type'] = 'application/json';
    },
    'page-html',
    'failed',
    /application\/json/,
    /text\/html/,
  ],
];

const TAG_FAULTS: readonly Fault[] = [
  [
    'no tag',
    w => {
      w.tag = '';
    },
    'script-tag',
    'failed',
    /no script tag/,
    /^If a script of the page makes it \(React, a tag manager\), .* --broker; only if none does, add the tag\.$/,
  ],
  [
    'a tag that a script makes',
    w => {
      w.tag = `<script>document.head.append(make("/natter.js"))</script>`;
    },
    'script-tag',
    'failed',
    /by no script tag/,
    /--broker/,
  ],
  [
    'a tag in a comment',
    w => {
      w.tag = `<!-- ${w.tag} -->`;
    },
    'script-tag',
    'failed',
    /comment/,
    /out of there/,
  ],
  [
    'a tag in a template',
    w => {
      w.tag = `<template>${w.tag}</template>`;
    },
    'script-tag',
    'failed',
    /template/,
    /out of there/,
  ],
  [
    'two tags',
    w => {
      w.body = w.tag;
    },
    'script-once',
    'failed',
    /2 script tags/,
    /Remove all but one/,
  ],
  [
    'type="module"',
    withBroker('type="module"'),
    'script-loading',
    'warning',
    /finds it only by the name natter\.js\.$/,
    /Remove type="module"/,
  ],
  [
    'type="module" and another name',
    w => {
      w.files.set(`${SITE}/natter/chat.js`, fileOf(w, SCRIPT));
      w.tag = `<script type="module" src="/natter/chat.js" data-broker="${BROKER}"></script>`;
    },
    'script-loading',
    'failed',
    /this file does not have: none of its attributes count/,
    /Remove type="module"/,
  ],
  [
    'a type that consent tools write',
    withBroker('type="text/plain"'),
    'script-loading',
    'warning',
    /keeps browsers from running/,
    /Remove the type/,
  ],
  ['no async', tag(`data-broker="${BROKER}"`), 'script-loading', 'warning', /stands still/, /async/],
  [
    'a misspelt attribute',
    withBroker('data-colour="#fff"'),
    'attributes',
    'warning',
    /no data-colour, nearest is data-color/,
    /spelling/,
  ],
  [
    'pictures from what is no origin',
    withBroker('data-image-origins="https://cdn.example.com, foo"'),
    'attributes',
    'warning',
    /in data-image-origins foo is no origin such as/,
    /spelling/,
  ],
  [
    'a wrong value',
    withBroker('data-theme="drak"'),
    'attributes',
    'warning',
    /data-theme must be one of auto, light, dark/,
    /default/,
  ],
  [
    'a colour without its mark',
    withBroker('data-color="0b5d4d"'),
    'attributes',
    'warning',
    /data-color is no CSS colour/,
    /spelling/,
  ],
  [
    'inline without a target',
    withBroker('data-render-mode="inline"'),
    'attributes',
    'warning',
    /needs a data-target/,
    /spelling/,
  ],
  [
    'plain http in an https page',
    w => {
      w.tag = w.tag.replace('src="/', `src="${SITE.replace('https', 'http')}/`);
    },
    'mixed-content',
    'failed',
    /browsers block/,
    /https into src/,
  ],
];

const FILE_FAULTS: readonly Fault[] = [
  ['no natter.js', w => w.files.delete(SCRIPT), 'script-reachable', 'failed', /answers 404/, /Put natter\.js there/],
  [
    'a page in place of natter.js',
    w => w.files.set(SCRIPT, { headers: { 'content-type': 'text/html' }, text: '<!doctype html><p>Shop' }),
    'script-is-natter',
    'failed',
    /HTML page/,
    /natter\.js of the package/,
  ],
  [
    'another script',
    w => {
      fileOf(w, SCRIPT).text = 'alert(1)';
    },
    'script-is-natter',
    'failed',
    /not natter\.js/,
    /natter\.js of the package/,
  ],
  [
    'a type that browsers guess',
    header(SCRIPT, 'content-type', 'text/plain'),
    'script-type',
    'warning',
    /guess/,
    /text\/javascript/,
  ],
  [
    'a type that browsers may not guess',
    w => {
      fileOf(w, SCRIPT).headers = { 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' };
    },
    'script-type',
    'failed',
    /refuse/,
    /text\/javascript/,
  ],
  [
    'natter.js kept for a year',
    header(SCRIPT, 'cache-control', 'max-age=31536000, immutable'),
    'script-cache',
    'warning',
    /365 days/,
    /no-cache/,
  ],
  [
    'natter.js without a lifetime',
    w => {
      delete fileOf(w, SCRIPT).headers['cache-control'];
    },
    'script-cache',
    'warning',
    /makes one up/,
    /no-cache/,
  ],
  [
    'natter.js without a lifetime, of a file that is old',
    w => {
      delete fileOf(w, SCRIPT).headers['cache-control'];
      fileOf(w, SCRIPT).headers['last-modified'] = 'Sat, 26 Oct 1985 08:15:00 GMT';
      fileOf(w, SCRIPT).headers.date = 'Thu, 26 Oct 2045 08:15:00 GMT';
    },
    'script-cache',
    'warning',
    /a tenth of its age, which is 2191 days/,
    /no-cache/,
  ],
  [
    'the integrity of another file',
    withBroker('integrity="sha384-AAAA"'),
    'script-integrity',
    'failed',
    /not that of the file/,
    /integrity="sha384-/,
  ],
  [
    'integrity without crossorigin',
    w => {
      withBroker('integrity="sha384-AAAA"')(w);
      moveToCdn(w);
    },
    'script-integrity',
    'failed',
    /needs crossorigin/,
    /crossorigin="anonymous"/,
  ],
  [
    'no chunks',
    w => w.files.delete(APPLICATION),
    'chunks',
    'failed',
    /natter-app-CaZBZNUC\.js answers 404/,
    /beside natter\.js/,
  ],
  [
    'a page in place of a chunk',
    w => {
      fileOf(w, APPLICATION).text = '<!doctype html>';
    },
    'chunks',
    'failed',
    /HTML page/,
    /beside natter\.js/,
  ],
  [
    'a chunk that is text',
    header(APPLICATION, 'content-type', 'text/plain'),
    'chunks-type',
    'failed',
    /refuse modules/,
    /text\/javascript/,
  ],
  [
    'chunks without leave',
    w => {
      moveToCdn(w);
      delete fileOf(w, APPLICATION).headers['access-control-allow-origin'];
    },
    'chunks-cors',
    'failed',
    /without leave for https:\/\/www\.shop\.example/,
    /Access-Control-Allow-Origin: \*/,
  ],
  [
    'chunks that are not kept',
    header(APPLICATION, 'cache-control', 'no-store'),
    'chunks-cache',
    'warning',
    /never changes/,
    /immutable/,
  ],
];

const TWICE = {
  status: 204,
  headers: { 'access-control-allow-origin': `${SITE}, *`, 'access-control-allow-headers': 'content-type' },
};

const BROKER_FAULTS: readonly Fault[] = [
  ['no data-broker', tag('async'), 'broker-address', 'failed', /no data-broker/, /data-broker/],
  [
    'a broker over plain http',
    tag('async data-broker="http://chat.shop.example"'),
    'broker-address',
    'failed',
    /plain http/,
    /https/,
  ],
  [
    'half an address',
    tag('async data-broker="chat.shop.example"'),
    'broker-address',
    'failed',
    /no whole address/,
    /https/,
  ],
  [
    'the path of an answer',
    tag(`async data-broker="${BROKER}/token"`),
    'broker-address',
    'failed',
    /path of one of its answers/,
    /leave the last part off/,
  ],
  [
    "the developer's own machine",
    tag('async data-broker="http://localhost:4000"'),
    'broker-address',
    'failed',
    /their own machine/,
    /data-broker/,
  ],
  [
    'a misspelt broker in NatterSettings',
    w => {
      w.tag = `<script>window.NatterSettings = { /* ours */ 'brokr': '${BROKER}', texts: { send: 'Go' } };</script>`;
      w.tag += '<script async src="/natter/natter.js"></script>';
    },
    'attributes',
    'warning',
    /^In NatterSettings there is no brokr, nearest is broker\.$/,
    /spelling/,
  ],
  [
    'a wrong value in NatterSettings beside a misspelt attribute',
    w => {
      w.tag = `<script>NatterSettings = { theme: "drak", sound: on, color: \`#123\`, beforeSend(m) { return m; } }</script>`;
      w.tag += `<script async src="/natter/natter.js" data-broker="${BROKER}" data-colour="red"></script>`;
    },
    'attributes',
    'warning',
    /^In the tag there is no data-colour, nearest is data-color\. In NatterSettings theme must be one of auto, light, dark\.$/,
    /spelling/,
  ],
  [
    'a proxy that removes the header Origin',
    w =>
      w.answers.set(`POST ${BROKER}/token`, async init => {
        const bare = new Request(`${BROKER}/token`, { method: 'POST', body: '{}' });
        const response = await createBroker(w.brokerOptions).fetch(bare);
        return reply(await response.text(), { status: response.status })(init);
      }),
    'broker-origin',
    'failed',
    /reached the broker without the header Origin/,
    /hand the header Origin on/,
  ],
  [
    'a broker that does not run',
    w => w.answers.set(`GET ${BROKER}/health`, NOBODY('ECONNREFUSED')),
    'broker-reachable',
    'failed',
    /nobody listens/,
    /Start the broker/,
  ],
  [
    'a broker whose name is unknown',
    w => w.answers.set(`GET ${BROKER}/health`, NOBODY('ENOTFOUND')),
    'broker-reachable',
    'failed',
    /name is not known/,
    /Start the broker/,
  ],
  [
    'a shop in place of the broker',
    w => w.answers.set(`GET ${BROKER}/token`, reply('<html>', { status: 404 })),
    'broker-is-natter',
    'failed',
    /not a broker of Natter/,
    /Check the address/,
  ],
  [
    'the platform in place of the broker',
    w => w.answers.set(`GET ${BROKER}/token`, reply('{"error":"not found"}', { status: 404 })),
    'broker-is-natter',
    'failed',
    /like the platform itself/,
    /not the platform's/,
  ],
  [
    'a proxy without a broker behind it',
    w => w.answers.set(`GET ${BROKER}/token`, reply('Bad gateway', { status: 502 })),
    'broker-is-natter',
    'failed',
    /answers 502/,
    /Start the broker/,
  ],
  [
    'an origin that is not allowed',
    w => {
      w.brokerOptions.allowedOrigins = ['https://shop.example'];
    },
    'broker-origin',
    'failed',
    /https:\/\/www\.shop\.example/,
    /NATTER_ALLOWED_ORIGINS/,
  ],
  [
    'a proxy that answers OPTIONS itself',
    w => w.answers.set(`OPTIONS ${BROKER}/token`, reply('', { status: 405 })),
    'broker-cors',
    'failed',
    /OPTIONS is answered with 405/,
    /hand OPTIONS/,
  ],
  [
    'a proxy that adds a header of its own',
    w => w.answers.set(`OPTIONS ${BROKER}/token`, reply('', TWICE)),
    'broker-cors',
    'failed',
    /comes twice/,
    /add none of its own/,
  ],
  [
    'credentials that the platform refuses',
    w => {
      w.brokerOptions.fetch = async () => Response.json({ error: 'x' }, { status: 401 });
    },
    'token',
    'failed',
    /refuses the broker's credentials/,
    /NATTER_CONNECTOR_TOKEN/,
  ],
  [
    'a broker that wants a proof',
    w => {
      w.brokerOptions.challenge = 'always';
    },
    'token',
    'warning',
    /wants a proof before it gives a token/,
    /NATTER_CHALLENGE=off/,
  ],
  [
    'a broker for signed-in visitors only',
    w => {
      w.brokerOptions.authorize = () => false;
    },
    'token',
    'warning',
    /to signed-in visitors only/,
    /serves anonymous visitors/,
  ],
  [
    'a platform that the broker does not reach',
    w => {
      w.brokerOptions.fetch = async () => {
        throw new TypeError('failed');
      };
    },
    'token',
    'failed',
    /does not reach the platform/,
    /NATTER_PLATFORM_URL/,
  ],
];

const SESSIONS = `${PLATFORM}/api/v1/sessions`;
const PROBE = `${BROKER}/probe`;

const PLATFORM_FAULTS: readonly Fault[] = [
  [
    'a platform on the own machine',
    w => {
      w.brokerOptions.platformUrl = 'http://localhost:4100';
    },
    'platform-address',
    'failed',
    /their own machine/,
    /NATTER_PLATFORM_URL/,
  ],
  [
    'a platform that no page may ask',
    w => w.answers.set(`OPTIONS ${SESSIONS}`, reply('', { status: 403 })),
    'platform-cors',
    'failed',
    /OPTIONS is answered with 403/,
    /authorization and content-type/,
  ],
  [
    'a platform that makes no session',
    w => w.answers.set(`POST ${SESSIONS}`, reply('{"error":"Invalid access token"}', { status: 401 })),
    'session',
    'failed',
    /401, "Invalid access token"/,
    /same platform/,
  ],
  [
    'a socket that is refused',
    w => {
      w.opened = { ok: false, cause: 'refused', status: 500 };
    },
    'socket',
    'failed',
    /refused with 500/,
    /platform's logs/,
  ],
  [
    'a proxy that knows no sockets',
    w => {
      w.opened = { ok: false, cause: 'refused', status: 426 };
    },
    'socket',
    'failed',
    /refused with 426/,
    /Upgrade and Connection/,
  ],
  [
    'a firewall',
    w => {
      w.opened = { ok: false, cause: 'timeout', status: undefined };
    },
    'socket',
    'failed',
    /no answer in time/,
    /firewall/,
  ],
  [
    'a proxy before the broker that does not know the probe',
    w => {
      for (const method of ['OPTIONS', 'POST'])
        w.answers.set(`${method} ${PROBE}`, reply('<h1>404</h1>', { status: 404 }));
    },
    'probe',
    'failed',
    /may not ask for it: OPTIONS is answered with 404/,
    /hand \/probe on/,
  ],
  [
    'a proxy before the broker that takes the probe for something else',
    w => w.answers.set(`POST ${PROBE}`, reply('<h1>OK</h1>', { headers: { 'access-control-allow-origin': '*' } })),
    'probe',
    'failed',
    /answered with 200, and not by the broker/,
    /hand \/probe on/,
  ],
  [
    'a proxy before the broker that lets no page read the probe',
    w => w.answers.set(`POST ${PROBE}`, reply('{"status":101}')),
    'probe',
    'failed',
    /may not ask for it: there is no Access-Control-Allow-Origin/,
    /hand \/probe on/,
  ],
  [
    'a broker that hangs up on the probe',
    w => w.answers.set(`POST ${PROBE}`, NOBODY('ECONNRESET')),
    'probe',
    'failed',
    /was asked to try the socket: the connection was cut/,
    /log of the broker/,
  ],
  [
    'a broker that may not open sockets',
    w => {
      w.brokerOptions.handshake = async () => {
        throw new TypeError('failed');
      };
    },
    'probe',
    'failed',
    /does not reach the platform's socket/,
    /probe_unanswered/,
  ],
  [
    'a broker that is refused the socket',
    w => {
      w.brokerOptions.handshake = async () => ({ status: 403, retryAfter: null });
    },
    'probe',
    'failed',
    /is refused the socket with 403/,
    /NATTER_PLATFORM_URL/,
  ],
  [
    'too many probes',
    w =>
      w.answers.set(
        `POST ${PROBE}`,
        reply('{"error":{"code":"rate_limited","message":"Wait."}}', {
          status: 429,
          headers: { 'access-control-allow-origin': '*' },
        }),
      ),
    'probe',
    'warning',
    /asked too often/,
    /Wait a minute/,
  ],
  ['no agent', w => w.says.delete('AGENT_JOIN'), 'join', 'warning', /did not in time/, /agent is deployed/],
  [
    'an end that is not heard of',
    w => w.says.delete('END_SESSION'),
    'session-end',
    'warning',
    /did not say/,
    /by itself/,
  ],
];

const POLICY_FAULTS: readonly Fault[] = [
  [
    'script-src without the site',
    policy("script-src 'none'"),
    'csp-script',
    'failed',
    /script-src .* refuses natter\.js/,
    /Add https:\/\/www\.shop\.example to script-src/,
  ],
  [
    'script-src that forgets the chunks',
    policy(`script-src ${SCRIPT}`),
    'csp-script',
    'failed',
    /or its chunks/,
    /to script-src/,
  ],
  [
    'strict-dynamic without the nonce',
    policy("script-src 'strict-dynamic' 'nonce-abc' https:"),
    'csp-script',
    'failed',
    /refuses/,
    /nonce of the page/,
  ],
  [
    'a policy in a meta element',
    w => {
      w.tag = `<meta http-equiv="Content-Security-Policy" content="script-src 'none'">${w.tag}`;
    },
    'csp-script',
    'failed',
    /refuses/,
    /to script-src/,
  ],
  [
    'connect-src without the broker',
    policy(`connect-src 'self' ${PLATFORM} wss://messaging.example.net`),
    'csp-connect',
    'failed',
    /https:\/\/chat\.shop\.example/,
    /Add https:\/\/chat\.shop\.example to connect-src/,
  ],
  [
    "connect-src without the platform's wss",
    policy('connect-src https:'),
    'csp-connect',
    'failed',
    /refuses wss:\/\/messaging\.example\.net/,
    /Add wss:\/\/messaging\.example\.net to connect-src/,
  ],
  [
    'default-src alone',
    policy("default-src 'self'"),
    'csp-connect',
    'failed',
    /default-src/,
    /connect-src 'self' https:\/\/chat\.shop\.example https:\/\/messaging\.example\.net wss:\/\/messaging\.example\.net/,
  ],
  [
    'img-src without the avatar',
    w => {
      withBroker('data-avatar="https://img.example/a.png"')(w);
      policy("img-src 'self'")(w);
    },
    'csp-img',
    'warning',
    /https:\/\/img\.example/,
    /to img-src/,
  ],
  [
    'a nonce that is not in the policy',
    w => {
      withBroker('data-nonce="old"')(w);
      policy("style-src 'nonce-new'")(w);
    },
    'csp-style',
    'warning',
    /none of the nonces/,
    /data-nonce/,
  ],
  ['a sandbox', policy('sandbox allow-scripts'), 'csp-sandbox', 'failed', /allow-same-origin/, /Add allow-same-origin/],
  [
    'a sandbox in which no link opens',
    policy('sandbox allow-scripts allow-same-origin allow-downloads'),
    'csp-sandbox',
    'warning',
    /allow-popups: links open nothing/,
    /Add allow-popups to/,
  ],
  [
    'a policy that only reports',
    w => {
      w.pageHeaders['content-security-policy-report-only'] = "connect-src 'self'";
    },
    'csp-report-only',
    'warning',
    /connect-src/,
    /Before it is enforced/,
  ],
];

describe('a sound installation', () => {
  it('a sound installation passes every check that applies', async () => {
    const { findings } = await examineWorld(createWorld());
    const rest = findings.filter(each => each.status !== 'ok').map(each => `${each.status} ${each.name}`);
    expect(rest).toEqual(['skipped chunks-cors', ...GROUPS.services.map(name => `skipped ${name}`)]);
  });

  it('a sound installation passes on a CDN, with integrity, under a strict policy', async () => {
    const world = createWorld();
    moveToCdn(world);
    world.tag = world.tag.replace('async', 'async crossorigin nonce="r4nd0m" data-nonce="r4nd0m"');
    world.pageHeaders['content-security-policy'] = [
      "default-src 'none'",
      "script-src 'nonce-r4nd0m' 'strict-dynamic'",
      "style-src 'nonce-r4nd0m'",
      `connect-src ${BROKER} ${PLATFORM} wss://messaging.example.net`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; ');
    const { findings } = await examineWorld(world);
    expect(findings.filter(each => each.status !== 'ok').map(each => each.name)).toEqual([...GROUPS.services]);
  });

  it.each([
    'https://cdn.example.com https://img.example.com',
    'https://cdn.example.com, https://img.example.com',
    'https://cdn.example.com/ https://img.example.com/',
  ])('reads the origins of pictures as the widget does: %s', async origins => {
    const world = createWorld();
    withBroker(`data-image-origins="${origins}"`)(world);
    policy('img-src https://cdn.example.com https://img.example.com')(world);
    const both = await examineWorld(world);
    expect(['attributes', 'csp-img'].map(name => findingOf(both, name as CheckName).status)).toEqual(['ok', 'ok']);
    policy('img-src https://cdn.example.com')(world);
    const one = findingOf(await examineWorld(world), 'csp-img');
    expect(one.status).toBe('warning');
    expect(one.message).toMatch(/ from https:\/\/img\.example\.com\.$/);
  });
});

describe('a planted fault', () => {
  const faults = [
    ...PAGE_FAULTS,
    ...TAG_FAULTS,
    ...FILE_FAULTS,
    ...BROKER_FAULTS,
    ...PLATFORM_FAULTS,
    ...POLICY_FAULTS,
  ];

  it.each(faults)('%s', async (_, plant, name, status, cause, fix) => {
    const world = createWorld();
    plant(world);
    const examination = await examineWorld(world);
    const finding = findingOf(examination, name);
    expect(finding).toMatchObject({ status });
    expect(finding.message).toMatch(cause);
    expect(finding.fix).toMatch(fix);
    expect(finding.message).toMatch(/^[^\n]+\.$/);
    expect(finding.fix).toMatch(/^[^\n]+\.$/);
    // No other check fails: those that depend on this one are skipped.
    const blamed = examination.findings.filter(each => each.status === 'failed').map(each => each.name);
    expect(blamed.filter(each => each !== name && !ALSO[name]?.includes(each))).toEqual([]);
  });
});

/** Checks that cannot help failing together with another. */
const ALSO: Partial<Record<CheckName, readonly CheckName[]>> = {
  // At the same address with plain http this world serves nothing.
  'mixed-content': ['script-reachable', 'csp-script'],
  // A directive that falls back to default-src shares its fault with the others that do.
  'csp-connect': ['csp-script'],
  attributes: ['broker-address'],
};

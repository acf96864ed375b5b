/** The command around the checks: arguments, exit codes, both forms of the report, and secrets that must never appear in it. */

import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../src/cli/doctor/arguments.ts';
import { GROUPS } from '../../../src/cli/doctor/findings/findings.ts';
import { attributeFaults, attributeName } from '../../../src/cli/doctor/page/attribute-checks.ts';
import { acceptSettings, RULES } from '../../../src/widget/settings/options.ts';
import {
  BROKER,
  createWorld,
  examineWorld,
  findingOf,
  NOBODY,
  PAGE,
  PLATFORM,
  reply,
  runDoctor,
  SITE,
  TOKEN,
} from './fixtures/fake-world.ts';

const NAMES: readonly string[] = Object.values(GROUPS).flat();

describe('natter doctor', () => {
  it('a sound installation: exit code 0', async () => {
    const { code, printed, complained } = await runDoctor(createWorld(), PAGE);
    expect({ code, complained }).toEqual({ code: 0, complained: [] });
    expect(printed.at(-1)).toBe('38 ok, 0 warning, 0 failed, 6 skipped');
  });

  it('warnings alone are no failure, a failure is exit code 1', async () => {
    const world = createWorld();
    world.says.delete('AGENT_JOIN');
    expect((await runDoctor(world, PAGE)).code).toBe(0);
    world.brokerOptions.allowedOrigins = ['https://else.example'];
    const { code, printed } = await runDoctor(world, PAGE);
    expect(code).toBe(1);
    const line = printed.findIndex(each => /^ {2}failed {3}broker-origin/.test(each));
    expect(printed[line + 1]).toMatch(/^ +Add https:\/\/www\.shop\.example to NATTER_ALLOWED_ORIGINS/);
  });

  it.each([
    [[], 'Which page'],
    [['shop example'], 'not an http(s) address'],
    [['ftp://shop.example'], 'not an http(s) address'],
    [[PAGE, PAGE], 'one address'],
    [[PAGE, '--orign', SITE], "Unknown option '--orign'"],
    [[PAGE, '--origin', 'file://'], '--origin must be'],
    [[PAGE, '--origin', `${SITE}/cart`], '--origin must be'],
    [[PAGE, '--broker', '/api/chat'], '--broker must be an http(s) address'],
    [[PAGE, '--broker', 'wss://chat.example'], '--broker must be an http(s) address'],
    [['--broker', '', '--origin', SITE], '--broker must be an http(s) address'],
    [[PAGE, '--timeout', 'soon'], '--timeout must be'],
    [[PAGE, '--timeout', '0'], '--timeout must be'],
    [[PAGE, '--timeout', '9999'], '--timeout must be'],
  ])('%j is a wrong call: says why, prints the usage, exit code 2', async (args, why) => {
    const { code, complained, printed } = await runDoctor(createWorld(), ...args);
    expect(code).toBe(2);
    expect(complained[0]).toContain(why);
    expect(complained[1]).toContain('Usage: natter doctor');
    expect(printed).toEqual([]);
  });

  it.each([
    [['shop.example'], { target: 'https://shop.example' }],
    [['localhost:5173/shop'], { target: 'http://localhost:5173/shop' }],
    [
      ['shop.example', '--broker', 'chat.example', '--origin', 'www.shop.example'],
      { broker: 'https://chat.example', origin: 'https://www.shop.example' },
    ],
    [[BROKER, '--origin', 'capacitor://localhost'], { target: BROKER, origin: 'capacitor://localhost' }],
  ])('in %j an address without a scheme is https, or http on this machine, and an app has an origin', (args, call) => {
    expect(readArguments(args)).toMatchObject({ call });
  });

  it('a broker that no page could use is no wrong call, but a failure', async () => {
    const { code, complained, printed } = await runDoctor(createWorld(), PAGE, '--broker', 'http://chat.example');
    expect({ code, complained }).toEqual({ code: 1, complained: [] });
    expect(printed.join('\n')).toMatch(/failed +broker-address/);
  });

  it.each([[['--help']], [[PAGE, '-h']]])('%j prints the usage and asks nobody', async args => {
    const world = createWorld();
    const { code, printed } = await runDoctor(world, ...args);
    expect(code).toBe(0);
    expect(printed.join()).toContain('Usage: natter doctor');
    expect(world.socketLog).toEqual([]);
  });
});

describe('the report', () => {
  it.each([
    ['a sound installation', () => createWorld(), [PAGE]],
    ['a page that is not there', () => spoilt(`GET ${PAGE}`), [PAGE]],
    ['a broker alone', () => createWorld(), [BROKER]],
    ['a broker that is not there', () => spoilt(`GET ${BROKER}/health`), [PAGE]],
  ])('%s: every check once, in one order, and no empty word', async (_, world, args) => {
    const { printed } = await runDoctor(world(), ...args, '--json');
    const report = JSON.parse(printed.join('\n'));
    expect(report.checks.map((each: { name: string }) => each.name)).toEqual(NAMES);
    for (const each of report.checks) {
      expect(each.message).toMatch(/\S.*\.$/);
      const needsMend = each.status === 'warning' || each.status === 'failed';
      expect(typeof each.mend).toBe(needsMend ? 'string' : 'object');
    }
  });

  it('a check that could not run names the failure before it', async () => {
    const examination = await examineWorld(spoilt(`GET ${BROKER}/health`));
    for (const name of ['broker-origin', 'token', 'session', 'socket'] as const) {
      expect(findingOf(examination, name)).toMatchObject({
        status: 'skipped',
        message: expect.stringContaining('broker-reachable'),
      });
    }
  });

  it('--json has the documented shape', async () => {
    const { printed, code } = await runDoctor(createWorld(), `${PAGE}`, '--json');
    const report = JSON.parse(printed.join('\n'));
    expect(code).toBe(0);
    expect(report).toMatchObject({
      version: 1,
      at: '2030-01-01T00:00:00.000Z',
      page: SITE,
      origin: SITE,
      broker: BROKER,
      platform: PLATFORM,
      healthy: true,
      counts: { ok: 38, warning: 0, failed: 0, skipped: 6 },
    });
    expect(Object.keys(report)).toEqual([
      'version',
      'at',
      'page',
      'origin',
      'broker',
      'platform',
      'healthy',
      'counts',
      'checks',
    ]);
    expect(report.checks[0]).toEqual({
      name: 'page-reachable',
      group: 'page',
      status: 'ok',
      message: `${SITE} answers 200.`,
      mend: null,
    });
    for (const each of report.checks) expect(Object.keys(each)).toEqual(['name', 'group', 'status', 'message', 'mend']);
  });

  it('unknown values are null, and a fault is not healthy', async () => {
    const { printed } = await runDoctor(spoilt(`GET ${PAGE}`), PAGE, '--json');
    const report = JSON.parse(printed.join('\n'));
    expect(report).toMatchObject({ page: null, broker: null, platform: null, healthy: false });
  });

  it.each([[[]], [['--json']]])(
    'the report contains neither token nor ticket, even if the platform quotes the token %j',
    async more => {
      const world = createWorld();
      world.answers.set(`POST ${PLATFORM}/api/v1/sessions`, init => {
        const said = JSON.stringify({ error: `no such token: ${init.headers?.Authorization}` });
        return reply(said, { status: 401 })(init);
      });
      const issued = await examineWorld(world);
      const ticket = issued.secrets[1] ?? '';
      const { printed, complained } = await runDoctor(world, PAGE, ...more);
      const text = [...printed, ...complained].join('\n');
      expect(text).toContain('Bearer (hidden)');
      expect(text).not.toContain(TOKEN);
      expect(ticket).not.toBe('');
      expect(text).not.toContain(ticket);
      expect(text).not.toContain('connector-SECRET');
    },
  );

  it('nothing that a terminal obeys, however long, and no query of an address', async () => {
    const world = createWorld();
    const hostile = `\u001b[2J\u009b31m\u202e${'x'.repeat(5000)}`;
    world.answers.set(`POST ${PLATFORM}/api/v1/sessions`, reply(JSON.stringify({ error: hostile }), { status: 500 }));
    world.answers.set(`GET ${PAGE}?key=s3cret`, reply('', { status: 500 }));
    const text = (await runDoctor(world, PAGE)).printed.join('\n');
    expect(text).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
    expect(Math.max(...text.split('\n').map(line => line.length))).toBeLessThan(400);
    expect((await runDoctor(world, `${PAGE}?key=s3cret`)).printed.join('\n')).not.toContain('s3cret');
  });
});

const spoilt = (request: string) => {
  const world = createWorld();
  world.answers.set(request, NOBODY('ECONNREFUSED'));
  return world;
};

describe('pages that hide their tag', () => {
  it('--broker checks broker and platform for the origin of a page whose tag a script makes', async () => {
    const world = createWorld();
    world.tag = '<script src="/tag-manager.js"></script>';
    const before = await examineWorld(world);
    expect(findingOf(before, 'token').status).toBe('skipped');
    const after = await examineWorld(world, { broker: BROKER });
    expect(findingOf(after, 'broker-origin').status).toBe('ok');
    expect(findingOf(after, 'session-end').status).toBe('ok');
    expect(findingOf(after, 'csp-connect').status).toBe('ok');
  });

  it('the address of a broker is told by how it answers; --origin says for whom', async () => {
    const alone = await examineWorld(createWorld(), { target: BROKER });
    expect(findingOf(alone, 'broker-is-natter').status).toBe('ok');
    expect(findingOf(alone, 'broker-origin')).toMatchObject({
      status: 'warning',
      fix: expect.stringContaining('--origin'),
    });
    const asked = await examineWorld(createWorld(), { target: BROKER, origin: SITE });
    expect(findingOf(asked, 'session-end').status).toBe('ok');
    expect(findingOf(asked, 'page-reachable').status).toBe('skipped');
  });

  it('a page whose script names its settings without end is read in time', async () => {
    const world = createWorld();
    world.tag = `<script>${'NatterSettings='.repeat(20_000)}</script>${world.tag}`;
    const startedAt = performance.now();
    const examination = await examineWorld(world);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect(findingOf(examination, 'token').status).toBe('ok');
  });

  it('NatterSettings beats the attribute, as in the page', async () => {
    const world = createWorld();
    world.tag = `<script>window.NatterSettings = { title: 'Hi', broker: '${BROKER}' };</script>${world.tag.replace(BROKER, 'https://old.example')}`;
    expect((await examineWorld(world)).broker).toBe(BROKER);
  });

  it('an element needs no tag', async () => {
    const world = createWorld();
    world.tag = '';
    world.body = `<natter-chat id="chat" broker="${BROKER}" render-mode="inline" target="#chat" colour="red"></natter-chat>`;
    const examination = await examineWorld(world);
    expect(findingOf(examination, 'script-tag').status).toBe('ok');
    expect(findingOf(examination, 'attributes').message).toContain('nearest is color');
    expect(findingOf(examination, 'session-end').status).toBe('ok');
  });

  it.each([
    ['colour="red"', /^In natter-chat there is no colour, nearest is color\.$/],
    ['theme="drak"', /^In natter-chat theme must be one of auto, light, dark\.$/],
    ['texts="{}"', /^In natter-chat texts has no effect, because only a property can carry it\.$/],
    ['render-mode="inline" onmessage="heard()"', /^No name is misspelt/],
    ['data-theme="dark" data-of-the-page="1"', /^In natter-chat data-theme has no effect: write theme\.$/],
  ])('an element’s attributes are named as they are written there: %s', async (written, words) => {
    const world = createWorld();
    world.tag = '';
    world.body = `<natter-chat broker="${BROKER}" ${written}></natter-chat>`;
    expect(findingOf(await examineWorld(world), 'attributes').message).toMatch(words);
  });

  it.each([
    ['/', 'https://www.shop.example'],
    ['/api/chat', 'https://www.shop.example/api/chat'],
  ])('a path as the broker, %s, is on the site of the page', async (written, broker) => {
    const world = createWorld();
    world.tag = world.tag.replace(BROKER, written);
    const examination = await examineWorld(world);
    expect(examination.broker).toBe(broker);
    expect(findingOf(examination, 'broker-address').status).toBe('ok');
  });

  it.each(['', `data-broker="${BROKER}"`, 'broker="chat"'])(
    'an element without a usable broker is told to write one into broker: %s',
    async written => {
      const world = createWorld();
      world.tag = '';
      world.body = `<natter-chat ${written}></natter-chat>`;
      const { message, fix } = findingOf(await examineWorld(world), 'broker-address');
      expect(`${message} ${fix}`).toMatch(/ broker[,. ]/);
      expect(`${message} ${fix}`).not.toMatch(/data-broker/);
    },
  );

  it.each(['', '<script>insert("/natter/natter.js")</script>'])(
    'with --broker a page without a tag is no failure: %j',
    async tag => {
      const world = createWorld();
      world.tag = tag;
      const { code, printed } = await runDoctor(world, PAGE, '--broker', BROKER);
      expect(printed.filter(line => /^ {2}failed/.test(line))).toEqual([]);
      expect(printed.find(line => line.includes(' script-tag '))).toMatch(/skipped.*tag manager/);
      expect(printed.find(line => line.includes(' session-end '))).toMatch(/ ok /);
      expect(code).toBe(0);
      expect((await runDoctor(world, PAGE)).code).toBe(1);
    },
  );

  it.each([
    ['data-gtmsrc', 'false', /^No name is misspelt/],
    ['data-nominal', '1', /^No name is misspelt/],
    ['data-foo', '', /^No name is misspelt/],
    ['data-brocker', 'x', /nearest is data-broker\.$/],
    ['data-autoopen', '', /nearest is data-auto-open\.$/],
    ['data-mode', 'inline', /nearest is data-render-mode\.$/],
  ])(
    'the doctor reports %s only if an attribute has a similar name, and names that one',
    async (name, value, words) => {
      const world = createWorld();
      world.tag = world.tag.replace('async', `async ${name}="${value}"`);
      expect(findingOf(await examineWorld(world), 'attributes').message).toMatch(words);
    },
  );

  it('addresses are resolved as the page resolves them', async () => {
    const world = createWorld();
    world.tag = `<base href="/natter/">${world.tag.replace('/natter/natter.js', 'natter.js')}`;
    expect(findingOf(await examineWorld(world), 'chunks').status).toBe('ok');
  });
});

describe('at the platform', () => {
  it('the agent is asked to join, the session is ended, and the socket closed, in this order', async () => {
    const world = createWorld();
    await examineWorld(world);
    expect(world.socketLog).toEqual([
      'open wss://messaging.example.net',
      'send EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN',
      'send EVENT_TYPE_USER_END_SESSION',
      'close',
    ]);
  });

  it('the session is ended even where no agent joins', async () => {
    const world = createWorld();
    world.says.delete('AGENT_JOIN');
    await examineWorld(world);
    expect(world.socketLog.slice(-2)).toEqual(['send EVENT_TYPE_USER_END_SESSION', 'close']);
  });
});

describe('the probe of the broker', () => {
  const PROBE = `${BROKER}/probe`;

  it('the probe is sent with the session of the check before its socket opens, and reported', async () => {
    const world = createWorld();
    const asked: string[] = [];
    world.brokerOptions.handshake = async url => {
      asked.push(`${new URL(url).searchParams.get('session_id')}, ${world.socketLog.length} before`);
      return { status: 101, retryAfter: null };
    };
    expect(findingOf(await examineWorld(world), 'probe')).toMatchObject({ status: 'ok' });
    expect(asked).toEqual(['s-1, 0 before']);
    expect(world.socketLog.slice(-2)).toEqual(['send EVENT_TYPE_USER_END_SESSION', 'close']);
  });

  it('no probe is sent if the broker offers none', async () => {
    const world = createWorld();
    delete world.brokerOptions.handshake;
    const asked: string[] = [];
    for (const method of ['OPTIONS', 'POST']) {
      world.answers.set(`${method} ${PROBE}`, () => {
        asked.push(method);
        return { ok: false, cause: 'closed' };
      });
    }
    const finding = findingOf(await examineWorld(world), 'probe');
    expect(finding).toMatchObject({ status: 'skipped', message: 'The broker offers no probe.' });
    expect(asked).toEqual([]);
  });

  it('no probe is sent if the broker keeps its tickets in cookies', async () => {
    const world = createWorld();
    Object.assign(world.brokerOptions, { ticket: 'cookie' });
    const finding = findingOf(await examineWorld(world), 'probe');
    expect(finding).toMatchObject({ status: 'skipped', message: 'The broker keeps its tickets in cookies.' });
  });

  it('the probe is sent even if the socket does not open here', async () => {
    const world = createWorld();
    world.opened = { ok: false, cause: 'timeout', status: undefined };
    const examination = await examineWorld(world);
    expect(findingOf(examination, 'socket').status).toBe('failed');
    expect(findingOf(examination, 'probe').status).toBe('ok');
  });
});

describe('facts that the project states twice', () => {
  it('each setting of the widget is known as an attribute, with each of its values', () => {
    const none = new Set<string>();
    for (const [name, rule] of Object.entries(RULES)) {
      const attribute = attributeName(name);
      const values = Array.isArray(rule) ? rule.map(String) : [];
      const isBareFine =
        values.length > 0 ? values.some(each => each === 'on' || each === 'true') : !/fun|texts|object/.test(`${rule}`);
      expect([name, attributeFaults({ [attribute]: '' }, none).length]).toEqual([name, isBareFine ? 0 : 1]);
      for (const value of values) {
        expect(attributeFaults({ 'data-target': '.chat', [attribute]: value }, none)).toEqual([]);
      }
    }
  });

  it.each([
    ['https://chat.example'],
    ['https://chat.example/natter/'],
    ['http://localhost:4000'],
    ['http://127.0.0.1'],
    ['http://[::1]:4000'],
    ['http://chat.example'],
    ['https://u:p@chat.example'],
    ['https://chat.example?x'],
    ['https://chat.example/#x'],
    ['https://chat.example/@b'],
    ['chat.example'],
    ['ftp://chat.example'],
    [''],
  ])('the widget and the doctor agree on whether %j is of use', async broker => {
    const world = createWorld();
    const examination = await examineWorld(world, { broker, target: undefined, origin: 'http://localhost:1' });
    const isUsable = acceptSettings({ broker }).settings !== null;
    expect(findingOf(examination, 'broker-address').status).toBe(isUsable ? 'ok' : 'failed');
  });
});

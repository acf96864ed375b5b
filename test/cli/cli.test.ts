import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { complainOfNode, main } from '../../src/cli/main.ts';
import { createPlatform } from '../../src/platform/create-platform.ts';
import { ROOT } from '../package/project-files.ts';

/** Uses free ports everywhere, so that runs do not disturb each other. */
const FREE_PORTS = { PORT: '0', NATTER_DEMO_PORT: '0', NATTER_EMULATOR_PORT: '0', LOG_LEVEL: 'silent' };

interface Run {
  readonly printed: string[];
  readonly complained: string[];
  readonly code: Promise<number>;
  /** Resolves when a line matches. */
  printedLine(pattern: RegExp): Promise<string>;
  stop(): void;
}

let dist: string;
let squatter: Server | undefined;

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'natter-cli-'));
});

afterEach(async () => {
  await rm(dist, { recursive: true });
  await new Promise<void>(resolve => (squatter ? squatter.close(() => resolve()) : resolve()));
  squatter = undefined;
});

function run(args: readonly string[], env: Record<string, string> = {}): Run {
  const printed: string[] = [];
  const complained: string[] = [];
  const waiting: { pattern: RegExp; resolve(line: string): void }[] = [];
  let stop = (): void => {};
  const stopped = new Promise<string>(resolve => {
    stop = () => resolve('SIGINT');
  });
  const print = (line: string): void => {
    printed.push(line);
    for (const { pattern, resolve } of waiting) if (pattern.test(line)) resolve(line);
  };
  const code = main(args, {
    version: '1.2.3',
    dist,
    env,
    print,
    complain: line => complained.push(line),
    whenStopped: () => stopped,
  });
  return {
    printed,
    complained,
    code,
    stop,
    printedLine: pattern => new Promise(resolve => waiting.push({ pattern, resolve })),
  };
}

/** A port that another server uses. */
async function takenPort(): Promise<string> {
  const server = createServer();
  squatter = server;
  await new Promise<void>(resolve => server.listen(0, () => resolve()));
  return `${(server.address() as AddressInfo).port}`;
}

const isGone = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  );

describe('natter', () => {
  it.each([['--help'], ['-h'], ['help'], ['demo', '--help']])('%s %s prints the usage', async (...args) => {
    const { code, printed } = run(args);
    expect(await code).toBe(0);
    expect(printed.join('\n')).toContain('Usage: natter <command>');
  });

  it.each(['BROKER', 'EMULATOR'])('--help names every variable in the table of docs/%s.md', async name => {
    const document = await readFile(join(ROOT, `docs/${name}.md`), 'utf8');
    const variables = Array.from(document.matchAll(/^\| `([A-Z_]+)` \|/gm), ([, variable]) => variable);
    expect(variables.length).toBeGreaterThan(3);
    const { code, printed } = run(['--help']);
    await code;
    const usage = printed.join('\n');
    expect(variables.filter(variable => !usage.includes(`${variable}`))).toEqual([]);
  });

  it('--version prints the version and nothing else', async () => {
    const { code, printed } = run(['--version']);
    expect(await code).toBe(0);
    expect(printed).toEqual(['1.2.3']);
  });

  it.each([
    [[], 'Which command?'],
    [['brokr'], 'There is no command "brokr".'],
    [['constructor'], 'There is no command "constructor".'],
    [['broker', '4000'], 'takes no arguments'],
  ])('%j is a wrong call: says why, prints the usage, exit code 2', async (args, why) => {
    const { code, complained, printed } = run(args as string[]);
    expect(await code).toBe(2);
    expect(complained[0]).toContain(why);
    expect(complained[1]).toContain('Usage:');
    expect(printed).toEqual([]);
  });

  it.each([
    ['18.20.8', 'Natter needs Node 20.19 or newer; this is 18.20.8.'],
    ['20.18.3', 'Natter needs Node 20.19 or newer; this is 20.18.3.'],
    ['20.19.0', undefined],
    ['22.1.0', undefined],
  ])('on Node %s: %s', (running, complaint) => {
    expect(complainOfNode(running, '>=20.19')).toBe(complaint);
  });

  it('broker with a misspelt variable says so beside what is missing for it', async () => {
    const { code, complained } = run(['broker'], { NATTER_PLATFROM_URL: 'https://platform.example.com' });
    expect(await code).toBe(1);
    expect(complained.join('\n')).toMatch(/NATTER_PLATFORM_URL (?:.|\n)*NATTER_PLATFROM_URL is set, but/);
  });

  it('broker without configuration names every variable that is missing, exit code 1', async () => {
    const { code, complained } = run(['broker']);
    expect(await code).toBe(1);
    for (const variable of ['PLATFORM_URL', 'CONNECTOR_TOKEN', 'HOST', 'ALLOWED_ORIGINS', 'TICKET_KEYS']) {
      expect(complained.filter(line => line.startsWith(`NATTER_${variable} `))).toHaveLength(1);
    }
  });

  it('demo refuses bad variables, each told once, and starts nothing', async () => {
    const { code, complained, printed } = run(['demo'], {
      NATTER_DEMO_PORT: 'x',
      NATTER_DIALECT: 'klingon',
      PORT: '-1',
    });
    expect(await code).toBe(1);
    expect(complained.map(line => line.split(/[ :]/)[0]).sort()).toEqual([
      'NATTER_DEMO_PORT',
      'NATTER_DIALECT',
      'PORT',
    ]);
    expect(printed).toEqual([]);
  });

  it.each(['NATTER_EMULATOR_PORT', 'NATTER_DEMO_PORT', 'PORT'])(
    'demo with %s at a port that browsers refuse to call says so in one line and starts nothing',
    async variable => {
      const { code, complained, printed } = run(['demo'], { ...FREE_PORTS, [variable]: '6000' });
      expect(await code).toBe(1);
      expect(complained).toEqual([`${variable} must be another: browsers and fetch refuse to call 6000`]);
      expect(printed).toEqual([]);
    },
  );

  it('demo counts the origins that it was given, and not its own', async () => {
    const { code, complained } = run(['demo'], { ...FREE_PORTS, NATTER_ALLOWED_ORIGINS: 'localhost:8080' });
    expect(await code).toBe(1);
    expect(complained.join()).toMatch(/^NATTER_ALLOWED_ORIGINS: entry 1 must be an origin/);
  });

  it.each(['NATTER_EMULATOR_PORT', 'NATTER_DEMO_PORT', 'PORT'])(
    'demo with %s taken says so in one line and leaves nothing running',
    async variable => {
      const port = await takenPort();
      const { code, complained, printed } = run(['demo'], { ...FREE_PORTS, [variable]: port });
      expect(await code).toBe(1);
      expect(complained).toHaveLength(1);
      expect(complained[0]).toContain(port);
      expect(complained[0]).toContain(variable);
      expect(complained[0]).not.toContain('\n');
      expect(printed).toEqual([]);
    },
  );

  it('demo prints where its parts are, then that it is ready, and stops all of them', async () => {
    const { printed, printedLine, stop, code } = run(['demo'], FREE_PORTS);
    await printedLine(/\bready\b/);
    const urls = printed.flatMap(line => line.match(/http:\/\/\S+/g) ?? []);
    expect(urls).toHaveLength(4);
    expect(printed.map(line => line.split(' ')[0]).slice(0, 4)).toEqual(['Demo', 'Broker', 'Emulator', 'Builder']);
    expect(printed.at(-1)).toMatch(/\bready\b/);
    stop();
    expect(await code).toBe(0);
    expect(await Promise.all(urls.map(isGone))).toEqual([true, true, true, true]);
  });

  it.each(['service', 'poly'])("demo's broker gives its page a token, in dialect %s", async dialect => {
    const { printed, printedLine, stop, code } = run(['demo'], { ...FREE_PORTS, NATTER_DIALECT: dialect });
    await printedLine(/\bready\b/);
    const urlOf = (name: string) => printed.find(line => line.startsWith(name))?.match(/http:\/\/\S+/)?.[0] ?? '';
    for (const origin of [urlOf('Demo'), urlOf('Demo').replace('localhost', '127.0.0.1')]) {
      const answer = await fetch(`${urlOf('Broker')}/token`, {
        method: 'POST',
        headers: { Origin: origin, 'Content-Type': 'application/json' },
        body: '{}',
      });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ messaging_url: urlOf('Emulator'), dialect });
    }
    stop();
    expect(await code).toBe(0);
  });

  it("demo's broker offers Chat, calls and the platform's state, and alerts reach it", async () => {
    const { printed, printedLine, stop, code } = run(['demo'], { ...FREE_PORTS, NATTER_BUILDER_PORT: '0' });
    await printedLine(/\bready\b/);
    const urlOf = (name: string) => printed.find(line => line.startsWith(name))?.match(/http:\/\/\S+/)?.[0] ?? '';
    const ask = async (path: string, body?: object) => {
      const posted = body && { method: 'POST', body: JSON.stringify(body) };
      const headers = { Origin: urlOf('Demo'), 'Content-Type': 'application/json' };
      return (await fetch(`${urlOf('Broker')}${path}`, { ...posted, headers })).json();
    };
    const { features, resume_ticket } = await ask('/token', {});
    expect(features).toEqual(['probe', 'revoke', 'chat', 'chat-turns', 'status', 'call-me', 'call-us']);
    expect(await ask('/chat/create', { resume_ticket })).toMatchObject({ response: expect.stringContaining('Fern') });
    expect(await ask('/call-us', {})).toMatchObject({ number: expect.stringMatching(/^\+44/) });
    expect(await ask('/call-me', { number: '020 7946 0123', country: 'GB', consent: 'yes' })).toHaveProperty('id');
    const [baseUrl, builderUrl, keys] = [urlOf('Emulator'), urlOf('Builder'), { builder: 'demo-builder' }];
    const platform = createPlatform({ baseUrl, builderUrl, keys, accountId: 'demo', projectId: 'shop' });
    await platform.alerts.createRule({
      name: 'Functions fail',
      metric: 'function_errors',
      operator: '>=',
      threshold_value: 1,
      window_duration: '5m',
    });
    expect(await ask('/status')).toEqual({ level: 'ok' });
    for (const [path, body] of [
      ['metrics', { metric: 'function_errors', value: 3 }],
      ['clock', { advanceMs: 60_000 }],
    ] as const)
      await fetch(`${baseUrl}/_control/${path}`, { method: 'POST', body: JSON.stringify(body) });
    await expect.poll(() => ask('/status')).toEqual({ level: 'trouble' });
    stop();
    expect(await code).toBe(0);
  });

  it('demo with a platform of its own starts no emulator and asks for that platform', async () => {
    const { printed, printedLine, stop, code } = run(['demo'], {
      ...FREE_PORTS,
      NATTER_PLATFORM_URL: 'https://messaging.example.com',
      NATTER_CONNECTOR_TOKEN: 'secret-connector',
      NATTER_HOST: 'shop.example.com',
    });
    await printedLine(/\bready\b/);
    expect(printed.join('\n')).toContain('Platform  https://messaging.example.com');
    expect(printed.join('\n')).not.toContain('Emulator');
    expect(printed.join('\n')).not.toContain('secret-connector');
    stop();
    expect(await code).toBe(0);
  });

  it('demo with a platform but without its credentials names them, exit code 1', async () => {
    const { code, complained } = run(['demo'], { NATTER_PLATFORM_URL: 'https://messaging.example.com' });
    expect(await code).toBe(1);
    expect(complained.map(line => line.split(' ')[0]).sort()).toEqual(['NATTER_CONNECTOR_TOKEN', 'NATTER_HOST']);
  });

  it('an emulator that runs apart is a platform whose credentials are known', async () => {
    const emulator = run(['emulator'], FREE_PORTS);
    const url = (await emulator.printedLine(/ready/)).match(/http:\/\/\S+/)?.[0] ?? '';
    const demo = run(['demo'], { ...FREE_PORTS, NATTER_PLATFORM_URL: url });
    await demo.printedLine(/\bready\b/);
    const at = (name: string) => demo.printed.join('\n').match(new RegExp(`${name} +(\\S+)`))?.[1] ?? '';
    const headers = { Origin: at('Demo') };
    expect((await fetch(`${at('Broker')}/token`, { method: 'POST', headers, body: '{}' })).status).toBe(200);
    demo.stop();
    emulator.stop();
    expect([await demo.code, await emulator.code]).toEqual([0, 0]);
  });

  it('the demo lets pages of its own and those of NATTER_ALLOWED_ORIGINS ask', async () => {
    const mine = 'http://localhost:8080';
    const { printed, printedLine, stop, code } = run(['demo'], { ...FREE_PORTS, NATTER_ALLOWED_ORIGINS: mine });
    await printedLine(/\bready\b/);
    const at = (name: string) => printed.join('\n').match(new RegExp(`${name} +(\\S+)`))?.[1] ?? '';
    const ask = async (Origin: string) =>
      (await fetch(`${at('Broker')}/token`, { method: 'POST', headers: { Origin }, body: '{}' })).status;
    expect([await ask(at('Demo')), await ask(mine), await ask('http://localhost:9')]).toEqual([200, 200, 403]);
    stop();
    expect(await code).toBe(0);
  });

  it('the page of the demo may ask for a real platform, too, whatever NATTER_ALLOWED_ORIGINS names besides', async () => {
    const mine = 'https://www.example.com';
    const emulator = run(['emulator'], FREE_PORTS);
    const url = (await emulator.printedLine(/ready/)).match(/http:\/\/\S+/)?.[0] ?? '';
    const demo = run(['demo'], { ...FREE_PORTS, NATTER_PLATFORM_URL: url, NATTER_ALLOWED_ORIGINS: mine });
    await demo.printedLine(/\bready\b/);
    const at = (name: string) => demo.printed.join('\n').match(new RegExp(`${name} +(\\S+)`))?.[1] ?? '';
    const ask = async (Origin: string) =>
      (await fetch(`${at('Broker')}/token`, { method: 'POST', headers: { Origin }, body: '{}' })).status;
    expect([await ask(at('Demo')), await ask(mine), await ask('http://localhost:9')]).toEqual([200, 200, 403]);
    demo.stop();
    emulator.stop();
    expect([await demo.code, await emulator.code]).toEqual([0, 0]);
  });

  it('emulator runs by itself', async () => {
    const { printedLine, stop, code } = run(['emulator'], FREE_PORTS);
    const line = await printedLine(/ready/);
    const [url = '', builderUrl = ''] = line.match(/http:\/\/\S+/g) ?? [];
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect((await fetch(`${builderUrl}/openapi.json`)).status).toBe(200);
    stop();
    expect(await code).toBe(0);
    expect([await isGone(url), await isGone(builderUrl)]).toEqual([true, true]);
  });

  it('the demo page is served with its addresses filled in', async () => {
    const { mkdir } = await import('node:fs/promises');
    await mkdir(join(dist, 'demo'));
    await writeFile(
      join(dist, 'demo/index.html'),
      '<script data-broker="{{broker}}"></script>{{emulator}} {{dialect}}',
    );
    const { printed, printedLine, stop, code } = run(['demo'], FREE_PORTS);
    await printedLine(/\bready\b/);
    const [demo = '', broker = '', emulator = ''] = printed.flatMap(line => line.match(/http:\/\/\S+/g) ?? []);
    const page = await (await fetch(demo)).text();
    expect(page).toBe(`<script data-broker="${broker}"></script>${emulator} service`);
    stop();
    expect(await code).toBe(0);
  });
});

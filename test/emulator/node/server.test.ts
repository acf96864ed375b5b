import { Agent, request } from 'node:http';
import { connect as connectTcp, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { EmulatorError } from '../../../src/emulator/model/emulator-error.ts';
import { createConsoleLog } from '../../../src/emulator/node/clock-random-log.ts';
import { readEmulatorConfig } from '../../../src/emulator/node/config.ts';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../src/emulator/node/server.ts';
import { closeEmulatorsAfterEach, connect, conversation, emulator, post, tokenOf, visitor } from '../real-client.ts';

describe('the Node shell', () => {
  closeEmulatorsAfterEach();

  it('answers under localhost and 127.0.0.1, and says where it is', async () => {
    const at = await emulator();
    expect(at.url).toBe(`http://localhost:${at.port}`);
    for (const host of ['localhost', '127.0.0.1']) {
      const response = await fetch(`http://${host}:${at.port}/health`);
      expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    }
  });

  it('says which variable helps when its port is taken', async () => {
    const at = await emulator();
    await expect(startEmulator({ port: at.port, logLevel: 'silent' })).rejects.toMatchObject({
      code: 'port_in_use',
      message: expect.stringContaining('NATTER_EMULATOR_PORT'),
    });
  });

  it('names the variable of the builder port when that one is taken, and frees the other', async () => {
    const taken = await emulator();
    const other = await startEmulator({ port: 0, builderPort: 0, logLevel: 'silent' });
    await other.close();
    await expect(
      startEmulator({ port: other.port, builderPort: taken.port, logLevel: 'silent' }),
    ).rejects.toMatchObject({ code: 'port_in_use', message: expect.stringContaining('NATTER_BUILDER_PORT') });
    await expect(fetch(`http://127.0.0.1:${other.port}/health`)).rejects.toThrow('fetch failed');
  });

  it('takes any free builder port beside the last port that there is', async () => {
    const last = await startEmulator({ port: 65_535, logLevel: 'silent' });
    const { port } = new URL(last.builderUrl);
    await last.close();
    expect(Number(port)).toBeGreaterThan(0);
    expect(readEmulatorConfig({ NATTER_EMULATOR_PORT: '65535' })).toMatchObject({ config: { builderPort: 0 } });
  });

  it.each([
    [{ port: 'x' }, 'option port must be a whole number from 0 to 65535; it is "x".'],
    [{ port: 99_999 }, 'option port must be a whole number from 0 to 65535; it is 99999.'],
    [{ port: 80.5 }, 'option port must be a whole number from 0 to 65535; it is 80.5.'],
    [{ port: 6000 }, 'option port must be another: browsers and fetch refuse to call 6000.'],
    [{ pace: -1 }, 'option pace must be a number from 0; it is -1.'],
    [{ pace: Number.NaN }, 'option pace must be a number from 0; it is NaN.'],
    [{ script: 'nope' }, 'option script must be one of shop, echo, silent; it is "nope".'],
    [{ dialect: 'latin' }, 'option dialect must be one of service, poly; it is "latin".'],
    [
      { logLevel: 'loud' },
      'option logLevel must be one of fatal, error, warn, info, debug, trace, silent; it is "loud".',
    ],
    [{ host: '' }, 'option host must be an address or name of this machine, like 127.0.0.1; it is "".'],
    [{ publicUrl: '/media' }, 'option publicUrl must be an http(s) address; it is "/media".'],
    [{ batchSize: 0 }, 'option batchSize must be a whole number from 1; it is 0.'],
    [{ emptyBatch: 'no' }, 'option emptyBatch must be one of true, false; it is "no".'],
    [{ idleExpiryMs: '10' }, 'option idleExpiryMs must be a number of milliseconds from 0; it is "10".'],
    [{ clock: 0 }, 'option clock must be a function; it is 0.'],
    [
      { httpRate: { perSecond: 5 } },
      /^startEmulator: option httpRate must be an object with .*; it is another object\.$/,
    ],
    [{ connectors: [{ host: 'x' }] }, /^startEmulator: option connectors must be a list of .*; it is a list\.$/],
    [{ connectors: 'SECRET' }, /^startEmulator: option connectors must be a list of .*; it is a text\.$/],
    [null, 'startEmulator takes an object of options, not null.'],
  ])('%j is refused before anything listens, with what is allowed and what came', async (given, message) => {
    const logged: string[] = [];
    const options = given && { port: 0, log: (...line: unknown[]) => void logged.push(line.join(' ')), ...given };
    const started: Promise<Emulator> = Reflect.apply(startEmulator, undefined, [options]);
    const error = await started.then(
      each => each.close(),
      reason => reason,
    );
    expect(error).toBeInstanceOf(EmulatorError);
    expect(error).toMatchObject({
      code: 'invalid_option',
      message: typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
    });
    expect(logged).toEqual([]);
  });

  it('all that is wrong is told at once, and undefined is left out', async () => {
    const given: object = { port: -1, script: 'nope', pace: undefined };
    const told = await startEmulator(given).catch(reason => reason.message);
    expect(told.split('\n')).toEqual([
      'startEmulator: option port must be a whole number from 0 to 65535; it is -1.',
      'startEmulator: option script must be one of shop, echo, silent; it is "nope".',
    ]);
    const undefineds: object = { port: 0, logLevel: undefined, pace: undefined, script: undefined };
    const at = await startEmulator(undefineds);
    await at.close();
    expect(at.port).toBeGreaterThan(0);
  });

  it('an option that there is none of is refused by its name, unless that may be a secret', async () => {
    const given: object = { port: 0, prot: 4100, ['secret-of-'.repeat(4)]: 'localhost', idle: undefined };
    const told: string = await startEmulator(given).catch(reason => reason.message);
    const [first, second, ...more] = told.split('\n');
    expect(first).toMatch(/^startEmulator: there is no option prot; the options are port, builderPort, host, clock, /);
    expect(second).toMatch(/^startEmulator: there is no option of such a name; /);
    expect(more).toEqual([]);
    expect(told).not.toContain('secret');
  });

  it('the emulator does not share localhost with another program on the other loopback address', async () => {
    const stranger = createServer();
    const listening = await new Promise<boolean>(resolve => {
      stranger.once('error', () => resolve(false));
      stranger.listen(0, '::1', () => resolve(true));
    });
    const address = stranger.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    // Without IPv6 nothing can listen on the other loopback address, and the emulator starts on any port.
    const started = startEmulator({ port, logLevel: 'silent' });
    if (listening) await expect(started).rejects.toMatchObject({ code: 'port_in_use' });
    else await expect(started.then(each => each.close())).resolves.toBeUndefined();
    stranger.close();
  });

  it('frees its port and cuts its sockets when it is closed', async () => {
    const at = await emulator();
    const peer = await connect(at, await visitor(at));
    await at.close();
    expect((await peer.closed).code).toBe(1006);
    const again = await emulator({ port: at.port });
    expect((await fetch(`${again.url}/health`)).status).toBe(200);
  });

  it('closes at once although a refused client holds on to its connection', async () => {
    const at = await emulator();
    const stubborn = connectTcp({ port: at.port, host: '127.0.0.1', allowHalfOpen: true });
    stubborn.on('error', () => {});
    const answered = new Promise<string>(resolve => stubborn.once('data', data => resolve(data.toString())));
    stubborn.write('GET /elsewhere HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    expect(await answered).toMatch(/^HTTP\/1\.1 404 Not Found/);
    await at.close();
    await expect(fetch(`${at.url}/health`)).rejects.toThrow();
    stubborn.destroy();
  });

  it('lets an agent think on the real clock, and wakes for it', async () => {
    const at = await emulator({ pace: 0.05 });
    const { peer } = await conversation(at, { streaming_enabled: true });
    expect(peer.events.filter(event => event.type.endsWith('CHUNK')).length).toBeGreaterThan(3);
  });

  it('lets any page ask for sessions, preflight included', async () => {
    const at = await emulator();
    for (const path of ['access-token', 'sessions']) {
      const preflight = await fetch(`${at.url}/api/v1/${path}`, {
        method: 'OPTIONS',
        headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
      expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization, Content-Type');
    }
    const headers = { Origin: 'https://shop.example', Authorization: `Bearer ${await tokenOf(at)}` };
    const good = await post(`${at.url}/api/v1/sessions`, {}, headers);
    const bad = await post(`${at.url}/api/v1/sessions`, {}, { Origin: 'https://shop.example' });
    for (const response of [good, bad]) {
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-expose-headers')).toContain('Retry-After');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  it.each(['GET', 'PUT', 'DELETE'])('takes no %s where POST belongs', async method => {
    const at = await emulator();
    expect((await fetch(`${at.url}/api/v1/sessions`, { method })).status).toBe(405);
  });

  it('serves every picture and page that its agent names, harmless by their headers', async () => {
    const at = await emulator();
    const { peer } = await conversation(at);
    for (const text of ['card', 'image', 'long']) peer.send('EVENT_TYPE_USER_MESSAGE', { text });
    await peer.settle();
    const addresses = new Set(JSON.stringify(peer.events).match(/http:\/\/localhost:\d+\/[\w./-]+/g));
    expect(addresses.size).toBeGreaterThan(4);
    for (const address of addresses) {
      const response = await fetch(address);
      expect([address, response.status]).toEqual([address, 200]);
      expect(response.headers.get('content-type')).toMatch(/^(?:image\/svg\+xml|text\/html); charset=utf-8$/);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await response.text()).not.toContain('<script');
    }
    expect((await fetch(`${at.url}/media/../package.json`)).status).toBe(404);
    expect((await fetch(`${at.url}/media/nothing.svg`)).status).toBe(404);
  });

  it.each(['/health', '/api/v1/sessions', '/_control/sessions'])(
    'refuses TRACE at %s as a method like any other',
    async path => {
      const lines: string[] = [];
      const at = await emulator({ log: (_level, message) => lines.push(message) });
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const asked = request(`${at.url}${path}`, { method: 'TRACE' }, response => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        asked.on('error', reject).end();
      });
      expect(status).toBe(405);
      expect(lines).not.toContain('request failed');
    },
  );

  it('refuses a body that no caller needs', async () => {
    const at = await emulator();
    const response = await post(`${at.url}/api/v1/sessions`, 'x'.repeat(1024 * 1024 + 1));
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ error: 'request body too large' });
  });

  it('answers who has sent such a body the next time, on the same connection', async () => {
    const at = await emulator();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (method: string, path: string, body = '') =>
      new Promise<{ status: number | undefined; from: number | undefined }>((resolve, reject) => {
        const asked = request(`${at.url}${path}`, { method, agent }, response => {
          const from = response.socket.localPort;
          response.resume().on('end', () => resolve({ status: response.statusCode, from }));
        });
        asked.on('error', reject).end(body);
      });
    const { status, from } = await ask('POST', '/api/v1/sessions', 'x'.repeat(8 * 1024 * 1024));
    expect(status).toBe(413);
    expect(await ask('GET', '/health')).toEqual({ status: 200, from });
    agent.destroy();
  });

  it('refuses a body that never ends before its end', async () => {
    const at = await emulator();
    const endless = connectTcp({ port: at.port, host: '127.0.0.1' });
    endless.on('error', () => {});
    const answered = new Promise<string>(resolve => endless.once('data', data => resolve(data.toString())));
    const size = 2 * 1024 * 1024;
    endless.write(`POST /api/v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${size * 2}\r\n\r\n`);
    endless.write('x'.repeat(size));
    expect(await answered).toMatch(/^HTTP\/1\.1 413 /);
    endless.destroy();
  });

  it('writes no token into its log, whatever the level', async () => {
    const lines: string[] = [];
    const log: NonNullable<EmulatorOptions['log']> = (level, message, fields) =>
      void lines.push(JSON.stringify([level, message, fields]));
    const at = await emulator({ log });
    const { who, peer } = await conversation(at);
    peer.close();
    await peer.closed;
    await fetch(`${at.url}/health`);
    const all = lines.join('\n');
    expect(all).toContain('socket handshake');
    expect(all).toContain('/api/v1/access-token');
    for (const secret of [who.token, who.token.split('.')[2] ?? '', 'demo-connector'])
      expect(all).not.toContain(secret);
  });
});

describe('the emulator’s environment', () => {
  it('has a default for everything', () => {
    expect(readEmulatorConfig({ NATTER_DIALECT: '' })).toEqual({
      ok: true,
      config: { port: 4100, builderPort: 4101, dialect: 'service', logLevel: 'info' },
    });
  });

  it('reads what is set', () => {
    const env = { NATTER_EMULATOR_PORT: ' 0 ', NATTER_DIALECT: 'poly', LOG_LEVEL: 'Silent' };
    expect(readEmulatorConfig(env)).toEqual({
      ok: true,
      config: { port: 0, builderPort: 0, dialect: 'poly', logLevel: 'silent' },
    });
  });

  it('names every variable that is wrong, and the form it must have', () => {
    const env = { NATTER_EMULATOR_PORT: '70000', NATTER_DIALECT: 'latin', LOG_LEVEL: 'loud' };
    expect(readEmulatorConfig(env)).toEqual({
      ok: false,
      problems: [
        { variable: 'NATTER_EMULATOR_PORT', message: 'NATTER_EMULATOR_PORT must be a port number from 0 to 65535' },
        { variable: 'NATTER_DIALECT', message: 'NATTER_DIALECT must be service or poly' },
        {
          variable: 'LOG_LEVEL',
          message: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
        },
      ],
    });
  });

  it('refuses a port that nobody could call', () => {
    const variable = 'NATTER_EMULATOR_PORT';
    const message = 'NATTER_EMULATOR_PORT must be another: browsers and fetch refuse to call 6000';
    expect(readEmulatorConfig({ [variable]: '6000' })).toEqual({ ok: false, problems: [{ variable, message }] });
    expect(readEmulatorConfig({ NATTER_BUILDER_PORT: '6000' })).toMatchObject({
      problems: [{ variable: 'NATTER_BUILDER_PORT' }],
    });
  });

  it('logs from its level up, one JSON object a line', () => {
    const lines: string[] = [];
    const levels = ['error', 'warn', 'info', 'debug'] as const;
    const print = (line: string) => void lines.push(line);
    for (const level of levels) createConsoleLog('warn', print)(level, `a ${level}`, { port: 1 });
    for (const level of levels) createConsoleLog('silent', print)(level, 'unheard');
    expect(lines.map(line => JSON.parse(line))).toEqual([
      { level: 'error', part: 'emulator', message: 'a error', port: 1 },
      { level: 'warn', part: 'emulator', message: 'a warn', port: 1 },
    ]);
  });
});

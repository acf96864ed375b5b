import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DemoServer, startDemoServer } from '../../src/demo/server.ts';

let dist: string;
let server: DemoServer;

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'natter-demo-'));
  await mkdir(join(dist, 'demo/assets'), { recursive: true });
  await writeFile(join(dist, 'natter.js'), '// loader');
  await writeFile(join(dist, 'natter-AbCd_123.js'), '// chunk');
  await writeFile(join(dist, 'natter-panel-ab12cd3.js'), '// chunk');
  await writeFile(join(dist, 'cli.js'), '// not for browsers');
  await writeFile(join(dist, 'demo/index.html'), '<p title="{{broker}}">{{emulator}}</p>');
  await writeFile(join(dist, 'demo/demo-settings.js'), '// not hashed');
  await writeFile(join(dist, 'demo/assets/index-12345678.css'), 'p {}');
  server = await startDemoServer({ port: 0, dist });
});

afterEach(async () => {
  await server.close();
  await rm(dist, { recursive: true });
});

/** Sends the path unchanged; fetch would normalise it. */
function status(path: string, method = 'GET'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request({ port: server.port, host: '127.0.0.1', path, method }, response => {
      response.resume();
      resolve(response.statusCode);
    });
    call.on('error', reject);
    call.end();
  });
}

describe('demo server', () => {
  it('serves the page, the loader, the chunks and the assets', async () => {
    for (const path of ['/', '/?position=left', '/natter.js', '/natter-AbCd_123.js', '/assets/index-12345678.css']) {
      expect([path, await status(path)]).toEqual([path, 200]);
    }
  });

  it.each([
    '/cli.js',
    '/demo/index.html',
    '/../cli.js',
    '/assets/../../cli.js',
    '/assets/%2e%2e/%2e%2e/cli.js',
    '/assets/..%2f..%2fcli.js',
    '/.env',
    '//etc/passwd',
    '//',
    '//[',
    '/\\',
    '/missing.png',
  ])('serves nothing else: %s', async path => {
    expect(await status(path)).toBe(404);
  });

  it('answers reads only', async () => {
    expect(await status('/', 'POST')).toBe(404);
    expect(await status('/', 'HEAD')).toBe(200);
  });

  it('lets browsers keep what has a hash in its name, and nothing else', async () => {
    const caching = async (path: string) => (await fetch(server.url + path)).headers.get('cache-control');
    expect(await caching('/natter-AbCd_123.js')).toContain('immutable');
    expect(await caching('/natter-panel-ab12cd3.js')).toContain('immutable');
    expect(await caching('/assets/index-12345678.css')).toContain('immutable');
    expect(await caching('/natter.js')).toBe('no-cache');
    expect(await caching('/demo-settings.js')).toBe('no-cache');
    expect(await caching('/')).toBe('no-cache');
  });

  it('fills the addresses in as text, whatever is in them', async () => {
    server.show({ broker: 'http://x/"><script>', emulator: '<b>', dialect: 'poly' });
    expect(await (await fetch(server.url)).text()).toBe(
      '<p title="http://x/&#34;&#62;&#60;script&#62;">&#60;b&#62;</p>',
    );
  });

  it('the page has a strict policy on request', async () => {
    const policy = async (path: string) => (await fetch(server.url + path)).headers.get('content-security-policy');
    expect(await policy('/?strict')).toContain("require-trusted-types-for 'script'");
    expect(await policy('/')).toBeNull();
  });
});

/** nginx and HAProxy with the files of deploy/, changed only in ports and certificates. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../fixtures/real-redis.ts';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const PLACES = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
const LIMIT_MS = 5_000;

export type ProxyName = 'nginx' | 'haproxy';

export interface RunningProxy {
  /** Address of the brokers behind it. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Returns the path of a program; undefined if it is not installed. */
export function programPath(name: string): string | undefined {
  return PLACES.map(place => join(place, name)).find(existsSync);
}

/** Starts a proxy before two brokers, by their ports. */
export async function startProxy(name: ProxyName, brokers: readonly [number, number]): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `natter-${name}-`));
  const port = await freePort();
  const args = ARGUMENTS[name](folder, port, brokers);
  const child = spawn(programPath(name) ?? name, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', text => {
    complaints += text;
  });
  const close = async (): Promise<void> => {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await listening(child, port).catch(async error => {
    await close();
    throw new Error(`${error.message} ${complaints}`);
  });
  return { url: `http://127.0.0.1:${port}${name === 'nginx' ? '/api/chat' : ''}`, port, close };
}

const ARGUMENTS: Record<ProxyName, (folder: string, port: number, brokers: readonly [number, number]) => string[]> = {
  nginx(folder, port, brokers) {
    const site = withBrokers(readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8'), brokers)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replace(/^\s*ssl_certificate.*$/gm, '');
    writeFileSync(join(folder, 'natter.conf'), site);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      each => `${each}_temp_path ${folder}/${each};`,
    );
    const http = `access_log off; ${places.join(' ')} include ${folder}/natter.conf;`;
    const main = `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;`;
    writeFileSync(join(folder, 'nginx.conf'), `${main}\nevents { worker_connections 1024; }\nhttp { ${http} }\n`);
    return ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  },
  haproxy(folder, port, brokers) {
    const config = withBrokers(readFileSync(join(DEPLOY, 'haproxy.cfg'), 'utf8'), brokers)
      .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
      .replace('inter 1s', 'inter 200ms');
    writeFileSync(join(folder, 'haproxy.cfg'), config);
    return ['-db', '-f', join(folder, 'haproxy.cfg')];
  },
};

function withBrokers(config: string, [first, second]: readonly [number, number]): string {
  return config.replace('127.0.0.1:4000', `127.0.0.1:${first}`).replace('127.0.0.1:4001', `127.0.0.1:${second}`);
}

/** Resolves when something accepts connections at the port. */
async function listening(child: ChildProcess, port: number): Promise<void> {
  const end = Date.now() + LIMIT_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || Date.now() > end) throw new Error('The proxy does not listen.');
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => setTimeout(resolve, 20, false));
  });
}

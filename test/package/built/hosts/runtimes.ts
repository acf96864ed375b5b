/** Servers of other runtimes: workerd, Deno and Bun. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../project-files.ts';
import { answered, findProgram, startWorkerd } from '../../runtime-programs.mjs';
import { built, type Host, OPEN_PATH, STRICT_PATH, type Variables } from './environment.ts';

const LIMIT_MS = 20_000;

interface Both {
  readonly open: Variables;
  readonly strict: Variables;
}

/** Code that makes a function from a path to the broker there. */
function brokersFor({ open, strict }: Both): string {
  const broker = (env: Variables, basePath: string) =>
    `brokerFromEnv(${JSON.stringify(env)}, { basePath: '${basePath}' })`;
  return `const chat = ${broker(open, OPEN_PATH)}, strict = ${broker(strict, STRICT_PATH)};
const at = request => (new URL(request.url).pathname.startsWith('${STRICT_PATH}') ? strict : chat);
`;
}

async function inFolder(use: (folder: string) => Promise<{ child: ChildProcess; url: string }>): Promise<Host> {
  const folder = await mkdtemp(join(tmpdir(), 'natter-host-'));
  const { child, url } = await use(folder);
  const close = async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  return { url, close };
}

/** Starts a program that prints its address. */
async function printing(
  program: string,
  args: readonly string[],
  folder: string,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', piece => {
      text += piece;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', code => reject(new Error(`${program} ended with ${code}: ${text}`)));
  });
  return { child, url };
}

export const startWorkerdHost = (both: Both): Promise<Host> =>
  inFolder(async folder => {
    await copyFile(join(ROOT, 'dist/broker-web.js'), join(folder, 'broker.mjs'));
    const code = `import { brokerFromEnv } from './broker.mjs';
${brokersFor(both)}
export default { fetch: request => at(request).fetch(request, { address: request.headers.get('CF-Connecting-IP') ?? '127.0.0.1' }) };
`;
    await writeFile(join(folder, 'worker.mjs'), code);
    const started = await startWorkerd(findProgram('workerd') ?? '', {
      folder,
      modules: ['worker.mjs', 'broker.mjs'],
      stdio: 'ignore',
    });
    await answered(`${started.url}${OPEN_PATH}/health`, LIMIT_MS);
    return started;
  });

export const startDeno = (both: Both): Promise<Host> =>
  inFolder(async folder => {
    const code = `import { brokerFromEnv } from '${built('broker.js')}';
${brokersFor(both)}
Deno.serve(
  { port: 0, hostname: '127.0.0.1', onListen: ({ port }) => console.log('http://127.0.0.1:' + port) },
  (request, { remoteAddr }) => at(request).fetch(request, { address: remoteAddr.hostname }),
);
`;
    await writeFile(join(folder, 'main.mjs'), code);
    return printing(
      findProgram('deno') ?? '',
      ['run', '--allow-net', '--allow-env', '--no-prompt', 'main.mjs'],
      folder,
    );
  });

export const startBun = (both: Both): Promise<Host> =>
  inFolder(async folder => {
    const code = `import { brokerFromEnv } from '${built('broker.js')}';
${brokersFor(both)}
const server = Bun.serve({
  port: 0, hostname: '127.0.0.1',
  fetch: (request, self) => at(request).fetch(request, { address: self.requestIP(request)?.address }),
});
console.log('http://127.0.0.1:' + server.port);
`;
    await writeFile(join(folder, 'main.mjs'), code);
    return printing(findProgram('bun') ?? '', ['main.mjs'], folder);
  });

/**
 * The programs of runtimes other than Node: workerd, Deno and Bun, as install-runtimes.mjs installs them. Packages without a program of this machine's kind count as not
 * installed.
 */

import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder into which install-runtimes.mjs installs them. */
export const RUNTIMES_FOLDER = fileURLToPath(new URL('../../node_modules/.cache/natter/runtimes', import.meta.url));

/** For each runtime, the scope of the packages that contain its program, and the path inside. */
const PROGRAMS = {
  workerd: { folder: '@cloudflare', program: 'bin/workerd' },
  deno: { folder: '@deno', program: 'deno' },
  bun: { folder: '@oven', program: 'bin/bun' },
};

/** Returns the path of a program; undefined if it is not installed. */
export function findProgram(name) {
  const { folder, program } = PROGRAMS[name];
  const packages = join(RUNTIMES_FOLDER, 'node_modules', folder);
  const found = existsSync(packages)
    ? readdirSync(packages).find(own => existsSync(join(packages, own, program)))
    : undefined;
  return found && join(packages, found, program);
}

/** Starts workerd with these modules, the main one first, and resolves with the process and its address. */
export async function startWorkerd(program, { folder, modules, stdio = 'inherit' }) {
  const port = await freePort();
  const list = modules.map(each => `(name = "${each}", esModule = embed "${each}")`).join(', ');
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (compatibilityDate = "2025-01-01", modules = [${list}])),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
  await writeFile(join(folder, 'config.capnp'), config);
  const child = spawn(program, ['serve', 'config.capnp'], { cwd: folder, stdio });
  return { child, url: `http://127.0.0.1:${port}` };
}

/** Repeats the request until a server answers, and resolves with the text. */
export async function answered(url, limitMs) {
  const end = Date.now() + limitMs;
  for (;;) {
    try {
      return await (await fetch(url)).text();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }
}

function freePort() {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

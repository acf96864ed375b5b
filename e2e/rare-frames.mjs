/**
 * Runs the end-to-end tests while frames are rare, by hand: `node e2e/rare-frames.mjs [--least 60] [--most 900] [arguments of playwright
 * test]`. It simulates an overloaded machine: the process that draws is stopped again and again for so many milliseconds, while scripts,
 * sockets and timers go on. Two kinds of mistakes fail here: a test that reads the screen before it is drawn, and a view that takes several
 * changes in one frame for a reader's scrolling. Prints how long frames were held back, and stops only browsers that it has started. Needs
 * Linux, because it reads /proc.
 */

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Time between two pauses, enough for one or two frames. */
const BREATH_MS = 25;
/** Time between two searches for a browser while none runs. */
const LOOK_MS = 200;

const CONFIG = fileURLToPath(new URL('playwright.config.ts', import.meta.url));
const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

/** Reads `--least` and `--most` in milliseconds, and leaves the rest for Playwright. */
function readArguments(words) {
  const range = { least: 60, most: 900 };
  const rest = [];
  for (let at = 0; at < words.length; at += 1) {
    const name = /^--(least|most)$/.exec(words[at])?.[1];
    if (!name) rest.push(words[at]);
    else {
      const ms = Number(words[++at]);
      if (!Number.isFinite(ms) || ms < 0)
        throw new Error(`--${name} takes a number of milliseconds, not "${words[at]}".`);
      range[name] = ms;
    }
  }
  if (range.least > range.most) throw new Error(`--least ${range.least} is more than --most ${range.most}.`);
  return { ...range, rest };
}

/** Parent and command line of every process that can still be read. */
function processes() {
  return readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The program's name stands in brackets and may contain any letter.
      const parent = Number(
        readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) \w /s, '')
          .split(' ')[0],
      );
      return [{ pid: Number(name), parent, command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }];
    } catch {
      return [];
    }
  });
}

/** The drawing processes among all descendants of `root`. */
function drawers(root) {
  const all = processes();
  const ours = new Set([root]);
  // Repeats until no descendant is missing: a parent usually has a lower id than its child, but not always.
  for (let before = 0; before !== ours.size; ) {
    before = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  return all
    .filter(({ pid, command }) => ours.has(pid) && command.includes('--type=gpu-process'))
    .map(({ pid }) => pid);
}

function signal(pids, name) {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended meanwhile.
    }
  }
}

async function main() {
  const { least, most, rest } = readArguments(process.argv.slice(2));
  const tests = spawn('npx', ['playwright', 'test', '-c', CONFIG, ...rest], { stdio: 'inherit' });
  const over = new Promise(resolve => tests.on('exit', code => resolve(code ?? 1)));
  let code;
  over.then(result => {
    code = result;
  });
  let held = 0;
  let heldMs = 0;
  // Resumes the browsers, because a stopped process cannot end. Ctrl-C reaches Playwright by itself.
  process.on('SIGINT', () => signal(drawers(tests.pid), 'SIGCONT'));
  process.on('SIGTERM', () => {
    signal(drawers(tests.pid), 'SIGCONT');
    tests.kill();
  });
  while (code === undefined) {
    const pids = drawers(tests.pid);
    if (pids.length === 0) await pause(LOOK_MS);
    else {
      const ms = least + Math.random() * (most - least);
      signal(pids, 'SIGSTOP');
      try {
        await Promise.race([pause(ms), over]);
      } finally {
        signal(pids, 'SIGCONT');
      }
      held += 1;
      heldMs += ms;
      await pause(BREATH_MS);
    }
  }
  console.log(`Frames were held back ${held} times, for ${Math.round(heldMs / Math.max(1, held))} ms on average.`);
  if (held === 0) console.log('No browser was seen: nothing has been tried.');
  process.exitCode = code || (held === 0 ? 1 : 0);
}

await main().catch(error => {
  console.error(error.message);
  process.exitCode = 1;
});

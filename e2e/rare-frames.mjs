/**
 * The end-to-end tests while frames are rare, by hand: `node e2e/rare-frames.mjs [--least 60] [--most 900] [what playwright test takes]`. What a
 * machine does that has more to do than it can: the process that draws stands still for so many milliseconds again and again, while scripts, sockets
 * and timers go on. A test that reads what is drawn before it is, and a view that takes what comes in one frame for a reader's hand, fail here.
 * It says how long frames were held back, and stops only browsers that it has started. Linux, because it reads /proc.
 */

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Between two pauses, for the one frame or two that are drawn. */
const BREATH_MS = 25;
/** Until the first browser is there, and when none is. */
const LOOK_MS = 200;

const CONFIG = fileURLToPath(new URL('playwright.config.ts', import.meta.url));
const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

/** `--least` and `--most`, in milliseconds, and what is left for Playwright. */
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
      // The name of the program stands in brackets and may have any letter in it.
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

/** Those that draw, among all that descend from `root`. */
function drawers(root) {
  const all = processes();
  const ours = new Set([root]);
  // Parents have lower numbers as a rule, and not always.
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
      // It has ended meanwhile.
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
  // What stands still does not even end. Of Ctrl-C Playwright hears by itself.
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

/**
 * Finds a Chromium that really starts, and gets one when there is none. Nothing here knows about tests: the Playwright configuration and
 * the test runner ask for a path. By itself, `node e2e/browser.mjs` prints that path.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];
/** For machines like this one: no sandbox in a container, and nothing that a browser does by itself. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const DOWNLOAD_MS = 10 * 60_000;

/** The path of a browser that is there already, or undefined. CHROMIUM_PATH comes first, and must work when it is set. */
export function findChromium(env = process.env) {
  const wanted = env.CHROMIUM_PATH;
  if (wanted) {
    if (starts(wanted)) return wanted;
    throw new Error(
      `CHROMIUM_PATH is ${wanted}, but no browser starts there. Correct it, or unset it to have one found.`,
    );
  }
  const onPath = (env.PATH ?? '').split(delimiter).flatMap(folder => NAMES.map(name => join(folder, name)));
  return [...onPath, ...ELSEWHERE, chromium.executablePath()].find(starts);
}

/** As `findChromium`, but downloads or installs one when there is none; throws with what to do when that fails, too. */
export function ensureChromium({ env = process.env, say = () => {} } = {}) {
  const present = findChromium(env);
  if (present) return present;
  const tried = [];
  for (const { name, usable, install } of SOURCES) {
    if (!usable()) continue;
    say(`No Chromium found: trying ${name}`);
    const problem = install();
    const found = findChromium(env);
    if (found) return found;
    tried.push(`- ${name}: ${problem ?? 'it ended well, but no browser starts'}`);
  }
  throw new Error(
    [
      'No Chromium that starts was found, and none could be installed.',
      ...tried,
      'Install Chromium or Google Chrome with your system’s package manager, or set CHROMIUM_PATH to a browser’s program file.',
    ].join('\n'),
  );
}

const SOURCES = [
  {
    name: 'Playwright’s download',
    usable: () => true,
    install: () => run(process.execPath, [playwrightCli(), 'install', 'chromium']),
  },
  {
    name: 'apt-get install chromium',
    usable: () => process.getuid?.() === 0 && isDebian(),
    install: () =>
      run('apt-get', ['update']) ??
      run('apt-get', ['-o', 'DPkg::Lock::Timeout=500', 'install', '-y', '--no-install-recommends', 'chromium']),
  },
];

/** A file of that name proves little: a stub that asks for a snap, or a download whose libraries are missing, does not start. */
function starts(path) {
  if (!existsSync(path)) return false;
  // There, --version opens a window.
  if (process.platform === 'win32') return true;
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /(?:Chrom|Edge)[^\d]*\d+\./.test(stdout);
}

function isDebian() {
  return existsSync('/etc/os-release') && /^ID(?:_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function playwrightCli() {
  return join(dirname(fileURLToPath(import.meta.resolve('@playwright/test/package.json'))), 'cli.js');
}

/** Undefined when it went well, otherwise its last line. */
function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env,
    timeout: DOWNLOAD_MS,
  });
  if (status === 0) return undefined;
  const lines = `${stdout ?? ''}\n${stderr ?? ''}`.trim().split('\n');
  return error?.message ?? lines.find(line => /error/i.test(line))?.trim() ?? lines.at(-1) ?? `exit code ${status}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(ensureChromium({ say: line => console.error(line) }));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

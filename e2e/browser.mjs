/**
 * Finds a Chromium, a Firefox and a WebKit that really start, and installs them if there are none. Nothing here knows about tests: the
 * Playwright configuration and the test runner ask for paths. Run by itself, `node e2e/browser.mjs` prints Chromium's path, and with `--all`
 * installs all browsers that are missing.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];
const FIREFOX_NAMES = ['firefox-esr', 'firefox'];
const FIREFOX_ELSEWHERE = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];
/** Flags for test machines: no sandbox in a container, and none of the requests that a browser makes on its own. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const CHROMIUM_VERSION = /(?:Chrom|Edge)[^\d]*\d+\./;
const DOWNLOAD_MS = 10 * 60_000;

/** The path of a browser that is already there, or undefined. CHROMIUM_PATH is tried first, and must work if it is set. */
export function findChromium(env = process.env) {
  const places = [...onPath(NAMES, env), ...ELSEWHERE, chromium.executablePath()];
  return find('CHROMIUM_PATH', CHROMIUM_VERSION, places, env);
}

/**
 * Like `findChromium`, for CHROMIUM_SHELL_PATH: a Chromium without windows, which takes a third less time. If CHROMIUM_PATH names another
 * Chromium, that one is used.
 */
export function findShell(env = process.env) {
  const places = env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : onPath(SHELL_NAMES, env);
  return find('CHROMIUM_SHELL_PATH', CHROMIUM_VERSION, places, env);
}

/** Like `findChromium`, for FIREFOX_PATH. Playwright can also drive an installed Firefox, if it is an ESR or newer. */
export function findFirefox(env = process.env) {
  return find('FIREFOX_PATH', /Mozilla Firefox \d+\./, [...onPath(FIREFOX_NAMES, env), ...FIREFOX_ELSEWHERE], env);
}

function onPath(names, env) {
  return (env.PATH ?? '').split(delimiter).flatMap(folder => names.map(name => join(folder, name)));
}

function find(variable, version, places, env) {
  const wanted = env[variable];
  if (!wanted) return places.find(path => starts(path, version));
  if (starts(wanted, version)) return wanted;
  throw new Error(`${variable} is ${wanted}, but no browser starts there. Correct it, or unset it to have one found.`);
}

/** Like `findChromium`, but downloads or installs one if there is none. Throws with instructions if that fails, too. */
export function ensureChromium({ env = process.env, say = () => {} } = {}) {
  const hint =
    'Install Chromium or Google Chrome with your system’s package manager, or set CHROMIUM_PATH to a browser’s program file.';
  return ensure('Chromium', () => findChromium(env), [PLAYWRIGHTS_OWN, fromDebian('chromium')], hint, say);
}

/** Like `findShell`, but installs one on Debian. Elsewhere a whole Chromium takes its place. */
export function ensureShell({ env = process.env, say = () => {} } = {}) {
  const source = fromDebian('chromium-headless-shell');
  const present = findShell(env);
  if (present) return present;
  const problem = source.usable() ? source.install() : 'none to install here';
  const found = findShell(env);
  if (found) return found;
  say(`No Chromium without windows (${problem}): the whole one does it, and takes longer.`);
  return ensureChromium({ env, say });
}

/**
 * Like `findFirefox`, but installs one on Debian. Playwright’s own build speaks another protocol and does not help here. If there is none
 * and none can be installed, see `ensureIfPossible`.
 */
export function ensureFirefox({ env = process.env, say = () => {} } = {}) {
  const hint =
    'Install Firefox (firefox-esr) with your system’s package manager, or set FIREFOX_PATH to a browser’s program file.';
  return ensureIfPossible('Firefox', () => findFirefox(env), fromDebian('firefox-esr'), hint, { env, say });
}

/**
 * If there is no such browser and none can be installed, prints so and returns undefined: its specs are skipped, and the rest still runs.
 * If CI is set, that is a failure.
 */
function ensureIfPossible(browser, findOne, source, hint, { env, say }) {
  if (env.CI || findOne() || source.usable()) return ensure(browser, findOne, [source], hint, say);
  say(`No ${browser} found, and none can be installed here: its specs are skipped.`);
  return undefined;
}

/**
 * The paths of WebKitGTK and its driver as the environment variables WEBKIT_DRIVER and WEBKIT_BROWSER, or undefined. They exist on Linux
 * only, and need Xvfb, because WebKitGTK starts on a screen only.
 */
export function findWebKit(env = process.env) {
  // Only checks that the files exist: none of these programs prints its version without a screen.
  const browser = webKitBrowsers().find(existsSync);
  const [driver, screen] = ['WebKitWebDriver', 'Xvfb'].map(name => onPath([name], env).find(existsSync));
  return browser && driver && screen ? { WEBKIT_DRIVER: driver, WEBKIT_BROWSER: browser } : undefined;
}

function webKitBrowsers() {
  const lib = '/usr/lib';
  const folders = existsSync(lib) ? readdirSync(lib).filter(name => name.endsWith('-linux-gnu')) : [];
  const editions = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'];
  return editions.flatMap(edition => ['', ...folders].map(folder => join(lib, folder, edition, 'MiniBrowser')));
}

/** Like `findWebKit`, but installs it on Debian. Most systems have no package for it: see `ensureIfPossible`. */
export function ensureWebKit({ env = process.env, say = () => {} } = {}) {
  const source = fromDebian('webkit2gtk-driver', 'xvfb');
  const hint = 'Install WebKitGTK’s driver (webkit2gtk-driver) and xvfb with your system’s package manager.';
  return ensureIfPossible('WebKit', () => findWebKit(env), source, hint, { env, say });
}

function ensure(browser, findOne, sources, hint, say) {
  const present = findOne();
  if (present) return present;
  const tried = [];
  for (const { name, usable, install } of sources) {
    if (!usable()) continue;
    say(`No ${browser} found: trying ${name}`);
    const problem = install();
    const found = findOne();
    if (found) return found;
    tried.push(`- ${name}: ${problem ?? 'it ended well, but no browser starts'}`);
  }
  throw new Error([`No ${browser} that starts was found, and none could be installed.`, ...tried, hint].join('\n'));
}

const PLAYWRIGHTS_OWN = {
  name: 'Playwright’s download',
  usable: () => true,
  install: () => run(process.execPath, [playwrightCli(), 'install', 'chromium']),
};

function fromDebian(...names) {
  return {
    name: `apt-get install ${names.join(' ')}`,
    usable: () => process.getuid?.() === 0 && isDebian(),
    install: () =>
      run('apt-get', ['update']) ??
      run('apt-get', ['-o', 'DPkg::Lock::Timeout=500', 'install', '-y', '--no-install-recommends', ...names]),
  };
}

/**
 * Runs the program, because a file of that name proves little: a stub that asks for a snap, or a download whose libraries are missing, does
 * not start.
 */
function starts(path, version) {
  if (!existsSync(path)) return false;
  // On Windows, --version opens a window.
  if (process.platform === 'win32') return true;
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && version.test(stdout);
}

function isDebian() {
  return existsSync('/etc/os-release') && /^ID(?:_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function playwrightCli() {
  return join(dirname(fileURLToPath(import.meta.resolve('@playwright/test/package.json'))), 'cli.js');
}

/** Returns undefined on success, otherwise the last line of the output. */
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

/** Installs each browser that is missing. A failure is not reported here: whoever asks for that browser later gets it. */
function installAll(say) {
  for (const each of [ensureChromium, ensureShell, ensureFirefox, ensureWebKit]) {
    try {
      each({ say });
    } catch {
      // The next call of the same function throws the same error, with its instructions.
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const say = line => console.error(line);
  try {
    if (process.argv.includes('--all')) installAll(say);
    else console.log(ensureChromium({ say }));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

/**
 * A place to listen in: a screen of its own, a message bus, Orca with a voice that writes down its words, and a browser. Keys are pressed
 * as on a keyboard, so that Orca also receives its own shortcuts.
 */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM_FLAGS } from '../browser.mjs';

const VOICE = join(import.meta.dirname, 'voice.mjs');
/** After so long a silence, everything has been said. */
const SILENCE_MS = 1_800;
const MOST_MS = 60_000;

export const pause = ms => new Promise(done => setTimeout(done, ms));

const SPEECHD = `LogLevel 1
LogDir "default"
AddModule "paper" "${VOICE}" ""
DefaultModule paper
`;

/** Turns off the words that Orca says by itself when a page has loaded, and the echo of typed letters. */
const ORCA = `import orca.settings
orca.settings.sayAllOnLoad = False
orca.settings.pageSummaryOnLoad = False
orca.settings.enableKeyEcho = False
`;

const FIREFOX = {
  'accessibility.force_disabled': -1,
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.newtab.preload': false,
  'browser.newtabpage.enabled': false,
  'browser.discovery.enabled': false,
  'browser.preonboarding.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'http://localhost:1',
  'toolkit.telemetry.enabled': false,
};

const CHROMIUM = ['--force-renderer-accessibility', ...CHROMIUM_FLAGS, '--password-store=basic'];

/** Must run inside of `dbus-run-session`, with a DISPLAY. */
export async function furnish(browserName) {
  const home = mkdtempSync(join(tmpdir(), 'natter-orca-'));
  const runtime = join(home, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  const voiceLog = join(home, 'voice.log');
  const orcaLog = join(home, 'orca.log');
  writeFileSync(voiceLog, '');
  const put = (path, text) => {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  put('.config/speech-dispatcher/speechd.conf', SPEECHD);
  put('.local/share/orca/orca-customizations.py', ORCA);

  const env = {
    ...process.env,
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    NATTER_VOICE_LOG: voiceLog,
    GSETTINGS_BACKEND: 'memory',
    GTK_MODULES: 'gail:atk-bridge',
    GNOME_ACCESSIBILITY: '1',
    ACCESSIBILITY_ENABLED: '1',
    LANG: 'C.UTF-8',
    LANGUAGE: 'en',
  };
  const running = [];
  const start = (command, args) => {
    const child = spawn(command, args, { env, stdio: 'ignore' });
    child.on('error', error => console.error(`${command}: ${error.message}`));
    running.push(child);
    return child;
  };

  start('/usr/libexec/at-spi-bus-launcher', ['--launch-immediately']);
  start('openbox', []);
  await pause(700);

  let orca;
  let browser;
  let profiles = 0;
  async function visit(url) {
    await leave();
    const profile = join(home, `profile-${profiles++}`);
    mkdirSync(profile);
    if (browserName === 'chromium') {
      browser = start('chromium', [...CHROMIUM, `--user-data-dir=${profile}`, '--window-size=1280,900', url]);
    } else {
      const prefs = Object.entries(FIREFOX).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
      writeFileSync(join(profile, 'user.js'), prefs.join(''));
      browser = start('firefox-esr', ['--profile', profile, '--no-remote', '--new-instance', url]);
    }
    await until(() => /\d/.test(`${xdotool('search', '--onlyvisible', '--name', 'Harbour').stdout}`), 'The page');
    await pause(2_500);
    // Orca starts after the browser. Otherwise it takes the browser for two programs, and forgets its mode on the first switch between
    // them.
    const before = spoken().length;
    orca = start('orca', ['--replace', ...(process.env.NATTER_ORCA_LOG ? [`--debug-file=${orcaLog}`] : [])]);
    await until(
      () =>
        spoken()
          .slice(before)
          .some(({ words }) => /^Screen reader on/.test(words)),
      'Orca',
    );
    await heard();
  }
  async function leave() {
    await Promise.all([browser, orca].filter(Boolean).map(ended));
    browser = undefined;
    orca = undefined;
  }

  const xdotool = (...args) => spawnSync('xdotool', args, { env });
  const spoken = () => {
    const lines = readFileSync(voiceLog, 'utf8').split('\n');
    return lines.filter(Boolean).map(line => JSON.parse(line));
  };

  let taken = 0;
  /** The words spoken since the last call, once Orca is silent. Utterances that were cut off are marked. */
  async function heard({ silence = SILENCE_MS, most = MOST_MS } = {}) {
    const began = Date.now();
    for (;;) {
      await pause(150);
      const last = spoken().at(-1);
      const silent = last?.what !== 'begin';
      if (silent && Date.now() - Math.max(began, last?.at ?? 0) > silence) break;
      if (Date.now() - began > most) break;
    }
    const all = spoken();
    const lines = all.slice(taken);
    taken = all.length;
    return lines
      .filter(({ what }) => what !== 'begin')
      .filter(({ words }) => words)
      .map(({ what, words, language }) =>
        [/^en/.test(language) ? '' : `[${language}] `, words, what === 'cut' ? ' [cut off]' : ''].join(''),
      );
  }

  return {
    home,
    visit,
    heard,
    key: (...names) => {
      for (const name of names) {
        // Orca must see its modifier go down first.
        if (name.startsWith('orca+')) xdotool('keydown', 'Insert', 'key', name.slice(5), 'keyup', 'Insert');
        else xdotool('key', '--clearmodifiers', name);
      }
    },
    type: text => xdotool('type', '--delay', '70', text),
    picture: path => spawnSync('import', ['-window', 'root', path], { env }),
    async close() {
      await leave();
      for (const child of running) child.kill();
      const pid = join(runtime, 'speech-dispatcher/pid/speech-dispatcher.pid');
      if (existsSync(pid)) process.kill(Number(readFileSync(pid, 'utf8')));
    },
  };
}

async function ended(child) {
  const gone = new Promise(done => child.once('exit', done));
  child.kill();
  await Promise.race([gone, pause(4_000)]);
  child.kill('SIGKILL');
}

export async function until(holds, what, ms = 30_000) {
  const began = Date.now();
  while (!(await holds())) {
    if (Date.now() - began > ms) throw new Error(`${what} did not come.`);
    await pause(200);
  }
}

/** Runs all journeys, or those that are named, and prints the words that Orca spoke. README.md explains how, and what it needs. */

import { spawn, spawnSync } from 'node:child_process';
import { JOURNEYS } from './journeys.mjs';
import { furnish } from './room.mjs';
import { openSite } from './site.mjs';

const names = process.argv.slice(2).filter(each => !each.startsWith('--'));
const chosen = JOURNEYS.filter(({ name }) => names.length === 0 || names.includes(name));
const browser = process.argv.includes('--chromium') ? 'chromium' : 'firefox';

if (process.env.NATTER_ORCA_INSIDE) await inside();
else await outside();

/** Starts this program again, with a screen and a message bus of its own. */
async function outside() {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const display = await new Promise(done => screen.stdout.once('data', data => done(`:${`${data}`.trim()}`)));
  const env = { ...process.env, DISPLAY: display, NATTER_ORCA_INSIDE: '1' };
  const { status } = spawnSync('dbus-run-session', ['--', process.execPath, ...process.argv.slice(1)], {
    env,
    stdio: 'inherit',
  });
  screen.kill();
  process.exitCode = status ?? 1;
}

async function inside() {
  const site = await openSite();
  const room = await furnish(browser);
  if (process.env.NATTER_ORCA_LOG) console.log(`Orca's own log: ${room.home}/orca.log`);
  const { control, network } = site;
  const session = async () => (await control('GET', 'sessions')).sessions.at(-1).id;
  const inject = async type => control('POST', `sessions/${await session()}/events`, { type });
  const offline = async gone => {
    if (gone) await control('POST', 'faults', { kind: 'refuse-handshake', status: 500 });
    else await control('DELETE', 'faults');
    network(gone ? 'offline' : 'online');
    if (gone) await control('POST', `sessions/${await session()}/drop`);
  };
  try {
    for (const { name, address = '/', steps } of chosen) {
      console.log(`\n# ${name}`);
      await control('DELETE', 'faults');
      await control('POST', 'agent', { script: 'shop', pace: 1 });
      await room.visit(site.url + address);
      const step = async (what, act, waiting) => {
        await act?.();
        const lines = await room.heard(waiting);
        console.log(`\n## ${what}`);
        for (const line of lines) console.log(`- ${line}`);
        if (lines.length === 0) console.log('(nothing)');
        return lines;
      };
      await steps({ ...room, step, control, session, inject, offline });
      if (process.env.NATTER_PICTURES) room.picture(`${process.env.NATTER_PICTURES}/${browser}-${name}.png`);
    }
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  await room.close();
  process.exit();
}

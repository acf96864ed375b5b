/**
 * `node e2e/monkey/cli.mjs --seed 1 --runs 20 --port 5573`: impatient visitors on the built widget, in bad weather. Prints each failure
 * with its seed. `--skip 3,7` leaves acts out, to find the few that matter. `--out folder` writes down every act of seeds that fail.
 * `--browser firefox` runs in Firefox, where pages cannot be frozen.
 */

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium, firefox } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureFirefox, ensureShell } from '../browser.mjs';
import { runSeed } from './run.mjs';
import { startSite } from './site.mjs';

const text = value => ({ type: 'string', default: value });
const { values } = parseArgs({
  options: {
    seed: text('1'),
    runs: text('10'),
    port: text('5573'),
    bursts: text('3'),
    acts: text('22'),
    skip: text(''),
    out: text(''),
    minutes: text('600'),
    browser: text('chromium'),
  },
});
const [seed, runs, port, bursts, acts] = [values.seed, values.runs, values.port, values.bursts, values.acts].map(
  Number,
);
const skip = new Set(
  values.skip
    .split(',')
    .filter(Boolean)
    .flatMap(each => {
      const [from, to = from] = each.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, place) => from + place);
    }),
);
const site = await startSite(port);
const browser =
  values.browser === 'firefox'
    ? await firefox.launch({ channel: 'moz-firefox', executablePath: ensureFirefox() })
    : await chromium.launch({ executablePath: ensureShell(), args: CHROMIUM_FLAGS });
process.on('SIGTERM', () => process.exit(1));
process.on('exit', () => site.stop());
let seeds = 0;
let done = 0;
let failed = 0;
const end = Date.now() + Number(values.minutes) * 60_000;
for (let each = seed; each < seed + runs && Date.now() < end; each += 1) {
  const began = Date.now();
  const {
    failures,
    acts: count,
    log,
  } = await runSeed({ browser, site, seed: each, bursts, acts, skip, say: line => console.log(line) });
  seeds += 1;
  done += count;
  if (failures.length > 0) failed += 1;
  console.log(
    `seed ${each}: ${count} acts in ${Math.round((Date.now() - began) / 1000)} s, ${failures.length} failures`,
  );
  if (values.out && (failures.length > 0 || runs === 1))
    writeFileSync(
      `${values.out}/seed-${each}.txt`,
      `${failures.map(({ message, detail }) => `${message}\n${JSON.stringify(detail, null, 1)}`).join('\n\n')}\n\nLOG\n${log.join('\n')}`,
    );
}
console.log(`${seeds} seeds, ${done} acts, ${failed} seeds failed`);
await browser.close();
site.stop();

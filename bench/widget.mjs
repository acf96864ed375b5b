/**
 * Measures the built widget in a real Chromium against pages that do only the bare minimum. All of it happens in one run, so that ratios
 * hold on any machine. `node bench/widget.mjs [--only stream8k,t1000] [--reps 3] [--dist folder]` measures it alone. A report, never a
 * test.
 */

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../e2e/browser.mjs';
import { fromRoot, table } from './table.mjs';
import { median } from './widget/figures.mjs';
import { watchOthers } from './widget/others.mjs';
import { serve } from './widget/server.mjs';
import { startup } from './widget/startup.mjs';
import { stream8k, stream20k } from './widget/streams.mjs';
import { t1000, t5000 } from './widget/transcripts.mjs';

const SCENARIOS = { startup, stream8k, stream20k, t1000, t5000 };
/** If other processes used more cores than this, the run should be repeated. */
const NOISY_CORES = 0.15;

/** The rows of the table, and a line on how far to trust them. */
export async function measureWidget({ only = Object.keys(SCENARIOS), reps = 3, dist = fromRoot('dist') } = {}) {
  const names = Object.keys(SCENARIOS).filter(name => only.some(each => [each, ...needsOf(each)].includes(name)));
  const site = await serve(dist);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const results = Object.fromEntries(names.map(name => [name, {}]));
  const shared = [];
  const others = watchOthers();
  try {
    // Interleaves the scenarios: when something slows the machine for a while, it slows all of them.
    for (let rep = 0; rep < reps; rep++) {
      for (const name of names) {
        const { subjects, times = 1 } = SCENARIOS[name];
        for (const [subject, measure] of Array(times).fill(Object.entries(subjects)).flat()) {
          others.read();
          results[name][subject] ??= [];
          results[name][subject].push(await measure({ browser, origin: site.origin }));
          shared.push(others.read());
        }
      }
    }
  } finally {
    await browser.close();
    await site.stop();
  }
  return { rows: names.flatMap(name => SCENARIOS[name].rows(results)), note: trust(reps, shared) };
}

function needsOf(name) {
  if (!(name in SCENARIOS)) throw new Error(`--only ${name}: it is one of ${Object.keys(SCENARIOS).join(', ')}.`);
  return SCENARIOS[name].needs ?? [];
}

function trust(reps, shared) {
  const times = [startup, t1000, t5000].map(each => reps * each.times);
  const visits = `Medians of ${reps}, of ${times[0]} for the start, ${times[1]} and ${times[2]} for 1,000 and 5,000 messages (least–most)`;
  const how = `${visits}, Chromium at 1280×800, files from this machine; start at 4× slower CPU.`;
  if (shared.includes(undefined)) return `${how} What other processes used meanwhile is not known here.`;
  const [usual, most] = [median(shared), Math.max(...shared)].map(cores => cores.toFixed(2));
  const verdict = most > NOISY_CORES ? ': trust the ratios roughly, and repeat the run on a quiet machine' : '';
  return `${how} Other processes used ${usual} cores meanwhile, ${most} at most${verdict}.`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, reps: { type: 'string' }, dist: { type: 'string' } },
  });
  const { rows, note } = await measureWidget({
    ...(values.only && { only: values.only.split(',') }),
    ...(values.reps && { reps: Number(values.reps) }),
    ...(values.dist && { dist: resolve(values.dist) }),
  });
  console.log(`${table(rows)}\n\n${note}`);
}

/**
 * Measures how many storms a second the simulator plays (`npm run sim`). A storm is one conversation in bad weather with a busy visitor.
 */

import { createServer } from 'vite';
import { fromRoot } from './table.mjs';

const RUNS = 1_000;

export async function measureSimulation() {
  const vite = await createServer({
    root: fromRoot('.'),
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true },
  });
  try {
    const { firstFailure } = await vite.ssrLoadModule('/test/sim/run.ts');
    await firstFailure(1, 100);
    const start = performance.now();
    const { outcome, delivered } = await firstFailure(1, RUNS);
    if (outcome) throw new Error(`A storm failed; its plan is ${JSON.stringify(outcome.plan)}.`);
    const seconds = (performance.now() - start) / 1000;
    return [
      {
        What: `${RUNS.toLocaleString('en')} storms from seed 1`,
        'storms per second': Math.round(RUNS / seconds).toLocaleString('en'),
        'messages delivered': delivered.toLocaleString('en'),
      },
    ];
  } finally {
    await vite.close();
  }
}

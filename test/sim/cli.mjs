/**
 * `npm run sim -- --runs 20000 --seed 7`: prints one line if all is well; for a failing storm its seed and the smallest plan that still
 * fails. `--chat` has the conversations go over Chat. `--plan '{…}'` runs such a plan again.
 */

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    plan: { type: 'string' },
    chat: { type: 'boolean' },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!Number.isSafeInteger(runs) || !Number.isSafeInteger(seed)) {
  console.error('--runs and --seed are whole numbers, like --runs 20000 --seed 7.');
  process.exit(2);
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const vite = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  server: { middlewareMode: true, ws: false },
});
try {
  const { firstFailure, shrink, runPlan, describeOutcome } = await vite.ssrLoadModule('/test/sim/run.ts');
  const startedAt = performance.now();
  const { outcome, ran, delivered } = values.plan
    ? await runPlan(JSON.parse(values.plan)).then(one => ({
        ...one,
        outcome: one.wrong.length > 0 ? one : null,
        ran: 1,
      }))
    : await firstFailure(seed, runs, undefined, values.chat ? 'chat' : undefined);
  const seconds = (performance.now() - startedAt) / 1000;
  if (outcome) {
    console.log(describeOutcome(values.plan ? outcome : await shrink(outcome)));
    process.exitCode = 1;
  }
  const speed = Math.round(ran / seconds);
  console.log(
    `${ran} storms from seed ${seed}: ${delivered} messages delivered, ${outcome ? 'FAILED' : 'clean'} (${seconds.toFixed(1)} s, ${speed} a second)`,
  );
} finally {
  await vite.close();
}

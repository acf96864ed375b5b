/** `npm run fuzz -- --requests 100000 --seed 7`: random requests to the broker. Prints one line if all is well, else the first mistakes. */

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const [requests, seed] = [Number(values.requests), Number(values.seed)];
if (!Number.isSafeInteger(requests) || !Number.isSafeInteger(seed)) {
  console.error('--requests and --seed are whole numbers, like --requests 100000 --seed 7.');
  process.exit(2);
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const server = { middlewareMode: true, ws: false };
const vite = await createServer({ root, configFile: false, logLevel: 'error', server });
try {
  const { fuzz } = await vite.ssrLoadModule('/test/broker/fuzz/judge.ts');
  const startedAt = performance.now();
  const { mistakes, statuses, events } = await fuzz(seed, requests);
  const seconds = (performance.now() - startedAt) / 1000;
  for (const mistake of mistakes) console.log(mistake);
  if (mistakes.length > 0) process.exitCode = 1;
  const counts = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
  const lines = [...events.values()].reduce((sum, count) => sum + count, 0);
  const verdict = mistakes.length > 0 ? 'FAILED' : 'clean';
  const memory = Math.round(process.memoryUsage().rss / 1_000_000);
  console.log(
    `${requests} requests from seed ${seed}: ${counts.join(', ')}; ${lines} log lines; ${verdict} (${seconds.toFixed(1)} s, ${memory} MB)`,
  );
} finally {
  await vite.close();
}

/** One visit: a browser context of its own, the probe, and the figures that DevTools reports about the page. */

import { fileURLToPath } from 'node:url';

const PROBE = fileURLToPath(new URL('probe.js', import.meta.url));
const PLATFORM = fileURLToPath(new URL('platform.js', import.meta.url));

/** `slowdown` is how many times slower the processor is to be. */
export async function visit({ browser, origin }, name, { slowdown = 1 } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const problems = [];
  page.on('pageerror', error => problems.push(error.message));
  const devtools = await context.newCDPSession(page);
  // Counts processor time, not elapsed time: other processes on the machine must not change the result.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (slowdown > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (name !== 'blank' && name !== 'floor') await page.addInitScript({ path: PLATFORM });
  await page.addInitScript({ path: PROBE });
  await page.goto(`${origin}/${name}.html`, { waitUntil: 'commit' });

  async function metrics() {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  }

  return {
    page,
    /** Processor time in milliseconds that the main thread's tasks used while `work` ran. */
    async busyMs(work) {
      const before = await metrics();
      const result = await work();
      const after = await metrics();
      return { result, busyMs: (after.TaskDuration - before.TaskDuration) * 1_000 };
    },
    /** Bytes that scripts hold after a garbage collection. */
    async heapBytes() {
      for (let i = 0; i < 2; i++) await devtools.send('HeapProfiler.collectGarbage');
      return (await metrics()).JSHeapUsedSize;
    },
    async leave() {
      await context.close();
      if (problems.length > 0) throw new Error(`${name}.html threw: ${problems.join(' · ')}`);
    },
  };
}

export const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

/** Measures how busy other processes kept the machine during a run. The figures of a run that had to share its processor mean little. */

import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/**
 * Starts measuring. `read()` returns how many cores other processes have used since the last call, or undefined if the system does not say.
 */
export function watchOthers() {
  let before = take();
  return {
    read() {
      const after = take();
      const elapsed = after.at - before.at;
      const own = sumOf(after.own, (ms, pid) => ms - (before.own?.get(pid) ?? 0));
      const used = after.busyMs - before.busyMs;
      before = after;
      return after.own && Math.max(0, (used - own) / elapsed);
    },
  };
}

function take() {
  const busyMs = cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
  return { at: performance.now(), busyMs, own: ownTimes() };
}

function sumOf(times, value) {
  let sum = 0;
  for (const [pid, ms] of times ?? []) sum += value(ms, pid);
  return sum;
}

/** Processor time of this process and all its descendants, by id; undefined if there is no /proc. */
function ownTimes() {
  const all = new Map();
  try {
    for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
      const facts = statOf(pid);
      if (facts) all.set(pid, facts);
    }
  } catch {
    return undefined;
  }
  const isOwn = pid => {
    for (let each = pid; all.has(each); each = all.get(each).parent) if (each === `${process.pid}`) return true;
    return false;
  };
  return new Map([...all].filter(([pid]) => isOwn(pid)).map(([pid, { ms }]) => [pid, ms]));
}

function statOf(pid) {
  try {
    // The process name stands in brackets and may itself contain spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { parent: fields[1], ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    // The process has just ended.
    return undefined;
  }
}

/**
 * `npm test`: types, lint, build, size budgets, unit tests, the package, end-to-end tests. One short line for each, what its tool printed only where
 * something failed, and a last line `N passed, N failed`.
 *
 *   npm test -- --no-e2e                     without a step (--no-unit, --no-build, …)
 *   npm test -- --only unit,types            with these steps only
 *   npm test -- --only unit test/protocol    other words filter the files of unit, pack and e2e
 */

import { endAll } from './run/command.mjs';
import { installFor, STEPS } from './run/steps.mjs';
import { exitCodeOf, inWords, NOTHING, ONE_FAILED, sum } from './run/tally.mjs';

const MAX_OUTPUT_LINES = 200;
const NAMES = STEPS.map(step => step.name);

/** Returns the options on the command line, or the mistake in them. */
export function readArguments(words) {
  const paths = [];
  let chosen = NAMES;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === '--only' || word.startsWith('--only=')) {
      const list = word === '--only' ? (words[++at] ?? '') : word.slice('--only='.length);
      const named = list.split(',');
      const unknown = named.find(name => !NAMES.includes(name));
      if (unknown !== undefined) return { problem: `--only knows ${NAMES.join(', ')}; "${unknown}" is none of them.` };
      chosen = chosen.filter(name => named.includes(name));
    } else if (word.startsWith('--no-') && NAMES.includes(word.slice('--no-'.length))) {
      chosen = chosen.filter(name => name !== word.slice('--no-'.length));
    } else if (word.startsWith('-')) {
      return { problem: `${word} is unknown. Known: --only ${NAMES.join(',')} and --no-… with one of these names.` };
    } else {
      paths.push(word);
    }
  }
  return { steps: STEPS.filter(step => chosen.includes(step.name)), paths };
}

/** Runs the steps in order, even after a failure, and returns the sum. */
export async function runSteps(steps, { paths, print }) {
  const failed = new Set();
  const tallies = [];
  for (const step of steps) {
    const startedAt = performance.now();
    const result = failed.has(step.needs)
      ? { tally: ONE_FAILED, output: `Not run, because ${step.needs} failed.\n` }
      : await runStep(step, { paths, say: line => print(`  ${line}`) });
    tallies.push(result.tally);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    print(`${step.name.padEnd(6)} ${inWords(result.tally)} (${seconds} s)`);
    if (result.tally.failed === 0) continue;
    failed.add(step.name);
    for (const line of [...(result.failures ?? []), ...shorten(result.output)]) print(`  ${line}`);
  }
  return tallies.length > 0 ? sum(tallies) : NOTHING;
}

async function runStep(step, context) {
  try {
    return await step.run(context);
  } catch (error) {
    return { tally: ONE_FAILED, output: error.stack ?? String(error) };
  }
}

/** The end of a long output, where tools sum up their failures. */
function shorten(output) {
  const lines = output.trimEnd().split('\n');
  if (lines.length <= MAX_OUTPUT_LINES) return lines;
  return [`… ${lines.length - MAX_OUTPUT_LINES} lines before`, ...lines.slice(-MAX_OUTPUT_LINES)];
}

async function main() {
  const wanted = readArguments(process.argv.slice(2));
  let total = ONE_FAILED;
  if (wanted.problem) console.log(wanted.problem);
  else if (wanted.steps.length === 0) console.log('Nothing is left to run.');
  else {
    installFor(wanted.steps);
    total = await runSteps(wanted.steps, { paths: wanted.paths, print: line => console.log(line) });
  }
  // The last line has always the same two words, whatever else is reported above it.
  if (total.skipped > 0) console.log(`${total.skipped} skipped`);
  console.log(inWords({ ...total, skipped: 0 }));
  process.exitCode = exitCodeOf(total);
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      endAll();
      console.log(inWords(ONE_FAILED));
      process.exit(1);
    });
  }
  await main();
}

/** The steps of `npm test`, in order. Each returns its tally and the output of its tool. */

import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, ROOT, tool } from './command.mjs';
import { countCheck, countPlaywright, countSizes, countVitest, failuresOfVitest, ONE_FAILED, sum } from './tally.mjs';

/** Rooms with a tsconfig of their own, which excludes the page and Node. */
const PURE_ROOMS = ['protocol', 'session', 'client'];

/**
 * `needs` names a step without whose success this one would only fail for the same reason. If that step is not part of the run, dist holds
 * an earlier build. `paths` are the words on the command line, for steps with file filters.
 */
export const STEPS = [
  { name: 'types', run: types },
  { name: 'lint', run: lint },
  { name: 'build', run: build },
  { name: 'sizes', needs: 'build', run: sizes },
  { name: 'unit', run: unit },
  { name: 'pack', needs: 'build', run: pack },
  { name: 'e2e', needs: 'build', run: e2e },
];

async function types() {
  const projects = ['.', ...PURE_ROOMS.map(room => `src/${room}`)];
  const runs = await Promise.all(projects.map(each => tool('typescript/bin/tsc', ['-p', each, '--noEmit'])));
  const output = runs.map(each => each.output).join('');
  return { tally: countCheck(runs.some(each => each.exitCode !== 0) ? 1 : 0), output };
}

async function lint() {
  const { exitCode, output } = await tool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']);
  return { tally: countCheck(exitCode), output };
}

async function unit({ paths, say }) {
  const chromium = await browser(say);
  return withReport('unit.json', async file => {
    const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...paths];
    if (chromium.problem) args.push('--project=!chromium');
    // Testing Library prints the whole page with each failure, which hides the failure itself.
    const env = { DEBUG_PRINT_LIMIT: '2000', CHROMIUM_PATH: chromium.path };
    const { exitCode, output } = await tool('vitest/vitest.mjs', args, { env });
    const report = await readJson(file);
    const tally = countVitest(report, exitCode);
    const failures = failuresOfVitest(report, ROOT);
    if (!chromium.problem) return { tally, failures, output };
    return { tally: sum([tally, ONE_FAILED]), failures: [...failures, chromium.problem], output };
  });
}

async function build() {
  const { exitCode, output } = await command(process.execPath, ['build/build.mjs']);
  return { tally: countCheck(exitCode), output };
}

async function sizes() {
  const { exitCode, stdout, output } = await tool('size-limit/bin.js', ['--json']);
  return { tally: countSizes(parse(stdout), exitCode), output };
}

/** Checks the package to be published, and tests its public interface again on the built files. */
async function pack({ paths, say }) {
  const runtimes = await installing.runtimes;
  if (runtimes?.exitCode) say(runtimes.output.trim());
  return withReport('pack.json', async file => {
    const config = ['--config', 'test/package/built/vitest.config.ts'];
    const args = ['run', ...config, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...paths];
    const { exitCode, output } = await tool('vitest/vitest.mjs', args, { env: { DEBUG_PRINT_LIMIT: '2000' } });
    const report = await readJson(file);
    return { tally: countVitest(report, exitCode), failures: failuresOfVitest(report, ROOT), output };
  });
}

async function e2e({ paths, say }) {
  if (!existsSync(join(ROOT, 'dist')))
    return { tally: ONE_FAILED, output: 'There is no dist/. Run npm run build first.\n' };
  if ((await specs()).length === 0) return { tally: ONE_FAILED, output: 'There is no spec in e2e/.\n' };
  const shell = await browser(say, 'ensureShell');
  const [chromium, firefox] = [await browser(say), await browser(say, 'ensureFirefox')];
  const webkit = await browser(say, 'ensureWebKit');
  const problem = shell.problem ?? chromium.problem ?? firefox.problem ?? webkit.problem;
  if (problem) return { tally: ONE_FAILED, output: `${problem}\n` };
  return withReport('e2e.json', async file => {
    // The list reporter: if a run takes too long, it shows the tests that are done and their times.
    const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...paths];
    const browsers = { CHROMIUM_SHELL_PATH: shell.path, CHROMIUM_PATH: chromium.path, FIREFOX_PATH: firefox.path };
    const env = { ...browsers, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    const { exitCode, output } = await tool('@playwright/test/cli.js', args, { env });
    return { tally: countPlaywright(await readJson(file), exitCode), output };
  });
}

async function specs() {
  return (await readdir(join(ROOT, 'e2e'), { recursive: true })).filter(name => /\.(?:spec|test)\.ts$/.test(name));
}

/** Installations that run beside the first steps, which need none of them. */
const installing = { browsers: undefined, runtimes: undefined };

/** Installs missing browsers and runtimes for these steps, which wait for them. */
export function installFor(steps) {
  const needs = (...names) => steps.some(step => names.includes(step.name));
  if (needs('unit', 'e2e')) installing.browsers = command(process.execPath, ['e2e/browser.mjs', '--all']);
  if (needs('pack')) installing.runtimes = command(process.execPath, ['test/package/install-runtimes.mjs']);
}

/** Imported here only: the other steps must run even if Playwright cannot be loaded. */
async function browser(say, ensure = 'ensureChromium') {
  try {
    await installing.browsers;
    const browsers = await import('../../e2e/browser.mjs');
    return { path: browsers[ensure]({ say }) };
  } catch (error) {
    return { problem: error.message };
  }
}

/** A path for a report in a temporary folder, so that no old report is taken for a new one. */
async function withReport(name, use) {
  const folder = await mkdtemp(join(tmpdir(), 'natter-test-'));
  try {
    return await use(join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readJson(file) {
  return existsSync(file) ? parse(await readFile(file, 'utf8')) : undefined;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    // No report counts as a failure in tally.mjs.
    return undefined;
  }
}

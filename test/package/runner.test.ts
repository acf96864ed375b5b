/** The runner behind `npm test`: it must never be green when something failed, broke or did not run. */

import { describe, expect, it } from 'vitest';
import {
  countCheck,
  countPlaywright,
  countSizes,
  countVitest,
  exitCodeOf,
  failuresOfVitest,
  inWords,
  NOTHING,
  ONE_PASSED,
  sum,
  type Tally,
} from '../run/tally.mjs';
import { readArguments, runSteps, type Step } from '../run.mjs';

const tally = (passed: number, failed: number, skipped = 0): Tally => ({ passed, failed, skipped });

describe('counting', () => {
  it('a check passes with exit code 0 alone', () => {
    expect([0, 1, 2, 137].map(code => countCheck(code).failed)).toEqual([0, 1, 1, 1]);
  });

  it('unit tests are counted as vitest reports them', () => {
    const report = { numPassedTests: 5, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1, testResults: [] };
    expect(countVitest(report, 1)).toEqual(tally(5, 2, 2));
  });

  it('a test file that cannot be loaded is a failure, though no test of it is', () => {
    const broken = { status: 'failed', assertionResults: [] };
    const failing = { status: 'failed', assertionResults: [{ status: 'failed' }] };
    const good = { status: 'passed', assertionResults: [{ status: 'passed' }] };
    const report = { numPassedTests: 1, numFailedTests: 1, testResults: [broken, failing, good] };
    expect(countVitest(report, 1)).toEqual(tally(1, 2));
  });

  it('the tests that failed are named, and so are the files that cannot be loaded', () => {
    const failing = {
      name: '/x/a.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'failed', fullName: 'sums adds' },
        { status: 'passed', fullName: 'sums counts' },
      ],
    };
    const report = { testResults: [failing, { name: '/x/b.test.ts', status: 'failed' }, { status: 'passed' }] };
    expect(failuresOfVitest(report, '/x/')).toEqual(['a.test.ts: sums adds', 'b.test.ts: could not be loaded']);
    expect(failuresOfVitest(undefined, '/x/')).toEqual([]);
  });

  it('end-to-end tests are counted as Playwright reports them, flaky ones as failed', () => {
    const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright({ stats, errors: [] }, 1)).toEqual(tally(7, 2, 2));
    const outside = { stats: { ...stats, unexpected: 0, flaky: 0 }, errors: [{}, {}] };
    expect(countPlaywright(outside, 1)).toEqual(tally(7, 2, 2));
  });

  it('each budget is a check, one without a file has not passed', () => {
    const report = [{ passed: true }, { passed: false }, { name: 'missing' }];
    expect(countSizes(report, 1)).toEqual(tally(1, 2));
  });

  it.each([
    ['vitest', countVitest, { numPassedTests: 3 }],
    ['Playwright', countPlaywright, { stats: { expected: 3 } }],
    ['size-limit', countSizes, [{ passed: true }, { passed: true }, { passed: true }]],
  ])('%s: ended badly, no report, or nothing ran is one failure', (_, count, good) => {
    expect(count(good, 0)).toEqual(tally(3, 0));
    expect(count(good, 1)).toEqual(tally(3, 1));
    for (const code of [0, 1]) {
      for (const none of [undefined, null, {}, [], { error: 'crashed' }])
        expect(count(none, code)).toEqual(tally(0, 1));
    }
  });

  it('only a run in which something passed and nothing failed is green', () => {
    expect([tally(3, 0), tally(3, 0, 1), tally(3, 1), tally(0, 0), tally(0, 0, 4)].map(exitCodeOf)).toEqual([
      0, 0, 1, 1, 1,
    ]);
  });

  it('a sum names the skipped only where there are any', () => {
    expect(inWords(sum([tally(3, 0), tally(9, 1)]))).toBe('12 passed, 1 failed');
    expect(inWords(sum([tally(3, 0, 2), NOTHING]))).toBe('3 passed, 0 failed, 2 skipped');
  });
});

describe('running', () => {
  const step = (name: string, result: Tally | Error, needs?: string): Step => ({
    name,
    ...(needs ? { needs } : {}),
    run: async () => {
      if (result instanceof Error) throw result;
      return { tally: result, output: `${name} printed this\n` };
    },
  });

  async function run(...steps: readonly Step[]): Promise<{ total: Tally; lines: readonly string[] }> {
    const lines: string[] = [];
    const total = await runSteps(steps, { paths: [], print: line => lines.push(line) });
    return { total, lines };
  }

  it('goes on after a failure, and shows what the failed step printed and nothing of the others', async () => {
    const { total, lines } = await run(step('types', tally(0, 1)), step('unit', tally(9, 0, 1)));
    expect(total).toEqual(tally(9, 1, 1));
    expect(lines.map(line => line.replace(/\(.*\)/, '(…)'))).toEqual([
      'types  0 passed, 1 failed (…)',
      '  types printed this',
      'unit   9 passed, 0 failed, 1 skipped (…)',
    ]);
  });

  it('a step that throws is a failure, and the run goes on', async () => {
    const { total, lines } = await run(step('unit', new Error('no such tool')), step('build', ONE_PASSED));
    expect(total).toEqual(tally(1, 1));
    expect(lines.join('\n')).toContain('no such tool');
  });

  it('a step whose ground is missing does not run, and counts as failed', async () => {
    const { total, lines } = await run(step('build', tally(0, 1)), step('e2e', tally(30, 0), 'build'));
    expect(total).toEqual(tally(0, 2));
    expect(lines).toContain('  Not run, because build failed.');
  });

  it('failures stand above the output', async () => {
    const named: Step = {
      ...step('unit', tally(1, 1)),
      run: async () => ({ tally: tally(1, 1), failures: ['a.test.ts: adds'], output: 'details' }),
    };
    const { lines } = await run(named);
    expect(lines.slice(1)).toEqual(['  a.test.ts: adds', '  details']);
  });

  it('a long output is cut down to its end', async () => {
    const long: Step = {
      ...step('lint', tally(0, 1)),
      run: async () => ({ tally: tally(0, 1), output: manyLines(900) }),
    };
    const { lines } = await run(long);
    expect(lines.length).toBeLessThan(250);
    expect(lines.at(-1)).toBe('  line 900');
  });
});

function manyLines(count: number): string {
  return Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');
}

describe('the command line', () => {
  const names = (...words: readonly string[]) => {
    const read = readArguments(words);
    return read.problem === undefined ? read.steps.map(step => step.name) : read.problem;
  };
  const ALL = ['types', 'lint', 'build', 'sizes', 'unit', 'pack', 'e2e'];

  it.each([
    [[], ALL],
    [['--no-e2e'], ALL.slice(0, -1)],
    [
      ['--no-e2e', '--no-build', '--no-sizes', '--no-pack'],
      ['types', 'lint', 'unit'],
    ],
    [['--only', 'unit'], ['unit']],
    [['--only=e2e,types'], ['types', 'e2e']],
    [['--only', 'unit,build', '--no-build'], ['unit']],
  ])('%j runs %j', (words, expected) => {
    expect(names(...words)).toEqual(expected);
  });

  it.each([[['--only', 'everything']], [['--only']], [['--no-mercy']], [['--watch']]])(
    '%j is refused, and says what is known',
    words => {
      expect(names(...words)).toMatch(/types, ?lint, ?build, ?sizes, ?unit, ?pack, ?e2e/);
    },
  );

  it('other words are filters for files', () => {
    expect(readArguments(['--only', 'unit', 'test/protocol'])).toMatchObject({ paths: ['test/protocol'] });
  });
});

/**
 * Counts the results in the reports of the tools. Pure functions: nothing is read or started here. One rule holds for all tools: exit code
 * not 0, no report, or no test run counts as a failure.
 */

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

export const NOTHING = Object.freeze({ passed: 0, failed: 0, skipped: 0 });
export const ONE_PASSED = Object.freeze({ passed: 1, failed: 0, skipped: 0 });
export const ONE_FAILED = Object.freeze({ passed: 0, failed: 1, skipped: 0 });

/** One check: the tool's exit code. */
export function countCheck(exitCode) {
  return exitCode === 0 ? ONE_PASSED : ONE_FAILED;
}

/** Vitest's JSON report. A file that could not be loaded contains no tests, and counts as one failure. */
export function countVitest(report, exitCode) {
  const files = report?.testResults ?? [];
  const broken = files.filter(file => file.status === 'failed' && !hasFailedTest(file)).length;
  return honest(
    {
      passed: report?.numPassedTests ?? 0,
      failed: (report?.numFailedTests ?? 0) + broken,
      skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    },
    exitCode,
  );
}

/** Failures, one line each: file and title. They stand above the tool's output, of which only the end may be shown. */
export function failuresOfVitest(report, root) {
  return (report?.testResults ?? [])
    .filter(file => file.status === 'failed')
    .flatMap(file => {
      const path = file.name.startsWith(root) ? file.name.slice(root.length) : file.name;
      const failed = (file.assertionResults ?? []).filter(each => each.status === 'failed');
      return failed.length > 0
        ? failed.map(each => `${path}: ${each.fullName.trim()}`)
        : [`${path}: could not be loaded`];
    });
}

function hasFailedTest(file) {
  return file.assertionResults?.some(each => each.status === 'failed') ?? false;
}

/** Playwright's JSON report. A flaky test counts as failed. */
export function countPlaywright(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  const tally = { passed: expected, failed: unexpected + flaky, skipped };
  // Errors outside of any test: a file that could not be loaded, a configuration that throws.
  const outside = report?.errors?.length ?? 0;
  return honest(tally.failed > 0 ? tally : { ...tally, failed: outside }, exitCode);
}

/** size-limit's JSON report: one check for each budget. A missing file counts as failed. */
export function countSizes(report, exitCode) {
  const budgets = Array.isArray(report) ? report : [];
  const passed = budgets.filter(each => each.passed === true).length;
  return honest({ passed, failed: budgets.length - passed, skipped: 0 }, exitCode);
}

function honest(tally, exitCode) {
  const ranNothing = tally.passed + tally.failed === 0;
  return tally.failed === 0 && (exitCode !== 0 || ranNothing) ? { ...tally, failed: 1 } : tally;
}

/** @param {readonly Tally[]} tallies */
export function sum(tallies) {
  return tallies.reduce(
    (all, each) => ({
      passed: all.passed + each.passed,
      failed: all.failed + each.failed,
      skipped: all.skipped + each.skipped,
    }),
    NOTHING,
  );
}

/** `12 passed, 0 failed`; skipped ones are mentioned only if there are any. */
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Returns 0 if something ran and nothing failed. */
export function exitCodeOf({ passed, failed }) {
  return failed === 0 && passed > 0 ? 0 : 1;
}

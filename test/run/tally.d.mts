/** Types of tally.mjs, for its tests. Reports are `unknown`: they come from other programs. */

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NOTHING: Tally;
export const ONE_PASSED: Tally;
export const ONE_FAILED: Tally;
export function countCheck(exitCode: number): Tally;
export function countVitest(report: unknown, exitCode: number): Tally;
export function failuresOfVitest(report: unknown, root: string): readonly string[];
export function countPlaywright(report: unknown, exitCode: number): Tally;
export function countSizes(report: unknown, exitCode: number): Tally;
export function sum(tallies: readonly Tally[]): Tally;
export function inWords(tally: Tally): string;
export function exitCodeOf(tally: Tally): number;

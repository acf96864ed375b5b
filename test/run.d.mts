/** Types of run.mjs, for its tests. */

import type { Tally } from './run/tally.mjs';

export interface Step {
  readonly name: string;
  readonly needs?: string;
  run(context: {
    paths: readonly string[];
    say(line: string): void;
  }): Promise<{ tally: Tally; output: string; failures?: readonly string[] }>;
}

export function readArguments(
  words: readonly string[],
):
  | { readonly problem: string }
  | { readonly problem?: undefined; readonly steps: readonly Step[]; readonly paths: readonly string[] };

export function runSteps(
  steps: readonly Step[],
  context: { paths: readonly string[]; print(line: string): void },
): Promise<Tally>;

import type { ChildProcess } from 'node:child_process';

export const RUNTIMES_FOLDER: string;
export function findProgram(name: string): string | undefined;
export function startWorkerd(
  program: string,
  options: { readonly folder: string; readonly modules: readonly string[]; readonly stdio?: 'ignore' },
): Promise<{ readonly child: ChildProcess; readonly url: string }>;
export function answered(url: string, limitMs: number): Promise<string>;

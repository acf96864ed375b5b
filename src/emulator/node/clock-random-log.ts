/** The real clock, real randomness and a console, for the brain in a Node process. No other file of this folder reads them. */

import type { Random } from '../model/options.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Takes one line. Fields are plain values; tokens never are among them. */
export type EmulatorLog = (
  level: 'error' | 'warn' | 'info' | 'debug',
  message: string,
  fields?: Readonly<Record<string, string | number>>,
) => void;

export const hostClock = (): number => Date.now();

export const hostRandom: Random = {
  uuid: () => crypto.randomUUID(),
  fraction: () => Math.random(),
};

/** Lines on standard error unless they are printed elsewhere, one JSON object each, from this level up. */
export function createConsoleLog(from: LogLevel, print: (line: string) => void = console.error): EmulatorLog {
  const highest = LOG_LEVELS.indexOf(from);
  return (level, message, fields) => {
    if (from === 'silent' || LOG_LEVELS.indexOf(level) > highest) return;
    print(JSON.stringify({ level, part: 'emulator', message, ...fields }));
  };
}

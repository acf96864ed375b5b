/** The real clock, random numbers and console of a Node process. No other file of this folder uses them directly. */

import type { Random } from '../model/options.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Takes one log entry. Its fields never contain a token. */
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

/** Prints entries of this level and above, each as one line of JSON. Prints to standard error by default. */
export function createConsoleLog(from: LogLevel, print: (line: string) => void = console.error): EmulatorLog {
  const highest = LOG_LEVELS.indexOf(from);
  return (level, message, fields) => {
    if (from === 'silent' || LOG_LEVELS.indexOf(level) > highest) return;
    print(JSON.stringify({ level, part: 'emulator', message, ...fields }));
  };
}

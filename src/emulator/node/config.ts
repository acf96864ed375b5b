/** Reads the emulator's environment variables from an object. */

import type { Dialect } from '../../protocol/events.ts';
import { isForbiddenPort } from '../../protocol/forbidden-ports.ts';
import { LOG_LEVELS, type LogLevel } from './clock-random-log.ts';

export const DEFAULT_PORT = 4100;
const LAST_PORT = 65_535;

export interface EmulatorConfig {
  /** NATTER_EMULATOR_PORT, default 4100. 0 takes any free port. */
  readonly port: number;
  /** NATTER_BUILDER_PORT. Default: one more than NATTER_EMULATOR_PORT; any free port if that is 0 or 65535. */
  readonly builderPort: number;
  /** NATTER_DIALECT, default `service`. */
  readonly dialect: Dialect;
  /** LOG_LEVEL, default `info`. */
  readonly logLevel: LogLevel;
}

export interface ConfigProblem {
  /** The name of the environment variable. */
  readonly variable: string;
  /** The form that its value must have. */
  readonly message: string;
}

export type EmulatorConfigResult =
  | { readonly ok: true; readonly config: EmulatorConfig }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns all problems at once; one restart can then fix them. An empty variable counts as not set. */
export function readEmulatorConfig(env: Environment): EmulatorConfigResult {
  const problems: ConfigProblem[] = [];
  const read = <T>(variable: string, fallback: T, form: string, accept: (text: string) => T | undefined): T => {
    const text = env[variable]?.trim() ?? '';
    if (text === '') return fallback;
    const value = accept(text);
    if (value !== undefined) return value;
    problems.push({ variable, message: `${variable} must be ${form}` });
    return fallback;
  };
  const port = read('NATTER_EMULATOR_PORT', DEFAULT_PORT, 'a port number from 0 to 65535', readPort);
  const config: EmulatorConfig = {
    port,
    builderPort: read('NATTER_BUILDER_PORT', defaultBuilderPort(port), 'a port number from 0 to 65535', readPort),
    dialect: read<Dialect>('NATTER_DIALECT', 'service', 'service or poly', text =>
      text === 'service' || text === 'poly' ? text : undefined,
    ),
    logLevel: read<LogLevel>('LOG_LEVEL', 'info', `one of ${LOG_LEVELS.join(', ')}`, text =>
      LOG_LEVELS.find(level => level === text.toLowerCase()),
    ),
  };
  problems.push(...portProblems('NATTER_EMULATOR_PORT', config.port));
  problems.push(...portProblems('NATTER_BUILDER_PORT', config.builderPort));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config };
}

/** Returns the builder host's default port: the next port, or 0, which means any free one. */
export const defaultBuilderPort = (port: number): number => (port === 0 || port === LAST_PORT ? 0 : port + 1);

/** Returns a problem if `fetch` refuses to call the port. */
export function portProblems(variable: string, port: number): readonly ConfigProblem[] {
  const message = `${variable} must be another: browsers and fetch refuse to call ${port}`;
  return isForbiddenPort(port) ? [{ variable, message }] : [];
}

/** Returns a port from 0 to 65535; undefined for any other text. */
export function readPort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= LAST_PORT ? port : undefined;
}

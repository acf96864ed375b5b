/** Runs a command for the platform: prints errors as one line each, turns Ctrl-C into a signal, and returns the exit code. */

import { PlatformError } from '../../platform/call/error.ts';
import { redact } from '../command/safe-text.ts';
import { BadInput } from './bad-input.ts';
import { type Access, connect, inVariables, type NEEDS } from './environment.ts';
import type { PlatformContext, PlatformPorts } from './ports.ts';

export interface Work extends Access {
  readonly ports: PlatformPorts;
  /** Prints one line on standard output. The caller must make texts of the platform safe first. */
  print(line: string): void;
  /** Prints one line on standard error, without the key and without control characters. */
  complain(line: string): void;
}

/** A command whose arguments have been read: the variables that it needs, and its work with a client. */
export interface Plan {
  readonly needs: (typeof NEEDS)[keyof typeof NEEDS];
  /** Returns the exit code. */
  readonly work: (work: Work) => Promise<number>;
}

/** Returns the exit code: 2 for bad input, 1 for an error of the platform or a stop. `read` returns undefined for `--help`. */
export async function runPlan(
  context: PlatformContext,
  ports: PlatformPorts,
  usage: string,
  read: () => Plan | undefined,
): Promise<number> {
  let complain = (line: string): void => context.complain(line);
  ports.watchOutput?.(line => context.complain(line));
  try {
    const plan = read();
    if (!plan) {
      context.print(usage);
      return 0;
    }
    const stop = new AbortController();
    const access = connect(context.env, plan.needs, ports, stop.signal);
    complain = line => context.complain(redact(inVariables(line, plan.needs), access.secrets));
    void context.whenStopped().then(() => stop.abort());
    return await plan.work({
      ...access,
      ports,
      print: line => context.print(line),
      complain,
    });
  } catch (error) {
    if (error instanceof BadInput) {
      for (const line of error.message.split('\n')) context.complain(line);
      return 2;
    }
    if (!(error instanceof PlatformError)) throw error;
    complain(describePlatformError(error));
    return 1;
  }
}

/** Describes the error in one line: status, code, message and correlation id, as far as the error has them. */
export function describePlatformError({ status, code, message, correlationId }: PlatformError): string {
  if (code === 'aborted') return 'Stopped.';
  const head = ['Error', status === 0 ? '' : String(status), code].filter(Boolean).join(' ');
  return `${head}: ${message}${correlationId && ` (correlation id ${correlationId})`}`;
}

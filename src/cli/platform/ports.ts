/** Ports of the commands for the platform. Tests replace them. */

import type { CommandContext } from '../command/command.ts';

export interface PlatformPorts {
  readonly fetch: typeof fetch;
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits before a retry, and between two requests for a call's status. Default: the system's timer. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Returns the width of the terminal in characters; undefined if the output goes elsewhere. */
  columns(): number | undefined;
  /**
   * Ends the process if its output cannot be written: silently if the reader, such as `head`, has ended; otherwise with a complaint and exit code 1.
   */
  watchOutput?(complain: (line: string) => void): void;
}

export const SYSTEM: PlatformPorts = {
  fetch: (...given) => globalThis.fetch(...given),
  now: Date.now,
  columns: () => (process.stdout.isTTY ? process.stdout.columns : undefined),
  watchOutput: complain =>
    void process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      const hasLeft = code === 'EPIPE';
      if (!hasLeft) complain(`The output cannot be written: ${message}`);
      process.exit(hasLeft ? 0 : 1);
    }),
};

/** The part of a command's context that these commands use. */
export type PlatformContext = Pick<CommandContext, 'env' | 'print' | 'complain' | 'whenStopped'>;

export type PlatformCommand = (
  context: PlatformContext,
  args: readonly string[],
  ports?: PlatformPorts,
) => Promise<number>;

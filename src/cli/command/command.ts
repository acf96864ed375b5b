/** The context of a command of `natter`, and a helper for commands that start servers. */

export interface CommandContext {
  readonly version: string;
  /** Folder with the built files. */
  readonly dist: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints one line on standard output. */
  print(line: string): void;
  /** Prints one line on standard error. */
  complain(line: string): void;
  /** Resolves when the process is asked to stop, with the signal's name: `SIGINT` for Ctrl-C. */
  whenStopped(): Promise<string>;
  /** Calls `reload` on SIGHUP. Without a handler, SIGHUP ends the process. */
  onHangup?(reload: () => void): void;
}

/** A command. It runs until it is done or the process is asked to stop, and returns the exit code. */
export type Command = (context: CommandContext) => Promise<number>;

export interface Running {
  /** Stops. With `drain: false` it stops at once, because a person waits at the terminal. */
  close(options?: { readonly drain?: boolean }): Promise<void>;
}

/** Prints one line for each problem of the configuration, and returns the exit code. */
export function printProblems(context: CommandContext, problems: readonly { readonly message: string }[]): number {
  for (const { message } of problems) context.complain(message);
  return 1;
}

/**
 * Starts servers one after the other, and closes them when the process is asked to stop. If one cannot start, closes the others, prints the reason in
 * one line, and returns the exit code 1.
 */
export async function runServers(
  context: CommandContext,
  start: (keep: <T extends Running>(starting: Promise<T>) => Promise<T>) => Promise<void>,
): Promise<number> {
  const running: Running[] = [];
  const keep = async <T extends Running>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    running.unshift(started);
    return started;
  };
  let code = 0;
  let drain = false;
  try {
    await start(keep);
    drain = (await context.whenStopped()) !== 'SIGINT';
  } catch (error) {
    context.complain(error instanceof Error ? error.message : String(error));
    code = 1;
  }
  for (const each of running) await each.close({ drain });
  return code;
}

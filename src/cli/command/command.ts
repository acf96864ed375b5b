/** What a command of `natter` gets from its process, and how one that starts servers ends. */

export interface CommandContext {
  readonly version: string;
  /** Folder with the built files. */
  readonly dist: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** One line for whoever reads standard output. */
  print(line: string): void;
  /** One line for standard error. */
  complain(line: string): void;
  /** Resolves when the process is asked to stop. */
  whenStopped(): Promise<void>;
}

/** Runs until it is done or the process is asked to stop; answers the exit code. */
export type Command = (context: CommandContext) => Promise<number>;

export interface Running {
  close(): Promise<void>;
}

/** Says what is wrong with the configuration, a line for each variable. */
export function refuse(context: CommandContext, problems: readonly { readonly message: string }[]): number {
  for (const { message } of problems) context.complain(message);
  return 1;
}

/**
 * Starts servers one after the other and keeps them until the process is asked to stop. When one cannot start, those that have are
 * closed again, its reason is printed in one line, and the exit code is 1.
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
  try {
    await start(keep);
    await context.whenStopped();
  } catch (error) {
    context.complain(error instanceof Error ? error.message : String(error));
    code = 1;
  }
  for (const each of running) await each.close();
  return code;
}

/** Runs a command for the platform against an emulator in this process. Pauses move the emulator's clock and take no time. */

import type { PlatformCommand } from '../../../src/cli/platform/ports.ts';
import { createRestWorld, type RestWorld } from '../../emulator/rest-world.ts';

export const KEYS = ['demo-conversations', 'demo-outbound', 'demo-builder'];

export const ENV = {
  NATTER_CONVERSATIONS_URL: 'https://runtime',
  NATTER_CONVERSATIONS_KEY: 'demo-conversations',
  NATTER_OUTBOUND_URL: 'https://runtime',
  NATTER_OUTBOUND_TOKEN: 'demo-outbound',
  NATTER_BUILDER_URL: 'https://builder',
  NATTER_BUILDER_KEY: 'demo-builder',
  NATTER_ACCOUNT_ID: 'demo',
  NATTER_PROJECT_ID: 'shop',
};

export interface RunOptions {
  readonly world?: RestWorld;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly fetch?: typeof fetch;
  readonly columns?: number;
  readonly whenStopped?: Promise<void>;
}

export interface Ran {
  readonly code: number;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

export async function run(
  command: PlatformCommand,
  args: readonly string[],
  { world = createRestWorld(), env = ENV, fetch = world.fetch, columns, whenStopped }: RunOptions = {},
): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await command(
    {
      env,
      print: line => out.push(line),
      complain: line => err.push(line),
      whenStopped: () => whenStopped ?? new Promise(() => {}),
    },
    args,
    {
      fetch,
      now: world.now,
      columns: () => columns,
      wait: async (ms, signal) => {
        signal?.throwIfAborted();
        world.advance(ms);
      },
    },
  );
  return { code, out, err };
}

/** Fails the calls of these numbers, counted from 1, with this answer. */
export function failing(world: RestWorld, numbers: readonly number[], answer: () => Response): typeof fetch {
  let count = 0;
  return (input, init) => {
    count += 1;
    return numbers.includes(count) ? Promise.resolve(answer()) : world.fetch(input, init);
  };
}

/** The cursor of the line on standard error, or the empty string. */
export const cursorIn = ({ err }: Ran): string =>
  err.map(line => /^Resume with --cursor (\S+)$/.exec(line)?.[1] ?? '').find(Boolean) ?? '';

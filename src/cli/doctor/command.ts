/** `natter doctor`: reads the arguments, prints the report and returns the exit code. */

import type { CommandContext } from '../command/command.ts';
import { readArguments, USAGE } from './arguments.ts';
import { examine } from './examine.ts';
import type { Network } from './findings/ports.ts';
import { createNodeNetwork } from './network/node-network.ts';
import { isHealthy, toJson, toLines } from './report.ts';

export interface DoctorParts {
  /** Creates the network, with a limit for each answer. */
  readonly network: (timeoutMs: number) => Network;
  /** Milliseconds since 1970. */
  now(): number;
}

const REAL: DoctorParts = { network: timeoutMs => createNodeNetwork({ timeoutMs }), now: Date.now };

/** Returns the exit code: 0 if nothing failed, 1 if something did, 2 for a wrong call. */
export async function doctorCommand(
  { print, complain }: Pick<CommandContext, 'print' | 'complain'>,
  args: readonly string[],
  parts: DoctorParts = REAL,
): Promise<number> {
  const read = readArguments(args);
  if ('help' in read) {
    print(USAGE);
    return 0;
  }
  if ('problem' in read) {
    complain(read.problem);
    complain(USAGE);
    return 2;
  }
  const { call } = read;
  const examination = await examine(call, { network: parts.network(call.timeoutMs), now: parts.now });
  if (call.json) print(JSON.stringify(toJson(examination, parts.now()), null, 2));
  else for (const line of toLines(examination)) print(line);
  return isHealthy(examination) ? 0 : 1;
}

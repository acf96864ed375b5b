/** Errors for arguments and variables that are missing or wrong: one line each, exit code 2. */

import { parseArgs } from 'node:util';
import { quoted, sanitize } from '../command/safe-text.ts';

export type OptionTable = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly multiple?: boolean; readonly short?: string }>
>;

/** The error of wrong arguments and variables. Its message is the line to print. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}

/** Returns the error for an option's value. It names the option, the value and the expected form. */
export const badValue = (option: string, value: string, form: string): BadInput =>
  new BadInput(`${option} ${quoted(value)} is wrong: it must be ${form}.`);

/** Parses the arguments of `natter <command>`. Throws BadInput for an unknown option or a missing value. */
export function parseOptions<T extends OptionTable>(command: string, args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // Node's first sentence names the option; the rest suggests positional arguments.
    const words =
      error instanceof Error ? sanitize(error.message.replace(/\. .*$/s, '.')) : 'The arguments are unreadable.';
    throw new BadInput(`${words.replace(/\.?$/, '.')} See natter ${command} --help.`);
  }
}

/** Returns the value if it is one of `words`. Throws BadInput otherwise. */
export function oneOf<const T extends string>(option: string, value: string, words: readonly T[]): T {
  const found = words.find(word => word === value);
  if (found !== undefined) return found;
  throw badValue(option, value, `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);
}

/** Throws BadInput for an argument without an option. Used by commands that take no such arguments. */
export function refusePositionals(command: string, [first]: readonly string[]): void {
  if (first !== undefined)
    throw new BadInput(`The argument ${quoted(first)} has no option. See natter ${command} --help.`);
}

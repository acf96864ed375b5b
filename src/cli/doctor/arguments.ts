/** Reads and checks the arguments of `natter doctor`. */

import { parseArgs } from 'node:util';
import { readOriginRule } from '../../broker/access/allowed-origins.ts';
import { quoted, sanitize } from '../command/safe-text.ts';
import type { ExamineOptions } from './examine.ts';
import { isLoopback } from './findings/replies.ts';

export interface Call extends ExamineOptions {
  readonly json: boolean;
  readonly timeoutMs: number;
}

/** The parsed arguments: a call, a request for help, or a sentence about a problem. */
export type Arguments = { readonly problem: string } | { readonly call: Call } | { readonly help: true };

const DEFAULT_TIMEOUT_S = 10;
const MAX_TIMEOUT_S = 120;

const OPTIONS = {
  broker: { type: 'string' },
  origin: { type: 'string' },
  json: { type: 'boolean' },
  timeout: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const USAGE = `Usage: natter doctor <url> [options]

Checks an installation of Natter: fetches the page, or the broker, at <url> as a browser
would, and says for each fault its cause and what to do. It creates one session at the
platform, asks the agent to join, and ends the session.

Options:
  --broker <url>     the broker, where a script makes the tag, or instead of the page's
  --origin <origin>  checks for pages of this origin; needed where <url> is a broker
  --timeout <s>      how long any answer may take, in seconds (${DEFAULT_TIMEOUT_S})
  --json             prints the report as JSON
  --help             prints this

Exit code: 0 when nothing failed, 1 when something did, 2 for a wrong call.`;

export function readArguments(args: readonly string[]): Arguments {
  const parsed = parseArguments(args);
  if ('problem' in parsed) return parsed;
  const { values, positionals } = parsed;
  if (values.help) return { help: true };
  const target = positionals[0] === undefined ? undefined : withScheme(positionals[0]);
  if (positionals.length > 1) return { problem: 'natter doctor takes one address.' };
  if (target === undefined && values.broker === undefined) return { problem: 'Which page, or which broker?' };
  if (target !== undefined && !isAddress(target)) return { problem: `${quoted(target)} is not an http(s) address.` };
  const origin = values.origin === undefined ? undefined : readOrigin(withScheme(values.origin.trim()));
  if (origin === null) return { problem: '--origin must be an origin, like https://www.example.com.' };
  const broker = values.broker === undefined ? undefined : withScheme(values.broker.trim());
  // Requires only an http(s) address. The checks decide whether a page can use it.
  if (broker !== undefined && !isAddress(broker))
    return { problem: '--broker must be an http(s) address, like https://chat.example.com.' };
  const timeout = Number(values.timeout ?? DEFAULT_TIMEOUT_S);
  if (!(timeout > 0 && timeout <= MAX_TIMEOUT_S))
    return { problem: `--timeout must be seconds, at most ${MAX_TIMEOUT_S}.` };
  const { json = false } = values;
  return { call: { target, broker, origin, json, timeoutMs: timeout * 1000 } };
}

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // Node's first sentence names the option; the others suggest syntax that this command does not have.
    return {
      problem:
        error instanceof Error ? sanitize(error.message.replace(/\. .*$/s, '.')) : 'The arguments cannot be read.',
    };
  }
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Adds a missing scheme: https, or http for this machine. */
function withScheme(text: string): string {
  if (!/^[\w.-]+(?::\d+)?(?:[/?#]|$)/.test(text)) return text;
  return `${isLoopback(`https://${text}`) ? 'http' : 'https'}://${text}`;
}

/** Returns the origin, without a closing slash; null if the text is not an origin. Also accepts origins of apps, such as `capacitor://localhost`. */
function readOrigin(text: string): string | null {
  const isApp = !/^https?:/i.test(text) && readOriginRule(text) !== undefined;
  if (isApp) return text.toLowerCase().replace(/\/$/, '');
  if (!isAddress(text)) return null;
  const { origin, href } = new URL(text);
  return href === `${origin}/` ? origin : null;
}

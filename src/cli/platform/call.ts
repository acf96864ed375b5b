/** `natter call`: places an outbound call and follows it to its end. */

import { PlatformError } from '../../platform/call/error.ts';
import type { OutboundCall } from '../../platform/families/runtime-types.ts';
import { sanitize } from '../command/safe-text.ts';
import { BadInput, badValue, parseOptions } from './bad-input.ts';
import { NEEDS } from './environment.ts';
import { type PlatformCommand, SYSTEM } from './ports.ts';
import { runPlan, type Work } from './run.ts';

const USAGE = `Usage: natter call <number> [options]

Places an outbound call and prints each status until the call has succeeded or failed.
It is placed once: nothing repeats it. Ctrl-C ends the command, not the call.

Options:
  --country <code>        ISO 3166-1 code, such as GB, for a number without +
  --metadata <key=value>  text for the agent; repeatable
  --help                  prints this

Environment: NATTER_OUTBOUND_URL, NATTER_OUTBOUND_TOKEN; optional: NATTER_DIALECT.

Exit code: 0 when the call succeeded, 1 when it failed, 2 for a wrong call of the command.`;

const OPTIONS = {
  country: { type: 'string' },
  metadata: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

export const callCommand: PlatformCommand = (context, args, ports = SYSTEM) =>
  runPlan(context, ports, USAGE, () => {
    const call = readCall(args);
    return call && { needs: NEEDS.outbound, work: work => placeCall(call, work) };
  });

/** Returns undefined for `--help`. Throws BadInput for wrong arguments. */
function readCall(args: readonly string[]): OutboundCall | undefined {
  const { values, positionals } = parseOptions('call', args, OPTIONS);
  if (values.help) return undefined;
  const [number, more] = positionals;
  if (number === undefined) throw new BadInput(`The number is missing: give ${NUMBER}.`);
  if (more !== undefined) throw badValue('The number', positionals.join(' '), 'one argument; put quotes around spaces');
  const { country, metadata = [] } = values;
  return {
    to_number: number.startsWith('+') ? number.replace(/[\s().-]/g, '') : number,
    ...(country === undefined ? {} : { country_code: country.trim().toUpperCase() }),
    ...(metadata.length > 0 ? { metadata: Object.fromEntries(metadata.map(readMetadataPair)) } : {}),
  };
}

const NUMBER = 'E.164, such as +442079460123, or a national number with --country';

function readMetadataPair(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw badValue('--metadata', text, 'key=value');
  return [text.slice(0, at), text.slice(at + 1)];
}

async function placeCall(call: OutboundCall, { platform, print, complain }: Work): Promise<number> {
  const { call_sid: sid } = await platform.outbound.call(call).catch(error => {
    throw explainCallError(error, call, complain);
  });
  complain(`Call ${sid}`);
  try {
    const { status } = await platform.outbound.wait(sid, {
      onStatus: now => print(sanitize(now.reason ? `${now.status}: ${now.reason}` : now.status)),
    });
    return status === 'success' ? 0 : 1;
  } catch (error) {
    complain(`The call ${sid} may go on.`);
    throw error;
  }
}

/** Rewrites an error that the client found before it sent the call: names the command's argument instead of the field. */
function explainCallError(error: unknown, call: OutboundCall, complain: Work['complain']): unknown {
  if (!(error instanceof PlatformError)) return error;
  if (error.code === 'invalid_input') {
    const field = error.fields[0]?.field ?? '';
    if (field === 'country_code')
      return badValue('--country', call.country_code ?? '', 'an ISO 3166-1 code such as GB');
    if (field.startsWith('metadata')) return new BadInput('--metadata is too long: all of it must be under 26 KB.');
    return badValue('The number', call.to_number, NUMBER);
  }
  if (error.code === 'no_answer' || error.code === 'aborted') complain('The call may have been placed all the same.');
  return error;
}

/**
 * Links to the demo page with actions that run automatically: `/?say=handoff&fault=drop-after:3&pace=0&clock=+8m`. `say` and `fault` may occur
 * several times. The order is always the same: faults, script and pace, messages, clock.
 */

import type { EmulatorClient } from '../bench/emulator-client.ts';
import { FAULT_FORMS } from '../bench/fault-forms.ts';

export interface LiveLink {
  /** Messages of the visitor, in order. */
  readonly say: readonly string[];
  /** Faults in the form of the control API. */
  readonly faults: readonly Readonly<Record<string, string | number>>[];
  /** Script and pace of the agent; empty if the link names neither. */
  readonly agent: Readonly<Record<string, string | number>>;
  /** Milliseconds by which the emulator's clock advances. */
  readonly clockMs: number;
  /** Sentences about the parts that could not be read. */
  readonly problems: readonly string[];
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

export function readLiveLink(search: string): LiveLink {
  const params = new URLSearchParams(search);
  const problems: string[] = [];
  const complain = (sentence: string): undefined => void problems.push(sentence);
  const faults = params
    .getAll('fault')
    .map(text => readFault(text, complain))
    .filter(each => each !== undefined);
  const agent: Record<string, string | number> = {};
  const [script, pace] = [params.get('script'), params.get('pace')];
  if (script) agent.script = script;
  if (pace !== null) {
    if (pace !== '' && Number(pace) >= 0) agent.pace = Number(pace);
    else complain(`pace=${pace} is no number from 0.`);
  }
  return {
    say: params.getAll('say').filter(Boolean),
    faults,
    agent,
    clockMs: readClock(params.get('clock'), complain),
    problems,
  };
}

/** Reads `kind`, `kind:value` for its first field, or `kind:field=value,field=value`. */
function readFault(
  text: string,
  complain: (sentence: string) => undefined,
): Record<string, string | number> | undefined {
  const [kind = '', figures = ''] = text.split(/:(.*)/s);
  const form = FAULT_FORMS.find(each => each.kind === kind);
  if (!form)
    return complain(
      `fault=${text}: there is no fault “${kind}”. There are: ${FAULT_FORMS.map(each => each.kind).join(', ')}.`,
    );
  // Begins with the values that the form shows at first. Fields that are empty there are omitted.
  const body: Record<string, string | number> = { kind };
  for (const { name, value, form: type } of form.fields)
    if (value !== '') body[name] = type === 'number' ? Number(value) : value;
  for (const [index, figure] of figures.split(',').filter(Boolean).entries()) {
    const [name, value = ''] = figure.includes('=') ? figure.split(/=(.*)/s) : [form.fields[index]?.name, figure];
    const field = form.fields.find(each => each.name === name);
    if (!field) return complain(`fault=${text}: “${kind}” has no field “${name ?? figure}”.`);
    body[field.name] = field.form === 'number' ? Number(value) : value;
  }
  return body;
}

function readClock(text: string | null, complain: (sentence: string) => undefined): number {
  if (text === null) return 0;
  // Accepts a space, because a plus in an address means a space.
  const [, count, unit] = /^[+ ]?(\d+)([smh])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return Number(count) * (UNITS[unit] ?? 0);
  complain(`clock=${text} is no time such as +90s, +8m or +2h.`);
  return 0;
}

/** Performs the actions of the link. Returns a sentence for each failure. */
export async function followLiveLink(
  link: LiveLink,
  control: Pick<EmulatorClient, 'call'>,
  say: (words: string) => Promise<void>,
): Promise<readonly string[]> {
  const problems = [...link.problems];
  const act = async (path: string, body: object): Promise<void> => {
    const answer = await control.call('POST', path, body);
    if (!answer.ok) problems.push(answer.words);
  };
  for (const fault of link.faults) await act('faults', fault);
  if (Object.keys(link.agent).length > 0) await act('agent', link.agent);
  for (const words of link.say) await say(words);
  if (link.clockMs > 0) await act('clock', { advanceMs: link.clockMs });
  return problems;
}

/** Returns the address of this page with the message and with the current faults, script and pace. */
export async function linkTo(words: string, address: string, control: Pick<EmulatorClient, 'call'>): Promise<string> {
  const url = new URL(address);
  for (const name of ['say', 'fault', 'script', 'pace', 'clock']) url.searchParams.delete(name);
  url.searchParams.set('say', words);
  const [faults, agent] = [await control.call('GET', 'faults'), await control.call('GET', 'agent')];
  const list = faults.ok
    ? ((faults.body as { faults?: readonly Readonly<Record<string, unknown>>[] }).faults ?? [])
    : [];
  for (const { kind, sessionId, ...figures } of list) {
    const given = Object.entries(figures).map(([name, value]) => `${name}=${value}`);
    url.searchParams.append('fault', given.length > 0 ? `${kind}:${given.join(',')}` : `${kind}`);
  }
  const { script, pace } = agent.ok ? (agent.body as { script?: string; pace?: number }) : {};
  if (script !== undefined) url.searchParams.set('script', script);
  if (pace !== undefined) url.searchParams.set('pace', `${pace}`);
  return url.href;
}

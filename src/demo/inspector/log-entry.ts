/** One line of the inspector, and how it is made of a trace entry. Keeping lines is lines.ts, drawing them line-list.ts. */

import type { TraceEntry } from '../../entries/index.ts';
import { redact, redactData } from '../page/redact.ts';

/** Frames in and out, inputs of the machine, public events of the widget, acts of this bench, who owns the conversation. */
export type LineKind = 'in' | 'out' | 'input' | 'event' | 'bench' | 'role';

export interface Line {
  readonly kind: LineKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Type of the frame or the input, name of the event. */
  readonly title: string;
  /** What matters of it, in one line. */
  readonly detail: string;
  /** Of a frame: its size in UTF-8 bytes. */
  readonly bytes: number | null;
  /** What unfolds: plain data, or text that is not JSON. Redacted. */
  readonly data: unknown;
}

type Entry<K extends TraceEntry['kind']> = Extract<TraceEntry, { readonly kind: K }>;
type Effect = Entry<'input'>['effects'][number];
type Json = Readonly<Record<string, unknown>>;

const LONGEST_SNIPPET = 72;
/** The word in which deployments differ says nothing here; it is in what unfolds. */
const DIALECT = /(^|_)(?:SERVICE|POLY)_(?=AGENT_)/;
const encoder = new TextEncoder();

export function lineOf(entry: TraceEntry): Line {
  if (entry.kind === 'frame') return frameLine(entry);
  if (entry.kind === 'input') return inputLine(entry);
  return { kind: 'role', at: entry.at, title: entry.role, detail: ROLES[entry.role], bytes: null, data: entry };
}

/** What the widget told the page. */
export function eventLine(at: number, name: string, detail: unknown): Line {
  const data = redactData(JSON.parse(JSON.stringify(detail ?? {})));
  return { kind: 'event', at, title: name, detail: snippet(pairs(data)), bytes: null, data };
}

/** What was done with this bench, and what the emulator said to it. */
export function benchLine(at: number, title: string, detail: string, data: unknown): Line {
  return { kind: 'bench', at, title, detail: snippet(redact(detail)), bytes: null, data: redactData(data) };
}

const ROLES: Readonly<Record<Entry<'role'>['role'], string>> = {
  away: 'This tab takes no part.',
  entering: 'This tab asks the others.',
  owner: 'This tab holds the socket.',
  follower: 'Another tab holds the socket.',
};

// ---------------------------------------------------------------- frames

function frameLine({ at, direction, text }: Entry<'frame'>): Line {
  const bytes = encoder.encode(text).length;
  const safe = redact(text);
  const data = parsed(safe);
  if (!isJson(data)) {
    return { kind: direction, at, title: 'not an event', detail: snippet(safe), bytes, data: safe };
  }
  return { kind: direction, at, title: typeOf(data), detail: frameDetail(data), bytes, data };
}

function frameDetail(frame: Json): string {
  const payload = payloadOf(frame);
  const events = payload.events ?? frame.events;
  if (Array.isArray(events)) return batchDetail(events.filter(isJson));
  const custom = isJson(frame.metadata) && isJson(frame.metadata.custom) ? frame.metadata.custom : {};
  return [
    sequenceOf(frame),
    typeof payload.chunk_index === 'number' ? `piece ${payload.chunk_index}` : '',
    payload.is_complete === true ? 'last' : '',
    quoted(payload.text ?? payload.message ?? payload.state ?? payload.reason ?? payload.language_code),
    typeof custom.client_event_id === 'string' ? `id ${custom.client_event_id.slice(0, 8)}` : '',
  ]
    .filter(each => each !== '')
    .join(' · ');
}

function batchDetail(events: readonly Json[]): string {
  const first = events[0];
  const last = events.at(-1);
  if (!first || !last) return 'empty';
  const range = events.length === 1 ? sequenceOf(first) : `${sequenceOf(first)} to ${sequenceOf(last)}`;
  return `${events.length} ${events.length === 1 ? 'event' : 'events'} · ${range} · ${typeOf(first)} … ${typeOf(last)}`;
}

function payloadOf(frame: Json): Json {
  return isJson(frame.payload) ? frame.payload : {};
}

function typeOf(event: Json): string {
  return typeof event.type === 'string' && event.type !== ''
    ? event.type.replace(/^EVENT_TYPE_/, '').replace(DIALECT, '$1')
    : 'no type';
}

function sequenceOf(event: Json): string {
  return typeof event.sequence === 'number' ? `#${event.sequence}` : '';
}

// ---------------------------------------------------------------- inputs

function inputLine({ input, phase, effects }: Entry<'input'>): Line {
  const facts = inputFacts(input);
  const done = effects.map(effectWords).join(', ');
  const detail = [facts, `→ ${phase}`, done].filter(each => each !== '').join(' · ');
  const data = redactData({ input, phase, effects });
  return { kind: 'input', at: input.at, title: input.type, detail: redact(detail), bytes: null, data };
}

function inputFacts(input: Entry<'input'>['input']): string {
  switch (input.type) {
    case 'timerFired':
      return input.key;
    case 'eventsReceived':
      return input.events.length === 1 ? (input.events[0]?.type ?? '') : `${input.events.length} events`;
    case 'socketClosed':
      return `code ${input.code}${input.opened ? '' : ', never open'}`;
    case 'tokenFailed':
    case 'sessionFailed':
    case 'probeFailed':
      return input.failure.kind;
    case 'probed':
      return `status ${input.status}`;
    case 'sendRequested':
      return quoted(input.text);
    default:
      return '';
  }
}

function effectWords(effect: Effect): string {
  switch (effect.type) {
    case 'emit':
      return `emit ${effect.event.name}`;
    case 'sendFrame':
      return `send ${effect.event.type}`;
    case 'setTimer':
      return `timer ${effect.key} ${effect.ms >= 1000 ? `${effect.ms / 1000} s` : `${effect.ms} ms`}`;
    case 'clearTimer':
      return `no timer ${effect.key}`;
    case 'openSocket':
      return effect.cursor === null ? 'openSocket' : `openSocket from #${effect.cursor}`;
    default:
      return effect.type;
  }
}

// ---------------------------------------------------------------- words

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pairs(value: unknown): string {
  if (!isJson(value)) return '';
  // Ids are long and the same to the eye: last.
  return Object.entries(value)
    .sort(([a], [b]) => Number(a === 'id') - Number(b === 'id'))
    .map(([name, each]) => `${name} ${typeof each === 'string' ? quoted(each) : JSON.stringify(each)}`)
    .join(' · ');
}

function quoted(value: unknown): string {
  return typeof value === 'string' && value !== '' ? `“${snippet(value)}”` : '';
}

function snippet(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length > LONGEST_SNIPPET ? `${plain.slice(0, LONGEST_SNIPPET - 1)}…` : plain;
}

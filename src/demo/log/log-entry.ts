/** Converts trace entries to entries of the inspector's log. log-store.ts stores them, log-view.ts draws them. */

import type { TraceEntry } from '../../entries/index.ts';
import { redact, redactData } from '../page/redact.ts';
import type { Utterance } from './heard.ts';

/**
 * Kinds of entries: frames in and out, inputs of the machine, public events of the widget, actions of the bench, changes of the tab's role,
 * and words that a screen reader would read out.
 */
export type EntryKind = 'in' | 'out' | 'input' | 'event' | 'bench' | 'role' | 'heard';

export interface LogEntry {
  readonly kind: EntryKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Type of the frame or the input, name of the event. */
  readonly title: string;
  /** Summary in one line. */
  readonly detail: string;
  /** Size of a frame in UTF-8 bytes. */
  readonly bytes: number | null;
  /** Redacted contents that an unfolded entry shows: plain data, or a text if it is not JSON. */
  readonly data: unknown;
  /** Set if the frame contains a piece of a streamed reply. */
  readonly piece?: StreamPiece;
  /** Set once pieces of the same reply have been folded into this entry. */
  readonly stream?: FoldedStream;
}

/** A piece of a streamed reply. */
export interface StreamPiece {
  /** Id of the reply. */
  readonly id: string;
  readonly text: string;
  readonly isLast: boolean;
}

/** The pieces that an entry contains. */
export interface FoldedStream {
  readonly id: string;
  readonly pieces: number;
  /** Time of the latest piece, in milliseconds since 1970. */
  readonly endedAt: number;
  readonly text: string;
  readonly isComplete: boolean;
}

type Entry<K extends TraceEntry['kind']> = Extract<TraceEntry, { readonly kind: K }>;
type Effect = Entry<'input'>['effects'][number];
type Json = Readonly<Record<string, unknown>>;

const LONGEST_SNIPPET = 72;
/** The word of the dialect, which titles omit. */
const DIALECT = /(^|_)(?:SERVICE|POLY)_(?=AGENT_)/;
const encoder = new TextEncoder();

export function toLogEntry(entry: TraceEntry): LogEntry {
  if (entry.kind === 'frame') return frameEntry(entry);
  if (entry.kind === 'input') return inputEntry(entry);
  return { kind: 'role', at: entry.at, title: entry.role, detail: ROLES[entry.role], bytes: null, data: entry };
}

/** Returns the entry for an event that the widget emitted to the page. */
export function eventEntry(at: number, name: string, detail: unknown): LogEntry {
  const data = redactData(JSON.parse(JSON.stringify(detail ?? {})));
  return { kind: 'event', at, title: name, detail: snippet(detailPairs(data)), bytes: null, data };
}

/** Returns the entry for an action of the bench, with the emulator's response. */
export function benchEntry(at: number, title: string, detail: string, data: unknown): LogEntry {
  return { kind: 'bench', at, title, detail: snippet(redact(detail)), bytes: null, data: redactData(data) };
}

/** Returns the entry for words that a screen reader would read out. */
export function heardEntry(at: number, { words, how }: Utterance): LogEntry {
  const safe = redact(words);
  return { kind: 'heard', at, title: how, detail: snippet(safe), bytes: null, data: safe };
}

const ROLES: Readonly<Record<Entry<'role'>['role'], string>> = {
  away: 'This tab takes no part.',
  starting: 'This tab reads what is kept.',
  awake: 'This tab has a socket of its own.',
  resting: 'Hidden: another tab is looked at.',
};

// ---------------------------------------------------------------- frames

function frameEntry({ at, direction, text }: Entry<'frame'>): LogEntry {
  const bytes = encoder.encode(text).length;
  const safe = redact(text);
  const data = parseFrameText(safe);
  if (!isJson(data)) {
    return { kind: direction, at, title: 'not an event', detail: snippet(safe), bytes, data: safe };
  }
  const piece = streamPiece(data);
  return { kind: direction, at, title: typeOf(data), detail: frameDetail(data), bytes, data, ...(piece && { piece }) };
}

function streamPiece(frame: Json): StreamPiece | undefined {
  const { message_id: id, chunk_index: index, text, is_complete: isLast } = payloadOf(frame);
  if (typeof id !== 'string' || typeof index !== 'number') return undefined;
  return { id, text: typeof text === 'string' ? text : '', isLast: isLast === true };
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

function inputEntry({ input, phase, effects }: Entry<'input'>): LogEntry {
  const facts = inputFacts(input);
  const done = effects.map(effectText).join(', ');
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

function effectText(effect: Effect): string {
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

function parseFrameText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function detailPairs(value: unknown): string {
  if (!isJson(value)) return '';
  // Ids come last, because they are long and look alike.
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

/** Every fault of the emulator: its effect, and the fields of its form. fault-panel.ts draws the forms. */

import { redact } from '../page/redact.ts';

export interface FaultField {
  /** Name in the control API. */
  readonly name: string;
  readonly label: string;
  /** Initial value. The empty string omits the field. */
  readonly value: string;
  /** Default: any text. A number is sent as a number. */
  readonly form?: 'number' | readonly string[];
}

export interface FaultForm {
  readonly kind: string;
  readonly words: string;
  readonly fields: readonly FaultField[];
}

const number = (name: string, label: string, value: string): FaultField => ({ name, label, value, form: 'number' });
/** Returns the field `times`, which limits how often a fault strikes. If it is empty, the fault stays until it is cleared. */
const times = (value: string): FaultField => number('times', 'times', value);
const retryAfter = number('retryAfter', 'retry after', '');
const onField: FaultField = { name: 'on', label: 'at', value: 'message', form: ['message', 'join', 'any'] };

/** Last path segments of the emulator's addresses. */
const PATHS: readonly string[] = [
  'access-token',
  'sessions',
  'ws',
  'fern.svg',
  'maya.svg',
  'armchair.svg',
  'showroom.svg',
  'tern-armchair',
  'care-guide',
  'delivery',
];

export const FAULT_FORMS: readonly FaultForm[] = [
  {
    kind: 'refuse-handshake',
    words: 'Refuses the socket with this status.',
    fields: [number('status', 'status', '404'), retryAfter, times('2')],
  },
  {
    kind: 'drop-after',
    words: 'Cuts the socket after this many events.',
    fields: [number('events', 'events', '3'), times('1')],
  },
  {
    kind: 'drop-before-echo',
    words: 'Cuts the socket when it arrives; the message is lost.',
    fields: [onField, times('1')],
  },
  {
    kind: 'drop-after-process',
    words: 'Cuts the socket when it arrives; the message is in the history all the same.',
    fields: [onField, times('1')],
  },
  {
    kind: 'drop-client-events',
    words: 'Silently drops this share of client events.',
    fields: [number('rate', 'share', '0.5'), times('5')],
  },
  {
    kind: 'delay',
    words: 'Delays every frame to the visitor.',
    fields: [number('ms', 'ms', '1500'), times('')],
  },
  {
    kind: 'slow-history',
    words: 'Accepts messages at once and echoes them late; heartbeats stay quick.',
    fields: [number('ms', 'ms', '3000'), times('2')],
  },
  { kind: 'duplicate', words: 'Sends every frame twice.', fields: [times('10')] },
  { kind: 'reorder-replay', words: 'Shuffles the next replay.', fields: [times('1')] },
  { kind: 'truncate-stream', words: 'A streamed answer stops half-way.', fields: [times('1')] },
  {
    kind: 'http-status',
    words: 'A call is answered with this status.',
    fields: [
      { name: 'path', label: 'path', value: 'sessions', form: PATHS },
      number('status', 'status', '503'),
      retryAfter,
      times('1'),
    ],
  },
  {
    kind: 'garbage-frame',
    words: 'Sends junk before a good frame. Without a text, six kinds take turns.',
    fields: [{ name: 'text', label: 'text', value: '' }, times('6')],
  },
];

/** Describes an active fault: `http-status · path sessions · status 503 · 1 left`. */
export function describeFault({ kind, times, sessionId, ...figures }: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  const left = times === undefined ? 'until cleared' : `${times} left`;
  const where = typeof sessionId === 'string' ? [`session ${sessionId.slice(0, 8)}`] : [];
  return redact([`${kind}`, ...said, ...where, left].join(' · '));
}

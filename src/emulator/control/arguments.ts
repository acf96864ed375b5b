/** Reads and checks the arguments of control calls, whether they come over HTTP or from a program. Throws a BodyProblem for a wrong one. */

import { canonicalType } from '../../protocol/decode.ts';
import { field, type Json, readObject } from '../../protocol/json-fields.ts';
import { type BodyFields, BodyProblem } from '../faults/checked-fields.ts';
import { LIVE_NAMES, SCRIPT_NAMES } from '../model/options.ts';
import type { DeskAct } from '../sessions/desk.ts';

/** The highest pace: a pause of one second then takes a quarter of an hour. */
const LONGEST_PACE = 1_000;
const LONGEST_ADVANCE_MS = 366 * 24 * 60 * 60_000;
/** The codes that RFC 6455 lets an application put into a close frame. */
const CLOSE_CODES = 'a WebSocket close code: 1000 to 1003, 1007 to 1014, or 3000 to 4999';

/** Throws if `fields` has a field that `read` does not read. */
export function readAll<T>(fields: BodyFields, read: (fields: BodyFields) => T): T {
  const result = read(fields);
  fields.end();
  return result;
}

export const readAgentChange = (fields: BodyFields) => ({
  script: fields.optionalWord('script', SCRIPT_NAMES),
  pace: fields.optionalNumber('pace', 0, LONGEST_PACE),
  live: fields.optionalWord('live', LIVE_NAMES),
});

const DESK_ACTS = ['accept', 'typing', 'message', 'transfer', 'leave', 'end'] as const;

export function readDeskAct(fields: BodyFields): DeskAct {
  const act = fields.word('act', DESK_ACTS);
  if (act === 'accept') return { act, name: fields.optionalText('name')?.trim() || undefined };
  if (act === 'typing') return { act, state: fields.word('state', ['started', 'stopped']) };
  if (act === 'message') return { act, text: fields.text('text') };
  return act === 'transfer' ? { act, queue: fields.text('queue') } : { act };
}

export const readAdvance = (fields: BodyFields, name: string) => fields.number(name, 0, LONGEST_ADVANCE_MS);

export function readCloseCode(fields: BodyFields): number | undefined {
  const code = fields.optionalInteger('code', 1000, 4999);
  if (code === undefined) return undefined;
  const sendable = code <= 1003 || (code >= 1007 && code <= 1014) || code >= 3000;
  if (!sendable) throw new BodyProblem(`"code" must be ${CLOSE_CODES}`);
  return code;
}

/** Reads an injected value. `what` is its name in errors, such as "the body" or "the event". */
export function readInjected(value: unknown, what: string): Json {
  const event = readObject(value);
  const type = event && field(event, 'type');
  if (!event || typeof type !== 'string' || type === '') {
    throw new BodyProblem(`${what} must be a server event in wire form: {"type": "EVENT_TYPE_…", "payload": {…}}`);
  }
  if (canonicalType(type) === 'EVENT_BATCH') {
    throw new BodyProblem('EVENT_BATCH is a frame, not an event: inject its events one by one');
  }
  const payload = field(event, 'payload');
  if (payload !== undefined && !readObject(payload)) throw new BodyProblem('"payload" must be an object');
  return event;
}

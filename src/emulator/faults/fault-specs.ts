/**
 * The kinds of faults, and the reader of a fault's fields. active-faults.ts holds the active faults. Each fault takes effect in the code that it
 * disturbs.
 */

import { present } from '../../protocol/json-fields.ts';
import { MAX_RETRY_AFTER_SECONDS } from '../../protocol/limits.ts';
import { type BodyFields, BodyProblem, readBodyFields } from './checked-fields.ts';
import { FAULT_PATHS, namesPath } from './fault-paths.ts';

/** Limits that every kind of fault can have. */
interface FaultLimits {
  /** Number of strikes until the fault is used up. Default: strikes until it is cleared. */
  readonly times?: number;
  /** Only this session. Default: all. */
  readonly sessionId?: string;
}

/** `status`: HTTP status, 400 to 599. `retryAfter`: seconds, at most a day; default none. `ms`: milliseconds, at most a day. */
export type FaultSpec = FaultLimits &
  (
    | { readonly kind: 'refuse-handshake'; readonly status: number; readonly retryAfter?: number }
    /** Cuts a socket after this many server events. A batch is cut short at exactly that event. */
    | { readonly kind: 'drop-after'; readonly events: number }
    /** Holds every server frame back; the order stays. `times` counts frames. */
    | { readonly kind: 'delay'; readonly ms: number }
    /**
     * Answers an HTTP call, or the socket's handshake (`/ws`), with this status. `path` is a whole path (`/api/v1/sessions`) or the end of
     * one (`sessions`).
     */
    | { readonly kind: 'http-status'; readonly path: string; readonly status: number; readonly retryAfter?: number }
    /** Sends a junk frame before each good one. `times` counts junk frames. Without `text`, several kinds of junk take turns. */
    | { readonly kind: 'garbage-frame'; readonly text?: string }
    /** Cuts the sender's socket when its message arrives; the message is lost. */
    | { readonly kind: 'drop-before-echo'; readonly on?: StruckEvent }
    /** Cuts the sender's socket when its message arrives; the message is still journalled and answered. */
    | { readonly kind: 'drop-after-process'; readonly on?: StruckEvent }
    /** Silently loses this share of the client events, of any type. `times` counts the lost events. */
    | { readonly kind: 'drop-client-events'; readonly rate: number }
    /** Journals and echoes messages this much later. Heartbeats are still answered at once. */
    | { readonly kind: 'slow-history'; readonly ms: number }
    /** Sends every frame twice. `times` counts frames. */
    | { readonly kind: 'duplicate' }
    /** Shuffles a replay. `times` counts replays. */
    | { readonly kind: 'reorder-replay' }
    /** Stops a streamed reply half-way, without its last chunk. `times` counts replies. */
    | { readonly kind: 'truncate-stream' }
  );

/** The client event on which `drop-before-echo` and `drop-after-process` strike. Default `message`. */
export type StruckEvent = 'message' | 'join' | 'any';

export type FaultKind = FaultSpec['kind'];
export type FaultOf<K extends FaultKind> = Extract<FaultSpec, { readonly kind: K }>;

const STRUCK: readonly StruckEvent[] = ['message', 'join', 'any'];
const LONGEST_MS = 24 * 60 * 60_000;

type Reader = (fields: BodyFields) => object;

const status = (fields: BodyFields) => ({
  status: fields.integer('status', 400, 599),
  retryAfter: fields.optionalInteger('retryAfter', 0, MAX_RETRY_AFTER_SECONDS),
});
const path = (fields: BodyFields) => {
  const wanted = fields.text('path');
  if (FAULT_PATHS.some(each => namesPath(wanted, each))) return wanted;
  throw new BodyProblem(`"path" must be one of ${FAULT_PATHS.join(', ')}, or the last parts of one`);
};
const struck: Reader = fields => ({ on: fields.optionalWord('on', STRUCK) });
const nothing: Reader = () => ({});

const READERS: { readonly [K in FaultKind]: Reader } = {
  'refuse-handshake': status,
  'drop-after': fields => ({ events: fields.integer('events', 0, 1_000_000) }),
  delay: fields => ({ ms: fields.number('ms', 0, LONGEST_MS) }),
  'http-status': fields => ({ path: path(fields), ...status(fields) }),
  'garbage-frame': fields => ({ text: fields.optionalText('text') }),
  'drop-before-echo': struck,
  'drop-after-process': struck,
  'drop-client-events': fields => ({ rate: fields.number('rate', 0, 1) }),
  'slow-history': fields => ({ ms: fields.number('ms', 0, LONGEST_MS) }),
  duplicate: nothing,
  'reorder-replay': nothing,
  'truncate-stream': nothing,
};

export const FAULT_KINDS = Object.keys(READERS) as readonly FaultKind[];

/** Reads a fault. Throws a BodyProblem that names the mistake and the right form. */
export const readFaultSpec = (value: unknown): FaultSpec => readFault(readBodyFields(value));

/** Reads a fault from fields that have already been read as an object. */
export function readFault(fields: BodyFields): FaultSpec {
  const kind = fields.word('kind', FAULT_KINDS);
  const times = fields.optionalInteger('times', 1, 1_000_000);
  const sessionId = fields.optionalText('sessionId');
  if (kind === 'http-status' && sessionId !== undefined) {
    throw new BodyProblem('"sessionId" does not go with http-status: an HTTP call belongs to no session yet');
  }
  const own = READERS[kind](fields);
  fields.end();
  return present({ kind, times, sessionId, ...own }) as FaultSpec;
}

/**
 * Form of the stored records, and the checks on reading them. The record is two texts, so that the small one can be written without the whole
 * transcript. Neither holds an access token; the writer adds the resume ticket, which the machine never sees.
 */

import type { ServerEvent } from '../../protocol/events.ts';
import { compact } from '../transcript/compact-log.ts';
import type { EndReason, TimelineItem } from '../transcript/items.ts';
import type { OutboxEntry, SessionFacts, SessionState } from './state.ts';

export interface Snapshot {
  readonly session: SessionFacts | null;
  readonly log: readonly ServerEvent[];
  readonly past: readonly TimelineItem[];
  readonly panelOpen: boolean;
  readonly unread: number;
  readonly ended: { readonly reason: EndReason; readonly at: number } | null;
  /** The visitor has ended it, and the platform may not know. */
  readonly ending: boolean;
  /** When someone last said or typed something, and when the visitor was asked whether to go on. */
  readonly lifeAt: number;
  readonly askedAt: number | null;
  readonly generation: number;
  readonly anew: boolean;
  readonly unfinished: readonly string[];
}

/** A snapshot with what is the writer's own. */
export interface Kept {
  readonly snapshot: Snapshot;
  readonly ticket: string;
}

/** The texts of `client/api/ports.ts`, which keeps them. */
interface Parts {
  readonly head?: string;
  readonly transcript?: string;
}

/** Raised when the form changes; what another version has written is not understood, and not guessed at. */
const VERSION = 7;

export function takeSnapshot(state: SessionState): Snapshot {
  const { phase, session, past, panelOpen, unread, conversation, ending, generation, anew, unfinished, idle } = state;
  const ended = phase.name === 'ended' ? { reason: phase.reason, at: phase.at } : null;
  const { log } = conversation;
  return { session, log, past, panelOpen, unread, ended, ending, generation, anew, unfinished, ...idle };
}

/** The small part: all but what was said. */
export function writeHead({ snapshot, ticket }: Kept): string {
  const { log: _, past: __, ...head } = snapshot;
  return seal({ ...head, ticket });
}

/** The large part. The cursor goes with the events that it speaks of, so that an older transcript is simply read on from there. */
export function writeTranscript({ session, log, past }: Snapshot): string {
  const cursor = session?.cursor ?? null;
  return seal({ id: session?.id ?? null, cursor, log: compact(log, cursor), past });
}

/** Returns the record, or the reason why it cannot be used; undefined if there is none. */
export function readParts({
  head: headText,
  transcript: logText,
}: Parts): Kept | 'damaged' | 'other_version' | undefined {
  if (headText === undefined) return undefined;
  const head = unseal(headText);
  const told = logText === undefined ? { id: null, cursor: null, log: [], past: [] } : unseal(logText);
  if (typeof head === 'string') return head;
  if (typeof told === 'string') return told;
  if (!isHead(head) || !isList(told.log) || !isList(told.past)) return 'damaged';
  const { ticket, ...rest } = head as unknown as Snapshot & Pick<Kept, 'ticket'>;
  const { id, cursor, log, past } = told as unknown as Pick<Snapshot, 'log' | 'past'> &
    Pick<SessionFacts, 'id' | 'cursor'>;
  // Sessions change in both parts at once; two that do not belong together are no conversation.
  if ((rest.session?.id ?? null) !== id) return 'damaged';
  return {
    snapshot: { ...rest, session: rest.session && { ...rest.session, cursor }, log, past },
    ticket,
  };
}

/** The small part of a record, for whoever compares it with its own; undefined when it is missing, damaged or of another version. */
export function readHead(
  text: string | undefined,
): (Omit<Snapshot, 'log' | 'past'> & Pick<Kept, 'ticket'>) | undefined {
  const head = unseal(text ?? '');
  return typeof head !== 'string' && isHead(head) ? (head as never) : undefined;
}

/** Record of one tab: the visitor's words that are not known to have arrived, and the draft. */
export interface OwnRecord {
  readonly outbox: readonly OutboxEntry[];
  readonly draft: string;
  /** The session that they were said in, by its number. */
  readonly generation: number;
  readonly at: number;
}

/** Null when there is nothing to be kept. */
export function writeOwn({ outbox, draft, generation }: SessionState, at: number): string | null {
  return outbox.length > 0 || draft ? sealOwn({ outbox, draft, generation, at }) : null;
}

export function sealOwn(own: OwnRecord): string {
  return seal(own);
}

/** Undefined where there is nothing of use; `after`: words from before this instant are left out. */
export function readOwn(text: string, after = 0): OwnRecord | undefined {
  const own = unseal(text);
  if (typeof own === 'string' || !isList(own.outbox) || typeof own.draft !== 'string') return undefined;
  const { outbox, draft, generation, at } = own as unknown as OwnRecord;
  return { outbox: outbox.filter(entry => entry.at >= after), draft: at >= after ? draft : '', generation, at };
}

/** Version and checksum in front: bits that were lost on a disk are found before anything is made of them. */
function seal(value: object): string {
  const text = stringify(value);
  return `${VERSION}:${checksum(text)}:${text}`;
}

/** Pages with Prototype 1.6 have a `toJSON` on all arrays, which makes strings of them. It is away while JSON is written. */
function stringify(value: object): string {
  const arrays = Array.prototype as { toJSON?: unknown };
  const { toJSON } = arrays;
  if (!toJSON) return JSON.stringify(value);
  delete arrays.toJSON;
  const text = JSON.stringify(value);
  arrays.toJSON = toJSON;
  return text;
}

/** Sealed well, and yet not ours: nothing is made of what would break whoever takes it up. */
function isHead({ session, lifeAt, generation, unfinished, ticket }: Record<string, unknown>): boolean {
  return (
    (session === null || isList([session])) &&
    Array.isArray(unfinished) &&
    typeof ticket === 'string' &&
    [lifeAt, generation].every(each => typeof each === 'number')
  );
}

/** Returns true for a list of things with an id or a key: events, messages, marks. */
function isList(value: unknown): boolean {
  return Array.isArray(value) && value.every(each => typeof (each?.id ?? each?.key) === 'string');
}

function unseal(sealed: string): Record<string, unknown> | 'damaged' | 'other_version' {
  const [, version, sum, text = ''] = /^(\d+):(\w+):(.*)$/s.exec(sealed) ?? [];
  if (version !== undefined && version !== `${VERSION}`) return 'other_version';
  if (sum !== checksum(text)) return 'damaged';
  try {
    const value = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : 'damaged';
  } catch {
    return 'damaged';
  }
}

/** FNV-1a, 32 bits: against accidents, not against attackers, who could write the sum as well. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

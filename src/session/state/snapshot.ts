/**
 * Format of the stored records, and the checks when they are read. A conversation is stored as three texts: a small head, which is written often, the
 * transcript, and earlier chats. None contains an access token. The resume ticket, which the machine does not know, is added to the head.
 */

import type { ServerEvent } from '../../protocol/events.ts';
import { compact } from '../transcript/compact-log.ts';
import type { EarlierChat, EndReason, TimelineItem } from '../transcript/items.ts';
import type { OutboxEntry, SessionFacts, SessionState } from './state.ts';

export interface Snapshot {
  readonly session: SessionFacts | null;
  readonly log: readonly ServerEvent[];
  readonly past: readonly TimelineItem[];
  readonly earlier: readonly EarlierChat[];
  readonly panelOpen: boolean;
  readonly unread: number;
  readonly ended: { readonly reason: EndReason; readonly at: number } | null;
  /** True if the visitor has ended the conversation, but the platform may not have received the request. */
  readonly ending: boolean;
  /** Time of the last activity. `askedAt` is the time at which the visitor was asked whether to continue. */
  readonly lifeAt: number;
  readonly askedAt: number | null;
  readonly generation: number;
  readonly anew: boolean;
  readonly unfinished: readonly string[];
}

/** A snapshot with the resume ticket. */
export interface Kept {
  readonly snapshot: Snapshot;
  readonly ticket: string;
}

/** The texts that `client/api/ports.ts` stores. */
interface Parts {
  readonly head?: string;
  readonly transcript?: string;
  readonly earlier?: string;
}

/** Version of the format. Records of other versions are not read. */
const VERSION = 7;

export function takeSnapshot(state: SessionState): Snapshot {
  const { phase, session, past, earlier, panelOpen, unread, conversation, ending, generation, anew, unfinished, idle } =
    state;
  const ended = phase.name === 'ended' ? { reason: phase.reason, at: phase.at } : null;
  const { log } = conversation;
  return { session, log, past, earlier, panelOpen, unread, ended, ending, generation, anew, unfinished, ...idle };
}

/** Writes the head: everything except the transcript. */
export function writeHead({ snapshot, ticket }: Kept): string {
  const { log: _, past: __, earlier: ___, ...head } = snapshot;
  return seal({ ...head, ticket });
}

/** Writes the transcript and the cursor of its events. If the transcript is older than the head, the history is read from this cursor on. */
export function writeTranscript({ session, log, past }: Snapshot): string {
  const cursor = session?.cursor ?? null;
  return seal({ id: session?.id ?? null, cursor, log: compact(log, cursor), past });
}

/** Writes the earlier chats. */
export function writeEarlier({ earlier }: Snapshot): string {
  return seal({ earlier });
}

/** Returns the record, or the reason why it cannot be used; undefined if there is none. */
export function readParts({
  head: headText,
  transcript: logText,
  earlier: earlierText = '',
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
  // Both parts are written when the session changes, so parts of different sessions mean a damaged record.
  if ((rest.session?.id ?? null) !== id) return 'damaged';
  return {
    snapshot: {
      ...rest,
      session: rest.session && { ...rest.session, cursor },
      log,
      past,
      earlier: earlierIn(earlierText),
    },
    ticket,
  };
}

/** Returns the earlier chats. Returns none if their text is damaged, rather than rejecting the record, because the conversation matters more. */
function earlierIn(text: string): Snapshot['earlier'] {
  const sealed = unseal(text);
  return typeof sealed !== 'string' && isList(sealed.earlier) ? (sealed.earlier as Snapshot['earlier']) : [];
}

/** Reads the head of a record; undefined if it is missing, damaged or of another version. A tab compares the head with its own state. */
export function readHead(
  text: string | undefined,
): (Omit<Snapshot, 'log' | 'past' | 'earlier'> & Pick<Kept, 'ticket'>) | undefined {
  const head = unseal(text ?? '');
  return typeof head !== 'string' && isHead(head) ? (head as never) : undefined;
}

/** Record of one tab: its messages that the platform has not confirmed, and its draft. */
export interface OwnRecord {
  readonly outbox: readonly OutboxEntry[];
  readonly draft: string;
  /** The generation of the session in which the messages were written. */
  readonly generation: number;
  readonly at: number;
}

/** Returns the record of a tab; null if there is nothing to store. */
export function writeOwn({ outbox, draft, generation }: SessionState, at: number): string | null {
  return outbox.length > 0 || draft ? sealOwn({ outbox, draft, generation, at }) : null;
}

export function sealOwn(own: OwnRecord): string {
  return seal(own);
}

/** Reads the record of a tab; undefined if it cannot be used. Messages from before `after` are omitted. */
export function readOwn(text: string, after = 0): OwnRecord | undefined {
  const own = unseal(text);
  if (typeof own === 'string' || !isList(own.outbox) || typeof own.draft !== 'string') return undefined;
  const { outbox, draft, generation, at } = own as unknown as OwnRecord;
  return { outbox: outbox.filter(entry => entry.at >= after), draft: at >= after ? draft : '', generation, at };
}

/** Puts version and checksum in front of the JSON, by which damaged records are recognised. */
function seal(value: object): string {
  const text = stringify(value);
  return `${VERSION}:${checksum(text)}:${text}`;
}

/** Writes JSON. Removes `Array.prototype.toJSON` during the call: in the library Prototype 1.6 it turns arrays into strings. */
function stringify(value: object): string {
  const arrays = Array.prototype as { toJSON?: unknown };
  const { toJSON } = arrays;
  if (!toJSON) return JSON.stringify(value);
  delete arrays.toJSON;
  const text = JSON.stringify(value);
  arrays.toJSON = toJSON;
  return text;
}

/** Returns true if the fields of a head have the right types. A valid checksum does not guarantee this: another program may have written the text. */
function isHead({ session, lifeAt, generation, unfinished, ticket }: Record<string, unknown>): boolean {
  return (
    (session === null || isList([session])) &&
    Array.isArray(unfinished) &&
    typeof ticket === 'string' &&
    [lifeAt, generation].every(each => typeof each === 'number')
  );
}

/** Returns true for a list of objects with an id or a key: events, messages, marks. */
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

/** Returns the FNV-1a hash, 32 bits. It protects against accidents, not against attackers, who could write the hash as well. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/** Reports: facts that help to understand a problem, without secrets. A report is a text to copy, or a file that any demo page can open. */

import type { ChatState } from '../../entries/index.ts';
import type { EntryKind, LogEntry } from '../log/log-entry.ts';
import type { NumberedEntry } from '../log/log-store.ts';
import type { Summary } from '../log/summary.ts';
import { redactData } from '../page/redact.ts';

/** Facts about the browser and the demo's servers. */
export interface Surroundings {
  /** Version of Natter. */
  readonly version: string;
  readonly userAgent: string;
  readonly address: string;
  readonly viewport: { readonly width: number; readonly height: number; readonly pixelRatio: number };
  readonly timeZone: string;
  readonly languages: readonly string[];
  /** The emulator's active faults, its agent and its clock; null with a real platform. */
  readonly emulator: object | null;
}

export interface ReportParts extends Surroundings {
  readonly at: number;
  /** Settings of the script tag and of `NatterSettings`. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly summary: Summary;
  /** Undefined without a widget. */
  readonly chat: ChatState | undefined;
  readonly entries: readonly NumberedEntry[];
  readonly seen: number;
  /** A picture of the page as a `data:` address; null without one. */
  readonly picture: string | null;
}

export function reportOf(parts: ReportParts): string {
  const { at, settings, summary, chat, entries, seen, picture, ...surroundings } = parts;
  const { unconfirmed, ...figures } = summary;
  const report = {
    madeAt: new Date(at).toISOString(),
    ...surroundings,
    settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => typeof value !== 'function')),
    state: { ...figures, unconfirmed: unconfirmed.size, ...chatFigures(chat) },
    entries: {
      seen,
      kept: entries.length,
      // Omits `piece` and `stream`, because the contents include the same information.
      list: entries.map(({ at, piece, stream, ...entry }) => ({ at: reportTime(at), ...entry })),
    },
  };
  // Adds the picture after the redaction, because its base64 text contains nothing to redact.
  const safe = redactData(report) as object;
  return JSON.stringify(picture === null ? safe : { ...safe, picture }, null, 1);
}

/** The contents of a report that the inspector shows. */
export interface OpenedReport {
  /** One line that names the time, the version and the browser. */
  readonly title: string;
  readonly entries: readonly LogEntry[];
  /** All facts except the entries and the picture. */
  readonly facts: object;
  readonly picture: string | null;
}

const KINDS: readonly EntryKind[] = ['in', 'out', 'input', 'event', 'bench', 'role', 'heard'];

/** Reads a report from a text. If the text is not a report, returns a sentence that says why. */
export function readReport(text: string): OpenedReport | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'This file is not a report: it is not JSON.';
  }
  const { entries, picture, ...facts } = isRecord(value) ? value : {};
  const list = isRecord(entries) ? entries.list : undefined;
  if (!Array.isArray(list)) return 'This file is not a report: it has no list of entries.';
  const readable = list.map(readEntry).filter(each => each !== null);
  const lost = list.length - readable.length;
  const made = [
    facts.madeAt,
    typeof facts.version === 'string' ? `Natter ${facts.version}` : null,
    facts.userAgent,
  ].filter(each => typeof each === 'string');
  return {
    title: `Report of ${made.join(' · ') || 'an unknown time'}${lost > 0 ? ` · ${lost} unreadable entries are left out` : ''}`,
    entries: readable,
    facts: redactData(facts) as object,
    picture: typeof picture === 'string' && /^data:image\/(?:png|jpeg);base64,/.test(picture) ? picture : null,
  };
}

function readEntry(value: unknown): LogEntry | null {
  if (!isRecord(value)) return null;
  const { kind, at, title, detail, bytes, data } = value;
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  const known = KINDS.find(each => each === kind);
  if (!known || Number.isNaN(time) || typeof title !== 'string' || typeof detail !== 'string') return null;
  return { kind: known, at: time, title, detail, bytes: typeof bytes === 'number' ? bytes : null, data };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the chat's state without its messages, which are in the entries. */
function chatFigures(chat: ChatState | undefined): object {
  if (!chat) return {};
  const { connection, open, unread, messages, outbox, party, handoff, language, ended, idle, error } = chat;
  return {
    connection,
    open,
    unread,
    messages: messages.length,
    outbox: outbox.map(({ id, status }) => ({ id, status })),
    party,
    handoff,
    language,
    ended,
    idle,
    error,
  };
}

/** Formats a time. Accepts invalid ones, because a trace must not break the report. */
function reportTime(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? `${at}` : date.toISOString();
}

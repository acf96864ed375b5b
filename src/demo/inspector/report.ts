/** The text of "Copy report": the facts that help to understand a problem, without secrets. */

import type { ChatState } from '../../entries/index.ts';
import { redactData } from '../page/redact.ts';
import type { NumberedEntry } from './log-store.ts';
import type { Summary } from './summary.ts';

export interface ReportParts {
  readonly at: number;
  readonly userAgent: string;
  readonly address: string;
  /** Settings of the script tag and of `NatterSettings`. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly summary: Summary;
  /** Undefined without a widget. */
  readonly chat: ChatState | undefined;
  readonly entries: readonly NumberedEntry[];
  readonly seen: number;
}

export function reportOf(parts: ReportParts): string {
  const { at, userAgent, address, settings, summary, chat, entries, seen } = parts;
  const { unconfirmed, ...figures } = summary;
  const report = {
    madeAt: new Date(at).toISOString(),
    userAgent,
    address,
    settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => typeof value !== 'function')),
    state: { ...figures, unconfirmed: unconfirmed.size, ...chatFigures(chat) },
    entries: {
      seen,
      kept: entries.length,
      list: entries.map(({ at, ...entry }) => ({ at: reportTime(at), ...entry })),
    },
  };
  return JSON.stringify(redactData(report), null, 1);
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

/** Formats a time. An invalid one in a trace must not break the report. */
function reportTime(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? `${at}` : date.toISOString();
}

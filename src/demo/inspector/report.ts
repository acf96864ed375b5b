/** What "Copy report" copies: enough to tell someone else what happened, and nothing that opens anything. */

import type { ChatState } from '../../entries/index.ts';
import { redactData } from '../page/redact.ts';
import type { NumberedLine } from './log-store.ts';
import type { Summary } from './summary.ts';

export interface ReportParts {
  readonly at: number;
  readonly userAgent: string;
  readonly address: string;
  /** As the page wrote them, from the script tag and from `NatterSettings`. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly summary: Summary;
  /** Undefined while there is no widget. */
  readonly chat: ChatState | undefined;
  readonly lines: readonly NumberedLine[];
  readonly seen: number;
}

export function reportOf(parts: ReportParts): string {
  const { at, userAgent, address, settings, summary, chat, lines, seen } = parts;
  const { unconfirmed, ...figures } = summary;
  const report = {
    madeAt: new Date(at).toISOString(),
    userAgent,
    address,
    settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => typeof value !== 'function')),
    state: { ...figures, unconfirmed: unconfirmed.size, ...chatFigures(chat) },
    entries: { seen, kept: lines.length, list: lines.map(({ at, ...line }) => ({ at: stamp(at), ...line })) },
  };
  return JSON.stringify(redactData(report), null, 1);
}

/** How it stands, without what was said: that is in the entries. */
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

/** A trace may carry an instant that no calendar has; a report is made all the same. */
function stamp(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? `${at}` : date.toISOString();
}

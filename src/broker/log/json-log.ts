/** The Node shell's log: one line of JSON for each event, behind the log interface of the core. */

import { createLineWriter, type LineWriter } from './line-writer.ts';
import type { Log, LogFields, LogLevel } from './log.ts';

/** Nothing hands these to the log; a safety net for a line that is added one day. */
const SECRET_FIELDS = new Set([
  'token',
  'access_token',
  'accessToken',
  'resume_ticket',
  'resumeTicket',
  'ticket',
  'connectorToken',
  'ticketKeys',
  'key',
  'body',
  'authorization',
  'Authorization',
  'x-token',
  'X-Token',
]);

const RANKS: Readonly<Record<LogLevel, number>> = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
  silent: Number.POSITIVE_INFINITY,
};

const STANDARD_OUTPUT = 1;

/** `destination` defaults to standard output. Lines below `level` are not written. */
export function createJsonLog(level: LogLevel, destination: LineWriter = standardOutput()): Log {
  const at =
    (own: keyof Log) =>
    (event: string, fields: LogFields = {}) => {
      if (RANKS[own] < RANKS[level]) return;
      const line = { level: own, time: new Date().toISOString(), ...fields, event };
      destination.write(`${JSON.stringify(line, redact)}\n`);
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

function redact(name: string, value: unknown): unknown {
  return SECRET_FIELDS.has(name) ? '(redacted)' : value;
}

function standardOutput(): LineWriter {
  return createLineWriter({ fd: STANDARD_OUTPUT, complain: line => console.error(line) });
}

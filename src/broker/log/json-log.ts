/** The log under Node: one line of JSON for each event. */

import { createLineWriter, type LineWriter } from './line-writer.ts';
import type { Log, LogFields, LogLevel } from './log.ts';

/** Names of fields that are redacted. No line has such a field today; this is a safeguard for future lines. */
const SECRET_FIELDS = new Set([
  'token',
  'access_token',
  'accessToken',
  'resume_ticket',
  'resumeTicket',
  'ticket',
  'proof',
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

/** Drops lines below `level`. `destination` defaults to standard output. */
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

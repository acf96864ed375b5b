/** The Node shell's log: JSON lines through pino, behind the log interface of the core. */

import { type DestinationStream, pino } from 'pino';
import type { LogLevel } from './config.ts';
import { createLineWriter } from './line-writer.ts';
import type { Log } from './log.ts';

/** Nobody hands these to the log; the net below the rope for whoever adds a line one day. */
const SECRET_FIELDS = [
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
];

const STANDARD_OUTPUT = 1;

/** `destination` defaults to standard output. */
export function createPinoLog(level: LogLevel, destination: DestinationStream = standardOutput()): Log {
  const options = {
    level,
    base: null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: SECRET_FIELDS.flatMap(field => [`["${field}"]`, `*["${field}"]`]),
      censor: '(redacted)',
    },
  };
  const logger = pino(options, destination);
  return {
    info: (event, fields = {}) => logger.info(fields, event),
    warn: (event, fields = {}) => logger.warn(fields, event),
    error: (event, fields = {}) => logger.error(fields, event),
  };
}

function standardOutput(): DestinationStream {
  return createLineWriter({ fd: STANDARD_OUTPUT, complain: line => console.error(line) });
}

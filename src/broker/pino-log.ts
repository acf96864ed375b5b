/** The Node shell's log: JSON lines through pino, behind the log interface of the core. */

import { type DestinationStream, pino } from 'pino';
import type { LogLevel } from './config.ts';
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

/** `destination` defaults to standard output. */
export function createPinoLog(level: LogLevel, destination?: DestinationStream): Log {
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
  const logger = destination ? pino(options, destination) : pino(options);
  return {
    info: (event, fields = {}) => logger.info(fields, event),
    warn: (event, fields = {}) => logger.warn(fields, event),
    error: (event, fields = {}) => logger.error(fields, event),
  };
}

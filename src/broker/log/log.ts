/**
 * The log port of the broker. An entry consists of the name of an event and plain fields. The host decides on format and destination (json-log.ts
 * under Node). The default is the console, because error responses refer operators to the log.
 */

/** Fields of a log line: plain values, and never a token, ticket, connector token or body. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** The log of a broker. `event` is a stable name, such as `token_issued`. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** Returns a log whose lines have these fields as well. */
export function withFields(log: Log, common: LogFields): Log {
  return {
    info: (event, fields) => log.info(event, { ...fields, ...common }),
    warn: (event, fields) => log.warn(event, { ...fields, ...common }),
    error: (event, fields) => log.error(event, { ...fields, ...common }),
  };
}

/** Prints warnings and errors, one line each: `[natter] upstream_rejected {"status":401}`. */
export const consoleLog: Log = {
  info: () => {},
  warn: (event, fields) => console.warn(lineOf(event, fields)),
  error: (event, fields) => console.error(lineOf(event, fields)),
};

const lineOf = (event: string, fields: LogFields = {}): string => `[natter] ${event} ${JSON.stringify(fields)}`;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

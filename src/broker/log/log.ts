/**
 * The log that the broker writes to: a name of what happened and plain fields. How a line looks and where it goes is the host's business
 * (json-log.ts in the Node shell); without one, trouble goes to the console, because answers refer operators to it.
 */

/** Plain values only. No token, ticket, connector token or body is ever among them. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** Warnings and errors, a line each: `[natter] upstream_rejected {"status":401}`. What goes well is not told. */
export const consoleLog: Log = {
  info: () => {},
  warn: (event, fields) => console.warn(lineOf(event, fields)),
  error: (event, fields) => console.error(lineOf(event, fields)),
};

const lineOf = (event: string, fields: LogFields = {}): string => `[natter] ${event} ${JSON.stringify(fields)}`;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

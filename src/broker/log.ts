/**
 * The log that the broker writes to: a name of what happened and plain fields. The core is silent unless a log is given;
 * how a line looks and where it goes is the host's business (pino-log.ts in the Node shell).
 */

/** Plain values only. No token, ticket, connector token or body is ever among them. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** The error of a broker that cannot listen. Separate from the server, so that `instanceof` needs no Node. */

export type BrokerStartErrorCode = 'port_in_use' | 'port_not_allowed' | 'listen_failed';

/** Thrown if the broker cannot listen. `message` says what to set. */
export class BrokerStartError extends Error {
  readonly code: BrokerStartErrorCode;

  constructor(code: BrokerStartErrorCode, message: string) {
    super(message);
    this.name = 'BrokerStartError';
    this.code = code;
  }
}

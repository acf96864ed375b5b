/** The error of a broker that cannot listen. In a file of its own, so that `instanceof` works without Node. */

export type BrokerStartErrorCode = 'port_in_use' | 'port_not_allowed' | 'listen_failed';

/** Thrown if the broker cannot listen. `message` says which setting to change. */
export class BrokerStartError extends Error {
  readonly code: BrokerStartErrorCode;

  constructor(code: BrokerStartErrorCode, message: string) {
    super(message);
    this.name = 'BrokerStartError';
    this.code = code;
  }
}

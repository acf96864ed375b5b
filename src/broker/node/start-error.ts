/** The error of a broker that cannot listen. It has its own file, because `instanceof` must also work in runtimes without Node. */

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

/** Why a broker could not listen. Apart from the server, so that whoever asks for the reason needs no Node. */

export type BrokerStartErrorCode = 'port_in_use' | 'port_not_allowed' | 'listen_failed';

/** Why the broker could not listen. `message` says what to set. */
export class BrokerStartError extends Error {
  readonly code: BrokerStartErrorCode;

  constructor(code: BrokerStartErrorCode, message: string) {
    super(message);
    this.name = 'BrokerStartError';
    this.code = code;
  }
}

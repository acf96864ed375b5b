/** The error that the emulator throws, and with which `startEmulator` rejects. */

/**
 * `port_in_use`: another program listens on the port. `listen_failed`: the system refused the port for another reason. `invalid_option`: an option is
 * wrong, and nothing was started. `invalid_call`: a call of `control` or `advance` had a wrong argument and changed nothing.
 */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError';
  readonly code: 'port_in_use' | 'listen_failed' | 'invalid_option' | 'invalid_call';

  constructor(code: EmulatorError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

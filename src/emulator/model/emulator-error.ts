/** Errors that the emulator throws, and with which `startEmulator` is rejected. */

/**
 * `port_in_use`: something else listens there. `listen_failed`: the system refused for another reason. `invalid_option`: nothing was tried.
 * `invalid_call`: a call of `control` or `advance` has a wrong argument, and has changed nothing.
 */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError';
  readonly code: 'port_in_use' | 'listen_failed' | 'invalid_option' | 'invalid_call';

  constructor(code: EmulatorError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The control of a running emulator. It uses the emulator's clock, and performs the platform's outputs before a call returns. */

import type { Output } from '../store/state.ts';
import type { ControlResult, PlatformControl } from './actions.ts';

/** The host that performs outputs and drives the clock. */
export interface RunningHost {
  now(): number;
  perform(outputs: readonly Output[]): void;
  /** Advances the clock and runs work that has become due. Returns the new time. */
  advance(ms: number): number;
}

export function runControl(control: PlatformControl, host: RunningHost): PlatformControl {
  const performed = <T extends object>(result: ControlResult<T>): ControlResult<T> => {
    if (result) host.perform(result.outputs);
    return result;
  };
  // Ignores the caller's time: after the clock was advanced, a caller's Date.now() would turn it back. Passes on a value that is not a number,
  // because the platform refuses it.
  const time = (at: number): number => (Number.isFinite(at) ? host.now() : at);
  return {
    ...control,
    sessions() {
      // Ends sessions whose idle time has run out since the last call, because they must not be listed as open.
      host.advance(0);
      return control.sessions();
    },
    session(id) {
      host.advance(0);
      return control.session(id);
    },
    inject: (at, id, event) => performed(control.inject(time(at), id, event)),
    drop: (at, id, code) => performed(control.drop(time(at), id, code)),
    expire: (at, id) => performed(control.expire(time(at), id)),
    desk: (at, id, act) => performed(control.desk(time(at), id, act)),
    addSample: (at, sample) => control.addSample(time(at), sample),
    startCall: (at, call) => control.startCall(time(at), call),
    endCall: (at, id, handoff) => control.endCall(time(at), id, handoff),
    end: (at, id, reason) => performed(control.end(time(at), id, reason)),
  };
}

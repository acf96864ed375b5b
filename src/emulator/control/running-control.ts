/** The control of a running emulator: performs the brain's outputs before the call returns, on the emulator's own clock. */

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
  // A caller's Date.now() is behind a clock that was advanced, and time must not go back. Anything but a time is passed on, to be refused.
  const time = (at: number): number => (Number.isFinite(at) ? host.now() : at);
  return {
    ...control,
    sessions() {
      // Ends idle sessions that have expired since the last call: they must not be shown as open.
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
    addSample: (at, sample) => control.addSample(time(at), sample),
    startCall: (at, call) => control.startCall(time(at), call),
    endCall: (at, id, handoff) => control.endCall(time(at), id, handoff),
    end: (at, id, reason) => performed(control.end(time(at), id, reason)),
  };
}

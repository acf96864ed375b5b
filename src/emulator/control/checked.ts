/**
 * Checks the control calls of programs. A test in plain JavaScript may pass anything, and a misspelt fault would do nothing. Throws an EmulatorError,
 * code `invalid_call`, before anything has changed.
 */

import type { SessionEndReason } from '../../protocol/events.ts';
import { BodyProblem, readBodyFields } from '../faults/checked-fields.ts';
import { readFault } from '../faults/fault-specs.ts';
import { EmulatorError } from '../model/emulator-error.ts';
import type { PlatformControl } from './actions.ts';
import { readAdvance, readAgentChange, readAll, readCloseCode, readDeskAct, readInjected } from './arguments.ts';

import { readHandoff, readIncoming } from './calls.ts';
import { readProjectChange, readSample, readSeeded } from './records.ts';

const REASONS: readonly SessionEndReason[] = ['natural-end', 'user-end', 'user-abandoned', 'unknown'];
const NO_CHANGE = 'the change must be an object, { script, pace, live }';
const NO_ACT = "the act must be an object, { act: 'accept' }";
/** The latest time that a Date can hold. */
const LATEST = 8.64e15;

export function checkControl(control: PlatformControl): PlatformControl {
  return {
    ...control,
    addFault(fault) {
      const spec = checked('control.addFault', () => readFault(readBodyFields(fault, 'the fault must be an object')));
      const { sessionId } = spec;
      if (sessionId !== undefined && !control.session(sessionId)) {
        const told = JSON.stringify(sessionId);
        throw refused('control.addFault', `there is no session ${told}; control.sessions() lists those there are`);
      }
      control.addFault(spec);
    },
    inject(at, id, event) {
      checkTarget('control.inject', at, id);
      checked('control.inject', () => readWritable(event));
      return control.inject(at, id, event);
    },
    drop(at, id, code) {
      checkTarget('control.drop', at, id);
      checked('control.drop', () => readCloseCode(readBodyFields({ code })));
      return control.drop(at, id, code);
    },
    expire(at, id) {
      checkTarget('control.expire', at, id);
      return control.expire(at, id);
    },
    end(at, id, reason) {
      checkTarget('control.end', at, id);
      checked('control.end', () => readBodyFields({ reason }).word('reason', REASONS));
      return control.end(at, id, reason);
    },
    desk(at, id, act) {
      checkTarget('control.desk', at, id);
      const checkedAct = checked('control.desk', () => readAll(readBodyFields(act, NO_ACT), readDeskAct));
      return control.desk(at, id, checkedAct);
    },
    addConversations: conversations =>
      checked('control.addConversations', () => control.addConversations(readSeeded(conversations))),
    addSample: (at, sample) => checked('control.addSample', () => control.addSample(at, readSample(sample))),
    startCall: (at, call) =>
      control.startCall(
        at,
        checked('control.startCall', () => readIncoming(call)),
      ),
    endCall: (at, id, handoff) =>
      control.endCall(
        at,
        id,
        checked('control.endCall', () => readHandoff({ handoff })),
      ),
    changeProject: change => checked('control.changeProject', () => control.changeProject(readProjectChange(change))),
    useAgent: change =>
      control.useAgent(checked('control.useAgent', () => readAll(readBodyFields(change, NO_CHANGE), readAgentChange))),
  };
}

export function checkAdvance(ms: number): void {
  checked('emulator.advance', () => readAdvance(readBodyFields({ ms }), 'ms'));
}

function checkTarget(call: string, at: number, id: string): void {
  checked(call, () => {
    const fields = readBodyFields({ at, id });
    fields.number('at', 0, LATEST);
    fields.text('id');
  });
}

/** Refuses values that JSON cannot represent: circular references, big integers. */
function readWritable(event: unknown): void {
  readInjected(event, 'the event');
  try {
    JSON.stringify(event);
  } catch {
    throw new BodyProblem('the event cannot be written as JSON');
  }
}

function checked<T>(call: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof BodyProblem ? refused(call, error.message) : error;
  }
}

function refused(call: string, message: string): EmulatorError {
  return new EmulatorError('invalid_call', `${call}: ${message}`);
}

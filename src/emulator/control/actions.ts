/** Actions of a tester on the platform, without HTTP: the control API and the simulator both call these. */

import { canonicalType } from '../../protocol/decode.ts';
import { type SessionEndReason, TRANSIENT } from '../../protocol/events.ts';
import { field, type Json, readInt, readText } from '../../protocol/json-fields.ts';
import type { Faults } from '../faults/active-faults.ts';
import type { FaultSpec } from '../faults/fault-specs.ts';
import type { HttpAnswer } from '../model/access-tokens.ts';
import type { LiveName, ScriptName } from '../model/options.ts';
import { broadcast, closeSocket, cutSocket } from '../sessions/delivery.ts';
import { actAtDesk, type DeskAct } from '../sessions/desk.ts';
import { httpFault } from '../sessions/http-faults.ts';
import { endSession, expireSession } from '../sessions/lifecycle.ts';
import type { Core, Output, Session } from '../store/state.ts';
import type { Attempt } from '../store/webhook-endpoints.ts';
import { hangUp, takeCall } from '../telephony/incoming.ts';
import type {
  CallHandoff,
  IncomingCall,
  MetricSample,
  ProjectChange,
  ProjectSettings,
  SeededConversation,
} from './control-types.ts';
import { addSample, changeProject, seedConversations } from './records.ts';
import { detailOf, type SessionDetail, type SessionSummary, summaryOf } from './session-view.ts';

/**
 * A call with a wrong argument throws an EmulatorError, code `invalid_call`, and changes nothing. With a platform from `createPlatform`,
 * the caller performs the returned `outputs`. A running emulator has performed them already, on its own clock, and ignores `at`.
 */
export interface PlatformControl {
  /** Like the control API, throws for an unknown kind, field or session, and for a value out of its limits. */
  addFault(fault: FaultSpec): void;
  clearFaults(): void;
  faults(): readonly FaultSpec[];
  /** Returns the answer of an `http-status` fault for a path that the host itself serves, such as a picture; null if no fault applies. */
  httpFault(path: string): HttpAnswer | null;
  sessions(): readonly SessionSummary[];
  /** Returns null if there is no such session, as do `inject`, `drop`, `expire`, `end` and `desk`. */
  session(id: string): SessionDetail | null;
  /**
   * Sends an event in wire form unchanged to every socket of the session. Only a missing id, sequence or timestamp is added. The event is
   * journalled if it is persistent, has a new id and a sequence above all others; `stored` says whether it was. Nothing else changes: an injected
   * SESSION_END does not end the session.
   */
  inject(at: number, id: string, event: Json): ControlResult<{ readonly event: object; readonly stored: boolean }>;
  /** Ends the session's connections: with a close frame if a code is given, otherwise as a broken network would. */
  drop(at: number, id: string, code?: number): ControlResult<{ readonly dropped: number }>;
  /** Ends the session as if its idle time had run out. `done` is false if the session was over already. */
  expire(at: number, id: string): ControlResult<{ readonly done: boolean }>;
  end(at: number, id: string, reason: SessionEndReason): ControlResult<{ readonly done: boolean }>;
  /**
   * Acts as a person who answers after a hand-off. `done` is false if the act does not fit: nobody waits to be accepted, or nobody of the desk is in
   * the session.
   */
  desk(at: number, id: string, act: DeskAct): ControlResult<{ readonly done: boolean }>;
  /**
   * Changes the agent for new and existing sessions. Omitted fields keep their values. A reply that has begun follows the old script to its end;
   * the new pace applies from its next pause on. Returns the new values.
   */
  useAgent(change: { readonly [Name in keyof Agent]?: Agent[Name] | undefined }): Agent;
  /** Adds finished conversations to the records. Returns their ids in the same order. */
  addConversations(conversations: readonly SeededConversation[]): readonly string[];
  /**
   * Starts a call to the agent. If the called number is reserved, the reservation's attributes become part of the conversation. Returns the
   * conversation's id.
   */
  startCall(at: number, call: IncomingCall): { readonly conversationId: string };
  /** Ends a call, after the given hand-off, if any. `done` is false if there is no such call or it is over. */
  endCall(at: number, id: string, handoff?: CallHandoff): { readonly done: boolean };
  /** Adds a sample of a metric at this time, for alert rules. */
  addSample(at: number, sample: MetricSample): void;
  /** Returns the latest thousand attempts to post notices, oldest first. */
  webhookAttempts(): readonly Attempt[];
  /** Changes the settings of the demo's project. Omitted fields keep their values. Returns the new values. */
  changeProject(change: ProjectChange): ProjectSettings;
}

/** The agent's script and pace, the options `script` and `pace` of the start; and who plays the person of a hand-off. */
export interface Agent {
  readonly script: ScriptName;
  readonly pace: number;
  /** Default `script`. */
  readonly live: LiveName;
}

export type ControlResult<T> = (T & { readonly outputs: readonly Output[] }) | null;

type During = (at: number, act: () => void) => readonly Output[];

export function createControl(core: Core, during: During): PlatformControl {
  /** Runs the action after all work that was due earlier. */
  const on = <T extends object>(at: number, id: string, act: (session: Session) => T): ControlResult<T> => {
    const session = core.sessions.get(id);
    if (!session) return null;
    const results: T[] = [];
    const outputs = during(at, () => void results.push(act(session)));
    const [result] = results;
    return result ? { ...result, outputs } : null;
  };
  return {
    ...faultControl(core, core.faults),
    sessions: () => [...core.sessions.values()].map(summaryOf),
    session(id) {
      const session = core.sessions.get(id);
      return session ? detailOf(session) : null;
    },
    inject: (at, id, event) => on(at, id, session => inject(core, session, at, event)),
    drop: (at, id, code) => on(at, id, session => drop(core, session, at, code)),
    expire: (at, id) =>
      on(at, id, session => {
        const done = session.state === 'open';
        expireSession(core, session, at);
        return { done };
      }),
    end: (at, id, reason) =>
      on(at, id, session => {
        const done = session.state === 'open';
        endSession(core, session, at, reason);
        return { done };
      }),
    desk: (at, id, act) => on(at, id, session => ({ done: actAtDesk(core, session, at, act) })),
    useAgent({ script = core.script, pace = core.pace, live = core.live }) {
      Object.assign(core, { script, pace, live });
      return { script, pace, live };
    },
    addConversations: conversations => seedConversations(core, conversations),
    startCall: (at, call) => ({ conversationId: takeCall(core, at, call) }),
    endCall: (at, id, handoff) => ({ done: hangUp(core, at, id, handoff) }),
    addSample: (at, sample) => addSample(core, at, sample),
    webhookAttempts: () => core.attempts,
    changeProject: change => changeProject(core, change),
  };
}

function faultControl(core: Core, faults: Faults) {
  return {
    addFault: faults.add,
    clearFaults: faults.clear,
    faults: faults.list,
    httpFault: (path: string) => httpFault(core, path, 'internal server error'),
  };
}

function drop(core: Core, session: Session, at: number, code: number | undefined): { dropped: number } {
  const sockets = [...session.sockets];
  for (const socket of sockets) {
    if (code === undefined) cutSocket(core, socket);
    else closeSocket(core, at, socket, code, 'dropped through the control API');
  }
  return { dropped: sockets.length };
}

function inject(core: Core, session: Session, at: number, given: Json): { event: object; stored: boolean } {
  const type = readText(given, 'type') ?? '';
  const isTransient = field(given, 'sequence') === null || TRANSIENT.has(canonicalType(type));
  const sequence = isTransient ? null : (readInt(given, 0, 'sequence') ?? session.history.nextSequence());
  const id = readText(given, 'id') ?? core.settings.random.uuid();
  const timestamp = readText(given, 'timestamp') ?? new Date(at).toISOString();
  const event = { ...given, id, timestamp, sequence, type, payload: field(given, 'payload') ?? {} };
  const text = JSON.stringify(event);
  const stored = sequence !== null && session.history.append({ id, sequence, text });
  broadcast(core, session, at, text);
  return { event, stored };
}

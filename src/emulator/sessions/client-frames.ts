/** Handles the frames of clients: limits and faults first, then the event. */

import { type DecodedClientEvent, decodeClientFrame } from '../../protocol/decode.ts';
import type { ClientEvent, Custom } from '../../protocol/events.ts';
import type { FaultOf } from '../faults/fault-specs.ts';
import type { Core, Session, Socket } from '../store/state.ts';
import { NO_CONVERSATION, takeTurn } from './agent-turns.ts';
import { closeSocket, cutSocket, emit } from './delivery.ts';
import { endSession } from './lifecycle.ts';

const NO_CUSTOM: Custom = {};
const MESSAGE_TOO_BIG = 1009;

export function takeFrame(core: Core, at: number, socketId: string, text: string): void {
  const socket = core.sockets.get(socketId);
  if (!socket) return;
  const { session } = socket;
  if (isLargerThan(text, core.settings.maxMessageBytes)) {
    closeSocket(core, at, socket, MESSAGE_TOO_BIG, 'message too big');
    return;
  }
  // Drops the frame silently, both here and at the fault below, as the platform does.
  if (session.bucket.take(at) > 0) return;
  if (core.faults.strike('drop-client-events', session.id, fault => core.settings.random.fraction() < fault.rate))
    return;
  const decoded = decodeClientFrame(text);
  if (!decoded.ok) {
    refuseFrame(core, session, at, decoded);
    return;
  }
  session.idleSince = at;
  session.warned = false;
  takeEvent(core, socket, at, decoded.event);
}

function takeEvent(core: Core, socket: Socket, at: number, event: ClientEvent): void {
  const { session } = socket;
  if (event.type === 'HEARTBEAT') emit(core, session, at, { type: 'HEARTBEAT' }, event.custom);
  // Only the desk shows it.
  if (event.type === 'USER_TYPING') session.conversation.visitorTypes = event.state === 'started';
  if (event.type === 'HEARTBEAT' || event.type === 'USER_TYPING') return;
  const struck = (fault: FaultOf<'drop-before-echo' | 'drop-after-process'>) => strikes(fault.on, event.type);
  if (core.faults.strike('drop-before-echo', session.id, struck)) {
    cutSocket(core, socket);
    return;
  }
  if (core.faults.strike('drop-after-process', session.id, struck)) cutSocket(core, socket);
  const slowMs = core.faults.strike('slow-history', session.id)?.ms ?? 0;
  const due = Math.max(at + slowMs, session.journalBusyUntil);
  if (due <= at) {
    processEvent(core, session, at, event);
    return;
  }
  // Makes later messages wait as well, because they must not overtake this one.
  session.journalBusyUntil = due;
  core.queue.add(due, journalledAt => processEvent(core, session, journalledAt, event));
}

function strikes(on: 'message' | 'join' | 'any' | undefined, type: ClientEvent['type']): boolean {
  if (on === 'any') return true;
  return type === (on === 'join' ? 'REQUEST_AGENT_JOIN' : 'USER_MESSAGE');
}

function processEvent(core: Core, session: Session, at: number, event: ClientEvent): void {
  if (session.state !== 'open') return;
  const custom = event.custom ?? NO_CUSTOM;
  if (event.type === 'REQUEST_AGENT_JOIN') join(core, session, at, custom);
  else if (event.type === 'USER_MESSAGE') userMessage(core, session, at, event.text, custom);
  else if (event.type === 'USER_END_SESSION') userEnd(core, session, at, custom);
}

function userEnd(core: Core, session: Session, at: number, custom: Custom): void {
  emit(core, session, at, { type: 'USER_END_SESSION' }, custom);
  endSession(core, session, at, 'user-end');
}

/** Echoes every join request. The agent joins and greets only if nobody is there. */
function join(core: Core, session: Session, at: number, custom: Custom): void {
  session.joinsAsked += 1;
  emit(core, session, at, { type: 'REQUEST_AGENT_JOIN' }, custom);
  if (session.conversation.stage !== 'none') return;
  session.conversation.stage = 'joining';
  takeTurn(core, session, at, { kind: 'join', text: '', custom });
}

/** Echoes a message, and lets the agent reply. Without a conversation the message is lost: it gets an error in place of its echo. */
function userMessage(core: Core, session: Session, at: number, text: string, custom: Custom): void {
  if (session.conversation.stage === 'none') {
    emit(core, session, at, { type: 'SYSTEM_MESSAGE', level: 'error', message: NO_CONVERSATION }, custom);
    return;
  }
  session.conversation.visitorTypes = false;
  const messageId = core.settings.random.uuid();
  emit(core, session, at, { type: 'USER_MESSAGE', text, messageId }, custom);
  takeTurn(core, session, at, { kind: 'message', text, custom });
}

function refuseFrame(core: Core, session: Session, at: number, frame: DecodedClientEvent & { ok: false }): void {
  const message =
    frame.reason === 'server_only'
      ? `Event type not allowed: EVENT_TYPE_${frame.wireType.replace(/^EVENT_TYPE_/, '')}`
      : 'Unknown event type or invalid message format';
  emit(core, session, at, { type: 'SYSTEM_MESSAGE', level: 'error', message }, frame.custom);
}

/** Compares the length in UTF-8 bytes. A UTF-16 unit takes one to three bytes, so most frames can be judged without encoding them. */
function isLargerThan(text: string, limitBytes: number): boolean {
  if (text.length > limitBytes) return true;
  return text.length * 3 > limitBytes && new TextEncoder().encode(text).length > limitBytes;
}

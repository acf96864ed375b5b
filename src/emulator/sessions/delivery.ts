/** Delivers server events: journals each once, and sends it to every socket of the session. Applies the faults that change delivery. */

import { encodeServerEvent } from '../../protocol/encode.ts';
import { type Custom, type ServerEventBody, TRANSIENT } from '../../protocol/events.ts';
import { batchFrame } from '../model/journal.ts';
import { recordEvent } from '../store/recorder.ts';
import type { Core, Output, Session, Socket } from '../store/state.ts';

const NO_CUSTOM: Custom = {};
/** Junk frames, in this order: truncated JSON, no JSON, JSON that is not an event, an event without a type, an unknown type, and a wrong payload. */
const JUNK = [
  '{"type":"EVENT_TYPE_',
  'hello from the wrong port',
  '[null,42,"event"]',
  '{"id":"junk-1","payload":{}}',
  '{"id":"junk-2","sequence":null,"type":"EVENT_TYPE_FROM_TOMORROW","payload":{"text":"ignore me"}}',
  '{"id":"junk-3","sequence":"twelve","type":"EVENT_TYPE_SYSTEM_MESSAGE","payload":"not an object"}',
];

/** Makes an event, journals it unless it is transient, and sends it to every socket of the session. */
export function emit(
  core: Core,
  session: Session,
  at: number,
  body: ServerEventBody,
  custom: Custom = NO_CUSTOM,
): void {
  recordEvent(core, session, at, body);
  const sequence = TRANSIENT.has(body.type) ? null : session.history.nextSequence();
  const id = core.settings.random.uuid();
  const text = encodeServerEvent({ id, sequence, timestamp: at, custom, ...body }, core.settings.dialect);
  if (sequence !== null) session.history.append({ id, sequence, text });
  broadcast(core, session, at, text);
}

/** Sends an event, given as JSON, to every socket of the session. */
export function broadcast(core: Core, session: Session, at: number, text: string): void {
  // Copies the set, because a fault may remove a socket during the loop.
  for (const socket of [...session.sockets]) sendEvents(core, at, socket, [text], false);
}

/** Sends the history after the cursor, in batches. */
export function replay(core: Core, socket: Socket, at: number, cursor: number): void {
  const { batchSize, emptyBatch, random } = core.settings;
  const texts = socket.session.history.after(cursor).map(entry => entry.text);
  if (texts.length > 1 && core.faults.strike('reorder-replay', socket.session.id)) shuffle(texts, random.fraction);
  if (texts.length === 0 && emptyBatch) sendEvents(core, at, socket, [], true);
  for (let start = 0; start < texts.length && !socket.gone; start += batchSize) {
    sendEvents(core, at, socket, texts.slice(start, start + batchSize), true);
  }
}

/** Closes a socket after the frames already sent, delayed ones included. From now on the socket takes no frames. */
export function closeSocket(core: Core, at: number, socket: Socket, code: number, reason: string): void {
  detach(core, socket);
  post(core, at, socket, 0, { kind: 'close', socketId: socket.id, code, reason });
}

/** Ends a connection at once. Its delayed frames are lost. */
export function cutSocket(core: Core, socket: Socket): void {
  detach(core, socket);
  socket.gone = true;
  core.out.push({ kind: 'cut', socketId: socket.id });
}

export function detach(core: Core, socket: Socket): void {
  socket.session.sockets.delete(socket);
  core.sockets.delete(socket.id);
}

function sendEvents(core: Core, at: number, socket: Socket, texts: readonly string[], batch: boolean): void {
  const sessionId = socket.session.id;
  const limit = core.faults.find('drop-after', sessionId);
  const left = limit ? Math.max(0, limit.events - socket.eventsSent) : texts.length;
  const allowed = texts.slice(0, left);
  socket.eventsSent += allowed.length;
  if (allowed.length > 0 || texts.length === 0) {
    const frame = batch ? batchFrame(allowed, core.settings.dialect) : allowed.join('');
    sendFrame(core, at, socket, frame);
  }
  if (limit && socket.eventsSent >= limit.events) {
    core.faults.spend(limit);
    cutAfterFrames(core, at, socket);
  }
}

function sendFrame(core: Core, at: number, socket: Socket, frame: string): void {
  const { id: socketId, session } = socket;
  const delayMs = core.faults.strike('delay', session.id)?.ms ?? 0;
  const junk = core.faults.strike('garbage-frame', session.id);
  if (junk) {
    const text = junk.text ?? JUNK[core.junkSent % JUNK.length] ?? '';
    core.junkSent += 1;
    post(core, at, socket, delayMs, { kind: 'send', socketId, frame: text });
  }
  post(core, at, socket, delayMs, { kind: 'send', socketId, frame });
  if (core.faults.strike('duplicate', session.id)) post(core, at, socket, delayMs, { kind: 'send', socketId, frame });
}

/** Gives an output to the host: now, or later if this frame or an earlier one of the socket is delayed. */
function post(core: Core, at: number, socket: Socket, delayMs: number, output: Output): void {
  const due = Math.max(at + delayMs, socket.busyUntil);
  if (due <= at) {
    core.out.push(output);
    return;
  }
  socket.busyUntil = due;
  core.queue.add(due, () => {
    if (!socket.gone) core.out.push(output);
  });
}

/** Cuts a socket after the frames already sent, delayed ones included. */
function cutAfterFrames(core: Core, at: number, socket: Socket): void {
  if (socket.busyUntil <= at) {
    cutSocket(core, socket);
    return;
  }
  detach(core, socket);
  core.queue.add(socket.busyUntil, () => {
    if (!socket.gone) cutSocket(core, socket);
  });
}

function shuffle(list: string[], fraction: () => number): void {
  for (let index = list.length - 1; index > 0; index -= 1) {
    const other = Math.floor(fraction() * (index + 1));
    const [here, there] = [list[index], list[other]];
    if (here === undefined || there === undefined) continue;
    list[index] = there;
    list[other] = here;
  }
}

/** The emulator's WebSockets in Node: accepts or refuses handshakes, passes frames to the platform, and performs its outputs. */

import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { SOCKET_PATH } from '../../protocol/http-api.ts';
import type { Platform } from '../platform.ts';
import type { Output, SocketOutput } from '../store/state.ts';
import type { EmulatorLog } from './clock-random-log.ts';
import { pathOf, queryOf } from './node-bridge.ts';

export interface SocketHost {
  readonly platform: Platform;
  readonly log: EmulatorLog;
  now(): number;
}

export interface Sockets {
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  perform(outputs: readonly Output[]): void;
  /** Ends every connection at once. */
  close(): void;
}

/**
 * Size of a frame above which the ws library closes the socket with 1009, before it has read the whole frame. The platform's own limit is lower,
 * with the same close code.
 */
const MAX_PAYLOAD_BYTES = 1024 * 1024;
/** How long a client may take to answer a close frame. */
const CLOSE_GRACE_MS = 2_000;

export function createSockets(host: SocketHost, deliver: (outputs: readonly Output[]) => void): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD_BYTES, perMessageDeflate: false });
  const open = new Map<string, WebSocket>();
  let made = 0;

  function adopt(socket: WebSocket, socketId: string): void {
    open.set(socketId, socket);
    socket.on('message', (data: RawData, isBinary: boolean) => {
      // All events are text frames. A binary frame becomes an empty text, which is refused as unreadable.
      deliver(host.platform.receive(host.now(), socketId, isBinary ? '' : data.toString()));
    });
    socket.on('error', error => host.log('debug', 'socket error', { socketId, reason: error.message }));
    socket.on('close', code => {
      open.delete(socketId);
      host.log('debug', 'socket closed', { socketId, code });
      deliver(host.platform.socketClosed(host.now(), socketId));
    });
  }

  return {
    upgrade(request, stream, head) {
      stream.on('error', error => host.log('debug', 'connection error', { reason: error.message }));
      if (pathOf(request) !== SOCKET_PATH) {
        refuse(stream, 404, 'not found');
        return;
      }
      made += 1;
      const socketId = `socket-${made}`;
      const query = queryOf(request);
      const result = host.platform.openSocket(host.now(), {
        socketId,
        accessToken: query.get('access_token'),
        sessionId: query.get('session_id'),
        cursor: query.get('cursor'),
      });
      host.log('debug', 'socket handshake', { socketId, status: result.ok ? 101 : result.status });
      if (result.ok) server.handleUpgrade(request, stream, head, socket => adopt(socket, socketId));
      else refuse(stream, result.status, result.error, result.retryAfter);
      deliver(result.outputs);
      // Makes the platform forget a socket that never existed, because the ws library itself has refused a malformed upgrade request.
      if (result.ok && !open.has(socketId)) deliver(host.platform.socketClosed(host.now(), socketId));
    },
    perform: outputs => {
      for (const output of outputs) {
        if ('socketId' in output) performOne(open.get(output.socketId), output);
      }
    },
    close() {
      for (const socket of open.values()) socket.terminate();
      server.close();
    },
  };
}

/** Performs an output. Ignores outputs for a socket that is already closed. */
function performOne(socket: WebSocket | undefined, output: SocketOutput): void {
  if (!socket) return;
  if (output.kind === 'send') socket.send(output.frame);
  else if (output.kind === 'cut') socket.terminate();
  else {
    socket.close(output.code, output.reason);
    // Ends the connection even if the client never answers the close frame.
    setTimeout(() => socket.terminate(), CLOSE_GRACE_MS).unref();
  }
}

function refuse(stream: Duplex, status: number, error: string, retryAfter?: number): void {
  const body = JSON.stringify({ error });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
  ];
  // Closes the client's half too: an open half would prevent the server from closing.
  stream.once('finish', () => stream.destroy());
  stream.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

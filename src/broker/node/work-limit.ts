/** Limits the number of requests that are being answered: in total, and on one connection, on which a client may send many without waiting. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MAX_PER_SOCKET = 16;

export interface WorkLimit {
  /** Counts a request until its response has been sent or its connection has ended. Returns false, and counts nothing, over a limit. */
  begin(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
}

export function createWorkLimit(maxInFlight: number): WorkLimit {
  const ofSocket = new WeakMap<Socket, number>();
  let running = 0;
  const add = (socket: Socket, step: 1 | -1): void => {
    running += step;
    ofSocket.set(socket, (ofSocket.get(socket) ?? 0) + step);
  };
  return {
    begin({ socket }, outgoing) {
      if (running >= maxInFlight || (ofSocket.get(socket) ?? 0) >= MAX_PER_SOCKET) return false;
      add(socket, 1);
      outgoing.once('close', () => add(socket, -1));
      return true;
    },
  };
}

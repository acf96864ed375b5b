/**
 * Limits the number of requests in progress, in total and per connection. On one connection a client may send many requests without waiting for
 * responses.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MAX_PER_SOCKET = 16;

export interface WorkLimit {
  /** Counts a request until its response has been sent or its connection has ended. If a limit is reached, does not count it and returns false. */
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

/** A WebSocket under Node. Every wait has a time limit. */

import WebSocket from 'ws';
import type { Opened, OpenSocket } from '../findings/ports.ts';

export interface NodeSocketOptions {
  /** Milliseconds for the handshake, for each frame, and for the close. All waits together are limited to three times as long. */
  readonly timeoutMs: number;
  readonly origin: string;
  readonly ca?: string;
}

const MAX_FRAME_BYTES = 1_048_576;

export function openNodeSocket(url: string, { timeoutMs, origin, ca }: NodeSocketOptions): Promise<Opened> {
  return new Promise(resolve => {
    const socket = new WebSocket(url, {
      origin,
      handshakeTimeout: timeoutMs,
      maxPayload: MAX_FRAME_BYTES,
      followRedirects: false,
      ...(ca === undefined ? {} : { ca }),
    });
    // Listens at once, because the history may come in the same packet as the end of the handshake.
    const open = listenToSocket(socket, timeoutMs);
    const refuse = (cause: string, status?: number, location?: string): void => {
      resolve({ ok: false, cause, status, location });
      socket.terminate();
    };
    socket.once('open', () => resolve({ ok: true, socket: open }));
    socket.once('unexpected-response', (_, { statusCode, headers }) => refuse('refused', statusCode, headers.location));
    // For a status below 300 other than 101, the ws library reports only an error without the status.
    socket.on('error', error => refuse(codeOf(error)));
  });
}

function listenToSocket(socket: WebSocket, timeoutMs: number): OpenSocket {
  const frames: string[] = [];
  const endsAt = performance.now() + 3 * timeoutMs;
  let isOver = false;
  let notice = (): void => {};
  socket.on('message', data => {
    frames.push(data.toString());
    notice();
  });
  const closed = new Promise<void>(resolve => {
    socket.once('close', () => {
      isOver = true;
      notice();
      resolve();
    });
  });
  const within = async (event: Promise<void>): Promise<void> => {
    const waitMs = Math.max(0, Math.min(timeoutMs, endsAt - performance.now()));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, waitMs);
    });
    await Promise.race([event, late]);
    clearTimeout(timer);
  };
  return {
    async next() {
      if (frames.length === 0 && !isOver) {
        await within(
          new Promise(resolve => {
            notice = resolve;
          }),
        );
      }
      return frames.shift();
    },
    send(text) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    async close() {
      socket.close(1000);
      await within(closed);
      socket.terminate();
    },
  };
}

function codeOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string' && /^[A-Z][A-Z\d_]{2,60}$/.test(code)) return code;
  return /timed out/.test(error.message) ? 'timeout' : 'unreadable';
}

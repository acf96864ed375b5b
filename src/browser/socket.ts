/**
 * The socket port on reconnecting-websocket, which is used for one attempt per call: the machine decides when to try again. This port works around
 * three faults of the library: it masks close codes, it stalls for ever when the constructor throws or a socket fails without a close, and it
 * silently drops data that is sent too early.
 */

import ReconnectingWebSocket from 'reconnecting-websocket';
import type { SocketFactory, SocketHandlers } from '../client/api/ports.ts';
import { CLOSE_ABNORMAL } from '../protocol/close-codes.ts';

/** A handshake that takes longer has failed, in milliseconds. */
const HANDSHAKE_MS = 12_000;

type SocketClass = new (url: string) => WebSocket;

/** `Implementation` is what sockets are made of; by default the browser's own, looked up at each call. */
export function createSocketFactory(Implementation?: SocketClass): SocketFactory {
  return (url, handlers) => openOnce(Implementation ?? WebSocket, url, handlers);
}

function openOnce(Implementation: SocketClass, url: string, handlers: SocketHandlers): ReturnType<SocketFactory> {
  let live = true;
  let opened = false;

  /** Reports the close once, from the raw socket's own event: the library reports a refused handshake as a clean 1000. */
  function closed(code: number): void {
    if (!live) return;
    live = false;
    handlers.closed(code, opened);
  }

  function Observed(address: string): WebSocket {
    try {
      const raw = new Implementation(address);
      raw.addEventListener('close', event => closed(event.code));
      // If the page's policy forbids the address, Chromium says no more than this; otherwise the close, with its code, is right behind.
      raw.addEventListener('error', () => raw.readyState === 3 && setTimeout(closed, 0, CLOSE_ABNORMAL));
      return raw;
    } catch {
      // A malformed address, mixed content or a policy of the page: inside the library this would be an unhandled rejection.
      queueMicrotask(() => closed(CLOSE_ABNORMAL));
      return inert();
    }
  }
  // The library knows a socket class by this constant.
  Observed.CLOSING = 2;

  const link = new ReconnectingWebSocket(url, undefined, {
    WebSocket: Observed,
    // The first attempt is number zero; there is no second one, so that no other setting matters.
    maxRetries: 0,
    connectionTimeout: HANDSHAKE_MS,
    // Not left out: where `Object.prototype` has one of these, it would print the socket's address, and with it the token.
    debug: false,
  });
  link.addEventListener('open', () => {
    if (!live) return;
    opened = true;
    handlers.opened();
  });
  link.addEventListener('message', event => {
    // Binary frames become text that no codec can read, and are reported as unreadable.
    if (live) handlers.received(`${event.data}`);
  });

  return {
    send: text => {
      if (!live || link.readyState !== 1) return false;
      link.send(text);
      return true;
    },
    close: () => {
      live = false;
      link.close();
    },
  };
}

/** Returns a closed socket in place of one that could not be made. */
function inert(): WebSocket {
  return Object.assign(new EventTarget(), { readyState: 3, close() {} }) as unknown as WebSocket;
}

/**
 * The socket port. It uses reconnecting-websocket for a single attempt per call, because the machine decides when to try again. It works around
 * three faults of the library, which hides close codes, stalls for ever if the constructor throws or a socket fails without a close, and silently
 * drops data that is sent too early.
 */

import ReconnectingWebSocket from 'reconnecting-websocket';
import type { SocketFactory, SocketHandlers } from '../client/api/ports.ts';
import { CLOSE_ABNORMAL } from '../protocol/close-codes.ts';

/** Milliseconds after which a handshake has failed. */
const HANDSHAKE_MS = 12_000;

type SocketClass = new (url: string) => WebSocket;

/** `Implementation` is the class of the sockets. Default: the browser's WebSocket, looked up at each call. */
export function createSocketFactory(Implementation?: SocketClass): SocketFactory {
  return (url, handlers) => openOnce(Implementation ?? WebSocket, url, handlers);
}

function openOnce(Implementation: SocketClass, url: string, handlers: SocketHandlers): ReturnType<SocketFactory> {
  let live = true;
  let opened = false;

  /** Reports the close once. Uses the raw socket's event, because the library reports a refused handshake as a clean 1000. */
  function closed(code: number): void {
    if (!live) return;
    live = false;
    handlers.closed(code, opened);
  }

  function Observed(address: string): WebSocket {
    try {
      const raw = new Implementation(address);
      raw.addEventListener('close', event => closed(event.code));
      // If the page's policy forbids the address, Chromium fires only this event. Otherwise `close` follows at once, with the code.
      raw.addEventListener('error', () => raw.readyState === 3 && setTimeout(closed, 0, CLOSE_ABNORMAL));
      return raw;
    } catch {
      // The constructor throws for a malformed address, mixed content or a policy of the page. Inside the library this would become an unhandled
      // rejection.
      queueMicrotask(() => closed(CLOSE_ABNORMAL));
      return inert();
    }
  }
  // The library accepts only a class with this constant.
  Observed.CLOSING = 2;

  const link = new ReconnectingWebSocket(url, undefined, {
    WebSocket: Observed,
    // Allows only the first attempt, which has the number 0.
    maxRetries: 0,
    connectionTimeout: HANDSHAKE_MS,
    // Sets `debug` explicitly: if a page has added one to `Object.prototype`, the library would log the address with the token.
    debug: false,
  });
  link.addEventListener('open', () => {
    if (!live) return;
    opened = true;
    handlers.opened();
  });
  link.addEventListener('message', event => {
    // A binary frame becomes a text that is not JSON, and is reported as unreadable.
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

/** The handshake port under Node: sends an upgrade request with node:http(s), and returns the status of the response. */

import { randomBytes } from 'node:crypto';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isSafePlatformUrl, readRetryAfter } from '../../protocol/http-api.ts';
import type { PlatformNetwork } from '../config.ts';
import type { HandshakeAnswer, HandshakePort } from '../endpoints/probe-endpoint.ts';
import { createPlatformAgents } from './ports/platform-agents.ts';

/**
 * The handshake under Node. Refuses plain `ws:` except to this machine, because the address contains an access token. No error quotes the address.
 */
export const nodeHandshake: HandshakePort = createNodeHandshake({});

export function createNodeHandshake(network: PlatformNetwork): HandshakePort {
  return (url, signal) => tryHandshake(url, signal, network);
}

function tryHandshake(url: string, signal: AbortSignal, network: PlatformNetwork): Promise<HandshakeAnswer> {
  return new Promise((resolve, reject) => {
    const address = url.replace(/^ws/i, 'http');
    if (!isSafePlatformUrl(address) || !URL.canParse(address)) {
      reject(
        Object.assign(new Error('The handshake needs a wss address, or ws on this machine.'), { code: 'UNSAFE_URL' }),
      );
      return;
    }
    const outgoing = openUpgradeRequest(new URL(address), signal, network);
    outgoing.on('error', reject);
    outgoing.once('response', incoming => {
      resolve(readUpgradeAnswer(incoming));
      // Closes the connection without reading the body.
      outgoing.destroy();
    });
    outgoing.once('upgrade', (incoming, socket) => {
      // Ignores an error, such as a reset, while the socket is being closed.
      socket.on('error', () => {});
      socket.once('close', () => resolve(readUpgradeAnswer(incoming)));
      socket.destroy();
    });
    outgoing.end();
  });
}

/**
 * Uses separate agents, which keep no connection for later requests. A kept connection would outlive the probe, and might be dead when it is used
 * again.
 */
function openUpgradeRequest(url: URL, signal: AbortSignal, network: PlatformNetwork): ClientRequest {
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
  };
  const { http, https } = createPlatformAgents(network, false);
  const isSecure = url.protocol === 'https:';
  return (isSecure ? httpsRequest : httpRequest)(url, { agent: isSecure ? https : http, headers, signal });
}

function readUpgradeAnswer(incoming: IncomingMessage): HandshakeAnswer {
  const retryAfter = readRetryAfter(incoming.headers['retry-after'] ?? null, Date.now());
  return { status: incoming.statusCode ?? 0, retryAfter: retryAfter ?? null };
}

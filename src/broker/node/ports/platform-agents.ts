/** Creates agents for calls to the platform, with the operator's own certificates and with the proxy that all outgoing traffic must use. */

import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions as HttpsAgentOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import { rootCertificates, connect as tlsConnect } from 'node:tls';
import type { PlatformNetwork } from '../../config.ts';

export interface PlatformAgents {
  /** Used for a platform on this machine, without the proxy. */
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

export function createPlatformAgents(network: PlatformNetwork, keepAlive: boolean): PlatformAgents {
  const { ca, cert, key, proxyUrl } = network;
  const options: HttpsAgentOptions = {
    keepAlive,
    minVersion: 'TLSv1.2',
    // The list must contain Node's own certificates, because it replaces them.
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(cert === undefined ? {} : { cert, key }),
  };
  const https = proxyUrl === undefined ? new HttpsAgent(options) : createTunnelAgent(options, new URL(proxyUrl));
  return { http: new HttpAgent({ keepAlive }), https };
}

/** Milliseconds for the answer of the proxy, the same as for the whole call. */
const CONNECT_MS = 5_000;

type Done = (error: Error | null, socket?: Duplex) => void;

interface Target extends HttpsAgentOptions {
  readonly host?: string;
  readonly port?: number;
  readonly servername?: string;
}

/** Opens each connection through the proxy (CONNECT). The proxy sees the name of the platform, but nothing of the request. */
function createTunnelAgent(options: HttpsAgentOptions, proxy: URL): HttpsAgent {
  const agent = new HttpsAgent(options);
  const open = (target: Target, done: Done): void => {
    const { host = '', port = 443, servername = host } = target;
    const outgoing = httpRequest({
      host: proxy.hostname,
      port: proxy.port || 80,
      method: 'CONNECT',
      path: `${host}:${port}`,
      headers: { Host: `${host}:${port}`, ...authorization(proxy) },
      agent: false,
      timeout: CONNECT_MS,
    });
    outgoing.once('timeout', () =>
      outgoing.destroy(Object.assign(new Error('The proxy is silent.'), { code: 'ETIMEDOUT' })),
    );
    outgoing.once('error', done);
    outgoing.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) done(null, tlsConnect({ ...target, socket, servername }));
      else {
        socket.destroy();
        done(refusedBy(statusCode));
      }
    });
    // A proxy that does not support CONNECT sends an ordinary response.
    outgoing.once('response', ({ statusCode }) => {
      outgoing.destroy();
      done(refusedBy(statusCode));
    });
    outgoing.end();
  };
  return Object.assign(agent, { createConnection: open });
}

/** Returns an error whose code appears in the log as the cause. */
function refusedBy(status: number | undefined): Error {
  return Object.assign(new Error('The proxy refuses the connection.'), { code: `PROXY_${status}` });
}

function authorization({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

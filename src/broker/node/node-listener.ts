/** Converts a broker to a handler of Node's HTTP requests, which also works behind a framework that has already read the body. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { clientAddress, type ProxyTrust, readForwardedFor } from '../access/client-address.ts';
import { proxyTrust, type TrustedProxies } from '../access/trusted-proxies.ts';
import { answerDefect, type Broker, refuseUnreadable } from '../handler.ts';
import { consoleLog } from '../log/log.ts';

export interface NodeListenerOptions {
  /**
   * Trusted proxies in front of the server: their number, from 0 to 32, or their addresses and networks (`10.0.0.0/8`). The client's address is
   * then read from `X-Forwarded-For`. Default: the address that Express has determined (its setting `trust proxy`), or else the address of the
   * connection.
   */
  readonly trustedProxies?: TrustedProxies;
}

/** The part of Node's `IncomingMessage`, and of Express's request, that the listener reads. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
  /** The body as parsed by an earlier middleware. It is used only if the request's stream has already been read. */
  readonly body?: unknown;
  /** The client's address, as Express sets it. */
  readonly ip?: string | undefined;
}

/** A part of Node's `ServerResponse`, for type checks. The listener uses the whole object. */
export interface NodeResponse {
  readonly headersSent: boolean;
  end(): unknown;
}

export type NodeListener = (request: NodeRequest, response: NodeResponse) => void;

type Incoming = IncomingMessage & Pick<NodeRequest, 'body' | 'ip'>;

export function createNodeListener(broker: Broker, { trustedProxies }: NodeListenerOptions): NodeListener {
  const trust = trustedProxies === undefined ? undefined : proxyTrust(trustedProxies);
  const answer = async (request: Request, { incoming }: { incoming: unknown }): Promise<Response> => {
    const own = incoming as Incoming;
    return broker.fetch(withParsedBody(request, own), { address: addressOf(own, trust) });
  };
  // Always returns a response; otherwise the adapter would leave the request open.
  const errorHandler = (error: unknown) =>
    error instanceof RequestError ? refuseUnreadable(consoleLog) : answerDefect(consoleLog, error);
  // Keeps the adapter from replacing the global Request and Response of the host program.
  const listener = getRequestListener(answer, { overrideGlobalObjects: false, errorHandler });
  return (request, response) => void listener(request as IncomingMessage, response as unknown as ServerResponse);
}

function addressOf(incoming: Incoming, trust: ProxyTrust | undefined): string | undefined {
  const peer = incoming.socket.remoteAddress;
  if (trust === undefined) return incoming.ip ?? peer;
  return clientAddress(peer, readForwardedFor(incoming), trust);
}

/** Serialises the parsed body again if a parser has consumed the stream. */
function withParsedBody(request: Request, incoming: Incoming): Request {
  if (!incoming.readableDidRead || /^(?:GET|HEAD)$/.test(request.method)) return request;
  const headers = new Headers(request.headers);
  // These headers describe the original body.
  for (const name of ['Content-Length', 'Content-Encoding', 'Transfer-Encoding']) headers.delete(name);
  return new Request(request.url, { method: request.method, headers, body: bodyOf(incoming.body) });
}

function bodyOf(parsed: unknown): string | Uint8Array<ArrayBuffer> {
  if (parsed instanceof Uint8Array) return new Uint8Array(parsed);
  return typeof parsed === 'string' ? parsed : `${JSON.stringify(parsed)}`;
}

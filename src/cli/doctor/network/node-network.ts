/**
 * The network port under Node. Every call is limited in time and size, and closes its connection. Does not use `fetch`, which hides the cause of TLS
 * failures and keeps connections open.
 */

import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Certificate, Certified, Fetched, FetchInit, Network, NoReply, Reply } from '../findings/ports.ts';
import { followRedirects } from '../findings/redirects.ts';
import { openNodeSocket } from './node-socket.ts';

export interface NodeNetworkOptions {
  /** Milliseconds for one reply, including its body. */
  readonly timeoutMs: number;
  /** Certificates of the trusted authorities, as PEM. Default: Node's own. */
  readonly ca?: string;
}

const MAX_BYTES = 4_194_304;

const USER_AGENT = 'natter-doctor';

export function createNodeNetwork(options: NodeNetworkOptions): Network {
  return {
    fetch: (url, init = {}) => followRedirects(each => fetchOnce(each, init, options), url, init.redirects ?? 0),
    certificate: url => readCertificate(new URL(url), options),
    open: (url, origin) => openNodeSocket(url, { ...options, origin }),
  };
}

function fetchOnce(url: string, init: FetchInit, { timeoutMs, ca }: NodeNetworkOptions): Promise<Fetched> {
  return new Promise(resolve => {
    const { method = 'GET', body } = init;
    const address = new URL(url);
    const headers = {
      'User-Agent': USER_AGENT,
      Accept: '*/*',
      'Accept-Encoding': 'gzip, br, identity',
      ...init.headers,
    };
    // Uses no agent: a pooled connection would keep the process alive, and a dead one would look like a failure of the server.
    const options: RequestOptions = { method, headers, agent: false };
    const outgoing =
      address.protocol === 'https:'
        ? httpsRequest(address, { ...options, ...(ca === undefined ? {} : { ca }) })
        : httpRequest(address, options);
    const end = (fetched: Fetched): void => {
      clearTimeout(timer);
      resolve(fetched);
      outgoing.destroy();
    };
    const timer = setTimeout(() => end(noReply('timeout')), timeoutMs);
    outgoing.on('error', error => end(noReply(causeOf(error))));
    outgoing.once('close', () => end(noReply('closed')));
    outgoing.once('upgrade', () => end(noReply('unreadable')));
    outgoing.once('response', incoming => readReplyBody(incoming, url, end));
    outgoing.end(body);
  });
}

function readReplyBody(incoming: IncomingMessage, url: string, end: (fetched: Fetched) => void): void {
  const parts: Buffer[] = [];
  let size = 0;
  incoming.on('data', (part: Buffer) => {
    size += part.length;
    parts.push(part);
    if (size > MAX_BYTES) end(noReply('too_large'));
  });
  incoming.once('error', error => end(noReply(causeOf(error))));
  incoming.once('end', () => end(toReply(incoming, url, Buffer.concat(parts))));
}

function toReply(incoming: IncomingMessage, url: string, body: Buffer): Fetched {
  const headers = new Headers();
  // Reads the raw list, because Node drops duplicates of some headers, and the checks look for duplicates.
  for (let i = 0; i + 1 < incoming.rawHeaders.length; i += 2) {
    headers.append(incoming.rawHeaders[i] ?? '', incoming.rawHeaders[i + 1] ?? '');
  }
  try {
    const bytes = decompress(body, headers.get('content-encoding'));
    const reply: Reply = {
      url,
      via: [],
      status: incoming.statusCode ?? 0,
      headers,
      bytes,
      text: bytes.toString('utf8'),
    };
    return { ok: true, reply };
  } catch {
    return noReply('unreadable');
  }
}

function decompress(body: Buffer, encoding: string | null): Buffer {
  const limit = { maxOutputLength: MAX_BYTES };
  if (body.length === 0) return body;
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(body, limit);
  if (encoding === 'br') return brotliDecompressSync(body, limit);
  return encoding === 'deflate' ? inflateSync(body, limit) : body;
}

/** Reads the certificate, trusted or not, and sends no request. */
function readCertificate(url: URL, { timeoutMs, ca }: NodeNetworkOptions): Promise<Certified> {
  return new Promise(resolve => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // SNI does not allow IP addresses.
    const servername = /^[\d.]+$|:/.test(host) ? '' : host;
    const socket = connect({
      host,
      port: Number(url.port || 443),
      servername,
      rejectUnauthorized: false,
      ...(ca === undefined ? {} : { ca }),
    });
    const end = (certified: Certified): void => {
      clearTimeout(timer);
      resolve(certified);
      socket.destroy();
    };
    const timer = setTimeout(() => end(noReply('timeout')), timeoutMs);
    socket.on('error', error => end(noReply(causeOf(error))));
    socket.once('close', () => end(noReply('closed')));
    socket.once('secureConnect', () => end({ ok: true, certificate: toCertificate(socket, host) }));
  });
}

function toCertificate(socket: TLSSocket, host: string): Certificate {
  const peer: PeerCertificate = socket.getPeerCertificate();
  const problem: unknown = socket.authorizationError;
  const alternative = (peer.subjectaltname ?? '').split(', ').map(each => each.replace(/^(DNS|IP Address):/, ''));
  return {
    // A wrong name in the certificate is reported by `namesHost`.
    problem: problem === undefined || problem === null || `${problem}`.includes('ALTNAME') ? null : codeOf(problem),
    namesHost: checkServerIdentity(host, peer) === undefined,
    names: alternative.filter(each => each !== ''),
    validFromAt: Date.parse(peer.valid_from),
    validToAt: Date.parse(peer.valid_to),
    selfSigned: `${problem}` === 'DEPTH_ZERO_SELF_SIGNED_CERT',
  };
}

/** Returns the code of the problem. The declared type of the problem is Error, but Node sets a text. */
function codeOf(problem: unknown): string {
  return typeof problem === 'string' ? problem : causeOf(problem);
}

function noReply(cause: string): NoReply {
  return { ok: false, cause };
}

/** Returns the system's code; never the message, which may quote the address. If several addresses were tried, the code is that of the first. */
function causeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z\d_]{2,60}$/.test(code) ? code : 'unreadable';
}

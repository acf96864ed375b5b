import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer, type Server } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PlatformNetwork } from '../../../../src/broker/config.ts';
import { createNodeHandshake } from '../../../../src/broker/node/node-handshake.ts';
import { createNodeFetch } from '../../../../src/broker/node/ports/node-fetch.ts';
import { type Made, makeCertificate } from '../../../cli/doctor/fixtures/certificates.ts';

const made = {} as { authority: Made; server: Made; client: Made };
const open: { close(): unknown; closeAllConnections(): void }[] = [];

beforeAll(() => {
  const dates = { validFromAt: Date.now() - 1e7, validToAt: Date.now() + 1e9 };
  const authority = makeCertificate({ subject: 'Own authority', ...dates });
  const server = makeCertificate({ subject: 'localhost', names: ['localhost'], issuer: authority, ...dates });
  const client = makeCertificate({ subject: 'broker', names: ['broker'], issuer: authority, ...dates });
  Object.assign(made, { authority, server, client });
});

afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(server: Server | ReturnType<typeof createHttpServer>): Promise<number> {
  open.push(server);
  server.listen(0);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A platform that answers who the client is, by its certificate. */
function startPlatform(requestCert = true): Promise<number> {
  const { cert, key } = made.server;
  const options = { cert, key, ca: made.authority.cert, requestCert, rejectUnauthorized: requestCert };
  return listening(
    createTlsServer(options, ({ socket }, outgoing) =>
      outgoing.end(String((socket as TLSSocket).getPeerCertificate().subject?.CN)),
    ),
  );
}

/** A proxy that connects to anything, or refuses with the given status. */
async function startProxy(refusal?: string): Promise<{ url: string; heard: IncomingMessage[] }> {
  const heard: IncomingMessage[] = [];
  const proxy = createHttpServer((_incoming, outgoing) => outgoing.writeHead(405).end());
  proxy.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    heard.push(incoming);
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal}\r\n\r\n`);
    const [host, port] = (incoming.url ?? '').split(':');
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    for (const each of [socket, target]) each.on('error', () => socket.destroy());
  });
  return { url: `http://anna:SECRET@127.0.0.1:${await listening(proxy)}`, heard };
}

const call = async (port: number, network: PlatformNetwork): Promise<string> =>
  (await createNodeFetch(network)(`https://localhost:${port}/`, { method: 'POST', body: '{}' })).text();
const codeOf = (called: Promise<unknown>): Promise<unknown> =>
  called.then(
    () => 'answered',
    error => error.code,
  );

describe('certificates of one’s own', () => {
  it('the platform is trusted through its authority, and recognises the broker’s certificate', async () => {
    const { cert, key } = made.client;
    expect(await call(await startPlatform(), { ca: made.authority.cert, cert, key })).toBe('broker');
  });

  it('an authority that is not given is not trusted', async () => {
    expect(await codeOf(call(await startPlatform(false), {}))).toMatch(/SELF_SIGNED_CERT|UNABLE_TO_VERIFY/);
  });

  it('a broker without certificate is refused by such a platform', async () => {
    expect(await codeOf(call(await startPlatform(), { ca: made.authority.cert }))).not.toBe('answered');
  });
});

describe('a proxy towards the platform', () => {
  it('calls go through the proxy, which sees only the name of the platform', async () => {
    const [port, { url: proxyUrl, heard }] = [await startPlatform(false), await startProxy()];
    expect(await call(port, { ca: made.authority.cert, proxyUrl })).toBe('undefined');
    expect(heard.map(({ method, url }) => [method, url])).toEqual([['CONNECT', `localhost:${port}`]]);
    expect(heard[0]?.headers['proxy-authorization']).toBe(`Basic ${btoa('anna:SECRET')}`);
  });

  it('probes go through it as well', async () => {
    const [port, { url: proxyUrl, heard }] = [await startPlatform(false), await startProxy()];
    const handshake = createNodeHandshake({ ca: made.authority.cert, proxyUrl });
    const answer = await handshake(`wss://localhost:${port}/ws?access_token=a`, new AbortController().signal);
    expect([answer.status, heard.length]).toEqual([200, 1]);
  });

  it('a refusal of the proxy is the cause of the failure, without a secret', async () => {
    const { url: proxyUrl } = await startProxy('407 Proxy Authentication Required');
    const called = call(443, { proxyUrl });
    expect(await codeOf(called)).toBe('PROXY_407');
    await expect(called).rejects.not.toThrow('SECRET');
  });

  it('an unreachable proxy is logged as the cause', async () => {
    expect(await codeOf(call(443, { proxyUrl: 'http://127.0.0.1:1' }))).toBe('ECONNREFUSED');
  });
});

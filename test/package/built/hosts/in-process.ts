/** Servers of this process: Node's own, Express, Fastify and Hono, mounted as docs/BROKER.md says. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import express from 'express';
import fastify from 'fastify';
import { type Context, Hono } from 'hono';
import { built, type Host, OPEN_PATH, STRICT_PATH, type Variables } from './environment.ts';

type Start = (variables: { readonly open: Variables; readonly strict: Variables }) => Promise<Host>;
type BrokerModule = typeof import('../../../../src/entries/broker.ts');
type ExpressModule = typeof import('../../../../src/entries/broker-express.ts');

const load = <T>(name: string): Promise<T> => import(/* @vite-ignore */ built(name));

async function listening(server: Server): Promise<Host> {
  if (!server.listening) await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise(resolve => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}

export const startNode: Start = async ({ open, strict }) => {
  const { brokerFromEnv, toNodeListener } = await load<BrokerModule>('broker.js');
  const chat = toNodeListener(brokerFromEnv(open, { basePath: OPEN_PATH }));
  const strictChat = toNodeListener(brokerFromEnv(strict, { basePath: STRICT_PATH }));
  const server = createServer((request, response) =>
    (request.url?.startsWith(STRICT_PATH) ? strictChat : chat)(request, response),
  );
  return listening(server.listen(0, '127.0.0.1'));
};

export const startExpress: Start = async ({ open, strict }) => {
  const { brokerFromEnv, toNodeListener } = await load<ExpressModule>('broker-express.js');
  const app = express();
  app.use(express.json());
  app.use(OPEN_PATH, toNodeListener(brokerFromEnv(open)));
  app.use(STRICT_PATH, toNodeListener(brokerFromEnv(strict)));
  return listening(app.listen(0, '127.0.0.1'));
};

export const startFastify: Start = async ({ open, strict }) => {
  const { brokerFromEnv, toNodeListener } = await load<BrokerModule>('broker.js');
  const app = fastify();
  for (const [basePath, env] of [
    [OPEN_PATH, open],
    [STRICT_PATH, strict],
  ] as const) {
    const chat = toNodeListener(brokerFromEnv(env, { basePath }));
    app.all(`${basePath}/*`, (request, reply) => {
      reply.hijack();
      chat(Object.assign(request.raw, { body: request.body }), reply.raw);
    });
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => app.close() };
};

export const startHono: Start = async ({ open, strict }) => {
  const { brokerFromEnv } = await load<BrokerModule>('broker.js');
  const app = new Hono();
  const [chat, strictChat] = [
    brokerFromEnv(open, { basePath: OPEN_PATH }),
    brokerFromEnv(strict, { basePath: STRICT_PATH }),
  ];
  const info = (c: Context) => ({ address: getConnInfo(c).remote.address });
  app.all(`${OPEN_PATH}/*`, c => chat.fetch(c.req.raw, info(c)));
  app.all(`${STRICT_PATH}/*`, c => strictChat.fetch(c.req.raw, info(c)));
  return listening(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server);
};

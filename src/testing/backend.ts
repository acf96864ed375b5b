/** Runs an emulator and its broker on free ports of this machine, and performs the calls of a test. */

import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Broker, createBroker } from '../broker/handler.ts';
import { nodeHandshake } from '../broker/node/node-handshake.ts';
import { createNodeListener } from '../broker/node/node-listener.ts';
import type { SessionSummary } from '../emulator/control/session-view.ts';
import { isLoopbackOrigin } from '../emulator/node/loopback.ts';
import { type Emulator, startEmulator } from '../emulator/node/server.ts';
import type { Addresses, BackendCalls, BackendOptions } from './calls.ts';

/** Milliseconds that `say` waits for a connected chat. A test can thus call it right after a click. */
const CONNECTION_MS = 10_000;
const POLL_MS = 20;

const RATE_LIMIT = 1_000_000;

export interface RunningBackend extends Addresses {
  readonly calls: BackendCalls;
  close(): Promise<void>;
}

export async function runBackend(options: BackendOptions): Promise<RunningBackend> {
  const { script = 'echo', pace = 0, allowedOrigins = [] } = options;
  const emulator = await startEmulator({ port: 0, script, pace });
  try {
    const server = createServer(createNodeListener(createLocalBroker(emulator.url, allowedOrigins), {}));
    const brokerUrl = `http://localhost:${await listen(server)}`;
    const close = async (): Promise<void> => {
      const closed = new Promise(resolve => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, emulator.close()]);
    };
    return { brokerUrl, emulatorUrl: emulator.url, calls: backendCalls(emulator), close };
  } catch (error) {
    await emulator.close();
    throw error;
  }
}

/** Creates a broker for each origin of this machine, because test runners and development servers use any port. */
function createLocalBroker(platformUrl: string, allowedOrigins: readonly string[]): Broker {
  const ticketKeys = [{ kid: 'test', key: randomBytes(32).toString('base64url') }];
  const credentials = { connectorToken: 'demo-connector', host: 'localhost' };
  const shared = { platformUrl, ...credentials, ticketKeys, rateLimit: RATE_LIMIT, handshake: nodeHandshake };
  const given = createBroker({ ...shared, allowedOrigins: ['http://localhost', ...allowedOrigins] });
  const brokers = new Map<string, Broker>();
  return {
    fetch(request, info) {
      const origin = request.headers.get('Origin') ?? '';
      if (!isLoopbackOrigin(origin)) return given.fetch(request, info);
      const broker = brokers.get(origin) ?? createBroker({ ...shared, allowedOrigins: [origin] });
      brokers.set(origin, broker);
      return broker.fetch(request, info);
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, 'localhost', () => resolve((server.address() as AddressInfo).port));
  });
}

function backendCalls(emulator: Emulator): BackendCalls {
  const { control } = emulator.platform;
  const found = <T>(id: string, result: T | null): T => {
    if (result === null) throw new Error(`There is no session "${id}"; control.sessions() lists those there are.`);
    return result;
  };
  const inject = (id: string, event: object) => void found(id, control.inject(emulator.now(), id, { ...event }));
  return {
    addFault: async fault => control.addFault(fault),
    clearFaults: async () => control.clearFaults(),
    sessions: async () => control.sessions(),
    session: async id => found(id, control.session(id)),
    inject: async (id, event) => inject(id, event),
    drop: async (id, code) => void found(id, control.drop(emulator.now(), id, code)),
    expire: async id => void found(id, control.expire(emulator.now(), id)),
    end: async (id, reason = 'natural-end') => void found(id, control.end(emulator.now(), id, reason)),
    useAgent: async change => control.useAgent(change),
    async say(...texts) {
      for (const session of await connectedSessions(emulator)) {
        for (const text of texts) inject(session.id, agentMessage(session, text));
      }
    },
    advance: async ms => void emulator.advance(ms),
  };
}

async function connectedSessions({ platform: { control } }: Emulator): Promise<readonly SessionSummary[]> {
  for (const deadline = performance.now() + CONNECTION_MS; performance.now() < deadline; ) {
    const talking = control.sessions().filter(isTalking);
    if (talking.length > 0) return talking;
    await new Promise(resolve => setTimeout(resolve, POLL_MS));
  }
  throw new Error(
    `say: no chat was connected within ${CONNECTION_MS / 1000} s. Open the chat, or send a message, first.`,
  );
}

function isTalking({ state, sockets, party }: SessionSummary): boolean {
  return state === 'open' && sockets.length > 0 && (party === 'agent' || party === 'live');
}

function agentMessage({ party }: SessionSummary, text: string): object {
  const type = party === 'live' ? 'EVENT_TYPE_LIVE_AGENT_MESSAGE' : 'EVENT_TYPE_SERVICE_AGENT_MESSAGE';
  return { type, payload: { message_id: randomUUID(), text } };
}

/** A client of the real server: real fetch, real WebSockets, and waiting for events instead of for clocks. */

import { afterEach } from 'vitest';
import WebSocket from 'ws';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../src/emulator/node/server.ts';

export interface WireEvent {
  readonly id?: string;
  readonly sequence?: number | null;
  readonly timestamp?: string;
  readonly type: string;
  readonly payload: Record<string, unknown>;
  readonly metadata?: { readonly custom: Record<string, string> };
}

export interface Peer {
  /** Every frame as it came. */
  readonly frames: readonly string[];
  /** Every event, including those in batches. */
  readonly events: readonly WireEvent[];
  send(type: string, payload?: object, custom?: Record<string, string>): void;
  sendRaw(text: string | Uint8Array): void;
  /** Resolves with the first event, old or new, that passes the test. */
  until(test: (event: WireEvent) => boolean): Promise<WireEvent>;
  untilType(ending: string): Promise<WireEvent>;
  untilFrames(count: number): Promise<void>;
  /** Sends a heartbeat and waits for its echo. By then everything that was sent before has been processed. */
  settle(): Promise<void>;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  close(): void;
}

export interface Visitor {
  readonly token: string;
  readonly session: string;
}

const running: Emulator[] = [];

/** An emulator on a free port, without delays, silent, and closed after the test. */
export async function emulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const started = await startEmulator({ port: 0, pace: 0, logLevel: 'silent', ...options });
  running.push(started);
  return started;
}

export function closeEmulatorsAfterEach(): void {
  afterEach(async () => {
    await Promise.all(running.splice(0).map(each => each.close()));
  });
}

export function post(url: string, body: string | object | undefined, headers: Record<string, string> = {}) {
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(text === undefined ? {} : { body: text }),
  });
}

export async function answerOf(response: Response): Promise<{ status: number; body: Record<string, unknown> }> {
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

export async function tokenOf(at: Emulator): Promise<string> {
  const headers = { 'X-Token': 'demo-connector', 'X-Host': 'localhost' };
  const { body } = await answerOf(await post(`${at.url}/api/v1/access-token`, {}, headers));
  return String(body.access_token);
}

export async function visitor(at: Emulator, body: object = {}): Promise<Visitor> {
  const token = await tokenOf(at);
  const answer = await answerOf(await post(`${at.url}/api/v1/sessions`, body, { Authorization: `Bearer ${token}` }));
  return { token, session: String(answer.body.session_id) };
}

function socketAddress(at: Emulator, query: Record<string, string>, path = '/ws'): string {
  return `${at.url.replace('http', 'ws')}${path}?${new URLSearchParams(query)}`;
}

/** Opens a socket. Rejects if the handshake is refused. */
export async function connect(at: Emulator, who: Visitor, cursor?: string): Promise<Peer> {
  const query = { access_token: who.token, session_id: who.session, ...(cursor === undefined ? {} : { cursor }) };
  const socket = new WebSocket(socketAddress(at, query));
  const peer = createPeer(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return peer;
}

/** The HTTP answer to a handshake that is expected to fail. */
export function refusedHandshake(at: Emulator, query: Record<string, string>, path?: string) {
  return new Promise<{ status: number; body: unknown; retryAfter: string | undefined }>((resolve, reject) => {
    const socket = new WebSocket(socketAddress(at, query, path));
    socket.on('error', () => {});
    socket.once('open', () => {
      socket.terminate();
      reject(new Error('the handshake was accepted'));
    });
    socket.once('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', piece => {
        text += String(piece);
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: JSON.parse(text),
          retryAfter: response.headers['retry-after'],
        }),
      );
    });
  });
}

function createPeer(socket: WebSocket): Peer {
  const frames: string[] = [];
  const events: WireEvent[] = [];
  const watchers = new Set<() => void>();
  let beats = 0;
  const watch = <T>(look: () => T | undefined): Promise<T> =>
    new Promise(resolve => {
      const check = () => {
        const found = look();
        if (found === undefined) return;
        watchers.delete(check);
        resolve(found);
      };
      watchers.add(check);
      check();
    });
  socket.on('message', data => {
    const text = data.toString();
    frames.push(text);
    events.push(...eventsOf(text));
    for (const check of [...watchers]) check();
  });
  const closed = new Promise<{ code: number; reason: string }>(resolve => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  const peer: Peer = {
    frames,
    events,
    closed,
    send: (type, payload = {}, custom) =>
      socket.send(JSON.stringify({ type, payload, ...(custom ? { metadata: { custom } } : {}) })),
    sendRaw: text => socket.send(text),
    until: test => watch(() => events.find(test)),
    untilType: ending => peer.until(event => event.type.endsWith(ending)),
    untilFrames: async count => {
      await watch(() => (frames.length >= count ? true : undefined));
    },
    async settle() {
      beats += 1;
      const beat = `settle-${beats}`;
      peer.send('EVENT_TYPE_HEARTBEAT', {}, { beat });
      await peer.until(event => event.metadata?.custom.beat === beat);
    },
    close: () => socket.close(),
  };
  return peer;
}

/** Returns the events of a frame; none if it is not JSON. */
function eventsOf(text: string): WireEvent[] {
  try {
    const event = JSON.parse(text) as WireEvent & { payload: { events?: WireEvent[] } };
    if (event.type === 'EVENT_TYPE_EVENT_BATCH') return event.payload.events ?? [];
    return typeof event.type === 'string' ? [event] : [];
  } catch {
    return [];
  }
}

/** A visitor in a conversation who has received the greeting. */
export async function conversation(at: Emulator, body: object = {}): Promise<{ who: Visitor; peer: Peer }> {
  const who = await visitor(at, body);
  const peer = await connect(at, who);
  peer.send('EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN');
  await peer.until(event => /AGENT_MESSAGE$/.test(event.type) || event.payload.is_complete === true);
  return { who, peer };
}

export function control(at: Emulator, path: string, body: object | string = {}) {
  return post(`${at.url}/_control/${path}`, body).then(answerOf);
}

export function look(at: Emulator, path: string) {
  return fetch(`${at.url}/_control/${path}`).then(answerOf);
}

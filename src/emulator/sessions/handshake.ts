/** The sessions call, and the handshake of a socket. */

import {
  type Platform as ClientPlatform,
  type DeviceType,
  SESSIONS_PATH,
  SOCKET_PATH,
} from '../../protocol/http-api.ts';
import { field } from '../../protocol/json-fields.ts';
import { HEARTBEAT_INTERVAL_SECONDS, MAX_RECONNECT_ATTEMPTS } from '../../protocol/limits.ts';
import { namesPath } from '../faults/fault-paths.ts';
import { type HttpAnswer, rateLimited, refusal, type Tokens, type User } from '../model/access-tokens.ts';
import { createConversation } from '../model/conversation.ts';
import { createHistory, parseCursor } from '../model/journal.ts';
import { readBody } from '../model/json-body.ts';
import { createBucket } from '../model/token-bucket.ts';
import type { Core, Output, Session, Socket } from '../store/state.ts';
import { emit, replay } from './delivery.ts';
import { httpFault } from './http-faults.ts';
import { watchIdle } from './lifecycle.ts';

export interface SessionCall {
  /** The Authorization header. */
  readonly authorization: string | null;
  /** The body as text; may be empty. */
  readonly body: string;
}

export interface OpenRequest {
  readonly socketId: string;
  readonly accessToken: string | null;
  readonly sessionId: string | null;
  readonly cursor: string | null;
}

export interface SocketRefusal {
  readonly ok: false;
  readonly status: number;
  readonly error: string;
  /** Seconds, for the Retry-After header. */
  readonly retryAfter?: number;
}

export type OpenResult = ({ readonly ok: true } | SocketRefusal) & { readonly outputs: readonly Output[] };

interface SessionBody {
  readonly streaming: boolean;
  readonly platform: ClientPlatform;
  readonly deviceType: DeviceType | null;
}

const PLATFORMS: readonly ClientPlatform[] = ['web', 'ios', 'android', 'ios-web', 'android-web', 'custom'];
const DEVICES: readonly DeviceType[] = ['mobile', 'tablet', 'desktop'];
const HANDSHAKE_TEXTS: Readonly<Record<number, string>> = {
  400: 'invalid connection parameters',
  401: 'authentication failed',
  404: 'session not found',
  429: 'connection limit exceeded for session',
};
/** Number of sessions to keep. Above it, each new session removes the oldest one that has ended. */
const KEEP_SESSIONS = 5_000;

export function createSession(core: Core, tokens: Tokens, at: number, call: SessionCall): HttpAnswer {
  const fault = httpFault(core, SESSIONS_PATH, 'Failed to create session');
  if (fault) return fault;
  if (!call.authorization) return refusal(400, 'Missing access token');
  const accessToken = /^bearer +(\S+)$/i.exec(call.authorization.trim())?.[1];
  if (accessToken === undefined) return refusal(401, 'Missing authentication headers');
  const user = tokens.userOf(at, accessToken);
  if (!user) return refusal(401, 'Invalid access token');
  const waitMs = user.bucket.take(at);
  if (waitMs > 0) return rateLimited(waitMs);
  const body = readSessionBody(call.body);
  if (!body) return refusal(400, 'Error parsing request');
  return { status: 200, body: { session_id: startSession(core, user, at, body).id } };
}

/** Opens a socket and replays the history. Returns undefined, or the reason to refuse it. */
export function openSocket(core: Core, tokens: Tokens, at: number, request: OpenRequest): SocketRefusal | undefined {
  const { socketId, accessToken, sessionId, cursor } = request;
  if (!accessToken || !sessionId) return refused(400);
  const fault =
    core.faults.strike('refuse-handshake', sessionId) ??
    core.faults.strike('http-status', null, each => namesPath(each.path, SOCKET_PATH));
  if (fault) return refused(fault.status, fault.retryAfter);
  const user = tokens.userOf(at, accessToken);
  if (!user) return refused(401);
  const session = core.sessions.get(sessionId);
  if (!session) return refused(404);
  if (session.userId !== user.id) return refused(401);
  if (session.state !== 'open') return refused(404);
  if (session.sockets.size >= core.settings.maxSockets) return refused(429);
  const socket: Socket = { id: socketId, session, eventsSent: 0, busyUntil: at, gone: false };
  session.sockets.add(socket);
  core.sockets.set(socketId, socket);
  replay(core, socket, at, parseCursor(cursor));
  return undefined;
}

function refused(status: number, retryAfter?: number): SocketRefusal {
  const error = HANDSHAKE_TEXTS[status] ?? 'internal server error';
  return { ok: false, status, error, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

function startSession(core: Core, user: User, at: number, body: SessionBody): Session {
  const { settings, sessions } = core;
  const session: Session = {
    id: settings.random.uuid(),
    userId: user.id,
    environment: user.environment,
    streamed: '',
    createdAt: at,
    ...body,
    history: createHistory(),
    sockets: new Set(),
    bucket: createBucket(settings.socketRate, at),
    conversation: createConversation(),
    state: 'open',
    joinsAsked: 0,
    idleSince: at,
    warned: false,
    journalBusyUntil: at,
  };
  if (sessions.size >= KEEP_SESSIONS) forgetOne(core);
  sessions.set(session.id, session);
  emit(core, session, at, {
    type: 'SESSION_START',
    capabilities: {
      streaming: body.streaming,
      maxMessageBytes: settings.maxMessageBytes,
      maxReconnectAttempts: MAX_RECONNECT_ATTEMPTS,
      heartbeatSeconds: HEARTBEAT_INTERVAL_SECONDS,
    },
    contextId: `context-${session.id}`,
  });
  watchIdle(core, session);
  return session;
}

function forgetOne(core: Core): void {
  for (const session of core.sessions.values()) {
    if (session.state === 'open') continue;
    core.sessions.delete(session.id);
    return;
  }
}

/** Returns the body's fields, or their defaults; undefined if the text is no JSON object or a field has the wrong type. */
function readSessionBody(text: string): SessionBody | undefined {
  const body = readBody(text);
  if (!body) return undefined;
  const streaming = field(body, 'streaming_enabled') ?? false;
  const platform = oneOf(PLATFORMS, field(body, 'platform') ?? 'web');
  const device = field(body, 'device_type') ?? null;
  const deviceType = device === null ? null : oneOf(DEVICES, device);
  if (typeof streaming !== 'boolean' || platform === undefined || deviceType === undefined) return undefined;
  return { streaming, platform, deviceType };
}

function oneOf<T extends string>(words: readonly T[], value: unknown): T | undefined {
  return words.find(word => word === value);
}

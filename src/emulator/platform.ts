/**
 * The emulated platform without I/O. It reads no clock, sets no timers and draws no random numbers of its own: every call passes the time, ids come
 * from the injected `random`, and the host calls `wake` at the time that `nextWakeAt` returns. The same calls give the same outputs, whether the host
 * is a Node server, a simulator with a virtual clock or an embedder.
 */

import { ACCESS_TOKEN_PATH } from '../protocol/http-api.ts';
import { addDemoAgent } from './agents/versions.ts';
import { createControl, type PlatformControl } from './control/actions.ts';
import { checkControl } from './control/checked.ts';
import { handlerOf } from './families.ts';
import { createFaults } from './faults/active-faults.ts';
import { type AccessTokenHeaders, createTokens, type HttpAnswer } from './model/access-tokens.ts';
import { type PlatformOptions, withDefaults } from './model/options.ts';
import { createWakeQueue } from './model/wake-queue.ts';
import type { RawCall } from './rest/call.ts';
import { type Served, serveCall } from './rest/serve.ts';
import { takeFrame } from './sessions/client-frames.ts';
import { detach } from './sessions/delivery.ts';
import {
  createSession,
  type OpenRequest,
  type OpenResult,
  openSocket,
  type SessionCall,
} from './sessions/handshake.ts';
import { httpFault } from './sessions/http-faults.ts';
import { createNumbers } from './store/calls.ts';
import { createProjects, DEMO_PROJECT } from './store/projects.ts';
import { createRecords } from './store/records.ts';
import type { Core, Output } from './store/state.ts';
import { type DeliveryOutcome, delivered } from './webhooks/deliveries.ts';

export interface Platform {
  /** POST /api/v1/access-token. */
  accessToken(at: number, headers: AccessTokenHeaders): HttpAnswer;
  /** POST /api/v1/sessions. */
  createSession(at: number, call: SessionCall): HttpAnswer;
  /** GET /ws. The host chooses a new `socketId`. Perform `outputs` even if the socket is refused. */
  openSocket(at: number, request: OpenRequest): OpenResult;
  /** Takes a frame that came on a socket. Ignores frames on sockets that the platform has closed. */
  receive(at: number, socketId: string, text: string): readonly Output[];
  /** Call this for each closed socket, whichever side closed it. If a fault delayed frames, later outputs may name the socket; ignore them. */
  socketClosed(at: number, socketId: string): readonly Output[];
  /** Serves one call of a REST family. `route` is the call's operation id in the OpenAPI document. Perform `outputs` whatever the status. */
  serve(at: number, route: string, raw: RawCall): Served & { readonly outputs: readonly Output[] };
  /** Takes the outcome of a notice that the host has posted. */
  delivered(at: number, deliveryId: string, outcome: DeliveryOutcome): readonly Output[];
  /** Makes the correlation id of a response that comes from no handler, such as a 404. */
  correlationId(): string;
  /** Runs work that is due up to now. */
  wake(at: number): readonly Output[];
  /** Returns the time at which `wake` must be called next, or null if no work is waiting. */
  nextWakeAt(): number | null;
  readonly control: PlatformControl;
}

/**
 * Creates a platform without I/O. Its host passes the time (milliseconds since 1970, never going back), performs the outputs in order, and calls
 * `wake` at the time of `nextWakeAt`. Checks calls of `control`, but not the options; startEmulator checks those.
 */
export function createPlatform(options: PlatformOptions): Platform {
  const settings = withDefaults(options);
  const tokens = createTokens(settings);
  const core: Core = {
    settings,
    faults: createFaults(),
    queue: createWakeQueue(),
    sessions: new Map(),
    sockets: new Map(),
    out: [],
    script: settings.script,
    live: 'script',
    pace: settings.pace,
    junkSent: 0,
    projects: createProjects(),
    records: createRecords(),
    keyBuckets: new Map(),
    apiErrors: [],
    chats: new Map(),
    calls: new Map(),
    numbers: createNumbers(),
    expectedEvents: new Map(),
    agents: new Map(),
    alertRules: new Map(),
    samples: [],
    webhookEndpoints: new Map(),
    deliveries: new Map(),
    attempts: [],
  };
  addDemoAgent(core, DEMO_PROJECT);
  const flush = (): readonly Output[] => {
    const out = core.out;
    core.out = [];
    return out;
  };
  /** Runs the work that was due before, then the call. Returns the outputs of both. */
  const during = (at: number, act: () => void): readonly Output[] => {
    core.queue.runDue(at);
    act();
    return flush();
  };
  return {
    accessToken: (at, headers) =>
      httpFault(core, ACCESS_TOKEN_PATH, 'Failed to create access token') ?? tokens.issue(at, headers),
    createSession: (at, call) => createSession(core, tokens, at, call),
    openSocket(at, request) {
      core.queue.runDue(at);
      const refusal = openSocket(core, tokens, at, request);
      return refusal ? { ...refusal, outputs: flush() } : { ok: true, outputs: flush() };
    },
    receive: (at, socketId, text) => during(at, () => takeFrame(core, at, socketId, text)),
    socketClosed(at, socketId) {
      return during(at, () => {
        const socket = core.sockets.get(socketId);
        if (!socket) return;
        socket.gone = true;
        detach(core, socket);
      });
    },
    serve(at, route, raw) {
      core.queue.runDue(at);
      const served = serveCall(core, at, handlerOf(route), raw);
      return { ...served, outputs: flush() };
    },
    delivered: (at, deliveryId, outcome) => during(at, () => delivered(core, at, deliveryId, outcome)),
    correlationId: () => core.settings.random.uuid(),
    wake: at => during(at, () => {}),
    nextWakeAt: core.queue.nextAt,
    control: checkControl(createControl(core, during)),
  };
}

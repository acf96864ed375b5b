/**
 * The brain: the platform's Messaging interface without I/O. It never reads a clock, rolls dice or sets timers: every call passes the time, ids come
 * from the injected `random`, and `nextWakeAt` names the time of the next work, which `wake` runs. Equal calls give equal outputs, so a Node shell, a
 * simulator with a virtual clock and an embedder can all host it.
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
  /** GET /ws. The id is the host's and must be new; `outputs` is to be performed whatever the answer. */
  openSocket(at: number, request: OpenRequest): OpenResult;
  /** A frame came on a socket. Frames on sockets that the brain has closed are ignored. */
  receive(at: number, socketId: string, text: string): readonly Output[];
  /** Handles a closed socket, whichever side closed it. Outputs may name it a last time if frames were held back; ignore those. */
  socketClosed(at: number, socketId: string): readonly Output[];
  /** Serves one call of a REST family, routed already: `route` is the operation id in the OpenAPI document. Perform `outputs` whatever the status. */
  serve(at: number, route: string, raw: RawCall): Served & { readonly outputs: readonly Output[] };
  /** Takes the outcome of a notice that the host has posted. */
  delivered(at: number, deliveryId: string, outcome: DeliveryOutcome): readonly Output[];
  /** An id for an answer that no handler gives. */
  correlationId(): string;
  /** Runs work that is due up to now. */
  wake(at: number): readonly Output[];
  /** When `wake` is to be called next at the latest, or null when nothing is due. */
  nextWakeAt(): number | null;
  readonly control: PlatformControl;
}

/**
 * Creates a platform without I/O. Its host passes the time, in milliseconds since 1970 and never going back, performs the outputs in their order, and
 * calls `wake` at `nextWakeAt`. Options are trusted; startEmulator checks them. Calls of `control` are checked.
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
  /** Runs everything that was due first. Time stands still while a call is served. */
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

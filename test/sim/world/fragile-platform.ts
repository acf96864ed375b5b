/**
 * The emulator's brain in a process that can be stopped and started again empty, without its sessions, sockets and faults. The judges can
 * still read the lost sessions here.
 */

import type { SessionDetail } from '../../../src/emulator/control/session-view.ts';
import type { Platform } from '../../../src/emulator/platform.ts';

export interface FragilePlatform extends Platform {
  /** Sessions as they were when their platform stopped. */
  readonly lost: readonly SessionDetail[];
  readonly isDown: boolean;
  /** Refuses every call from now on, and loses every session. */
  stop(): void;
  /** `tokensLast`: tokens are signed and valid on every platform, so that only sessions are unknown. Otherwise tokens are unknown, too. */
  start(at: number, tokensLast: boolean): void;
}

const SITE = { connectorToken: 'demo-connector', host: 'localhost' };
const DOWN = { status: 503, body: { error: 'service unavailable' } };

export function createFragilePlatform(create: () => Platform): FragilePlatform {
  const lost: SessionDetail[] = [];
  /** Tokens of the pages → tokens of the platform that is running. */
  let tokens = new Map<string, string>();
  let running = create();
  let isDown = false;

  function issue(at: number): string {
    const { body } = running.accessToken(at, SITE);
    return 'access_token' in body ? `${body.access_token}` : '';
  }

  const own = (token: string) => tokens.get(token) ?? token;

  return {
    lost,
    get isDown() {
      return isDown;
    },
    stop() {
      const { control } = running;
      lost.push(...control.sessions().flatMap(({ id }) => control.session(id) ?? []));
      running = create();
      isDown = true;
    },
    start(at, tokensLast) {
      if (!isDown) return;
      isDown = false;
      tokens = new Map(tokensLast ? [...tokens.keys()].map(token => [token, issue(at)]) : []);
    },
    accessToken(at, headers) {
      if (isDown) return DOWN;
      const answer = running.accessToken(at, headers);
      if ('access_token' in answer.body) tokens.set(`${answer.body.access_token}`, `${answer.body.access_token}`);
      return answer;
    },
    createSession(at, call) {
      if (isDown) return DOWN;
      const authorization = call.authorization?.replace(/\S+$/, own) ?? null;
      return running.createSession(at, { ...call, authorization });
    },
    openSocket(at, request) {
      if (isDown) return { ok: false, status: 503, error: 'service unavailable', outputs: [] };
      return running.openSocket(at, { ...request, accessToken: request.accessToken && own(request.accessToken) });
    },
    receive: (at, socketId, text) => running.receive(at, socketId, text),
    socketClosed: (at, socketId) => running.socketClosed(at, socketId),
    wake: at => running.wake(at),
    serve: (at, handler, raw) => running.serve(at, handler, raw),
    delivered: (at, id, outcome) => running.delivered(at, id, outcome),
    correlationId: () => running.correlationId(),
    nextWakeAt: () => running.nextWakeAt(),
    get control() {
      return running.control;
    },
  };
}

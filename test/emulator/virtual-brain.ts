/** The brain with a clock that the test moves, for everything that needs no network. */

import type { PlatformOptions } from '../../src/emulator/model/options.ts';
import { createSeededRandom } from '../../src/emulator/model/seeded-random.ts';
import { createPlatform, type Platform } from '../../src/emulator/platform.ts';
import type { Output } from '../../src/emulator/store/state.ts';
import type { WireEvent } from './real-client.ts';

export const START = Date.UTC(2026, 0, 5, 9, 0, 0);

export interface Brain {
  readonly platform: Platform;
  readonly session: string;
  readonly token: string;
  now(): number;
  /** Every output with its time. */
  readonly log: readonly (Output & { readonly at: number })[];
  /** Logs the outputs of a control call. */
  take(outputs: readonly Output[]): void;
  open(socketId: string, cursor?: string): ReturnType<Platform['openSocket']>;
  /** Sends a frame unchanged. */
  raw(socketId: string, text: string): void;
  closed(socketId: string): void;
  send(socketId: string, type: string, payload?: object, custom?: Record<string, string>): void;
  /** Sends a USER_MESSAGE on socket `a`. */
  say(text: string, custom?: Record<string, string>): void;
  join(): void;
  /** Lets time pass, and wakes the brain whenever it asks for that. */
  pass(ms: number): void;
  /** Lets time pass until only idle timeouts are due. */
  rest(): void;
  events(socketId?: string): WireEvent[];
  /** Types without prefix and dialect, in order, of the events after the mark. The chunks of one answer count once. */
  typesSince(mark: number): string[];
  mark(): number;
  closes(socketId: string): readonly Output[];
  /** The history as the control API shows it. */
  stored(): WireEvent[];
}

export function createBrain(options: Partial<PlatformOptions> = {}, sessionBody: object = {}): Brain {
  const platform = createPlatform({ random: createSeededRandom(7), ...options });
  const log: (Output & { at: number })[] = [];
  let at = START;
  const take = (outputs: readonly Output[]) => void log.push(...outputs.map(output => ({ ...output, at })));
  const token = readText(
    platform.accessToken(at, { connectorToken: 'demo-connector', host: 'localhost' }).body,
    'access_token',
  );
  const session = readText(
    platform.createSession(at, { authorization: `Bearer ${token}`, body: JSON.stringify(sessionBody) }).body,
    'session_id',
  );
  const wakeUntil = (end: number) => {
    for (let next = platform.nextWakeAt(); next !== null && next <= end; next = platform.nextWakeAt()) {
      at = next;
      take(platform.wake(at));
    }
    at = end;
  };
  const brain: Brain = {
    platform,
    session,
    token,
    log,
    now: () => at,
    take,
    open(socketId, cursor) {
      const result = platform.openSocket(at, {
        socketId,
        accessToken: token,
        sessionId: session,
        cursor: cursor ?? null,
      });
      take(result.outputs);
      return result;
    },
    raw: (socketId, text) => take(platform.receive(at, socketId, text)),
    closed: socketId => take(platform.socketClosed(at, socketId)),
    send: (socketId, type, payload = {}, custom) =>
      brain.raw(socketId, JSON.stringify({ type, payload, ...(custom ? { metadata: { custom } } : {}) })),
    say: (text, custom) => brain.send('a', 'EVENT_TYPE_USER_MESSAGE', { text }, custom),
    join: () => brain.send('a', 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN'),
    pass: ms => wakeUntil(at + ms),
    // The longest scenario takes less than a minute, and the first idle timeout eight.
    rest: () => wakeUntil(at + 60_000),
    events: (socketId = 'a') => log.flatMap(output => (isFor(output, socketId) ? eventsOf(output) : [])),
    mark: () => log.length,
    typesSince(mark) {
      const types = log.slice(mark).flatMap(output => eventsOf(output).map(bareType));
      return types.filter((type, index) => type !== 'AGENT_MESSAGE_CHUNK' || types[index - 1] !== type);
    },
    stored: () => (platform.control.session(session)?.events ?? []) as WireEvent[],
    closes: socketId => log.filter(output => isFor(output, socketId) && output.kind !== 'send'),
  };
  return brain;
}

/** A brain in a conversation on socket `a`, with the greeting received. */
export function joinedBrain(options: Partial<PlatformOptions> = {}, sessionBody: object = {}): Brain {
  const brain = createBrain(options, sessionBody);
  brain.open('a');
  brain.join();
  brain.rest();
  return brain;
}

export function bareType(event: WireEvent): string {
  return event.type.replace('EVENT_TYPE_', '').replace(/(?:SERVICE|POLY)_(?=AGENT)/, '');
}

const isFor = (output: Output, socketId: string): boolean => 'socketId' in output && output.socketId === socketId;

function eventsOf(output: Output): WireEvent[] {
  if (output.kind !== 'send') return [];
  const event = JSON.parse(output.frame) as WireEvent & { payload: { events?: WireEvent[] } };
  return event.type === 'EVENT_TYPE_EVENT_BATCH' ? (event.payload.events ?? []) : [event];
}

function readText(body: object, key: string): string {
  return String((body as Record<string, unknown>)[key]);
}

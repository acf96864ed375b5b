/**
 * The emulator as a Node server: the platform of platform.ts, a clock that drives it, HTTP and WebSockets. State is in memory and ends with the
 * process.
 */

import { createServer, type Server } from 'node:http';
import type { Dialect, HostName } from '../../contract/shape/route.ts';
import { checkAdvance } from '../control/checked.ts';
import { type RunningHost, runControl } from '../control/running-control.ts';
import type { PlatformOptions, Random } from '../model/options.ts';
import { createPlatform, type Platform } from '../platform.ts';
import type { NoticeOutput, Output } from '../store/state.ts';
import { createConsoleLog, type EmulatorLog, hostClock, hostRandom, type LogLevel } from './clock-random-log.ts';
import { DEFAULT_PORT, defaultBuilderPort } from './config.ts';
import { createBuilderHandler, createHttpHandler, type HttpHandler } from './http.ts';
import type { ControlHost } from './http-control.ts';
import { type Listening, listen, type PortNames } from './listen.ts';
import { serve } from './node-bridge.ts';
import { createRestApp, type RestApp } from './rest-app.ts';
import { createSockets, type Sockets } from './sockets.ts';
import { checkStartOptions } from './start-options.ts';
import { postNotice } from './webhook-sender.ts';

export interface EmulatorOptions extends Omit<PlatformOptions, 'random'> {
  /** Default 4100; 0 takes any free port. */
  readonly port?: number;
  /**
   * Port of the builder host: Agents, Alerts and Webhook endpoints. Default: one more than `port`; any free port if that is 0 or 65535. If it equals
   * `port`, one port serves both hosts.
   */
  readonly builderPort?: number;
  /** The only address to listen on. Default: 127.0.0.1 and ::1. On any address the control API answers only to callers on this machine. */
  readonly host?: string;
  /**
   * Returns milliseconds since 1970. Must never go back. Default: the system's clock. If you advance a clock of your own, call `advance(0)`
   * afterwards.
   */
  readonly clock?: () => number;
  /** Default: the system's. */
  readonly random?: Random;
  /** Takes log entries. Default: prints entries of `logLevel` and above to standard error. */
  readonly log?: EmulatorLog;
  /** Default `warn`. */
  readonly logLevel?: LogLevel;
}

export interface Emulator {
  readonly port: number;
  /** `http://localhost:<port>`: the base address for tokens and sessions and, with `ws:` in place of `http:`, for sockets. */
  readonly url: string;
  /** The base address of the builder host. */
  readonly builderUrl: string;
  /** Its `control` does what the control API does over HTTP: for example, `inject` sends the event to the session's sockets. Wrong calls throw. */
  readonly platform: Platform;
  /** Returns the time of the emulator's clock: milliseconds since 1970. */
  now(): number;
  /** Advances the clock, by a year at most, and runs work that has become due. 0 only runs the work. Returns the new time. */
  advance(ms: number): number;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

/** The longest timer that Node can set. For later work, a timer of this length fires first and sets the next one. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const RUNTIME_PORT: PortNames = { variable: 'NATTER_EMULATOR_PORT', option: 'port' };
const BUILDER_PORT: PortNames = { variable: 'NATTER_BUILDER_PORT', option: 'builderPort' };

/** Starts the emulator. Rejects with an EmulatorError: `port_in_use` if the port is taken, `invalid_option` if an option is wrong. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  checkStartOptions(options);
  const {
    port: wanted = DEFAULT_PORT,
    builderPort,
    host,
    clock,
    random,
    log: ownLog,
    logLevel = 'warn',
    ...rest
  } = options;
  const log = ownLog ?? createConsoleLog(logLevel);
  const door = createDoor(log);
  const { port, servers } = await listen(door.makeServer, wanted, host, RUNTIME_PORT);
  const url = `http://${urlHost(host)}:${port}`;
  const platform = createPlatform({ ...rest, publicUrl: rest.publicUrl ?? url, random: random ?? hostRandom });
  const runner = createRunner(platform, log, clock ?? hostClock, rest.dialect ?? 'service');
  const app = (serves: readonly HostName[]) =>
    createRestApp({ host: runner.control, dialect: rest.dialect ?? 'service', serves });
  const onePort = builderPort === port;
  const builder = onePort
    ? null
    : await listenForBuilder(log, app(['builder']), builderPort ?? defaultBuilderPort(wanted), host).catch(error => {
        for (const server of servers) server.close();
        throw error;
      });
  const all = [...servers, ...(builder?.servers ?? [])];
  for (const server of all) server.on('error', error => log('error', 'server error', { reason: error.message }));
  const handler = createHttpHandler(runner.control, app(onePort ? ['runtime', 'builder'] : ['runtime']));
  door.open({ handler, upgrade: runner.sockets.upgrade });
  const builderUrl = `http://${urlHost(host)}:${builder?.port ?? port}`;
  log('info', 'emulator listening', { url, builderUrl });
  const close = async (): Promise<void> => {
    runner.stop();
    const closed = all.map(server => new Promise<void>(resolve => server.close(() => resolve())));
    for (const server of all) server.closeAllConnections();
    await Promise.all(closed);
  };
  const { now } = runner.control;
  const advance = (ms: number): number => {
    checkAdvance(ms);
    return runner.control.advance(ms);
  };
  return { port, url, builderUrl, platform: runner.control.platform, now, advance, close };
}

/** Opens the port of the builder host, which has no sockets and no control API. */
async function listenForBuilder(
  log: EmulatorLog,
  rest: RestApp,
  port: number,
  host: string | undefined,
): Promise<Listening> {
  const handler = createBuilderHandler(rest);
  const makeServer = (): Server => createServer((request, response) => void serve(handler, log, request, response));
  return listen(makeServer, port, host, BUILDER_PORT);
}

interface Inside {
  readonly handler: HttpHandler;
  readonly upgrade: Sockets['upgrade'];
}

/**
 * Holds requests until the platform exists. The platform needs its own address, so it is created after the ports are open; a request that comes in
 * between must wait.
 */
function createDoor(log: EmulatorLog) {
  let open: (inside: Inside) => void = () => {};
  const opened = new Promise<Inside>(resolve => {
    open = resolve;
  });
  const makeServer = (): Server => {
    const server = createServer();
    server.on('request', (request, response) => {
      void opened.then(inside => serve(inside.handler, log, request, response));
    });
    server.on('upgrade', (request, stream, head) => {
      void opened.then(inside => inside.upgrade(request, stream, head));
    });
    return server;
  };
  return { makeServer, open: (inside: Inside) => open(inside) };
}

function urlHost(host: string | undefined): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

interface Runner {
  readonly control: ControlHost;
  readonly sockets: Sockets;
  stop(): void;
}

/** Runs the platform: performs its outputs, and calls `wake` when `nextWakeAt` is reached. */
function createRunner(platform: Platform, log: EmulatorLog, clock: () => number, dialect: Dialect): Runner {
  let offsetMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const now = () => clock() + offsetMs;

  function perform(outputs: readonly Output[]): void {
    for (const output of outputs) {
      if (output.kind === 'report') log('error', 'call failed', { reason: output.message });
      else if (output.kind === 'post') void deliver(output);
    }
    sockets.perform(outputs);
    arm();
  }
  async function deliver(notice: NoticeOutput): Promise<void> {
    const outcome = await postNotice(notice, dialect);
    if (!stopped) perform(platform.delivered(now(), notice.deliveryId, outcome));
  }
  function arm(): void {
    clearTimeout(timer);
    const next = platform.nextWakeAt();
    if (stopped || next === null) return;
    const delayMs = Math.min(Math.max(1, Math.ceil(next - now())), LONGEST_TIMER_MS);
    timer = setTimeout(() => perform(platform.wake(now())), delayMs);
    // Prevents a pending timer from keeping the process alive after `close`.
    timer.unref();
  }
  function advance(ms: number): number {
    offsetMs += ms;
    perform(platform.wake(now()));
    return now();
  }
  const sockets = createSockets({ platform, log, now }, perform);
  const host: RunningHost = { now, perform, advance };
  return {
    sockets,
    control: { ...host, platform: { ...platform, control: runControl(platform.control, host) } },
    stop() {
      stopped = true;
      clearTimeout(timer);
      sockets.close();
    },
  };
}

/** The emulator as a Node server: the brain, a clock that drives it, HTTP and WebSockets. State is in memory and ends with the process. */

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
   * Port of the builder host: Agents, Alerts and Webhook endpoints. Default: one more than `port`, and any free one if that is 0 or the last port. The same
   * as `port` serves both hosts on one port.
   */
  readonly builderPort?: number;
  /** The one address to listen on. Default: 127.0.0.1 and ::1. The control API answers to loopback callers alone whatever this says. */
  readonly host?: string;
  /** Milliseconds since 1970, never going back. Default: the system's clock. After moving one of your own on, call `advance(0)`. */
  readonly clock?: () => number;
  /** Default: the system's. */
  readonly random?: Random;
  /** Takes log lines. Default: standard error, from `logLevel` up. */
  readonly log?: EmulatorLog;
  /** Default `warn`. */
  readonly logLevel?: LogLevel;
}

export interface Emulator {
  readonly port: number;
  /** `http://localhost:<port>`: the base address for tokens and sessions, and, with ws, of the socket. */
  readonly url: string;
  /** The base address of the builder host. */
  readonly builderUrl: string;
  /** Its `control` works as the control API, without HTTP: sockets get the events, and wrong calls throw. */
  readonly platform: Platform;
  /** Returns the time of the emulator's clock: milliseconds since 1970. */
  now(): number;
  /** Advances the clock, by a year at most, and runs work that has become due. 0 only runs the work. Returns the new time. */
  advance(ms: number): number;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

/** Longest timer that Node can set; later work is looked at again when it fires. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const RUNTIME_PORT: PortNames = { variable: 'NATTER_EMULATOR_PORT', option: 'port' };
const BUILDER_PORT: PortNames = { variable: 'NATTER_BUILDER_PORT', option: 'builderPort' };

/** Starts the emulator. Rejects with an EmulatorError, code `port_in_use` when the port is taken, `invalid_option` when an option is wrong. */
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

/** The port of the builder host has no sockets and no control API. */
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
 * Holds requests until the brain is ready. The brain must know its own address, and so is made after the ports are open; without this, a request in
 * that instant would never be answered.
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

/** Runs the brain: performs its outputs, and wakes it when it asks for that. */
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
    // A server that listens keeps the process alive; a pause of the agent must not do so after close.
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

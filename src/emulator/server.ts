/** The emulator as a Node server: the brain, a clock that drives it, HTTP and WebSockets. State is in memory and ends with the process. */

import { createServer } from 'node:http';
import { DEFAULT_PORT } from './config.ts';
import type { ControlHost } from './control.ts';
import type { Output } from './core.ts';
import { createConsoleLog, type EmulatorLog, hostClock, hostRandom, type LogLevel } from './host.ts';
import { createHttpHandler } from './http.ts';
import { listen } from './listen.ts';
import { serve } from './node-bridge.ts';
import type { PlatformOptions, Random } from './options.ts';
import { createPlatform, type Platform } from './platform.ts';
import { createSockets, type Sockets } from './sockets.ts';

export interface EmulatorOptions extends Omit<PlatformOptions, 'random'> {
  /** Default 4100; 0 takes any free port. */
  readonly port?: number;
  /** The one address to listen on. Default: 127.0.0.1 and ::1. The control API answers to loopback callers alone whatever this says. */
  readonly host?: string;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly clock?: () => number;
  /** Default: the system's. */
  readonly random?: Random;
  /** Where lines go. Default: standard error, from `logLevel` up. */
  readonly log?: EmulatorLog;
  /** Default `warn`. */
  readonly logLevel?: LogLevel;
}

export interface Emulator {
  readonly port: number;
  /** `http://localhost:<port>`: the base address for tokens and sessions, and, with ws, of the socket. */
  readonly url: string;
  readonly platform: Platform;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

/** Longest timer that Node can set; what is due later is looked at again then. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Starts the emulator. Rejects with an EmulatorError, code `port_in_use` when the port is taken. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port: wanted = DEFAULT_PORT, host, clock, random, log: ownLog, logLevel = 'warn', ...rest } = options;
  const log = ownLog ?? createConsoleLog(logLevel);
  const { port, servers } = await listen(createServer, wanted, host);
  // From here to the end nothing waits, so no request can come before there is somebody to answer it.
  const url = `http://${urlHost(host)}:${port}`;
  const platform = createPlatform({ publicUrl: url, ...rest, random: random ?? hostRandom });
  const runner = createRunner(platform, log, clock ?? hostClock);
  const handler = createHttpHandler(runner.control);
  for (const server of servers) {
    server.on('request', (request, response) => void serve(handler, log, request, response));
    server.on('upgrade', runner.sockets.upgrade);
    server.on('error', error => log('error', 'server error', { reason: error.message }));
  }
  log('info', 'emulator listening', { url });
  const close = async (): Promise<void> => {
    runner.stop();
    for (const server of servers) server.closeAllConnections();
    await Promise.all(servers.map(server => new Promise<void>(resolve => server.close(() => resolve()))));
  };
  return { port, url, platform, close };
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

/** Drives the brain: performs what it says and wakes it when it asks for that. */
function createRunner(platform: Platform, log: EmulatorLog, clock: () => number): Runner {
  let offsetMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const now = () => clock() + offsetMs;

  function perform(outputs: readonly Output[]): void {
    sockets.perform(outputs);
    arm();
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
  const sockets = createSockets({ platform, log, now }, perform);
  return {
    sockets,
    control: {
      platform,
      now,
      perform,
      advance(ms) {
        offsetMs += ms;
        perform(platform.wake(now()));
        return now();
      },
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      sockets.close();
    },
  };
}

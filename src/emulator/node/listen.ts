/** Opens the emulator's ports on both loopback addresses. `localhost` then works, whichever address a client tries first. */

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EmulatorError } from '../model/emulator-error.ts';

const FREE_PORT_TRIES = 5;
/** Errors on a machine without IPv6. They are ignored: `localhost` then means 127.0.0.1 only. */
const NO_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EPROTONOSUPPORT']);

export interface Listening {
  readonly port: number;
  readonly servers: readonly Server[];
}

/** Names that choose a port: the environment variable, and the option of startEmulator. */
export interface PortNames {
  readonly variable: string;
  readonly option: string;
}

/**
 * Listens on `host`, or on 127.0.0.1 and ::1 when none is given. `makeServer` is called once per address.
 * Rejects with an EmulatorError.
 */
export async function listen(
  makeServer: () => Server,
  port: number,
  host: string | undefined,
  names: PortNames,
): Promise<Listening> {
  if (host !== undefined) {
    const server = makeServer();
    return { port: await bind(server, port, host, names), servers: [server] };
  }
  for (let tries = 1; ; tries += 1) {
    const v4 = makeServer();
    const v6 = makeServer();
    const bound = await bind(v4, port, '127.0.0.1', names);
    try {
      await bind(v6, bound, '::1', names);
      return { port: bound, servers: [v4, v6] };
    } catch (error) {
      if (error instanceof NoSuchAddress) return { port: bound, servers: [v4] };
      v4.close();
      // Tries another port if the caller did not ask for a certain one, because a port that is free on IPv4 may be taken on IPv6.
      if (port !== 0 || tries === FREE_PORT_TRIES) throw error;
    }
  }
}

class NoSuchAddress extends Error {}

function bind(server: Server, port: number, host: string, names: PortNames): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port, host, names)));
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function explain(error: NodeJS.ErrnoException, port: number, host: string, names: PortNames): Error {
  const choice = `${names.variable}, or the option ${names.option}`;
  if (error.code === 'EADDRINUSE') {
    return new EmulatorError(
      'port_in_use',
      `Port ${port} is in use. Choose another (${choice}), or end the program that listens on ${port}.`,
    );
  }
  if (host === '::1' && NO_IPV6.has(error.code ?? '')) return new NoSuchAddress(error.message);
  return new EmulatorError(
    'listen_failed',
    `The emulator cannot listen on ${host}, port ${port} (${error.code ?? error.message}). Choose a port that this user may open (${choice}).`,
  );
}

/** The contract of every socket port. `serve` starts the other side. Each case runs on the fake and on the real port. */

import { afterEach, describe, expect, it } from 'vitest';
import type { SocketFactory } from '../../src/client/api/ports.ts';

/** The other side of one socket. */
export interface Peer {
  send(text: string): void;
  close(code: number): void;
  /** Ends the connection without a close frame. */
  cut(): void;
  /** Messages that have come in so far. */
  readonly received: readonly string[];
}

export interface SocketSubject {
  readonly openSocket: SocketFactory;
  /** Address of a server that accepts. `refusing` answers the handshake with 401, `silent` never answers it. */
  readonly url: Record<'accepting' | 'refusing' | 'silent', string>;
  /** Resolves with the next socket of the accepting server. */
  nextPeer(): Promise<Peer>;
  stop(): Promise<void>;
}

interface Recording {
  readonly events: string[];
  readonly until: (what: string) => Promise<void>;
}

export function socketContract(name: string, start: () => Promise<SocketSubject>): void {
  describe(`[K1] socket contract: ${name}`, () => {
    let subject: SocketSubject;
    afterEach(() => subject.stop());

    async function open(url: 'accepting' | 'refusing' | 'silent' | { readonly address: string } = 'accepting') {
      subject = await start();
      const log = recorder();
      const address = typeof url === 'string' ? subject.url[url] : url.address;
      const socket = subject.openSocket(address, log.handlers);
      return { socket, log };
    }

    it('opens, sends and receives text in order', async () => {
      const { socket, log } = await open();
      const peer = await subject.nextPeer();
      await log.until('opened');
      expect(socket.send('one')).toBe(true);
      expect(socket.send('two')).toBe(true);
      peer.send('three');
      peer.send('four');
      await log.until('received four');
      await expect.poll(() => peer.received).toEqual(['one', 'two']);
      expect(log.events).toEqual(['opened', 'received three', 'received four']);
    });

    it('a socket does not accept messages before it is open', async () => {
      const { socket, log } = await open();
      expect(socket.send('too early')).toBe(false);
      const peer = await subject.nextPeer();
      await log.until('opened');
      socket.send('now');
      await expect.poll(() => peer.received).toEqual(['now']);
    });

    it('reports a refused handshake once, as never opened and not as a clean close', async () => {
      const { log } = await open('refusing');
      await log.until('closed 1006 false');
      expect(log.events).toEqual(['closed 1006 false']);
    });

    it.each([1000, 1011, 4000, 4001, 4002])('tells the close code %i as the other side gave it', async code => {
      const { log } = await open();
      const peer = await subject.nextPeer();
      await log.until('opened');
      peer.close(code);
      await log.until(`closed ${code} true`);
      expect(log.events).toEqual(['opened', `closed ${code} true`]);
    });

    it('reports a connection that breaks off as 1006', async () => {
      const { socket, log } = await open();
      const peer = await subject.nextPeer();
      await log.until('opened');
      peer.cut();
      await log.until('closed 1006 true');
      expect(socket.send('into the void')).toBe(false);
    });

    it('a socket is silent after close(), whatever still comes', async () => {
      const { socket, log } = await open();
      const peer = await subject.nextPeer();
      await log.until('opened');
      socket.close();
      peer.send('late');
      peer.close(4001);
      const second = recorder();
      subject.openSocket(subject.url.accepting, second.handlers);
      await second.until('opened');
      expect(log.events).toEqual(['opened']);
      expect(socket.send('late')).toBe(false);
    });

    it('can be closed while it opens, and a new one opens after it', async () => {
      const { socket, log } = await open('silent');
      socket.close();
      const second = recorder();
      subject.openSocket(subject.url.accepting, second.handlers);
      await second.until('opened');
      expect(log.events).toEqual([]);
    });

    it('reports an address that is none instead of throwing', async () => {
      const { log } = await open({ address: 'wss://exa mple:99999/' });
      await log.until('closed 1006 false');
      expect(log.events).toEqual(['closed 1006 false']);
    });
  });
}

function recorder() {
  const events: string[] = [];
  const waiting: { readonly what: string; readonly done: () => void }[] = [];
  const note = (event: string) => {
    events.push(event);
    for (const each of waiting) if (each.what === event) each.done();
  };
  const log: Recording = {
    events,
    until: what => (events.includes(what) ? Promise.resolve() : new Promise(done => void waiting.push({ what, done }))),
  };
  return {
    ...log,
    handlers: {
      opened: () => note('opened'),
      received: (text: string) => note(`received ${text}`),
      closed: (code: number, opened: boolean) => note(`closed ${code} ${opened}`),
    },
  };
}

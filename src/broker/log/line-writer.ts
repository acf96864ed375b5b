/**
 * Lines to a file descriptor, standard output above all, that must never stop the program: a disk may be full, and whoever reads may be slow
 * or gone. A blocking write would wait for both with the process at a standstill.
 */

import { write as fileWrite, writeSync } from 'node:fs';

/** What waits for a slow reader. Beyond it lines are lost, not memory. */
const MAX_WAITING_CHARS = 1_000_000;

/** A pipe that is full just now, where writing does not block. */
const BUSY_MS = 100;

export type WritePort = (
  fd: number,
  data: Uint8Array,
  done: (error: NodeJS.ErrnoException | null, written: number) => void,
) => void;

export interface LineWriterOptions {
  readonly fd: number;
  /** Hears once, in a sentence, that lines are lost. */
  readonly complain: (line: string) => void;
  /** Default that of node:fs. */
  readonly write?: WritePort;
}

export interface LineWriter {
  write(line: string): void;
}

/** Writes in order, whole, and one at a time. A line that cannot be written is lost, and the next one tries again. */
export function createLineWriter({ fd, complain, write = fileWrite }: LineWriterOptions): LineWriter {
  let waiting = '';
  let busy = false;
  let told = false;

  function lose(cause: string): void {
    if (told) return;
    told = true;
    complain(
      `The log cannot be written (${cause}). Its lines are lost until it can; requests are answered as before. ` +
        'Make room on the disk, or send standard output to where it is taken.',
    );
  }

  function send(data: Uint8Array): void {
    write(fd, data, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(() => send(data), BUSY_MS);
      else if (!error && written < data.length) send(data.subarray(written));
      else {
        if (error) lose(error.code ?? 'no code');
        sendWaiting();
      }
    });
  }

  function sendWaiting(): void {
    busy = waiting !== '';
    if (!busy) {
      process.off('exit', writeLast);
      return;
    }
    const data = Buffer.from(waiting);
    waiting = '';
    send(data);
  }

  /** One attempt, whatever comes of it: a process that is about to end does not wait for room on a disk. */
  function writeLast(): void {
    try {
      writeSync(fd, waiting);
    } catch {
      // Nobody is left to tell.
    }
  }

  return {
    write(line) {
      if (waiting.length + line.length > MAX_WAITING_CHARS) return lose('nobody reads it');
      waiting += line;
      if (busy) return;
      process.on('exit', writeLast);
      sendWaiting();
    },
  };
}

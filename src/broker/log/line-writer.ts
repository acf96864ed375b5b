/**
 * Writes lines to a file descriptor, usually standard output, without blocking the process, even if the disk is full or the reader is slow or gone.
 */

import { write as fileWrite, writeSync } from 'node:fs';

/** Largest number of characters that are buffered for a slow reader. Further lines are dropped. */
const MAX_WAITING_CHARS = 1_000_000;

/** Milliseconds before the next attempt to write to a full non-blocking pipe. */
const BUSY_MS = 100;

export type WritePort = (
  fd: number,
  data: Uint8Array,
  done: (error: NodeJS.ErrnoException | null, written: number) => void,
) => void;

export interface LineWriterOptions {
  readonly fd: number;
  /** Called with one sentence when the first line is lost. */
  readonly complain: (line: string) => void;
  /** Default: `write` of node:fs. */
  readonly write?: WritePort;
}

export interface LineWriter {
  write(line: string): void;
}

/** Writes whole lines in order, one write at a time. A line that cannot be written is lost, but the next one is still tried. */
export function createLineWriter({ fd, complain, write = fileWrite }: LineWriterOptions): LineWriter {
  let waiting = '';
  let busy = false;
  let hasComplained = false;

  function complainOnce(cause: string): void {
    if (hasComplained) return;
    hasComplained = true;
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
        if (error) complainOnce(error.code ?? 'no code');
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

  /** Writes the remaining lines when the process ends. Makes only one attempt. */
  function writeLast(): void {
    try {
      writeSync(fd, waiting);
    } catch {
      // Drops the lines, because the error cannot be logged either.
    }
  }

  return {
    write(line) {
      if (waiting.length + line.length > MAX_WAITING_CHARS) return complainOnce('nobody reads it');
      waiting += line;
      if (busy) return;
      process.on('exit', writeLast);
      sendWaiting();
    },
  };
}

import { existsSync, write as fileWrite, openSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLineWriter, type WritePort } from '../../../src/broker/log/line-writer.ts';

type Done = Parameters<WritePort>[2];

/** A file descriptor whose writes end when the test says so. */
function createWorld() {
  const taken: string[] = [];
  const complaints: string[] = [];
  const pending: Done[] = [];
  const exitHooks = process.listenerCount('exit');
  const writer = createLineWriter({
    fd: 1,
    complain: line => complaints.push(line),
    write: (_, data, done) => {
      taken.push(new TextDecoder().decode(data));
      pending.push(done);
    },
  });
  const finish = (written: number) => pending.shift()?.(null, written);
  const fail = (code: string) => pending.shift()?.(Object.assign(new Error(code), { code }), 0);
  return { writer, taken, complaints, finish, fail, hooksLeft: () => process.listenerCount('exit') - exitHooks };
}

describe('lines of the log', () => {
  it('lines are written in order, one at a time and completely', () => {
    const { writer, taken, complaints, finish, hooksLeft } = createWorld();
    for (const line of ['a\n', 'b\n', 'c\n']) writer.write(line);
    expect(taken).toEqual(['a\n']);
    finish(2);
    expect(taken).toEqual(['a\n', 'b\nc\n']);
    finish(3);
    expect(taken.at(-1)).toBe('\n');
    expect(hooksLeft()).toBe(1);
    finish(1);
    expect([hooksLeft(), complaints]).toEqual([0, []]);
  });

  it('lines of the log that cannot be written are lost, one message says so, and the next line is tried again', () => {
    const { writer, taken, complaints, finish, fail, hooksLeft } = createWorld();
    for (const line of ['a\n', 'b\n']) {
      writer.write(line);
      fail('ENOSPC');
    }
    expect(complaints).toEqual([expect.stringMatching(/^The log cannot be written \(ENOSPC\)\. .*room on the disk/)]);
    writer.write('c\n');
    finish(2);
    expect(taken).toEqual(['a\n', 'b\n', 'c\n']);
    expect(hooksLeft()).toBe(0);
  });

  it('lines wait for a full pipe', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { writer, taken, complaints, finish, fail } = createWorld();
    writer.write('a\n');
    fail('EAGAIN');
    writer.write('b\n');
    vi.runAllTimers();
    finish(2);
    finish(2);
    expect([taken, complaints]).toEqual([['a\n', 'a\n', 'b\n'], []]);
  });

  it('lines do not pile up if nobody reads', () => {
    const { writer, taken, complaints, finish } = createWorld();
    writer.write('first\n');
    for (let line = 0; line < 30; line += 1) writer.write('x'.repeat(100_000));
    expect(complaints).toEqual([expect.stringContaining('nobody reads it')]);
    finish(6);
    expect(taken.at(-1)?.length).toBe(1_000_000);
  });

  it.skipIf(!existsSync('/dev/full'))('lines are lost in the same way if the disk is full', async () => {
    const complaints: string[] = [];
    const fd = openSync('/dev/full', 'w');
    const writer = createLineWriter({ fd, complain: line => complaints.push(line), write: fileWrite });
    writer.write('a\n');
    await expect.poll(() => complaints).toEqual([expect.stringContaining('(ENOSPC)')]);
  });
});

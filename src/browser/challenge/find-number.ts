/**
 * Finds the number of a proof of work. Computes SHA-256 itself, because the browser's is asynchronous, and ten times slower for texts this
 * short.
 */

import type { ProofOfWork } from '../../protocol/http-api.ts';

/**
 * Returns a function that tries the numbers from `from` up to but not including `to`, and returns the one that fits, or undefined. A worker runs
 * the source text of createSearch (solve-challenge.ts), so createSearch must not use anything outside itself.
 */
export function createSearch({
  challenge,
  salt,
}: Pick<ProofOfWork, 'challenge' | 'salt'>): (from: number, to: number) => number | undefined {
  const roots = new Int32Array(64);
  const start = new Int32Array(8);
  // The constants of SHA-256: the first 32 bits of the fractional parts of the cube and square roots of the first primes.
  for (let count = 0, candidate = 2; count < 64; candidate += 1) {
    let divisor = 2;
    while (candidate % divisor) divisor += 1;
    if (divisor < candidate) continue;
    if (count < 8) start[count] = (candidate ** 0.5 % 1) * 2 ** 32;
    roots[count] = (candidate ** (1 / 3) % 1) * 2 ** 32;
    count += 1;
  }

  const words = new Int32Array(64);

  /** Hashes the 64 bytes at `at` into `state`. */
  function compress(state: Int32Array, bytes: DataView, at: number): void {
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) words[i] = bytes.getInt32(at + 4 * i);
      else {
        const x = words[i - 15] as number;
        const y = words[i - 2] as number;
        const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
        const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
        words[i] = (words[i - 16] as number) + s0 + (words[i - 7] as number) + s1;
      }
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (roots[i] as number) + (words[i] as number)) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    const sums = [a, b, c, d, e, f, g, h];
    for (let i = 0; i < 8; i += 1) state[i] = (state[i] as number) + (sums[i] as number);
  }

  const saltBytes = new TextEncoder().encode(salt);
  const wholeBytes = saltBytes.length & ~63;
  const base = start.slice();
  for (let at = 0; at < wholeBytes; at += 64) compress(base, new DataView(saltBytes.buffer), at);
  const rest = saltBytes.subarray(wholeBytes);
  const block = new Uint8Array(128);
  const view = new DataView(block.buffer);
  const state = new Int32Array(8);
  const wanted = new Int32Array(8);
  for (let i = 0; i < 8; i += 1) wanted[i] = Number(`0x${challenge.slice(8 * i, 8 * i + 8)}`);

  function fits(number: number): boolean {
    const digits = `${number}`;
    const length = rest.length + digits.length;
    const end = length < 56 ? 64 : 128;
    block.fill(0).set(rest);
    for (let i = 0; i < digits.length; i += 1) block[rest.length + i] = digits.charCodeAt(i);
    block[length] = 128;
    view.setInt32(end - 4, 8 * (wholeBytes + length));
    state.set(base);
    for (let at = 0; at < end; at += 64) compress(state, view, at);
    return state.every((word, i) => word === wanted[i]);
  }

  return (from, to) => {
    for (let number = from; number < to; number += 1) if (fits(number)) return number;
    return undefined;
  };
}

/**
 * Draws a short text as a QR code: version 2 (25 × 25), error correction L, byte mode, mask 0. That holds 32 bytes, enough for the address of any
 * telephone number.
 */

const SIZE = 25;
const DATA_BYTES = 34;
const CHECK_BYTES = 10;
/** Error correction L and mask 0, with their own check bits. */
const FORMAT = 0x77c4;

export const MAX_QR_BYTES = 32;

/** Returns the rows of the code, true for dark. The text must have at most 32 bytes. */
export function qrCode(text: string): readonly (readonly boolean[])[] {
  const cells: (boolean | undefined)[][] = Array.from({ length: SIZE }, () => Array(SIZE).fill(undefined));
  const set = (x: number, y: number, dark: boolean): void => {
    const row = cells[y];
    if (row && x >= 0 && x < SIZE) row[x] = dark;
  };
  drawPatterns(set);
  const data = dataBytes(new TextEncoder().encode(text));
  drawBytes(cells, [...data, ...checkBytes(data)]);
  return cells.map(row => row.map(dark => dark === true));
}

type Set = (x: number, y: number, dark: boolean) => void;

function drawPatterns(set: Set): void {
  for (let at = 0; at < SIZE; at += 1) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
  drawRings(set, 3, 3, 4);
  drawRings(set, SIZE - 4, 3, 4);
  drawRings(set, 3, SIZE - 4, 4);
  drawRings(set, 18, 18, 2);
  const bit = (nth: number): boolean => ((FORMAT >> nth) & 1) === 1;
  for (let nth = 0; nth < 15; nth += 1) {
    const place = nth < 6 ? nth : nth < 8 ? nth + 1 : 0;
    if (nth < 8) set(8, place, bit(nth));
    else set(nth === 8 ? 7 : 14 - nth, 8, bit(nth));
    if (nth < 8) set(SIZE - 1 - nth, 8, bit(nth));
    else set(8, SIZE - 15 + nth, bit(nth));
  }
  set(8, SIZE - 8, true);
}

/** Draws square rings around a centre: dark where the distance is not 2, nor `most` for a corner's light edge. */
function drawRings(set: Set, x: number, y: number, most: number): void {
  for (let dy = -most; dy <= most; dy += 1)
    for (let dx = -most; dx <= most; dx += 1) {
      const distance = Math.max(Math.abs(dx), Math.abs(dy));
      set(x + dx, y + dy, most === 2 ? distance !== 1 : distance !== 2 && distance !== 4);
    }
}

function dataBytes(bytes: Uint8Array): readonly number[] {
  const bits: number[] = [];
  const push = (value: number, length: number): void => {
    for (let nth = length - 1; nth >= 0; nth -= 1) bits.push((value >> nth) & 1);
  };
  push(4, 4);
  push(bytes.length, 8);
  for (const byte of bytes) push(byte, 8);
  push(0, 4);
  const data = Array.from({ length: bits.length / 8 }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  );
  for (let pad = 0xec; data.length < DATA_BYTES; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

/** Multiplies in the field of 256 elements with the polynomial 0x11d. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let nth = 7; nth >= 0; nth -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> nth) & 1) * a;
  }
  return product;
}

/** Returns the Reed-Solomon check bytes. */
function checkBytes(data: readonly number[]): readonly number[] {
  const divisor: number[] = [...Array(CHECK_BYTES - 1).fill(0), 1];
  for (let nth = 0, root = 1; nth < CHECK_BYTES; nth += 1, root = multiply(root, 2))
    for (let at = 0; at < CHECK_BYTES; at += 1) divisor[at] = multiply(divisor[at] ?? 0, root) ^ (divisor[at + 1] ?? 0);
  const rest: number[] = Array(CHECK_BYTES).fill(0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((coefficient, at) => {
      rest[at] = (rest[at] ?? 0) ^ multiply(coefficient, factor);
    });
  }
  return rest;
}

/** Fills the free cells in pairs of columns from the right, upwards and downwards in turn. */
function drawBytes(cells: (boolean | undefined)[][], bytes: readonly number[]): void {
  let nth = 0;
  for (let right = SIZE - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < SIZE; step += 1)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? SIZE - 1 - step : step;
        const row = cells[y];
        if (!row || row[x] !== undefined) continue;
        const bit = ((bytes[nth >> 3] ?? 0) >> (7 - (nth & 7))) & 1;
        row[x] = (bit === 1) !== ((x + y) % 2 === 0);
        nth += 1;
      }
  }
}

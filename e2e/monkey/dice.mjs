/** A random generator: the same seed gives the same numbers. */
export function createDice(seed) {
  let state = (seed * 2654435761) >>> 0;
  function fraction() {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  const between = (low, high) => low + Math.floor(fraction() * (high - low + 1));
  return {
    fraction,
    between,
    chance: probability => fraction() < probability,
    pick: from => from[between(0, from.length - 1)],
  };
}

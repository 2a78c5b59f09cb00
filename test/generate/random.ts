/**
 * Random: a small generator of our own, so that the same seed gives the same numbers on every machine.
 *
 * sfc32 (Chris Doty-Humphrey, PractRand; public domain), its state filled by splitmix32 from two 32-bit words:
 * the seed and the number of a stream. Every root draws from a stream of its own, so it does not depend on what came before it. Not for
 * secrets.
 */
export interface Random {
  /** A number in [0, 1) with 32 random bits. */
  next(): number;
  /** A number in [min, max). */
  between(min: number, max: number): number;
  /** A whole number from min to max, both inside. */
  whole(min: number, max: number): number;
  /** True in this share of the draws. */
  chance(share: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

export function openRandom(seed: number, stream: number): Random {
  const mix = splitmix32((seed ^ Math.imul(stream + 1, 0x9e3779b9)) >>> 0);
  let a = mix(), b = mix(), c = mix() ^ (stream >>> 0), counter = 1;
  const word = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round++) word();
  const next = (): number => word() / 0x1_0000_0000;
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    whole,
    between: (min, max) => min + next() * (max - min),
    chance: (share) => next() < share,
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
  };
}

function splitmix32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
}

/**
 * Draws for the made-up city: numbers that look random and depend on a key alone.
 *
 * Invariants: the same key gives the same number on every machine; a new object changes no draw of another one. FNV-1a with the finaliser of
 * MurmurHash3 (both public domain). Not for secrets.
 */

/** Returns a number in [0, 1) for this key. */
export function draw(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** Returns a number in [min, max). */
export function drawBetween(key: string, min: number, max: number): number {
  return min + draw(key) * (max - min);
}

/** Returns a whole number from min to max, both included. */
export function drawWhole(key: string, min: number, max: number): number {
  return Math.floor(drawBetween(key, min, max + 1));
}

export function pick<Item>(key: string, items: readonly [Item, ...Item[]]): Item {
  return items[drawWhole(key, 0, items.length - 1)] ?? items[0];
}

/** Planted: a parser with a mistake behind five conditions, each of which only an input that met the ones before can meet. */

/** Throws a TypeError for an input that begins with `<EV/>`. */
export function parsePlanted(input: Buffer): void {
  if (input[0] !== 0x3c) return;
  if (input[1] !== 0x45) return;
  if (input[2] !== 0x56) return;
  if (input[3] !== 0x2f) return;
  if (input[4] === 0x3e) throw new TypeError('planted');
}

/** Bytes: codes that the framer needs besides those of JSON, and the ends of the text in a line. */

export const HASH = 0x23;
export const STAR = 0x2a;
export const SLASH = 0x2f;
export const BACKTICK = 0x60;
export const NEWLINE = 0x0a;

export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === NEWLINE || byte === 0x0d;
}

/** Index of the first byte that is not white space; the length when all are. */
export function firstOf(bytes: Buffer): number {
  let first = 0;
  while (first < bytes.length && isSpace(bytes[first]!)) first++;
  return first;
}

/** Index of the last byte that is not white space; -1 when all are. */
export function lastOf(bytes: Buffer): number {
  let last = bytes.length - 1;
  while (last >= 0 && isSpace(bytes[last]!)) last--;
  return last;
}

/** The lines of a text, without line ends. */
export function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, from);
    const until = end === -1 ? bytes.length : end;
    lines.push(bytes.subarray(from, until));
    from = until + 1;
  }
  return lines;
}

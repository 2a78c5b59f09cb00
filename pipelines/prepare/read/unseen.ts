/** Unseen: counts invisible characters between the objects of a delivery, such as the byte-order marks of concatenated files. */
import type { FileLocation } from '../../../schemas/finding.ts';
import { unseenName } from '../../../schemas/unseen-names.ts';

/** The skipped invisible characters: the location of the first, and the number of each by name. */
export interface Unseen {
  readonly first: FileLocation;
  readonly counts: ReadonlyMap<string, number>;
}

/** Longest run of invisible characters; a longer run is text. */
export const UNSEEN_BYTES_MAX = 4096;

/** Whether a byte outside texts may be part of an invisible character. No byte of JSON is. */
export function mayBeUnseen(byte: number): boolean {
  return byte >= 0x80 || byte < 0x20;
}

/** Counts the skipped characters. */
export class UnseenCounter {
  #first: FileLocation | undefined;
  readonly #counts = new Map<string, number>();

  /** The characters so far; undefined when there are none. */
  get unseen(): Unseen | undefined {
    return this.#first && { first: this.#first, counts: this.#counts };
  }

  /** Counts these bytes when all are invisible characters, and returns whether they are. */
  takes(bytes: Buffer, place: FileLocation): boolean {
    const names = Array.from(bytes.toString(), unseenName);
    if (names.length === 0 || names.includes(undefined)) return false;
    this.#first ??= place;
    for (const name of names as readonly string[]) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return true;
  }
}

/** Removes and counts the invisible characters before and behind the text of a line. */
export function withoutUnseenEnds<Line extends FileLocation & { readonly bytes: Buffer }>(line: Line, counter: UnseenCounter): Line {
  const { bytes } = line;
  const start = runEnd(bytes, 0);
  const end = start === bytes.length ? start : runStart(bytes, bytes.length);
  const from = isTaken(bytes.subarray(0, start), line) ? start : 0;
  const until = end < bytes.length && isTaken(bytes.subarray(end), { line: line.line, column: line.column + end }) ? end : bytes.length;
  return from === 0 && until === bytes.length ? line : { ...line, column: line.column + from, bytes: bytes.subarray(from, until) };

  function isTaken(run: Buffer, place: FileLocation): boolean {
    return run.some(mayBeUnseen) && counter.takes(Buffer.from(run.filter(mayBeUnseenOrText)), place);
  }
}

const SPACES: readonly number[] = [0x20, 0x09, 0x0d];

function mayBeUnseenOrText(byte: number): boolean {
  return !SPACES.includes(byte);
}

/** End of the run of white space and bytes outside JSON that begins at `at`. */
function runEnd(bytes: Buffer, at: number): number {
  let end = at;
  while (end < bytes.length && (SPACES.includes(bytes[end]!) || mayBeUnseen(bytes[end]!))) end++;
  return end;
}

function runStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && (SPACES.includes(bytes[start - 1]!) || mayBeUnseen(bytes[start - 1]!))) start--;
  return start;
}

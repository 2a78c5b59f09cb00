/** Unseen: characters between the objects of a delivery that nobody sees, such as the byte-order mark of each of several files joined. */
import type { FileLocation } from '../../../schemas/finding.ts';
import { unseenName } from '../../../schemas/unseen-names.ts';

/** Unseen characters that were passed over: where the first stands, and how many there are of each, by name. */
export interface Unseen {
  readonly first: FileLocation;
  readonly counts: ReadonlyMap<string, number>;
}

/** A longer run is text. */
export const UNSEEN_BYTES_MAX = 4096;

/** Whether a byte can be of a character that nobody sees, outside texts: no byte of JSON is. */
export function mayBeUnseen(byte: number): boolean {
  return byte >= 0x80 || byte < 0x20;
}

/** Counts the characters that were passed over. */
export class UnseenCounter {
  #first: FileLocation | undefined;
  readonly #counts = new Map<string, number>();

  /** The characters so far; undefined when there were none. */
  get unseen(): Unseen | undefined {
    return this.#first && { first: this.#first, counts: this.#counts };
  }

  /** Whether these bytes are unseen characters only; then they are counted. */
  takes(bytes: Buffer, place: FileLocation): boolean {
    const names = Array.from(bytes.toString(), unseenName);
    if (names.length === 0 || names.includes(undefined)) return false;
    this.#first ??= place;
    for (const name of names as readonly string[]) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return true;
  }
}

/** A line without the unseen characters before and behind its text, which are counted. */
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

/** Where the run of spaces and bytes that are of no JSON ends that begins at `at`. */
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

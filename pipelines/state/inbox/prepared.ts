/**
 * Prepared submissions on disk: the report in `<data>/prepared/<uuid>.json`, and one line for each root: few roots in the same file, many
 * in `<uuid>.ndjson`.
 *
 * Prepared files are derivable from the payload, so they are never synced, and never trusted by a later process. A conductor empties the
 * folder at its start, or ignores files that it may not remove. The report is renamed last; without it there is nothing to read.
 */
import { createHash } from 'node:crypto';
import {
  appendFileSync, closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, renameSync,
  rmSync, statSync, writeFileSync, writeSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sound } from '../../../publisher/sound.ts';
import type { Report } from '../../../schemas/finding.ts';
import { jsonChunks } from '../../../schemas/json.ts';
import { isNfc } from '../../../schemas/normal-form.ts';
import { parsePreparedLine, preparedLine, type PreparedRoot } from '../../../schemas/submission.ts';
import type { LinkSuggestions, PreparedText } from '../../prepare/delivery/index.ts';
import { foldersOf } from '../database/database.ts';
import { CRASHES_FILE } from './crashes.ts';
import { hasVersions, inDecisionOrder } from './decision-order.ts';
import { sha256Of } from './payload.ts';

const CHUNK_BYTES = 1 << 20;
/** Bytes that are read at once. */
const READ_BYTES = 1 << 16;
/** Objects and findings of a report that is written in one call. */
const SHORT_REPORT = 100;

interface Summary {
  readonly report: Report;
  /** Entries of LinkSuggestions. */
  readonly suggestions: readonly (readonly [string, readonly string[]])[];
  readonly hasLinks: boolean;
  readonly isNfc: boolean;
  /** SHA-256 of the lines of the roots. */
  readonly sha256: string;
  /** The roots, one a line; absent when they are in a separate file. */
  readonly roots?: string;
  /** The lines of that file in decision order; absent when that is the order of the file. */
  readonly order?: readonly Line[];
}

/** A line of the file: offset and length, in bytes. */
type Line = readonly [at: number, length: number];

/** Prepared files are missing or damaged; the submission is prepared again. */
export class DamagedPrepared extends Error {}

const ENDINGS = ['json', 'json.tmp', 'ndjson', 'tries'] as const;
type Ending = (typeof ENDINGS)[number];

function pathOf(data: string, uuid: string, ending: Ending): string {
  return join(foldersOf(data).prepared, `${uuid}.${ending}`);
}

/** Writes roots one by one; `finish` makes them readable. A writer that never finishes counts as a try, unless `isStored` is false. */
export class PreparedWriter {
  readonly #data: string;
  readonly #uuid: string;
  /** Descriptor of the file for many roots. */
  #handle: number | null = null;
  #lines: string[] = [];
  #chars = 0;
  #written = 0;
  #hasLinks = false;
  #isNfc = true;
  #suggestions: LinkSuggestions = new Map();
  #hash = createHash('sha256');

  constructor(data: string, uuid: string, { isStored = true }: { readonly isStored?: boolean } = {}) {
    this.#data = data;
    this.#uuid = uuid;
    const { prepared } = foldersOf(data);
    // The folder is derivable: a service continues when somebody removed it, but not without its data folder.
    if (!existsSync(prepared)) mkdirSync(prepared);
    if (isStored) appendFileSync(pathOf(data, uuid, 'tries'), '|');
  }

  add({ text, hasLinks }: PreparedText): void {
    this.#lines.push(text, '\n');
    this.#chars += text.length + 1;
    this.#hasLinks ||= hasLinks;
    this.#isNfc &&= isNfc(text);
    if (this.#chars >= CHUNK_BYTES) this.#flush();
  }

  /** Adds suggestions for links that the register refuses. */
  suggest(suggestions: LinkSuggestions): void {
    this.#suggestions = suggestions;
  }

  /** Removes all roots added so far. */
  clear(): void {
    this.#lines = [];
    this.#chars = 0;
    this.#written = 0;
    this.#hasLinks = false;
    this.#isNfc = true;
    this.#hash = createHash('sha256');
    if (this.#handle !== null) ftruncateSync(this.#handle, 0);
  }

  /** Makes the roots readable and returns them. */
  async finish(report: Report): Promise<Prepared> {
    const few = this.#handle === null ? linesInOrder(this.#lines.join(''), report) : undefined;
    if (few === undefined) this.#flush();
    else this.#hash.update(few);
    const order = few === undefined && hasVersions(report) ? orderIn(pathOf(this.#data, this.#uuid, 'ndjson'), report) : undefined;
    const summary: Summary = {
      report, suggestions: [...this.#suggestions], hasLinks: this.#hasLinks, isNfc: this.#isNfc, sha256: this.#hash.digest('hex'),
      ...(few === undefined ? {} : { roots: few }), ...(order === undefined ? {} : { order }),
    };
    const temporary = pathOf(this.#data, this.#uuid, 'json.tmp');
    // A long report is written in pieces, so that other work goes on in between.
    if (report.objects.length + report.findings.length <= SHORT_REPORT) writeFileSync(temporary, JSON.stringify(summary));
    else await writeFile(temporary, jsonChunks(summary));
    if (this.#handle !== null) closeSync(this.#handle);
    renameSync(temporary, pathOf(this.#data, this.#uuid, 'json'));
    rmSync(pathOf(this.#data, this.#uuid, 'tries'), { force: true });
    return preparedOf(summary, pathOf(this.#data, this.#uuid, 'ndjson'));
  }

  abandon(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    removePrepared(this.#data, this.#uuid);
  }

  #flush(): void {
    const handle = this.#handle ??= openSync(pathOf(this.#data, this.#uuid, 'ndjson'), 'w');
    const bytes = Buffer.from(this.#lines.join(''));
    this.#hash.update(bytes);
    for (let at = 0; at < bytes.length;) {
      const done = writeSync(handle, bytes, at, bytes.length - at, this.#written);
      at += done;
      this.#written += done;
    }
    this.#lines = [];
    this.#chars = 0;
  }
}

/** The result of preparing one submission. */
export interface Prepared {
  readonly report: Report;
  /** Suggestions for links without a target in the submission. */
  readonly suggestions: LinkSuggestions;
  /** Whether any root links to an object outside itself. */
  readonly hasLinks: boolean;
  /** Whether all texts of the roots are in NFC. */
  readonly isNfc: boolean;
  /** Iterates over the accepted roots in decision order (decision-order.ts). May be called more than once. */
  roots(): Iterable<PreparedRoot>;
}

export function isPrepared(data: string, uuid: string): boolean {
  return existsSync(pathOf(data, uuid, 'json'));
}

/** Reads prepared files. Throws DamagedPrepared when they are missing or damaged. */
export function readPrepared(data: string, uuid: string): Prepared {
  const summary = readSummary(pathOf(data, uuid, 'json'));
  const path = pathOf(data, uuid, 'ndjson');
  const sha256 = summary.roots !== undefined ? sha256Of(Buffer.from(summary.roots)) : existsSync(path) ? hashOf(path) : '';
  if (sha256 !== summary.sha256) throw new DamagedPrepared('the prepared roots are not those written');
  return preparedOf(summary, path);
}

function preparedOf({ report, suggestions, hasLinks, isNfc: allNfc, roots, order }: Summary, path: string): Prepared {
  const read = (): Iterable<PreparedRoot> => (order === undefined ? rootsIn(path) : rootsAt(path, order));
  return {
    report, suggestions: new Map(suggestions), hasLinks, isNfc: allNfc, roots: () => (roots === undefined ? read() : parsedRoots(roots)),
  };
}

/** Returns the lines of few roots in decision order. */
function linesInOrder(lines: string, report: Report): string {
  if (!hasVersions(report)) return lines;
  return inDecisionOrder([...parsedRoots(lines)], report).map((root) => `${preparedLine(root)}\n`).join('');
}

function orderIn(path: string, report: Report): readonly Line[] {
  const lines: (Pick<PreparedRoot, 'pointer' | 'id' | 'validFrom'> & { readonly line: Line })[] = [];
  let at = 0;
  for (const { text, bytes } of linesIn(path)) {
    const { pointer, id, validFrom } = parsePreparedLine(text);
    lines.push({ pointer, id, validFrom, line: [at, bytes] });
    at += bytes + 1;
  }
  return inDecisionOrder(lines, report).map(({ line }) => line);
}

function* parsedRoots(lines: string): Generator<PreparedRoot> {
  for (const line of lines.split('\n')) if (line !== '') yield parsePreparedLine(line);
}

function readSummary(path: string): Summary {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Summary;
  } catch (cause) {
    throw new DamagedPrepared('the prepared report cannot be read', { cause });
  }
}

function hashOf(path: string): string {
  const hash = createHash('sha256');
  for (const piece of piecesIn(path)) hash.update(piece);
  return hash.digest('hex');
}

export function removePrepared(data: string, uuid: string): void {
  for (const ending of ENDINGS) rmSync(pathOf(data, uuid, ending), { force: true });
}

/**
 * Removes the prepared files of earlier processes, except counts of tries and crashes; removes nothing while the data folder is not sound.
 * Returns the uuids of prepared files that stay, which must not be trusted.
 */
export function emptyPrepared(data: string, isPending: (uuid: string) => boolean, sound: Sound): ReadonlySet<string> {
  const { prepared } = foldersOf(data);
  const isKept = (name: string): boolean => name === CRASHES_FILE || (name.endsWith('.tries') && isPending(name.slice(0, -'.tries'.length)));
  const names = readdirSync(prepared).filter((name) => !isKept(name));
  if (names.length === 0) return new Set();
  if (sound.fault() !== null) return new Set(names.map((name) => name.slice(0, name.indexOf('.'))));
  for (const name of names) rmSync(join(prepared, name), { force: true });
  return new Set();
}

/**
 * Returns how often preparing a submission began and did not end, in this process and earlier ones. So a submission that kills the whole
 * process is known at the next start.
 */
export function triesOf(data: string, uuid: string): number {
  return statSync(pathOf(data, uuid, 'tries'), { throwIfNoEntry: false })?.size ?? 0;
}

/** Yields roots. All roots of a chunk are parsed before the first is yielded, which keeps the parser's code in the processor's caches. */
function* rootsIn(path: string): Generator<PreparedRoot> {
  for (const lines of chunksIn(path)) yield* lines.map((line) => parsePreparedLine(line.toString('utf8')));
}

function* linesIn(path: string): Generator<{ readonly text: string; readonly bytes: number }> {
  for (const lines of chunksIn(path)) for (const line of lines) yield { text: line.toString('utf8'), bytes: line.length };
}

/** Yields the roots of these lines, in this order. */
function* rootsAt(path: string, lines: readonly Line[]): Generator<PreparedRoot> {
  const handle = openSync(path, 'r');
  try {
    for (const [at, length] of lines) {
      const line = Buffer.allocUnsafe(length);
      let read = 0;
      for (let size = 1; read < length && size > 0; read += size) size = readSync(handle, line, read, length - read, at + read);
      yield parsePreparedLine(line.toString('utf8'));
    }
  } finally {
    closeSync(handle);
  }
}

/** Yields, for each chunk of a file, the lines that end in it. */
function* chunksIn(path: string): Generator<readonly Buffer[]> {
  let pieces: Buffer[] = [];
  for (const chunk of piecesIn(path)) {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      pieces.push(chunk.subarray(start, end));
      lines.push(Buffer.concat(pieces));
      pieces = [];
      start = end + 1;
    }
    pieces.push(Buffer.from(chunk.subarray(start)));
    yield lines;
  }
}

/** Yields the bytes of a file. The memory of a piece is used again for the next one. */
function* piecesIn(path: string): Generator<Buffer> {
  const handle = openSync(path, 'r');
  const piece = Buffer.allocUnsafe(READ_BYTES);
  try {
    for (let size = readSync(handle, piece); size > 0; size = readSync(handle, piece)) yield piece.subarray(0, size);
  } finally {
    closeSync(handle);
  }
}

/**
 * Prepared submissions on disk: `<data>/prepared/<uuid>.ndjson`, one root a line, and `<uuid>.json`, the report.
 *
 * Derivable from the payload, so never synced, and never trusted by a later process: a conductor empties the
 * folder when it starts. The report is renamed into place last; while it is absent there is nothing to read.
 */
import { createHash } from 'node:crypto';
import {
  appendFileSync, closeSync, existsSync, ftruncateSync, openSync, readdirSync, readFileSync, readSync, renameSync,
  rmSync, statSync, writeSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../../schemas/finding.ts';
import { jsonPieces } from '../../schemas/json.ts';
import type { PreparedRoot } from '../../schemas/submission.ts';
import type { PreparedText } from '../prepare/delivery/index.ts';
import { foldersOf } from './database.ts';

const CHUNK_BYTES = 1 << 20;

interface Summary {
  readonly report: Report;
  readonly hasLinks: boolean;
  /** Of the roots. */
  readonly sha256: string;
}

/** What was prepared is gone or is not what was written: prepare it again. */
export class Spoiled extends Error {}

const ENDINGS = ['json', 'json.tmp', 'ndjson', 'tries'] as const;
type Ending = (typeof ENDINGS)[number];

function pathOf(data: string, uuid: string, ending: Ending): string {
  return join(foldersOf(data).prepared, `${uuid}.${ending}`);
}

/** Takes roots one by one; `finish` makes them readable. Until then its beginning counts as a try. */
export class PreparedWriter {
  readonly #data: string;
  readonly #uuid: string;
  readonly #handle: number;
  #lines: string[] = [];
  #chars = 0;
  #written = 0;
  #hasLinks = false;
  #hash = createHash('sha256');

  constructor(data: string, uuid: string) {
    this.#data = data;
    this.#uuid = uuid;
    try {
      appendFileSync(pathOf(data, uuid, 'tries'), '|');
      this.#handle = openSync(pathOf(data, uuid, 'ndjson'), 'w');
    } catch (error) {
      removePrepared(data, uuid);
      throw error;
    }
  }

  add({ text, hasLinks }: PreparedText): void {
    this.#lines.push(text, '\n');
    this.#chars += text.length + 1;
    this.#hasLinks ||= hasLinks;
    if (this.#chars >= CHUNK_BYTES) this.#flush();
  }

  /** Takes back everything added so far. */
  clear(): void {
    this.#lines = [];
    this.#chars = 0;
    this.#written = 0;
    this.#hasLinks = false;
    this.#hash = createHash('sha256');
    ftruncateSync(this.#handle, 0);
  }

  /** What was prepared, as it can be read from now on. */
  async finish(report: Report): Promise<Prepared> {
    this.#flush();
    const summary: Summary = { report, hasLinks: this.#hasLinks, sha256: this.#hash.digest('hex') };
    const path = pathOf(this.#data, this.#uuid, 'json');
    const temporary = pathOf(this.#data, this.#uuid, 'json.tmp');
    // In pieces, and others go on between: that of a large delivery is long.
    await writeFile(temporary, jsonPieces(summary));
    closeSync(this.#handle);
    renameSync(temporary, path);
    rmSync(pathOf(this.#data, this.#uuid, 'tries'), { force: true });
    const roots = pathOf(this.#data, this.#uuid, 'ndjson');
    return { report, hasLinks: this.#hasLinks, roots: () => readRoots(roots) };
  }

  abandon(): void {
    closeSync(this.#handle);
    removePrepared(this.#data, this.#uuid);
  }

  #flush(): void {
    const bytes = Buffer.from(this.#lines.join(''));
    this.#hash.update(bytes);
    for (let at = 0; at < bytes.length;) {
      const done = writeSync(this.#handle, bytes, at, bytes.length - at, this.#written);
      at += done;
      this.#written += done;
    }
    this.#lines = [];
    this.#chars = 0;
  }
}

/** What preparation made of one submission. */
export interface Prepared {
  readonly report: Report;
  /** Whether any root links to an object outside itself. */
  readonly hasLinks: boolean;
  /** The roots in order of delivery; may be asked more than once. */
  roots(): Iterable<PreparedRoot>;
}

export function isPrepared(data: string, uuid: string): boolean {
  return existsSync(pathOf(data, uuid, 'json'));
}

/** Throws Spoiled when the files are not what was written. */
export function readPrepared(data: string, uuid: string): Prepared {
  const roots = pathOf(data, uuid, 'ndjson');
  const { report, hasLinks, sha256 } = readSummary(pathOf(data, uuid, 'json'));
  if (!existsSync(roots) || hashOf(roots) !== sha256) throw new Spoiled('the prepared roots are not those written');
  return { report, hasLinks, roots: () => readRoots(roots) };
}

function readSummary(path: string): Summary {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Summary;
  } catch (cause) {
    throw new Spoiled('the prepared report cannot be read', { cause });
  }
}

function hashOf(path: string): string {
  const hash = createHash('sha256');
  const handle = openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    for (let size = readSync(handle, chunk); size > 0; size = readSync(handle, chunk)) hash.update(chunk.subarray(0, size));
    return hash.digest('hex');
  } finally {
    closeSync(handle);
  }
}

export function removePrepared(data: string, uuid: string): void {
  for (const ending of ENDINGS) rmSync(pathOf(data, uuid, ending), { force: true });
}

/** Removes what an earlier process prepared; the counts of its tries stay for what is still pending. */
export function emptyPrepared(data: string, isPending: (uuid: string) => boolean): void {
  const { prepared } = foldersOf(data);
  for (const name of readdirSync(prepared)) {
    const isCount = name.endsWith('.tries') && isPending(name.slice(0, -'.tries'.length));
    if (!isCount) rmSync(join(prepared, name), { force: true });
  }
}

/**
 * How often preparing this began and did not end, in this process and those before it: so a submission that takes
 * the whole process down is known at the next start.
 */
export function triesOf(data: string, uuid: string): number {
  return statSync(pathOf(data, uuid, 'tries'), { throwIfNoEntry: false })?.size ?? 0;
}

function* readRoots(path: string): Generator<PreparedRoot> {
  const handle = openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    let pieces: Buffer[] = [];
    for (let size = readSync(handle, chunk); size > 0; size = readSync(handle, chunk)) {
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0 && end < size; end = chunk.indexOf(10, start)) {
        pieces.push(chunk.subarray(start, end));
        yield JSON.parse(Buffer.concat(pieces).toString('utf8')) as PreparedRoot;
        pieces = [];
        start = end + 1;
      }
      pieces.push(Buffer.from(chunk.subarray(start, size)));
    }
  } finally {
    closeSync(handle);
  }
}

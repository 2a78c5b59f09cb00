/**
 * Prepared submissions on disk: `<data>/prepared/<uuid>.ndjson`, one root a line, and `<uuid>.json`, the report.
 *
 * Derivable from the payload, so never synced, and never trusted by a later process: a conductor empties the
 * folder when it starts. The report is renamed into place last; while it is absent there is nothing to read.
 */
import {
  appendFileSync, closeSync, existsSync, ftruncateSync, openSync, readdirSync, readFileSync, readSync, renameSync,
  rmSync, statSync, writeFileSync, writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../schemas/finding.ts';
import type { PreparedRoot } from '../../schemas/submission.ts';
import { foldersOf } from './database.ts';

const CHUNK_BYTES = 1 << 20;

interface Summary {
  readonly report: Report;
  readonly hasLinks: boolean;
}

function pathOf(data: string, uuid: string, ending: 'ndjson' | 'json' | 'tries'): string {
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

  constructor(data: string, uuid: string) {
    this.#data = data;
    this.#uuid = uuid;
    appendFileSync(pathOf(data, uuid, 'tries'), '|');
    this.#handle = openSync(pathOf(data, uuid, 'ndjson'), 'w');
  }

  add(root: PreparedRoot): void {
    const line = `${JSON.stringify(root)}\n`;
    this.#lines.push(line);
    this.#chars += line.length;
    this.#hasLinks ||= root.links.length > 0;
    if (this.#chars >= CHUNK_BYTES) this.#flush();
  }

  /** Takes back everything added so far. */
  clear(): void {
    this.#lines = [];
    this.#chars = 0;
    this.#written = 0;
    this.#hasLinks = false;
    ftruncateSync(this.#handle, 0);
  }

  finish(report: Report): void {
    this.#flush();
    closeSync(this.#handle);
    const summary: Summary = { report, hasLinks: this.#hasLinks };
    const path = pathOf(this.#data, this.#uuid, 'json');
    writeFileSync(`${path}.tmp`, JSON.stringify(summary));
    renameSync(`${path}.tmp`, path);
    rmSync(pathOf(this.#data, this.#uuid, 'tries'), { force: true });
  }

  abandon(): void {
    closeSync(this.#handle);
    removePrepared(this.#data, this.#uuid);
  }

  #flush(): void {
    const bytes = Buffer.from(this.#lines.join(''));
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

export function readPrepared(data: string, uuid: string): Prepared {
  const { report, hasLinks } = JSON.parse(readFileSync(pathOf(data, uuid, 'json'), 'utf8')) as Summary;
  return { report, hasLinks, roots: () => readRoots(pathOf(data, uuid, 'ndjson')) };
}

export function removePrepared(data: string, uuid: string): void {
  for (const ending of ['json', 'ndjson', 'tries'] as const) rmSync(pathOf(data, uuid, ending), { force: true });
}

/** Removes what an earlier process prepared; the counts of its tries stay. */
export function emptyPrepared(data: string): void {
  const { prepared } = foldersOf(data);
  for (const name of readdirSync(prepared)) {
    if (!name.endsWith('.tries')) rmSync(join(prepared, name), { force: true });
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

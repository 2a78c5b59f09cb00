/**
 * Store: writes the files of editions so that a crash at any instant leaves whole files only.
 *
 * Every file is a durable file (durable-file.ts). A pack or manifest gets its name by rename. A head gets its name by a link, which fails
 * when the number is taken. Numbers of packs are never given twice, because readers cache bytes by pack number.
 * Not here: reading (publisher/read/), the meaning of the bytes (publisher/format/).
 */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DurableFile, replaceFile, syncFolder } from './durable-file.ts';
import { sha256 } from './format/hash.ts';
import type { Head } from './format/head.ts';
import {
  FILE_KINDS, SPOOL_PREFIX, TEMPORARY_PREFIX, earlierFile, fileOf, folderOf, type Audience, type AudienceFolder, type FileKind,
} from './format/layout.ts';
import type { Manifest } from './format/manifest.ts';
import { ChecksumWriter, encodePackHeader, type PackHeader } from './format/pack.ts';
import type { SegmentAddress } from './format/segment-address.ts';
import type { EncodedSegment } from './format/segment.ts';
import { newestHeadNumber, numbersOf, readHead } from './read/heads.ts';
import type { Sound } from './sound.ts';

export interface EditionStore {
  readonly folder: string;
  /** Checked before any stored file is removed. */
  readonly sound: Sound;
  /** Makes the folders, and removes the remains of a crash while the data folder is intact. */
  prepare(audience: Audience, now: Date): void;
  /** Returns a number above that of any pack in the folder or in the edition. */
  freePack(audience: Audience, edition: Pick<Manifest, 'packs'> | null): number;
  startPack(header: PackHeader): PackWriter;
  /** Gives a finished pack its name. A failure leaves no file behind. */
  keepPack(pack: PackWriter): void;
  /** Replaces an existing manifest atomically: a reader gets the old or the new one. */
  putManifest(audience: Audience, number: number, bytes: Buffer): void;
  /** Writes `earlier.json`, whole and durable; makes the folder of the audience. */
  putEarlier(audience: Audience, bytes: Buffer): void;
  /** Returns false when the number is taken. */
  createHead(audience: Audience, number: number, bytes: Buffer): boolean;
  /** Returns the newest head. Folders are listed once; after that only the next numbers are checked. */
  newestHead(audience: Audience): Head | undefined;
  /** Removes the named files that exist, durably. Throws a Fault when the data folder is not intact. */
  remove(audience: Audience, kind: FileKind, numbers: readonly number[]): void;
}

export function openStore(folder: string, sound: Sound): EditionStore {
  const prepared = new Set<Audience>();
  const newest = new Map<Audience, number>();
  const lastPack = new Map<Audience, number>();
  return {
    folder,
    sound,
    prepare(audience, now) {
      if (prepared.has(audience)) return;
      const of = { folder, audience };
      for (const kind of FILE_KINDS) mkdirSync(folderOf(of, kind), { recursive: true });
      if (sound.fault() !== null) return;
      removeLeftovers(of, now);
      prepared.add(audience);
    },
    freePack(audience, edition) {
      const last = lastPack.get(audience) ?? numbersOf({ folder, audience }, 'packs').at(-1) ?? 0;
      return 1 + Math.max(last, edition?.packs.at(-1)?.[1] ?? 0);
    },
    startPack: (header) => new PackWriter({ folder, audience: header.audience }, header),
    keepPack(pack) {
      lastPack.set(pack.audience, pack.number);
      try {
        pack.keep();
      } catch (error) {
        rmSync(pack.path, { force: true });
        throw error;
      }
    },
    putManifest(audience, number, bytes) {
      replaceFile(fileOf({ folder, audience }, 'manifests', number), bytes);
    },
    putEarlier(audience, bytes) {
      mkdirSync(join(folder, audience), { recursive: true });
      syncFolder(folder);
      replaceFile(earlierFile({ folder, audience }), bytes);
    },
    createHead: (audience, number, bytes) => createHead(fileOf({ folder, audience }, 'heads', number), bytes),
    newestHead(audience) {
      const of = { folder, audience };
      const number = newestHeadNumber(of, newest.get(audience) ?? 0);
      newest.set(audience, number);
      return number === 0 ? undefined : readHead(of, number);
    },
    remove(audience, kind, numbers) {
      const of = { folder, audience };
      if (numbers.length === 0) return;
      sound.require();
      if (kind === 'heads') newest.delete(audience);
      for (const number of numbers) rmSync(fileOf(of, kind, number), { force: true });
      syncFolder(folderOf(of, kind));
    },
  };
}

/** Age from which a temporary head is a leftover: a younger one may belong to another process. */
const LEFTOVER_HEAD_MS = 3_600_000;

function removeLeftovers(of: AudienceFolder, now: Date): void {
  for (const name of readdirSync(of.folder)) {
    if (name.startsWith(SPOOL_PREFIX)) rmSync(join(of.folder, name), { recursive: true });
  }
  for (const kind of FILE_KINDS) {
    const folder = folderOf(of, kind);
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(TEMPORARY_PREFIX)) continue;
      const path = join(folder, name);
      if (kind !== 'heads' || now.getTime() - statSync(path).mtimeMs > LEFTOVER_HEAD_MS) rmSync(path);
    }
  }
}

function createHead(path: string, bytes: Buffer): boolean {
  const head = new DurableFile(path);
  try {
    head.write(bytes);
    head.sync();
    return head.keepIfFree();
  } finally {
    head.drop();
  }
}

const PIECE_BYTES = 1024 * 1024;

/** Writes one pack under a temporary name. */
export class PackWriter {
  readonly path: string;
  readonly audience: Audience;
  readonly number: number;
  /** Number of bytes so far, without the checksums. */
  size = 0;
  /** Time spent writing and syncing. */
  readonly seconds = { write: 0, sync: 0 };
  readonly #file: DurableFile;
  readonly #checksums = new ChecksumWriter();
  /** Buffer of bytes not yet written; `#unwritten` counts them. */
  readonly #piece = Buffer.allocUnsafe(PIECE_BYTES);
  #unwritten = 0;

  constructor(of: AudienceFolder, header: PackHeader) {
    this.audience = header.audience;
    this.number = header.number;
    this.path = fileOf(of, 'packs', header.number);
    this.#file = new DurableFile(this.path);
    this.add(encodePackHeader(header));
  }

  /** The name until `keep`. */
  get temporary(): string {
    return this.#file.temporary;
  }

  add(bytes: Uint8Array): SegmentAddress {
    return this.fill(bytes.length, (target) => target.set(bytes));
  }

  addSegment(segment: EncodedSegment): SegmentAddress {
    return this.fill(segment.size, (target) => segment.put(target));
  }

  /** Adds `length` bytes; `put` writes all of them into the memory that it gets. */
  fill(length: number, put: (target: Buffer) => void): SegmentAddress {
    if (this.#unwritten + length > PIECE_BYTES) this.#flush();
    const isCopied = length <= PIECE_BYTES;
    const bytes = isCopied ? this.#piece.subarray(this.#unwritten, this.#unwritten + length) : Buffer.allocUnsafeSlow(length);
    put(bytes);
    if (isCopied) this.#unwritten += length; else this.#write(bytes);
    const offset = this.size;
    this.size += length;
    return { pack: this.number, offset, length, hash: sha256(bytes) };
  }

  /** Writes the buffer and the checksums, syncs and closes. */
  finish(): void {
    this.#flush();
    this.#write(this.#checksums.finish());
    const startedMs = performance.now();
    this.#file.sync();
    this.seconds.sync += (performance.now() - startedMs) / 1000;
  }

  /** Renames the pack to its final name, durably; after `finish`. */
  keep(): void {
    this.#file.keep();
  }

  /** Removes the temporary file; after `finish`, or instead of it. */
  drop(): void {
    this.#file.drop();
  }

  #flush(): void {
    this.#write(this.#piece.subarray(0, this.#unwritten));
    this.#unwritten = 0;
  }

  #write(bytes: Uint8Array): void {
    const startedMs = performance.now();
    this.#checksums.update(bytes);
    this.#file.write(bytes);
    this.seconds.write += (performance.now() - startedMs) / 1000;
  }
}

/**
 * Payloads: the received bytes, unchanged. Small payloads are in the inbox row; larger ones are files `<data>/payloads/<uuid>`, complete
 * and synced before their row commits, never changed after.
 * A payload is used only when its SHA-256 is that of its row: SQLite has no checksum of its own.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DurableFile, replaceFile } from '../../../publisher/durable-file.ts';
import { sumOf, type Sum } from '../../../publisher/file-sum.ts';
import type { Sound } from '../../../publisher/sound.ts';
import { Fault, faultOfSystem } from '../../../schemas/fault.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { foldersOf, type Reader } from '../database/database.ts';

/** Why a submission with a damaged payload is set aside. */
export const DAMAGED = 'the stored payload is not what was received (SHA-256 differs)';

const ORPHAN_AGE_MS = 24 * 3_600_000;

export function payloadPath(data: string, uuid: string): string {
  return join(foldersOf(data).payloads, uuid);
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns the path of the file until it is complete. The name is fixed, so that a later process finds leftovers. */
function temporaryPath(data: string, uuid: string): string {
  return `${payloadPath(data, uuid)}.tmp`;
}

/** Writes a payload file durably. Throws a Fault for a disk error and leaves no file then. */
export function writePayload(data: string, uuid: string, bytes: Uint8Array): void {
  const path = payloadPath(data, uuid);
  try {
    replaceFile(path, bytes, { temporary: temporaryPath(data, uuid) });
  } catch (error) {
    throw notStored(error, path);
  }
}

/** Copies a file of the data folder as a payload, durably and with bounded memory; its size and SHA-256 are those of the copy. */
export async function copyPayload(data: string, uuid: string, path: string): Promise<Sum> {
  const pieces = (): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>;
  return await storePayload(data, uuid, { path, pieces });
}

/** The bytes of a future payload, and their origin. */
export interface PayloadSource {
  readonly path: string;
  readonly pieces: () => AsyncIterable<Buffer>;
}

/** Stores the bytes of a source as a payload, durably and with bounded memory. Throws a Fault when they are too many. */
export async function storePayload(data: string, uuid: string, source: PayloadSource): Promise<Sum> {
  const copy = await PayloadFile.create(data, uuid);
  try {
    let bytes = 0;
    for await (const piece of source.pieces()) {
      bytes += piece.length;
      if (bytes > LIMITS.deliveryBytesMax) throw tooLarge(source.path);
      await copy.add(piece);
    }
    return await copy.finish();
  } catch (error) {
    copy.drop();
    throw notStored(error, payloadPath(data, uuid));
  }
}

/** A payload file that is written in pieces, under a temporary name until `finish`. Methods throw a Fault for a disk error. */
export class PayloadFile {
  readonly #file: DurableFile;
  readonly #hash = createHash('sha256');
  #bytes = 0;

  private constructor(file: DurableFile) {
    this.#file = file;
  }

  static async create(data: string, uuid: string): Promise<PayloadFile> {
    const path = payloadPath(data, uuid);
    return await stored(path, async () => new PayloadFile(new DurableFile(path, { temporary: temporaryPath(data, uuid) })));
  }

  async add(piece: Uint8Array): Promise<void> {
    this.#bytes += piece.length;
    this.#hash.update(piece);
    await stored(this.#file.path, () => this.#file.writeLater(piece));
  }

  /** Syncs the file and renames it to its final name, durably. */
  async finish(): Promise<Sum> {
    await stored(this.#file.path, async () => {
      await this.#file.syncLater();
      this.#file.keep();
    });
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  /** Removes the file. Called instead of `finish`, or after it failed. */
  drop(): void {
    this.#file.drop();
    rmSync(this.#file.path, { force: true });
  }
}

async function stored<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw notStored(error, path);
  }
}

/** Whether a payload file exists, complete or in part. */
export function isPayloadBegun(data: string, uuid: string): boolean {
  return [temporaryPath(data, uuid), payloadPath(data, uuid)].some((part) => existsSync(part));
}

/** Removes a payload, complete or in part, whose row was not stored, so that a full disk does not fill further. */
export function dropPayload(data: string, uuid: string): void {
  for (const part of [temporaryPath(data, uuid), payloadPath(data, uuid)]) rmSync(part, { force: true });
}

/** Whether a payload file exists and is undamaged. Reads the whole file, with bounded memory. */
export async function isIntact({ path, sha256 }: { path: string; sha256: string }): Promise<boolean> {
  if (!existsSync(path)) return false;
  return (await sumOf(path)).sha256 === sha256;
}

/**
 * Removes files that no row names and that no upload can still be writing. A file that is older than the first submission of this inbox
 * stays, because it may belong to another inbox. Throws a Fault when the data folder is not sound.
 */
export function sweepPayloads(data: string, db: Reader, { now, sound }: { readonly now: Date; readonly sound: Sound }): void {
  const { payloads } = foldersOf(data);
  const { first } = db.prepare('SELECT min(received) / 1000 AS first FROM inbox').get() as { first: number | null };
  const known = db.prepare('SELECT 1 FROM inbox WHERE uuid = ?');
  const orphans = readdirSync(payloads).filter((name) => {
    const { mtimeMs } = statSync(join(payloads, name));
    return now.getTime() - mtimeMs > ORPHAN_AGE_MS && mtimeMs > (first ?? Infinity) && known.get(name) === undefined;
  });
  if (orphans.length === 0) return;
  sound.require();
  for (const name of orphans) rmSync(join(payloads, name), { force: true });
}

/** Returns the payloads that are files according to this inbox, in order of arrival. */
export function filePayloads(inbox: string): readonly (Sum & { readonly uuid: string })[] {
  const db = new DatabaseSync(inbox, { readOnly: true });
  try {
    return db.prepare('SELECT uuid, bytes, sha256 FROM inbox WHERE payload IS NULL ORDER BY seq').all() as unknown as (Sum & { uuid: string })[];
  } finally {
    db.close();
  }
}

function notStored(error: unknown, path: string): unknown {
  return faultOfSystem(error, 'the delivery cannot be stored', { step: 'Inbox:Accept', path, hint: 'Check the disk and the rights of the data folder.' });
}

function tooLarge(path: string): Fault {
  return new Fault('the delivery is too large', {
    step: 'Delivery:Read', path, expected: `at most ${LIMITS.deliveryBytesMax} bytes`, hint: 'Deliver it in parts.',
  });
}

/**
 * Payloads: what was received, byte for byte. Small ones lie in the inbox row; larger ones are files
 * `<data>/payloads/<uuid>`, complete and synced before their row commits, never changed after.
 * A payload is believed only when its SHA-256 is that of its row: SQLite keeps no checksum of its own.
 */
import { createHash } from 'node:crypto';
import {
  closeSync, createReadStream, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync, writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { syncFolder } from '../../publisher/store.ts';
import { Fault } from '../../schemas/fault.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { foldersOf } from './database.ts';

const ORPHAN_AGE_MS = 24 * 3_600_000;

export function payloadPath(data: string, uuid: string): string {
  return join(foldersOf(data).payloads, uuid);
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Writes a payload file durably: temporary name, sync, rename, sync of the folder. */
export function writePayload(data: string, uuid: string, bytes: Uint8Array): void {
  const path = payloadPath(data, uuid);
  const handle = openSync(`${path}.tmp`, 'wx');
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
    fsyncSync(handle);
  } catch (error) {
    rmSync(`${path}.tmp`, { force: true });
    throw notStored(error, path);
  } finally {
    closeSync(handle);
  }
  renameSync(`${path}.tmp`, path);
  syncFolder(foldersOf(data).payloads);
}

/** Copies a file as a payload, durably and with bounded memory; its size and SHA-256 are those of the copy. */
export async function copyPayload(
  data: string, uuid: string, source: string,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const path = payloadPath(data, uuid);
  const hash = createHash('sha256');
  const target = await open(`${path}.tmp`, 'wx');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(source, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > LIMITS.deliveryBytesMax) throw tooLarge(source);
      hash.update(chunk);
      await target.appendFile(chunk);
    }
    await target.sync();
  } catch (error) {
    rmSync(`${path}.tmp`, { force: true });
    throw notStored(error, path);
  } finally {
    await target.close();
  }
  renameSync(`${path}.tmp`, path);
  syncFolder(foldersOf(data).payloads);
  return { bytes, sha256: hash.digest('hex') };
}

/** Removes a payload whose row was not stored, so that a full disk does not fill further. */
export function dropPayload(data: string, uuid: string): void {
  rmSync(payloadPath(data, uuid), { force: true });
}

/** Whether a payload file is there and is what was received. Reads it whole, with bounded memory. */
export async function isIntact({ path, sha256 }: { path: string; sha256: string }): Promise<boolean> {
  if (!existsSync(path)) return false;
  const hash = createHash('sha256');
  const stream = createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>;
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex') === sha256;
}

/** Removes files that no row names and that no submission in progress can still be writing. */
export function sweepPayloads(data: string, db: DatabaseSync, now: Date): void {
  const { payloads } = foldersOf(data);
  const known = db.prepare('SELECT 1 FROM inbox WHERE uuid = ?');
  for (const name of readdirSync(payloads)) {
    const path = join(payloads, name);
    const ageMs = now.getTime() - statSync(path).mtimeMs;
    if (ageMs > ORPHAN_AGE_MS && known.get(name) === undefined) rmSync(path, { force: true });
  }
}

function notStored(error: unknown, path: string): Fault {
  return error instanceof Fault ? error : new Fault('the delivery cannot be stored', {
    step: 'Inbox:Accept', path, actual: String(error), hint: 'Check the disk and the rights of the data folder.', cause: error,
  });
}

function tooLarge(path: string): Fault {
  return new Fault('the delivery is too large', {
    step: 'Inbox:Accept', path, expected: `at most ${LIMITS.deliveryBytesMax} bytes`, hint: 'Deliver it in parts.',
  });
}

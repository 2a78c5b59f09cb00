/**
 * Inventory: what a backup consists of and what it stands for, in `backup.json`. It is written last, with a checksum of itself, so that
 * where one is, the backup is whole. A reader refuses a newer format.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../schemas/fault.ts';
import { canonicalJson, isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { INVENTORY } from './layout.ts';
import type { Ownership } from '../../publisher/ownership.ts';

const FORMAT = 1;

export interface BackedFile {
  /** In the data folder, with slashes. */
  readonly path: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  /** Whether it lies with those that backups share; else under its path in the backup's own folder. */
  readonly isShared: boolean;
  /** Absent: an older program made the backup. */
  readonly ownership?: Ownership;
}

export interface BackedFolder {
  /** In the data folder, with slashes; empty: the data folder itself. */
  readonly path: string;
  readonly ownership: Ownership;
}

/** The edition that was active, as its head says. */
export interface BackedHead {
  readonly head: number;
  readonly edition: number;
  readonly contentId: string;
}

export interface Inventory {
  /** Of the backup: its folder. */
  readonly name: string;
  /** When the register was what it is here, ISO 8601. */
  readonly moment: string;
  /** The newest decision of the register, and the newest submission of the inbox; 0: none. */
  readonly decision: number;
  readonly submission: number;
  /** Null: nothing was published yet. */
  readonly public: BackedHead | null;
  readonly files: readonly BackedFile[];
  /** Absent: an older program made the backup. */
  readonly folders?: readonly BackedFolder[];
  /** What was damaged already in the data folder, and is so here. */
  readonly damages: readonly string[];
}

export function encodeInventory(inventory: Inventory): Buffer {
  const body = { format: FORMAT, ...inventory } as unknown as JsonObject;
  return Buffer.from(`${JSON.stringify({ ...body, checksum: checksumOf(body) }, null, 1)}\n`);
}

/** Throws a Fault when it is not there, damaged, or of a newer format. */
export function readInventory(folder: string, name: string): Inventory {
  const path = join(folder, name, INVENTORY);
  const { checksum, ...body } = parsed(path);
  const { format, ...inventory } = body;
  if (typeof format === 'number' && format > FORMAT) {
    throw new Fault('the backup was made by a newer version of this program', {
      step: 'Backup:Read', path, expected: `format ${FORMAT}`, actual: `format ${format}`, hint: 'Use the newer version.',
    });
  }
  if (format !== FORMAT || checksum !== checksumOf(body)) throw damaged(path, 'its checksum does not fit');
  const read = inventory as unknown as Inventory;
  const inner = (read.folders ?? []).filter((one) => one.path !== '');
  const outside = [...read.files, ...inner].find((one) => !isInside(one.path));
  if (outside !== undefined) throw damaged(path, `${outside.path} lies outside the data folder`);
  return read;
}

function parsed(path: string): JsonObject {
  let value: Json;
  try {
    value = JSON.parse(readFileSync(path, 'utf8')) as Json;
  } catch (cause) {
    throw damaged(path, String(cause), cause);
  }
  if (!isObject(value)) throw damaged(path, 'no JSON object');
  return value;
}

function checksumOf(body: JsonObject): string {
  return createHash('sha256').update(canonicalJson(body)).digest('hex');
}

function isInside(path: string): boolean {
  return path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..') && !path.includes('\\');
}

function damaged(path: string, actual: string, cause?: unknown): Fault {
  return new Fault('the backup is damaged', {
    step: 'Backup:Read', path, expected: 'the inventory of a backup', actual, cause, hint: 'Take another backup: `ev backup list` lists them.',
  });
}

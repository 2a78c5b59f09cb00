/**
 * Inventory: the files of a backup and the state that it has, in `backup.json`. The file is written last, with its own checksum, so that a
 * backup with an inventory is whole. A reader refuses a newer format.
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
  /** Path in the data folder, with slashes. */
  readonly path: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  /** Whether the file is in the shared folder; else it is under its path in the backup's own folder. */
  readonly isShared: boolean;
  /** Absent: an older program made the backup. */
  readonly ownership?: Ownership;
}

export interface BackedFolder {
  /** Path in the data folder, with slashes; empty: the data folder itself. */
  readonly path: string;
  readonly ownership: Ownership;
}

/** The active edition, by its head. */
export interface BackedHead {
  readonly head: number;
  readonly edition: number;
  readonly contentId: string;
}

export interface Inventory {
  /** Name of the backup and of its folder. */
  readonly name: string;
  /** Moment of the register in the backup, ISO 8601. */
  readonly moment: string;
  /** Numbers of the newest decision of the register and the newest submission of the inbox; 0: none. */
  readonly decision: number;
  readonly submission: number;
  /** The active public edition; null: none was published yet. */
  readonly public: BackedHead | null;
  readonly files: readonly BackedFile[];
  /** Absent: an older program made the backup. */
  readonly folders?: readonly BackedFolder[];
  /** Damage in the data folder that the backup has too. */
  readonly damages: readonly string[];
}

export function encodeInventory(inventory: Inventory): Buffer {
  const body = { format: FORMAT, ...inventory } as unknown as JsonObject;
  return Buffer.from(`${JSON.stringify({ ...body, checksum: checksumOf(body) }, null, 1)}\n`);
}

/** Reads an inventory. Throws a Fault when it is absent, damaged, or of a newer format. */
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

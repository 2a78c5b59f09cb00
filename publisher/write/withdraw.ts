/**
 * Withdraw: removes editions at once that showed data which is now hidden, then their bytes.
 *
 * A manifest under another name is no edition: requests for it are answered as gone. The manifest stays under that name until no file has
 * the bytes. After a crash, `purge` continues where it stopped. Heads keep the moments and numbers of these editions.
 * Not here: which objects are hidden (the register knows), collecting the packs (collect.ts).
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../schemas/json.ts';
import { hashId } from '../format/hash.ts';
import { fileOf, folderOf, withdrawnName, WITHDRAWN_SUFFIX, type AudienceFolder } from '../format/layout.ts';
import { EditionReader, openIds, SHARD } from '../read/edition-reader.ts';
import { numbersOf, readManifest } from '../read/heads.ts';
import { Packs } from '../read/bytes/index.ts';
import { versionsOf } from '../read/version-reader.ts';
import type { Sound } from '../sound.ts';
import { syncFolder } from '../durable-file.ts';
import type { EditionStore } from '../store.ts';
import { removeGoneDownloads } from './downloads.ts';
import { repack, type Repacked } from './repack.ts';

/** Returns those of these editions that are stored and show one of the ids, or list its versions. Throws a Fault when one cannot be read. */
export function editionsThatShow(of: AudienceFolder, editions: readonly number[], ids: readonly string[]): readonly number[] {
  const hashes = ids.map((id) => ({ id, ...hashId(id) }));
  const packs = new Packs(of);
  try {
    return editions.filter((edition) => {
      const { ids: index, versions } = readManifest(of, edition);
      if (versions !== null && ids.some((id) => versionsOf(versions, id, packs).some((version) => version.id === id))) return true;
      const root = openIds(index, packs);
      return root !== null && hashes.some((entry) => {
        const { start, end } = root.range(entry.high, entry.low);
        for (let shard = start; shard < end; shard += 1) {
          if (packs.madeAt(root.addresses, shard, SHARD).entriesOf(entry).some(({ id }) => id === entry.id)) return true;
        }
        return false;
      });
    });
  } finally {
    packs.close();
  }
}

/** Nested objects of a root, by id. */
export interface NestedIds {
  readonly series: string;
  readonly root: string;
  readonly ids: readonly string[];
}

/** Whether a document of a root, in any period, has one of these nested objects. One that is never valid has no feature. */
export function documentsShow(of: AudienceFolder, edition: number, { series, root, ids }: NestedIds): boolean {
  const packs = new Packs(of);
  try {
    const reader = new EditionReader(readManifest(of, edition), packs);
    return reader.begins(series, root).some((begin) => {
      const found = reader.document(root, 'CRS84', begin);
      if (found === undefined) return false;
      const text = Buffer.concat(found.slices).toString();
      found.release?.();
      return ids.some((id) => text.includes(`"id":${JSON.stringify(id)}`));
    });
  } finally {
    packs.close();
  }
}

/** Whether a stored edition has, in any period, a feature of this object with such properties. Throws a Fault when it cannot be read. */
export function showsProperties(
  of: AudienceFolder, edition: number,
  { series, id, isSuch }: { readonly series: string; readonly id: string; readonly isSuch: (properties: JsonObject) => boolean },
): boolean {
  const packs = new Packs(of);
  try {
    const reader = new EditionReader(readManifest(of, edition), packs);
    return reader.begins(series, id).some((begin) => {
      const found = reader.feature(series, id, 'CRS84', begin);
      if (found === undefined) return false;
      const { properties } = JSON.parse(found.bytes.toString()) as { readonly properties: JsonObject };
      found.release?.();
      return isSuch(properties);
    });
  } finally {
    packs.close();
  }
}

/** Renames the manifests, durably, and removes the downloads of these editions. The active edition is not allowed. Throws a Fault when the data folder is not intact. */
export function withdraw(of: AudienceFolder, editions: readonly number[], sound: Sound): void {
  if (editions.length > 0) sound.require();
  for (const edition of editions) {
    const path = fileOf(of, 'manifests', edition);
    renameSync(path, withdrawnName(path));
  }
  if (editions.length > 0) syncFolder(folderOf(of, 'manifests'));
  removeGoneDownloads(of, sound);
}

/** Returns whether editions were withdrawn whose bytes may still be stored. */
export function hasWithdrawn(of: AudienceFolder): boolean {
  return withdrawnIn(of).length > 0;
}

/**
 * Repacks every remaining edition so that none needs the packs from `from` on, which may have hidden data; then forgets the withdrawn
 * editions. These packs can then be collected.
 */
export function purge(store: EditionStore, { audience, from }: { audience: AudienceFolder['audience']; from: number }): Repacked | null {
  const of = { folder: store.folder, audience };
  const withdrawn = withdrawnIn(of);
  if (withdrawn.length === 0) return null;
  const isAffected = (edition: number): boolean => (readManifest(of, edition).packs.at(-1)?.[1] ?? 0) >= from;
  const editions = numbersOf(of, 'manifests').filter(isAffected);
  store.sound.require();
  const repacked = editions.length === 0 ? null : repack(store, { audience, editions, from });
  store.sound.require();
  removeGoneDownloads(of, store.sound);
  for (const name of withdrawn) rmSync(join(folderOf(of, 'manifests'), name));
  syncFolder(folderOf(of, 'manifests'));
  return repacked;
}

function withdrawnIn(of: AudienceFolder): readonly string[] {
  const folder = folderOf(of, 'manifests');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(WITHDRAWN_SUFFIX)) : [];
}

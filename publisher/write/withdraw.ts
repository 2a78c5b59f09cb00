/**
 * Withdraw: takes editions away at once that showed what may not be seen any more, then the bytes of it.
 *
 * A manifest of another name is no edition: who asks for it is told that it is gone. It stays under that name until no file
 * holds the bytes, so that a crash in between is made good: `purge` goes on where it was. What of these editions is told in heads
 * (moments and numbers) stays.
 * Not here: which objects are hidden (the register knows), collecting the packs (collect.ts).
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashId } from '../format/hash.ts';
import { fileOf, folderOf, withdrawnName, WITHDRAWN_SUFFIX, type AudienceFolder } from '../format/layout.ts';
import { openIds, SHARD } from '../read/edition.ts';
import { numbersOf, readManifest } from '../read/heads.ts';
import { Packs } from '../read/bytes/index.ts';
import { versionsOf } from '../read/versions.ts';
import type { Sound } from '../sound.ts';
import { syncFolder } from '../durable-file.ts';
import type { EditionStore } from '../store.ts';
import { repack, type Repacked } from './repack.ts';

/** Of these editions those that are there and show one of the ids, or list its versions. Throws a Fault when one cannot be read. */
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
          if (packs.madeAt(root.places, shard, SHARD).entriesOf(entry).some(({ id }) => id === entry.id)) return true;
        }
        return false;
      });
    });
  } finally {
    packs.close();
  }
}

/** Durable when it returns. Not for what is active. Throws a Fault when the data folder is not sound. */
export function withdraw(of: AudienceFolder, editions: readonly number[], sound: Sound): void {
  if (editions.length > 0) sound.require();
  for (const edition of editions) {
    const path = fileOf(of, 'manifests', edition);
    renameSync(path, withdrawnName(path));
  }
  if (editions.length > 0) syncFolder(folderOf(of, 'manifests'));
}

/** Whether editions were withdrawn whose bytes may still be there. */
export function hasWithdrawn(of: AudienceFolder): boolean {
  return withdrawnIn(of).length > 0;
}

/**
 * Makes every edition that is left do without the packs from `from` on, in which what is hidden may lie, and forgets what was
 * withdrawn. Then these packs can be collected.
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
  for (const name of withdrawn) rmSync(join(folderOf(of, 'manifests'), name));
  syncFolder(folderOf(of, 'manifests'));
  return repacked;
}

function withdrawnIn(of: AudienceFolder): readonly string[] {
  const folder = folderOf(of, 'manifests');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(WITHDRAWN_SUFFIX)) : [];
}

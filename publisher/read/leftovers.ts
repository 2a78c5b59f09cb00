/** Leftovers: files that an edition folder lacks, and files that no edition needs. Reads names and manifests only. */
import { existsSync, readdirSync } from 'node:fs';
import { Damage } from '../format/damage.ts';
import { fileOf, FILE_KINDS, folderOf, numberOf, type AudienceFolder, type FileKind } from '../format/layout.ts';
import { packNumbers } from '../format/manifest.ts';
import { hasManifest, numbersOf, readManifest } from './heads.ts';

export interface Inventory {
  readonly editions: number;
  readonly packs: number;
  /** Messages about unreadable manifests. */
  readonly unread: readonly string[];
  /** Missing packs that an edition names. */
  readonly lost: readonly { readonly edition: number; readonly pack: number }[];
  /** Packs that no edition names, except the last: its number must not be given again. */
  readonly unused: readonly number[];
  /** Names of other files and folders: temporary, set aside as damaged, withdrawn, or of another program. */
  readonly others: readonly string[];
}

/** Editions dropped during the check count neither as lost nor as left. */
export function inventoryOf(of: AudienceFolder): Inventory {
  const packs = numbersOf(of, 'packs');
  const unread: string[] = [];
  const named = numbersOf(of, 'manifests').flatMap((edition) => {
    try {
      return [{ edition, needs: packNumbers(readManifest(of, edition).packs) }];
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
      if (hasManifest(of, edition)) unread.push(error.message);
      return [];
    }
  });
  const needed = new Set(named.flatMap(({ needs }) => needs));
  const lost = named.flatMap(({ edition, needs }) => needs.map((pack) => ({ edition, pack }))).filter((one) => isLost(of, one));
  return {
    editions: named.length + unread.length, packs: packs.length, unread, lost,
    unused: unread.length > 0 ? [] : packs.slice(0, -1).filter((pack) => !needed.has(pack)),
    others: FILE_KINDS.flatMap((kind) => othersIn(of, kind).map((name) => `${kind}/${name}`)),
  };
}

/** Whether a pack is absent that the manifest still names. Collection removes manifests before packs, and a replaced manifest names other packs. */
function isLost(of: AudienceFolder, { edition, pack }: { readonly edition: number; readonly pack: number }): boolean {
  if (existsSync(fileOf(of, 'packs', pack)) || !hasManifest(of, edition)) return false;
  return packNumbers(readManifest(of, edition).packs).includes(pack);
}

function othersIn(of: AudienceFolder, kind: FileKind): readonly string[] {
  const folder = folderOf(of, kind);
  return existsSync(folder) ? readdirSync(folder).filter((name) => numberOf(kind, name) === undefined) : [];
}

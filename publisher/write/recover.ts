/**
 * Recover: before publications continue, the newest heads that lead to damage are set aside. The newest head is then one that opens. A
 * file set aside keeps its bytes under another name, and its number; its edition is published again from the register. Not here: damage in
 * the middle of a pack, found when it is first read (conductor.ts, publisher/read/verify.ts).
 */
import { Damage } from '../format/damage.ts';
import { fileOf, setAsideName, type AudienceFolder, type FileKind } from '../format/layout.ts';
import { OldFormat } from '../format/version.ts';
import { isFallback, openHead } from '../read/edition-reader.ts';
import { newestHeadNumber, numbersOf, readHead } from '../read/heads.ts';
import { Packs } from '../read/bytes/index.ts';
import type { Edition } from '../read/types.ts';
import { renameDurably } from '../durable-file.ts';

/** Only for the publishing process: the conductor. Returns the damage, newest first; empty when there is none. */
export function setAsideDamagedHeads(of: AudienceFolder): readonly Damage[] {
  const damages: Damage[] = [];
  const packs = new Packs(of);
  try {
    for (const number of numbersOf(of, 'heads').reverse()) {
      const opened = openedOrDamage(() => openHead(of, readHead(of, number), packs));
      if (opened instanceof Damage) damages.push(opened);
      else if (damages.length === 0 || isFallback(opened)) break;
      setAside(of, 'heads', number);
    }
    if (damages.length > 0) setManifestsAside(of);
  } finally {
    packs.close();
  }
  return damages;
}

/** Sets aside manifests beyond the newest edition. A reader may have seen them, so their numbers are not given again. */
function setManifestsAside(of: AudienceFolder): void {
  const head = newestHeadNumber(of, 0);
  const newest = head === 0 ? 0 : readHead(of, head).newest;
  for (const number of numbersOf(of, 'manifests')) if (number > newest) setAside(of, 'manifests', number);
}

function setAside(of: AudienceFolder, kind: FileKind, number: number): void {
  const path = fileOf(of, kind, number);
  renameDurably(path, setAsideName(path));
}

/** Returns whether the newest head is of an older format; other faults of the head are not examined here. */
export function isOldFormat(of: AudienceFolder): boolean {
  const number = newestHeadNumber(of, 0);
  if (number === 0) return false;
  try {
    readHead(of, number);
    return false;
  } catch (error) {
    if (error instanceof Damage) return false;
    if (error instanceof OldFormat) return true;
    throw error;
  }
}

function openedOrDamage(open: () => Edition): Edition | Damage {
  try {
    return open();
  } catch (error) {
    if (error instanceof Damage) return error;
    throw error;
  }
}

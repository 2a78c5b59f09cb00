/**
 * Recover: before publications go on, newest heads that lead to damage are set aside, so that the newest head is one
 * that opens. A file set aside keeps its bytes under another name; what its edition said is published again from the
 * register. Not here: damage in the middle of a pack, found at the first touch (conductor.ts, publisher/read/verify.ts).
 */
import { renameSync } from 'node:fs';
import { Damage } from '../format/damage.ts';
import { fileOf, folderOf, type AudienceFolder } from '../format/layout.ts';
import { openHead } from '../read/edition.ts';
import { numbersOf, readHead } from '../read/heads.ts';
import { Packs } from '../read/packs.ts';
import { syncFolder } from '../store.ts';

/** Only for who publishes: the conductor. Returns what was wrong, newest first; empty when all is well. */
export function setAsideDamagedHeads(of: AudienceFolder): readonly Damage[] {
  const damages: Damage[] = [];
  const packs = new Packs(of);
  try {
    for (const number of numbersOf(of, 'heads').reverse()) {
      const damage = damageOf(() => openHead(of, readHead(of, number), packs));
      if (damage === null) break;
      damages.push(damage);
      const path = fileOf(of, 'heads', number);
      renameSync(path, `${path}.damaged`);
      syncFolder(folderOf(of, 'heads'));
    }
  } finally {
    packs.close();
  }
  return damages;
}

function damageOf(open: () => void): Damage | null {
  try {
    open();
    return null;
  } catch (error) {
    if (error instanceof Damage) return error;
    throw error;
  }
}

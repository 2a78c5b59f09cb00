/**
 * Restore heads: rewrites damaged or missing heads byte for byte from the register. A head says since when its edition was available;
 * without the head, the edition before would answer for that time.
 *
 * Invariants:
 *  - Only for the process that holds the conductor's lock.
 *  - The newest head is restored only when its manifest exists and is the one that the register recorded. Older heads are restored only
 *    after the caller knows that the register published the newest edition. So the register of another folder restores nothing here.
 *  - A missing head is restored only while the manifest of its edition exists: editions that were dropped stay dropped.
 * Not here: heads that were set aside (publisher/write/recover.ts).
 */
import { mkdirSync } from 'node:fs';
import { Damage } from '../../../publisher/format/damage.ts';
import { encodeHead, type Head } from '../../../publisher/format/head.ts';
import { fileOf, folderOf, type AudienceFolder } from '../../../publisher/format/layout.ts';
import { hasHead, hasManifest, isSetAside, newestHeadNumber, numbersOf, readNamedManifest, wholeHead } from '../../../publisher/read/heads.ts';
import { replaceFile } from '../../../publisher/durable-file.ts';
import type { Reader } from '../database/database.ts';
import { lastRecorded, recordedHead, recordedHeadAfter, recordedHeads } from './recorded-heads.ts';

export interface RestoredHeads {
  /** Paths of the restored heads. */
  readonly made: readonly string[];
  /** Paths of damaged heads that the register did not record. */
  readonly left: readonly string[];
}

/** Restores the newest head. Returns its path, or null when there was nothing to do. */
export function restoreNewestHead(db: Reader, of: AudienceFolder): string | null {
  const number = lastRecorded(db, of.audience);
  const newest = newestHeadNumber(of, 0);
  if (number === 0 || number < newest || isSetAside(of, 'heads', number)) return null;
  if (number === newest && wholeHead(of, number) !== undefined) return null;
  const head = recordedHead(db, of.audience, number);
  return head !== undefined && hasManifest(of, head.edition) && checkOf(of, head.edition) === head.manifest ? put(of, head) : null;
}

/** Restores the heads before the newest. */
export function restoreOlderHeads(db: Reader, of: AudienceFolder): RestoredHeads {
  const newest = newestHeadNumber(of, 0);
  const made: string[] = [];
  const left: string[] = [];
  for (const number of numbersOf(of, 'heads')) {
    if (number >= newest || wholeHead(of, number) !== undefined) continue;
    const head = recordedHead(db, of.audience, number);
    if (head !== undefined) made.push(put(of, head));
    else left.push(fileOf(of, 'heads', number));
  }
  for (const head of recordedHeads(db, of.audience)) {
    if (head.number >= newest || !hasManifest(of, head.edition)) continue;
    const next = recordedHeadAfter(db, head);
    for (const one of [head, ...(next === undefined || next.number > newest ? [] : [next])]) {
      if (!hasHead(of, one.number) && !isSetAside(of, 'heads', one.number)) made.push(put(of, one));
    }
  }
  return { made, left };
}

function put(of: AudienceFolder, head: Head): string {
  const path = fileOf(of, 'heads', head.number);
  mkdirSync(folderOf(of, 'heads'), { recursive: true });
  replaceFile(path, encodeHead(head));
  return path;
}

/** Returns the check of an edition's manifest; undefined when the manifest is damaged. */
function checkOf(of: AudienceFolder, edition: number): string | undefined {
  try {
    return readNamedManifest(of, edition).check;
  } catch (error) {
    if (error instanceof Damage) return undefined;
    throw error;
  }
}

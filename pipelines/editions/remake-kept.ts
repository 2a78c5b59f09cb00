/**
 * Remake kept: makes existing editions again with the present configuration, for example after a change of the base URL. The edition keeps
 * its number, and answers about the past then have the same links as the newest edition.
 *
 * Invariants:
 *  - Editions are made one by one, oldest first, each from the one made before. After an interruption an edition is either old or new.
 *  - Roots that are hidden now are in none of them. Apart from that, each edition has as many objects of each type as before.
 *  - Heads do not change: they name the replaced manifest, and since when the edition was available.
 * Not here: the newest edition, which a publication makes again (conductor/conductor.ts), dropped editions (rebuild-edition.ts).
 */
import { Damage } from '../../publisher/format/damage.ts';
import type { AudienceFolder } from '../../publisher/format/layout.ts';
import { configurationHash, type Manifest } from '../../publisher/format/manifest.ts';
import { newestHead, numbersOf, readNamedManifest, wholeHead, wholeManifest } from '../../publisher/read/heads.ts';
import type { EditionStore } from '../../publisher/store.ts';
import { remakeEdition, type RemakeParts } from '../../publisher/write/remake.ts';
import { Fault, faultOfSystem } from '../../schemas/fault.ts';
import { trustedTime } from '../state/folder/clock.ts';
import { isLessSince } from '../state/register/hidden.ts';
import { pointOf } from '../state/register/edition-points.ts';
import { recordedHeads } from '../state/register/recorded-heads.ts';
import type { EditionPoint } from '../state/register/snapshot.ts';
import { requestBetween, type RequestParts } from './request-between.ts';

export interface RemakeKeptParts extends RequestParts {
  readonly store: EditionStore;
  readonly clock: () => Date;
  readonly onEdition: (done: number, total: number) => void;
}

export interface RemadeKept {
  /** `remade`: equal content; `less`: without roots that are hidden now; `mended`: the manifest was damaged, so the old content is unknown. */
  readonly editions: readonly { readonly edition: number; readonly outcome: 'remade' | 'less' | 'mended'; readonly contentId: string }[];
  /** Editions that cannot be made again and stay unchanged. */
  readonly left: readonly { readonly edition: number; readonly reason: string }[];
  /** Number of editions that had the configuration already, including the newest. */
  readonly unchanged: number;
}

/** Remakes editions. Throws a Fault for a disk error; editions made before it stay, and the others are unchanged. */
export function remakeKept(parts: RemakeKeptParts): RemadeKept {
  const { store, audience, configuration, onEdition } = parts;
  const of = { folder: store.folder, audience };
  const newest = newestHead(of.folder, audience)?.newest ?? 0;
  const kept = numbersOf(of, 'manifests').filter((number) => number <= newest);
  const today = configurationHash(configuration);
  const others = kept.filter((edition) => edition < newest && wholeManifest(of, edition)?.configurationHash !== today);
  const editions: RemadeKept['editions'][number][] = [];
  const left: RemadeKept['left'][number][] = [];
  let parent: Parent | null = null;
  for (const [done, edition] of others.entries()) {
    onEdition(done, others.length);
    try {
      const { manifest, point, outcome } = remake(edition, parent, parts);
      editions.push({ edition, outcome, contentId: manifest.contentId });
      parent = { manifest, point };
    } catch (error) {
      if (!(error instanceof NotMade)) throw unwritable(error, store.folder);
      left.push({ edition, reason: error.message });
    }
  }
  onEdition(others.length, others.length);
  return { editions, left, unchanged: kept.length - others.length };
}

/** The parent edition of the next one. */
interface Parent {
  readonly manifest: Manifest;
  readonly point: EditionPoint;
}

/** The register cannot make this edition again with equal content. */
class NotMade extends Fault {}

function unwritable(error: unknown, path: string): unknown {
  return faultOfSystem(error, 'an edition cannot be written', {
    step: 'Edition:Rebuild', path, hint: 'Check the disk, then run it again: what is made stays, and the editions that are not are what they were.',
  });
}

function remake(edition: number, before: Parent | null, parts: RemakeKeptParts): Parent & Pick<RemadeKept['editions'][number], 'outcome'> {
  const { db, store, audience } = parts;
  const of = { folder: store.folder, audience };
  const point = pointOf(db, { audience, edition });
  if (point === undefined) throw new NotMade(`the register does not know edition ${edition}`, { step: 'Edition:Rebuild', hint: STAYS });
  const now = trustedTime(db, parts.clock());
  const was = namedManifest(of, edition);
  const stays = was === undefined ? staysByHead(edition, now, parts) : { ...was.manifest, replaces: was.check };
  const isLess = isLessSince(db, point.decision);
  const parent = before !== null && point.decision >= before.point.decision && point.moment >= before.point.moment ? before : null;
  const manifest = remakeEdition(requestBetween({ parent: parent?.point ?? null, next: point, hidesLater: true }, parts), store, {
    number: edition, parent: parent && { manifest: parent.manifest, moment: parent.point.moment }, stays, now,
    accept: was === undefined ? undefined : (made) => requireAlike(made, was.manifest, isLess),
  });
  return { manifest, point, outcome: was === undefined ? 'mended' : isLess ? 'less' : 'remade' };
}

/** Reads the manifest that a head names; undefined when it is damaged. */
function namedManifest(of: AudienceFolder, edition: number): ReturnType<typeof readNamedManifest> | undefined {
  try {
    return readNamedManifest(of, edition);
  } catch (error) {
    if (error instanceof Damage) return undefined;
    throw error;
  }
}

/**
 * Returns the data in the head of an edition with a damaged manifest. The edition counts as rebuilt at `now`: only its manifest had the time
 * of an earlier rebuild.
 */
function staysByHead(edition: number, now: Date, { db, store, audience }: RemakeKeptParts): NonNullable<RemakeParts['stays']> {
  const of = { folder: store.folder, audience };
  const heads = [...recordedHeads(db, audience), ...numbersOf(of, 'heads').flatMap((number) => wholeHead(of, number) ?? [])];
  const head = heads.findLast((one) => one.edition === edition);
  if (head === undefined) {
    throw new NotMade(`the manifest of edition ${edition} is damaged, and no head names it`, { step: 'Edition:Rebuild', hint: STAYS });
  }
  return { moment: head.moment, replaces: head.manifest, rebuilt: now.toISOString() };
}

/** Throws NotMade when the new edition lacks objects that are not hidden now. */
function requireAlike(made: Manifest, was: Manifest, isLess: boolean): void {
  const counts = new Map(made.series.map(({ name, now }) => [name, now.count]));
  for (const { name, now } of was.series) {
    const count = counts.get(name) ?? 0;
    if (count === now.count || isLess && count < now.count) continue;
    throw new NotMade(`edition ${made.number} would not show what it showed`, {
      step: 'Edition:Rebuild', expected: `${now.count} ${name}`, actual: String(count), hint: STAYS,
    });
  }
}

const STAYS = 'It stays as it is, with the links that it has. `ev doctor` looks at the register; a backup of that time may have the rest.';

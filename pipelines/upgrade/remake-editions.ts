/**
 * Remake editions: makes every edition that an older program kept again in this format, from the register at its point, under its number;
 * then its heads, with their numbers and instants.
 *
 * Invariants:
 *  - Editions are made in order, oldest first. Existing ones stay, so that an interrupted upgrade goes on.
 *  - No edition has an object that is hidden now.
 *  - An edition has as many objects of each kind as in the older format, except objects that are hidden now, and sensitive objects, which
 *    older programs left out.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { encodeHead } from '../../publisher/format/head.ts';
import { folderOf, setAsideName, type AudienceFolder } from '../../publisher/format/layout.ts';
import { configurationHash, type Configuration, type Manifest } from '../../publisher/format/manifest.ts';
import { inThisFormat } from '../../publisher/format/older.ts';
import { hasHead, hasManifest, readManifest, readNamedManifest } from '../../publisher/read/heads.ts';
import { syncFolder } from '../../publisher/durable-file.ts';
import type { EditionStore } from '../../publisher/store.ts';
import { headOf, type Active } from '../../publisher/write/activate.ts';
import { remakeEdition } from '../../publisher/write/remake.ts';
import { Fault } from '../../schemas/fault.ts';
import type { Moment } from '../../schemas/time.ts';
import { requestBetween } from '../editions/request-between.ts';
import type { State } from '../state/database/database.ts';
import { newestPrefix } from '../state/inbox/batches.ts';
import { hasSensitive, isLessSince } from '../state/register/hidden.ts';
import { notePoint, pointOf } from '../state/register/edition-points.ts';
import type { EditionPoint, Project } from '../state/register/snapshot.ts';
import type { OlderEditions } from './older-editions.ts';

export interface RemakeEditionsParts {
  /** The data folder in which the editions are made. */
  readonly data: string;
  readonly db: State;
  readonly older: OlderEditions;
  readonly from: AudienceFolder;
  /** The store of the new editions. */
  readonly store: EditionStore;
  readonly configurationFor: (baseUrl: string) => Configuration;
  readonly project: Project;
  readonly threads: number;
  readonly clock: () => Date;
  /** Called before each edition; throw to end the work. */
  readonly onEdition: (done: number, total: number) => void;
}

/** The edition from which the next one is made. */
interface Parent {
  readonly manifest: Manifest;
  readonly point: EditionPoint;
}

export function remakeEditions(parts: RemakeEditionsParts): void {
  const { db, older, from, store } = parts;
  const { audience } = from;
  const of = { folder: store.folder, audience };
  let parent: Parent | null = null;
  for (const [done, edition] of older.kept.entries()) {
    parts.onEdition(done, older.kept.length);
    const point = pointFor(edition, parts);
    const configuration = parts.configurationFor(baseUrlOf(edition, older));
    const usable: Parent | null = parent !== null && canContinue(parent, { point, configuration }) ? parent : null;
    const isMade = hasManifest(of, edition);
    const manifest: Manifest = isMade ? readManifest(of, edition) : remake({ edition, point, configuration, parent: usable }, parts);
    requireAlike(manifest, point, parts);
    notePoint(db, { audience, edition, shown: manifest.moment as Moment }, point);
    parent = { manifest, point };
  }
  parts.onEdition(older.kept.length, older.kept.length);
  remakeHeads(of, store, older);
  keepNumbers(from, of);
}

function pointFor(edition: number, { db, from: { audience } }: RemakeEditionsParts): EditionPoint {
  const point = pointOf(db, { audience, edition });
  if (point !== undefined) return point;
  throw new Fault(`the register does not know edition ${edition}`, {
    step: 'Upgrade:Edition', hint: 'Register and editions do not belong together: restore both from one backup with the older program.',
  });
}

/** Whether an edition can be made from this parent: its point is later, and its configuration the same. */
function canContinue({ manifest, point: before }: Parent, { point, configuration }: Pick<Wanted, 'point' | 'configuration'>): boolean {
  const isLater = point.decision >= before.decision && point.moment >= before.moment;
  return isLater && manifest.configurationHash === configurationHash(configuration);
}

/** Returns the base URL of an edition. For a damaged manifest it is that of the edition before it, or after it. */
function baseUrlOf(edition: number, { kept, manifests }: OlderEditions): string {
  const around = [edition, ...kept.filter((number) => number < edition).reverse(), ...kept.filter((number) => number > edition)];
  const baseUrl = around.map((number) => manifests.get(number)?.baseUrl).find((found) => found !== undefined);
  if (baseUrl !== undefined) return baseUrl;
  throw new Fault('no manifest of the editions can be read', { step: 'Upgrade:Edition', hint: 'Restore the data folder from a backup with the older program.' });
}

interface Wanted {
  readonly edition: number;
  readonly point: EditionPoint;
  readonly configuration: Configuration;
  readonly parent: Parent | null;
}

function remake({ edition, point, configuration, parent }: Wanted, parts: RemakeEditionsParts): Manifest {
  const { db, store, from: { audience }, older, clock } = parts;
  // An unpublished decision may hide an object that the newest edition shows; the next publication removes that object.
  const isBehind = edition === older.kept.at(-1) && newestPrefix(db).decision > point.decision;
  const from = isBehind ? null : parent;
  const between = { parent: from?.point ?? null, next: point, hidesLater: !isBehind };
  return remakeEdition(requestBetween(between, { ...parts, audience, configuration }), store, {
    number: edition, parent: from === null ? null : { manifest: from.manifest, moment: from.point.moment }, stays: null, now: clock(),
  });
}

/** Throws a Fault when an edition lost objects that were not hidden since, or gained any that is not sensitive. */
function requireAlike({ number, series }: Manifest, point: EditionPoint, { db, older }: RemakeEditionsParts): void {
  const made = new Map(series.map(({ name, now }) => [name, now.count]));
  // The series of the older program, because a series that lost all objects is absent in the new manifest.
  for (const [name, shown] of older.manifests.get(number)?.counts ?? []) {
    const count = made.get(name) ?? 0;
    if (shown === count || count < shown && isLessSince(db, point.decision) || count > shown && hasSensitive(db, point.decision)) continue;
    throw new Fault(`edition ${number} would not show what it showed`, {
      step: 'Upgrade:Edition', expected: `${shown} ${name}`, actual: String(count),
      hint: 'Nothing of the old folder was changed; the older program goes on reading it. Report this, with this text.',
    });
  }
}

function remakeHeads(of: AudienceFolder, store: EditionStore, { heads }: OlderEditions): void {
  let before: Active | null = null;
  let last = 0;
  for (const older of heads) {
    // In format 1 instants may go back with the clock. Readers search for the last head up to a moment.
    last = Math.max(last, Date.parse(older.activated));
    const activated = new Date(last).toISOString();
    if (!hasManifest(of, older.edition)) {
      if (!hasHead(of, older.number)) store.createHead(of.audience, older.number, encodeHead({ ...inThisFormat(older), activated }));
      before = null;
      continue;
    }
    const { manifest, check } = readNamedManifest(of, older.edition);
    const head = headOf({ manifest, check, number: older.number, activated, newest: older.newest }, before);
    if (!hasHead(of, older.number)) store.createHead(of.audience, older.number, encodeHead(head));
    before = { head, series: manifest.series };
  }
}

/** Copies files that were set aside, so that their numbers are not used again: clients may have seen them. */
function keepNumbers(from: AudienceFolder, of: AudienceFolder): void {
  for (const kind of ['heads', 'manifests'] as const) {
    const folder = folderOf(from, kind);
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(setAsideName(''))) : [];
    if (names.length === 0) continue;
    mkdirSync(folderOf(of, kind), { recursive: true });
    for (const name of names) copyFileSync(join(folder, name), join(folderOf(of, kind), basename(name)));
    syncFolder(folderOf(of, kind));
  }
}


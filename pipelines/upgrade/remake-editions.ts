/**
 * Remake editions: every edition that an older program kept is made again in this format, from the register at the point that it stands
 * for, under its number; then its heads, with their numbers and instants.
 *
 * Invariants:
 *  - One edition after the other, oldest first; those that are there already stay, so that an upgrade that was cut off goes on.
 *  - What is hidden now is in none of them.
 *  - An edition shows as many objects of each kind as the older program showed, but for what is hidden now.
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
import { isLessSince } from '../state/register/hidden.ts';
import { notePoint, pointOf } from '../state/register/published.ts';
import type { EditionPoint, Project } from '../state/register/snapshot.ts';
import type { OlderEditions } from './older-editions.ts';

export interface RemakeEditionsParts {
  /** The data folder in which they are made. */
  readonly data: string;
  readonly db: State;
  readonly older: OlderEditions;
  readonly from: AudienceFolder;
  /** The store of the editions that are made. */
  readonly store: EditionStore;
  readonly configurationFor: (baseUrl: string) => Configuration;
  readonly project: Project;
  readonly threads: number;
  readonly clock: () => Date;
  /** Ends the work before the next edition by throwing. */
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
    const held: Parent | null = parent !== null && goesOn(parent, { point, configuration }) ? parent : null;
    const isMade = hasManifest(of, edition);
    const manifest: Manifest = isMade ? readManifest(of, edition) : remake({ edition, point, configuration, parent: held }, parts);
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

/** Whether an edition can be made from another: it stands for a later point, and the same shapes its bytes. */
function goesOn({ manifest, point: before }: Parent, { point, configuration }: Pick<Wanted, 'point' | 'configuration'>): boolean {
  const isLater = point.decision >= before.decision && point.moment >= before.moment;
  return isLater && manifest.configurationHash === configurationHash(configuration);
}

/** A damaged manifest does not say: then that of the edition before it, or after it. */
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
  // A decision that waits to be published may hide what the newest shows: the next publication takes that away.
  const isBehind = edition === older.kept.at(-1) && newestPrefix(db).decision > point.decision;
  const held = isBehind ? null : parent;
  const between = { parent: held?.point ?? null, next: point, hidesLater: !isBehind };
  return remakeEdition(requestBetween(between, { ...parts, audience, configuration }), store, {
    number: edition, parent: held === null ? null : { manifest: held.manifest, moment: held.point.moment }, stays: null, now: clock(),
  });
}

/** Nothing may be lost on the way: only what is hidden since then is not shown any more. */
function requireAlike({ number, series }: Manifest, point: EditionPoint, { db, older }: RemakeEditionsParts): void {
  const made = new Map(series.map(({ name, now }) => [name, now.count]));
  // By the series of the older program: one that lost all of its objects is not in the new manifest.
  for (const [name, shown] of older.manifests.get(number)?.counts ?? []) {
    const count = made.get(name) ?? 0;
    if (shown === count || count < shown && isLessSince(db, point.decision)) continue;
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
    // Format 1 took the clock as it was. Readers look for the last one up to a moment.
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

/** The numbers of files that were set aside stay theirs: readers may have seen them. */
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


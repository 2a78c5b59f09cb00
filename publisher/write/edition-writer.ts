/**
 * Edition: writes the pack of one edition from sorted changes to its parent, and makes its manifest. The gate writes the manifest's file
 * (gate.ts).
 */
import { editionCrssFor } from '../../schemas/crs.ts';
import { SERIES } from '../../schemas/names.ts';
import { compareIdEntries, type IdEntry } from '../format/id-index.ts';
import {
  EMPTY_ROOT, configurationFields, contentIdOf, withPack, type Changed, type Manifest, type PackRange,
  type RootEntry, type SeriesEntry,
} from '../format/manifest.ts';
import { editionNames } from '../format/names.ts';
import type { PackHeader } from '../format/pack.ts';
import { FORMAT_VERSION } from '../format/version.ts';
import type { Packs } from '../read/bytes/index.ts';
import type { Moment } from '../../schemas/time.ts';
import type { EditionStore, PackWriter } from '../store.ts';
import type { PublishRequest } from './input.ts';
import { byOrder, type Change } from './merge.ts';
import { nextChangeOf, writeSeries, type RowRef } from './series-writer.ts';
import { writeIds } from './shards.ts';
import type { Spool } from './spool.ts';
import { writeVersions, type TreeChange } from './version-tree.ts';

export interface EditionContext {
  readonly request: PublishRequest;
  readonly store: EditionStore;
  readonly packs: Packs;
  readonly spool: Spool;
  readonly parent: Manifest | null;
  /** Number of the edition. */
  readonly number: number;
  readonly header: PackHeader;
  readonly changed: Changed | null;
  /** Moment of the last change that the edition shows. */
  readonly shownAt: Moment;
  /** Field of the manifest (format/manifest.ts). */
  readonly replaces: string | null;
  readonly rebuilt: string | null;
}

export interface Written {
  readonly blocks: number;
  readonly segments: number;
  readonly bytes: number;
  /** Time spent writing the pack and syncing it. */
  readonly seconds: { readonly write: number; readonly sync: number };
}

const NOTHING: Written = { blocks: 0, segments: 0, bytes: 0, seconds: { write: 0, sync: 0 } };

/** The differences from the parent. */
export interface Changes {
  /** The changed rows of each target, sorted. Targets 2n and 2n + 1 are *now* and *other* of series n. */
  readonly rows: readonly (readonly Change<ChangedRow>[])[];
  readonly versions: readonly TreeChange[];
}

/** A row to add or remove, as the series and the id index know it. */
export type ChangedRow = RowRef & IdEntry;

export interface WrittenEdition {
  readonly manifest: Manifest;
  /** False when it is the parent, because nothing differs. */
  readonly isNew: boolean;
  readonly written: Written;
}

/** When the pack cannot be written, no file is left behind. */
export function writeEdition(changes: Changes, context: EditionContext): WrittenEdition {
  const { parent } = context;
  const hasChanges = changes.versions.length > 0 || changes.rows.some(({ length }) => length > 0);
  const made = hasChanges ? writePack(changes, context) : null;
  if (made === null && parent !== null) return { manifest: atMoment(parent, context), isNew: false, written: NOTHING };
  const { written, ...parts } = made ?? { roots: parentRoots(null), packs: [], written: NOTHING };
  return { manifest: manifestOf(parts, context), isNew: true, written };
}

/** Returns the parent with its next change after the requested moment. */
function atMoment(parent: Manifest, { request, packs }: EditionContext): Manifest {
  return { ...parent, nextChange: nextChange(parentRoots(parent), { moment: request.moment, packs }) };
}

interface Roots {
  /** Per target. */
  readonly series: readonly RootEntry[];
  readonly ids: RootEntry;
  readonly versions: RootEntry;
}

interface NewPack {
  readonly roots: Roots;
  readonly packs: readonly PackRange[];
  readonly written: Written;
}

function parentRoots(parent: Manifest | null): Roots {
  return {
    series: SERIES.flatMap((_, index) => {
      const root = parent?.series[index];
      return [root?.now ?? EMPTY_ROOT, root?.other ?? EMPTY_ROOT];
    }),
    ids: parent?.ids ?? EMPTY_ROOT,
    versions: parent?.versions ?? EMPTY_ROOT,
  };
}

/** Returns null when everything equals the parent. */
function writePack(changes: Changes, context: EditionContext): NewPack | null {
  const { store, header, parent } = context;
  const pack = store.startPack(header);
  try {
    const { roots, written } = writeRoots(changes, pack, context);
    if (parent !== null && isSameContent(roots, parent)) return null;
    pack.finish();
    store.keepPack(pack);
    const packs = withPack(parent?.packs ?? [], header.number);
    return { roots, packs, written: { ...written, bytes: pack.size, seconds: pack.seconds } };
  } finally {
    pack.drop();
  }
}

function writeRoots(
  changes: Changes, pack: PackWriter, { request, packs, spool, parent }: EditionContext,
): { roots: Roots; written: { blocks: number; segments: number } } {
  const written = { blocks: 0, segments: 0 };
  const crss = editionCrssFor(request.configuration.epoch ?? null);
  const output = { pack, packs, spool, crss, moment: request.moment, written };
  const roots = parentRoots(parent);
  const series = roots.series.map((root, target) => {
    const list = changes.rows[target] ?? [];
    return list.length === 0 ? root : writeSeries(root, list, output);
  });
  const idChanges = idChangesOf(changes.rows.flat());
  const ids = idChanges.length === 0 ? roots.ids : writeIds(roots.ids, idChanges, output);
  const versions = changes.versions.length === 0 ? roots.versions : writeVersions(roots.versions, changes.versions, output);
  return { roots: { series, ids, versions }, written };
}

/** Drops changes of rows that keep their entry in the id index, whatever happened to their bytes. */
function idChangesOf(changes: readonly Change<IdEntry>[]): Change<IdEntry>[] {
  const sorted = [...changes].sort(byOrder<IdEntry>(compareIdEntries));
  const left: Change<IdEntry>[] = [];
  for (const change of sorted) {
    const last = left.at(-1);
    if (last?.isRemoval === true && !change.isRemoval && isFoundAlike(last.entry, change.entry)) left.pop();
    else left.push(change);
  }
  return left;
}

function isFoundAlike(left: IdEntry, right: IdEntry): boolean {
  return compareIdEntries(left, right) === 0 && left.key === right.key && left.target === right.target;
}

function isSameContent(roots: Roots, parent: Manifest): boolean {
  return contentIdOf({ ...parent, series: seriesOf(roots), ids: roots.ids, versions: roots.versions }) === parent.contentId;
}

function seriesOf({ series }: Roots): SeriesEntry[] {
  return SERIES.map((name, index) => ({ name, now: series[index * 2]!, other: series[index * 2 + 1]! }));
}

function manifestOf({ roots, packs }: Omit<NewPack, 'written'>, context: EditionContext): Manifest {
  const { request, number, header, parent, changed, shownAt, replaces, rebuilt, packs: reader } = context;
  const identity = {
    audience: header.audience, configurationHash: header.configuration, series: seriesOf(roots), ids: roots.ids, versions: roots.versions,
  };
  return {
    ...identity, contentId: contentIdOf(identity), packs, format: FORMAT_VERSION, changed, replaces, rebuilt,
    number, parent: parent?.number ?? null, moment: shownAt,
    nextChange: nextChange(roots, { moment: request.moment, packs: reader }),
    configuration: configurationFields(request.configuration), names: editionNames(request.configuration.epoch ?? null),
  };
}

function nextChange({ series }: Roots, { moment, packs }: { moment: number; packs: Packs }): number | null {
  const moments = series.map((root, target) => nextChangeOf(root, moment, { packs, target }));
  const next = Math.min(...moments);
  return next === Infinity ? null : next;
}

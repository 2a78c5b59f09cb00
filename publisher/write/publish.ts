/**
 * Publish: makes the next edition from the changes of the register. The table of contents of this folder.
 *
 * Full publication is the same code from an empty parent. Invariants:
 *  - At equal prefix, moment, configuration and audience the contentId is equal, whatever the editions between.
 *  - A reader never sees half an edition: first the pack gets its name, then the manifest, then the head.
 *  - A publication that failed anywhere can be tried again, and then writes the same bytes under the same number.
 * Not here: what a row is (derive.ts), where cuts fall (format/cut.ts), files (publisher/store.ts).
 */
import { Fault } from '../../schemas/fault.ts';
import { SERIES } from '../../schemas/names.ts';
import type { StageSeconds } from '../../schemas/stages.ts';
import type { Moment } from '../../schemas/time.ts';
import { hashId } from '../format/hash.ts';
import type { Head } from '../format/head.ts';
import type { AudienceFolder } from '../format/layout.ts';
import { configurationHash, type Manifest } from '../format/manifest.ts';
import { compareRows } from '../format/order.ts';
import { isSamePublication } from '../format/pack.ts';
import { attemptOf, isTaken, newestManifest, readManifest, readNewestHead, type Attempt } from '../read/heads.ts';
import { Packs } from '../read/packs.ts';
import type { EditionStore } from '../store.ts';
import { addHead, type Active } from './activate.ts';
import { writeEdition, type ChangedRow } from './edition.ts';
import type { DerivedRow, PublishRequest } from './input.ts';
import { byOrder, type Change } from './merge.ts';
import { sizeOf } from './row.ts';
import { Spool } from './spool.ts';

export interface Published {
  /** Number of the manifest that covers this prefix and moment. */
  readonly edition: number;
  readonly contentId: string;
  /** Null: nothing changed, so the head stays. The prefix counts as published all the same. */
  readonly head: number | null;
  /** Objects valid now, in all series together. */
  readonly objects: number;
  readonly blocksWritten: number;
  readonly segmentsWritten: number;
  /** Size of the new pack. */
  readonly bytesWritten: number;
  readonly nextChange: Moment | null;
  readonly seconds: StageSeconds;
}

/**
 * Publishes one prefix at one moment. `now` is the wall clock, used for the head only. The parent is the newest
 * edition of the audience (`newestHead`); when its configuration differs, everything is made anew and the rows
 * are derived from nothing. Throws a Fault; then the active edition is what it was.
 */
export function publish(request: PublishRequest, store: EditionStore, now: Date): Published {
  const { audience, batch, seq, moment } = request;
  const of = { folder: store.folder, audience };
  store.prepare(audience, now);
  const head = readNewestHead(of);
  const newest = head === undefined ? null : newestManifest(of, head);
  if (newest !== null && moment < newest.moment) {
    throw new Fault('the moment lies before that of the newest edition', {
      step: 'Edition:Publish', expected: `${newest.moment} or later`, actual: String(moment),
    });
  }
  const configuration = configurationHash(request.configuration);
  const parent = request.anew !== true && newest?.configurationHash === configuration ? newest : null;
  const publication = { audience, batch, seq, moment, configuration };
  const number = freeNumber(of, newest?.number ?? 0, { ...publication, parent: parent?.number ?? null });
  const header = { ...publication, number };
  const packs = new Packs(of);
  const spool = new Spool(store.folder);
  try {
    const startedMs = performance.now();
    const changes = collect(request, parent, spool);
    const derivedMs = performance.now();
    const { manifest, check, written } = writeEdition(changes, { request, store, packs, spool, parent, header });
    const { write, sync } = written.seconds;
    const seconds = { derive: (derivedMs - startedMs) / 1000, cut: (performance.now() - derivedMs) / 1000 - write - sync, write, sync };
    const headNumber = manifest.unchanged ? null : addHead(store, { manifest, check, now, last: active(of, head, newest) });
    return {
      edition: manifest.number, contentId: manifest.contentId, head: headNumber,
      objects: manifest.series.reduce((sum, { now: { count } }) => sum + count, 0),
      blocksWritten: written.blocks, segmentsWritten: written.segments, bytesWritten: written.bytes,
      nextChange: manifest.nextChange as Moment | null, seconds,
    };
  } finally {
    spool.close();
    packs.close();
  }
}

/** What was active before, from the newest manifest where that says the same. */
function active(of: AudienceFolder, head: Head | undefined, newest: Manifest | null): Active | null {
  if (head === undefined || newest === null) return null;
  const isNewest = head.edition === head.newest || head.edition === newest.number;
  return { head, series: (isNewest ? newest : readManifest(of, head.edition)).series };
}

/** The number of an attempt at this very publication that ended before its head, else the first that is free. */
function freeNumber(of: AudienceFolder, newest: number, publication: Required<Attempt>): number {
  for (let number = newest + 1; ; number += 1) {
    if (!isTaken(of, number)) return number;
    const earlier = attemptOf(of, number);
    if (earlier === undefined || !isSamePublication(earlier, publication)) continue;
    if (earlier.parent === undefined || earlier.parent === publication.parent) return number;
  }
}

/** Per target (twice the index of a series; plus one: *other*) the rows to remove and to add, sorted. */
function collect(request: PublishRequest, parent: Manifest | null, spool: Spool): Change<ChangedRow>[][] {
  const changes: Change<ChangedRow>[][] = SERIES.flatMap(() => [[], []]);
  for (const { isRemoval, row } of request.rows(parent === null ? null : parent.moment as Moment)) {
    changes[row.target]!.push({ isRemoval, entry: refTo(row, isRemoval ? 0 : spool.add(row.record)) });
  }
  for (const list of changes) list.sort(byOrder(compareRows));
  return changes;
}

function refTo({ order, target, record }: DerivedRow, at: number): ChangedRow {
  return { ...order, ...hashId(order.id), target, size: sizeOf(record), page: null, at, length: record.length };
}

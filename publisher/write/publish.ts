/**
 * Publish: makes the next edition from the changes of the register. This file is the entry point of the folder.
 *
 * A full publication is the same code with an empty parent. Invariants:
 * - At equal prefix, moment, configuration and audience the contentId is equal, whatever the editions between.
 * - A reader never sees half an edition: first the pack gets its name, then the manifest, then the head.
 * - Before the manifest and the head, the written bytes are read back (gate.ts). A bad edition never becomes active, and the previous one
 *   stays.
 * - A failed publication can be tried again. Its manifest is written over, because no head ever named it; its pack keeps its number and is
 *   collected (collect.ts).
 * - When nothing differs from the parent for this audience, no file and no number is left.
 *
 * Not here: how a row is made (derive.ts), where cuts fall (format/cut.ts), files (publisher/store.ts).
 */
import { Fault } from '../../schemas/fault.ts';
import type { StageSeconds } from '../../schemas/stages.ts';
import type { Moment } from '../../schemas/time.ts';
import type { Head } from '../format/head.ts';
import type { AudienceFolder } from '../format/layout.ts';
import { configurationHash, objectsIn, type Manifest } from '../format/manifest.ts';
import { freeNumber, newestManifest, readManifest } from '../read/heads.ts';
import { Packs } from '../read/bytes/index.ts';
import type { EditionStore } from '../store.ts';
import { activeIn, addHead, type Active } from './activate.ts';
import { sortedChanges } from './changes.ts';
import { writeEdition } from './edition-writer.ts';
import { passGate } from './gate.ts';
import type { PublishRequest } from './input.ts';
import { Spool } from './spool.ts';

export interface Published {
  /** Number of the edition with the requested content: the parent when nothing changed. */
  readonly edition: number;
  readonly contentId: string;
  /** Null: nothing changed, so the head stays. */
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

/** An edition that is written and has passed the gate, and is not active yet. */
export interface Built {
  readonly edition: Omit<Published, 'head'>;
  readonly manifest: Manifest;
  /** SHA-256 of its file, hex; null: the edition is the parent, because nothing differs. */
  readonly check: string | null;
  /** The active edition when this one was built. */
  readonly last: Active | null;
  readonly onWritten: PublishRequest['onWritten'];
}

/**
 * Publishes one prefix at one moment. `now` is the wall clock, used for the head only. The parent is the newest edition of the audience
 * (`newestHead`). With another configuration, everything is made from nothing. Throws a Fault; Refused when a check fails. The active
 * edition then stays.
 */
export function publish(request: PublishRequest, store: EditionStore, now: Date): Published {
  return activateBuilt(build(request, store, now), store, now);
}

/** Makes the built edition the active one. Valid only while nothing else was published: a later publication writes over it. */
export function activateBuilt({ edition, manifest, check, last, onWritten }: Built, store: EditionStore, now: Date): Published {
  onWritten?.(manifest.number, manifest.moment as Moment);
  const newest = store.newestHead(manifest.audience);
  // An earlier attempt failed after its head had its final name.
  if (newest !== undefined && newest.manifest === check) return { ...edition, head: newest.number };
  const isLast = newest?.number === last?.head.number;
  const head = check === null ? null : addHead(store, { manifest, check, now, last: isLast ? last : activeIn(store, manifest.audience) });
  return { ...edition, head };
}

/** Does everything of `publish` but the head. No reader sees the edition, and the next one built or published takes its number. */
export function build(request: PublishRequest, store: EditionStore, now: Date): Built {
  const { audience, moment } = request;
  const of = { folder: store.folder, audience };
  store.prepare(audience, now);
  const head = store.newestHead(audience);
  const newest = head === undefined ? null : newestManifest(of, head);
  const earliest = Math.max(newest?.moment ?? 0, request.parentMoment ?? 0) as Moment;
  if (moment < earliest) {
    throw new Fault('the moment lies before that of the newest edition', {
      step: 'Edition:Publish', expected: `${earliest} or later`, actual: String(moment),
    });
  }
  const configuration = configurationHash(request.configuration);
  const parent = request.anew !== true && newest?.configurationHash === configuration ? newest : null;
  const number = freeNumber(of, 'manifests', newest?.number ?? 0);
  // Never below the number of its edition: a pack with a lower number than an edition is older than the edition.
  const header = { audience, configuration, number: Math.max(number, store.freePack(audience, parent)) };
  const packs = new Packs(of);
  const spool = new Spool(store.folder);
  try {
    const startedMs = performance.now();
    const { changes, changedAt, changed } = sortedChanges(request, parent === null ? null : earliest, spool);
    const derivedMs = performance.now();
    const shownAt = Math.max(changedAt, parent?.moment ?? 0) as Moment;
    const { manifest, isNew, written } = writeEdition(changes, {
      request, store, packs, spool, parent, number, header, changed, shownAt, replaces: null, rebuilt: null,
    });
    const { write, sync } = written.seconds;
    const seconds = { derive: (derivedMs - startedMs) / 1000, cut: (performance.now() - derivedMs) / 1000 - write - sync, write, sync };
    const check = isNew ? passGate(store, { manifest, pack: header.number }, { parent, changes }) : null;
    const edition = {
      edition: manifest.number, contentId: manifest.contentId, objects: objectsIn(manifest),
      blocksWritten: written.blocks, segmentsWritten: written.segments, bytesWritten: written.bytes,
      nextChange: manifest.nextChange as Moment | null, seconds,
    };
    return { edition, manifest, check, last: active(of, head, newest), onWritten: request.onWritten };
  } finally {
    spool.close();
    packs.close();
  }
}

/** Returns the previously active edition, from the newest manifest when that has the same content. */
function active(of: AudienceFolder, head: Head | undefined, newest: Manifest | null): Active | null {
  if (head === undefined || newest === null) return null;
  const isNewest = head.edition === head.newest || head.edition === newest.number;
  return { head, series: (isNewest ? newest : readManifest(of, head.edition)).series };
}

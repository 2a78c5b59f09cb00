/**
 * Remake: makes an edition of an older format again in this one, under its number, from the register. Each is made from the one before,
 * so that what they share lies once.
 *
 * Invariants:
 *  - It is read back before its manifest counts (gate.ts), as a publication is.
 *  - An edition that says what the one before says has a manifest of its own all the same: heads name it.
 * Not here: heads (activate.ts), which editions (pipelines/upgrade/).
 */
import type { Moment } from '../../schemas/time.ts';
import { configurationHash, countPacks, encodeManifest, type Manifest } from '../format/manifest.ts';
import { readManifest } from '../read/heads.ts';
import { Packs } from '../read/packs.ts';
import type { EditionStore } from '../store.ts';
import { sortedChanges } from './changes.ts';
import { writeEdition } from './edition.ts';
import { passGate } from './gate.ts';
import type { PublishRequest } from './input.ts';
import { repack } from './repack.ts';
import { Spool } from './spool.ts';

/** Packs that an edition may need before it is repacked: as many as one of a running service. */
const PACKS_MAX = 32;

export interface RemakeParts {
  /** Of the edition. */
  readonly number: number;
  /** The edition that the changes of the request go on from, and the moment that it stands for; null: nothing. */
  readonly parent: { readonly manifest: Manifest; readonly moment: Moment } | null;
  /** Wall clock. */
  readonly now: Date;
}

/** The manifest, which is durable. Throws a Fault when it could not be written, or was not written as it should be. */
export function remakeEdition(request: PublishRequest, store: EditionStore, { number, parent, now }: RemakeParts): Manifest {
  const { audience } = request;
  const of = { folder: store.folder, audience };
  store.prepare(audience, now);
  const before = parent?.manifest ?? null;
  const configuration = configurationHash(request.configuration);
  const header = { audience, configuration, number: Math.max(number, store.freePack(audience, before)) };
  const packs = new Packs(of);
  const spool = new Spool(store.folder);
  try {
    const { changes, changedAt, changed } = sortedChanges(request, parent?.moment ?? null, spool);
    const { manifest, check } = writeEdition(changes, {
      request, store, packs, spool, parent: before, number, header, changed,
      shownAt: Math.max(changedAt, before?.moment ?? 0) as Moment, replaces: null, rebuilt: null,
    });
    if (check !== null) passGate(of, { manifest, check, pack: header.number }, { parent: before, changes });
    else store.putManifest(audience, number, encodeManifest(sameUnder(number, manifest)));
  } finally {
    spool.close();
    packs.close();
  }
  const made = readManifest(of, number);
  if (countPacks(made.packs) <= PACKS_MAX) return made;
  repack(store, { audience, editions: [number] });
  return readManifest(of, number);
}

/** The manifest of an edition that says what another says. */
function sameUnder(number: number, manifest: Manifest): Manifest {
  return { ...manifest, number, parent: manifest.number, changed: {}, replaces: null, rebuilt: null };
}

/**
 * Remake: makes an edition again under its number from the register, in today's format and configuration. Each edition is made from the
 * one before, so that shared bytes are stored once.
 *
 * Invariants:
 * - The edition is read back before its manifest takes the name (gate.ts), as in a publication; until then the previous manifest of the
 *   number stays.
 * - An edition equal to the one before still has a manifest of its own: heads name it.
 *
 * Not here: heads (activate.ts), which editions (pipelines/upgrade/, pipelines/editions/remake-kept.ts).
 */
import type { Moment } from '../../schemas/time.ts';
import { configurationHash, countPacks, type Manifest } from '../format/manifest.ts';
import { readManifest } from '../read/heads.ts';
import { Packs } from '../read/bytes/index.ts';
import type { EditionStore } from '../store.ts';
import { sortedChanges } from './changes.ts';
import { writeEdition } from './edition-writer.ts';
import { passGate } from './gate.ts';
import type { PublishRequest } from './input.ts';
import { repack } from './repack.ts';
import { Spool } from './spool.ts';

/** Packs that an edition may need before it is repacked: as many as in a running service. */
const PACKS_MAX = 32;

export interface RemakeParts {
  /** Number of the edition. */
  readonly number: number;
  /** The edition to which the changes of the request apply, and its moment; null: nothing. */
  readonly parent: { readonly manifest: Manifest; readonly moment: Moment } | null;
  /** Fields of the present manifest of this number, which its head names; null: the head is made afterwards. */
  readonly stays: Pick<Manifest, 'moment' | 'replaces' | 'rebuilt'> | null;
  /** Throws when an edition with this manifest may not be published. */
  readonly accept?: ((manifest: Manifest) => void) | undefined;
  /** Wall clock. */
  readonly now: Date;
}

/** Returns the manifest, which is durable. Throws a Fault when the edition could not be written, or a check failed. */
export function remakeEdition(request: PublishRequest, store: EditionStore, { number, parent, stays, accept, now }: RemakeParts): Manifest {
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
    const shownAt = (stays?.moment ?? Math.max(changedAt, before?.moment ?? 0)) as Moment;
    const kept = { replaces: stays?.replaces ?? null, rebuilt: stays?.rebuilt ?? null };
    const { manifest, isNew } = writeEdition(changes, {
      request, store, packs, spool, parent: before, number, header, changed, shownAt, ...kept,
    });
    const made = isNew ? manifest : sameUnder(number, manifest, { moment: stays?.moment ?? manifest.moment, ...kept });
    passGate(store, { manifest: made, pack: isNew ? header.number : null }, { parent: before, changes, accept });
  } finally {
    spool.close();
    packs.close();
  }
  const made = readManifest(of, number);
  if (countPacks(made.packs) <= PACKS_MAX) return made;
  repack(store, { audience, editions: [number] });
  return readManifest(of, number);
}

/** Returns the manifest of an edition equal to its parent. */
function sameUnder(number: number, parent: Manifest, stays: NonNullable<RemakeParts['stays']>): Manifest {
  return { ...parent, number, parent: parent.number, changed: {}, moment: stays.moment, replaces: stays.replaces, rebuilt: stays.rebuilt };
}

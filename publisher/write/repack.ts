/**
 * Repack: writes what editions have in their newer packs together into one, so that they need few files. An edition says the
 * same under the same number: its manifest is written over, its contentId, heads, tags and cursors stay. What several share
 * is copied once.
 *
 * Invariants:
 *  - What names places names them in packs that are not newer than its own; so where a root, page or part lies in a pack
 *    that stays, all that it names stays too and is not looked at.
 *  - Only columns of places change, and these are no content, or the hash of bytes that are copied; so every hash of content
 *    stays.
 *  - Old packs are not touched: who reads them goes on. They go when no edition that is kept needs them (collect.ts).
 */
import { statSync } from 'node:fs';
import { fileOf, type Audience, type AudienceFolder } from '../format/layout.ts';
import {
  countPacks, encodeManifest, packNumbers, rootPlace, withPack, type Manifest, type PackRange, type RootEntry,
} from '../format/manifest.ts';
import { placeAt, readPlaces, setPlace, type Place, type Places } from '../format/place.ts';
import { Segment, type SegmentKind } from '../format/segment.ts';
import { isLeaf } from '../format/versions.ts';
import { readManifest, readNamedManifest } from '../read/heads.ts';
import { apart, Packs, PackScan } from '../read/bytes/index.ts';
import type { EditionStore, PackWriter } from '../store.ts';
import { neededBytes } from './needed.ts';

export interface Repack {
  readonly audience: Audience;
  /** One at least. */
  readonly editions: readonly number[];
  /** Leaves nothing in this pack or newer ones, for these must go; without it as much stays as is worth while for the last edition. */
  readonly from?: number;
}

export interface Repacked {
  /** Packs that the last edition needed, and that it needs now. */
  readonly before: number;
  readonly packs: number;
  readonly bytesWritten: number;
}

/** Throws a Fault when what it copies is damaged, or cannot be written; then each edition is what it was, or is repacked. */
export function repack(store: EditionStore, { audience, editions, from }: Repack): Repacked {
  const of = { folder: store.folder, audience };
  const last = readManifest(of, editions.at(-1)!);
  const stays = from === undefined ? staysOf(of, last) : from - 1;
  const scan = new PackScan(of);
  const pack = store.startPack({ audience, configuration: last.configurationHash, number: store.freePack(audience, last) });
  try {
    const mover = new Mover(scan, pack, stays);
    const moved = editions.map((edition): Manifest => {
      const { manifest, check } = readNamedManifest(of, edition);
      return {
        ...manifest, replaces: check, packs: withPack(upTo(manifest.packs, stays), pack.number), ids: mover.ids(manifest.ids),
        series: manifest.series.map(({ name, now, other }) => ({ name, now: mover.series(now), other: mover.series(other) })),
        versions: manifest.versions === null ? null : mover.versions(manifest.versions),
      };
    });
    pack.finish();
    store.keepPack(pack);
    readBack(mover, { scan, pack: pack.number }, () => store.remove(audience, 'packs', [pack.number]));
    for (const manifest of moved) store.putManifest(audience, manifest.number, encodeManifest(manifest));
    return { before: countPacks(last.packs), packs: countPacks(moved.at(-1)!.packs), bytesWritten: pack.size };
  } finally {
    pack.drop();
    scan.close();
  }
}

/** What was written must be what was copied before anything relies on it: the old packs may be removed soon. */
function readBack({ written }: Mover, { scan, pack }: { readonly scan: PackScan; readonly pack: number }, remove: () => void): void {
  try {
    for (const place of written) scan.read(place);
    scan.checksums(pack);
  } catch (error) {
    remove();
    throw error;
  }
}

export interface PackSize {
  readonly number: number;
  readonly bytes: number;
  /** Of them, those that the edition needs. */
  readonly needed: number;
}

/** The newest pack that stays; 0: none. What is needed of each is looked for only when all would be copied: that reads all pages. */
function staysOf(of: AudienceFolder, edition: Manifest): number {
  const packs = packNumbers(edition.packs).map((number): PackSize => {
    const bytes = statSync(fileOf(of, 'packs', number), { throwIfNoEntry: false })?.size ?? 0;
    return { number, bytes, needed: bytes };
  });
  const stays = lastThatStays(packs);
  // Then less than a third is copied.
  if (stays > 0) return stays;
  const needed = neededOf(of, edition);
  return lastThatStays(packs.map(({ number, bytes }) => ({ number, bytes, needed: needed.get(number) ?? 0 })));
}

/** All is read once, so nothing is kept. */
function neededOf(of: AudienceFolder, edition: Manifest): ReadonlyMap<number, number> {
  const packs = new Packs(of, { scanned: 0, read: 0, rows: 0 });
  try {
    return neededBytes(edition, packs);
  } finally {
    packs.close();
  }
}

/** A pack stays when so many times what is needed of all that are newer is needed of it, so that no byte is copied often. */
const STAYS_FROM = 2;
/** And when this share of all that would stay is needed, so that the disk does not fill with the rest. */
const NEEDED_MIN = 0.5;
/** No more stay, or the edition would still lie in too many, and be repacked again and again. */
const STAY_MAX = 16;

/** The newest pack that stays; 0: none. `packs`: oldest first. */
export function lastThatStays(packs: readonly PackSize[]): number {
  let newer = 0;
  for (const [index, { number, needed }] of [...packs.entries()].reverse()) {
    const isLarge = needed > STAYS_FROM * newer && isMostlyNeeded(packs.slice(0, index + 1));
    if (index < packs.length - 1 && index < STAY_MAX && isLarge) return number;
    newer += needed;
  }
  return 0;
}

function isMostlyNeeded(packs: readonly PackSize[]): boolean {
  const sum = (of: 'bytes' | 'needed'): number => packs.reduce((total, pack) => total + pack[of], 0);
  return sum('needed') >= NEEDED_MIN * sum('bytes');
}

function upTo(packs: readonly PackRange[], last: number): readonly PackRange[] {
  return packs.filter(([from]) => from <= last).map(([from, to]): PackRange => [from, Math.min(to, last)]);
}

/** Copies what lies in packs that do not stay, each piece once. */
class Mover {
  readonly #scan: PackScan;
  readonly #pack: PackWriter;
  readonly #stays: number;
  /** By the old place. */
  readonly #moved = new Map<string, Place>();

  constructor(scan: PackScan, pack: PackWriter, stays: number) {
    this.#scan = scan;
    this.#pack = pack;
    this.#stays = stays;
  }

  /** Everything that was copied, where it lies now. */
  get written(): Iterable<Place> {
    return this.#moved.values();
  }

  series(entry: RootEntry): RootEntry {
    return this.#root(entry, (root) => this.#rewrite(root, 'series', (segment) => {
      this.#list(readPlaces(segment, 'page', { hash: 'check' }), (place) => this.#page(place));
    }));
  }

  ids(entry: RootEntry): RootEntry {
    return this.#root(entry, (root) => this.#rewrite(root, 'ids', (segment) => {
      this.#list(readPlaces(segment, 'shard', { hash: 'hash' }), (place) => this.#copy(place));
    }));
  }

  versions(entry: RootEntry): RootEntry {
    return this.#root(entry, (root) => this.#branch(root, entry.count, 0));
  }

  #root(entry: RootEntry, move: (place: Place) => Place): RootEntry {
    const held = rootPlace(entry);
    if (held === null || this.#isStaying(held)) return entry;
    const { hash, ...place } = move(held);
    return { ...entry, place: { ...place, check: Buffer.from(hash).toString('hex') } };
  }

  #page(place: Place): Place {
    return this.#rewrite(place, 'page', (page) => {
      this.#list(readPlaces(page, 'part', { hash: 'check' }), (part) => this.#part(part));
    });
  }

  #part(place: Place): Place {
    return this.#rewrite(place, 'part', (part) => {
      if (part.has('block.hash')) this.#list(readPlaces(part, 'block', { hash: 'hash' }), (block) => this.#copy(block));
    });
  }

  #branch(place: Place, count: number, steps: number): Place {
    if (isLeaf(count, steps)) return this.#copy(place);
    return this.#rewrite(place, 'versionNode', (node) => {
      const counts = node.u32('count');
      this.#list(readPlaces(node, 'branch', { hash: 'check' }), (branch, index) => this.#branch(branch, counts[index]!, steps + 1));
    });
  }

  /** Writes a segment again, with the places in it that `move` changed. */
  #rewrite(place: Place, kind: SegmentKind, move: (segment: Segment) => void): Place {
    return this.#once(place, () => {
      const segment = new Segment(apart(this.#scan.read(place)), kind);
      move(segment);
      return this.#pack.add(segment.bytes);
    });
  }

  #copy(place: Place): Place {
    return this.#once(place, () => this.#pack.add(this.#scan.read(place)));
  }

  #list(places: Places, move: (place: Place, index: number) => Place): void {
    for (let index = 0; index < places.packs.length; index += 1) {
      const place = placeAt(places, index);
      if (!this.#isStaying(place)) setPlace(places, index, move(place, index));
    }
  }

  #isStaying({ pack }: Place): boolean {
    return pack <= this.#stays;
  }

  #once({ pack, offset, ...rest }: Place, move: (place: Place) => Place): Place {
    const name = `${pack}:${offset}`;
    const known = this.#moved.get(name) ?? move({ pack, offset, ...rest });
    this.#moved.set(name, known);
    return known;
  }
}

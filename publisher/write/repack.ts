/**
 * Repack: compaction. It merges the needed bytes of an edition's newer packs into one pack, so that the edition needs few files. The
 * edition keeps its number and content: its manifest is written over; its contentId, heads, tags and cursors stay. Bytes that several
 * editions share are copied once.
 *
 * Invariants:
 * - A segment has addresses only in packs that are not newer than its own. When a root, page or part lies in a pack that stays, all
 *   segments that it names stay too and are not examined.
 * - Only columns of addresses change. These are no content, or they are the hash of copied bytes; so every content hash stays.
 * - Old packs are not touched, so readers continue. They are removed when no stored edition needs them (collect.ts).
 */
import { statSync } from 'node:fs';
import { fileOf, type Audience, type AudienceFolder } from '../format/layout.ts';
import {
  countPacks, encodeManifest, packNumbers, rootAddress, withPack, type Manifest, type PackRange, type RootEntry,
} from '../format/manifest.ts';
import { addressAt, readAddresses, setAddress, type SegmentAddress, type SegmentAddresses } from '../format/segment-address.ts';
import { Segment, type SegmentKind } from '../format/segment.ts';
import { isLeaf } from '../format/version-nodes.ts';
import { readManifest, readNamedManifest } from '../read/heads.ts';
import { apart, Packs, PackScan } from '../read/bytes/index.ts';
import type { EditionStore, PackWriter } from '../store.ts';
import { neededBytes } from './needed.ts';

export interface Repack {
  readonly audience: Audience;
  /** At least one. */
  readonly editions: readonly number[];
  /**
   * First pack from which nothing may stay, because these packs must go. When absent, packs stay as long as that is worthwhile for the
   * last edition.
   */
  readonly from?: number;
}

export interface Repacked {
  /** Numbers of packs that the last edition needed before and needs now. */
  readonly before: number;
  readonly packs: number;
  readonly bytesWritten: number;
}

/** Throws a Fault when bytes to copy are damaged, or cannot be written. Each edition is then either unchanged or repacked. */
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

/** Compares the copied bytes before any manifest relies on them: the old packs may be removed soon. */
function readBack({ written }: Mover, { scan, pack }: { readonly scan: PackScan; readonly pack: number }, remove: () => void): void {
  try {
    for (const address of written) scan.read(address);
    scan.checksums(pack);
  } catch (error) {
    remove();
    throw error;
  }
}

export interface PackSize {
  readonly number: number;
  readonly bytes: number;
  /** Bytes of the pack that the edition needs. */
  readonly needed: number;
}

/**
 * Returns the newest pack that stays; 0: none. The needed bytes per pack are computed only when everything would be copied, because that
 * reads all pages.
 */
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

/** Everything is read once, so nothing is cached. */
function neededOf(of: AudienceFolder, edition: Manifest): ReadonlyMap<number, number> {
  const packs = new Packs(of, { scanned: 0, read: 0, rows: 0 });
  try {
    return neededBytes(edition, packs);
  } finally {
    packs.close();
  }
}

/** A pack stays when its needed bytes are at least this many times those of all newer packs, so that no byte is copied often. */
const STAYS_FROM = 2;
/** Also, this share of all bytes that would stay must be needed, so that the disk does not fill with unneeded bytes. */
const NEEDED_MIN = 0.5;
/** Maximum number of packs that stay; with more, the edition would soon be repacked again. */
const STAY_MAX = 16;

/** Returns the newest pack that stays; 0: none. `packs`: oldest first. */
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

/** Copies blocks and segments out of packs that do not stay, each once. */
class Mover {
  readonly #scan: PackScan;
  readonly #pack: PackWriter;
  readonly #stays: number;
  /** New addresses of copied blocks and segments, by their old address. */
  readonly #moved = new Map<string, SegmentAddress>();

  constructor(scan: PackScan, pack: PackWriter, stays: number) {
    this.#scan = scan;
    this.#pack = pack;
    this.#stays = stays;
  }

  /** The new addresses of everything copied. */
  get written(): Iterable<SegmentAddress> {
    return this.#moved.values();
  }

  series(entry: RootEntry): RootEntry {
    return this.#root(entry, (root) => this.#rewrite(root, 'series', (segment) => {
      this.#list(readAddresses(segment, 'page', { hash: 'check' }), (address) => this.#page(address));
    }));
  }

  ids(entry: RootEntry): RootEntry {
    return this.#root(entry, (root) => this.#rewrite(root, 'ids', (segment) => {
      this.#list(readAddresses(segment, 'shard', { hash: 'hash' }), (address) => this.#copy(address));
    }));
  }

  versions(entry: RootEntry): RootEntry {
    return this.#root(entry, (root) => this.#branch(root, entry.count, 0));
  }

  #root(entry: RootEntry, move: (address: SegmentAddress) => SegmentAddress): RootEntry {
    const address = rootAddress(entry);
    if (address === null || this.#isStaying(address)) return entry;
    const { hash, ...extent } = move(address);
    return { ...entry, address: { ...extent, check: Buffer.from(hash).toString('hex') } };
  }

  #page(address: SegmentAddress): SegmentAddress {
    return this.#rewrite(address, 'page', (page) => {
      this.#list(readAddresses(page, 'part', { hash: 'check' }), (part) => this.#part(part));
    });
  }

  #part(address: SegmentAddress): SegmentAddress {
    return this.#rewrite(address, 'part', (part) => {
      if (part.has('block.hash')) this.#list(readAddresses(part, 'block', { hash: 'hash' }), (block) => this.#copy(block));
    });
  }

  #branch(address: SegmentAddress, count: number, steps: number): SegmentAddress {
    if (isLeaf(count, steps)) return this.#copy(address);
    return this.#rewrite(address, 'versionNode', (node) => {
      const counts = node.u32('count');
      this.#list(readAddresses(node, 'branch', { hash: 'check' }), (branch, index) => this.#branch(branch, counts[index]!, steps + 1));
    });
  }

  /** Writes a segment again, with the addresses in it that `move` changed. */
  #rewrite(address: SegmentAddress, kind: SegmentKind, move: (segment: Segment) => void): SegmentAddress {
    return this.#once(address, () => {
      const segment = new Segment(apart(this.#scan.read(address)), kind);
      move(segment);
      return this.#pack.add(segment.bytes);
    });
  }

  #copy(address: SegmentAddress): SegmentAddress {
    return this.#once(address, () => this.#pack.add(this.#scan.read(address)));
  }

  #list(addresses: SegmentAddresses, move: (address: SegmentAddress, index: number) => SegmentAddress): void {
    for (let index = 0; index < addresses.packs.length; index += 1) {
      const address = addressAt(addresses, index);
      if (!this.#isStaying(address)) setAddress(addresses, index, move(address, index));
    }
  }

  #isStaying({ pack }: SegmentAddress): boolean {
    return pack <= this.#stays;
  }

  #once({ pack, offset, ...rest }: SegmentAddress, move: (address: SegmentAddress) => SegmentAddress): SegmentAddress {
    const name = `${pack}:${offset}`;
    const known = this.#moved.get(name) ?? move({ pack, offset, ...rest });
    this.#moved.set(name, known);
    return known;
  }
}

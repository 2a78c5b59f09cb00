/** Needed: the number of bytes that an edition needs of each pack. Bytes that later editions have replaced lie there too and do not count. */
import { editionCrssFor, planeOf, type EditionCrss } from '../../schemas/crs.ts';
import type { Manifest, RootEntry } from '../format/manifest.ts';
import type { SegmentAddresses } from '../format/segment-address.ts';
import { isLeaf, type VersionBranch } from '../format/version-nodes.ts';
import { openIds } from '../read/edition-reader.ts';
import { pageAt, type Packs } from '../read/bytes/index.ts';
import { openRoot } from '../read/series-reader.ts';
import { nodeBranches, rootBranch } from '../read/version-reader.ts';

/** Returns the number of needed bytes of each pack, by the number of the pack. Throws a Fault when a segment with addresses is damaged. */
export function neededBytes(manifest: Manifest, packs: Packs): ReadonlyMap<number, number> {
  const needed = new Needed(packs, editionCrssFor(manifest.configuration.epoch ?? null));
  for (const { now, other } of manifest.series) {
    needed.addSeries(now);
    needed.addSeries(other);
  }
  needed.addIds(manifest.ids);
  if (manifest.versions !== null) needed.addVersions(manifest.versions);
  return needed.bytes;
}

class Needed {
  readonly bytes = new Map<number, number>();
  readonly #packs: Packs;
  readonly #crss: EditionCrss;

  constructor(packs: Packs, crss: EditionCrss) {
    this.#packs = packs;
    this.#crss = crss;
  }

  addSeries(entry: RootEntry): void {
    this.#addRoot(entry);
    const root = openRoot(entry, this.#packs);
    if (root === null) return;
    this.#addAll(root.addresses);
    for (let index = 0; index < root.pages; index += 1) {
      const page = pageAt(this.#packs, root.addresses, index);
      this.#addAll(page.directory.addresses);
      for (const crs of this.#crss.planes) {
        this.#addAll(page.rows(crs).blocks);
        this.#addAll(page.documents(crs)?.blocks);
      }
      for (const crs of this.#crss.heights) {
        this.#addUnshared(page.rows(crs).blocks, page.rows(planeOf(crs)).blocks);
        this.#addUnshared(page.documents(crs)?.blocks, page.documents(planeOf(crs))?.blocks);
      }
    }
  }

  addIds(entry: RootEntry): void {
    this.#addRoot(entry);
    this.#addAll(openIds(entry, this.#packs)?.addresses);
  }

  addVersions(entry: RootEntry): void {
    const branch = rootBranch(entry);
    if (branch !== null) this.#addBranch(branch, 0);
  }

  #addBranch(branch: VersionBranch, steps: number): void {
    this.#add(branch.address.pack, branch.address.length);
    if (isLeaf(branch.count, steps)) return;
    for (const one of nodeBranches(branch, this.#packs)) if (one !== null) this.#addBranch(one, steps + 1);
  }

  #addRoot({ address }: RootEntry): void {
    if (address !== null) this.#add(address.pack, address.length);
  }

  #addAll(addresses: SegmentAddresses | undefined): void {
    if (addresses === undefined) return;
    for (const [index, pack] of addresses.packs.entries()) this.#add(pack, addresses.lengths[index]!);
  }

  /** Adds the blocks that are not those of the plane: blocks without heights are. */
  #addUnshared(blocks: SegmentAddresses | undefined, plane: SegmentAddresses | undefined): void {
    if (blocks === undefined || plane === undefined || blocks === plane) return;
    for (const [index, pack] of blocks.packs.entries()) {
      if (pack === plane.packs[index] && blocks.offsets[index] === plane.offsets[index]) continue;
      this.#add(pack, blocks.lengths[index]!);
    }
  }

  #add(pack: number, length: number): void {
    this.bytes.set(pack, (this.bytes.get(pack) ?? 0) + length);
  }
}

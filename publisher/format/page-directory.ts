/**
 * Page: about 450 rows of one series. Its directory divides the rows into blocks and names the parts of the page, one segment each. A
 * query reads only the parts that it needs: `order`, `boxes.28992`, `field.bronhouder`.
 *
 * A part has two hashes. The content hash leaves addresses out and takes part in the content hash of the page; `check` is of the bytes as
 * they lie. Columns: publisher/FORMAT.md, "Page".
 * Not here: the parts (page-parts.ts, column.ts, list-column.ts, words.ts), where pages end (cut.ts), reading parts
 * (publisher/read/bytes/page.ts).
 */
import { editionCrssFor, type HeightCrs, type PlaneCrs } from '../../schemas/crs.ts';
import { GEOMETRY_TYPES, type GeometryType } from '../../schemas/geometry.ts';
import { HASH_BYTES } from './hash.ts';
import { addressAt, addressColumns, readAddresses, type SegmentAddress, type SegmentAddresses } from './segment-address.ts';
import { countBefore } from './search.ts';
import { EncodedSegment, Segment, content, type Texts } from './segment.ts';
import { allTexts, textColumns } from './text-columns.ts';

/** Flag bits of a row; the higher bits have the index of its geometry's type in GEOMETRY_TYPES. */
export const FLAGS = { geometry: 1, connected: 2, typeShift: 2 } as const;

/** Returns the flags of a row with this geometry. */
export function flagsOf({ type, connected }: { readonly type: GeometryType; readonly connected: boolean }): number {
  return FLAGS.geometry | (connected ? FLAGS.connected : 0) | GEOMETRY_TYPES.indexOf(type) << FLAGS.typeShift;
}

/** Returns the bit of the geometry type in these flags; 0 without geometry. */
export function typeBit(flags: number): number {
  return (flags & FLAGS.geometry) === 0 ? 0 : 1 << (flags >> FLAGS.typeShift);
}

const { planes: PLANES, heights: HEIGHTS } = editionCrssFor(0);

function perPlane(make: (crs: PlaneCrs) => string): Readonly<Record<PlaneCrs, string>> {
  return Object.fromEntries(PLANES.map((crs) => [crs, make(crs)])) as Record<PlaneCrs, string>;
}

function perHeight(make: (crs: HeightCrs) => string): Readonly<Record<HeightCrs, string>> {
  return Object.fromEntries(HEIGHTS.map((crs) => [crs, make(crs)])) as Record<HeightCrs, string>;
}

/** Names of the parts of a page. Names made with a CRS or a field occur once for each that the page has. */
export const PARTS = {
  order: 'order',
  periods: 'periods',
  spans: 'spans',
  delivered: 'delivered',
  boxes: perPlane((crs) => `boxes.${crs}`),
  rows: { ...perPlane((crs) => `rows.${crs}`), ...perHeight((crs) => `rows.${crs}`) },
  documents: { ...perPlane((crs) => `docs.${crs}`), ...perHeight((crs) => `docs.${crs}`) },
  runs: perPlane((crs) => `runs.${crs}`),
  heights: 'heights',
  words: 'words',
  field: (name: string) => `field.${name}`,
  list: (name: string) => `list.${name}`,
} as const;

/** One part of a page. */
export interface PartEntry {
  readonly name: string;
  readonly contentHash: Uint8Array;
  /** Address of the segment; its hash is `check`. */
  readonly address: SegmentAddress;
}

export interface PageFacts {
  /** FLAGS of each row. */
  readonly flags: Uint8Array;
  /** Number of rows before the end of each block. */
  readonly blockEnds: readonly number[];
  readonly parts: readonly PartEntry[];
}

export function encodePage({ flags, blockEnds, parts }: PageFacts): EncodedSegment {
  const hashes = new Uint8Array(parts.length * HASH_BYTES);
  for (const [index, { contentHash }] of parts.entries()) hashes.set(contentHash, index * HASH_BYTES);
  return new EncodedSegment('page', [
    content('flags', flags),
    content('block.end', Uint32Array.from(blockEnds)),
    ...textColumns('part.name', parts.map(({ name }) => name)),
    content('part.hash', hashes),
    ...addressColumns('part', parts.map((part) => part.address), { hash: 'check' }),
  ]);
}

/** The decoded directory of a page. */
export class PageDirectory {
  /** Number of rows. */
  readonly count: number;
  readonly flags: Uint8Array;
  readonly blockEnds: Uint32Array;
  readonly addresses: SegmentAddresses;
  readonly #parts: PartNames;
  readonly #hashes: Uint8Array;

  constructor(bytes: Buffer) {
    const segment = new Segment(bytes, 'page');
    this.flags = segment.u8('flags');
    this.count = this.flags.length;
    this.blockEnds = segment.u32('block.end');
    this.addresses = readAddresses(segment, 'part', { hash: 'check' });
    this.#parts = shared(segment.texts('part.name'));
    this.#hashes = segment.u8('part.hash');
  }

  get names(): readonly string[] {
    return this.#parts.names;
  }

  /** Index of a part in the lists of parts; undefined when the page has no part of that name. */
  indexOf(part: string): number | undefined {
    return this.#parts.index.get(part);
  }

  part(index: number): PartEntry {
    return {
      name: this.names[index]!, address: addressAt(this.addresses, index),
      contentHash: this.#hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
    };
  }

  /** Returns the block of a row. */
  blockOf(row: number): number {
    const { blockEnds } = this;
    return countBefore(blockEnds.length - 1, (block) => blockEnds[block]! <= row);
  }

  blockStart(block: number): number {
    return block === 0 ? 0 : this.blockEnds[block - 1]!;
  }

  /** Whether the row is the first of its block. */
  startsBlock(row: number): boolean {
    return row === this.blockStart(this.blockOf(row));
  }
}

/** Most pages of a series have the same part names; pages share one copy. */
interface PartNames {
  readonly names: readonly string[];
  readonly index: ReadonlyMap<string, number>;
}

const NAMES_KEPT = 1_000;
const known = new Map<string, PartNames>();

function shared(texts: Texts): PartNames {
  const names = allTexts(texts);
  const key = names.join('\n');
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  if (known.size >= NAMES_KEPT) known.clear();
  const made = { names, index: new Map(names.map((name, index) => [name, index])) };
  known.set(key, made);
  return made;
}

/**
 * Series root: one entry per page of a series (*now* or *other*): first sort key, number of rows, hashes, address, boxes, periods and
 * ranges of values. A query over the whole series starts here.
 *
 * A page has two hashes. `contentHash` leaves addresses out and takes part in the series' content hash; `check` is of the bytes of its
 * directory as they lie. Columns: publisher/FORMAT.md, "Series root".
 */
import { editionCrssFor, type EditionCrss, type PlaneCrs } from '../../schemas/crs.ts';
import { floatDown, floatUp, widenBox } from './float.ts';
import { HASH_BYTES } from './hash.ts';
import { compareIds, type RowOrder } from './order.ts';
import { UNTIL_FIELD } from './page-parts.ts';
import { columnsOfAddresses, addressAt, readAddresses, type SegmentAddress, type SegmentAddresses } from './segment-address.ts';
import { NumberRange, rangeColumns, readRanges, type FieldRange, type RangeTable, type ValueRange } from './ranges.ts';
import { countBefore } from './search.ts';
import { EncodedSegment, Segment, content, nonContent, type Column, type Texts } from './segment.ts';
import { Splice, type SpliceRange } from './splice.ts';
import { columnsOfTexts, textAt } from './text-columns.ts';

/** Milliseconds; an absent end is Infinity. */
export interface PeriodRange {
  readonly beginMin: number;
  readonly beginMax: number;
  readonly untilMin: number;
  readonly untilMax: number;
}

/** A new page. */
export interface PageEntry {
  readonly first: RowOrder;
  readonly rows: number;
  /** Rows with geometry. */
  readonly geometries: number;
  /** Bits of the types of its geometries (`typeBit`, page-directory.ts). */
  readonly types: number;
  readonly contentHash: Uint8Array;
  /** Address of its directory; its hash is `check`. */
  readonly address: SegmentAddress;
  /** 4 per CRS with two axes. */
  readonly boxes: Float32Array;
  /** Number of rows whose geometry has heights. */
  readonly heights: number;
  readonly documentHeights: number;
  readonly periods: PeriodRange;
  /** In any order; fields without a value are absent. */
  readonly ranges: readonly ValueRange[];
  /** Next moment at which one of its rows enters or leaves *now*, as known when the entry was made; Infinity: never. */
  readonly next: number;
}

export interface EncodedRoot {
  readonly segment: EncodedSegment;
  /** Number of rows in all pages. */
  readonly count: number;
  /** The earliest `next`. */
  readonly next: number;
}

/**
 * Encodes a root from pages of the parent and new pages, in order. `nextOf` computes `next` again for a parent page whose stored `next` is
 * not after `moment`.
 */
export function encodeSeries(
  parent: SeriesRoot | null, ranges: readonly SpliceRange<PageEntry>[],
  { moment, nextOf, crss = editionCrssFor(null) }: { moment: number; nextOf: (page: number) => number; crss?: EditionCrss },
): EncodedRoot {
  const splice = new Splice(ranges);
  const size = splice.length;
  const of = parent?.segment;
  const rows = splice.numbers(new Uint32Array(size), parent?.rows, (entry) => entry.rows);
  const nexts = splice.numbers(new Float64Array(size), parent?.nextsAt(moment, ranges, nextOf), (entry) => entry.next);
  const period = (name: string, key: keyof PeriodRange) =>
    content(name, splice.numbers(new Float64Array(size), of?.f64(name), ({ periods }) => periods[key]));
  const segment = new EncodedSegment('series', [
    content('key', splice.numbers(new Uint32Array(size), of?.u32('key'), ({ first }) => first.key)),
    ...columnsOfTexts('id', splice.texts(of?.texts('id'), ({ first }) => Buffer.from(first.id, 'utf8'))),
    content('begin', splice.numbers(new Float64Array(size), of?.f64('begin'), ({ first }) => first.begin)),
    content('rows', rows),
    content('geometries', splice.numbers(new Uint32Array(size), parent?.geometries, ({ geometries }) => geometries)),
    content('types', splice.numbers(new Uint8Array(size), parent?.types, ({ types }) => types)),
    content('hash', splice.numbers(new Uint8Array(size * HASH_BYTES), of?.u8('hash'), ({ contentHash }) => contentHash, HASH_BYTES)),
    ...crss.planes.map((crs, index) => content(`box.${crs}`, splice.numbers(
      new Float32Array(size * 4), parent?.boxes[crs], ({ boxes }) => boxes.subarray(index * 4, index * 4 + 4), 4,
    ))),
    ...someCounts('heights', splice.numbers(new Uint32Array(size), parent?.heights ?? undefined, ({ heights }) => heights)),
    ...someCounts('docs.heights', splice.numbers(
      new Uint32Array(size), parent?.documentHeights ?? undefined, ({ documentHeights }) => documentHeights,
    )),
    period('begin.min', 'beginMin'), period('begin.max', 'beginMax'),
    period('until.min', 'untilMin'), period('until.max', 'untilMax'),
    ...rangeColumns(splice, parent?.ranges),
    nonContent('next', nexts),
    ...columnsOfAddresses('page', {
      packs: splice.numbers(new Uint32Array(size), parent?.addresses.packs, ({ address }) => address.pack),
      offsets: splice.numbers(new Float64Array(size), parent?.addresses.offsets, ({ address }) => address.offset),
      lengths: splice.numbers(new Uint32Array(size), parent?.addresses.lengths, ({ address }) => address.length),
      hashes: splice.numbers(new Uint8Array(size * HASH_BYTES), parent?.addresses.hashes, ({ address }) => address.hash, HASH_BYTES),
    }, { hash: 'check' }),
  ]);
  return {
    segment, count: rows.reduce((sum, count) => sum + count, 0), next: nexts.reduce((least, next) => Math.min(least, next), Infinity),
  };
}

/** Returns a column of counts; none when all are 0. */
function someCounts(name: string, counts: Uint32Array): Column[] {
  return counts.some((count) => count > 0) ? [content(name, counts)] : [];
}

/** Number of pages whose boxes are first tested together; mostly they are neighbours on the map. */
export const GROUP_PAGES = 32;

function groupBoxes(boxes: Float32Array): Float32Array {
  const pages = boxes.length / 4;
  const groups = new Float32Array(Math.ceil(pages / GROUP_PAGES) * 4).fill(Number.NaN);
  for (let page = 0; page < pages; page += 1) widenBox(groups, Math.floor(page / GROUP_PAGES), { source: boxes, from: page });
  return groups;
}

/** A value for each CRS with two axes of an edition; 9000 only with an epoch. */
type PerPlane<Value> = Readonly<Record<PlaneCrs, Value>>;

function perPlaneOf<Value>(segment: Segment, make: (crs: PlaneCrs) => Value): PerPlane<Value> {
  const { planes } = editionCrssFor(segment.has('box.9000') ? 0 : null);
  return Object.fromEntries(planes.map((crs) => [crs, make(crs)])) as Record<PlaneCrs, Value>;
}

/** The decoded root of a series. */
export class SeriesRoot {
  readonly segment: Segment;
  readonly pages: number;
  /** Number of rows before the end of each page. */
  readonly rowEnds: Float64Array;
  readonly rows: Uint32Array;
  readonly geometries: Uint32Array;
  readonly types: Uint8Array;
  readonly nexts: Float64Array;
  readonly addresses: SegmentAddresses;
  readonly boxes: PerPlane<Float32Array>;
  /** Box of each GROUP_PAGES pages together. */
  readonly groupBoxes: PerPlane<Float32Array>;
  /** Number of rows of each page whose geometry has heights; null when the series has no heights. */
  readonly heights: Uint32Array | null;
  /** Number of documents of each page whose geometries all have heights; null when the series has no heights. */
  readonly documentHeights: Uint32Array | null;
  /** Lowest and highest begin and end of the rows of each page. */
  readonly beginMins: Float64Array;
  readonly beginMaxes: Float64Array;
  readonly untilMins: Float64Array;
  readonly untilMaxes: Float64Array;
  readonly ranges: RangeTable;
  readonly #keys: Uint32Array;
  readonly #begins: Float64Array;
  readonly #ids: Texts;

  constructor(bytes: Buffer) {
    const segment = new Segment(bytes, 'series');
    this.segment = segment;
    this.#keys = segment.u32('key');
    this.pages = this.#keys.length;
    this.#begins = segment.f64('begin');
    this.#ids = segment.texts('id');
    this.rows = segment.u32('rows');
    this.geometries = segment.u32('geometries');
    this.types = segment.u8('types');
    this.nexts = segment.f64('next');
    this.addresses = readAddresses(segment, 'page', { hash: 'check' });
    this.boxes = perPlaneOf(segment, (crs) => segment.f32(`box.${crs}`));
    this.groupBoxes = perPlaneOf(segment, (crs) => groupBoxes(this.boxes[crs]));
    this.heights = segment.has('heights') ? segment.u32('heights') : null;
    this.documentHeights = segment.has('docs.heights') ? segment.u32('docs.heights') : null;
    this.beginMins = segment.f64('begin.min');
    this.beginMaxes = segment.f64('begin.max');
    this.untilMins = segment.f64('until.min');
    this.untilMaxes = segment.f64('until.max');
    this.ranges = readRanges(segment);
    this.rowEnds = new Float64Array(this.pages);
    for (let page = 0, end = 0; page < this.pages; page += 1) {
      end += this.rows[page]!;
      this.rowEnds[page] = end;
    }
  }

  first(page: number): RowOrder {
    return { key: this.#keys[page]!, id: textAt(this.#ids, page), begin: this.#begins[page]! };
  }

  contentHash(page: number): Uint8Array {
    return this.segment.u8('hash').subarray(page * HASH_BYTES, (page + 1) * HASH_BYTES);
  }

  addressOf(page: number): SegmentAddress {
    return addressAt(this.addresses, page);
  }

  /** Range of a queryable field in the pages; undefined: no row of the series has a value. */
  range(field: string): FieldRange | undefined {
    return field === UNTIL_FIELD ? this.#untilRange() : this.ranges.fields.get(field);
  }

  /** Ends of rows by page, rounded outwards. The highest is Infinity for a page with a row without end. */
  #untilRange(): FieldRange {
    const rounded = (untils: Float64Array, round: (until: number) => number): Float32Array => (
      Float32Array.from(untils, (until, page) => (this.untilMins[page] === Infinity ? Number.NaN : round(until)))
    );
    return new NumberRange(rounded(this.untilMins, floatDown), rounded(this.untilMaxes, floatUp));
  }

  /** Returns the page in which a row with this sort key would lie; -1 before the first page. */
  pageOf(order: RowOrder): number {
    return countBefore(this.pages, (page) => !this.isBefore(order, page)) - 1;
  }

  /** Returns whether `order` sorts before the first row of the page. */
  isBefore(order: RowOrder, page: number): boolean {
    if (order.key !== this.#keys[page]!) return order.key < this.#keys[page]!;
    const first = this.first(page);
    return (compareIds(order.id, first.id) || order.begin - first.begin) < 0;
  }

  /** Returns the page with the row at a position in the series. */
  pageAt(position: number): number {
    return countBefore(this.pages - 1, (page) => this.rowEnds[page]! <= position);
  }

  rowsBefore(page: number): number {
    return page === 0 ? 0 : this.rowEnds[page - 1]!;
  }

  /** Returns `nexts` of the parent pages, computed again where they are not after `moment`. */
  nextsAt(moment: number, ranges: readonly SpliceRange<PageEntry>[], nextOf: (page: number) => number): Float64Array {
    const nexts = this.nexts.slice();
    for (const range of ranges) {
      if (range.kind !== 'kept') continue;
      for (let page = range.from; page < range.to; page += 1) {
        if (nexts[page]! <= moment) nexts[page] = nextOf(page);
      }
    }
    return nexts;
  }
}

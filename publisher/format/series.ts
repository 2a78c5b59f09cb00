/**
 * Series root: one entry per page of a series (*now* or *other*): where it begins in the order, how many rows, its
 * hashes, its place, its boxes. All of a series can be searched, counted and tested from here.
 *
 * A page has two hashes. `content` leaves places out and takes part in the series' content hash; `check` is of the
 * bytes as they lie. Columns: publisher/FORMAT.md, "Series root".
 */
import { PUBLISHED_CRSS, perCrs, type PerCrs } from '../../schemas/crs.ts';
import { HASH_BYTES } from './hash.ts';
import { compareIds, type RowOrder } from './order.ts';
import { CRS_COUNT } from './page.ts';
import { placeAt, placeColumns, readPlaces, type Place, type Places } from './place.ts';
import { countBefore } from './search.ts';
import {
  Segment, content, encodeSegment, place, textAt, textColumns, type EncodedSegment, type Texts,
} from './segment.ts';

/** Milliseconds; an absent end is Infinity. */
export interface Periods {
  readonly beginMin: number;
  readonly beginMax: number;
  readonly untilMin: number;
  readonly untilMax: number;
}

export interface PageEntry {
  readonly first: RowOrder;
  /** Whether its first row starts a run (cut.ts). */
  readonly isStart: boolean;
  readonly rows: number;
  /** Rows with geometry. */
  readonly geometries: number;
  readonly contentHash: Uint8Array;
  /** Its hash is `check`. */
  readonly place: Place;
  /** 4 per CRS. */
  readonly boxes: Float32Array;
  readonly periods: Periods;
  /** Next moment at which one of its rows enters or leaves *now*, as known when the entry was made; Infinity: never. */
  readonly next: number;
}

export function encodeSeries(entries: readonly PageEntry[]): EncodedSegment {
  const hashes = new Uint8Array(entries.length * HASH_BYTES);
  for (const [index, entry] of entries.entries()) hashes.set(entry.contentHash, index * HASH_BYTES);
  return encodeSegment('series', [
    content('key', Uint32Array.from(entries, ({ first }) => first.key)),
    ...textColumns('id', entries.map(({ first }) => first.id)),
    content('begin', Float64Array.from(entries, ({ first }) => first.begin)),
    content('start', Uint8Array.from(entries, ({ isStart }) => (isStart ? 1 : 0))),
    content('rows', Uint32Array.from(entries, ({ rows }) => rows)),
    content('geometries', Uint32Array.from(entries, ({ geometries }) => geometries)),
    content('hash', hashes),
    ...PUBLISHED_CRSS.map((crs, index) => content(`box.${crs}`, boxesOf(entries, index))),
    content('begin.min', Float64Array.from(entries, ({ periods }) => periods.beginMin)),
    content('begin.max', Float64Array.from(entries, ({ periods }) => periods.beginMax)),
    content('until.min', Float64Array.from(entries, ({ periods }) => periods.untilMin)),
    content('until.max', Float64Array.from(entries, ({ periods }) => periods.untilMax)),
    place('next', Float64Array.from(entries, ({ next }) => next)),
    ...placeColumns('page', entries.map((entry) => entry.place), 'place'),
  ]);
}

function boxesOf(entries: readonly PageEntry[], index: number): Float32Array {
  const boxes = new Float32Array(entries.length * 4);
  for (const [at, entry] of entries.entries()) boxes.set(entry.boxes.subarray(index * 4, index * 4 + 4), at * 4);
  return boxes;
}

/** A series root as read. */
export class SeriesRoot {
  readonly segment: Segment;
  readonly pages: number;
  /** Rows before the end of each page. */
  readonly rowEnds: Float64Array;
  readonly rows: Uint32Array;
  readonly geometries: Uint32Array;
  readonly nexts: Float64Array;
  readonly places: Places;
  readonly boxes: PerCrs<Float32Array>;
  readonly beginMins: Float64Array;
  readonly untilMaxes: Float64Array;
  private readonly keys: Uint32Array;
  private readonly begins: Float64Array;
  private readonly ids: Texts;

  constructor(bytes: Buffer) {
    const segment = new Segment(bytes, 'series');
    this.segment = segment;
    this.keys = segment.u32('key');
    this.pages = this.keys.length;
    this.begins = segment.f64('begin');
    this.ids = segment.texts('id');
    this.rows = segment.u32('rows');
    this.geometries = segment.u32('geometries');
    this.nexts = segment.f64('next');
    this.places = readPlaces(segment, 'page');
    this.boxes = perCrs((crs) => segment.f32(`box.${crs}`));
    this.beginMins = segment.f64('begin.min');
    this.untilMaxes = segment.f64('until.max');
    this.rowEnds = new Float64Array(this.pages);
    for (let page = 0, end = 0; page < this.pages; page += 1) {
      end += this.rows[page]!;
      this.rowEnds[page] = end;
    }
  }

  first(page: number): RowOrder {
    return { key: this.keys[page]!, id: textAt(this.ids, page), begin: this.begins[page]! };
  }

  /** The page that a row with this place in the order lies in, if it is there; -1 before the first. */
  pageOf(order: RowOrder): number {
    return countBefore(this.pages, (page) => !this.isBefore(order, page)) - 1;
  }

  /** Whether `order` comes before the first row of the page. */
  private isBefore(order: RowOrder, page: number): boolean {
    if (order.key !== this.keys[page]!) return order.key < this.keys[page]!;
    const first = this.first(page);
    return (compareIds(order.id, first.id) || order.begin - first.begin) < 0;
  }

  /** The page that holds the row at a position in the series. */
  pageAt(position: number): number {
    return countBefore(this.pages - 1, (page) => this.rowEnds[page]! <= position);
  }

  rowsBefore(page: number): number {
    return page === 0 ? 0 : this.rowEnds[page - 1]!;
  }

  entry(page: number): PageEntry {
    const { segment } = this;
    const boxes = new Float32Array(CRS_COUNT * 4);
    for (const [index, crs] of PUBLISHED_CRSS.entries()) {
      boxes.set(this.boxes[crs].subarray(page * 4, page * 4 + 4), index * 4);
    }
    return {
      first: this.first(page),
      isStart: segment.u8('start')[page] === 1,
      rows: this.rows[page]!,
      geometries: this.geometries[page]!,
      contentHash: segment.u8('hash').subarray(page * HASH_BYTES, (page + 1) * HASH_BYTES),
      place: placeAt(this.places, page),
      boxes,
      periods: {
        beginMin: segment.f64('begin.min')[page]!, beginMax: segment.f64('begin.max')[page]!,
        untilMin: segment.f64('until.min')[page]!, untilMax: segment.f64('until.max')[page]!,
      },
      next: this.nexts[page]!,
    };
  }
}

/**
 * Fake editions: the types of publisher/read over bytes in memory, simple and obviously right.
 * Coordinates of the four CRSs are affine images of RD, enough to see which bytes were requested.
 */
import { createHash } from 'node:crypto';
import { planeOf, PUBLISHED_CRSS, type EditionCrs, type PlaneCrs, type PublishedCrs } from '../../schemas/crs.ts';
import { ROOTS, SERIES } from '../../schemas/names.ts';
import type { Moment } from '../../schemas/time.ts';
import type {
  Activated, ActiveAt, Cell, CellCounts, CellGrid, Chunks, DifferenceCounts, DocumentBytes, DocumentRange, Edition, EditionPair, Editions, FeatureBytes, FeatureDifferences, FeatureRange, ListedHead, ListedHeads, LongBytes, LongDocuments,
  LongFeatures, NumberedEdition, Series, SeriesExtent, Since, VersionOrder,
} from '../../publisher/read/types.ts';
import type { SeriesQuery } from '../../publisher/read/series-query.ts';
import { emptyBox, grow, type Box } from '../../schemas/geometry.ts';

export interface FakeFeature {
  readonly id: string;
  /** Location in RD, or null. */
  readonly at: readonly [number, number] | null;
  readonly properties?: Readonly<Record<string, unknown>>;
}

const IMAGES: Readonly<Record<PublishedCrs, (x: number, y: number) => readonly [number, number]>> = {
  '28992': (x, y) => [x, y],
  CRS84: (x, y) => [3 + x / 70_000, 48 + y / 111_000],
  '4258': (x, y) => [48 + y / 111_000, 3 + x / 70_000],
  '3857': (x, y) => [300_000 + x * 1.6, 6_300_000 + y * 1.6],
};

/** Fake editions have no heights and no epoch. */
function publishedOf(crs: EditionCrs): PublishedCrs {
  return planeOf(crs) as PublishedCrs;
}

export const BASE = 'http://127.0.0.1:8080/v1';

function featureBytes({ id, at, properties = {} }: FakeFeature, series: string, crs: PublishedCrs): Buffer {
  const self = `${BASE}/collections/${series}/items/${encodeURIComponent(id)}`;
  const geometry = at === null ? null : { type: 'Point', coordinates: IMAGES[crs](...at) };
  const links = [{ href: self, rel: 'self', type: 'application/geo+json' }];
  return Buffer.from(JSON.stringify({ type: 'Feature', id, properties: { id, ...properties }, links, geometry }));
}

function documentBytes(feature: Buffer, series: string): string {
  const { id, properties, geometry } = JSON.parse(feature.toString()) as { id: string; properties: object; geometry: object | null };
  const self = { href: `${BASE}/${series}/${encodeURIComponent(id)}` };
  return JSON.stringify({ ...properties, ...(geometry === null ? {} : { geometrie: geometry }), _links: { self } });
}

export class FakeSeries implements Series {
  readonly name: string;
  readonly count: number;
  readonly hash: string;
  readonly bytes: Readonly<Record<PublishedCrs, readonly Buffer[]>>;
  readonly #features: readonly FakeFeature[];

  constructor(name: string, features: readonly FakeFeature[]) {
    this.name = name;
    this.count = features.length;
    this.hash = hex(`${name}|${features.map(({ id, properties }) => id + JSON.stringify(properties)).join('|')}`);
    this.#features = features;
    this.bytes = Object.fromEntries(PUBLISHED_CRSS.map((crs) => [crs, features.map((feature) => featureBytes(feature, name, crs))])) as
      Record<PublishedCrs, Buffer[]>;
  }

  page({ crs, position, limit }: { crs: EditionCrs; position: number; limit: number }): FeatureRange {
    return this.#range(this.bytes[publishedOf(crs)], position, limit);
  }

  box({ crs, box, boxCrs, position, limit }: {
    crs: EditionCrs; box: Box; boxCrs: PlaneCrs; position: number; limit: number;
  }): FeatureRange {
    const hits = this.bytes[publishedOf(crs)].filter((_, index) => {
      const at = this.#features[index]?.at ?? null;
      return at === null || inside(at, box, boxCrs);
    });
    return this.#range(hits, position, limit);
  }

  readonly heights = { features: false, documents: false };

  get allHash(): string {
    return this.hash;
  }

  answer(question: SeriesQuery): FeatureRange;
  answer(question: SeriesQuery, readyBytesMax: number): FeatureRange | LongFeatures;
  answer({ crs, box, position, limit }: SeriesQuery, readyBytesMax = Infinity): FeatureRange | LongFeatures {
    const range = box === null ? this.page({ crs, position, limit }) : this.box({ crs, box: box.box, boxCrs: box.crs, position, limit });
    if (range.bytes <= readyBytesMax) return range;
    const { slices, ...counts } = range;
    return { ...counts, ...this.#long<FeatureBytes>(slices, range.bytes, (slice) => ({ slices: [slice], bytes: slice.length })) };
  }

  documents(question: SeriesQuery): DocumentRange;
  documents(question: SeriesQuery, readyBytesMax: number): DocumentRange | LongDocuments;
  documents(question: SeriesQuery, readyBytesMax = Infinity): DocumentRange | LongDocuments {
    const range = this.#documents(question);
    if (range.bytes <= readyBytesMax) return range;
    const { slices, ends, ...counts } = range;
    const alone = ends.map((end, at) => slices[0]!.subarray(at === 0 ? 0 : ends[at - 1]! + 1, end));
    return { ...counts, ...this.#long<DocumentBytes>(alone, range.bytes, (slice) => ({ slices: [slice], bytes: slice.length, ends: [slice.length] })) };
  }

  cells({ box }: SeriesQuery, { size }: CellGrid): Promise<CellCounts> {
    const counts = new Map<string, number>();
    const chosen = this.#features.filter(({ at }) => box === null || at === null || inside(at, box.box, box.crs));
    for (const { at } of chosen) {
      if (at !== null) {
        const key = at.map((number) => Math.floor(number / size) * size).toReversed().join(' ');
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    const cells = [...counts].map(([key, count]): Cell => {
      const [y = 0, x = 0] = key.split(' ').map(Number);
      return [x, y, count];
    });
    cells.sort((one, other) => one[1] - other[1] || one[0] - other[0]);
    return Promise.resolve({ cells, numberMatched: chosen.length, withoutGeometry: chosen.filter(({ at }) => at === null).length });
  }

  /** Number of chunks begun, made and ended, of all long responses. */
  readonly chunks = { begun: 0, ended: 0, made: 0 };
  /** Index of the chunk at which reading fails. */
  failsAt = Infinity;

  /** One chunk for each object. */
  #long<Taken>(slices: readonly Buffer[], bytes: number, chunk: (slice: Buffer) => Taken): LongBytes<Taken> {
    const { chunks } = this;
    const failsAt = this.failsAt;
    async function* made(): Chunks<Taken> {
      chunks.begun += 1;
      try {
        for (const [at, slice] of slices.filter((one) => one !== COMMA).entries()) {
          if (at === failsAt) throw new Error('a chunk cannot be read');
          chunks.made += 1;
          yield await Promise.resolve(chunk(slice));
        }
      } finally {
        chunks.ended += 1;
      }
    }
    return { bytes, chunks: made };
  }

  #documents(question: SeriesQuery): DocumentRange {
    const { slices, bytes: _, ...counts } = this.answer(question);
    const documents = slices.filter((slice) => slice !== COMMA).map((slice) => Buffer.from(documentBytes(slice, this.name)));
    const ends: number[] = [];
    for (const { length } of documents) ends.push((ends.at(-1) ?? -1) + 1 + length);
    const joined = Buffer.from(documents.map(String).join(','));
    return { slices: [joined], bytes: joined.length, ends, ...counts };
  }

  #range(all: readonly Buffer[], position: number, limit: number): FeatureRange {
    const chosen = all.slice(position, position + limit);
    const slices = chosen.flatMap((bytes, at) => (at === 0 ? [bytes] : [COMMA, bytes]));
    const end = position + chosen.length;
    return {
      slices, bytes: slices.reduce((sum, { length }) => sum + length, 0),
      numberReturned: chosen.length, numberMatched: all.length, next: end < all.length ? end : null,
    };
  }
}

const COMMA = Buffer.from(',');

function inside(at: readonly [number, number] | null, [min0, min1, max0, max1]: Box, crs: PlaneCrs): boolean {
  if (at === null) return false;
  const [a, b] = IMAGES[publishedOf(crs)](...at);
  return a >= min0 && a <= max0 && b >= min1 && b <= max1;
}

function hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function extentOf(features: readonly FakeFeature[]): SeriesExtent {
  const box = emptyBox();
  for (const { at } of features) if (at !== null) grow(box, ...IMAGES.CRS84(...at));
  return { box: box[0] <= box[2] ? box : null, period: features.length === 0 ? null : { from: 0, until: Infinity } };
}

/** The only version of an object. */
const ALONE: VersionOrder = { begin: 0 as Moment, previous: null, next: null, last: 0 as Moment };

export function fakeEdition(number: number, contents: Readonly<Record<string, readonly FakeFeature[]>>): Edition {
  const series = new Map(SERIES.map((name) => [name, new FakeSeries(name, contents[name] ?? [])]));
  const find = (name: string, id: string, crs: EditionCrs) => {
    const at = (contents[name] ?? []).findIndex((feature) => feature.id === id);
    const bytes = series.get(name)?.bytes[publishedOf(crs)][at];
    return bytes === undefined ? undefined : { bytes, linksEnd: bytes.lastIndexOf('],"geometry":'), hash: hex(`${name}/${id}`), isNow: true, order: ALONE };
  };
  return {
    number, packNumbers: [], contentId: hex(String(number)), moment: 0 as Moment, configurationHash: hex('configuration'), baseUrl: BASE, epoch: null,
    series,
    extent: async (name) => extentOf(contents[name] ?? []),
    feature: find,
    begins: (name, id) => (find(name, id, 'CRS84') === undefined ? [] : [ALONE.begin]),
    beginAt: () => undefined,
    document: (id, crs) => {
      for (const [type, { path }] of Object.entries(ROOTS)) {
        const found = find(path, id, crs);
        if (found === undefined) continue;
        return { type: type as keyof typeof ROOTS, slices: [Buffer.from(documentBytes(found.bytes, path))], hash: found.hash, isNow: found.isNow, order: ALONE };
      }
      return undefined;
    },
    versions: () => [],
  };
}

/** A store whose current edition the test sets. */
export class FakeEditions implements Editions {
  readonly #kept = new Map<number, Activated>();
  #current: Activated | undefined;

  /** Activates an edition. Unchanged series keep their `since`. */
  activate(edition: Edition, activated: Date): Activated {
    const before = this.#current;
    const present: Since = { head: edition.number, activated };
    const since = new Map([...edition.series].map(([name, { hash }]) => {
      const isAsBefore = before?.edition.series.get(name)?.hash === hash;
      return [name, { now: isAsBefore ? before.since(name).now : present, other: present }];
    }));
    this.#current = { edition, head: edition.number, newest: edition.number, activated, isAsPublished: true, since: (name) => since.get(name)! };
    this.#kept.set(edition.number, this.#current);
    return this.#current;
  }

  readonly isBehind = false;

  current(): Activated | undefined {
    return this.#current;
  }

  firstFrom(number: number): Activated | undefined {
    return [...this.#kept.values()].find(({ head }) => head >= number);
  }

  at(moment: Moment): ActiveAt {
    return [...this.#kept.values()].findLast(({ activated }) => activated.getTime() <= moment) ?? 'nothing';
  }

  list({ position, limit }: { position: number; limit: number }): Promise<ListedHeads> {
    const all = this.#listed();
    return Promise.resolve({ heads: all.slice(position, position + limit), numberMatched: all.length });
  }

  listAfter(head: number, limit: number): Promise<readonly ListedHead[]> {
    return Promise.resolve(this.#listed().filter((listed) => listed.head > head).reverse().slice(0, limit));
  }

  #listed(): readonly ListedHead[] {
    const all = [...this.#kept.values()].reverse();
    return all.map(({ head, edition, activated }, at) => ({
      head, isDamaged: false, edition: edition.number, activated, until: all[at - 1]?.activated ?? null, moment: edition.moment, isRollback: false,
      content: {
        parent: null, changed: null, counts: new Map([...edition.series].map(([name, { count }]) => [name, count])),
        previous: all[at + 1]?.edition.number ?? null,
      },
    }));
  }

  numbered(edition: number): NumberedEdition {
    const activated = this.#kept.get(edition);
    if (activated === undefined) return 'unknown';
    return { activated, listed: this.#listed()[[...this.#kept.keys()].reverse().indexOf(edition)]! };
  }

  collect(number: number): void {
    this.#kept.delete(number);
  }

  downloads(): null {
    return null;
  }

  downloadsUpTo(): null {
    return null;
  }

  qualityUpTo(): readonly never[] {
    return [];
  }

  qualityOfHolder(): null {
    return null;
  }

  showing(): readonly null[] {
    return [];
  }

  countDifferences(pair: EditionPair): Promise<DifferenceCounts> {
    return this.differences(pair).then(() => new Map());
  }

  /** Compares an edition with itself only. */
  differences({ before, after }: EditionPair): Promise<FeatureDifferences> {
    if (before !== after) return Promise.reject(new Error('fake editions cannot be compared'));
    return Promise.resolve({ differences: [], hasMore: false });
  }

  whenRead<Result>(work: () => Result): Result {
    return work();
  }

  refresh(): void {}

  readonly openPacks = 0;

  close(): void {}
}

/** Returns `count` points on a diagonal through the country, from `prefix-0000`. */
export function points(count: number, prefix = 'gebouw'): readonly FakeFeature[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `${prefix}-${String(at).padStart(4, '0')}`,
    at: [20_000 + at * 100, 310_000 + at * 150] as const,
    properties: { entityType: 'KwetsbaarGebouw', naam: `Gebouw ${at}` },
  }));
}

/**
 * Series: reads one series of one edition, *now* or *other*: a range of it, a box query, one row.
 * JSON is neither parsed nor printed. Parts of pages are read when their rows are needed, and cached.
 */
import type { EditionCrs, PlaneCrs } from '../../schemas/crs.ts';
import type { Box } from '../../schemas/geometry.ts';
import { nestsObjects } from '../../schemas/model/model.ts';
import { ROOT_TYPES, ROOTS } from '../../schemas/names.ts';
import type { RowOrder } from '../format/order.ts';
import { sha256Text } from '../format/hash.ts';
import { rootAddress, type RootEntry } from '../format/manifest.ts';
import { PARTS } from '../format/page-directory.ts';
import { SeriesRoot } from '../format/series-root.ts';
import {
  countInCells, leadsOf, matchBox, select, rangesWithLeads, type OrderedRows, type Selection, type RowRange,
} from './rows/index.ts';
import {
  apart, withShownEndConditions, chunksOf, DocumentTaker, Gather, gatherRows, pageAt, Pages, RowTaker, wantPages, type ChunkedRange,
  type LongRange, type Packs, type Page, type Taker, type PageRequest,
} from './bytes/index.ts';
import type { QueryBox, SeriesQuery } from './series-query.ts';
import type { Selected } from './steps.ts';
import { inTurns } from './turns.ts';
import type {
  CellCounts, CellGrid, Counts, DocumentBytes, DocumentRange, FeatureBytes, FeatureRange, LongBytes, LongDocuments, LongFeatures, Series,
  SeriesHeights,
} from './types.ts';

const makeRoot = (bytes: Buffer): SeriesRoot => new SeriesRoot(apart(bytes));

export function openRoot(entry: RootEntry, packs: Packs): SeriesRoot | null {
  const address = rootAddress(entry);
  return address === null ? null : packs.made(address, makeRoot);
}

/** The series of roots that have documents of their own, because they nest objects. */
const NESTING: ReadonlySet<string> = new Set(ROOT_TYPES.filter((type) => nestsObjects(type)).map((type) => ROOTS[type].path));

function heightsOf(name: string, roots: readonly SeriesRoot[]): SeriesHeights {
  const sum = (of: (root: SeriesRoot) => Uint32Array | null): number => (
    roots.reduce((all, root) => of(root)?.reduce((total, count) => total + count, all) ?? all, 0)
  );
  const [high, documents] = [sum(({ heights }) => heights), sum(({ documentHeights }) => documentHeights)];
  const features = high > 0 && high === sum(({ geometries }) => geometries);
  return { features, documents: NESTING.has(name) ? documents > 0 && documents === sum(({ rows }) => rows) : features };
}

/** Rows [from, to) of a page. */
interface Run {
  readonly page: number;
  readonly from: number;
  readonly to: number;
}

/** Makes a row or document taker; a range of more than `readyBytesMax` bytes is measured only. */
type MakeTaker<Taken> = (readyBytesMax: number) => Taker<Taken | ChunkedRange>;

interface Request<Taken> extends PageRequest {
  readonly taker: MakeTaker<Taken>;
  readonly readyBytesMax: number;
  readonly typesFirst: boolean;
}

type Gathered<Taken> = (Taken | LongBytes<Taken>) & Counts;

export class SeriesReader implements Series {
  readonly name: string;
  readonly count: number;
  readonly hash: string;
  readonly allHash: string;
  readonly heights: SeriesHeights;
  readonly #packs: Packs;
  readonly #packNumbers: readonly number[];
  readonly #baseUrl: string;
  readonly root: SeriesRoot | null;

  readonly #other: SeriesReader | null;
  /** Cached `leads`. */
  #known: readonly number[] | undefined;

  /**
   * `other` is the *other* of a *now*; `packNumbers` are those of the edition; `baseUrl` is used for addresses in documents. Throws a
   * Fault when the root is damaged.
   */
  constructor(name: string, entry: RootEntry, { packs, packNumbers, baseUrl, other = null }: {
    packs: Packs; packNumbers: readonly number[]; baseUrl: string; other?: SeriesReader | null;
  }) {
    this.name = name;
    this.count = entry.count;
    this.hash = entry.hash;
    this.allHash = other === null ? entry.hash : sha256Text(`${entry.hash} ${other.hash}`);
    this.#packs = packs;
    this.#packNumbers = packNumbers;
    this.#baseUrl = baseUrl;
    this.#other = other;
    this.root = openRoot(entry, packs);
    this.heights = heightsOf(name, [this.root, other?.root ?? null].filter((root) => root !== null));
  }

  page({ crs, position, limit }: { crs: EditionCrs; position: number; limit: number }): FeatureRange {
    return ready(this.#slice({ position, limit }, new RowTaker(this.#packs, { crs, readyBytesMax: Infinity })));
  }

  box({ crs, box, boxCrs, position, limit }: {
    crs: EditionCrs; box: Box; boxCrs: PlaneCrs; position: number; limit: number;
  }): FeatureRange {
    const taker = new RowTaker(this.#packs, { crs, readyBytesMax: Infinity });
    return ready(this.#gatherRuns(this.#runsIn({ crs: boxCrs, box }), { position, limit }, taker));
  }

  /** Yields each feature of *now* in publication order, without the comma behind it. One block of features is read at a time. */
  *features(crs: EditionCrs): Generator<Buffer, void> {
    for (let index = 0; index < (this.root?.pages ?? 0); index += 1) {
      const page = this.#pageAt(index);
      const rows = page.rows(crs);
      for (let row = 0; row < page.count; row += 1) {
        const { start, end } = page.extent(row, rows);
        yield this.#packs.bytesAt(rows.blocks, page.directory.blockOf(row), { start, end: end - 1 });
      }
    }
  }

  answer(query: SeriesQuery): FeatureRange | Promise<FeatureRange>;
  answer(query: SeriesQuery, readyBytesMax: number): FeatureRange | LongFeatures | Promise<FeatureRange | LongFeatures>;
  answer(query: SeriesQuery, readyBytesMax = Infinity): FeatureRange | LongFeatures | Promise<FeatureRange | LongFeatures> {
    const { crs, showsEnd = false } = query;
    const taker = (bytesMax: number): RowTaker => new RowTaker(this.#packs, { crs, readyBytesMax: bytesMax, showsEnd });
    return this.#gathered<FeatureBytes>(showsEnd ? withShownEndConditions(query) : query, taker, readyBytesMax);
  }

  documents(query: SeriesQuery): DocumentRange | Promise<DocumentRange>;
  documents(query: SeriesQuery, readyBytesMax: number): DocumentRange | LongDocuments | Promise<DocumentRange | LongDocuments>;
  documents(query: SeriesQuery, readyBytesMax = Infinity): DocumentRange | LongDocuments | Promise<DocumentRange | LongDocuments> {
    const address = `${this.#baseUrl}/${this.name}`;
    return this.#gathered<DocumentBytes>(
      query, (bytesMax) => new DocumentTaker(this.#packs, { crs: query.crs, address, readyBytesMax: bytesMax }), readyBytesMax,
    );
  }

  cells(query: SeriesQuery, grid: CellGrid): Promise<CellCounts> {
    const { at, during, box, filter, words } = query.showsEnd === true ? withShownEndConditions(query) : query;
    return this.#countedInCells({ at, during, box, filter, words, order: [], typesFirst: false }, grid);
  }

  async #countedInCells(selection: Selection, grid: CellGrid): Promise<CellCounts> {
    const pages = this.#pagesFor(selection);
    if (selection.box === null && isUnfiltered(selection)) return await inTurns(countInCells(pages, null, grid));
    const found = await this.#find(selection, pages);
    const rows = await inTurns(found.rows({ from: 0, to: found.count }, pages));
    return await inTurns(countInCells(pages, rows, grid));
  }

  /** `taker` makes a new taker for each attempt (packs.ts). */
  #gathered<Taken>(
    query: SeriesQuery, taker: MakeTaker<Taken>, readyBytesMax: number,
  ): Gathered<Taken> | Promise<Gathered<Taken>> {
    const { crs: _, showsEnd: __, position, limit, ...selection } = query;
    const { box, typesFirst = false } = selection;
    const wanted: Request<Taken> = { position, limit, taker, readyBytesMax, typesFirst };
    if (!isUnfiltered(selection)) return this.#selected(selection, wanted);
    return box === null ? this.#packs.whenRead(() => this.#inSlice(wanted)) : this.#inBox(box, wanted);
  }

  async #selected<Taken>(selection: Selection, asking: Request<Taken>): Promise<Gathered<Taken>> {
    const packs = this.#packs;
    const { position, limit, taker, readyBytesMax } = asking;
    const pages = this.#pagesFor(selection);
    const found = await this.#find(selection, pages);
    const start = Math.max(0, position);
    const [from, to] = [Math.min(start, found.count), Math.min(start + limit, found.count)];
    const rows = await inTurns(found.rows({ from, to }, pages));
    return await packs.whenRead(() => {
      const range = gatherRows({ start, rows, numberMatched: found.count }, { packs, pages }, taker(readyBytesMax));
      return this.#cut(range, asking, { pages, rows: (first, end) => rows.subarray(first, end) });
    });
  }

  /** Pages of *now*, and of *other* too for a moment or an interval. */
  #pagesFor(selection: Selection): Pages {
    return new Pages(isOfNow(selection) ? [this.root] : [this.root, this.#other?.root ?? null], this.#packs);
  }

  /** Returns the selected rows, through the cache. */
  #find(selection: Selection, pages: Pages): Promise<OrderedRows> {
    const key = `${this.name} ${this.hash} ${isOfNow(selection) ? '' : this.#other?.hash ?? ''} ${JSON.stringify(selection)}`;
    return this.#packs.selections.get(key, () => inTurns(select(pages, selection)));
  }

  #inSlice<Taken>(asking: Request<Taken>): Gathered<Taken> {
    const start = Math.max(0, asking.position);
    const leads = asking.typesFirst ? this.#leads() : [];
    return this.#cut(this.#slice(asking, asking.taker(asking.readyBytesMax), leads), asking, {
      pages: this.#pages(), rows: (first, end) => numbersOf(rangesWithLeads(leads, { from: start + first, to: start + end })),
    });
  }

  #leads(): readonly number[] {
    return this.#known ??= leadsOf(this.root, this.#pageAt);
  }

  /** Returns a range that is too long for one buffer as chunks, any other unchanged. Throws Damage when packs of the edition were removed. */
  #cut<Taken>(
    range: (Taken | ChunkedRange) & Counts, { taker }: Request<Taken>, { pages, rows }: Pick<LongRange<Taken>, 'pages' | 'rows'>,
  ): Gathered<Taken> {
    if (!isCut(range)) return range;
    const packs = this.#packs;
    const packNumbers = this.#packNumbers;
    packs.hold(packNumbers)();
    const { cuts, ...counts } = range;
    const whole = (): Taker<Taken> => taker(Infinity) as Taker<Taken>;
    return { ...counts, chunks: () => chunksOf({ cuts, rows, pages, packs, packNumbers, taker: whole }) };
  }

  #pages(): Pages {
    return new Pages([this.root], this.#packs);
  }

  #slice<Taken>({ position, limit }: PageRequest, taker: Taker<Taken>, leads: readonly number[] = []): Taken & Counts {
    const { root, count } = this;
    const start = Math.max(0, position);
    const end = Math.min(count, start + limit);
    const gather = new Gather(this.#pageAt, { position: 0, limit }, taker);
    if (root !== null && start < end) {
      const runs = rangesWithLeads(leads, { from: start, to: end }).flatMap((stretch) => runsOf(root, stretch));
      this.#wantPages([...new Set(runs.map(({ page }) => page))], taker.parts);
      for (const { page, from, to } of runs) gather.run(page, from, to);
    }
    const range = gather.finish();
    const next = start + range.numberReturned;
    return { ...range, numberMatched: count, next: next < count ? next : null };
  }

  /** In two attempts: the matching rows are not searched again when only their bytes are missing. */
  #inBox<Taken>(box: QueryBox, asking: Request<Taken>): Gathered<Taken> | Promise<Gathered<Taken>> {
    const gathered = (runs: readonly Run[]): Gathered<Taken> | Promise<Gathered<Taken>> => this.#packs.whenRead(() => {
      const pages = this.#pages();
      const range = this.#gatherRuns(runs, asking, asking.taker(asking.readyBytesMax));
      if (!isCut(range)) return range;
      const rows = rowsOf(runs, pages, { position: asking.position, count: range.numberReturned });
      return this.#cut(range, asking, { pages, rows: (first, end) => rows.subarray(first, end) });
    });
    const runs = this.#packs.whenRead(() => this.#runsIn(box));
    return runs instanceof Promise ? runs.then(gathered) : gathered(runs);
  }

  #runsIn({ crs, box }: QueryBox): readonly Run[] {
    const { root } = this;
    const pageAt = this.#pageAt;
    const runs: Run[] = [];
    if (root === null) return runs;
    const ready = (pages: readonly number[]): void => this.#wantPages(pages, [PARTS.boxes[crs]]);
    matchBox({ root, boxCrs: crs, box, page: pageAt, ready }, (page, from, to) => runs.push({ page, from, to }));
    return runs;
  }

  #gatherRuns<Taken>(runs: readonly Run[], { position, limit }: PageRequest, taker: Taker<Taken>): Taken & Counts {
    const [start, end] = [Math.max(0, position), Math.max(0, position) + limit];
    const needed = new Set<number>();
    let before = 0;
    for (const { page, from, to } of runs) {
      if (before < end && before + to - from > start) needed.add(page);
      before += to - from;
    }
    this.#wantPages([...needed], taker.parts);
    const gather = new Gather(this.#pageAt, { position: start, limit }, taker);
    for (const { page, from, to } of runs) gather.run(page, from, to);
    return gather.finish();
  }

  /** Returns the row with this sort key, if present; `parts` of its page will be needed too. */
  find(order: RowOrder, parts: readonly string[]): { index: number; page: Page; row: number } | undefined {
    const index = this.root?.pageOf(order) ?? -1;
    if (index < 0) return undefined;
    const page = this.#pageAt(index);
    page.want([PARTS.order, PARTS.periods, ...parts]);
    this.#packs.complete();
    const row = page.find(order);
    return row === undefined ? undefined : { index, page, row };
  }

  /** Makes pages with these parts available. */
  #wantPages(pages: readonly number[], parts: readonly string[]): void {
    wantPages(this.#packs, pages.map((page) => ({ root: this.root!, index: page })), parts);
  }

  readonly #pageAt = (page: number): Page => pageAt(this.#packs, this.root!.addresses, page);
}

function isOfNow({ at, during }: Selection): boolean {
  return at === null && during === null;
}

/** Whether nothing but a box restricts or orders the rows of *now*. */
function isUnfiltered(selection: Selection): boolean {
  const { filter, words, order } = selection;
  return isOfNow(selection) && filter === null && words.length === 0 && order.length === 0;
}

/** Returns the rows of a range of a series, page by page. */
function runsOf(root: SeriesRoot, { from, to }: RowRange): readonly Run[] {
  const first = root.pageAt(from);
  return Array.from({ length: root.pageAt(to - 1) + 1 - first }, (_, at): Run => {
    const page = first + at;
    const before = root.rowsBefore(page);
    return { page, from: Math.max(0, from - before), to: Math.min(root.rows[page]!, to - before) };
  });
}

function numbersOf(ranges: readonly RowRange[]): Selected {
  return Uint32Array.from(ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)));
}

function isCut(range: Counts): range is ChunkedRange & Counts {
  return 'cuts' in range;
}

/** Returns a range that was requested whole. */
function ready<Taken>(range: (Taken | ChunkedRange) & Counts): Taken & Counts {
  if (isCut(range)) throw new Error('a range without a limit of bytes was cut');
  return range;
}

/** Returns the numbers of the rows of runs, `count` of them from `position` on. */
function rowsOf(runs: readonly Run[], pages: Pages, { position, count }: { position: number; count: number }): Selected {
  const rows = new Uint32Array(count);
  let [skip, at] = [Math.max(0, position), 0];
  for (const { page, from, to } of runs) {
    const before = pages.rowsBefore(page);
    for (let row = from + Math.min(skip, to - from); row < to && at < count; row += 1) rows[at++] = before + row;
    skip = Math.max(0, skip - (to - from));
  }
  return rows;
}

/**
 * Series: reads one series of one edition, *now* or *other*: a slice of it, what lies in a box, one row.
 * Nothing is parsed or printed. Parts of pages are read when rows in them are looked at, and kept while lately used.
 */
import type { PublishedCrs } from '../../schemas/crs.ts';
import type { Box } from '../../schemas/geometry.ts';
import type { RowOrder } from '../format/order.ts';
import { sha256Text } from '../format/hash.ts';
import { rootPlace, type RootEntry } from '../format/manifest.ts';
import { SeriesRoot } from '../format/series.ts';
import { matchBox } from './box.ts';
import { Gather, gatherRows } from './gather.ts';
import type { Packs } from './packs.ts';
import { pageAt, type Page } from './page.ts';
import { Pages } from './pages.ts';
import type { Question } from './question.ts';
import { select } from './select.ts';
import { inTurns } from './turns.ts';
import type { FeatureRange, Series } from './types.ts';

const makeRoot = (bytes: Buffer): SeriesRoot => new SeriesRoot(bytes);

export function openRoot(entry: RootEntry, packs: Packs): SeriesRoot | null {
  const place = rootPlace(entry);
  return place === null ? null : packs.made(place, makeRoot);
}

export class SeriesReader implements Series {
  readonly name: string;
  readonly count: number;
  readonly hash: string;
  readonly allHash: string;
  private readonly packs: Packs;
  readonly root: SeriesRoot | null;

  private readonly other: SeriesReader | null;

  /** `other`: of a *now*, its *other*. Throws a Fault when the root is damaged. */
  constructor(name: string, entry: RootEntry, { packs, other = null }: { packs: Packs; other?: SeriesReader | null }) {
    this.name = name;
    this.count = entry.count;
    this.hash = entry.hash;
    this.allHash = other === null ? entry.hash : sha256Text(`${entry.hash} ${other.hash}`);
    this.packs = packs;
    this.other = other;
    this.root = openRoot(entry, packs);
  }

  page({ crs, position, limit }: { crs: PublishedCrs; position: number; limit: number }): FeatureRange {
    const { root, packs, count } = this;
    const start = Math.max(0, position);
    const end = Math.min(count, start + limit);
    const gather = new Gather(packs, this.pageAt, { crs, position: 0, limit });
    if (root !== null && start < end) {
      for (let page = root.pageAt(start); page < root.pages && root.rowsBefore(page) < end; page += 1) {
        const before = root.rowsBefore(page);
        gather.run(page, Math.max(0, start - before), Math.min(root.rows[page]!, end - before));
      }
    }
    const range = gather.finish();
    const next = start + range.numberReturned;
    return { ...range, numberMatched: count, next: next < count ? next : null };
  }

  box({ crs, box, boxCrs, position, limit }: {
    crs: PublishedCrs; box: Box; boxCrs: PublishedCrs; position: number; limit: number;
  }): FeatureRange {
    const { root, packs, pageAt } = this;
    const gather = new Gather(packs, pageAt, { crs, position: Math.max(0, position), limit });
    if (root !== null) {
      matchBox({ root, boxCrs, box, page: pageAt }, (page, from, to) => gather.run(page, from, to));
    }
    return gather.finish();
  }

  answer(question: Question): FeatureRange | Promise<FeatureRange> {
    const { crs, position, limit, ...selection } = question;
    const { at, during, box, filter, words, order } = selection;
    if (at === null && during === null && filter === null && words.length === 0 && order.length === 0) {
      return box === null ? this.page({ crs, position, limit }) : this.box({ crs, box: box.box, boxCrs: box.crs, position, limit });
    }
    const pages = new Pages(at === null ? [this.root] : [this.root, this.other?.root ?? null], this.packs);
    const key = `${this.name} ${this.hash} ${at === null ? '' : this.other?.hash ?? ''} ${JSON.stringify(selection)}`;
    return this.packs.selections.get(key, () => inTurns(select(pages, selection)))
      .then((rows) => gatherRows(rows, pages, { packs: this.packs, crs, position, limit }));
  }

  /** The row with this place in the order, if it is there. */
  find(order: RowOrder): { page: Page; row: number } | undefined {
    const index = this.root?.pageOf(order) ?? -1;
    if (index < 0) return undefined;
    const page = this.pageAt(index);
    const row = page.find(order);
    return row === undefined ? undefined : { page, row };
  }

  private readonly pageAt = (page: number): Page => pageAt(this.packs, this.root!.places, page);
}

/** Editions: the active edition of one audience, and the other stored ones. Editions share open files and cached bytes. */
import { Damage } from '../format/damage.ts';
import type { Head, Since as WrittenSince } from '../format/head.ts';
import type { Moment } from '../../schemas/time.ts';
import type { Audience, AudienceFolder } from '../format/layout.ts';
import { countDifferences, pageOfDifferences, type ComparedEditions } from './differences.ts';
import { DownloadsReader, type Downloads } from './downloads.ts';
import { EditionReader, isFallback, openHead } from './edition-reader.ts';
import {
  activatedOfSetAside, hasHead, hasManifest, headsSetAside, headsUpTo, manifestFile, newestHeadNumber, numbersOf, readEarlier, readHead,
  wholeHead,
} from './heads.ts';
import { firstHeadOf, headsAfter, listedHeads } from './listed.ts';
import { Packs, type CacheBytesMax } from './bytes/index.ts';
import { QualityReader } from './quality.ts';
import { ShowingFinder } from './showing.ts';
import { inTurns } from './turns.ts';
import type {
  Activated, ActiveAt, DifferenceCounts, DifferencePage, DifferenceQuery, Edition, EditionPair, Editions, FeatureDifferences, ListedHeads,
  ListedVersion, NumberedEdition, Showing, Since,
} from './types.ts';

/** Number of editions that stay open besides the active one. */
const OPENED_MAX = 16;

/**
 * Opens the newest intact edition; none when a damaged edition follows an empty one. A conductor sets damaged heads aside
 * (publisher/write/recover.ts).
 */
export function openEditions(folder: string, audience: Audience, options: ReadOptions = {}): Editions {
  return new EditionsReader({ folder, audience }, options);
}

export interface ReadOptions {
  /** Memory for cached bytes. */
  readonly cacheBytesMax?: CacheBytesMax;
  /** Reads the packs of each active edition through in the background, so that the operating system has them in memory (read-ahead.ts). */
  readonly readsAhead?: boolean;
}

class EditionsReader implements Editions {
  readonly #of: AudienceFolder;
  readonly #packs: Packs;
  readonly #downloads: DownloadsReader;
  readonly #quality: QualityReader;
  /** By head, with the manifest (`manifestFile`) that was opened. */
  readonly #opened = new Map<number, { readonly activated: Activated; readonly file: string }>();
  #active: Activated | undefined;
  readonly #readsAhead: boolean;
  /** Whether a newer head exists that cannot be opened. */
  #behind = false;

  constructor(of: AudienceFolder, { cacheBytesMax, readsAhead = false }: ReadOptions) {
    this.#of = of;
    this.#readsAhead = readsAhead;
    this.#packs = new Packs(of, cacheBytesMax);
    this.#downloads = new DownloadsReader(of);
    this.#quality = new QualityReader(of);
    const heads = numbersOf(of, 'heads').reverse();
    for (const number of heads) {
      const whole = this.#openWhole(number);
      if (whole === undefined) continue;
      if (number === heads[0] || isFallback(whole.edition)) this.#active = whole;
      break;
    }
    this.#behind = (heads[0] ?? 0) > (this.#active?.head ?? 0);
    this.#readAhead();
  }

  get openPacks(): number {
    return this.#packs.open;
  }

  current(): Activated | undefined {
    return this.#active;
  }

  get isBehind(): boolean {
    return this.#behind;
  }

  whenRead<Result>(work: () => Result): Result | Promise<Awaited<Result>> {
    try {
      const result = this.#packs.whenRead(work);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => this.#once(work, error)) as Promise<Awaited<Result>>;
    } catch (error) {
      return this.#once(work, error);
    }
  }

  refresh(): void {
    const present = this.#active?.head ?? 0;
    // While an edition is kept, the head after its own is too. Otherwise that head may be gone, while later heads exist.
    const isKept = this.#active !== undefined && hasManifest(this.#of, this.#active.edition.number);
    const newest = newestHeadNumber(this.#of, isKept ? present : 0);
    this.#behind = newest > present;
    if (this.#behind) {
      this.#active = this.#open(readHead(this.#of, newest));
      this.#readAhead();
    }
    this.#behind = false;
    this.#packs.closeRemoved();
  }

  firstFrom(head: number): Activated | undefined {
    const found = this.#byHead(head);
    if (found !== undefined) return found;
    for (const number of numbersOf(this.#of, 'heads')) {
      const later = number > head ? this.#byHead(number) : undefined;
      if (later !== undefined) return later;
    }
    return undefined;
  }

  /** Returns the edition that a head names, if both are still stored. */
  #byHead(number: number): Activated | undefined {
    if (this.#active?.head === number) return this.#active;
    const opened = this.#opened.get(number);
    // The manifest may be removed or replaced by another of its number: repacked, or with links of another base URL.
    const file = opened === undefined ? '' : manifestFile(this.#of, opened.activated.edition.number);
    if (opened !== undefined && file !== '' && opened.file === file) return opened.activated;
    this.#opened.delete(number);
    const head = hasHead(this.#of, number) ? wholeHead(this.#of, number) : undefined;
    return head !== undefined && hasManifest(this.#of, head.edition) ? this.#open(head) : undefined;
  }

  at(moment: Moment): ActiveAt {
    const heads = numbersOf(this.#of, 'heads');
    const count = headsUpTo(this.#of, moment).length;
    const last = count === 0 ? undefined : wholeHead(this.#of, heads[count - 1]!);
    // A damaged head was activated after the last readable head before it, and perhaps before the moment.
    const isAfterLast = last === undefined || Date.parse(last.activated) < moment;
    const isNextDamaged = isAfterLast && heads[count] !== undefined && wholeHead(this.#of, heads[count]) === undefined;
    const setAside = this.#setAsideAt(moment, { after: heads[count - 1] ?? 0, before: heads[count] ?? Infinity, isAfterLast });
    const damaged = isNextDamaged ? heads[count] : setAside;
    const isDamaged = damaged !== undefined;
    if (last === undefined && !isDamaged) return this.#before(moment, heads);
    const found = isDamaged ? undefined : this.#byHead(heads[count - 1]!);
    if (found !== undefined) return found;
    const around = [this.#nearestKept(heads.slice(0, count).reverse()), this.#nearestKept(heads.slice(count))];
    return {
      gone: true, ...(isDamaged ? { isDamaged } : {}), head: damaged ?? heads[count - 1]!,
      nearest: around.filter((date) => date !== undefined),
    };
  }

  /** Returns the number of the last head set aside between two others that was or may have been activated up to the moment. */
  #setAsideAt(
    moment: Moment, { after, before, isAfterLast }: { after: number; before: number; isAfterLast: boolean },
  ): number | undefined {
    return headsSetAside(this.#of).findLast((number) => {
      if (number <= after || number >= before) return false;
      const activated = activatedOfSetAside(this.#of, number);
      return activated === undefined ? isAfterLast : activated.getTime() <= moment;
    });
  }

  /** Returns when the first of these heads was activated that is readable and has a stored edition. */
  #nearestKept(heads: readonly number[]): Date | undefined {
    for (const number of heads) {
      const head = wholeHead(this.#of, number);
      if (head !== undefined && hasManifest(this.#of, head.edition)) return new Date(head.activated);
    }
    return undefined;
  }

  /** Returns the state at a moment before the first head in this folder. */
  #before(moment: Moment, heads: readonly number[]): ActiveAt {
    const earlier = readEarlier(this.#of);
    const wasNothing = earlier === null ? (heads[0] ?? 1) === 1 : moment < Date.parse(earlier.first);
    if (wasNothing) return 'nothing';
    const kept = this.#nearestKept(heads);
    return { gone: true, head: 0, nearest: kept === undefined ? [] : [kept] };
  }

  numbered(edition: number): NumberedEdition {
    const newest = newestHeadNumber(this.#of, 0);
    const latest = newest === 0 ? undefined : wholeHead(this.#of, newest);
    if (edition < 1 || latest !== undefined && edition > latest.newest) return 'unknown';
    const listed = firstHeadOf(this.#of, edition);
    const activated = typeof listed === 'object' ? this.#byHead(listed.head) : undefined;
    if (typeof listed === 'object' && activated !== undefined) return { listed, activated };
    const kept = numbersOf(this.#of, 'manifests').filter((number) => number <= (latest?.newest ?? Infinity));
    const around = [kept.findLast((number) => number < edition), kept.find((number) => number > edition)];
    const nearest = around.filter((number) => number !== undefined);
    if (listed === 'damaged' || kept.includes(edition)) return { gone: true, isDamaged: true, nearest };
    return { gone: true, nearest };
  }

  list(query: { position: number; limit: number }): Promise<ListedHeads> {
    return inTurns(listedHeads(this.#of, query));
  }

  listAfter(head: number, limit: number): ReturnType<Editions['listAfter']> {
    return inTurns(headsAfter(this.#of, head, limit));
  }

  async countDifferences(pair: EditionPair, query: DifferenceQuery): Promise<DifferenceCounts> {
    const editions = this.#compared(pair);
    const key = `differences ${pair.before?.contentId} ${pair.after?.contentId} ${JSON.stringify(query)}`;
    const release = this.#held(pair);
    const found = await this.#packs.selections.get(key, async () => (
      { bytes: query.series.length * 64, counts: await inTurns(countDifferences(editions, query)) }
    )).finally(release);
    return found.counts;
  }

  differences(pair: EditionPair, query: DifferenceQuery, page: DifferencePage): Promise<FeatureDifferences> {
    const release = this.#held(pair);
    return inTurns(pageOfDifferences(this.#compared(pair), query, page)).finally(release);
  }

  #compared({ before, after }: EditionPair): ComparedEditions {
    return { before: readerOf(before), after: readerOf(after), packs: this.#packs };
  }

  /** Keeps the packs of both editions open. */
  #held({ before, after }: EditionPair): () => void {
    return this.#packs.hold([...new Set([...before?.packNumbers ?? [], ...after?.packNumbers ?? []])]);
  }

  showing(id: string, versions: readonly Pick<ListedVersion, 'valid' | 'recorded'>[]): readonly (Showing | null)[] {
    const finder = new ShowingFinder(this.#of, this.#packs, id);
    return versions.map(({ valid, recorded }) => finder.first({ recordedFrom: recorded.from, validFrom: valid.from }));
  }

  downloads(edition: Pick<Edition, 'number' | 'contentId'>): Downloads | null {
    return this.#downloads.of(edition);
  }

  downloadsUpTo(edition: number): Downloads | null {
    return this.#downloads.upTo(edition);
  }

  qualityUpTo(edition: number, limit: number): ReturnType<Editions['qualityUpTo']> {
    return this.#quality.upTo(edition, limit);
  }

  qualityOfHolder(...[totals, holder]: Parameters<Editions['qualityOfHolder']>): ReturnType<Editions['qualityOfHolder']> {
    return this.#quality.ofHolder(totals, holder);
  }

  close(): void {
    this.#packs.close();
    this.#opened.clear();
    this.#active = undefined;
  }

  /**
   * Runs the work again after a fault in a file. The edition may have been repacked or dropped since it was opened, and its packs removed.
   * The work then reads other packs or finds the edition gone; otherwise it fails as before.
   */
  #once<Result>(work: () => Result, error: unknown): Result | Promise<Awaited<Result>> {
    if (!(error instanceof Damage) || this.#active === undefined) throw error;
    this.#opened.clear();
    this.#active = this.#open(readHead(this.#of, newestHeadNumber(this.#of, 0)));
    return this.#packs.whenRead(work);
  }

  #readAhead(): void {
    if (this.#readsAhead && this.#active !== undefined) void this.#prepare(this.#active.edition);
  }

  /** Reads the packs of an edition through, and computes its extents before a request needs them. */
  async #prepare(edition: Edition): Promise<void> {
    await this.#packs.readAhead(edition.packNumbers);
    for (const series of edition.series.keys()) {
      if (this.#active?.edition !== edition) return;
      try {
        await edition.extent(series);
      } catch {
        // The next request for the extent reports a damaged or missing page: a failed extent is not cached.
      }
    }
  }

  /** Undefined when it is damaged. */
  #openWhole(head: number): Activated | undefined {
    try {
      return this.#open(readHead(this.#of, head));
    } catch (error) {
      if (error instanceof Damage) return undefined;
      throw error;
    }
  }

  #open(head: Head): Activated {
    // Before it is read: a manifest that replaces it meanwhile is opened the next time.
    const file = manifestFile(this.#of, head.edition);
    const activated = activatedOf(head, openHead(this.#of, head, this.#packs));
    this.#opened.set(head.number, { activated, file });
    for (const oldest of this.#opened.keys()) {
      if (this.#opened.size <= OPENED_MAX) break;
      this.#opened.delete(oldest);
    }
    return activated;
  }
}

function readerOf(edition: Edition | null): EditionReader | null {
  if (edition === null || edition instanceof EditionReader) return edition;
  throw new TypeError('an edition that this store did not open');
}

function activatedOf(head: Head, edition: Edition): Activated {
  const since = new Map(Object.entries(head.since).map(([name, { now, other }]) => [name, { now: sinceOf(now), other: sinceOf(other) }]));
  const whole = sinceOf([head.number, head.activated]);
  const isAsPublished = edition.contentId === head.contentId;
  return {
    edition, head: head.number, newest: head.newest, activated: whole.activated, isAsPublished,
    // An edition rebuilt without objects that are hidden now has content that no head had before.
    since: (series) => (isAsPublished ? since.get(series) : undefined) ?? { now: whole, other: whole },
  };
}

function sinceOf([head, activated]: WrittenSince): Since {
  return { head, activated: new Date(activated) };
}

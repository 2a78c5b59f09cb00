/** Edition: responses from one immutable edition: its series, one feature by id, one document by id. */
import type { EditionCrs } from '../../schemas/crs.ts';
import { ROOTS, type RootType } from '../../schemas/names.ts';
import type { Moment, Received } from '../../schemas/time.ts';
import { hashId, sha256Text } from '../format/hash.ts';
import { entriesNamed, IdRoot, Shard, type IdEntry } from '../format/id-index.ts';
import type { Head } from '../format/head.ts';
import { EMPTY_ROOT, packNumbers, rootAddress, type Manifest, type RootEntry } from '../format/manifest.ts';
import type { AudienceFolder } from '../format/layout.ts';
import { PARTS } from '../format/page-directory.ts';
import type { RowBytes } from '../format/page-parts.ts';
import { predecessorOf } from '../format/predecessor.ts';
import { stateOf } from '../format/row-columns.ts';
import {
  apart, documentParts, END_PARTS, growthOf, rowParts, shownEnds, splicedDocument, withShownEnds, type Decoding, type Packs, type Page,
  type PageOfSeries,
} from './bytes/index.ts';
import { readManifest } from './heads.ts';
import { extentOf } from './extent.ts';
import { SeriesReader } from './series-reader.ts';
import { inTurns } from './turns.ts';
import type { Edition, FoundDocument, FoundFeature, ListedVersion, SeriesExtent, VersionOrder } from './types.ts';
import { presentVersion, versionsOf } from './version-reader.ts';

/** Opens the edition that a head names. Throws Damage when its manifest or one of its roots is damaged. */
export function openHead(of: AudienceFolder, head: Head, packs: Packs): EditionReader {
  return new EditionReader(readManifest(of, head.edition, head.manifest), packs);
}

/** Returns whether an edition may replace a later damaged one. An empty edition may not: "no objects" would be wrong. */
export function isFallback({ series }: Edition): boolean {
  return [...series.values()].some(({ count }) => count > 0);
}

const makeIds = (bytes: Buffer): IdRoot => new IdRoot(apart(bytes));
export const SHARD: Decoding<Shard> = { make: (bytes) => new Shard(bytes), shelf: 'read' };

/** Returns the root of the id index; null when the edition has no ids. */
export function openIds(entry: RootEntry, packs: Packs): IdRoot | null {
  const address = rootAddress(entry);
  return address === null ? null : packs.made(address, makeIds);
}

const ROOT_TYPES: ReadonlyMap<string, RootType> = new Map(
  Object.entries(ROOTS).map(([type, { path }]) => [path, type as RootType]),
);

interface FoundRow {
  readonly page: Page;
  readonly row: number;
  readonly isNow: boolean;
  readonly order: VersionOrder;
}

export class EditionReader implements Edition {
  readonly number: number;
  readonly contentId: string;
  readonly moment: Moment;
  readonly configurationHash: string;
  readonly baseUrl: string;
  readonly epoch: number | null;
  readonly packNumbers: readonly number[];
  readonly series: ReadonlyMap<string, SeriesReader>;
  readonly #packs: Packs;
  readonly #names: readonly string[];
  readonly #ids: IdRoot | null;
  readonly #recorded: RootEntry;
  /** Per target: twice the index of a series; plus one: its *other*. */
  readonly #readers: readonly SeriesReader[];

  /** Reads and checks all roots. Throws a Fault when one is damaged. */
  constructor(manifest: Manifest, packs: Packs) {
    this.number = manifest.number;
    this.contentId = manifest.contentId;
    this.moment = manifest.moment as Moment;
    this.configurationHash = manifest.configurationHash;
    this.baseUrl = manifest.configuration.baseUrl;
    this.epoch = manifest.configuration.epoch ?? null;
    this.#packs = packs;
    this.#names = manifest.series.map(({ name }) => name);
    this.packNumbers = packNumbers(manifest.packs);
    const shared = { packs, packNumbers: this.packNumbers, baseUrl: this.baseUrl };
    this.#readers = manifest.series.flatMap(({ name, now, other: rest }) => {
      const other = new SeriesReader(name, rest, shared);
      return [new SeriesReader(name, now, { ...shared, other }), other];
    });
    this.series = new Map(this.#names.map((name, index) => [name, this.#readers[index * 2]!]));
    this.#ids = openIds(manifest.ids, packs);
    this.#recorded = manifest.versions ?? EMPTY_ROOT;
  }

  async extent(series: string): Promise<SeriesExtent> {
    const index = this.#names.indexOf(series);
    const [now, other] = [this.#readers[index * 2]!, this.#readers[index * 2 + 1]!];
    const found = await this.#packs.extents.get(`${series} ${now.allHash}`, async () => (
      { bytes: 0, extent: await inTurns(extentOf([now, other], this.#packs)) }
    ));
    return found.extent;
  }

  feature(series: string, id: string, crs: EditionCrs, at: Moment | null = null): FoundFeature | undefined {
    const entries = this.#entriesIn(series, id);
    const found = this.#rowOf(entries, at, at === null ? rowParts(crs) : [...rowParts(crs), ...END_PARTS]);
    if (found === undefined) return undefined;
    const { page, row, isNow, order } = found;
    const { result, release } = this.#packs.releasable(() => this.#rowBytes(found, crs));
    const bytes = result.subarray(0, -1);
    const linksEnd = page.spans().geometryStarts[row]! - AFTER_LINKS.length;
    const hash = Buffer.from(stateOf(page.order().states, row)).toString('hex');
    const [end] = at === null ? [] : shownEnds(page, row, row + 1);
    if (end === undefined) return { bytes, linksEnd, hash, isNow, order, release };
    return {
      bytes: withShownEnds(bytes, [end], [0]), linksEnd: linksEnd + growthOf(end),
      // Writing the shown end back would change the object, so its ETag differs from that of the state.
      hash: sha256Text(`${hash} ${end.shown}`).slice(0, hash.length), isNow, order, release,
    };
  }

  document(id: string, crs: EditionCrs, at: Moment | null = null): FoundDocument | undefined {
    const entries = this.#entriesOf(id).filter(({ target }) => ROOT_TYPES.has(this.#names[target >> 1]!));
    const found = this.#rowOf(entries, at, [...documentParts(crs), ...rowParts(crs), PARTS.spans, PARTS.delivered]);
    if (found === undefined) return undefined;
    const { page, row, isNow } = found;
    const path = this.#names[entries[0]!.target >> 1]!;
    const documents = page.documents(crs);
    const { states, documentStates } = page.order();
    const { result: bytes, release } = this.#packs.releasable(() => this.#bytes(found, documents ?? page.rows(crs)));
    return {
      type: ROOT_TYPES.get(path)!,
      slices: documents === undefined ? splicedDocument(page, row, { bytes, address: `${this.baseUrl}/${path}` }) : [bytes],
      // A document made from its row changes when the row does.
      hash: Buffer.from(stateOf(documentStates ?? states, row)).toString('hex'),
      isNow, order: found.order, release,
    };
  }

  /** Returns the row of an id in the *now* of a series. */
  rowNow(series: string, id: string): (PageOfSeries & { readonly row: number; readonly key: number }) | undefined {
    const target = this.#names.indexOf(series) * 2;
    const entry = this.#entriesOf(id).find((one) => one.target === target);
    const found = entry === undefined ? undefined : this.#readers[target]!.find(entry, []);
    return found === undefined ? undefined : { ...found, root: this.#readers[target]!.root!, key: entry!.key };
  }

  begins(series: string, id: string): readonly Moment[] {
    return this.#entriesIn(series, id).map(({ begin }) => begin as Moment);
  }

  beginAt(series: string, id: string, at: Moment): Moment | undefined {
    return this.#rowOf(this.#entriesIn(series, id), at, [])?.order.begin;
  }

  versions(id: string): readonly ListedVersion[] {
    const entries = versionsOf(this.#recorded, id, this.#packs);
    const present = presentVersion(entries, this.moment);
    return entries.map((entry) => {
      const earlier = entry.changed === null ? undefined : predecessorOf(entry, entries);
      return {
        type: ROOT_TYPES.get(this.#names[entry.series]!)!,
        valid: { from: entry.validFrom as Moment, until: entry.validUntil === Infinity ? null : entry.validUntil as Moment },
        recorded: {
          from: entry.recordedFrom as Received, until: entry.recordedUntil === Infinity ? null : entry.recordedUntil as Received,
        },
        holder: entry.holder,
        comparedWith: earlier === undefined ? null : entries.indexOf(earlier), changed: entry.changed ?? [],
        isPresent: entry === present,
      };
    });
  }

  /** Returns the bytes of the row or its document, whichever `where` addresses. */
  #bytes({ page, row }: FoundRow, where: RowBytes): Buffer {
    return this.#packs.bytesAt(where.blocks, page.directory.blockOf(row), page.extent(row, where));
  }

  /** Returns the bytes with the comma at their end. */
  #rowBytes(found: FoundRow, crs: EditionCrs): Buffer {
    return this.#bytes(found, found.page.rows(crs));
  }

  #entriesIn(series: string, id: string): readonly IdEntry[] {
    const index = this.#names.indexOf(series);
    return this.#entriesOf(id).filter(({ target }) => target >> 1 === index);
  }

  /** Returns every row of an id, whatever its series and period. The id may have another Unicode form with the same NFC. */
  #entriesOf(id: string): readonly IdEntry[] {
    if (this.#ids === null) return [];
    const hash = hashId(id);
    const { start, end } = this.#ids.range(hash.high, hash.low);
    const entries: IdEntry[] = [];
    for (let shard = start; shard < end; shard += 1) {
      entries.push(...this.#packs.madeAt(this.#ids.addresses, shard, SHARD).entriesOf(hash));
    }
    return entriesNamed(entries, id);
  }

  /**
   * Selects, among rows of one series by their begin, the row valid at a moment; at null the row valid now, else the most recent one. The
   * `parts` of its page are available then.
   */
  #rowOf(entries: readonly IdEntry[], at: Moment | null, parts: readonly string[]): FoundRow | undefined {
    const present = at === null ? entries.findIndex(({ target }) => (target & 1) === 0) : entries.findLastIndex(({ begin }) => begin <= at);
    const index = at === null && present === -1 ? entries.length - 1 : present;
    const entry = entries[index];
    if (entry === undefined) return undefined;
    const found = this.#readers[entry.target]!.find(entry, parts);
    if (found === undefined || at !== null && found.page.periods().untils[found.row]! <= at) return undefined;
    return { ...found, isNow: (entry.target & 1) === 0, order: orderOf(entries, index) };
  }
}

function orderOf(entries: readonly IdEntry[], index: number): VersionOrder {
  const beginAt = (at: number): Moment | null => (entries[at]?.begin ?? null) as Moment | null;
  return { begin: beginAt(index)!, previous: beginAt(index - 1), next: beginAt(index + 1), last: beginAt(entries.length - 1)! };
}

/** The bytes of a row between its links and its geometry. */
const AFTER_LINKS = Buffer.from('],"geometry":');
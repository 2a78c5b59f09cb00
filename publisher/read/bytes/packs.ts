/**
 * Packs: reads parts of packs by their address, checks each against its SHA-256 at the first read, and caches recently used ones. All
 * reading of an edition's bytes goes through here. Columns that queries scan (boxes, periods, values) are cached apart from the rest, so
 * that bytes of rows do not evict them.
 *
 * A server uses `whenRead(work)`: the work runs on cached bytes and on bytes that the operating system has in memory (read-ahead.ts).
 * When bytes are missing, the work ends at once, other threads read these bytes, and the work runs again. Outside `whenRead`, missing
 * bytes are read on this thread.
 * Invariant: returned bytes had the hash in their address when they were first read; anything else is a Fault. Evicted bytes that are read
 * again are not hashed again, as long as their address is remembered.
 * Not here: bytes that are read once only (scan.ts).
 */
import { LRUCache } from 'lru-cache';
import { LIMITS } from '../../../schemas/limits.ts';
import { sha256, sha256Later } from '../../format/hash.ts';
import type { AudienceFolder } from '../../format/layout.ts';
import { addressAt, type SegmentAddress, type SegmentAddresses } from '../../format/segment-address.ts';
import { Cache, type CacheEntry } from './cache.ts';
import { ExtentReader, type PackExtent, type Releasable } from './extent-reader.ts';
import { PackFiles } from './pack-files.ts';
import { PIECE_BYTES_MAX, piecesOf, within, type MissingBytes, type Piece, type Shelf } from './pieces.ts';
import { ReadAhead } from './read-ahead.ts';
import { Selections } from './selections.ts';
import type { Steps } from '../steps.ts';

/** Number of addresses remembered as checked: about 30 bytes of memory each. */
const CHECKED_MAX = 200_000;

/** Memory of each shelf. */
export type CacheBytesMax = Readonly<Record<Shelf, number>>;

/** The object decoded from the bytes at an address: always the same decoder for one address. */
export interface Decoding<Value> {
  readonly make: (bytes: Buffer) => Value;
  readonly shelf: Shelf;
}

/** Bytes from `start` on, before `end`. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

/** The documents of the rows of a block, in the form that lists use. */
export interface DocumentBlock {
  /** The documents in sequence, each followed by a comma. */
  readonly bytes: Buffer;
  /** End of each document, in order, behind its comma. */
  readonly ends: readonly number[];
}

/** A range of bytes in one block of a list. */
export interface BlockExtent extends Extent {
  readonly blocks: SegmentAddresses;
  readonly block: number;
}

/** Work that is tried on cached bytes. */
interface Attempt {
  /** Bytes that were read for it, whatever the caches have evicted since. */
  read: Map<string, CacheEntry> | undefined;
  /** Missing bytes. */
  missing: MissingBytes[];
}

/** Ends an attempt. Created once, because its stack is not used. */
const MISSING = new Error('what the work needs is not read yet');

export class Packs {
  /** Recently selected rows. Their numbers refer to pages, so they are cached as long as these. */
  readonly selections = new Selections();
  /** Extents of series, by name and content (extent.ts). */
  readonly extents = new Selections();
  /** Blocks of documents used lately, by the names that document-taker.ts gives them. */
  readonly documents = new LRUCache<string, DocumentBlock>({
    maxSize: LIMITS.cacheBytesMax.documents, sizeCalculation: ({ bytes }) => bytes.length,
  });
  readonly #files: PackFiles;
  readonly #ahead: ReadAhead;
  readonly #extents: ExtentReader;
  readonly #shelves: Readonly<Record<Shelf, Cache>>;
  /** Per pack: the offsets of checked bytes. */
  readonly #checked = new Map<number, Set<number>>();
  #checkedCount = 0;
  #attempt: Attempt | undefined;
  /** Readings in progress, by their first address and length. */
  readonly #reading = new Map<string, Promise<readonly CacheEntry[]>>();

  constructor(of: AudienceFolder, cacheBytesMax: CacheBytesMax = LIMITS.cacheBytesMax) {
    this.#files = new PackFiles(of);
    this.#ahead = new ReadAhead(this.#files);
    this.#shelves = { scanned: new Cache(cacheBytesMax.scanned), read: new Cache(cacheBytesMax.read), rows: new Cache(cacheBytesMax.rows) };
    this.#extents = new ExtentReader(this.#shelves.rows, (pack, offset, target) => { this.#readNow(pack, offset, target); });
  }

  /** Returns `make` of the bytes at an address, decoded once while cached. `make` is always the same for one address. */
  made<Value>(address: SegmentAddress, make: (bytes: Buffer) => Value): Value {
    return valueOf(this.#get(address.pack, address.offset, 'read') ?? this.#read({ ...address, shelf: 'read' }), make);
  }

  /** Returns `made` for an entry of a list of addresses, without creating an object for a cached entry. */
  madeAt<Value>(addresses: SegmentAddresses, index: number, { make, shelf }: Decoding<Value>): Value {
    const kept = this.#get(addresses.packs[index]!, addresses.offsets[index]!, shelf);
    return valueOf(kept ?? this.#read({ ...addressAt(addresses, index), shelf }), make);
  }

  /** Returns the bytes at an address from `start` to `end`. */
  bytesAt(addresses: SegmentAddresses, index: number, { start, end }: Extent): Buffer {
    const pack = addresses.packs[index]!;
    if (this.#ahead.has(pack)) return this.#extents.get({ pack, offset: addresses.offsets[index]! + start, length: end - start });
    const whole = this.#wholeAt(addresses, index) ?? this.#read({ ...addressAt(addresses, index), shelf: 'rows' }).bytes;
    return whole.subarray(start, end);
  }

  /** Returns `bytesAt`; undefined when the bytes are missing. Missing bytes are noted, so that all of them are read together. */
  bytesOrMissing(addresses: SegmentAddresses, index: number, extent: Extent): Buffer | undefined {
    return this.wantBytes(addresses, index) ? this.bytesAt(addresses, index, extent) : undefined;
  }

  /** Returns `bytesOrMissing` of several extents; extents near one another are read by one call. */
  allBytesOrMissing(wanted: readonly BlockExtent[]): readonly (Buffer | undefined)[] {
    const extents = wanted.map(({ blocks, block, start, end }): PackExtent => (
      { pack: blocks.packs[block]!, offset: blocks.offsets[block]! + start, length: end - start }));
    if (extents.every(({ pack }) => this.#ahead.has(pack))) return this.#extents.all(extents);
    return wanted.map((extent) => this.bytesOrMissing(extent.blocks, extent.block, extent));
  }

  /** Runs `read`, which reads bytes at once. The caller may release the memory of these bytes when nothing uses them any more. */
  releasable<Result>(read: () => Result): Releasable<Result> {
    return this.#extents.releasable(read);
  }

  /** Returns whether the bytes at an address are available; missing bytes are noted, as `want` does. */
  wantBytes(addresses: SegmentAddresses, index: number): boolean {
    if (this.#isAtHand(addresses.packs[index]!) || this.#wholeAt(addresses, index) !== undefined) return true;
    this.#attempt!.missing.push({ ...addressAt(addresses, index), shelf: 'rows' });
    return false;
  }

  /** Runs `work`, perhaps several times, so it must only read. Returns its result at once when all bytes that it needs are available. */
  whenRead<Result>(work: () => Result): Result | Promise<Awaited<Result>> {
    const attempt: Attempt = { read: undefined, missing: [] };
    const done = this.#try(work, attempt);
    if (done === undefined) return this.#again(work, attempt);
    return done.result instanceof Promise ? this.#settled(done.result as Promise<Awaited<Result>>, work, attempt) : done.result;
  }

  /** Runs `whenRead` within steps. */
  *steps<Result>(work: () => Result): Steps<Result> {
    const attempt: Attempt = { read: undefined, missing: [] };
    for (;;) {
      const done = this.#try(work, attempt);
      if (done !== undefined) return done.result;
      yield this.#readLacking(attempt);
    }
  }

  /**
   * Returns whether entries [from, to) of a list of addresses are available. Uncached entries are read, neighbours together. In
   * `whenRead`, bytes that the operating system does not have in memory are noted; the work is then run again, whatever it returned
   * without them.
   */
  want(addresses: SegmentAddresses, { from, to, shelf: named = 'read' }: {
    from: number; to: number; shelf?: Shelf | ((index: number) => Shelf);
  }): boolean {
    const uncached: MissingBytes[] = [];
    for (let index = from; index < to; index += 1) {
      const shelf = typeof named === 'string' ? named : named(index);
      if (this.#get(addresses.packs[index]!, addresses.offsets[index]!, shelf) !== undefined) continue;
      uncached.push({ ...addressAt(addresses, index), shelf });
    }
    if (uncached.length === 0) return true;
    for (const piece of piecesOf(uncached.filter(({ pack }) => this.#isAtHand(pack)))) this.#readPiece(piece);
    const lacking = uncached.filter(({ pack }) => !this.#isAtHand(pack));
    this.#attempt?.missing.push(...lacking);
    return lacking.length === 0;
  }

  /** Ends the attempt now when noted bytes are missing. */
  complete(): void {
    if (this.#attempt !== undefined && this.#attempt.missing.length > 0) throw MISSING;
  }

  /** Reads packs through, so that the operating system has their bytes in memory. Resolves when that is done. */
  async readAhead(packs: readonly number[]): Promise<void> {
    await this.#ahead.through(packs);
  }

  get open(): number {
    return this.#files.count;
  }

  /** Keeps packs open, so that they can be read even when they are removed. Returns the function that releases them. */
  hold(packs: readonly number[]): () => void {
    return this.#files.hold(packs);
  }

  /** Closes packs that were removed, so that their space on the disk is freed. */
  closeRemoved(): void {
    this.#files.closeRemoved();
  }

  close(): void {
    this.#ahead.close();
    this.#files.close();
    this.#extents.clear();
    for (const cache of Object.values(this.#shelves)) cache.clear();
    this.documents.clear();
    this.#forgetChecked();
  }

  #get(pack: number, offset: number, shelf: Shelf): CacheEntry | undefined {
    return this.#shelves[shelf].get(pack, offset) ?? this.#attempt?.read?.get(nameOf({ pack, offset }));
  }

  /** Reads missing bytes on this thread, or notes them, which ends the attempt. */
  #read(address: MissingBytes): CacheEntry {
    if (this.#isAtHand(address.pack)) return this.#readPiece({ ...address, addresses: [address] })[0]!;
    this.#attempt!.missing.push(address);
    throw MISSING;
  }

  /** Returns whether this thread may read from a pack. */
  #isAtHand(pack: number): boolean {
    return this.#attempt === undefined || this.#ahead.has(pack);
  }

  /** All bytes at an address, if cached; a part of them may be cached under the same address. */
  #wholeAt({ packs, offsets, lengths }: SegmentAddresses, index: number): Buffer | undefined {
    const kept = this.#get(packs[index]!, offsets[index]!, 'rows');
    return kept !== undefined && kept.bytes.length >= lengths[index]! ? kept.bytes : undefined;
  }

  #readNow(pack: number, offset: number, target: Buffer): void {
    if (this.#ahead.has(pack)) this.#ahead.timed(pack, () => { this.#files.read(pack, offset, target); });
    else this.#files.read(pack, offset, target);
  }

  #requireOnce(address: SegmentAddress, bytes: Buffer): void {
    if (this.#isChecked(address)) return;
    this.#files.requireHash(sha256(bytes), address);
    this.#setChecked(address);
  }

  /** Undefined when bytes are missing. */
  #try<Result>(work: () => Result, attempt: Attempt): { readonly result: Result } | undefined {
    const outer = this.#attempt;
    this.#attempt = attempt;
    try {
      const result = work();
      return attempt.missing.length > 0 && !(result instanceof Promise) ? undefined : { result };
    } catch (error) {
      if (error !== MISSING) throw error;
      return undefined;
    } finally {
      this.#attempt = outer;
    }
  }

  async #again<Result>(work: () => Result, attempt: Attempt): Promise<Awaited<Result>> {
    for (;;) {
      await this.#readLacking(attempt);
      const done = this.#try(work, attempt);
      if (done === undefined) continue;
      try {
        return await done.result;
      } catch (error) {
        if (error !== MISSING) throw error;
      }
    }
  }

  /** Returns the result of an async function. When it rejects with MISSING, the bytes are read and the work is done again. */
  async #settled<Result>(result: Promise<Awaited<Result>>, work: () => Result, attempt: Attempt): Promise<Awaited<Result>> {
    try {
      return await result;
    } catch (error) {
      if (error !== MISSING) throw error;
      return await this.#again(work, attempt);
    }
  }

  async #readLacking(attempt: Attempt): Promise<void> {
    const pieces = piecesOf(attempt.missing);
    attempt.missing = [];
    const all = await Promise.all(pieces.map((piece) => this.#readPieceOnce(piece)));
    attempt.read ??= new Map();
    for (const kept of all.flat()) attempt.read.set(nameOf(kept), kept);
  }

  /** Callers that need the same bytes at once share one reading. */
  #readPieceOnce(piece: Piece): Promise<readonly CacheEntry[]> {
    const name = `${nameOf(piece)} ${piece.length}`;
    let reading = this.#reading.get(name);
    if (reading === undefined) {
      reading = this.#readPieceLater(piece).finally(() => this.#reading.delete(name));
      this.#reading.set(name, reading);
    }
    return reading;
  }

  async #readPieceLater(piece: Piece): Promise<readonly CacheEntry[]> {
    const cache = this.#shelves[piece.shelf];
    const room = cache.room(piece.length);
    await this.#files.readLater(piece.pack, piece.offset, room.bytes);
    const kept: CacheEntry[] = [];
    for (const address of piece.addresses) {
      const bytes = within(room.bytes, piece, address);
      if (!this.#isChecked(address)) {
        this.#files.requireHash(bytes.length > PIECE_BYTES_MAX ? await sha256Later(bytes) : sha256(bytes), address);
        this.#setChecked(address);
      }
      kept.push(cache.set(address, bytes, room.slab));
    }
    return kept;
  }

  #readPiece(piece: Piece): readonly CacheEntry[] {
    const cache = this.#shelves[piece.shelf];
    const room = cache.room(piece.length);
    this.#readNow(piece.pack, piece.offset, room.bytes);
    return piece.addresses.map((address) => {
      const bytes = within(room.bytes, piece, address);
      this.#requireOnce(address, bytes);
      return cache.set(address, bytes, room.slab);
    });
  }

  #isChecked({ pack, offset }: SegmentAddress): boolean {
    return this.#checked.get(pack)?.has(offset) === true;
  }

  #setChecked({ pack, offset }: SegmentAddress): void {
    if (this.#checkedCount >= CHECKED_MAX) this.#forgetChecked();
    let offsets = this.#checked.get(pack);
    if (offsets === undefined) this.#checked.set(pack, offsets = new Set());
    offsets.add(offset);
    this.#checkedCount += 1;
  }

  #forgetChecked(): void {
    this.#checked.clear();
    this.#checkedCount = 0;
  }
}

function nameOf({ pack, offset }: { readonly pack: number; readonly offset: number }): string {
  return `${pack}:${offset}`;
}

function valueOf<Value>(kept: CacheEntry, make: (bytes: Buffer) => Value): Value {
  kept.value ??= make(kept.bytes.byteOffset % 8 === 0 ? kept.bytes : apart(kept.bytes));
  return kept.value as Value;
}

/** Copies bytes to memory of their own, for callers that outlive the cache entry. */
export function apart(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

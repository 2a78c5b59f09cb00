/**
 * Packs: reads pieces of packs by their place, checks each against its SHA-256 at the first read, and keeps what was
 * used lately. All reading of an edition's bytes goes through here. What questions look through (boxes, periods, values) is kept
 * apart from the rest, so that rows that come and go do not push it out.
 *
 * Who serves others does `whenRead(work)`: work runs with what is kept and what the operating system has in memory (read-ahead.ts);
 * when it lacks something it ends at once, what it lacks is read by other threads, and it runs again. Outside of that what lacks is
 * read on this thread.
 * Invariant: what is returned had the hash that its place names when it was first read; anything else is a Fault. What was
 * let go and is read again is not hashed again, as long as its place is remembered.
 * Not here: what is read once only (scan.ts).
 */
import { LIMITS } from '../../../schemas/limits.ts';
import { sha256, sha256Later } from '../../format/hash.ts';
import type { AudienceFolder } from '../../format/layout.ts';
import { placeAt, type Place, type Places } from '../../format/place.ts';
import { Cache, type Kept } from './cache.ts';
import { DocumentBlocks } from './document-blocks.ts';
import { ExtentReader, type PackExtent } from './extent-reader.ts';
import { PackFiles } from './pack-files.ts';
import { PIECE_BYTES_MAX, piecesOf, within, type Lacking, type Piece, type Shelf } from './pieces.ts';
import { ReadAhead } from './read-ahead.ts';
import { Selections } from './selections.ts';
import type { Steps } from '../steps.ts';

/** Places remembered as checked: about 30 bytes of memory each. */
const CHECKED_MAX = 200_000;

/** Memory of each shelf. */
export type KeptBytesMax = Readonly<Record<Shelf, number>>;

/** What is made of the bytes at a place: always the same for one place. */
export interface Making<Value> {
  readonly make: (bytes: Buffer) => Value;
  readonly shelf: Shelf;
}

/** Bytes from `start` on, before `end`. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

/** Bytes of one of some blocks. */
export interface BlockExtent extends Extent {
  readonly blocks: Places;
  readonly block: number;
}

/** Work that is tried with what is kept. */
interface Attempt {
  /** What was read for it, whatever the caches let go meanwhile. */
  held: Map<string, Kept> | undefined;
  /** What it lacks. */
  lacking: Lacking[];
}

/** Ends an attempt. Made once: its stack says nothing. */
const LACKING = new Error('what the work needs is not read yet');

export class Packs {
  /** Rows that were lately selected; they name pages, so they live as long as these. */
  readonly selections = new Selections();
  /** Extents of series, by name and content (extent.ts). */
  readonly extents = new Selections();
  readonly documents = new DocumentBlocks();
  readonly #files: PackFiles;
  readonly #ahead: ReadAhead;
  readonly #extents: ExtentReader;
  readonly #shelves: Readonly<Record<Shelf, Cache>>;
  /** Per pack the offsets of what was checked. */
  readonly #checked = new Map<number, Set<number>>();
  #checkedCount = 0;
  #attempt: Attempt | undefined;
  /** What is being read, by its first place and length. */
  readonly #reading = new Map<string, Promise<readonly Kept[]>>();

  constructor(of: AudienceFolder, keptBytesMax: KeptBytesMax = LIMITS.keptBytesMax) {
    this.#files = new PackFiles(of);
    this.#ahead = new ReadAhead(this.#files);
    this.#shelves = { scanned: new Cache(keptBytesMax.scanned), read: new Cache(keptBytesMax.read), rows: new Cache(keptBytesMax.rows) };
    this.#extents = new ExtentReader(this.#shelves.rows, (pack, offset, target) => { this.#readNow(pack, offset, target); });
  }

  /** `make` of the bytes at a place, made once while it is kept. Always the same `make` for one place. */
  made<Value>(place: Place, make: (bytes: Buffer) => Value): Value {
    return valueOf(this.#get(place.pack, place.offset, 'read') ?? this.#read({ ...place, shelf: 'read' }), make);
  }

  /** `made` for an entry of a list of places, without an object in between when it is kept. */
  madeAt<Value>(places: Places, index: number, { make, shelf }: Making<Value>): Value {
    const kept = this.#get(places.packs[index]!, places.offsets[index]!, shelf);
    return valueOf(kept ?? this.#read({ ...placeAt(places, index), shelf }), make);
  }

  /** Of the bytes at a place those from `start` to `end`. */
  bytesAt(places: Places, index: number, { start, end }: Extent): Buffer {
    const whole = this.#wholeAt(places, index);
    if (whole !== undefined) return whole.subarray(start, end);
    const pack = places.packs[index]!;
    if (this.#ahead.has(pack)) return this.#extents.get({ pack, offset: places.offsets[index]! + start, length: end - start });
    return this.#read({ ...placeAt(places, index), shelf: 'rows' }).bytes.subarray(start, end);
  }

  /** The same; undefined when it is not at hand and noted as lacking, so that all that lacks is read together. */
  bytesOrLack(places: Places, index: number, extent: Extent): Buffer | undefined {
    return this.wantBytes(places, index) ? this.bytesAt(places, index, extent) : undefined;
  }

  /** `bytesOrLack` of several extents; those near one another are read at once. */
  allBytesOrLack(wanted: readonly BlockExtent[]): readonly (Buffer | undefined)[] {
    const found = wanted.map(({ blocks, block, start, end }) => this.#wholeAt(blocks, block)?.subarray(start, end));
    const extents: PackExtent[] = [];
    const at: number[] = [];
    for (const [index, { blocks, block, start, end }] of wanted.entries()) {
      const pack = blocks.packs[block]!;
      if (found[index] !== undefined || !this.#ahead.has(pack)) continue;
      extents.push({ pack, offset: blocks.offsets[block]! + start, length: end - start });
      at.push(index);
    }
    for (const [n, bytes] of this.#extents.all(extents).entries()) found[at[n]!] = bytes;
    return found.map((bytes, index) => bytes ?? this.bytesOrLack(wanted[index]!.blocks, wanted[index]!.block, wanted[index]!));
  }

  /** Whether bytes at a place can be had; what lacks is noted, as `want` does. */
  wantBytes(places: Places, index: number): boolean {
    if (this.#isAtHand(places.packs[index]!) || this.#wholeAt(places, index) !== undefined) return true;
    this.#attempt!.lacking.push({ ...placeAt(places, index), shelf: 'rows' });
    return false;
  }

  /** `work`, which may be done several times, so it only reads. Its result is given at once when all that it needs is kept. */
  whenRead<Result>(work: () => Result): Result | Promise<Awaited<Result>> {
    const attempt: Attempt = { held: undefined, lacking: [] };
    const done = this.#try(work, attempt);
    if (done === undefined) return this.#again(work, attempt);
    return done.result instanceof Promise ? this.#settled(done.result as Promise<Awaited<Result>>, work, attempt) : done.result;
  }

  /** `whenRead` as a part of steps. */
  *steps<Result>(work: () => Result): Steps<Result> {
    const attempt: Attempt = { held: undefined, lacking: [] };
    for (;;) {
      const done = this.#try(work, attempt);
      if (done !== undefined) return done.result;
      yield this.#readLacking(attempt);
    }
  }

  /**
   * Whether entries [from, to) of a list of places can be had. What is not kept is read, neighbours together; in `whenRead` what the
   * operating system does not have in memory is noted, and the work, whatever it gives without, is done again.
   */
  want(places: Places, { from, to, shelf: named = 'read' }: { from: number; to: number; shelf?: Shelf | ((index: number) => Shelf) }): boolean {
    const [atHand, lacking]: [Lacking[], Lacking[]] = [[], []];
    for (let index = from; index < to; index += 1) {
      const shelf = typeof named === 'string' ? named : named(index);
      const pack = places.packs[index]!;
      if (this.#get(pack, places.offsets[index]!, shelf) !== undefined) continue;
      (this.#isAtHand(pack) ? atHand : lacking).push({ ...placeAt(places, index), shelf });
    }
    for (const piece of piecesOf(atHand)) this.#readPiece(piece);
    this.#attempt?.lacking.push(...lacking);
    return lacking.length === 0;
  }

  /** Ends the attempt now when something wanted is not kept. */
  complete(): void {
    if (this.#attempt !== undefined && this.#attempt.lacking.length > 0) throw LACKING;
  }

  /** Reads packs through, so that what is asked of them is in the operating system's memory. Resolves when that is done. */
  async readAhead(packs: readonly number[]): Promise<void> {
    await this.#ahead.through(packs);
  }

  get open(): number {
    return this.#files.count;
  }

  /** Keeps packs open, so that they can be read when they are removed meanwhile. Returns what releases them. */
  hold(packs: readonly number[]): () => void {
    return this.#files.hold(packs);
  }

  /** Closes packs that were removed, so that their room on the disk is free. */
  letRemovedGo(): void {
    this.#files.letRemovedGo();
  }

  close(): void {
    this.#ahead.close();
    this.#files.close();
    this.#extents.clear();
    for (const cache of Object.values(this.#shelves)) cache.clear();
    this.documents.clear();
    this.#forgetChecked();
  }

  #get(pack: number, offset: number, shelf: Shelf): Kept | undefined {
    return this.#shelves[shelf].get(pack, offset) ?? this.#attempt?.held?.get(nameOf({ pack, offset }));
  }

  /** What is not kept: on this thread, or noted, which ends the attempt. */
  #read(place: Lacking): Kept {
    if (this.#isAtHand(place.pack)) return this.#readPiece({ ...place, places: [place] })[0]!;
    this.#attempt!.lacking.push(place);
    throw LACKING;
  }

  /** Whether this thread reads a pack by itself. */
  #isAtHand(pack: number): boolean {
    return this.#attempt === undefined || this.#ahead.has(pack);
  }

  /** All bytes at a place, when they are kept; some of them may be kept under the same place. */
  #wholeAt({ packs, offsets, lengths }: Places, index: number): Buffer | undefined {
    const kept = this.#get(packs[index]!, offsets[index]!, 'rows');
    return kept !== undefined && kept.bytes.length >= lengths[index]! ? kept.bytes : undefined;
  }

  #readNow(pack: number, offset: number, target: Buffer): void {
    if (this.#ahead.has(pack)) this.#ahead.timed(pack, () => { this.#files.read(pack, offset, target); });
    else this.#files.read(pack, offset, target);
  }

  #requireOnce(place: Place, bytes: Buffer): void {
    if (this.#isChecked(place)) return;
    this.#files.requireHash(sha256(bytes), place);
    this.#setChecked(place);
  }

  /** Undefined when something lacks. */
  #try<Result>(work: () => Result, attempt: Attempt): { readonly result: Result } | undefined {
    const outer = this.#attempt;
    this.#attempt = attempt;
    try {
      const result = work();
      return attempt.lacking.length > 0 && !(result instanceof Promise) ? undefined : { result };
    } catch (error) {
      if (error !== LACKING) throw error;
      return undefined;
    } finally {
      this.#attempt = outer;
    }
  }

  async #again<Result>(work: () => Result, attempt: Attempt): Promise<Awaited<Result>> {
    for (;;) {
      await this.#readLacking(attempt);
      const done = this.#try(work, attempt);
      if (done !== undefined) return await done.result;
    }
  }

  /** An async function that lacks something is rejected. */
  async #settled<Result>(result: Promise<Awaited<Result>>, work: () => Result, attempt: Attempt): Promise<Awaited<Result>> {
    try {
      return await result;
    } catch (error) {
      if (error !== LACKING) throw error;
      return await this.#again(work, attempt);
    }
  }

  async #readLacking(attempt: Attempt): Promise<void> {
    const pieces = piecesOf(attempt.lacking);
    attempt.lacking = [];
    const all = await Promise.all(pieces.map((piece) => this.#readPieceOnce(piece)));
    attempt.held ??= new Map();
    for (const kept of all.flat()) attempt.held.set(nameOf(kept), kept);
  }

  /** Who lacks the same at once waits for one reading. */
  #readPieceOnce(piece: Piece): Promise<readonly Kept[]> {
    const name = `${nameOf(piece)} ${piece.length}`;
    let reading = this.#reading.get(name);
    if (reading === undefined) {
      reading = this.#readPieceLater(piece).finally(() => this.#reading.delete(name));
      this.#reading.set(name, reading);
    }
    return reading;
  }

  async #readPieceLater(piece: Piece): Promise<readonly Kept[]> {
    const cache = this.#shelves[piece.shelf];
    const room = cache.room(piece.length);
    await this.#files.readLater(piece.pack, piece.offset, room.bytes);
    const kept: Kept[] = [];
    for (const place of piece.places) {
      const bytes = within(room.bytes, piece, place);
      if (!this.#isChecked(place)) {
        this.#files.requireHash(bytes.length > PIECE_BYTES_MAX ? await sha256Later(bytes) : sha256(bytes), place);
        this.#setChecked(place);
      }
      kept.push(cache.set(place, bytes, room.slab));
    }
    return kept;
  }

  #readPiece(piece: Piece): readonly Kept[] {
    const cache = this.#shelves[piece.shelf];
    const room = cache.room(piece.length);
    this.#readNow(piece.pack, piece.offset, room.bytes);
    return piece.places.map((place) => {
      const bytes = within(room.bytes, piece, place);
      this.#requireOnce(place, bytes);
      return cache.set(place, bytes, room.slab);
    });
  }

  #isChecked({ pack, offset }: Place): boolean {
    return this.#checked.get(pack)?.has(offset) === true;
  }

  #setChecked({ pack, offset }: Place): void {
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

function valueOf<Value>(kept: Kept, make: (bytes: Buffer) => Value): Value {
  kept.value ??= make(kept.bytes.byteOffset % 8 === 0 ? kept.bytes : apart(kept.bytes));
  return kept.value as Value;
}

/** Bytes in memory of their own, for what lives longer than the cache keeps them. */
export function apart(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

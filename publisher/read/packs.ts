/**
 * Packs: reads pieces of packs by their place, checks each against its SHA-256 at the first read, and keeps what was
 * used lately. All reading of an edition's bytes goes through here.
 *
 * Invariant: what is returned had the hash that its place names when it was first read; anything else is a Fault. What was
 * let go and is read again is not hashed again, as long as its place is remembered.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { Damage, unreadable } from '../format/damage.ts';
import { sha256 } from '../format/hash.ts';
import { fileOf, type AudienceFolder } from '../format/layout.ts';
import { placeAt, type Place, type Places } from '../format/place.ts';
import { Selections } from './selections.ts';

const CACHE_BYTES = 256 * 1024 * 1024;
const OPEN_FILES_MAX = 128;
const PIECE_BYTES_MAX = 2 * 1024 * 1024;
/** Places remembered as checked: about 30 bytes of memory each. */
const CHECKED_MAX = 200_000;
/** Memory beside the bytes in the file, measured: of what is kept as bytes, and as a decoded segment. */
const BESIDE_BYTES = { bytes: 384, made: 1_024 } as const;

/** Something made of the bytes at a place: the bytes themselves, or a decoded segment. */
interface Kept {
  readonly value: unknown;
  /** Memory that it takes. */
  readonly bytes: number;
}

function kept(value: unknown, { length }: Place): Kept {
  return { value, bytes: length + (Buffer.isBuffer(value) ? BESIDE_BYTES.bytes : BESIDE_BYTES.made) };
}

export class Packs {
  /** Rows that were lately selected; they name pages, so they live as long as these. */
  readonly selections = new Selections();
  private readonly of: AudienceFolder;
  private readonly cache: Cache;
  private readonly files = new Map<number, number>();
  /** Per pack the offsets of what was checked. */
  private readonly checked = new Map<number, Set<number>>();
  private checkedCount = 0;

  constructor(of: AudienceFolder, cacheBytes: number = CACHE_BYTES) {
    this.of = of;
    this.cache = new Cache(cacheBytes);
  }

  /** The bytes at a place; do not write into them. */
  bytes(place: Place): Buffer {
    return this.made(place, asBytes);
  }

  /** The bytes at a place, read and checked now and not kept. */
  fresh(place: Place): Buffer {
    const bytes = this.read(place);
    this.verify(bytes, place);
    return bytes;
  }

  /** `make` of the bytes at a place, made once while it is kept. Always the same `make` for one place. */
  made<Value>(place: Place, make: (bytes: Buffer) => Value): Value {
    const known = this.cache.get(place.pack, place.offset);
    if (known !== undefined) return known.value as Value;
    const bytes = this.read(place);
    this.check(bytes, place);
    const value = make(bytes);
    this.cache.set(place.pack, place.offset, kept(value, place));
    return value;
  }

  /** `made` for an entry of a list of places, without an object in between when it is kept. */
  madeAt<Value>(places: Places, index: number, make: (bytes: Buffer) => Value): Value {
    const known = this.cache.get(places.packs[index]!, places.offsets[index]!);
    if (known !== undefined) return known.value as Value;
    return this.made(placeAt(places, index), make);
  }

  bytesAt(places: Places, index: number): Buffer {
    return this.madeAt(places, index, asBytes);
  }

  /**
   * Reads entries [from, to) of a list of places in as few pieces as their places allow, so that neighbours lie side by
   * side in memory too. Only worth it for several at once.
   */
  load(places: Places, from: number, to: number): void {
    for (let start = from; start < to;) {
      const { pack, offset } = placeAt(places, start);
      let [end, length] = [start, 0];
      let isScattered = false;
      let previous: Buffer | undefined;
      const isNext = (): boolean => places.packs[end] === pack && places.offsets[end] === offset + length;
      while (end < to && isNext() && length < PIECE_BYTES_MAX) {
        const bytes = this.cache.get(pack, places.offsets[end]!)?.value as Buffer | undefined;
        isScattered ||= bytes === undefined || (previous !== undefined && !isBehind(previous, bytes));
        previous = bytes;
        length += places.lengths[end]!;
        end += 1;
      }
      if (isScattered && end > start + 1) this.loadPiece(places, { start, end, length });
      start = end;
    }
  }

  private loadPiece(places: Places, { start, end, length }: { start: number; end: number; length: number }): void {
    const { pack, offset } = placeAt(places, start);
    const piece = this.read({ pack, offset, length });
    for (let index = start; index < end; index += 1) {
      const place = placeAt(places, index);
      const bytes = piece.subarray(place.offset - offset, place.offset - offset + place.length);
      this.check(bytes, place);
      this.cache.set(pack, place.offset, kept(bytes, place));
    }
  }

  close(): void {
    for (const file of this.files.values()) closeSync(file);
    this.files.clear();
    this.cache.clear();
    this.forgetChecked();
  }

  private read({ pack, offset, length }: { pack: number; offset: number; length: number }): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    const path = fileOf(this.of, 'packs', pack);
    const done = readAll(this.file(pack, path), bytes, offset);
    if (done < length) throw damaged(path, { expected: `${offset + length} bytes at least`, actual: `${offset + done}` });
    return bytes;
  }

  /** Hashes what is read for the first time. */
  private check(bytes: Buffer, place: Place): void {
    let offsets = this.checked.get(place.pack);
    if (offsets?.has(place.offset) === true) return;
    this.verify(bytes, place);
    if (this.checkedCount >= CHECKED_MAX) this.forgetChecked();
    offsets = this.checked.get(place.pack);
    if (offsets === undefined) this.checked.set(place.pack, offsets = new Set());
    offsets.add(place.offset);
    this.checkedCount += 1;
  }

  private forgetChecked(): void {
    this.checked.clear();
    this.checkedCount = 0;
  }

  private verify(bytes: Buffer, { pack, offset, length, hash }: Place): void {
    const found = sha256(bytes);
    if (found.equals(hash)) return;
    throw damaged(fileOf(this.of, 'packs', pack), {
      expected: `SHA-256 ${Buffer.from(hash).toString('hex')} of ${length} bytes at ${offset}`,
      actual: found.toString('hex'),
    });
  }

  private file(pack: number, path: string): number {
    let file = this.files.get(pack);
    if (file !== undefined) {
      this.files.delete(pack);
    } else {
      if (this.files.size >= OPEN_FILES_MAX) this.closeOldest();
      file = open(path);
    }
    this.files.set(pack, file);
    return file;
  }

  private closeOldest(): void {
    for (const [pack, file] of this.files) {
      closeSync(file);
      this.files.delete(pack);
      return;
    }
  }
}

/** Whether `bytes` lie just behind `previous` in memory. */
function isBehind(previous: Buffer, bytes: Buffer): boolean {
  return bytes.buffer === previous.buffer && bytes.byteOffset === previous.byteOffset + previous.length;
}

function asBytes(bytes: Buffer): Buffer {
  return bytes;
}

function open(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function readAll(file: number, target: Buffer, offset: number): number {
  let done = 0;
  while (done < target.length) {
    const count = readSync(file, target, done, target.length - done, offset + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}

function damaged(path: string, detail: { expected: string; actual: string }): Damage {
  return new Damage('bytes of a pack are damaged', { step: 'Pack:Read', path, ...detail });
}

/** A block on its own, so that it does not keep the piece that it was read with. */
function detached(value: unknown): unknown {
  return Buffer.isBuffer(value) && value.length < value.buffer.byteLength ? Buffer.from(value) : value;
}

/**
 * What was used lately, in two generations: what is asked for moves to the young one; when that holds half of the
 * limit, it becomes the old one, and the old one is let go.
 */
class Cache {
  private young = new Map<number, Map<number, Kept>>();
  private old = new Map<number, Map<number, Kept>>();
  private youngBytes = 0;
  private readonly bytesMax: number;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  get(pack: number, offset: number): Kept | undefined {
    const kept = this.young.get(pack)?.get(offset);
    if (kept !== undefined) return kept;
    const older = this.old.get(pack)?.get(offset);
    if (older === undefined) return undefined;
    const alone = { ...older, value: detached(older.value) };
    this.set(pack, offset, alone);
    return alone;
  }

  set(pack: number, offset: number, kept: Kept): void {
    if (this.youngBytes + kept.bytes > this.bytesMax / 2) {
      this.old = this.young;
      this.young = new Map();
      this.youngBytes = 0;
    }
    let places = this.young.get(pack);
    if (places === undefined) this.young.set(pack, places = new Map());
    places.set(offset, kept);
    this.youngBytes += kept.bytes;
  }

  clear(): void {
    this.young = new Map();
    this.old = new Map();
    this.youngBytes = 0;
  }
}

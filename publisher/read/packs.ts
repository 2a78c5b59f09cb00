/**
 * Packs: reads pieces of packs by their place, checks each against its SHA-256 at the first read, and keeps what was
 * used lately. All reading of an edition's bytes goes through here.
 *
 * Invariant: what is returned has the hash that its place names; anything else is a Fault.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { Fault } from '../../schemas/fault.ts';
import { HASH_BYTES, sha256 } from '../format/hash.ts';
import { fileOf, type AudienceFolder } from '../format/layout.ts';
import type { Place, Places } from '../format/place.ts';

const CACHE_BYTES = 256 * 1024 * 1024;
const OPEN_FILES_MAX = 128;

/** Something made of the bytes at a place: the bytes themselves, or a decoded segment. */
interface Kept {
  readonly value: unknown;
  readonly bytes: number;
}

export class Packs {
  private readonly of: AudienceFolder;
  private readonly cache: Cache;
  private readonly files = new Map<number, number>();

  constructor(of: AudienceFolder, cacheBytes: number = CACHE_BYTES) {
    this.of = of;
    this.cache = new Cache(cacheBytes);
  }

  /** The bytes at a place; do not write into them. */
  bytes(place: Place): Buffer {
    return this.made(place, asBytes);
  }

  /** `make` of the bytes at a place, made once while it is kept. Always the same `make` for one place. */
  made<Value>(place: Place, make: (bytes: Buffer) => Value): Value {
    const kept = this.cache.get(place.pack, place.offset);
    if (kept !== undefined) return kept.value as Value;
    const value = make(this.verified(place));
    this.cache.set(place.pack, place.offset, { value, bytes: place.length });
    return value;
  }

  /** `made` for an entry of a list of places, without an object in between when it is kept. */
  madeAt<Value>(places: Places, index: number, make: (bytes: Buffer) => Value): Value {
    const kept = this.cache.get(places.packs[index]!, places.offsets[index]!);
    if (kept !== undefined) return kept.value as Value;
    return this.made({
      pack: places.packs[index]!, offset: places.offsets[index]!, length: places.lengths[index]!,
      hash: places.hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
    }, make);
  }

  bytesAt(places: Places, index: number): Buffer {
    return this.madeAt(places, index, asBytes);
  }

  close(): void {
    for (const file of this.files.values()) closeSync(file);
    this.files.clear();
    this.cache.clear();
  }

  private verified(place: Place): Buffer {
    const bytes = Buffer.allocUnsafeSlow(place.length);
    const path = fileOf(this.of, 'packs', place.pack);
    if (readAll(this.file(place.pack, path), bytes, place.offset) < place.length) {
      throw damaged(path, place, `the file ends before byte ${place.offset + place.length}`);
    }
    const found = sha256(bytes);
    if (!found.equals(place.hash)) throw damaged(path, place, `SHA-256 ${found.toString('hex')}`);
    return bytes;
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

function asBytes(bytes: Buffer): Buffer {
  return bytes;
}

function open(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    throw new Fault('a pack cannot be opened', {
      step: 'Pack:Read', path, cause, hint: 'Run `ev editions verify`; an older edition can be activated instead.',
    });
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

function damaged(path: string, place: Place, actual: string): Fault {
  return new Fault(`${place.length} bytes at ${place.offset} are damaged`, {
    step: 'Pack:Read', path, expected: `SHA-256 ${Buffer.from(place.hash).toString('hex')}`, actual,
    hint: 'Run `ev editions verify`; an older edition can be activated instead.',
  });
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
    if (older !== undefined) this.set(pack, offset, older);
    return older;
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

/**
 * Segment addresses: pack, offset and length of a block or segment, with the hash that proves its bytes. A segment stores a list of
 * addresses in four columns. Packs, offsets and lengths are never content. Hashes are content, unless the addressed bytes contain
 * addresses.
 */
import { HASH_BYTES } from './hash.ts';
import { content, nonContent, type Column, type Segment } from './segment.ts';

export interface SegmentAddress {
  /** Number of the pack. */
  readonly pack: number;
  readonly offset: number;
  readonly length: number;
  /** SHA-256 of the bytes. */
  readonly hash: Uint8Array;
}

/** A list of addresses, decoded from a segment. */
export interface SegmentAddresses {
  readonly packs: Uint32Array;
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  readonly hashes: Uint8Array;
}

/** Name of the column with the hashes: `hash` is content; `check` is not. */
interface Naming {
  readonly hash: 'hash' | 'check';
}

/** Columns `<prefix>.pack`, `.offset`, `.length`, and `.hash` or `.check`. */
export function addressColumns(prefix: string, addresses: readonly SegmentAddress[], naming: Naming): Column[] {
  const hashes = new Uint8Array(addresses.length * HASH_BYTES);
  for (const [index, { hash }] of addresses.entries()) hashes.set(hash, index * HASH_BYTES);
  return columnsOfAddresses(prefix, {
    packs: Uint32Array.from(addresses, (one) => one.pack),
    offsets: Float64Array.from(addresses, (one) => one.offset),
    lengths: Uint32Array.from(addresses, (one) => one.length),
    hashes,
  }, naming);
}

export function columnsOfAddresses(prefix: string, addresses: SegmentAddresses, { hash }: Naming): Column[] {
  return [
    nonContent(`${prefix}.pack`, addresses.packs), nonContent(`${prefix}.offset`, addresses.offsets),
    nonContent(`${prefix}.length`, addresses.lengths),
    (hash === 'hash' ? content : nonContent)(`${prefix}.${hash}`, addresses.hashes),
  ];
}

export function readAddresses(segment: Segment, prefix: string, { hash }: Naming): SegmentAddresses {
  return {
    packs: segment.u32(`${prefix}.pack`),
    offsets: segment.f64(`${prefix}.offset`),
    lengths: segment.u32(`${prefix}.length`),
    hashes: segment.u8(`${prefix}.${hash}`),
  };
}

/** Overwrites one address of a list that no other code reads. */
export function setAddress({ packs, offsets, lengths, hashes }: SegmentAddresses, index: number, address: SegmentAddress): void {
  packs[index] = address.pack;
  offsets[index] = address.offset;
  lengths[index] = address.length;
  hashes.set(address.hash, index * HASH_BYTES);
}

export function addressAt(addresses: SegmentAddresses, index: number): SegmentAddress {
  return {
    pack: addresses.packs[index]!,
    offset: addresses.offsets[index]!,
    length: addresses.lengths[index]!,
    hash: addresses.hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  };
}

export function hashAt({ hashes }: SegmentAddresses, index: number): Buffer {
  return Buffer.from(hashes.buffer as ArrayBuffer, hashes.byteOffset + index * HASH_BYTES, HASH_BYTES);
}

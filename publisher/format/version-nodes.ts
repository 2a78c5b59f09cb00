/**
 * Versions: all recorded versions of roots, as a tree by the hash of their id. A leaf has some versions, a node has 16 branches.
 *
 * Whether a branch is a leaf follows from its number of versions alone. The tree therefore follows from its contents, whatever editions
 * came before. A change of one version writes one leaf and the few nodes above it.
 * Columns: publisher/FORMAT.md, "Versions". Not here: changing a tree (write/version-tree.ts), which versions exist.
 */
import { sameInNfc } from '../../schemas/normal-form.ts';
import { HASH_BYTES, hashId, type IdHash } from './hash.ts';
import { compareIds } from './order.ts';
import { addressColumns, readAddresses, type SegmentAddress, type SegmentAddresses } from './segment-address.ts';
import { EncodedSegment, Segment, content, type Texts, type Unsigned } from './segment.ts';
import { sortedTexts, textAt, textColumns, unsignedFor } from './text-columns.ts';

/** The key that identifies a version. */
export interface VersionKey extends IdHash {
  readonly id: string;
  /** Begin of its recorded period, microseconds since 1970. */
  readonly recordedFrom: number;
  /** Begin of its valid period, milliseconds since 1970. */
  readonly validFrom: number;
}

export interface VersionEntry extends VersionKey {
  /** Index of the series of its root. */
  readonly series: number;
  /** Infinity: without end. */
  readonly validUntil: number;
  /** Infinity: it is recorded now. */
  readonly recordedUntil: number;
  /** The bronhoudercode in its document. */
  readonly holder: string;
  /** Dotted names of the fields that differ from its predecessor (predecessor.ts); null: it has no predecessor. */
  readonly changed: readonly string[] | null;
}

/** Maximum number of versions in a leaf. */
export const LEAF_MAX = 64;
export const BRANCHES = 16;
/** Steps of 4 bits: 64 bits of the id, then 64 bits of the version itself, so that many versions of one id are spread too. */
const ID_STEPS = 16;
export const STEPS_MAX = 32;

/** Orders versions in a leaf: by the hash of their id and the id, then as they were recorded. */
export function compareVersions(left: VersionKey, right: VersionKey): number {
  return left.high - right.high || left.low - right.low || compareIds(left.id, right.id)
    || left.recordedFrom - right.recordedFrom || left.validFrom - right.validFrom;
}

/** Returns whether a branch at this depth is a leaf. */
export function isLeaf(count: number, steps: number): boolean {
  return count <= LEAF_MAX || steps === STEPS_MAX;
}

/** Returns the branch of a node at this depth that has a version. */
export function branchOf(key: VersionKey, steps: number): number {
  if (steps < ID_STEPS) return bitsAt(key, steps);
  return bitsAt(hashId(`${key.id}\n${key.recordedFrom}\n${key.validFrom}`), steps - ID_STEPS);
}

/** Returns the branch that has the versions of an id; undefined: they may lie in any. */
export function branchOfId(hash: IdHash, steps: number): number | undefined {
  return steps < ID_STEPS ? bitsAt(hash, steps) : undefined;
}

function bitsAt({ high, low }: IdHash, step: number): number {
  return ((step < 8 ? high : low) >>> (28 - (step % 8) * 4)) & 15;
}

/** `entries` are in order. */
export function encodeLeaf(entries: readonly VersionEntry[]): EncodedSegment {
  const changed = dictionaryCoded(entries.map(({ changed: names }) => (names === null ? null : names.join(','))));
  const holder = dictionaryCoded(entries.map((entry) => entry.holder));
  return new EncodedSegment('versions', [
    ...textColumns('id', entries.map(({ id }) => id)),
    content('series', Uint8Array.from(entries, ({ series }) => series)),
    content('valid.from', Float64Array.from(entries, ({ validFrom }) => validFrom)),
    content('valid.until', Float64Array.from(entries, ({ validUntil }) => validUntil)),
    content('recorded.from', Float64Array.from(entries, ({ recordedFrom }) => recordedFrom)),
    content('recorded.until', Float64Array.from(entries, ({ recordedUntil }) => recordedUntil)),
    content('changed', changed.codes),
    ...textColumns('fields', changed.dictionary),
    content('holder', holder.codes),
    ...textColumns('holders', holder.dictionary),
  ]);
}

/** Returns the different texts, and for each text one more than its index among them; 0 for null. */
function dictionaryCoded(texts: readonly (string | null)[]): { readonly codes: Unsigned; readonly dictionary: readonly string[] } {
  const dictionary = sortedTexts(new Set(texts.filter((text) => text !== null)));
  const codeOf = new Map<string | null, number>(dictionary.map((text, index) => [text, index + 1]));
  const codes = unsignedFor(texts.length, dictionary.length);
  for (const [index, text] of texts.entries()) codes[index] = codeOf.get(text) ?? 0;
  return { codes, dictionary };
}

/** A decoded leaf. Only the requested versions become objects. */
export class VersionLeaf {
  readonly count: number;
  readonly #segment: Segment;
  readonly #ids: Texts;

  constructor(bytes: Buffer) {
    this.#segment = new Segment(bytes, 'versions');
    this.#ids = this.#segment.texts('id');
    this.count = this.#ids.ends.length;
  }

  entries(): VersionEntry[] {
    return Array.from({ length: this.count }, (_, index) => this.#entry(index));
  }

  /** Returns the versions of one id, in all its Unicode forms, each in the order in which they were recorded. */
  entriesOf(id: string): VersionEntry[] {
    return Array.from({ length: this.count }, (_, index) => index)
      .filter((index) => sameInNfc(textAt(this.#ids, index), id)).map((index) => this.#entry(index));
  }

  #entry(index: number): VersionEntry {
    const segment = this.#segment;
    const id = textAt(this.#ids, index);
    const code = segment.unsigned('changed')[index]!;
    const fields = code === 0 ? null : textAt(segment.texts('fields'), code - 1);
    return {
      ...hashId(id), id, series: segment.u8('series')[index]!,
      validFrom: segment.f64('valid.from')[index]!, validUntil: segment.f64('valid.until')[index]!,
      recordedFrom: segment.f64('recorded.from')[index]!, recordedUntil: segment.f64('recorded.until')[index]!,
      holder: textAt(segment.texts('holders'), segment.unsigned('holder')[index]! - 1),
      changed: fields === null ? null : fields.split(',').filter((field) => field !== ''),
    };
  }
}

/** A leaf or a node. */
export interface VersionBranch {
  /** Number of versions in it. */
  readonly count: number;
  readonly contentHash: Uint8Array;
  readonly address: SegmentAddress;
}

/** Encodes a node of BRANCHES branches; null: an empty branch. */
export function encodeNode(branches: readonly (VersionBranch | null)[]): EncodedSegment {
  const hashes = new Uint8Array(branches.length * HASH_BYTES);
  for (const [index, branch] of branches.entries()) if (branch !== null) hashes.set(branch.contentHash, index * HASH_BYTES);
  return new EncodedSegment('versionNode', [
    content('count', Uint32Array.from(branches, (branch) => branch?.count ?? 0)),
    content('content', hashes),
    ...addressColumns('branch', branches.map((branch) => branch?.address ?? NOWHERE), { hash: 'check' }),
  ]);
}

const NOWHERE: SegmentAddress = { pack: 0, offset: 0, length: 0, hash: new Uint8Array(HASH_BYTES) };

/** A decoded node. */
export class VersionNode {
  readonly counts: Uint32Array;
  readonly addresses: SegmentAddresses;
  readonly #hashes: Uint8Array;

  constructor(bytes: Buffer) {
    const segment = new Segment(bytes, 'versionNode');
    this.counts = segment.u32('count');
    this.#hashes = segment.u8('content');
    this.addresses = readAddresses(segment, 'branch', { hash: 'check' });
  }

  contentHash(branch: number): Buffer {
    return Buffer.from(this.#hashes.subarray(branch * HASH_BYTES, (branch + 1) * HASH_BYTES));
  }
}

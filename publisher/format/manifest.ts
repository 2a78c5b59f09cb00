/**
 * Manifest: the contents of one edition.
 *
 * `contentId` identifies the data of the edition, whatever its number and wherever its bytes lie. The same prefix of the register, moment,
 * configuration and audience give the same contentId. Only the register knows which prefix an edition shows: the numbers would reveal
 * writes that this audience may not see. The file does not grow with the number of editions, and roots are written short
 * (`encodeManifest`).
 * Not here: heads (head.ts), files (layout.ts).
 */
import { canonicalJson, type JsonObject } from '../../schemas/json.ts';
import { SERIES } from '../../schemas/names.ts';
import { Damage } from './damage.ts';
import { sha256Text } from './hash.ts';
import { editionNames, type EditionNames } from './names.ts';
import type { Audience } from './layout.ts';
import type { SegmentAddress } from './segment-address.ts';
import { seal, unseal } from './sealed.ts';
import { FORMAT_VERSION } from './version.ts';

/** Everything that shapes the bytes of an edition, apart from the register. */
export interface Configuration {
  /** Base of every published link, without a slash at its end: `http://127.0.0.1:8080/v1`. */
  readonly baseUrl: string;
  /** SHA-256 of the packed grids, the schema and the code lists that produced the numbers and texts. */
  readonly grids: string;
  readonly model: string;
  readonly codeLists: string;
  /** Epoch of coordinates in ITRF2014, as a decimal year; absent: editions have none in ITRF2014. */
  readonly epoch?: number;
}

/** Copies exactly the fields of a configuration; the caller's object may have more. */
export function configurationFields({ baseUrl, grids, model, codeLists, epoch }: Configuration): Configuration {
  return { baseUrl, grids, model, codeLists, ...epoch === undefined ? {} : { epoch } };
}

/** Address of a root; `check` is the SHA-256 of its bytes, hex. */
export interface RootAddress {
  readonly pack: number;
  readonly offset: number;
  readonly length: number;
  readonly check: string;
}

/** The root segment of a series or of the id index. Null: the series or index is empty. */
export interface RootEntry {
  readonly count: number;
  /** Content hash, hex; the hash of no bytes when the root is empty. */
  readonly hash: string;
  readonly address: RootAddress | null;
  /** Earliest `next` of its pages when the root was made, milliseconds; null: never. */
  readonly next: number | null;
}

export const EMPTY_ROOT: RootEntry = { count: 0, hash: sha256Text(''), address: null, next: null };

export interface SeriesEntry {
  readonly name: string;
  readonly now: RootEntry;
  readonly other: RootEntry;
}

/** Numbers of objects in a series that an edition adds, changes and ends, compared with its parent. */
export type ChangeCounts = readonly [added: number, changed: number, ended: number];

/** By name of the series; series without a change are absent. */
export type Changed = Readonly<Record<string, ChangeCounts>>;

/** Numbers of the first and the last pack. */
export type PackRange = readonly [first: number, last: number];

export interface Manifest {
  readonly format: number;
  readonly audience: Audience;
  readonly number: number;
  /** Number of the edition that this one was made from; null: made from nothing. */
  readonly parent: number | null;
  /** Moment of the last change that the edition shows, milliseconds. */
  readonly moment: number;
  /** Next moment at which *now* changes; null: never. */
  readonly nextChange: number | null;
  readonly configuration: Configuration;
  readonly configurationHash: string;
  /** Names of the edition's contents: CRSs, parts of pages, fields. */
  readonly names: EditionNames;
  readonly contentId: string;
  readonly series: readonly SeriesEntry[];
  readonly ids: RootEntry;
  /** The tree of recorded versions (version-nodes.ts); null in editions that were made without it. */
  readonly versions: RootEntry | null;
  /** Every pack with bytes of this edition, ascending. */
  readonly packs: readonly PackRange[];
  /** Null: made from nothing, so there is no parent to compare with. */
  readonly changed: Changed | null;
  /** SHA-256, hex, of the first manifest with this number, which this one replaced. Heads name the first. */
  readonly replaces: string | null;
  /** When the edition was rebuilt from the register after its removal, ISO 8601; null: never removed. */
  readonly rebuilt: string | null;
}

/** Adds a pack, whose number is above all of the ranges. */
export function withPack(packs: readonly PackRange[], number: number): readonly PackRange[] {
  const last = packs.at(-1);
  if (last?.[1] !== number - 1) return [...packs, [number, number]];
  return [...packs.slice(0, -1), [last[0], number]];
}

/** Number of objects valid at the edition's moment, in all series together. */
export function objectsIn({ series }: Pick<Manifest, 'series'>): number {
  return series.reduce((sum, { now }) => sum + now.count, 0);
}

/** Number of rows in all series together. */
export function rowsIn({ series }: Pick<Manifest, 'series'>): number {
  return series.reduce((sum, { now, other }) => sum + now.count + other.count, 0);
}

export function countPacks(packs: readonly PackRange[]): number {
  return packs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** Ascending. */
export function packNumbers(packs: readonly PackRange[]): number[] {
  return packs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

/**
 * Returns the hash of everything that shapes all bytes: settings, format, names of CRSs, parts, fields and series. A different hash needs
 * a full edition.
 */
export function configurationHash(configuration: Configuration): string {
  const names = editionNames(configuration.epoch ?? null) as unknown as JsonObject;
  return sha256Text(canonicalJson({ format: FORMAT_VERSION, ...configurationFields(configuration), names, series: SERIES }));
}

export function contentIdOf(manifest: Pick<Manifest, 'audience' | 'configurationHash' | 'series' | 'ids' | 'versions'>): string {
  const root = ({ count, hash }: RootEntry): JsonObject => ({ count, hash });
  return sha256Text(canonicalJson({
    format: FORMAT_VERSION,
    audience: manifest.audience,
    configuration: manifest.configurationHash,
    series: manifest.series.map(({ name, now, other }) => ({ name, now: root(now), other: root(other) })),
    ids: root(manifest.ids),
    ...manifest.versions === null ? {} : { versions: root(manifest.versions) },
  }));
}

export function rootAddress({ address }: RootEntry): SegmentAddress | null {
  return address === null ? null : { ...address, hash: Buffer.from(address.check, 'hex') };
}

/** A root as the file has it: [count, hash, next, pack, offset, length, check], hashes in base64url; null when empty. */
type WrittenRoot = readonly [number, string, number | null, number, number, number, string] | null;

interface WrittenManifest extends Omit<Manifest, 'series' | 'ids' | 'versions'> {
  /** Name, *now*, *other*. */
  readonly series: readonly (readonly [string, WrittenRoot, WrittenRoot])[];
  readonly ids: WrittenRoot;
  readonly versions?: WrittenRoot;
}

export function encodeManifest({ series, ids, versions, ...manifest }: Manifest): Buffer {
  const written: WrittenManifest = {
    ...manifest, ids: writtenRoot(ids), series: series.map(({ name, now, other }) => [name, writtenRoot(now), writtenRoot(other)]),
    ...versions === null ? {} : { versions: writtenRoot(versions) },
  };
  return seal(written as unknown as JsonObject);
}

function writtenRoot({ count, hash, address, next }: RootEntry): WrittenRoot {
  if (address === null) return null;
  const { pack, offset, length, check } = address;
  return [count, recoded(hash, 'hex', 'base64url'), next, pack, offset, length, recoded(check, 'hex', 'base64url')];
}

function readRoot(written: WrittenRoot): RootEntry {
  if (written === null) return EMPTY_ROOT;
  const [count, hash, next, pack, offset, length, check] = written;
  return { count, hash: recoded(hash, 'base64url', 'hex'), next, address: { pack, offset, length, check: recoded(check, 'base64url', 'hex') } };
}

function recoded(text: string, from: 'hex' | 'base64url', to: 'hex' | 'base64url'): string {
  return Buffer.from(text, from).toString(to);
}

/** Throws a Fault when the bytes are damaged, of a newer format, or of another audience or number. */
export function decodeManifest(bytes: Buffer, { path, audience, number }: Expected): Manifest {
  const { series, ids, versions, ...manifest } = unseal(bytes, path) as unknown as WrittenManifest;
  requireSame(path, `${audience} edition ${number}`, `${manifest.audience} edition ${manifest.number}`);
  try {
    return {
      ...manifest, ids: readRoot(ids),
      series: series.map(([name, now, other]) => ({ name, now: readRoot(now), other: readRoot(other) })),
      versions: versions === undefined ? null : readRoot(versions),
    };
  } catch (cause) {
    throw new Damage('the file has a right checksum and is no manifest', { step: 'Edition:Open', path, cause });
  }
}

export interface Expected {
  readonly path: string;
  readonly audience: Audience;
  readonly number: number;
}

/** Throws for a file that names another audience or number: copied or renamed by hand. */
export function requireSame(path: string, expected: string, actual: string): void {
  if (expected === actual) return;
  throw new Damage('the file is not what its name says', { step: 'Edition:Open', path, expected, actual });
}

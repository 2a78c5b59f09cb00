/**
 * Manifest: what one edition consists of.
 *
 * `contentId` names what the edition says, whatever its number and wherever its bytes lie: equal prefix, moment,
 * configuration and audience give an equal contentId. Which prefix of the register that is, only the register knows: its
 * numbers would tell of writes that this audience may not see.
 * Its file does not grow with the number of editions, and roots are written short (`encodeManifest`).
 * Not here: heads (head.ts), files (layout.ts).
 */
import { canonicalJson, type JsonObject } from '../../schemas/json.ts';
import { SERIES } from '../../schemas/names.ts';
import { Damage } from './damage.ts';
import { sha256Text } from './hash.ts';
import { EDITION_NAMES, type EditionNames } from './names.ts';
import type { Audience } from './layout.ts';
import type { Place } from './place.ts';
import { seal, unseal } from './sealed.ts';
import { FORMAT_VERSION } from './version.ts';

/** What shapes the bytes of an edition, apart from the register. */
export interface Configuration {
  /** Without a slash at its end: `http://127.0.0.1:8080/v1`. Every published link starts with it. */
  readonly baseUrl: string;
  /** SHA-256 of the packed grids, of the schema and of the code lists that made the numbers and words. */
  readonly grids: string;
  readonly model: string;
  readonly codeLists: string;
}

/** Where a root lies; `check` is the SHA-256 of its bytes, hex. */
export interface RootPlace {
  readonly pack: number;
  readonly offset: number;
  readonly length: number;
  readonly check: string;
}

/** A root segment: of a series or of the id index. Null: nothing in it. */
export interface RootEntry {
  readonly count: number;
  /** Content hash, hex; of no bytes when there is nothing. */
  readonly hash: string;
  readonly place: RootPlace | null;
  /** Earliest `next` of its pages as known then, milliseconds; null: never. */
  readonly next: number | null;
}

export const EMPTY_ROOT: RootEntry = { count: 0, hash: sha256Text(''), place: null, next: null };

export interface SeriesEntry {
  readonly name: string;
  readonly now: RootEntry;
  readonly other: RootEntry;
}

/** Objects of a series that an edition adds, changes and ends, against its parent. */
export type ChangeCounts = readonly [added: number, changed: number, ended: number];

/** By name of the series; those without a change are not there. */
export type Changed = Readonly<Record<string, ChangeCounts>>;

/** Numbers of packs, first and last. */
export type PackRange = readonly [first: number, last: number];

export interface Manifest {
  readonly format: number;
  readonly audience: Audience;
  readonly number: number;
  /** Number of the edition it was made from; null: from nothing. */
  readonly parent: number | null;
  /** Of the last change that the edition shows, milliseconds. */
  readonly moment: number;
  /** Next moment at which *now* changes; null: never. */
  readonly nextChange: number | null;
  readonly configuration: Configuration;
  readonly configurationHash: string;
  /** What the edition holds, by name: CRSs, parts of pages, fields. */
  readonly names: EditionNames;
  readonly contentId: string;
  readonly series: readonly SeriesEntry[];
  readonly ids: RootEntry;
  /** The tree of recorded versions (versions.ts); null in editions that were made without one. */
  readonly versions: RootEntry | null;
  /** Every pack that something in it lies in, ascending. */
  readonly packs: readonly PackRange[];
  /** Null: made from nothing, so against no parent. */
  readonly changed: Changed | null;
  /** SHA-256 of the first manifest of this number, which heads name, where this one stands in its place; hex. */
  readonly replaces: string | null;
  /** When it was rebuilt from the register after it had been dropped, ISO 8601; null: it was not. */
  readonly rebuilt: string | null;
}

/** The ranges with one more pack, whose number is above all of them. */
export function withPack(packs: readonly PackRange[], number: number): readonly PackRange[] {
  const last = packs.at(-1);
  if (last?.[1] !== number - 1) return [...packs, [number, number]];
  return [...packs.slice(0, -1), [last[0], number]];
}

/** Objects valid at its moment, in all series together. */
export function objectsIn({ series }: Pick<Manifest, 'series'>): number {
  return series.reduce((sum, { now }) => sum + now.count, 0);
}

/** Rows of all series together. */
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

/** Hash of everything that shapes all bytes: settings, format, names of CRSs, parts, fields and series. A change means a full edition. */
export function configurationHash(configuration: Configuration): string {
  const { baseUrl, grids, model, codeLists } = configuration;
  return sha256Text(canonicalJson({
    format: FORMAT_VERSION, baseUrl, grids, model, codeLists, names: EDITION_NAMES as unknown as JsonObject, series: SERIES,
  }));
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

export function rootPlace({ place }: RootEntry): Place | null {
  return place === null ? null : { ...place, hash: Buffer.from(place.check, 'hex') };
}

/** A root as its file has it: [count, hash, next, pack, offset, length, check], hashes in base64url; null when empty. */
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

function writtenRoot({ count, hash, place, next }: RootEntry): WrittenRoot {
  return place === null ? null : [count, recoded(hash, 'hex', 'base64url'), next, place.pack, place.offset, place.length, recoded(place.check, 'hex', 'base64url')];
}

function readRoot(written: WrittenRoot): RootEntry {
  if (written === null) return EMPTY_ROOT;
  const [count, hash, next, pack, offset, length, check] = written;
  return { count, hash: recoded(hash, 'base64url', 'hex'), next, place: { pack, offset, length, check: recoded(check, 'base64url', 'hex') } };
}

function recoded(text: string, from: 'hex' | 'base64url', to: 'hex' | 'base64url'): string {
  return Buffer.from(text, from).toString(to);
}

/** Throws a Fault when the bytes are damaged, of a newer format, or of another audience or number. */
export function decodeManifest(bytes: Buffer, { path, audience, number }: Expected): Manifest {
  const { series, ids, versions, ...manifest } = unseal(bytes, path) as unknown as WrittenManifest;
  requireSame(path, `${audience} edition ${number}`, `${manifest.audience} edition ${manifest.number}`);
  return {
    ...manifest, ids: readRoot(ids),
    series: series.map(([name, now, other]) => ({ name, now: readRoot(now), other: readRoot(other) })),
    versions: versions === undefined ? null : readRoot(versions),
  };
}

export interface Expected {
  readonly path: string;
  readonly audience: Audience;
  readonly number: number;
}

/** A file that says it is another one: copied or renamed by hand. */
export function requireSame(path: string, expected: string, actual: string): void {
  if (expected === actual) return;
  throw new Damage('the file is not what its name says', { step: 'Edition:Open', path, expected, actual });
}

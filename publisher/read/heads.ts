/**
 * Heads: which edition is active, and which is the newest, the parent of the next publication.
 *
 * The newest head file counts. The newest edition is the highest that any head named. A manifest beyond it was built for a later moment,
 * or left from a crash between manifest and head; readers ignore it.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import type { Moment } from '../../schemas/time.ts';
import { Damage } from '../format/damage.ts';
import { decodeEarlier, type EarlierEditions, type NumberedKind } from '../format/earlier.ts';
import { decodeHead, type Head } from '../format/head.ts';
import { sha256 } from '../format/hash.ts';
import { earlierFile, fileOf, folderOf, numberOf, SET_ASIDE_SUFFIX, setAsideName, type AudienceFolder, type FileKind } from '../format/layout.ts';
import { countPacks, decodeManifest, objectsIn, type Configuration, type Manifest } from '../format/manifest.ts';
import { countBefore } from '../format/search.ts';
import { OldFormat } from '../format/version.ts';
import { readWhole } from './files.ts';

/** The published state of an audience: the facts that a conductor needs at its start. */
export interface PublishedState {
  /** Number of the newest head, and of the edition it names: the active one. */
  readonly head: number;
  readonly edition: number;
  readonly activated: Date;
  /** The newest edition, the parent of the next publication: its number and moment. */
  readonly newest: number;
  readonly moment: Moment;
  readonly nextChange: Moment | null;
  readonly configurationHash: string;
  readonly baseUrl: string;
  readonly contentId: string;
  /** Number of packs that the newest edition needs. */
  readonly packs: number;
}

/** Returns undefined before the first publication. Throws Damage when the newest head or its manifest is damaged. */
export function newestHead(folder: string, audience: AudienceFolder['audience']): PublishedState | undefined {
  const of = { folder, audience };
  const number = newestHeadNumber(of, 0);
  return number === 0 ? undefined : standingOf(of, readHead(of, number));
}

export function standingOf(of: AudienceFolder, head: Head): PublishedState {
  const { number, contentId, ...manifest } = newestManifest(of, head);
  return {
    head: head.number, edition: head.edition, activated: new Date(head.activated), newest: number,
    moment: manifest.moment as Moment, nextChange: manifest.nextChange as Moment | null,
    configurationHash: manifest.configurationHash, baseUrl: manifest.configuration.baseUrl, contentId,
    packs: countPacks(manifest.packs),
  };
}

/** Returns the numbers of the files of one kind, ascending. */
export function numbersOf(of: AudienceFolder, kind: FileKind): number[] {
  const folder = folderOf(of, kind);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => numberOf(kind, name) ?? []).sort((left, right) => left - right);
}

/** Returns the number of the newest head; 0 when there is none. `known` is an earlier head after which none was removed (0: none known). */
export function newestHeadNumber(of: AudienceFolder, known: number): number {
  if (known === 0) return numbersOf(of, 'heads').at(-1) ?? 0;
  let newest = known;
  for (let number = known + 1; ; number += 1) {
    if (existsSync(fileOf(of, 'heads', number))) newest = number;
    else if (!isSetAside(of, 'heads', number)) return newest;
  }
}

/** Returns whether the file of this number was set aside as damaged (write/recover.ts). */
export function isSetAside(of: AudienceFolder, kind: FileKind, number: number): boolean {
  return existsSync(setAsideName(fileOf(of, kind, number)));
}

/** Returns null when the very first head is in this folder. Throws Damage. */
export function readEarlier(of: AudienceFolder): EarlierEditions | null {
  const path = earlierFile(of);
  return existsSync(path) ? decodeEarlier(readWhole(path), { path, audience: of.audience }) : null;
}

/**
 * Returns the number to give after the last one; 0: there is none in this folder. Numbers of files that were set aside or removed are not
 * given again: readers may have seen them.
 */
export function freeNumber(of: AudienceFolder, kind: NumberedKind, last: number): number {
  let number = 1 + (last === 0 ? readEarlier(of)?.[kind] ?? 0 : last);
  while (isSetAside(of, kind, number)) number += 1;
  return number;
}

export function readHead(of: AudienceFolder, number: number): Head {
  const path = fileOf(of, 'heads', number);
  return decodeHead(readWhole(path), { path, audience: of.audience, number });
}

/** `expected`, hex, is the hash in a head, checked when given. */
export function readManifest(of: AudienceFolder, number: number, expected?: string): Manifest {
  const { manifest, check } = readNamedManifest(of, number);
  if (expected !== undefined && check !== expected) {
    throw new Damage('the manifest is not the one that the head names', {
      step: 'Edition:Open', path: fileOf(of, 'manifests', number), expected: `SHA-256 ${expected}`, actual: check,
    });
  }
  return manifest;
}

/** `check`, hex, is the hash by which heads name it; it stays when another manifest of the number replaces this one. */
export function readNamedManifest(of: AudienceFolder, number: number): { readonly manifest: Manifest; readonly check: string } {
  const path = fileOf(of, 'manifests', number);
  const bytes = readWhole(path);
  const manifest = decodeManifest(bytes, { path, audience: of.audience, number });
  return { manifest, check: manifest.replaces ?? sha256(bytes).toString('hex') };
}

/** Returns the head, or undefined when it is damaged: then only the register knows its edition and its time of activation. */
export function wholeHead(of: AudienceFolder, number: number): Head | undefined {
  try {
    return readHead(of, number);
  } catch (error) {
    if (error instanceof Damage) return undefined;
    throw error;
  }
}

/**
 * Returns the index of the first readable head that is not `before`, counted from the damaged heads right before it. `before` holds for
 * all heads up to some number and for none after it.
 */
export function firstHead(of: AudienceFolder, heads: readonly number[], before: (head: Head) => boolean): number {
  return countBefore(heads.length, (index) => {
    for (let at = index; at < heads.length; at += 1) {
      const head = wholeHead(of, heads[at]!);
      if (head !== undefined) return before(head);
    }
    return false;
  });
}

/** Returns the numbers of the heads activated up to a moment, ascending. The last of them is readable. */
export function headsUpTo(of: AudienceFolder, moment: Moment): readonly number[] {
  const heads = numbersOf(of, 'heads');
  return heads.slice(0, firstHead(of, heads, ({ activated }) => Date.parse(activated) <= moment));
}

/** Returns the numbers of heads that were set aside and not replaced, ascending. */
export function headsSetAside(of: AudienceFolder): number[] {
  const folder = folderOf(of, 'heads');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(SET_ASIDE_SUFFIX));
  const numbers = names.flatMap((name) => numberOf('heads', name.slice(0, -SET_ASIDE_SUFFIX.length)) ?? []);
  return numbers.filter((number) => !hasHead(of, number)).sort((left, right) => left - right);
}

/** Returns when a head that was set aside was activated, or undefined when its file is unreadable. */
export function activatedOfSetAside(of: AudienceFolder, number: number): Date | undefined {
  const path = setAsideName(fileOf(of, 'heads', number));
  try {
    return new Date(decodeHead(readWhole(path), { path, audience: of.audience, number }).activated);
  } catch (error) {
    if (error instanceof Damage || error instanceof OldFormat) return undefined;
    throw error;
  }
}

export function hasHead(of: AudienceFolder, number: number): boolean {
  return existsSync(fileOf(of, 'heads', number));
}

/** Returns a key that differs between the present manifest of an edition and its earlier or later ones; empty: no manifest. */
export function manifestFile(of: AudienceFolder, number: number): string {
  const found = statSync(fileOf(of, 'manifests', number), { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs}`;
}

export function hasManifest(of: AudienceFolder, number: number): boolean {
  return existsSync(fileOf(of, 'manifests', number));
}

/** Returns the newest manifest; when it is damaged, the active one, which the next publication then takes as parent. */
export function newestManifest(of: AudienceFolder, head: Head): Manifest {
  if (head.newest !== head.edition) {
    try {
      return readManifest(of, head.newest);
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
    }
  }
  return readManifest(of, head.edition, head.manifest);
}

/** One stored edition. */
export interface ListedEdition {
  readonly number: number;
  readonly isActive: boolean;
  /** Its newest head and when that was made; null: never activated. */
  readonly head: number | null;
  readonly activated: Date | null;
  readonly moment: Moment;
  readonly contentId: string;
  readonly configurationHash: string;
  readonly baseUrl: string;
  /** Objects valid at its moment. */
  readonly objects: number;
  /** Number of packs that it needs. */
  readonly packs: number;
}

export interface EditionList {
  /** Oldest first. None is active while the newest head is damaged. */
  readonly editions: readonly ListedEdition[];
  /** Damaged heads and manifests, which the list leaves out. */
  readonly damages: readonly Damage[];
}

/** Lists the stored editions with readable heads and manifests. */
export function listEditions(folder: string, audience: AudienceFolder['audience']): EditionList {
  const of = { folder, audience };
  const damages: Damage[] = [];
  const heads = numbersOf(of, 'heads').map((number) => orDamage(() => readHead(of, number), damages));
  const byEdition = new Map(heads.filter((head) => head !== null).map((head) => [head.edition, head]));
  const newest = Math.max(0, ...[...byEdition.values()].map((head) => head.newest));
  const active = heads.at(-1)?.edition;
  const kept = numbersOf(of, 'manifests').filter((number) => number <= newest);
  const editions = kept.flatMap((number) => {
    const manifest = orDamage(() => readManifest(of, number), damages);
    return manifest === null ? [] : [listedEdition(manifest, byEdition.get(number), active)];
  });
  return { editions, damages };
}

function listedEdition(manifest: Manifest, head: Head | undefined, active: number | undefined): ListedEdition {
  return {
    number: manifest.number, isActive: manifest.number === active,
    head: head?.number ?? null, activated: head === undefined ? null : new Date(head.activated),
    moment: manifest.moment as Moment, contentId: manifest.contentId, configurationHash: manifest.configurationHash,
    baseUrl: manifest.configuration.baseUrl, objects: objectsIn(manifest), packs: countPacks(manifest.packs),
  };
}

/** Null when it is damaged. */
function orDamage<Value>(read: () => Value, damages: Damage[]): Value | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    damages.push(error);
    return null;
  }
}

/** Returns the base URL of the editions with a configuration hash, from any readable manifest with that hash. */
export function baseUrlOf(of: AudienceFolder, configurationHash: string): string | undefined {
  return configurationOf(of, configurationHash)?.baseUrl;
}

/** Returns the configuration with this hash, when a stored edition has it. */
export function configurationOf(of: AudienceFolder, configurationHash: string): Configuration | undefined {
  for (const number of numbersOf(of, 'manifests')) {
    const manifest = wholeManifest(of, number);
    if (manifest?.configurationHash === configurationHash) return manifest.configuration;
  }
  return undefined;
}

/** Returns the manifest, or undefined when it is damaged. */
export function wholeManifest(of: AudienceFolder, number: number): Manifest | undefined {
  try {
    return readManifest(of, number);
  } catch (error) {
    if (error instanceof Damage) return undefined;
    throw error;
  }
}

/**
 * Heads: which edition is active, and which is the newest that publications go on from.
 *
 * The newest head file counts. The newest edition is the highest that any head named, or an *unchanged* manifest that
 * follows it: one whose prefix and moment gave the same content. Other manifests beyond it are left from a crash
 * between manifest and head and mean nothing.
 */
import { existsSync, readdirSync } from 'node:fs';
import type { Moment } from '../../schemas/time.ts';
import { Damage } from '../format/damage.ts';
import { decodeHead, type Head } from '../format/head.ts';
import { sha256 } from '../format/hash.ts';
import { fileOf, folderOf, numberOf, type AudienceFolder, type FileKind } from '../format/layout.ts';
import { decodeManifest, type Manifest } from '../format/manifest.ts';
import { PACK_HEADER_BYTES_MAX, decodePackHeader, type PackHeader } from '../format/pack.ts';
import { hashFile, readStart, readWhole } from './files.ts';

/** Where a register stands as published: what a conductor needs at its start. */
export interface Standing {
  /** Number of the newest head, and of the edition it names: the active one. */
  readonly head: number;
  readonly edition: number;
  readonly activated: Date;
  /** The newest edition, which the next publication goes on from: its number, prefix and moment. */
  readonly newest: number;
  readonly batch: number;
  readonly seq: number;
  readonly moment: Moment;
  readonly nextChange: Moment | null;
  readonly configurationHash: string;
  readonly baseUrl: string;
  readonly contentId: string;
}

/** Undefined before the first publication. Throws Damage when the newest head or its manifest is not whole. */
export function newestHead(folder: string, audience: AudienceFolder['audience']): Standing | undefined {
  const of = { folder, audience };
  const head = readNewestHead(of);
  if (head === undefined) return undefined;
  const { number, batch, seq, contentId, ...manifest } = newestManifest(of, head);
  return {
    head: head.number, edition: head.edition, activated: new Date(head.activated), newest: number, batch, seq,
    moment: manifest.moment as Moment, nextChange: manifest.nextChange as Moment | null,
    configurationHash: manifest.configurationHash, baseUrl: manifest.configuration.baseUrl, contentId,
  };
}

/** Numbers of the files of one kind, ascending. */
export function numbersOf(of: AudienceFolder, kind: FileKind): number[] {
  const folder = folderOf(of, kind);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => numberOf(kind, name) ?? []).sort((left, right) => left - right);
}

export function readNewestHead(of: AudienceFolder): Head | undefined {
  const number = numbersOf(of, 'heads').at(-1);
  return number === undefined ? undefined : readHead(of, number);
}

export function readHead(of: AudienceFolder, number: number): Head {
  const path = fileOf(of, 'heads', number);
  return decodeHead(readWhole(path), { path, audience: of.audience, number });
}

/** `sha256`, hex: what a head says of the file, checked when given. */
export function readManifest(of: AudienceFolder, number: number, expected?: string): Manifest {
  const path = fileOf(of, 'manifests', number);
  const bytes = readWhole(path);
  const found = sha256(bytes).toString('hex');
  if (expected !== undefined && found !== expected) {
    throw new Damage('the manifest is not the one that the head names', {
      step: 'Edition:Open', path, expected: `SHA-256 ${expected}`, actual: found,
    });
  }
  return decodeManifest(bytes, { path, audience: of.audience, number });
}

/** Damaged manifests are passed over: the next publication then goes on from an older one. */
export function newestManifest(of: AudienceFolder, head: Head): Manifest {
  // From the top: thousands of unchanged ones may follow each other, and the last says what they all say.
  for (const number of numbersOf(of, 'manifests').reverse()) {
    if (number < head.newest) break;
    const manifest = wholeManifest(of, number, number === head.edition ? head.manifest : undefined);
    if (manifest !== undefined && (manifest.unchanged || number === head.newest)) return manifest;
  }
  return readManifest(of, head.edition, head.manifest);
}

/** Undefined when it is damaged. */
function wholeManifest(of: AudienceFolder, number: number, expected?: string): Manifest | undefined {
  try {
    return readManifest(of, number, expected);
  } catch (error) {
    if (error instanceof Damage) return undefined;
    throw error;
  }
}

/** What an attempt that ended before its head left under a number. */
export interface Attempt extends Omit<PackHeader, 'number'> {
  /** Number of the edition it was made from; undefined when only its pack is there. */
  readonly parent?: number | null;
}

/** Undefined when that cannot be told, or when what was left is not whole. */
export function attemptOf(of: AudienceFolder, number: number): Attempt | undefined {
  const path = fileOf(of, 'packs', number);
  if (!existsSync(fileOf(of, 'manifests', number))) {
    return decodePackHeader(readStart(path, PACK_HEADER_BYTES_MAX), path);
  }
  const manifest = wholeManifest(of, number);
  if (manifest === undefined) return undefined;
  const { audience, batch, seq, moment, configurationHash: configuration, parent } = manifest;
  const pack = manifest.packs.find((entry) => entry.number === number);
  const isWhole = pack === undefined || (existsSync(path) && hashFile(path).sha256 === pack.sha256);
  return isWhole ? { audience, batch, seq, moment, configuration, parent } : undefined;
}

/** Whether a pack or a manifest has this number. Numbers are given without gaps. */
export function isTaken(of: AudienceFolder, number: number): boolean {
  return existsSync(fileOf(of, 'manifests', number)) || existsSync(fileOf(of, 'packs', number));
}

/** One edition that is kept. */
export interface ListedEdition {
  readonly number: number;
  readonly isActive: boolean;
  /** Its newest head and when that was made; null: never activated. */
  readonly head: number | null;
  readonly activated: Date | null;
  readonly moment: Moment;
  readonly batch: number;
  readonly seq: number;
  readonly contentId: string;
  readonly configurationHash: string;
  readonly baseUrl: string;
  /** Objects valid at its moment. */
  readonly objects: number;
  /** Packs it needs. */
  readonly packs: number;
}

/** The editions that are kept, oldest first; those that repeat the content of their parent are left out. */
export function listEditions(folder: string, audience: AudienceFolder['audience']): readonly ListedEdition[] {
  const of = { folder, audience };
  const heads = new Map(numbersOf(of, 'heads').map((number) => {
    const head = readHead(of, number);
    return [head.edition, head];
  }));
  const active = readNewestHead(of)?.edition;
  const manifests = numbersOf(of, 'manifests').map((number) => readManifest(of, number));
  return manifests.filter(({ unchanged }) => !unchanged).map((manifest) => {
    const head = heads.get(manifest.number);
    return {
      number: manifest.number, isActive: manifest.number === active,
      head: head?.number ?? null, activated: head === undefined ? null : new Date(head.activated),
      moment: manifest.moment as Moment, batch: manifest.batch, seq: manifest.seq,
      contentId: manifest.contentId, configurationHash: manifest.configurationHash,
      baseUrl: manifest.configuration.baseUrl,
      objects: manifest.series.reduce((sum, { now }) => sum + now.count, 0), packs: manifest.packs.length,
    };
  });
}

/**
 * Layout: the names of the files of one audience in an edition folder. Numbers have ten digits, so that names sort.
 */
import { join } from 'node:path';

/** public: what everybody may see; full: all there is. */
export type Audience = 'public' | 'full';

export const FILE_KINDS = ['packs', 'manifests', 'heads'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const EXTENSIONS: Readonly<Record<FileKind, string>> = { packs: '.pack', manifests: '.json', heads: '.json' };
export const TEMPORARY_PREFIX = '.new-';
/** Of folders in the edition folder that hold a spool for the instant between making and unlinking it. */
export const SPOOL_PREFIX = '.spool-';

/** The folder of one audience. */
export interface AudienceFolder {
  readonly folder: string;
  readonly audience: Audience;
  /** Where a pack lies that does not lie beside the manifests: in a backup. */
  readonly packAt?: (number: number) => string;
}

export function folderOf({ folder, audience }: AudienceFolder, kind: FileKind): string {
  return join(folder, audience, kind);
}

export function fileOf(of: AudienceFolder, kind: FileKind, number: number): string {
  if (kind === 'packs' && of.packAt !== undefined) return of.packAt(number);
  return join(folderOf(of, kind), `${String(number).padStart(10, '0')}${EXTENSIONS[kind]}`);
}

/** The file that says since when there were editions, where the first of them are not here (earlier.ts). */
export function earlierFile({ folder, audience }: AudienceFolder): string {
  return join(folder, audience, 'earlier.json');
}

/** What a damaged head, and the manifest that it named, are called from then on: the name says so, the number stays theirs. */
export function setAsideName(path: string): string {
  return `${path}${SET_ASIDE_SUFFIX}`;
}

export const SET_ASIDE_SUFFIX = '.damaged';

/** What a manifest is called whose edition may not be shown any more, until its packs are gone too. */
export function withdrawnName(path: string): string {
  return `${path}${WITHDRAWN_SUFFIX}`;
}

export const WITHDRAWN_SUFFIX = '.withdrawn';

/** The number in a file's name, or undefined for files that are not ours. */
export function numberOf(kind: FileKind, name: string): number | undefined {
  const match = /^(\d{10})(\.[a-z]+)$/.exec(name);
  return match?.[2] === EXTENSIONS[kind] ? Number(match[1]) : undefined;
}

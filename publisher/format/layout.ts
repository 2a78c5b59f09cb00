/** Layout: the names of the files of one audience in an edition folder. Numbers have ten digits, so that names sort by number. */
import { join } from 'node:path';

/** public: data that everybody may see; full: all data. */
export type Audience = 'public' | 'full';

export const FILE_KINDS = ['packs', 'manifests', 'heads'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const EXTENSIONS: Readonly<Record<FileKind, string>> = { packs: '.pack', manifests: '.json', heads: '.json' };
export const TEMPORARY_PREFIX = '.new-';
/** Prefix of the folders that hold a spool file for the instant between creating and unlinking it. */
export const SPOOL_PREFIX = '.spool-';

/** The folder of one audience. */
export interface AudienceFolder {
  readonly folder: string;
  readonly audience: Audience;
  /** Path of a pack that does not lie beside the manifests: in a backup. */
  readonly packAt?: (number: number) => string;
}

export function folderOf({ folder, audience }: AudienceFolder, kind: FileKind): string {
  return join(folder, audience, kind);
}

export function fileOf(of: AudienceFolder, kind: FileKind, number: number): string {
  if (kind === 'packs' && of.packAt !== undefined) return of.packAt(number);
  return join(folderOf(of, kind), `${String(number).padStart(10, '0')}${EXTENSIONS[kind]}`);
}

/** Path of the file that records editions older than the first head (earlier.ts). */
export function earlierFile({ folder, audience }: AudienceFolder): string {
  return join(folder, audience, 'earlier.json');
}

/** Returns the new name of a damaged head, and of the manifest that it named. The number stays taken. */
export function setAsideName(path: string): string {
  return `${path}${SET_ASIDE_SUFFIX}`;
}

export const SET_ASIDE_SUFFIX = '.damaged';

/** Returns the new name of a manifest whose edition is withdrawn, until its packs are removed too. */
export function withdrawnName(path: string): string {
  return `${path}${WITHDRAWN_SUFFIX}`;
}

export const WITHDRAWN_SUFFIX = '.withdrawn';

/** Returns the number in a file's name; undefined for other names. */
export function numberOf(kind: FileKind, name: string): number | undefined {
  const match = /^(\d{10})(\.[a-z]+)$/.exec(name);
  return match?.[2] === EXTENSIONS[kind] ? Number(match[1]) : undefined;
}

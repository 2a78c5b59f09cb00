/**
 * Step folders: the folders that the steps of pipelines write to, and whether this user can write there. Each is tried, because a unit of
 * systemd may make a folder read-only whatever its mode.
 * Not here: mistakes in the file itself (pipelines-file.ts).
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FILE_KINDS, folderOf } from '../../publisher/format/layout.ts';
import { foldersOf } from '../state/database/database.ts';
import { listOrganisations } from '../state/access/holders.ts';
import { thisUser, tryWrite, type Unwritable } from '../state/folder/try-write.ts';
import type { CollectSettings, Pipeline, StepSettings } from './pipelines-file.ts';
import { HolderFolder, holdersIn } from './watch-folder.ts';

/** A folder that a step cannot write to. */
export interface FolderFault {
  /** Pipeline, step, path, user and reason. */
  readonly what: string;
  readonly mend: string;
}

const SHOWN_MAX = 5;

/** Tries to write to each folder of the steps, and to the data folder. Throws a Fault when holders.json cannot be used. */
export function folderFaults(pipelines: readonly Pipeline[], data: string): readonly FolderFault[] {
  return [...pipelines.length === 0 ? [] : dataFaults(data), ...stepFaults(pipelines, data)];
}

/** Tries to write to each folder of the steps. */
export function stepFaults(pipelines: readonly Pipeline[], data: string): readonly FolderFault[] {
  return pipelines.flatMap(({ name, steps }) => steps.flatMap((step, index) => (
    faultsOf(step, data).map(({ what, mend }) => ({ what: `${name}, step ${index + 1} (${step.step}): ${what}`, mend }))
  )));
}

/** Tries to write to the data folder, to which every step writes. */
export function dataFaults(data: string): readonly FolderFault[] {
  const folders = existsSync(data) ? dataFolders(data) : [existing(dirname(data))];
  return faultsByReason(data, folders.flatMap((folder) => tryWrite(folder) ?? []));
}

function dataFolders(data: string): readonly string[] {
  const { editions, payloads, prepared, pipelines } = foldersOf(data);
  const kinds = FILE_KINDS.map((kind) => folderOf({ folder: editions, audience: 'public' }, kind));
  return [data, payloads, prepared, pipelines, editions, ...kinds].filter((folder) => existsSync(folder));
}

function faultsOf(step: StepSettings, data: string): readonly FolderFault[] {
  if (step.step === 'collect') return [...settingsFaults(step, data), ...watchFaults(step.folder, data)];
  if (step.step === 'backup') return backupFaults(step.folder);
  return [];
}

/** Reports settings for a bronhoudercode that no writer has: mostly a typing error. */
function settingsFaults({ holders = {} }: CollectSettings, data: string): readonly FolderFault[] {
  const codes = writerCodes(data);
  return Object.keys(holders).filter((code) => !codes.has(code)).map((code) => ({
    what: `it has settings for ${code}, with which no organisation may write`, mend: 'Mend the code, or let `ev holders add` give it access.',
  }));
}

function writerCodes(data: string): ReadonlySet<string> {
  return new Set(listOrganisations(data).filter(({ roles }) => roles.includes('writer')).flatMap((one) => one.codes));
}

/** Tries the folders of holders in a watch folder. The watch folder itself need not be writable. */
function watchFaults(folder: string, data: string): readonly FolderFault[] {
  if (!existsSync(folder)) return [{ what: `${folder} is not there`, mend: 'Make it, with a folder of each holder in it.' }];
  const codes = writerCodes(data);
  const holders = holdersIn(folder).holders.filter((name) => codes.has(name));
  const itself = tryWrite(folder);
  if (holders.length === 0) return itself?.code === 'EROFS' ? faultsByReason(folder, [itself]) : [];
  return faultsByReason(folder, holders.flatMap((holder) => inHolderFolder(join(folder, holder))));
}

function inHolderFolder(path: string): readonly Unwritable[] {
  const folder = new HolderFolder(path);
  try {
    return folder.unwritable();
  } finally {
    folder.close();
  }
}

/** Tries a folder of backups. The step makes only the last folder of the path. */
function backupFaults(folder: string): readonly FolderFault[] {
  if (existsSync(folder)) {
    const shared = readdirSync(folder).filter((name) => name === 'files').map((name) => join(folder, name));
    return faultsByReason(folder, [folder, ...shared].flatMap((one) => tryWrite(one) ?? []));
  }
  const parent = dirname(folder);
  if (existsSync(parent)) return faultsByReason(folder, [tryWrite(parent) ?? []].flat());
  return [{ what: `${parent} is not there, in which ${basename(folder)}/ would be made`, mend: 'Mount its disk, or make the folder.' }];
}

/** Returns one fault per reason, with paths, user and fix. `folder`: the folder to name in the unit of systemd. */
function faultsByReason(folder: string, found: readonly Unwritable[]): readonly FolderFault[] {
  return [...Map.groupBy(found, ({ code }) => code)].map(([code, unwritable]) => {
    const paths = unwritable.slice(0, SHOWN_MAX).map(({ path }) => path).join(', ');
    const more = unwritable.length > SHOWN_MAX ? ` and ${unwritable.length - SHOWN_MAX} more folders` : '';
    return { what: `${thisUser()} cannot write to ${paths}${more}: ${unwritable[0]!.why}`, mend: mendOf(code, folder) };
  });
}

function mendOf(code: string, folder: string): string {
  if (code === 'EROFS') {
    return `Under systemd, name it in the unit, \`ReadWritePaths=${folder}\` (\`systemctl edit ev-register\`), and restart the service; else mount it for writing.`;
  }
  if (code === 'EACCES' || code === 'EPERM') return 'Let that user write there (chown, chmod), or run this as the user of the service.';
  return 'Mend that; until then the step fails.';
}

function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder));
}

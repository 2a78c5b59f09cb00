/**
 * Changed files: files of a watch folder that were written to after they were taken. Each is taken again as another submission, and a
 * notice for its holder is put beside the first report.
 *
 * Invariants:
 *  - A file is compared before it comes to rest, and by each run in the 24 hours after that: a writer with the file open writes on, also
 *    after a rename.
 *  - It is read again only when inode, size or times differ from the last comparison, and once at the end.
 *  - A file is taken again only when writing has stopped. An empty file waits.
 * Not here: taking a file for the first time (collect.ts).
 */
import { randomUUID } from 'node:crypto';
import type { Report } from '../../schemas/finding.ts';
import { clean, reportAs } from '../prepare/report/index.ts';
import { PlainFile } from '../state/folder/plain-file.ts';
import { forgetRested, noteSame, restedIn, type RestedFolder, type RestedFile } from '../state/runs/rested.ts';
import { soundFolderAt } from '../state/folder/sound-folder.ts';
import { changedNotice } from './changed-notice.ts';
import type { StepContext } from './step.ts';
import { UNCHANGED_MS, type HolderFolder, type Destination } from './watch-folder.ts';

const COMPARED_MS = 24 * 3_600_000;
/** Coarsest time stamps of file systems: a file that changed within this time may have the same stamp. */
const COARSE_MS = 2_000;

/** The folder of one holder, and the functions that report on its files. */
export interface HolderContext {
  readonly holder: string;
  readonly folder: HolderFolder;
  readonly place: RestedFolder;
  readonly count: (what: 'taken again' | 'unfinished' | 'empty') => void;
  /** Reports a file that a person must look at, by its path in the folder. */
  readonly stays: (path: string, why: string) => void;
}

export interface ChangedTaken {
  readonly holder: string;
  /** Name that the holder gave the file. */
  readonly name: string;
  /** Path in the holder's folder. */
  readonly path: string;
  /** The submission of the first taking. */
  readonly first: { readonly uuid: string; readonly bytes: number };
  /** Prefix of the paths of the first submission's reports. */
  readonly beside: string;
  /** Report of the first submission and its destination; absent when the report is written. */
  readonly unwritten?: { readonly resting: Destination; readonly report: Report | null };
  /** Stamp of the file when the difference was found. */
  readonly stamp: string;
  /** Whether the last write was long enough ago at that time. */
  readonly isOld: boolean;
}

export function changedOf({ stat, stamp }: PlainFile, found: Omit<ChangedTaken, 'stamp' | 'isOld'>, now: Date): ChangedTaken {
  const changedMs = Number(stat.mtimeMs > stat.ctimeMs ? stat.mtimeMs : stat.ctimeMs);
  return { ...found, stamp, isOld: now.getTime() - changedMs >= UNCHANGED_MS };
}

/** Compares the files that came to rest in the last 24 hours, and returns those that changed. */
export async function compareRested(work: HolderContext, context: StepContext): Promise<readonly ChangedTaken[]> {
  const changed: ChangedTaken[] = [];
  for (const rested of restedIn(context.runs, work.place)) {
    if (context.signal.aborted) break;
    const file = await work.folder.open(rested.path);
    const isLast = context.clock().getTime() - rested.restedMs >= COMPARED_MS;
    if (!(file instanceof PlainFile)) {
      if (file !== null) work.stays(rested.path, file);
      if (file === null || isLast) forgetRested(context.runs, work.place, rested.path);
      continue;
    }
    try {
      const different = await compared(work, { file, rested, isLast }, context);
      if (different !== undefined) changed.push(different);
    } finally {
      await file.close();
    }
  }
  return changed;
}

interface Comparison {
  readonly file: PlainFile;
  readonly rested: RestedFile;
  /** Whether this is the last comparison. */
  readonly isLast: boolean;
}

async function compared(
  { holder, place }: HolderContext, { file, rested, isLast }: Comparison, { runs, clock, log }: StepContext,
): Promise<ChangedTaken | undefined> {
  const { path, name, uuid, bytes, sha256, restedMs } = rested;
  if (file.stamp === rested.stamp && !isLast) return undefined;
  if ((await file.sum()).sha256 === sha256) {
    const isCertain = clock().getTime() - Number(file.stat.ctimeMs) >= COARSE_MS;
    if (isLast) forgetRested(runs, place, path);
    else noteSame(runs, place, { path, stamp: isCertain ? file.stamp : null });
    return undefined;
  }
  const modifiedMs = Number(file.stat.mtimeMs);
  // A time in the future proves nothing: some writers set the time themselves.
  const isLate = modifiedMs > restedMs + COMPARED_MS && modifiedMs <= clock().getTime();
  const found = { holder, name, path, first: { uuid, bytes }, beside: path };
  if (!isLate && !(isLast && file.bytes === 0)) return changedOf(file, found, clock());
  forgetRested(runs, place, path);
  log(`${holder}/${clean(path)} ${isLate ? 'was changed more than 24 hours after it came there' : 'was emptied'}: it is not taken again, `
    + `and what it brought as ${uuid} stays in effect; what is put into ${holder}/ is delivered`);
  return undefined;
}

/** Takes the changed files of this holder again, unless they are still being written. */
export async function takeAgain(work: HolderContext, changed: readonly ChangedTaken[], context: StepContext): Promise<void> {
  for (const one of changed.filter(({ holder }) => holder === work.holder)) {
    if (context.signal.aborted) return;
    const file = await work.folder.open(one.path);
    // The next run sees a file that was removed or replaced since.
    if (!(file instanceof PlainFile)) continue;
    try {
      if (file.bytes === 0) waits(work, one.path, 'empty', context);
      else if (file.stamp !== one.stamp) waits(work, one.path, 'unfinished', context);
      else await takeOnceMore(work, { one, file }, context);
    } finally {
      await file.close();
    }
  }
}

async function takeOnceMore(
  { holder, folder, place, count }: HolderContext, { one, file }: { readonly one: ChangedTaken; readonly file: PlainFile },
  { data, runs, log }: StepContext,
): Promise<void> {
  const { name, path, first, beside, unwritten } = one;
  const again = { uuid: randomUUID(), bytes: file.bytes };
  if (unwritten !== undefined) {
    folder.clear(unwritten.resting, soundFolderAt(data));
    await writeReports(folder, beside, { report: unwritten.report, file });
  }
  await folder.writeBeside(`${beside}.report.changed.txt`, changedNotice({ name, first, again }), file);
  if (folder.take(path, { name, uuid: again.uuid }) === undefined) return;
  forgetRested(runs, place, path);
  count('taken again');
  log(`${holder}/${clean(name)} changed after it was taken as ${first.uuid} (${first.bytes} bytes then, ${again.bytes} now): `
    + `it is taken again as ${again.uuid}; what ${first.uuid} brought stays in effect`);
}

/** Reports that this run does not take a file, because it is empty or still being written. */
export function waits({ holder, count }: HolderContext, path: string, why: 'unfinished' | 'empty', { log }: Pick<StepContext, 'log'>): void {
  count(why);
  log(`${holder}/${clean(path)} ${why === 'empty' ? 'is empty: it waits until something is in it' : 'is still being written: the next run looks again'}`);
}

/** Writes the reports of a submission beside its file, readable for the same users. */
export async function writeReports(
  folder: HolderFolder, beside: string, { report, file }: { readonly report: Report | null; readonly file: PlainFile },
): Promise<void> {
  if (report === null) return;
  for (const extension of ['.html', '.json'] as const) await folder.writeBeside(`${beside}.report${extension}`, reportAs(report, extension), file);
}

/**
 * Changed files: files of a watch folder that are not what was taken of them any more, because somebody wrote to them meanwhile. They
 * are taken again, as another submission, and their holder finds a notice beside the first report.
 *
 * Invariants:
 *  - A file is compared before it comes to rest, and for 24 hours after that by each run: a writer that has it open writes on wherever
 *    it lies.
 *  - It is read again only when inode, size or times differ from those with which it was last found the same, and once at the end.
 *  - Only what nobody writes to any more is taken again. What is empty waits.
 * Not here: taking a file for the first time (collect.ts).
 */
import { randomUUID } from 'node:crypto';
import type { Report } from '../../schemas/finding.ts';
import { clean, reportAs } from '../prepare/report/index.ts';
import { PlainFile } from '../state/folder/plain-file.ts';
import { forgetRested, noteSame, restedIn, type HolderPlace, type RestedFile } from '../state/runs/rested.ts';
import { soundFolderAt } from '../state/folder/sound.ts';
import { changedNotice } from './changed-notice.ts';
import type { StepContext } from './step.ts';
import { UNCHANGED_MS, type HolderFolder, type RestingPlace } from './watch-folder.ts';

const COMPARED_MS = 24 * 3_600_000;
/** Times of files are this coarse at most: a file that changed later may still have the stamp that was read. */
const COARSE_MS = 2_000;

/** The folder of one holder, and where its part of the step reports. */
export interface HolderWork {
  readonly holder: string;
  readonly folder: HolderFolder;
  readonly place: HolderPlace;
  readonly count: (what: 'taken again' | 'unfinished' | 'empty') => void;
  /** Reports a file, by its path in the folder, that needs a person. */
  readonly stays: (path: string, why: string) => void;
}

export interface Changed {
  readonly holder: string;
  /** As its holder named it. */
  readonly name: string;
  /** Where it lies in its holder's folder. */
  readonly path: string;
  /** The submission that it was handed in as. */
  readonly first: { readonly uuid: string; readonly bytes: number };
  /** The beginning of the paths of the first submission's reports. */
  readonly beside: string;
  /** The first submission's report, while it is not written yet. */
  readonly unwritten?: { readonly resting: RestingPlace; readonly report: Report | null };
  /** The file as it was when the difference was found. */
  readonly stamp: string;
  /** Whether nobody wrote to it lately, by then. */
  readonly isOld: boolean;
}

export function changedOf({ stat, stamp }: PlainFile, found: Omit<Changed, 'stamp' | 'isOld'>, now: Date): Changed {
  const changedMs = Number(stat.mtimeMs > stat.ctimeMs ? stat.mtimeMs : stat.ctimeMs);
  return { ...found, stamp, isOld: now.getTime() - changedMs >= UNCHANGED_MS };
}

/** Compares the files that came to rest lately, and returns those that changed. */
export async function compareRested(work: HolderWork, context: StepContext): Promise<readonly Changed[]> {
  const changed: Changed[] = [];
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

interface Compared {
  readonly file: PlainFile;
  readonly rested: RestedFile;
  /** Whether it is not compared any more after this. */
  readonly isLast: boolean;
}

async function compared(
  { holder, place }: HolderWork, { file, rested, isLast }: Compared, { runs, clock, log }: StepContext,
): Promise<Changed | undefined> {
  const { path, name, uuid, bytes, sha256, restedMs } = rested;
  if (file.stamp === rested.stamp && !isLast) return undefined;
  if ((await file.sum()).sha256 === sha256) {
    const isCertain = clock().getTime() - Number(file.stat.ctimeMs) >= COARSE_MS;
    if (isLast) forgetRested(runs, place, path);
    else noteSame(runs, place, { path, stamp: isCertain ? file.stamp : null });
    return undefined;
  }
  const modifiedMs = Number(file.stat.mtimeMs);
  // A time that has not come yet says nothing: some writers set what they like.
  const isLate = modifiedMs > restedMs + COMPARED_MS && modifiedMs <= clock().getTime();
  const found = { holder, name, path, first: { uuid, bytes }, beside: path };
  if (!isLate && !(isLast && file.bytes === 0)) return changedOf(file, found, clock());
  forgetRested(runs, place, path);
  log(`${holder}/${clean(path)} ${isLate ? 'was changed more than 24 hours after it came there' : 'was emptied'}: it is not taken again, `
    + `and what it brought as ${uuid} stays in effect; what is put into ${holder}/ is delivered`);
  return undefined;
}

/** Takes again what changed in the folder of this holder and is not written to any more. */
export async function takeAgain(work: HolderWork, changed: readonly Changed[], context: StepContext): Promise<void> {
  for (const one of changed.filter(({ holder }) => holder === work.holder)) {
    if (context.signal.aborted) return;
    const file = await work.folder.open(one.path);
    // What was removed or swapped since is seen by the next run.
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
  { holder, folder, place, count }: HolderWork, { one, file }: { readonly one: Changed; readonly file: PlainFile },
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

/** Reports that a file is not taken by this run, because it is empty or somebody writes to it. */
export function waits({ holder, count }: HolderWork, path: string, why: 'unfinished' | 'empty', { log }: Pick<StepContext, 'log'>): void {
  count(why);
  log(`${holder}/${clean(path)} ${why === 'empty' ? 'is empty: it waits until something is in it' : 'is still being written: the next run looks again'}`);
}

/** Writes the reports of a submission beside its file, for those who can read that. */
export async function writeReports(
  folder: HolderFolder, beside: string, { report, file }: { readonly report: Report | null; readonly file: PlainFile },
): Promise<void> {
  if (report === null) return;
  for (const extension of ['.html', '.json'] as const) await folder.writeBeside(`${beside}.report${extension}`, reportAs(report, extension), file);
}

/** Steps of pipelines, by name. Not here: their times (scheduler.ts), the record of a run (run-pipeline.ts). */
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { unreachable } from '../../schemas/fault.ts';
import { makeBackup } from '../backup/backup.ts';
import { poorerNotice } from '../backup/rotation.ts';
import { lineOf } from '../conductor/conductor-lines.ts';
import type { ConductorEvent } from '../conductor/conductor.ts';
import { maintain, publishedBaseUrl, publishedEpoch, runBatch, type BatchOptions } from '../conductor/run-batch.ts';
import { makeActiveDownloads, tooLargeLine } from '../editions/downloads.ts';
import { makeActiveQuality } from '../editions/quality.ts';
import { verifyUnlessAborted } from '../editions/verify-editions.ts';
import { provideSpatial } from '../prepare/spatial-extension.ts';
import { hasState, openExistingState } from '../state/database/database.ts';
import { rebuildDerived } from '../state/register/rebuild-derived.ts';
import { collect, handBack } from './collect.ts';
import type { Pipeline, StepSettings } from './pipelines-file.ts';
import type { StepContext, StepResult } from './step.ts';

/** Runs one step. A batch also hands back the files that the collect steps of its pipeline took. Throws to end the run. */
export async function doStep(step: StepSettings, pipeline: Pipeline, context: StepContext): Promise<StepResult> {
  switch (step.step) {
    case 'collect': return await collect(step, context);
    case 'batch': return await batch(pipeline, context);
    case 'repack-and-gc': return await repackAndCollect(context);
    case 'rebuild-derived': return await rebuild(context);
    case 'downloads': return await downloads(step, context);
    case 'quality': return await quality(context);
    case 'verify': return await verify(context);
    case 'backup': return await backup(step, context);
    default: return unreachable(step);
  }
}

async function batch({ steps }: Pipeline, context: StepContext): Promise<StepResult> {
  const counted = { submissions: 0, parked: 0, 'set aside': 0, editions: 0 };
  const by = await withRegister(context, (options) => runBatch({
    ...options,
    onEvent: (event) => {
      count(event, counted);
      options.onEvent(event);
    },
  }));
  if (by === 'handed over') context.log('a running server did the work');
  const back = [];
  for (const step of steps) if (step.step === 'collect') back.push(await handBack(step, context));
  return merged([{ findings: counted, troubles: [] }, ...back]);
}

function count(event: ConductorEvent, counted: { submissions: number; parked: number; 'set aside': number; editions: number }): void {
  if (event.kind === 'Batch:Decide') counted.submissions += event.submissions;
  else if (event.kind === 'Submission:Park') counted.parked += 1;
  else if (event.kind === 'Submission:Aside') counted['set aside'] += 1;
  else if (event.kind === 'Edition:Publish') counted.editions += 1;
}

async function repackAndCollect(context: StepContext): Promise<StepResult> {
  const counted = { repacked: 0, 'editions dropped': 0, 'packs removed': 0 };
  const troubles: string[] = [];
  const isDone = await withRegister(context, (options) => maintain({
    ...options,
    onEvent: (event) => {
      if (event.kind === 'Edition:Repack') counted.repacked += 1;
      else if (event.kind === 'Upkeep:Fail') troubles.push(event.message);
      else if (event.kind === 'Edition:Collect') {
        counted['editions dropped'] += event.editions;
        counted['packs removed'] += event.packs;
      }
      options.onEvent(event);
    },
  }));
  if (isDone === false) context.log('a running server sees to its editions by itself, as its --keep-days says');
  return { findings: positive(counted), troubles: troubles.map((text) => ({ cause: 'editions that cannot be seen to', text })) };
}

/** Runs `work` with the options of a conductor; returns undefined when there is no register yet. */
async function withRegister<Result>(
  { data, cacheFolder, retention, drift, clock, log, signal }: StepContext, work: (options: BatchOptions) => Promise<Result>,
): Promise<Result | undefined> {
  if (!hasState(data)) {
    nothingYet(log);
    return undefined;
  }
  const spatialPath = await provideSpatial({ cacheFolder, log });
  const onEvent = (event: ConductorEvent): void => {
    const line = lineOf(event);
    if (line !== null) log(line);
  };
  const [baseUrl, epoch] = [publishedBaseUrl(data), publishedEpoch(data)];
  return await work({ data, baseUrl, epoch, spatialPath, threads: availableParallelism(), retention, drift, clock, onEvent, signal });
}

function nothingYet(log: StepContext['log']): StepResult {
  log('nothing was handed in yet');
  return { findings: {}, troubles: [] };
}

async function rebuild({ data, log, signal }: StepContext): Promise<StepResult> {
  if (!hasState(data)) return nothingYet(log);
  const counted = { roots: 0, mended: 0, 'roots left': 0 };
  const troubles = new Map<string, string>();
  let linesLeft = LOGGED_MAX;
  const db = openExistingState(data);
  try {
    for (const { roots, mended, damages } of rebuildDerived(db)) {
      counted.roots += roots;
      counted.mended += mended.length;
      counted['roots left'] += damages.length;
      for (const text of [...damages, ...mended.map((one) => `mended: ${one}`)].slice(0, linesLeft)) {
        log(text);
        linesLeft -= 1;
      }
      if (damages.length > 0) troubles.set('a document is damaged', `${counted['roots left']} roots are left as they are, because documents of them are damaged`);
      if (mended.length > 0) troubles.set('derived tables were not right', `${counted.mended} differences are mended; ${ANEW}`);
      // A pause in which the order to stop can arrive.
      await setImmediate();
      if (signal.aborted) break;
    }
  } finally {
    db.close();
  }
  return { findings: positive(counted), troubles: [...troubles].map(([cause, text]) => ({ cause, text })) };
}

/** Most lines about mended differences and damaged documents. */
const LOGGED_MAX = 100;
/** Advice after mending: editions that were published from wrong rows stay as they are. */
const ANEW = 'what was published meanwhile may show them: `ev editions rebuild`, while no server runs, makes the newest edition anew';

async function downloads(
  { forms }: Extract<StepSettings, { step: 'downloads' }>, { data, cacheFolder, log, signal }: StepContext,
): Promise<StepResult> {
  if (!hasState(data)) return nothingYet(log);
  const made = await makeActiveDownloads({
    data, forms, spatialPath: () => provideSpatial({ cacheFolder, log }), signal,
    onFile: ({ name, count, bytes }) => log(`${name}: ${count} features, ${bytes} bytes`),
  });
  if (made === null) return nothingYet(log);
  for (const file of made.tooLarge) log(tooLargeLine(file));
  if (made.made === 0) log(`the downloads of edition ${made.list.edition} were there`);
  return { findings: positive({ 'files made': made.made }), troubles: [] };
}

async function verify({ data, log, signal }: StepContext): Promise<StepResult> {
  const verified = await verifyUnlessAborted(data, signal);
  if (verified === null) return { findings: {}, troubles: [] };
  const { editions, heads, packs, damages } = verified;
  for (const { message } of damages) log(message);
  return {
    findings: positive({ editions, heads, packs, damages: damages.length }),
    troubles: damages.slice(0, 1).map(({ message }) => ({ cause: 'an edition is damaged', text: message })),
  };
}

async function backup(
  { folder, keep }: Extract<StepSettings, { step: 'backup' }>, { data, clock, log }: StepContext,
): Promise<StepResult> {
  if (!hasState(data)) return nothingYet(log);
  const made = await makeBackup({ data, folder, ...(keep === undefined ? {} : { keep }), clock });
  const { path, files, copied, removed, damages, richer } = made;
  log(`${path}: ${files} files, of which ${copied.files} (${copied.bytes} bytes) were copied`);
  return {
    findings: positive({ files, copied: copied.files, 'backups removed': removed.length, damages: damages.length }),
    troubles: [
      ...damages.slice(0, 1).map((text) => ({ cause: 'a backup holds what was damaged already', text })),
      ...(richer === null ? [] : [{ cause: 'a backup holds less than an earlier one', text: poorerNotice(made, richer) }]),
    ],
  };
}

async function quality({ data, cacheFolder, clock, log }: StepContext): Promise<StepResult> {
  if (!hasState(data)) return nothingYet(log);
  const made = await makeActiveQuality(data, { clock, spatialPath: () => provideSpatial({ cacheFolder, log }) });
  if (made === null) return nothingYet(log);
  const { isNew, totals: { edition, holders } } = made;
  if (!isNew) log(`the quality of edition ${edition} was measured`);
  return { findings: isNew ? positive({ 'holders measured': holders.length }) : {}, troubles: [] };
}

/** Merges results: counts of the same name add up. */
function merged(results: readonly StepResult[]): StepResult {
  const sums: Record<string, number> = {};
  for (const { findings } of results) for (const [what, number] of Object.entries(findings)) sums[what] = (sums[what] ?? 0) + number;
  return { findings: positive(sums), troubles: results.flatMap(({ troubles }) => troubles) };
}

function positive(counts: Readonly<Record<string, number>>): StepResult['findings'] {
  return Object.fromEntries(Object.entries(counts).filter(([, number]) => number > 0));
}

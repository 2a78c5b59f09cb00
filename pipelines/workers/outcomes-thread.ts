/** Outcomes worker: reads what became of submissions and of runs, so that a long report keeps nobody waiting who hands in (accept-thread.ts). */
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { unreachable } from '../../schemas/fault.ts';
import type { Outcome } from '../../schemas/submission.ts';
import { foldersOf, inSnapshot, openExistingState, type State } from '../state/database/database.ts';
import { isCalled } from '../state/inbox/called.ts';
import { submissionFigures } from '../state/outcomes/figures.ts';
import { outcomeOf } from '../state/outcomes/outcomes.ts';
import { pipelineRecords, type PipelineRecord } from '../state/runs/pipeline-records.ts';
import { openExistingRuns } from '../state/runs/runs.ts';
import { soundBackups, type SoundBackup } from '../state/runs/sound-backups.ts';
import { answerParent, toWire, type WireError } from './line.ts';

/** Answered with an OutcomeAnswer for each uuid, with SubmissionFigures, or with RunRecords of the pipelines named. */
export type OutcomeCall =
  | { readonly kind: 'outcomes'; readonly uuids: readonly string[] }
  | { readonly kind: 'figures' }
  | { readonly kind: 'runs'; readonly pipelines: readonly string[] };

/** What `runs.db` has on record; empty where it is not there. */
export interface RunRecords {
  readonly pipelines: readonly PipelineRecord[];
  /** Newest first. */
  readonly backups: readonly SoundBackup[];
}

export interface FoundOutcome {
  readonly outcome: Outcome;
  /** Whether the batch in which it takes effect was called for. */
  readonly isCalled: boolean;
}

/** `found` undefined: the uuid is unknown. `error`: what is kept of it cannot be read, which says nothing of the others. */
export type OutcomeAnswer = { readonly found: FoundOutcome | undefined } | { readonly error: WireError };

const { data } = workerData as { readonly data: string };
let db: State | null = null;

answerParent(parentPort, (call: OutcomeCall) => {
  switch (call.kind) {
    case 'outcomes': return findAll(call.uuids);
    case 'figures': return submissionFigures(state());
    case 'runs': return recordsOf(call.pipelines);
    default: return unreachable(call);
  }
}, () => {
  db?.close();
  db = null;
});

/** Each call throws a Fault while the register cannot be opened. */
function state(): State {
  return db ??= openExistingState(data);
}

/** Opened anew each time: the file may come later, or be put back by a restore. */
function recordsOf(names: readonly string[]): RunRecords {
  if (!existsSync(foldersOf(data).runs)) return { pipelines: [], backups: [] };
  const runs = openExistingRuns(data);
  try {
    return { pipelines: pipelineRecords(runs, names), backups: soundBackups(runs) };
  } finally {
    runs.close();
  }
}

/** In one transaction: otherwise each question locks both files anew. */
function findAll(uuids: readonly string[]): readonly OutcomeAnswer[] {
  return inSnapshot(state(), () => uuids.map((uuid) => {
    try {
      return { found: find(uuid) };
    } catch (error) {
      return { error: toWire(error) };
    }
  }));
}

function find(uuid: string): FoundOutcome | undefined {
  const outcome = outcomeOf(state(), uuid);
  return outcome && { outcome, isCalled: isCalled(state(), uuid) };
}

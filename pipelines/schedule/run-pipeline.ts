/**
 * Run a pipeline: runs its steps one after the other, and records each (state/runs/runs.ts).
 *
 * Invariants:
 *  - One run of a pipeline at a time, across processes: its lock is held from before the run begins until after it ended.
 *  - A step that throws ends the run; troubles of a step fail the run after all steps.
 *  - A run whose process died is marked as cut off by the next process that takes the lock.
 *  - A failed run notifies the operator once for each cause, until the pipeline succeeds.
 */
import { getSystemErrorMessage } from 'node:util';
import { Fault, isOfSystem } from '../../schemas/fault.ts';
import { takePipelineLock } from '../state/folder/lock.ts';
import {
  addLine, beginRun, beginStep, cutOff, dropOldRuns, endRun, endStep, isCalledFor, noteCalled, runningRuns, wholeRun,
  type Ending, type Run, type RunOrigin, type WholeRun,
} from '../state/runs/runs.ts';
import { soundFolderAt } from '../state/folder/sound-folder.ts';
import { notify } from './notify.ts';
import type { OnFailure, Pipeline } from './pipelines-file.ts';
import type { ScheduleListener, StepContext, Trouble } from './step.ts';
import { doStep } from './steps.ts';

export interface RunContext extends Omit<StepContext, 'log'> {
  readonly onFailure: OnFailure | undefined;
  /** Log without file names of holders. */
  readonly print: ScheduleListener;
  /** Called with each recorded line, which may have file names of holders; absent where a log is written. */
  readonly follow?: (line: string) => void;
}

export interface RunRequest {
  readonly origin: RunOrigin;
  readonly due: Date | null;
  /** First line of the run; null: none. */
  readonly remark?: string | null;
  /** Called with the number of the run when it begins. */
  readonly onBegin?: (id: number) => void;
}

/** Runs a pipeline now. Returns null when it runs already, also in another process. Throws only when the run cannot be recorded. */
export async function runPipeline(
  pipeline: Pipeline, { origin, due, remark = null, onBegin }: RunRequest, context: RunContext,
): Promise<WholeRun | null> {
  const { runs, clock, data } = context;
  const release = takePipelineLock(data, pipeline.name);
  if (release === null) return null;
  try {
    await markCutOff(pipeline.name, context);
    const run = beginRun(runs, { pipeline: pipeline.name, origin, due }, clock());
    dropOldRuns(runs, pipeline.name, soundFolderAt(data));
    onBegin?.(run);
    const log = logOf({ run, name: pipeline.name }, context);
    if (remark !== null) log(null, remark);
    const ending = await doSteps(pipeline, { run, log }, context);
    endRun(runs, run, ending, clock());
    await call(wholeRun(runs, run)!, context);
    return wholeRun(runs, run)!;
  } finally {
    release();
  }
}

/** Marks and reports the runs whose process died, and returns them. The caller holds the pipeline's lock. */
export async function markCutOff(pipeline: string, context: RunContext): Promise<readonly Run[]> {
  const { runs, clock, print } = context;
  const found = runningRuns(runs, pipeline);
  for (const { id } of found) {
    const at = wholeRun(runs, id)!.steps.find(({ state }) => state === 'running')?.name;
    const message = `the process ended during ${at === undefined ? 'the run' : `its step ${at}`}; what was at work is safe and is taken up again`;
    cutOff(runs, id, { cause: 'the process ended', message }, clock());
    print(`${pipeline}: run ${id} was cut off: ${message}`, 'error');
    await call(wholeRun(runs, id)!, context);
  }
  return found;
}

type Log = (step: number | null, text: string) => void;

function logOf({ run, name }: { readonly run: number; readonly name: string }, { runs, clock, follow }: RunContext): Log {
  return (step, text) => {
    addLine(runs, run, { step, at: clock(), text });
    follow?.(`${name}: ${text}`);
  };
}

async function doSteps(
  pipeline: Pipeline, { run, log }: { readonly run: number; readonly log: Log }, context: RunContext,
): Promise<Ending> {
  const { runs, clock, signal } = context;
  const troubles = new Map<string, Trouble>();
  for (const [index, step] of pipeline.steps.entries()) {
    const n = index + 1;
    beginStep(runs, { run, n }, step.step, clock());
    try {
      const result = await doStep(step, pipeline, { ...context, log: (text) => log(n, text) });
      for (const trouble of result.troubles) {
        if (!troubles.has(trouble.text)) log(n, trouble.text);
        troubles.set(trouble.text, trouble);
      }
      endStep(runs, { run, n }, { state: result.troubles.length === 0 ? 'done' : 'failed', findings: result.findings }, clock());
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      log(n, error instanceof Fault ? message : (error as Error).stack ?? message);
      endStep(runs, { run, n }, { state: 'failed', findings: {} }, clock());
      return { state: 'failed', cause: `the step ${step.step} failed: ${kindOf(error)}`, message };
    }
    if (signal.aborted) return { state: 'cut-off', message: `it was told to stop while its step ${step.step} was at work` };
  }
  if (troubles.size === 0) return { state: 'done' };
  const causes = [...new Set([...troubles.values()].map(({ cause }) => cause))].sort();
  return { state: 'failed', cause: causes.join('; '), message: [...troubles.keys()].join('\n') };
}

/** Returns the kind of an error in words, without paths, values and times, which differ each night. */
function kindOf(error: unknown): string {
  if (error instanceof Fault) return isOfSystem(error.detail.cause) ? `${error.what} (${kindOf(error.detail.cause)})` : error.what;
  const { errno, name } = error as NodeJS.ErrnoException;
  return errno === undefined ? `a defect of the program (${name})` : getSystemErrorMessage(errno);
}

/** Notifies the operator of a failed run. A failed notice is recorded with the run, and the next failure notifies again. */
async function call(run: WholeRun, { runs, onFailure, clock, print }: RunContext): Promise<void> {
  const { id, pipeline, state, cause, message, due, started, ended } = run;
  if (onFailure === undefined || cause === null || isCalledFor(runs, { pipeline, cause })) return;
  const log = logOf({ run: id, name: pipeline }, { runs, clock, print } as RunContext);
  try {
    const who = await notify(onFailure, {
      pipeline, run: id, state, cause, message: message ?? '', due: due?.toISOString() ?? null,
      started: started.toISOString(), ended: (ended ?? clock()).toISOString(),
    });
    noteCalled(runs, id);
    log(null, `${who} was called: ${cause}`);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    log(null, error.message);
  }
}

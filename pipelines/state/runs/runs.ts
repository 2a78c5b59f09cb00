/**
 * Runs: the record of pipeline runs, in `runs.db` of the data folder. Each call is durable when it returns, so that a crashed run is still
 * on record.
 *
 * Invariants:
 *  - A pipeline has one running run at a time: the starter holds its lock (folder/lock.ts).
 *  - Runs, their lines and texts are bounded; the newest are kept.
 *  - No returned text has a password in an address, even if an earlier version stored one.
 * Not here: the schedule (pipelines/schedule).
 */
import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Sound } from '../../../publisher/sound.ts';
import { Fault } from '../../../schemas/fault.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { withoutUserInfo } from '../../../schemas/masked.ts';
import { DAY_MS } from '../../../schemas/time.ts';
import { foldersOf, makeFolders, openFile, transaction } from '../database/database.ts';
import type { RunState } from '../../../schemas/operation.ts';

/** Why a run began: its time came, it makes up for a missed time, it repeats a run that was cut off, or a person started it. */
export type RunOrigin = 'schedule' | 'missed' | 'cut-off' | 'command';

export interface Run {
  readonly id: number;
  readonly pipeline: string;
  readonly origin: RunOrigin;
  /** The scheduled time; null when a person started the run. */
  readonly due: Date | null;
  readonly started: Date;
  readonly ended: Date | null;
  readonly state: RunState;
  /** Kind of failure. The operator is called once for each kind. */
  readonly cause: string | null;
  readonly message: string | null;
  /** Number of scheduled times that passed during the run. */
  readonly passed: number;
  /** Whether the operator's command or webhook accepted the call. */
  readonly called: boolean;
}

/** Counts that a step reports. */
export type Findings = Readonly<Record<string, number>>;

export interface RunStep {
  readonly name: string;
  readonly started: Date;
  readonly ended: Date | null;
  readonly state: RunState;
  readonly findings: Findings;
}

export interface RunLine {
  /** Number of the step in the run, from 1; null for a line about the whole run. */
  readonly step: number | null;
  readonly at: Date;
  readonly text: string;
}

export interface WholeRun extends Run {
  readonly steps: readonly RunStep[];
  readonly lines: readonly RunLine[];
  /** Number of lines that were left out. */
  readonly linesLeft: number;
}

/** The end of a run or step. */
export interface Ending {
  readonly state: RunState;
  readonly cause?: string | null;
  readonly message?: string | null;
}

/** A connection to `runs.db`. The code that opens it closes it. */
export type Runs = DatabaseSync;

/** Opens `runs.db`, making it and bringing it up to date first. */
export function openRuns(data: string): Runs {
  return openFile(makeFolders(data).runs, 'runs');
}

/** Opens an existing `runs.db`. Throws a Fault when there is none. */
export function openExistingRuns(data: string): Runs {
  const { runs } = foldersOf(data);
  if (existsSync(runs)) return openFile(runs, 'runs');
  throw new Fault('nothing has run on this folder by schedule', {
    step: 'Runs:Open', path: runs, hint: 'Check --data; `ev schedule` runs what pipelines.json says.',
  });
}

/** Whether the accounted time lies more than 24 hours ahead, which only a wrong clock can have caused. */
export function isOfWrongClock(seen: Date, now: Date): boolean {
  return seen.getTime() - now.getTime() > DAY_MS;
}

/**
 * Returns up to when the scheduled times of a pipeline are accounted for. That is now for a pipeline that is new or has another cron line,
 * and after a wrong clock; otherwise the pipeline would not run until that clock's time.
 */
export function seenUpTo(db: Runs, { name, cron }: { readonly name: string; readonly cron: string }, now: Date): Date {
  db.prepare(`INSERT INTO pipeline (name, cron, seen) VALUES (?1, ?2, ?3)
    ON CONFLICT DO UPDATE SET cron = ?2, seen = ?3 WHERE cron <> ?2 OR seen - ?3 > ?4`).run(name, cron, now.getTime(), DAY_MS);
  const { seen } = db.prepare('SELECT seen FROM pipeline WHERE name = ?').get(name) as { seen: number };
  return new Date(seen);
}

/** Returns up to when times are accounted for, and the cron line; undefined for a pipeline that no scheduler saw yet. */
export function accountedFor(db: Runs, name: string): { readonly cron: string; readonly upTo: Date } | undefined {
  const row = db.prepare('SELECT cron, seen FROM pipeline WHERE name = ?').get(name) as { cron: string; seen: number } | undefined;
  return row && { cron: row.cron, upTo: new Date(row.seen) };
}

/** Records that the times of a pipeline up to `due` are accounted for. */
export function noteSeen(db: Runs, name: string, due: Date): void {
  db.prepare('UPDATE pipeline SET seen = max(seen, ?2) WHERE name = ?1').run(name, due.getTime());
}

/** Records a run that begins now and returns its number. `due` is accounted for in the same transaction. */
export function beginRun(
  db: Runs, { pipeline, origin, due }: Pick<Run, 'pipeline' | 'origin' | 'due'>, now: Date,
): number {
  return transaction(db, () => {
    if (due !== null) noteSeen(db, pipeline, due);
    const { lastInsertRowid } = db.prepare("INSERT INTO run (pipeline, origin, due, started, state) VALUES (?, ?, ?, ?, 'running')")
      .run(pipeline, origin, due?.getTime() ?? null, now.getTime());
    return Number(lastInsertRowid);
  });
}

/** Removes all but the newest runs of a pipeline, unless the data folder is not sound. */
export function dropOldRuns(db: Runs, pipeline: string, sound: Sound): void {
  const last = db.prepare('SELECT id FROM run WHERE pipeline = ? ORDER BY id DESC LIMIT 1 OFFSET ?').get(pipeline, LIMITS.runsPerPipelineMax);
  if (last === undefined || sound.fault() !== null) return;
  db.prepare('DELETE FROM run WHERE pipeline = ? AND id <= ?').run(pipeline, (last as { id: number }).id);
}

export interface Skipped {
  readonly pipeline: string;
  readonly due: Date;
  readonly message: string;
}

/** Records a scheduled time without a run, and the reason. */
export function skipRun(db: Runs, { pipeline, due, message }: Skipped, now: Date): number {
  const id = beginRun(db, { pipeline, due, origin: 'schedule' }, now);
  endRun(db, id, { state: 'skipped', message }, now);
  return id;
}

export function endRun(db: Runs, id: number, { state, cause = null, message = null }: Ending, now: Date): void {
  db.prepare('UPDATE run SET state = ?2, cause = ?3, message = ?4, ended = ?5 WHERE id = ?1')
    .run(id, state, cause, message === null ? null : cut(message), now.getTime());
}

/** Records that another scheduled time came during this run. */
export function notePassed(db: Runs, id: number, due: Date): void {
  transaction(db, () => {
    db.prepare('UPDATE run SET passed = passed + 1 WHERE id = ?').run(id);
    noteSeen(db, pipelineOf(db, id), due);
  });
}

export function noteCalled(db: Runs, id: number): void {
  db.prepare('UPDATE run SET called = 1 WHERE id = ?').run(id);
}

/** Whether the operator was called for this cause since the pipeline last succeeded. */
export function isCalledFor(db: Runs, { pipeline, cause }: { readonly pipeline: string; readonly cause: string }): boolean {
  return db.prepare(`SELECT 1 FROM run WHERE pipeline = ?1 AND cause = ?2 AND called = 1
    AND id > coalesce((SELECT max(id) FROM run WHERE pipeline = ?1 AND state = 'done'), 0)`).get(pipeline, cause) !== undefined;
}

interface StepKey {
  /** Number of the run. */
  readonly run: number;
  /** Number of the step in the run, from 1. */
  readonly n: number;
}

export function beginStep(db: Runs, { run, n }: StepKey, name: string, now: Date): void {
  db.prepare("INSERT INTO step (run, n, name, started, state) VALUES (?, ?, ?, ?, 'running')").run(run, n, name, now.getTime());
}

export function endStep(db: Runs, { run, n }: StepKey, { state, findings }: Pick<RunStep, 'state' | 'findings'>, now: Date): void {
  db.prepare('UPDATE step SET state = ?3, findings = ?4, ended = ?5 WHERE run = ?1 AND n = ?2').run(run, n, state, JSON.stringify(findings), now.getTime());
}

/** Adds a line to a run. Lines above the limit are only counted. */
export function addLine(db: Runs, run: number, { step, at, text }: RunLine): void {
  transaction(db, () => {
    const { count } = db.prepare('SELECT count(*) AS count FROM line WHERE run = ?').get(run) as { count: number };
    if (count >= LIMITS.runLinesMax) db.prepare('UPDATE run SET lines_left = lines_left + 1 WHERE id = ?').run(run);
    else db.prepare('INSERT INTO line (run, n, step, at, text) VALUES (?, ?, ?, ?, ?)').run(run, count + 1, step, at.getTime(), cut(text));
  });
}

/** Returns the runs of a pipeline in state running. When the caller holds the pipeline's lock, their processes have died. */
export function runningRuns(db: Runs, pipeline: string): readonly Run[] {
  return rows(db, "WHERE pipeline = ? AND state = 'running' ORDER BY id", [pipeline]);
}

/** Returns the names of pipelines with runs in state running. */
export function pipelinesRunning(db: Runs): readonly string[] {
  const found = db.prepare("SELECT DISTINCT pipeline AS name FROM run WHERE state = 'running' ORDER BY name").all() as unknown as NameRow[];
  return found.map(({ name }) => name);
}

/** Returns the newest run of a pipeline that was not skipped; with `isEnded`, the newest one that has ended too. */
export function lastRun(db: Runs, pipeline: string, { isEnded = false } = {}): Run | undefined {
  const ended = isEnded ? "AND state <> 'running'" : '';
  return rows(db, `WHERE pipeline = ? AND state <> 'skipped' ${ended} ORDER BY id DESC LIMIT 1`, [pipeline])[0];
}

/** Marks a run whose process died, and its step, as cut off. */
export function cutOff(db: Runs, id: number, { cause, message }: Omit<Ending, 'state'>, now: Date): void {
  transaction(db, () => {
    db.prepare("UPDATE step SET state = 'cut-off' WHERE run = ? AND state = 'running'").run(id);
    endRun(db, id, { state: 'cut-off', cause: cause ?? null, message: message ?? null }, now);
  });
}

export interface RunFilter {
  readonly pipeline: string | null;
  readonly state: RunState | null;
  readonly limit: number;
}

/** Returns runs, newest first. */
export function listRuns(db: Runs, { pipeline, state, limit }: RunFilter): readonly Run[] {
  return rows(db, 'WHERE (?1 IS NULL OR pipeline = ?1) AND (?2 IS NULL OR state = ?2) ORDER BY id DESC LIMIT 0 + ?3', [pipeline, state, limit]);
}

/** Returns a run with its steps and lines; undefined when there is no run with this number. */
export function wholeRun(db: Runs, id: number): WholeRun | undefined {
  const [run] = rows(db, 'WHERE id = ?', [id]);
  if (run === undefined) return undefined;
  const steps = db.prepare('SELECT name, started, ended, state, findings FROM step WHERE run = ? ORDER BY n').all(id) as unknown as StepRow[];
  const lines = db.prepare('SELECT step, at, text FROM line WHERE run = ? ORDER BY n').all(id) as unknown as LineRow[];
  const { left } = db.prepare('SELECT lines_left AS left FROM run WHERE id = ?').get(id) as { left: number };
  return {
    ...run, linesLeft: left,
    lines: lines.map(({ step, at, text }) => ({ step, at: new Date(at), text: withoutUserInfo(text) })),
    steps: steps.map(({ findings, started, ended, ...rest }) => ({
      ...rest, ...dates({ started, ended }), findings: JSON.parse(findings) as Findings,
    })),
  };
}

interface NameRow {
  readonly name: string;
}
interface TimeRow {
  readonly started: number;
  readonly ended: number | null;
}
type StepRow = TimeRow & { readonly name: string; readonly state: RunState; readonly findings: string };
type LineRow = { readonly step: number | null; readonly at: number; readonly text: string };
type RunRow = Omit<Run, 'due' | 'started' | 'ended' | 'called'> & TimeRow & { readonly due: number | null; readonly called: number };

function rows(db: Runs, rest: string, values: readonly (string | number | null)[]): readonly Run[] {
  const found = db.prepare(`SELECT id, pipeline, origin, due, started, ended, state, cause, message, passed, called FROM run ${rest}`)
    .all(...values) as unknown as RunRow[];
  return found.map(({ due, started, ended, called, message, ...rest }) => ({
    ...rest, message: message === null ? null : withoutUserInfo(message), due: due === null ? null : new Date(due),
    ...dates({ started, ended }), called: called === 1,
  }));
}

function dates({ started, ended }: TimeRow): { readonly started: Date; readonly ended: Date | null } {
  return { started: new Date(started), ended: ended === null ? null : new Date(ended) };
}

function pipelineOf(db: Runs, id: number): string {
  return (db.prepare('SELECT pipeline FROM run WHERE id = ?').get(id) as { pipeline: string }).pipeline;
}

function cut(text: string): string {
  return text.length <= LIMITS.runLineCharsMax ? text : `${text.slice(0, LIMITS.runLineCharsMax - 1)}…`;
}

/**
 * Runs: what ran by itself and how it went, in `runs.db` of the data folder. Each call is durable when it returns, so that after a crash
 * it stands there what was at work.
 *
 * Invariants:
 *  - Of one pipeline one run is running at a time: who starts one holds its lock (folder/lock.ts).
 *  - Runs, their lines and the texts in them are bounded; the newest are kept.
 *  - No text that is given out has a password in an address, whatever an earlier version kept.
 * Not here: what runs when (pipelines/schedule).
 */
import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Sound } from '../../../publisher/sound.ts';
import { Fault } from '../../../schemas/fault.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { withoutUserInfo } from '../../../schemas/masked.ts';
import { DAY_MS } from '../../../schemas/time.ts';
import { foldersOf, makeFolders, openFile, transaction } from '../database/database.ts';
import type { RunState } from './run-states.ts';

/** Why a run began: its time came, a time that was missed is made up for, it repeats one that was cut off, or a person asked. */
export type RunOrigin = 'schedule' | 'missed' | 'cut-off' | 'command';

export interface Run {
  readonly id: number;
  readonly pipeline: string;
  readonly origin: RunOrigin;
  /** The time that it stands for; null: a person asked. */
  readonly due: Date | null;
  readonly started: Date;
  readonly ended: Date | null;
  readonly state: RunState;
  /** What kind of thing went wrong: the same kind calls the operator once. */
  readonly cause: string | null;
  readonly message: string | null;
  /** Times of the pipeline that came while it ran. */
  readonly passed: number;
  /** Whether the operator's command or webhook took it. */
  readonly called: boolean;
}

/** Counts of what a step did and found. */
export type Findings = Readonly<Record<string, number>>;

export interface RunStep {
  readonly name: string;
  readonly started: Date;
  readonly ended: Date | null;
  readonly state: RunState;
  readonly findings: Findings;
}

export interface RunLine {
  /** Place of the step among those of the run, from 1; null: about the run as a whole. */
  readonly step: number | null;
  readonly at: Date;
  readonly text: string;
}

export interface WholeRun extends Run {
  readonly steps: readonly RunStep[];
  readonly lines: readonly RunLine[];
  /** Lines that were left out. */
  readonly linesLeft: number;
}

/** How a run or step ended. */
export interface Ending {
  readonly state: RunState;
  readonly cause?: string | null;
  readonly message?: string | null;
}

/** The connection is closed by who opened it. */
export type Runs = DatabaseSync;

/** Opens `runs.db`, making it and bringing it up to date first. */
export function openRuns(data: string): Runs {
  return openFile(makeFolders(data).runs, 'runs');
}

/** Opens a `runs.db` that must be there already. */
export function openExistingRuns(data: string): Runs {
  const { runs } = foldersOf(data);
  if (existsSync(runs)) return openFile(runs, 'runs');
  throw new Fault('nothing has run on this folder by schedule', {
    step: 'Runs:Open', path: runs, hint: 'Check --data; `ev schedule` runs what pipelines.json says.',
  });
}

/** Whether times are accounted for up to a moment that only a wrong clock can have shown: more than 24 hours from now. */
export function isOfWrongClock(seen: Date, now: Date): boolean {
  return seen.getTime() - now.getTime() > DAY_MS;
}

/**
 * Up to when the times of a pipeline are accounted for. A pipeline that is new, or has another cron line, begins now; so does one whose
 * times were accounted for by a wrong clock, or it would rest until that time comes.
 */
export function seenUpTo(db: Runs, { name, cron }: { readonly name: string; readonly cron: string }, now: Date): Date {
  db.prepare(`INSERT INTO pipeline (name, cron, seen) VALUES (?1, ?2, ?3)
    ON CONFLICT DO UPDATE SET cron = ?2, seen = ?3 WHERE cron <> ?2 OR seen - ?3 > ?4`).run(name, cron, now.getTime(), DAY_MS);
  const { seen } = db.prepare('SELECT seen FROM pipeline WHERE name = ?').get(name) as { seen: number };
  return new Date(seen);
}

/** The same, looked at only, with the cron line; undefined of a pipeline that nobody has run yet. */
export function accountedFor(db: Runs, name: string): { readonly cron: string; readonly upTo: Date } | undefined {
  const row = db.prepare('SELECT cron, seen FROM pipeline WHERE name = ?').get(name) as { cron: string; seen: number } | undefined;
  return row && { cron: row.cron, upTo: new Date(row.seen) };
}

/** A time of a pipeline, and all before it, are accounted for. */
export function noteSeen(db: Runs, name: string, due: Date): void {
  db.prepare('UPDATE pipeline SET seen = max(seen, ?2) WHERE name = ?1').run(name, due.getTime());
}

/** The number of a run that begins now. With `due`, its time is accounted for in the same moment. */
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

/** Keeps that a time of a pipeline came and why it did not run. */
export function skipRun(db: Runs, { pipeline, due, message }: Skipped, now: Date): number {
  const id = beginRun(db, { pipeline, due, origin: 'schedule' }, now);
  endRun(db, id, { state: 'skipped', message }, now);
  return id;
}

export function endRun(db: Runs, id: number, { state, cause = null, message = null }: Ending, now: Date): void {
  db.prepare('UPDATE run SET state = ?2, cause = ?3, message = ?4, ended = ?5 WHERE id = ?1')
    .run(id, state, cause, message === null ? null : cut(message), now.getTime());
}

/** Another time of the pipeline came while this run is at work. */
export function notePassed(db: Runs, id: number, due: Date): void {
  transaction(db, () => {
    db.prepare('UPDATE run SET passed = passed + 1 WHERE id = ?').run(id);
    noteSeen(db, pipelineOf(db, id), due);
  });
}

export function noteCalled(db: Runs, id: number): void {
  db.prepare('UPDATE run SET called = 1 WHERE id = ?').run(id);
}

/** Whether the operator heard of this cause since the pipeline last succeeded. */
export function isCalledFor(db: Runs, { pipeline, cause }: { readonly pipeline: string; readonly cause: string }): boolean {
  return db.prepare(`SELECT 1 FROM run WHERE pipeline = ?1 AND cause = ?2 AND called = 1
    AND id > coalesce((SELECT max(id) FROM run WHERE pipeline = ?1 AND state = 'done'), 0)`).get(pipeline, cause) !== undefined;
}

interface StepPlace {
  /** Number of the run. */
  readonly run: number;
  /** Place among its steps, from 1. */
  readonly n: number;
}

export function beginStep(db: Runs, { run, n }: StepPlace, name: string, now: Date): void {
  db.prepare("INSERT INTO step (run, n, name, started, state) VALUES (?, ?, ?, ?, 'running')").run(run, n, name, now.getTime());
}

export function endStep(db: Runs, { run, n }: StepPlace, { state, findings }: Pick<RunStep, 'state' | 'findings'>, now: Date): void {
  db.prepare('UPDATE step SET state = ?3, findings = ?4, ended = ?5 WHERE run = ?1 AND n = ?2').run(run, n, state, JSON.stringify(findings), now.getTime());
}

/** Adds a line to a run; above the limit it is only counted. */
export function addLine(db: Runs, run: number, { step, at, text }: RunLine): void {
  transaction(db, () => {
    const { count } = db.prepare('SELECT count(*) AS count FROM line WHERE run = ?').get(run) as { count: number };
    if (count >= LIMITS.runLinesMax) db.prepare('UPDATE run SET lines_left = lines_left + 1 WHERE id = ?').run(run);
    else db.prepare('INSERT INTO line (run, n, step, at, text) VALUES (?, ?, ?, ?, ?)').run(run, count + 1, step, at.getTime(), cut(text));
  });
}

/** The runs of a pipeline that are called running. With its lock held nobody runs them: they were cut off. */
export function runningRuns(db: Runs, pipeline: string): readonly Run[] {
  return rows(db, "WHERE pipeline = ? AND state = 'running' ORDER BY id", [pipeline]);
}

/** Names of pipelines that have such runs. */
export function pipelinesRunning(db: Runs): readonly string[] {
  const found = db.prepare("SELECT DISTINCT pipeline AS name FROM run WHERE state = 'running' ORDER BY name").all() as unknown as Named[];
  return found.map(({ name }) => name);
}

/** The newest run of a pipeline that was not skipped; with `isEnded`, of those that are not at work. */
export function lastRun(db: Runs, pipeline: string, { isEnded = false } = {}): Run | undefined {
  const ended = isEnded ? "AND state <> 'running'" : '';
  return rows(db, `WHERE pipeline = ? AND state <> 'skipped' ${ended} ORDER BY id DESC LIMIT 1`, [pipeline])[0];
}

/** Tells of a run that nobody works on any more, and of its step, that they were cut off. */
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

/** Newest first. */
export function listRuns(db: Runs, { pipeline, state, limit }: RunFilter): readonly Run[] {
  return rows(db, 'WHERE (?1 IS NULL OR pipeline = ?1) AND (?2 IS NULL OR state = ?2) ORDER BY id DESC LIMIT ?3', [pipeline, state, limit]);
}

/** One run with its steps and lines; undefined when there is none of this number. */
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

interface Named {
  readonly name: string;
}
interface Times {
  readonly started: number;
  readonly ended: number | null;
}
type StepRow = Times & { readonly name: string; readonly state: RunState; readonly findings: string };
type LineRow = { readonly step: number | null; readonly at: number; readonly text: string };
type RunRow = Omit<Run, 'due' | 'started' | 'ended' | 'called'> & Times & { readonly due: number | null; readonly called: number };

function rows(db: Runs, rest: string, values: readonly (string | number | null)[]): readonly Run[] {
  const found = db.prepare(`SELECT id, pipeline, origin, due, started, ended, state, cause, message, passed, called FROM run ${rest}`)
    .all(...values) as unknown as RunRow[];
  return found.map(({ due, started, ended, called, message, ...rest }) => ({
    ...rest, message: message === null ? null : withoutUserInfo(message), due: due === null ? null : new Date(due),
    ...dates({ started, ended }), called: called === 1,
  }));
}

function dates({ started, ended }: Times): { readonly started: Date; readonly ended: Date | null } {
  return { started: new Date(started), ended: ended === null ? null : new Date(ended) };
}

function pipelineOf(db: Runs, id: number): string {
  return (db.prepare('SELECT pipeline FROM run WHERE id = ?').get(id) as { pipeline: string }).pipeline;
}

function cut(text: string): string {
  return text.length <= LIMITS.runLineCharsMax ? text : `${text.slice(0, LIMITS.runLineCharsMax - 1)}…`;
}

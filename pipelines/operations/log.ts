/**
 * Log: what a service tells of its work, one line each: JSON for machines; words alone on a terminal.
 *
 * Invariant: no line holds what somebody sent: no path, parameter, header, body or name of a file. Of a request there is its route as the
 * program writes it, of a submission its UUID. Ids have one name in every line: request, submission, batch, edition.
 * That no file can be opened is logged once a minute, with how many more failed of it.
 * A line that cannot be written, as on a full disk, is dropped and counted; the first line that can be written again is followed by one
 * that says how many were dropped.
 * Not here: words for what the conductor does (commands/work.ts), numbers (metrics.ts).
 */
import { pino } from 'pino';
import { Fault, isOutOfFiles } from '../../schemas/fault.ts';
import type { ConductorEvent } from '../conductor/conductor.ts';
import type { LogLevel } from '../configuration/settings.ts';
import type { AnsweredRequest } from './metrics.ts';

/** From here on a request is slow enough to be told. */
const SLOW_SECONDS = 1;
/** One line in so long says that no file can be opened, however many requests fail of it. */
const OUT_OF_FILES_MS = 60_000;
const READING = ['GET', 'HEAD', 'OPTIONS'];

export interface LogOptions {
  readonly level: LogLevel;
  /** Number of the active edition. */
  readonly edition: () => number | undefined;
  /** Whether a person reads along. */
  readonly isForPeople: boolean;
  /** Writes a line, given without its end, and reports the error when it could not be written. */
  readonly write: (line: string, onWritten: (error?: Error | null) => void) => void;
}

/** A request that is over, with what it is known by (server/connection/under-way.ts). */
export interface LoggedRequest extends AnsweredRequest {
  readonly id: string;
  readonly submission: string | null;
  readonly problem: string | null;
}

export interface Log {
  /** Number of lines that could not be written since the start. */
  readonly dropped: () => number;
  readonly say: (words: string, level?: 'info' | 'warn' | 'error') => void;
  /** What the conductor did; `words` tells it to people. */
  readonly heard: (event: ConductorEvent, words: string) => void;
  /** Slow requests, those that failed, and those that write; others at level debug. */
  readonly answered: (request: LoggedRequest) => void;
  /** What went wrong on our side, and with which request. */
  readonly fault: (error: Error, request?: string) => void;
}

export function openLog({ level, edition, isForPeople, write }: LogOptions): Log {
  let dropped = 0;
  /** Why the last line was dropped; null once a line could be written again. */
  let failure: string | null = null;
  const onWritten = (error?: Error | null): void => {
    if (error) {
      dropped += 1;
      failure = error.message;
    } else if (failure !== null) {
      const reason = failure;
      failure = null;
      log.warn({ dropped }, `the log is written again; ${dropped} lines were dropped since the start (${reason})`);
    }
  };
  let quietUntilMs = -Infinity;
  let untold = 0;
  /** How many were not logged since the last of this kind; null: neither is this one, for each request may fail while no file can be opened. */
  const outOfFiles = (): { readonly untold: number } | null => {
    const nowMs = performance.now();
    if (nowMs < quietUntilMs) {
      untold += 1;
      return null;
    }
    const told = { untold };
    quietUntilMs = nowMs + OUT_OF_FILES_MS;
    untold = 0;
    return told;
  };
  const log = pino({
    level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) },
  }, { write: (line) => { write(isForPeople ? wordsIn(line) : line.trimEnd(), onWritten); } });
  return {
    dropped: () => dropped,
    say: (words, at = 'info') => { log[at](words); },
    heard: (event, words) => { log[LEVELS[event.kind] ?? 'info'](fieldsOf(event), words); },
    answered(request) {
      const at = levelOf(request);
      if (!log.isLevelEnabled(at)) return;
      const { id, method, route, status, seconds, submission, problem } = request;
      log[at]({
        request: id, method, route: route ?? undefined, status, ms: Math.round(seconds * 1_000), problem: problem ?? undefined,
        submission: submission ?? undefined, edition: edition(),
      }, wordsOf(request));
    },
    fault(error, request) {
      const isKnown = error instanceof Fault;
      const more = isOutOfFiles(error) ? outOfFiles() : {};
      if (more !== null) log.error({ request, ...isKnown ? { step: error.detail.step } : { stack: error.stack }, ...more }, error.message);
    },
  };
}

/** What a person reads of a line: of a defect of ours also where it is. */
function wordsIn(line: string): string {
  const { msg, stack = msg } = JSON.parse(line) as { msg: string; stack?: string };
  return stack;
}

const LEVELS: { readonly [Kind in ConductorEvent['kind']]?: LogLevel } = {
  'Conductor:Fail': 'error', 'Edition:Damage': 'error', 'Edition:Refuse': 'error', 'Upkeep:Fail': 'error', 'Conductor:Crash': 'error',
  'Clock:Doubt': 'warn', 'Submission:Aside': 'warn', 'Submission:Park': 'warn',
};

/** What an event says, its ids under the names that every line has; undefined is left out. */
function fieldsOf(event: ConductorEvent): object {
  const { kind, uuid, uuids, ...rest } = event as ConductorEvent & { readonly uuid?: string; readonly uuids?: readonly string[] };
  return { event: kind, ...rest, submission: uuid ?? uuids };
}

function levelOf({ method, status, seconds }: LoggedRequest): LogLevel {
  if (status >= 500 || seconds >= SLOW_SECONDS) return 'warn';
  return status >= 400 || !READING.includes(method) ? 'info' : 'debug';
}

function wordsOf({ method, route, status, seconds, problem, submission, id }: LoggedRequest): string {
  const became = submission === null ? '' : `, submission ${submission}`;
  return `${method} ${route ?? 'no route'}: ${status}${problem === null ? '' : ` ${problem}`}, ${Math.round(seconds * 1_000)} ms${became}, request ${id}`;
}

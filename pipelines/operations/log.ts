/**
 * Log of a service, one line per event: JSON for machines, only the message on a terminal.
 *
 * Invariants:
 *  - No line has input of a client: no path, parameter, header, body or file name. A request has its route pattern, a submission its uuid.
 *  - Ids have one name in every line: request, submission, batch, edition.
 *  - The error that no file can be opened is logged once a minute, with the number of errors in between.
 *  - A line that cannot be written, as on a full disk, is dropped and counted. After the next line that is written, another has the count.
 * Not here: the words for conductor events (conductor/conductor-lines.ts), numbers (metrics.ts).
 */
import { pino } from 'pino';
import { Fault, isOutOfFiles } from '../../schemas/fault.ts';
import type { ConductorEvent } from '../conductor/conductor.ts';
import type { LogLevel } from '../configuration/settings.ts';
import type { AnsweredRequest } from './metrics.ts';

/** Requests that take at least this long are logged as slow. */
const SLOW_SECONDS = 1;
/** Shortest time between two lines that no file can be opened. */
const OUT_OF_FILES_MS = 60_000;
const READING = ['GET', 'HEAD', 'OPTIONS'];

export interface LogOptions {
  readonly level: LogLevel;
  /** Number of the active edition. */
  readonly edition: () => number | undefined;
  /** Whether the log goes to a terminal. */
  readonly isForPeople: boolean;
  /** Writes a line, given without its line end, and reports the error when that failed. */
  readonly write: (line: string, onWritten: (error?: Error | null) => void) => void;
}

/** A finished request, with its ids (server/connection/pending-requests.ts). */
export interface LoggedRequest extends AnsweredRequest {
  readonly id: string;
  readonly submission: string | null;
  readonly problem: string | null;
  /** Last characters of the API key. */
  readonly keyEnd: string | null;
  /** Last characters of the token, for a request about a submission. */
  readonly tokenEnd: string | null;
}

export interface Log {
  /** Number of lines that could not be written since the start. */
  readonly dropped: () => number;
  readonly print: (words: string, level?: 'info' | 'warn' | 'error') => void;
  /** Logs an event of the conductor; `words`: the message for people. */
  readonly event: (event: ConductorEvent, words: string) => void;
  /** Logs a finished request: slow, failed and writing ones; others at level debug. */
  readonly answered: (request: LoggedRequest) => void;
  /** Logs an error of the program or its environment, with the id of its request. */
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
  /** Returns the number of unlogged errors of this kind, or null when this one is not logged either. */
  const outOfFiles = (): { readonly untold: number } | null => {
    const nowMs = performance.now();
    if (nowMs < quietUntilMs) {
      untold += 1;
      return null;
    }
    const count = { untold };
    quietUntilMs = nowMs + OUT_OF_FILES_MS;
    untold = 0;
    return count;
  };
  const log = pino({
    level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) },
  }, { write: (line) => { write(isForPeople ? wordsIn(line) : line.trimEnd(), onWritten); } });
  return {
    dropped: () => dropped,
    print: (words, at = 'info') => { log[at](words); },
    event: (event, words) => { log[LEVELS[event.kind] ?? 'info'](fieldsOf(event), words); },
    answered(request) {
      const at = levelOf(request);
      if (!log.isLevelEnabled(at)) return;
      const { id, method, route, status, seconds, submission, problem, keyEnd, tokenEnd } = request;
      log[at]({
        request: id, method, route: route ?? undefined, status, ms: Math.round(seconds * 1_000), problem: problem ?? undefined,
        submission: submission ?? undefined, key: keyEnd ?? undefined, token: tokenEnd ?? undefined,
        edition: edition(),
      }, wordsOf(request));
    },
    fault(error, request) {
      const isKnown = error instanceof Fault;
      const more = isOutOfFiles(error) ? outOfFiles() : {};
      if (more !== null) log.error({ request, ...isKnown ? { step: error.detail.step } : { stack: error.stack }, ...more }, error.message);
    },
  };
}

/** Returns the message of a line, or its stack for a defect of the program. */
function wordsIn(line: string): string {
  const { msg, stack = msg } = JSON.parse(line) as { msg: string; stack?: string };
  return stack;
}

const LEVELS: { readonly [Kind in ConductorEvent['kind']]?: LogLevel } = {
  'Conductor:Fail': 'error', 'Edition:Damage': 'error', 'Edition:Refuse': 'error', 'Upkeep:Fail': 'error', 'Conductor:Crash': 'error',
  'Clock:Doubt': 'warn', 'Submission:Aside': 'warn', 'Submission:Park': 'warn', 'Id:Share': 'warn',
};

/** Returns the fields of an event, with the common names of ids. Pino leaves out undefined fields. */
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

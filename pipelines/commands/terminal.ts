/**
 * Terminal: the output of a command. Results go to standard output, progress and faults to standard error;
 * with `--json` standard output has one JSON document and nothing else.
 */
import { Fault, isOfSystem, UsageFault } from '../../schemas/fault.ts';
import { jsonChunks } from '../../schemas/json.ts';
import { Misconfigured } from '../configuration/misconfigured.ts';

/** 0 fine · 1 errors found in the input · 2 wrong usage · 3 the environment does not allow it. */
export const EXIT = { fine: 0, errors: 1, usage: 2, environment: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface Terminal {
  readonly json: boolean;
  readonly colour: boolean;
  /** Whether standard error is a terminal. */
  readonly isWatched: boolean;
  /** Prints a line for people; silent with `--json`. */
  readonly print: (line: string) => void;
  /** Prints the result as JSON; silent without `--json`. */
  readonly printJson: (value: unknown) => void;
  /** Writes a remark to standard error; silent with `--quiet`. */
  readonly note: (line: string) => void;
  /** Writes a line of a log, or an error, to standard error; `onWritten` is called with the error when the line could not be written. */
  readonly log: (line: string, onWritten?: (error?: Error | null) => void) => void;
  /** Shows progress of one long step: a bar on a terminal, elsewhere a line each 10 seconds; silent with `--quiet`. */
  readonly progress: (title: string, total: number) => Progress;
}

/** Shortest time between two lines of progress where there is no terminal. */
const LINE_MS = 10_000;
/** Shortest time between two drawings of a bar. */
const DRAW_MS = 100;
const BAR_CHARS = 40;
/** Control sequences of a terminal: wrapping of long lines off and on, and clearing the line right of the cursor. */
const [NO_WRAP, WRAP, CLEAR_RIGHT] = ['\u001B[?7l', '\u001B[?7h', '\u001B[K'];

export interface Progress {
  /** `remark`: text after the count. */
  to(done: number, remark?: string): void;
  done(): void;
}

interface ProgressOutput {
  readonly write: (text: string) => void;
  /** Milliseconds of a clock that only runs forward. */
  readonly now: () => number;
}

/** Progress that is not shown. */
export const NO_PROGRESS: Progress = { to() {}, done() {} };

export function openTerminal({ json, quiet = false }: { readonly json: boolean; readonly quiet?: boolean }): Terminal {
  const log: Terminal['log'] = (line, onWritten) => { process.stderr.write(`${withoutControls(line)}\n`, onWritten); };
  return {
    json,
    colour: process.stdout.isTTY && process.env['NO_COLOR'] === undefined && !json,
    isWatched: process.stderr.isTTY,
    print: (line) => { if (!json) process.stdout.write(`${line}\n`); },
    printJson: (value) => {
      if (!json) return;
      for (const piece of jsonChunks(value)) process.stdout.write(piece);
      process.stdout.write('\n');
    },
    note: (line) => { if (!quiet) log(line); },
    log,
    progress: (title, total) => {
      if (quiet) return NO_PROGRESS;
      const now = (): number => performance.now();
      if (process.stderr.isTTY) return bar(withoutControls(title), total, { write: (text) => { process.stderr.write(text); }, now });
      return progressLines(title, total, { write: log, now });
    },
  };
}

/** Replaces control characters, which steer a terminal: a client may have chosen the name of a file. */
function withoutControls(words: string): string {
  return words.replaceAll(/[^\P{Cc}\n\t]/gu, '�');
}

/**
 * Lets a command go on when its reader closes the pipe (`ev … | head`): the rest of the output is dropped, the exit code stays the same.
 * Any other error of standard output, such as a full disk, ends the command with exit code 3. Errors of standard error end nothing: a
 * service goes on without its log (operations/log.ts).
 */
export function ignoreBrokenPipe(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT.environment);
  });
}

/**
 * Prints the error of a failed command and returns its exit code. Faults and errors of the system (no such folder, port in use) print
 * their message; any other error is a defect of the program and prints its stack. Wrong settings and unknown names are wrong usage.
 */
export function explainFailure(error: unknown, terminal: Terminal): ExitCode {
  const detail = error instanceof Fault ? error.detail : error instanceof Misconfigured ? { mistakes: error.mistakes } : {};
  if (terminal.json) terminal.printJson({ error: messageOf(error), ...detail, cause: undefined });
  else terminal.log(isOfTheWorld(error) ? messageOf(error) : (error instanceof Error && error.stack) || messageOf(error));
  return error instanceof Misconfigured || error instanceof UsageFault ? EXIT.usage : EXIT.environment;
}

function isOfTheWorld(error: unknown): boolean {
  return error instanceof Fault || error instanceof Misconfigured || isOfSystem(error);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isTaken = 'code' in error && error.code === 'EADDRINUSE';
  return isTaken ? `${error.message}. End what runs there, or choose another port with --port.` : error.message;
}

/** Returns progress for a terminal: one line, drawn again about ten times a second while it changes, and cleared at the end. */
export function bar(title: string, total: number, { write, now }: ProgressOutput): Progress {
  let [value, words, drawn, drawnMs] = [0, '', '', -Infinity];
  const draw = (): void => {
    const full = Math.round(Math.min(Math.max(total === 0 ? 1 : value / total, 0), 1) * BAR_CHARS);
    const line = `${title} ${'='.repeat(full)}${'-'.repeat(BAR_CHARS - full)} ${value}/${total}${words}`;
    if (line === drawn) return;
    [drawn, drawnMs] = [line, now()];
    // A line that wraps could not be drawn over, so the terminal cuts it.
    write(`${NO_WRAP}\r${line}${CLEAR_RIGHT}${WRAP}`);
  };
  draw();
  const timer = setInterval(draw, DRAW_MS).unref();
  return {
    to(done, remark = '') {
      [value, words] = [done, remark === '' ? '' : `, ${remark}`];
      // The timer does not run during work that never pauses.
      if (now() - drawnMs >= DRAW_MS) draw();
    },
    done() {
      clearInterval(timer);
      drawnMs = Infinity;
      write(`\r${CLEAR_RIGHT}`);
    },
  };
}

/** Returns progress for a file or a pipe: work of less than 10 seconds prints nothing, longer work at most one line each 10 seconds. */
export function progressLines(title: string, total: number, { write, now }: ProgressOutput): Progress {
  let printedMs = now();
  return {
    to(done, remark = '') {
      if (now() - printedMs < LINE_MS) return;
      printedMs = now();
      write(`${title}: ${done} / ${total}${remark === '' ? '' : `, ${remark}`}`);
    },
    done() {},
  };
}

/** Progress of long work in named stages; each stage has its own bar or lines. */
export interface StageProgress<Stage extends string> {
  readonly stage: Stage;
  readonly done: number;
  readonly total: number;
}

export interface Stages<Stage extends string> {
  to(progress: StageProgress<Stage>): void;
  done(): void;
}

export function stages<Stage extends string>(terminal: Terminal, titles: Readonly<Record<Stage, string>>): Stages<Stage> {
  let last: { readonly stage: Stage; readonly progress: Progress } | null = null;
  return {
    to({ stage, done, total }) {
      if (last?.stage !== stage) {
        last?.progress.done();
        last = { stage, progress: terminal.progress(titles[stage], total) };
      }
      last.progress.to(done);
    },
    done() {
      last?.progress.done();
    },
  };
}

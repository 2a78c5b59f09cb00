/**
 * Crashes: the submissions that a conductor was deciding or publishing when it died, and how often that happened. The conductor records
 * each step that it begins; the next conductor counts a crash for each submission in an unfinished step (conductor.ts).
 *
 * Invariants:
 *  - One small write before each step, never synced: the file outlives a thread and a process, even after SIGKILL. After a power cut the
 *    file may be empty or old, and the count is then off by at most one.
 *  - The death of a thread counts as one crash, like a crashed preparation. The death of a process counts less, because its operator may
 *    have killed it.
 *  - A count ends when its submission is settled, is parked, or waits for another decision.
 * Not here: taking back decisions (decide/undecide.ts), crashes of a preparation (intake.ts, prepared.ts).
 */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { faultOfSystem } from '../../../schemas/fault.ts';
import { foldersOf } from '../database/database.ts';

/** Number of crashes after which a submission is set aside. */
export const CRASHES_MAX = 2;
/** Number of processes that died during a submission after which it is set aside; from the second one on it is tried alone. */
export const TRIES_MAX = 5;
export const TRIES_BESIDE_OTHERS = 2;

/** Name of the file in the folder of prepared submissions. */
export const CRASHES_FILE = 'conductor.crashes';

export type CrashStep = 'decide' | 'publish';

/** A step that began and has not ended. */
export interface Crash {
  readonly step: CrashStep;
  /** Submissions that may be the cause; null: all that are decided and not published. */
  readonly uuids: readonly string[] | null;
}

interface Counts {
  /** The step of the last crash. */
  readonly step: CrashStep;
  readonly threads: number;
  readonly processes: number;
}

/** Content of the file: one line of JSON. After it there may be the rest of a longer, older line. */
interface Written {
  readonly crash: Crash | null;
  /** The process that began the step; null when the step threw, so that the process went on. */
  readonly life: string | null;
  readonly counts: readonly (readonly [uuid: string, Counts])[];
}

export class Crashes {
  readonly #data: string;
  readonly #life: string;
  readonly #counts: Map<string, Counts>;
  #handle: number | null = null;
  #found: Crash | null;
  #isOfThread: boolean;
  #isTroubled: boolean;

  /** `life` identifies the process; all its conductors have the same one. */
  constructor(data: string, life: string) {
    this.#data = data;
    this.#life = life;
    const written = readWritten(join(foldersOf(data).prepared, CRASHES_FILE));
    this.#counts = new Map(written.counts);
    this.#found = written.crash;
    this.#isOfThread = written.life === null || written.life === life;
    this.#isTroubled = this.#found !== null || this.#counts.size > 0;
  }

  /** The crash that was found and is not counted yet, or null. */
  get found(): Crash | null {
    return this.#found;
  }

  /** Counts the found crash for these submissions, which may be its cause. */
  count(uuids: readonly string[]): void {
    const { step } = this.#found!;
    for (const uuid of uuids) {
      const { threads, processes } = this.#counts.get(uuid) ?? { threads: 0, processes: 0 };
      this.#counts.set(uuid, this.#isOfThread ? { step, threads: threads + 1, processes } : { step, threads, processes: processes + 1 });
    }
    this.#found = null;
    this.#isTroubled = true;
    this.#write(null);
  }

  /** The submissions with a count. */
  get counted(): readonly string[] {
    return [...this.#counts.keys()];
  }

  /** Whether a submission may be the cause of crashes. Such a suspect is decided and published alone. */
  isSuspect(uuid: string): boolean {
    const { threads, processes } = this.#counts.get(uuid) ?? { threads: 0, processes: 0 };
    return threads > 0 || processes >= TRIES_BESIDE_OTHERS;
  }

  /** Returns why a submission is set aside, or null. */
  reasonAside(uuid: string): string | null {
    const { step, threads, processes } = this.#counts.get(uuid) ?? { step: 'decide', threads: 0, processes: 0 };
    const doing = step === 'decide' ? 'deciding it' : 'publishing it';
    if (threads >= CRASHES_MAX) return `${doing} crashed ${CRASHES_MAX} times`;
    return processes >= TRIES_MAX ? `${doing} ended the process ${TRIES_MAX} times` : null;
  }

  /** Records a step that begins. Throws a Fault for a disk error. */
  begin(crash: Crash): void {
    this.#write(crash);
  }

  /** Records that the step ended, even if with an error that is no crash. */
  end(): void {
    this.#write(null);
  }

  /** Records that the step threw an error that is a defect of this program; it counts as a crash. */
  threw(crash: Crash): void {
    this.#found = crash;
    this.#isOfThread = true;
    this.#write(crash, null);
  }

  /** Removes the counts of submissions. */
  forget(uuids: readonly string[]): void {
    const isCounted = uuids.some((uuid) => this.#counts.has(uuid));
    for (const uuid of uuids) this.#counts.delete(uuid);
    if (isCounted) this.#write(null);
  }

  /** Whether crashes were found since the last call and no submission is suspected any more. */
  hasRecovered(): boolean {
    if (!this.#isTroubled || this.#counts.size > 0) return false;
    this.#isTroubled = false;
    return true;
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }

  #write(crash: Crash | null, life: string | null = this.#life): void {
    const written: Written = { crash, life, counts: [...this.#counts] };
    const { prepared } = foldersOf(this.#data);
    try {
      writeSync(this.#handle ??= this.#open(prepared), `${JSON.stringify(written)}\n`, 0);
    } catch (error) {
      throw faultOfSystem(error, 'what the conductor begins cannot be written down', {
        step: 'Conductor:Begin', path: prepared, hint: 'Check the disk; it is tried again.',
      });
    }
  }

  #open(prepared: string): number {
    // The folder is derivable: a service continues when somebody removed it.
    if (!existsSync(prepared)) mkdirSync(prepared);
    const path = join(prepared, CRASHES_FILE);
    return openSync(path, existsSync(path) ? 'r+' : 'w+');
  }
}

/** Reads the file; a missing file, or one that a power cut left without its first line, counts as empty. */
function readWritten(path: string): Written {
  const nothing: Written = { crash: null, life: null, counts: [] };
  if (!existsSync(path)) return nothing;
  const [line = ''] = readFileSync(path, 'utf8').split('\n', 1);
  try {
    return JSON.parse(line) as Written;
  } catch (error) {
    if (error instanceof SyntaxError) return nothing;
    throw error;
  }
}

/**
 * Crashes: which submissions a conductor was deciding or publishing when it ended in the middle of that, and how often that happened.
 * The conductor writes down what it begins; the next one counts a crash of each submission named there (conductor.ts).
 *
 * Invariants:
 *  - One small write before each step, never synced: the file outlives a thread and a process, also one that the kernel ends. After a power
 *    cut it may be empty or old, and then at most one crash too many or too few is counted.
 *  - A thread that died counts once, as a preparation that crashed does. A process may also have been killed by its operator: it counts,
 *    but more of them are needed.
 *  - A count ends when its submission is settled, is parked, or has another decision to wait for.
 * Not here: taking back what was decided (decide/undecide.ts), crashes of a preparation (intake.ts, prepared.ts).
 */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { faultOfSystem } from '../../../schemas/fault.ts';
import { foldersOf } from '../database/database.ts';

/** Crashes after which a submission is set aside. */
export const CRASHES_MAX = 2;
/** Beginnings without an end, over processes, after which it is set aside; from the second one on it is tried alone. */
export const TRIES_MAX = 5;
export const TRIES_BESIDE_OTHERS = 2;

/** Name of the file in the folder of prepared submissions. */
export const CRASHES_FILE = 'conductor.crashes';

export type CrashStep = 'decide' | 'publish';

/** A step that began and did not end. */
export interface Crash {
  readonly step: CrashStep;
  /** null: all submissions that are decided and that no head shows. */
  readonly uuids: readonly string[] | null;
}

interface Counts {
  /** The step of the last crash. */
  readonly step: CrashStep;
  readonly threads: number;
  readonly processes: number;
}

/** The file: one line of JSON, and behind it what is left of a longer one. */
interface Written {
  readonly crash: Crash | null;
  /** The process that began the step; null: the step threw, so it did not end with the process. */
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

  /** `life` names the process: all conductors that one process starts have the same. */
  constructor(data: string, life: string) {
    this.#data = data;
    this.#life = life;
    const written = readWritten(join(foldersOf(data).prepared, CRASHES_FILE));
    this.#counts = new Map(written.counts);
    this.#found = written.crash;
    this.#isOfThread = written.life === null || written.life === life;
    this.#isTroubled = this.#found !== null || this.#counts.size > 0;
  }

  /** The crash that is not counted yet, or null. */
  get found(): Crash | null {
    return this.#found;
  }

  /** Counts the crash that was found: these submissions may be its cause. */
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

  /** The submissions of which crashes are counted. */
  get counted(): readonly string[] {
    return [...this.#counts.keys()];
  }

  /** Whether a submission may be the cause of crashes: then it is decided and published alone. */
  isSuspect(uuid: string): boolean {
    const { threads, processes } = this.#counts.get(uuid) ?? { threads: 0, processes: 0 };
    return threads > 0 || processes >= TRIES_BESIDE_OTHERS;
  }

  /** Why a submission is set aside, or null. */
  reasonAside(uuid: string): string | null {
    const { step, threads, processes } = this.#counts.get(uuid) ?? { step: 'decide', threads: 0, processes: 0 };
    const doing = step === 'decide' ? 'deciding it' : 'publishing it';
    if (threads >= CRASHES_MAX) return `${doing} crashed ${CRASHES_MAX} times`;
    return processes >= TRIES_MAX ? `${doing} ended the process ${TRIES_MAX} times` : null;
  }

  /** Writes down what begins. Throws a Fault when the disk refuses that. */
  begin(crash: Crash): void {
    this.#write(crash);
  }

  /** The step ended; what it threw was no crash. */
  end(): void {
    this.#write(null);
  }

  /** The step threw what only this program can be the cause of: counted as a crash. */
  threw(crash: Crash): void {
    this.#found = crash;
    this.#isOfThread = true;
    this.#write(crash, null);
  }

  /** Ends the counts of submissions. */
  forget(uuids: readonly string[]): void {
    const isCounted = uuids.some((uuid) => this.#counts.has(uuid));
    for (const uuid of uuids) this.#counts.delete(uuid);
    if (isCounted) this.#write(null);
  }

  /** Whether crashes were found since this was last asked and no submission is suspected any more. */
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
    // Nothing is lost with this folder: a service goes on when somebody removed it.
    if (!existsSync(prepared)) mkdirSync(prepared);
    const path = join(prepared, CRASHES_FILE);
    return openSync(path, existsSync(path) ? 'r+' : 'w+');
  }
}

/** A file that is not there, or that a power cut left without its first line, says nothing. */
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

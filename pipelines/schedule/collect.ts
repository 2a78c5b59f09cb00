/**
 * Collect: hands in what holders put into a watch folder, and brings each file with its report to `done/` or `refused/`.
 *
 * look → take (a rename that gives the file the uuid of its submission) → hand in under that uuid → … a batch decides … → hand back.
 *
 * Invariants:
 *  - Every step can be done again after a crash: the name of a taken file carries the uuid, the inbox takes a uuid once, reports are
 *    written before the file comes to rest beside them. So no file is lost, and none is handed in twice.
 *  - What is wrong with one holder's folder keeps no other holder waiting.
 *  - A file waits while its submission does, also for the operator. One with any error comes to refused/, though what was right in it took effect: what lies in done/ took effect whole.
 * Not here: how a folder is laid out (watch-folder.ts), deciding (conductor.ts).
 */
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { crsMeant } from '../../schemas/crs.ts';
import { Fault } from '../../schemas/fault.ts';
import type { Outcome, SubmissionState } from '../../schemas/submission.ts';
import { clean, writeReports } from '../prepare/report/index.ts';
import { foldersOf } from '../state/database.ts';
import { listOrganisations } from '../state/holders.ts';
import { dropPayload } from '../state/payload.ts';
import { outcome, submit } from '../state/submit.ts';
import type { StepContext, StepResult, Trouble } from './step.ts';
import {
  clearPlace, holdersIn, isPlain, look, rest, restingPlace, take, takenIn, UNCHANGED_MS, type Candidate, type Taken,
} from './watch-folder.ts';

export interface CollectSettings {
  readonly folder: string;
  /** As people name it; absent: the default of the model. */
  readonly crs?: string;
}

/** Brings back what was decided, takes what is whole, and hands it in. Throws a Fault when the inbox takes nothing. */
export async function collect(settings: CollectSettings, context: StepContext): Promise<StepResult> {
  const collecting = new Collecting(settings, context);
  await collecting.handBack();
  await collecting.take();
  await collecting.handIn();
  return collecting.result();
}

/** Brings back what was decided. */
export async function handBack(settings: CollectSettings, context: StepContext): Promise<StepResult> {
  const collecting = new Collecting(settings, context);
  await collecting.handBack();
  return collecting.result();
}

/** States that a batch or the operator ends. */
const WAITING: ReadonlySet<SubmissionState> = new Set(['pending', 'parked', 'aside', 'retried']);

class Collecting {
  readonly #settings: CollectSettings;
  readonly #context: StepContext;
  readonly #holders: readonly string[];
  readonly #counts = { taken: 0, 'handed in': 0, done: 0, refused: 0, waiting: 0, unfinished: 0 };
  readonly #troubles: Trouble[] = [];

  constructor(settings: CollectSettings, context: StepContext) {
    this.#settings = settings;
    this.#context = context;
    this.#holders = this.#knownHolders();
  }

  result(): StepResult {
    const findings = Object.entries({ ...this.#counts, troubles: this.#troubles.length }).filter(([, count]) => count > 0);
    return { findings: Object.fromEntries(findings), troubles: this.#troubles };
  }

  async handBack(): Promise<void> {
    await this.#each(async (holder) => {
      for (const taken of takenIn(this.#folderOf(holder))) {
        if (this.#context.signal.aborted) return;
        await this.#bringBack(holder, taken);
      }
    });
  }

  /** Takes what nobody writes to any more; when some file changed lately, looks once more after a while. */
  async take(): Promise<void> {
    const young = new Map<string, readonly Candidate[]>();
    await this.#each((holder) => {
      const { candidates, unfinished, others } = look(this.#folderOf(holder));
      this.#counts.unfinished += unfinished;
      for (const { name, why } of others) this.#see('a file that cannot be taken', `${holder}/${clean(name)} ${why}; it stays where it lies`);
      const nowMs = this.#context.clock().getTime();
      const isOld = ({ modifiedMs }: Candidate): boolean => nowMs - modifiedMs >= UNCHANGED_MS;
      this.#takeAll(holder, candidates.filter(isOld));
      const rest = candidates.filter((candidate) => !isOld(candidate));
      if (rest.length > 0) young.set(holder, rest);
    });
    if (young.size > 0 && !this.#context.signal.aborted) await this.#takeUnchanged(young);
  }

  async #takeUnchanged(young: ReadonlyMap<string, readonly Candidate[]>): Promise<void> {
    await this.#context.sleep(UNCHANGED_MS);
    await this.#each((holder) => {
      const before = new Set(young.get(holder)?.map(({ name, stamp }) => `${stamp} ${name}`));
      const found = before.size === 0 ? [] : look(this.#folderOf(holder)).candidates;
      const [same, changed] = [found.filter(({ name, stamp }) => before.has(`${stamp} ${name}`)), found.filter(({ name, stamp }) => !before.has(`${stamp} ${name}`))];
      this.#takeAll(holder, same);
      this.#counts.unfinished += changed.length;
    });
  }

  async handIn(): Promise<void> {
    await this.#each(async (holder) => {
      for (const taken of takenIn(this.#folderOf(holder))) {
        if (this.#context.signal.aborted) return;
        if (this.#outcomeOf(taken) === undefined) await this.#submit(holder, taken);
      }
    });
  }

  #takeAll(holder: string, candidates: readonly Candidate[]): void {
    for (const candidate of candidates) {
      if (this.#context.signal.aborted) return;
      if (take(this.#folderOf(holder), candidate, randomUUID()) !== undefined) this.#counts.taken += 1;
    }
  }

  async #submit(holder: string, taken: Taken): Promise<void> {
    const { uuid, name, path } = taken;
    if (!isPlain(taken)) {
      this.#see('a file that cannot be taken', `${holder}/taken/${uuid}_${clean(name)} is no plain file any more; it stays where it lies`);
      return;
    }
    const { data, clock, log } = this.#context;
    const crs = this.#settings.crs === undefined ? null : crsMeant(this.#settings.crs)?.uri ?? null;
    const input = { holder, method: 'LEVERING', target: name, crs, mediaType: 'application/json', ifMatch: null } as const;
    dropPayload(data, uuid);
    await submit(data, { uuid, input, payload: { path } }, clock);
    this.#counts['handed in'] += 1;
    log(`${holder}/${clean(name)} is handed in as ${uuid}`);
  }

  async #bringBack(holder: string, taken: Taken): Promise<void> {
    const decided = this.#outcomeOf(taken);
    if (decided === undefined) return;
    if (WAITING.has(decided.state)) {
      this.#counts.waiting += 1;
      return;
    }
    const { report, receipt: { received } } = decided;
    const verdict = decided.state === 'settled' && report?.counts.errors === 0 ? 'done' : 'refused';
    const place = restingPlace(this.#folderOf(holder), taken, { verdict, received });
    clearPlace(place);
    if (report !== null) await writeDurably(report, [`${place.stem}.report.html`, `${place.stem}.report.json`]);
    rest(taken, place);
    this.#counts[verdict] += 1;
    this.#context.log(`${holder}/${clean(taken.name)} lies in ${verdict}/ with its report`);
  }

  /** Of one that is tried again: of the submission as which it is. */
  #outcomeOf({ uuid }: Pick<Taken, 'uuid'>): Outcome | undefined {
    const { data } = this.#context;
    const found = existsSync(foldersOf(data).inbox) ? outcome(data, uuid) : undefined;
    return found?.retriedAs === undefined ? found : this.#outcomeOf({ uuid: found.retriedAs });
  }

  /** Does work for each holder; what is wrong with the folder of one is told, and the others go on. */
  async #each(work: (holder: string) => void | Promise<void>): Promise<void> {
    for (const holder of this.#holders) {
      try {
        await work(holder);
      } catch (error) {
        if (!(error instanceof Fault) || !error.detail.step.startsWith('Collect:')) throw error;
        this.#see('a folder that cannot be worked in', error.message);
      }
    }
  }

  /** Folders of holders whose organisation may write; what else lies there is told and stays. */
  #knownHolders(): readonly string[] {
    const { holders, others } = holdersIn(this.#settings.folder);
    const codes = new Set(listOrganisations(this.#context.data).filter(({ roles }) => roles.includes('writer')).flatMap((one) => one.codes));
    for (const holder of holders.filter((name) => !codes.has(name))) {
      this.#see('a folder of no holder', `${join(this.#settings.folder, clean(holder))}: no organisation may write with this bronhoudercode; `
        + '`ev holders add` gives it access. What lies there stays');
    }
    for (const name of others) {
      this.#see('a file outside the folders of holders', `${join(this.#settings.folder, clean(name))} lies in no folder of a holder; it stays there`);
    }
    return holders.filter((name) => codes.has(name));
  }

  #folderOf(holder: string): string {
    return join(this.#settings.folder, holder);
  }

  #see(cause: string, text: string): void {
    this.#troubles.push({ cause, text });
  }
}

/** A report outlasts a power cut, as the file beside it does. */
async function writeDurably(report: NonNullable<Outcome['report']>, paths: readonly string[]): Promise<void> {
  await writeReports(report, paths);
  for (const path of paths) {
    const file = openSync(path, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}

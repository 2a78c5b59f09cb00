/**
 * Collect: submits the files that holders put into a watch folder, and moves each file with its report to `done/` or `refused/`.
 *
 * look → take (a rename that gives the file the uuid of its submission) → submit under that uuid → … a batch decides … → hand back.
 *
 * Invariants:
 *  - Every step can be repeated after a crash: the name of a taken file has the uuid, the inbox accepts a uuid once, and reports are
 *    written before the file is moved beside them. So no file is lost or submitted twice.
 *  - The submission has the bytes of the file, or the file is taken again (changed-files.ts).
 *  - A uuid in a name proves nothing: the report of a submission goes into the folder of its own holder only.
 *  - A fault in the folder of one holder does not delay another holder.
 *  - A file waits while its submission waits, also for the operator.
 *  - A file with any error goes to refused/, although its valid objects took effect. A file in done/ took effect whole.
 * Not here: how a folder is laid out (watch-folder.ts), deciding (conductor.ts).
 */
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { crsByName } from '../../schemas/crs.ts';
import { Fault } from '../../schemas/fault.ts';
import type { Outcome, SubmissionInput, SubmissionState } from '../../schemas/submission.ts';
import { clean } from '../prepare/report/index.ts';
import { hasState } from '../state/database/database.ts';
import { listOrganisations } from '../state/access/holders.ts';
import { dropPayload, isPayloadBegun } from '../state/inbox/payload.ts';
import { PlainFile } from '../state/folder/plain-file.ts';
import { noteRested } from '../state/runs/rested.ts';
import { soundFolderAt } from '../state/folder/sound-folder.ts';
import { outcome, submit } from '../state/outcomes/submit.ts';
import { changedOf, compareRested, takeAgain, waits, writeReports, type ChangedTaken, type HolderContext } from './changed-files.ts';
import type { CollectSettings } from './pipelines-file.ts';
import type { StepContext, StepResult, Trouble } from './step.ts';
import { HolderFolder, holdersIn, destinationOf, UNCHANGED_MS, type Candidate, type Taken } from './watch-folder.ts';

/** Hands back decided files, takes complete files and submits them. Throws a Fault when the inbox accepts nothing. */
export async function collect(settings: CollectSettings, context: StepContext): Promise<StepResult> {
  const collector = new Collector(settings, context);
  await collector.handBack();
  await collector.take();
  await collector.handIn();
  return collector.result();
}

/** Hands back decided files, and submits files that changed meanwhile. */
export async function handBack(settings: CollectSettings, context: StepContext): Promise<StepResult> {
  const collector = new Collector(settings, context);
  await collector.handBack();
  await collector.handIn();
  return collector.result();
}

/** A taken file whose submission is decided. */
interface Decided {
  readonly taken: Taken;
  readonly file: PlainFile;
  readonly decided: Outcome;
}

/** States of a submission that waits for a batch or for the operator. */
const WAITING: ReadonlySet<SubmissionState> = new Set(['pending', 'parked', 'aside', 'retried']);

class Collector {
  readonly #settings: CollectSettings;
  readonly #context: StepContext;
  readonly #holders: readonly string[];
  readonly #counts = { 'taken': 0, 'taken again': 0, 'handed in': 0, 'done': 0, 'refused': 0, 'waiting': 0, 'unfinished': 0, 'empty': 0 };
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

  /** Compares the files that came to rest in the last 24 hours, hands back decided files, and takes changed files again. */
  async handBack(): Promise<void> {
    const changed: ChangedTaken[] = [];
    await this.#each(async (work) => {
      changed.push(...await compareRested(work, this.#context));
      for (const taken of work.folder.taken()) {
        if (this.#context.signal.aborted) return;
        const different = await this.#bringBack(work, taken);
        if (different !== undefined) changed.push(different);
      }
    });
    if (changed.some(({ isOld }) => !isOld) && !this.#context.signal.aborted) await this.#context.sleep(UNCHANGED_MS);
    if (changed.length > 0) await this.#each((work) => takeAgain(work, changed, this.#context));
  }

  /** Takes the files that are not being written. Looks once more after a pause when some changed lately. */
  async take(): Promise<void> {
    const young = new Map<string, readonly Candidate[]>();
    await this.#each((work) => {
      const { candidates, unfinished, others } = work.folder.look();
      this.#counts.unfinished += unfinished;
      for (const { name, why } of others) work.stays(name, why);
      for (const { name } of candidates.filter(isEmpty)) waits(work, name, 'empty', this.#context);
      const nowMs = this.#context.clock().getTime();
      const isOld = ({ modifiedMs }: Candidate): boolean => nowMs - modifiedMs >= UNCHANGED_MS;
      const filled = candidates.filter((candidate) => !isEmpty(candidate));
      this.#takeAll(work, filled.filter(isOld));
      const rest = filled.filter((candidate) => !isOld(candidate));
      if (rest.length > 0) young.set(work.holder, rest);
    });
    if (young.size > 0 && !this.#context.signal.aborted) await this.#takeUnchanged(young);
  }

  async #takeUnchanged(young: ReadonlyMap<string, readonly Candidate[]>): Promise<void> {
    await this.#context.sleep(UNCHANGED_MS);
    await this.#each((work) => {
      const before = new Map(young.get(work.holder)?.map(({ name, stamp }) => [name, stamp]));
      const found = before.size === 0 ? [] : work.folder.look().candidates.filter((candidate) => !isEmpty(candidate));
      const same = found.filter(({ name, stamp }) => before.get(name) === stamp);
      this.#takeAll(work, same);
      this.#counts.unfinished += found.length - same.length;
    });
  }

  async handIn(): Promise<void> {
    await this.#each(async (work) => {
      for (const taken of work.folder.taken()) {
        if (this.#context.signal.aborted) return;
        const found = this.#outcomeOf(taken);
        if (found === undefined) await this.#submit(work, taken);
        else if (found.receipt.holder !== work.holder) await this.#submitAsOwn(work, taken);
      }
    });
  }

  /** Submits a file whose name has the uuid of another holder's submission, under a new uuid: the file is in this holder's folder. */
  async #submitAsOwn(work: HolderContext, { uuid, name, path }: Taken): Promise<void> {
    const taken = work.folder.take(path, { name, uuid: randomUUID() });
    if (taken === undefined) return;
    this.#context.log(`${work.holder}/${clean(path)} bears the uuid ${uuid} of a submission of another holder: it becomes ${taken.uuid}`);
    await this.#submit(work, taken);
  }

  #takeAll({ folder }: HolderContext, candidates: readonly Candidate[]): void {
    for (const { name } of candidates) {
      if (this.#context.signal.aborted) return;
      if (folder.take(name, { name, uuid: randomUUID() }) !== undefined) this.#counts.taken += 1;
    }
  }

  async #submit(work: HolderContext, { uuid, name, path }: Taken): Promise<void> {
    const { holder, folder, stays } = work;
    const file = await folder.open(path);
    if (file === null) return;
    if (!(file instanceof PlainFile)) {
      stays(path, file);
      return;
    }
    const { data, clock, log } = this.#context;
    const input = { holder, method: 'LEVERING', target: name, mediaType: 'application/json', ifMatch: null, ...this.#readingOf(holder) } as const;
    try {
      if (file.bytes === 0) {
        waits(work, path, 'empty', this.#context);
        return;
      }
      if (isPayloadBegun(data, uuid)) {
        // An interrupted attempt left this payload: the inbox has no such submission.
        soundFolderAt(data).require();
        dropPayload(data, uuid);
      }
      await submit(data, { uuid, input, payload: { file } }, clock);
      this.#counts['handed in'] += 1;
      log(`${holder}/${clean(name)} is handed in as ${uuid}`);
    } catch (error) {
      if (!isOfFile(error)) throw error;
      if (error.detail.step === 'Delivery:Change') waits(work, path, 'unfinished', this.#context);
      else this.#see('a file that cannot be taken', error.message);
    } finally {
      await file.close();
    }
  }

  /** Returns how to read a file of a holder, as options of `ev submit`. */
  #readingOf(holder: string): Pick<SubmissionInput, 'crs' | 'model' | 'strict' | 'full'> {
    const { crs: usual, holders = {} } = this.#settings;
    const { crs = usual, model = null, strict = false, full = [] } = Object.hasOwn(holders, holder) ? holders[holder]! : {};
    return { crs: crs === undefined ? null : crsByName(crs)!.uri, model, strict, full };
  }

  /** Moves a file to its destination with its report. Returns the file instead when it changed after it was submitted. */
  async #bringBack(work: HolderContext, taken: Taken): Promise<ChangedTaken | undefined> {
    const { holder, folder, stays } = work;
    const decided = this.#outcomeOf(taken);
    if (decided === undefined || decided.receipt.holder !== holder) return undefined;
    if (WAITING.has(decided.state)) {
      this.#counts.waiting += 1;
      return undefined;
    }
    const file = await folder.open(taken.path);
    if (file === null) return undefined;
    if (!(file instanceof PlainFile)) {
      stays(taken.path, file);
      return undefined;
    }
    try {
      return await this.#settle(work, { taken, file, decided });
    } finally {
      await file.close();
    }
  }

  async #settle({ holder, place, folder }: HolderContext, { taken, file, decided }: Decided): Promise<ChangedTaken | undefined> {
    const { report, receipt: { received, bytes, sha256 } } = decided;
    const { clock, log, runs } = this.#context;
    const verdict = decided.state === 'settled' && report?.counts.errors === 0 ? 'done' : 'refused';
    const resting = destinationOf(taken, { verdict, received });
    if ((await file.sum()).sha256 !== sha256) {
      const first = { uuid: taken.uuid, bytes };
      const found = { holder, name: taken.name, path: taken.path, first, beside: resting.path, unwritten: { resting, report } };
      return changedOf(file, found, clock());
    }
    folder.clear(resting, soundFolderAt(this.#context.data));
    await writeReports(folder, resting.path, { report, file });
    noteRested(runs, place, { path: resting.path, name: taken.name, uuid: taken.uuid, restedMs: clock().getTime(), bytes, sha256 });
    folder.rest(taken, resting);
    this.#counts[verdict] += 1;
    log(`${holder}/${clean(taken.name)} lies in ${verdict}/ with its report`);
    return undefined;
  }

  /** Returns the outcome of a submission, or of its retry when the operator retried it. */
  #outcomeOf({ uuid }: Pick<Taken, 'uuid'>): Outcome | undefined {
    const { data } = this.#context;
    const found = hasState(data) ? outcome(data, uuid) : undefined;
    return found?.retriedAs === undefined ? found : this.#outcomeOf({ uuid: found.retriedAs });
  }

  /** Runs `work` for each holder. A fault in the folder of one holder is reported, and the next holder follows. */
  async #each(work: (one: HolderContext) => void | Promise<void>): Promise<void> {
    for (const holder of this.#holders) {
      let folder: HolderFolder | undefined;
      try {
        folder = new HolderFolder(join(this.#settings.folder, holder));
        await work(this.#workOf(holder, folder));
      } catch (error) {
        if (!isOfFile(error)) throw error;
        this.#see('a folder that cannot be worked in', error.message);
      } finally {
        folder?.close();
      }
    }
  }

  #workOf(holder: string, folder: HolderFolder): HolderContext {
    return {
      holder, folder, place: { folder: resolve(this.#settings.folder), holder },
      count: (what) => { this.#counts[what] += 1; },
      stays: (path, why) => { this.#see('a file that cannot be taken', `${holder}/${clean(path)} ${why}; it stays where it lies`); },
    };
  }

  /** Returns the holders whose organisation may write. Other folders and files are reported and stay. */
  #knownHolders(): readonly string[] {
    const { holders, others } = holdersIn(this.#settings.folder);
    const codes = new Set(listOrganisations(this.#context.data).filter(({ roles }) => roles.includes('writer')).flatMap((one) => one.codes));
    for (const holder of holders.filter((name) => !codes.has(name))) {
      this.#see('a folder of no holder', `${join(this.#settings.folder, clean(holder))}: no organisation may write with this bronhoudercode; `
        + '`ev holders add` gives it access. What lies there stays');
    }
    for (const code of Object.keys(this.#settings.holders ?? {}).filter((one) => !codes.has(one))) {
      this.#see('settings for no holder', `pipelines.json has settings for ${code} in ${this.#settings.folder}: no organisation may write with this bronhoudercode, `
        + 'so they hold for nobody. Mend the code, or let `ev holders add` give it access');
    }
    for (const name of others) {
      this.#see('a file outside the folders of holders', `${join(this.#settings.folder, clean(name))} lies in no folder of a holder; it stays there`);
    }
    return holders.filter((name) => codes.has(name));
  }

  #see(cause: string, text: string): void {
    this.#troubles.push({ cause, text });
  }
}

function isEmpty({ bytes }: Candidate): boolean {
  return bytes === 0;
}

/** Whether an error concerns files of one holder, not the service. */
function isOfFile(error: unknown): error is Fault {
  return error instanceof Fault && /^(?:Collect|Delivery):/.test(error.detail.step);
}

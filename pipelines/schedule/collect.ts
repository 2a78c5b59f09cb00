/**
 * Collect: hands in what holders put into a watch folder, and brings each file with its report to `done/` or `refused/`.
 *
 * look → take (a rename that gives the file the uuid of its submission) → hand in under that uuid → … a batch decides … → hand back.
 *
 * Invariants:
 *  - Every step can be done again after a crash: the name of a taken file carries the uuid, the inbox takes a uuid once, reports are
 *    written before the file comes to rest beside them. So no file is lost, and none is handed in twice.
 *  - What was handed in is what the file holds, or the file is taken again (changed-files.ts).
 *  - A uuid in a name proves nothing: the report of a submission goes into the folder of its own holder only.
 *  - What is wrong with one holder's folder keeps no other holder waiting.
 *  - A file waits while its submission does, also for the operator. One with any error comes to refused/, though what was right in it took effect: what lies in done/ took effect whole.
 * Not here: how a folder is laid out (watch-folder.ts), deciding (conductor.ts).
 */
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { crsMeant } from '../../schemas/crs.ts';
import { Fault } from '../../schemas/fault.ts';
import type { Outcome, SubmissionInput, SubmissionState } from '../../schemas/submission.ts';
import { clean } from '../prepare/report/index.ts';
import { hasState } from '../state/database/database.ts';
import { listOrganisations } from '../state/access/holders.ts';
import { dropPayload, isPayloadBegun } from '../state/inbox/payload.ts';
import { PlainFile } from '../state/folder/plain-file.ts';
import { noteRested } from '../state/runs/rested.ts';
import { soundFolderAt } from '../state/folder/sound.ts';
import { outcome, submit } from '../state/outcomes/submit.ts';
import { changedOf, compareRested, takeAgain, waits, writeReports, type Changed, type HolderWork } from './changed-files.ts';
import type { CollectSettings } from './pipelines-file.ts';
import type { StepContext, StepResult, Trouble } from './step.ts';
import { HolderFolder, holdersIn, restingPlace, UNCHANGED_MS, type Candidate, type Taken } from './watch-folder.ts';

/** Brings back what was decided, takes what is whole, and hands it in. Throws a Fault when the inbox takes nothing. */
export async function collect(settings: CollectSettings, context: StepContext): Promise<StepResult> {
  const collecting = new Collecting(settings, context);
  await collecting.handBack();
  await collecting.take();
  await collecting.handIn();
  return collecting.result();
}

/** Brings back what was decided, and hands in what changed meanwhile. */
export async function handBack(settings: CollectSettings, context: StepContext): Promise<StepResult> {
  const collecting = new Collecting(settings, context);
  await collecting.handBack();
  await collecting.handIn();
  return collecting.result();
}

/** A taken file whose submission is decided. */
interface Decided {
  readonly taken: Taken;
  readonly file: PlainFile;
  readonly decided: Outcome;
}

/** States that a batch or the operator ends. */
const WAITING: ReadonlySet<SubmissionState> = new Set(['pending', 'parked', 'aside', 'retried']);

class Collecting {
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

  /** Compares what lies in done/ and refused/ since a day, and brings back what was decided; what changed is taken again. */
  async handBack(): Promise<void> {
    const changed: Changed[] = [];
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

  /** Takes what nobody writes to any more; when some file changed lately, looks once more after a while. */
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

  /** Hands in a file whose name bears the uuid of another holder's submission: whoever chose that, its bytes lie in this holder's folder. */
  async #submitAsOwn(work: HolderWork, { uuid, name, path }: Taken): Promise<void> {
    const taken = work.folder.take(path, { name, uuid: randomUUID() });
    if (taken === undefined) return;
    this.#context.log(`${work.holder}/${clean(path)} bears the uuid ${uuid} of a submission of another holder: it becomes ${taken.uuid}`);
    await this.#submit(work, taken);
  }

  #takeAll({ folder }: HolderWork, candidates: readonly Candidate[]): void {
    for (const { name } of candidates) {
      if (this.#context.signal.aborted) return;
      if (folder.take(name, { name, uuid: randomUUID() }) !== undefined) this.#counts.taken += 1;
    }
  }

  async #submit(work: HolderWork, { uuid, name, path }: Taken): Promise<void> {
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
        // Left by a try that was cut off, as far as the inbox knows.
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

  /** How a file of a holder is read, as `ev submit` would be told. */
  #readingOf(holder: string): Pick<SubmissionInput, 'crs' | 'model' | 'strict' | 'full'> {
    const { crs: usual, holders = {} } = this.#settings;
    const { crs = usual, model = null, strict = false, full = [] } = Object.hasOwn(holders, holder) ? holders[holder]! : {};
    return { crs: crs === undefined ? null : crsMeant(crs)!.uri, model, strict, full };
  }

  /** Brings a file to rest with its report. Returns it instead when it is not what was handed in. */
  async #bringBack(work: HolderWork, taken: Taken): Promise<Changed | undefined> {
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

  async #settle({ holder, place, folder }: HolderWork, { taken, file, decided }: Decided): Promise<Changed | undefined> {
    const { report, receipt: { received, bytes, sha256 } } = decided;
    const { clock, log, runs } = this.#context;
    const verdict = decided.state === 'settled' && report?.counts.errors === 0 ? 'done' : 'refused';
    const resting = restingPlace(taken, { verdict, received });
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

  /** Of one that is tried again: of the submission as which it is. */
  #outcomeOf({ uuid }: Pick<Taken, 'uuid'>): Outcome | undefined {
    const { data } = this.#context;
    const found = hasState(data) ? outcome(data, uuid) : undefined;
    return found?.retriedAs === undefined ? found : this.#outcomeOf({ uuid: found.retriedAs });
  }

  /** Does work for each holder; what is wrong with the folder of one is reported, and the others go on. */
  async #each(work: (one: HolderWork) => void | Promise<void>): Promise<void> {
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

  #workOf(holder: string, folder: HolderFolder): HolderWork {
    return {
      holder, folder, place: { folder: resolve(this.#settings.folder), holder },
      count: (what) => { this.#counts[what] += 1; },
      stays: (path, why) => { this.#see('a file that cannot be taken', `${holder}/${clean(path)} ${why}; it stays where it lies`); },
    };
  }

  /** Folders of holders whose organisation may write; what else lies there is told and stays. */
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

/** Whether an error is about files of one holder, not about the service. */
function isOfFile(error: unknown): error is Fault {
  return error instanceof Fault && /^(?:Collect|Delivery):/.test(error.detail.step);
}

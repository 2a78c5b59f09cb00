/**
 * Requested files: makes files that readers ask for, one after the other, and stores each for some time.
 *
 * Invariants:
 *  - Few files wait, of one client fewer still; a further request is refused, so that no reader fills the memory or the disk.
 *  - Equal requests share a file: the same audience, content, question, form and CRS.
 *  - A file is there for those who read its audience, as long as its edition is stored with the same content.
 * The files are of this process: they are gone when it ends. Not here: the bytes (schemas/requested-files.ts), requests (handlers/).
 */
import { randomUUID } from 'node:crypto';
import type { Editions } from '../../publisher/read/types.ts';
import { shortNameOf } from '../../schemas/crs.ts';
import type { Text } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { FileContents, FileMaker, FileRefusal, RequestedFile } from '../../schemas/requested-files.ts';
import type { CountedRequest } from '../request/quota.ts';

/** The content of an edition in one audience. */
export interface FileSource {
  readonly editions: Editions;
  readonly number: number;
  readonly contentId: string;
}

/** A request for a file. `key`: equal for requests for the same features of an edition, in the same form and CRS. */
export interface FileRequest extends FileSource {
  readonly key: string;
  readonly contents: FileContents;
}

/** As in OGC API Processes. */
export const FILE_STATUSES = ['accepted', 'running', 'successful', 'failed'] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

export interface FileJob {
  readonly uuid: string;
  readonly name: string;
  readonly request: FileRequest;
  readonly client: string;
  readonly created: Date;
  status: FileStatus;
  /** Features that were read. */
  read: number;
  finished: Date | null;
  file: RequestedFile | null;
  failure: Text | null;
}

interface Parts {
  readonly maker: FileMaker;
  readonly clientOf: (request: CountedRequest) => string;
  readonly clock: () => Date;
  readonly onFault: (error: Error) => void;
}

const { requestedFilesWaitingMax, requestedFilesOfClientMax, requestedFilesStoredMax, requestedFileSeconds } = LIMITS;
/** Time between two looks for files that must go. */
const SWEEP_MS = 10_000;

export class RequestedFiles {
  readonly #parts: Parts;
  readonly #jobs = new Map<string, FileJob>();
  readonly #timer: NodeJS.Timeout;
  #work: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#timer = setInterval(() => { this.#sweep(); }, SWEEP_MS).unref();
  }

  get folder(): string {
    return this.#parts.maker.folder;
  }

  /** Returns the job of an equal request, or a new one; `busy`: too many wait, `unable`: this process makes no files. */
  async request(request: FileRequest, from: CountedRequest): Promise<FileJob | 'busy' | 'unable'> {
    if (!await this.#parts.maker.isReady() || this.#isClosing) return 'unable';
    this.#sweep();
    const jobs = [...this.#jobs.values()];
    const equal = jobs.find((job) => job.request.key === request.key && isSameSource(job.request, request) && job.status !== 'failed');
    if (equal !== undefined) return equal;
    const client = this.#parts.clientOf(from);
    const waiting = jobs.filter(({ status }) => status === 'accepted' || status === 'running');
    const ofClient = waiting.filter((job) => job.client === client);
    if (waiting.length >= requestedFilesWaitingMax || ofClient.length >= requestedFilesOfClientMax) return 'busy';
    const job = newJob(request, client, this.#parts.clock());
    this.#jobs.set(job.uuid, job);
    this.#work = this.#work.then(() => this.#make(job));
    return job;
  }

  /** Returns a job that a reader of these editions may see; undefined when there is none. `gone`: its edition is not stored any more. */
  job(uuid: string, editions: Editions): FileJob | 'gone' | undefined {
    const job = this.#jobs.get(uuid);
    if (job === undefined || job.request.editions !== editions) return undefined;
    if (!isStored(job.request)) return 'gone';
    return this.#hasEnded(job) ? undefined : job;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    await this.#parts.maker.close();
    await this.#work;
  }

  async #make(job: FileJob): Promise<void> {
    if (this.#isClosing || this.#jobs.get(job.uuid) !== job) return;
    const { maker, clock, onFault } = this.#parts;
    job.status = 'running';
    try {
      const made = await maker.make(job.name, { ...job.request.contents, features: () => counted(job) });
      if (typeof made === 'string') job.failure = FAILURES[made];
      else job.file = made;
    } catch (error) {
      job.failure = FAILED;
      if (!this.#isClosing) onFault(error as Error);
    }
    job.status = job.failure === null ? 'successful' : 'failed';
    job.finished = clock();
    this.#sweep();
  }

  /** Removes files that are old, whose edition is gone, and the oldest where there are too many. */
  #sweep(): void {
    for (const job of this.#jobs.values()) {
      if (job.finished !== null && (this.#hasEnded(job) || !isStored(job.request))) this.#drop(job);
    }
    const stored = [...this.#jobs.values()].filter(({ finished }) => finished !== null);
    for (const job of stored.slice(0, Math.max(0, stored.length - requestedFilesStoredMax))) this.#drop(job);
  }

  #hasEnded(job: FileJob): boolean {
    const ends = endOf(job);
    return ends !== null && ends.getTime() <= this.#parts.clock().getTime();
  }

  #drop({ uuid, name, file }: FileJob): void {
    this.#jobs.delete(uuid);
    if (file !== null) void this.#parts.maker.remove(name).catch(this.#parts.onFault);
  }
}

/** Returns the moment until which a finished job is stored; null before it is finished. */
export function endOf({ finished }: FileJob): Date | null {
  return finished === null ? null : new Date(finished.getTime() + requestedFileSeconds * 1_000);
}

function newJob(request: FileRequest, client: string, created: Date): FileJob {
  const uuid = randomUUID();
  const { contents: { collection, crs, form }, number } = request;
  const name = `${collection}-${number}-${shortNameOf(crs).toLowerCase()}-${uuid.slice(0, uuid.indexOf('-'))}.${form}`;
  return { uuid, name, request, client, created, status: 'accepted', read: 0, finished: null, file: null, failure: null };
}

async function* counted(job: FileJob): AsyncGenerator<readonly Buffer[], void> {
  for await (const features of job.request.contents.features()) {
    job.read += features.length;
    yield features;
  }
}

function isSameSource(one: FileSource, other: FileSource): boolean {
  return one.editions === other.editions && one.number === other.number && one.contentId === other.contentId;
}

/** Whether the edition is stored with the content that the file has. */
function isStored({ editions, number, contentId }: FileSource): boolean {
  const found = editions.numbered(number);
  return found !== 'unknown' && !('gone' in found) && found.activated.edition.contentId === contentId;
}

const FAILED: Text = { nl: 'Het bestand kon niet worden gemaakt. Vraag het opnieuw.', en: 'The file could not be made. Ask for it again.' };
const FAILURES: Readonly<Record<FileRefusal, Text>> = {
  bytes: {
    nl: 'De objecten zijn samen te groot voor een bestand. Vraag er minder, met een filter.',
    en: 'The features together are too large for a file. Ask for fewer, by a filter.',
  },
  room: { nl: 'Er is nu geen ruimte voor dit bestand. Vraag het later opnieuw.', en: 'There is no room for this file now. Ask for it later.' },
  time: { nl: 'Het maken duurde te lang. Vraag minder objecten, met een filter.', en: 'Making it took too long. Ask for fewer features, by a filter.' },
};

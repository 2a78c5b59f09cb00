/**
 * Own reads: reads the own documents of holders, part by part, and single own roots, in a thread of its own (own-documents-thread.ts),
 * which starts for the first read and again when it died.
 *
 * Invariants:
 *  - One part or root is read at a time, in turn by holder, so that many or large reads delay neither other holders nor writers.
 *  - Between two parts of a reader nothing is kept, so a reader that is slow or leaves occupies nothing.
 */
import type { OwnView } from '../../publisher/read/types.ts';
import type { OwnPart, OwnRequest } from '../../schemas/own-documents.ts';
import { openOwnEditions } from './own-editions.ts';
import type { OwnCall, OwnReadsData, RequestedOwnRoot, WrittenView } from './own-documents-thread.ts';
import { FairQueue } from './fair-queue.ts';
import { startThread, type ReopenNote, type Thread } from './line.ts';

export class OwnReads {
  readonly #data: OwnReadsData;
  readonly #waiting = new FairQueue<() => Promise<void>>();
  #isReading = false;
  #thread: Thread | undefined;
  #isClosed = false;

  constructor(data: OwnReadsData) {
    this.#data = data;
  }

  /** Reads the next part. Rejects when the thread dies, or was closed before the turn of this read. */
  read(request: OwnRequest): Promise<OwnPart> {
    return this.#call(request.selection.holder, { kind: 'part', request });
  }

  /** Returns an own root, which the caller closes; undefined when the public editions have all of it. Rejects as `read` does. */
  async root(request: RequestedOwnRoot): Promise<OwnView | undefined> {
    const view = await this.#call<WrittenView | undefined>(request.holders.join(), { kind: 'root', request });
    return view && { editions: openOwnEditions(view.folder, request.at), changed: view.changed };
  }

  #call<Result>(reader: string, call: OwnCall): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(reader, async () => {
        try {
          resolve(await this.#open().line.call<Result>(call));
        } catch (error) {
          reject(error);
        }
      });
      void this.#readAll();
    });
  }

  /** Opens the register again at the next read. */
  reopen(): void {
    this.#thread?.line.note('reopen' satisfies ReopenNote);
  }

  /** Ends the thread; reads in progress, and later ones, are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.worker.terminate();
  }

  async #readAll(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    for (let read = this.#waiting.take(); read !== undefined; read = this.#waiting.take()) await read();
    this.#isReading = false;
  }

  #open(): Thread {
    if (this.#isClosed) throw new Error('the desk is being closed');
    if (this.#thread?.line.isBroken === false) return this.#thread;
    this.#thread = startThread(new URL('./own-documents-thread.ts', import.meta.url), { workerData: this.#data }, 'own documents');
    return this.#thread;
  }
}

/**
 * Own reads: reads the own documents of holders, part by part, in a thread of its own (own-documents-thread.ts), which starts for the
 * first part and again when it died.
 *
 * Invariants:
 *  - One part is read at a time, in turn by holder, so that many or large reads delay neither other holders nor writers.
 *  - Between two parts of a reader nothing is kept, so a reader that is slow or leaves occupies nothing.
 */
import type { OwnPart, OwnRequest } from '../../schemas/own-documents.ts';
import { FairQueue } from './fair-queue.ts';
import { startThread, type ReopenNote, type Thread } from './line.ts';

export class OwnReads {
  readonly #data: string;
  readonly #waiting = new FairQueue<() => Promise<void>>();
  #isReading = false;
  #thread: Thread | undefined;
  #isClosed = false;

  constructor(data: string) {
    this.#data = data;
  }

  /** Reads the next part. Rejects when the thread dies, or was closed before the turn of this read. */
  read(request: OwnRequest): Promise<OwnPart> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(request.selection.holder, async () => {
        try {
          resolve(await this.#open().line.call<OwnPart>(request));
        } catch (error) {
          reject(error);
        }
      });
      void this.#readAll();
    });
  }

  /** Opens the register again at the next part. */
  reopen(): void {
    this.#thread?.line.note('reopen' satisfies ReopenNote);
  }

  /** Ends the thread; parts that are being read, and later ones, are rejected. */
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
    this.#thread = startThread(new URL('./own-documents-thread.ts', import.meta.url), { workerData: { data: this.#data } }, 'own documents');
    return this.#thread;
  }
}

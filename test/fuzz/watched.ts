/** Watched: what the thread of a fuzzer and its watcher share. */

export interface WorkerTask {
  readonly name: string;
  readonly seconds: number;
  readonly seed: number;
  /** The number of inputs so far, the length of the current one, and its bytes. */
  readonly current: SharedArrayBuffer;
}

/** No input is longer. */
export const CURRENT_BYTES = 2 ** 20;

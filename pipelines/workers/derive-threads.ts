/**
 * Derive threads: several threads (deriving-thread.ts) derive the rows of an edition with many changes. The publishing thread waits for
 * rows and takes them in any order, because they are sorted before they are written.
 *
 * Invariant: the threads end when the last row is taken, or when the consumer stops. A thread without messages for SILENT_MS is dead.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { RowChange } from '../../publisher/write/input.ts';
import { SENT, type DeriveJob, type DerivingData, type DerivingMessage, type RowBatch } from './derive-job.ts';
import { fromWire } from './line.ts';

const SILENT_MS = 120_000;

interface DeriveThread {
  readonly worker: Worker;
  readonly port: MessagePort;
  isDone: boolean;
}

/** Number of roots from which threads save more time than they take to start. */
export const MANY_ROOTS = 5_000;

/** Yields the rows of all threads. Throws the error of a thread. */
export function* rowsOfThreads(job: DeriveJob, threads: number): Generator<RowChange> {
  const counts = new Int32Array(new SharedArrayBuffer(4 * (threads + 1)));
  const all = Array.from({ length: threads }, (_, part) => start({ ...job, share: { part, of: threads }, counts }));
  try {
    while (all.some(({ isDone }) => !isDone)) {
      const sent = Atomics.load(counts, SENT);
      let hasTaken = false;
      for (const [part, thread] of all.entries()) {
        for (let batch = take(thread); batch !== undefined; batch = take(thread)) {
          hasTaken = true;
          yield* rowsIn(batch);
          Atomics.add(counts, part + 1, 1);
          Atomics.notify(counts, part + 1);
        }
      }
      if (!hasTaken && all.some(({ isDone }) => !isDone) && Atomics.wait(counts, SENT, sent, SILENT_MS) === 'timed-out') {
        throw new Error('a thread that derives rows ended without a word: most often its memory did not suffice');
      }
    }
  } finally {
    for (const { worker } of all) void worker.terminate();
  }
}

function start(data: Omit<DerivingData, 'port'>): DeriveThread {
  const { port1, port2 } = new MessageChannel();
  const workerData: DerivingData = { ...data, port: port2 };
  const worker = new Worker(new URL('./deriving-thread.ts', import.meta.url), { workerData, transferList: [port2] });
  return { worker, port: port1, isDone: false };
}

/** Returns the next waiting batch; undefined when there is none. */
function take(thread: DeriveThread): RowBatch | undefined {
  const received: { readonly message: DerivingMessage } | undefined = receiveMessageOnPort(thread.port);
  if (received === undefined) return undefined;
  const { message } = received;
  if (message === 'done') {
    thread.isDone = true;
    thread.port.close();
    return undefined;
  }
  if ('error' in message) throw fromWire(message.error);
  return message;
}

function* rowsIn({ rows, bytes }: RowBatch): Generator<RowChange> {
  let at = bytes.byteOffset;
  for (const { isRemoval, isHidden, at: since, length, ...row } of rows) {
    yield { isRemoval, isHidden, at: since, row: { ...row, record: Buffer.from(bytes.buffer, at, length) } };
    at += length;
  }
}

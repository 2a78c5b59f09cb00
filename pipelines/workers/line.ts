/**
 * A line between two threads: calls with a result, and notes without one, in both directions over one port.
 * Faults keep their detail. Not here: the calls themselves (desk.ts, the workers).
 */
import { Worker } from 'node:worker_threads';
import type { MessagePort, ResourceLimits } from 'node:worker_threads';
import { Fault, type FaultDetail } from '../../schemas/fault.ts';

export interface WireError {
  readonly message: string;
  /** Message of a Fault. */
  readonly what?: string;
  readonly detail?: FaultDetail;
}

type Message =
  | { readonly call: number; readonly body: unknown }
  | { readonly answer: number; readonly value?: unknown; readonly error?: WireError }
  | { readonly note: unknown };

export interface LineHandlers {
  /** Handles a call of the other side and returns the result. */
  readonly onCall?: (body: never) => unknown;
  readonly onNote?: (body: never) => void;
}

export class Line {
  readonly #port: MessagePort | Worker;
  readonly #waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  readonly #handlers: LineHandlers;
  #calls = 0;
  #broken: Error | null = null;

  constructor(port: MessagePort | Worker, handlers: LineHandlers = {}) {
    this.#port = port;
    this.#handlers = handlers;
    port.on('message', (message: Message) => this.#receive(message));
  }

  /** Calls the other side. Resolves with its result; rejects with its error, or when the line breaks. */
  call<T>(body: unknown): Promise<T> {
    if (this.#broken !== null) return Promise.reject(this.#broken);
    this.#calls += 1;
    const call = this.#calls;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject });
      this.#send({ call, body });
    });
  }

  note(body: unknown): void {
    if (this.#broken === null) this.#send({ note: body });
  }

  get isBroken(): boolean {
    return this.#broken !== null;
  }

  /** Breaks the line, because the other side is gone: every waiting or later call is rejected. */
  break(error: Error): void {
    this.#broken ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #send(message: Message): void {
    this.#port.postMessage(message, []);
  }

  #receive(message: Message): void {
    if ('note' in message) {
      this.#handlers.onNote?.(message.note as never);
    } else if ('call' in message) {
      void this.#answer(message.call, message.body);
    } else {
      const waiting = this.#waiting.get(message.answer);
      this.#waiting.delete(message.answer);
      if (message.error === undefined) waiting?.resolve(message.value as never);
      else waiting?.reject(fromWire(message.error));
    }
  }

  async #answer(call: number, body: unknown): Promise<void> {
    try {
      this.#send({ answer: call, value: await this.#handlers.onCall?.(body as never) });
    } catch (error) {
      this.#send({ answer: call, error: toWire(error) });
    }
  }
}

/** A thread and the line to it, which breaks when the thread ends. `name` is for messages. */
export interface Thread {
  readonly line: Line;
  readonly worker: Worker;
  /** Resolves with the reason when the thread has ended. */
  readonly ended: Promise<Error>;
}

export interface ThreadOptions {
  readonly workerData: unknown;
  readonly handlers?: LineHandlers;
  /** Memory limits of the thread. */
  readonly resourceLimits?: ResourceLimits;
}

export function startThread(module: URL, { workerData, handlers = {}, resourceLimits = {} }: ThreadOptions, name: string): Thread {
  const worker = new Worker(module, { workerData, resourceLimits });
  const line = new Line(worker, handlers);
  let cause: Error | null = null;
  worker.on('error', (error) => { cause = error instanceof Error ? error : new Error(String(error)); });
  const ended = new Promise<Error>((resolve) => {
    worker.on('exit', (code) => {
      cause ??= new Error(`the ${name} thread ended with code ${code}`);
      line.break(cause);
      resolve(cause);
    });
  });
  return { line, worker, ended };
}

/** Note that makes a thread open its databases again at the next call: the files at their paths may have changed. */
export type ReopenNote = 'reopen';

/** Handles the calls of a thread's parent for as long as the thread lives; null outside a thread. */
export function answerParent(port: MessagePort | null, onCall: (body: never) => unknown, onReopen: () => void = () => {}): Line | null {
  return port === null ? null : new Line(port, { onCall, onNote: onReopen });
}

export function toWire(error: unknown): WireError {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof Fault)) return { message };
  const { cause: _, ...detail } = error.detail;
  return { message, what: error.what, detail };
}

export function fromWire({ message, what = message, detail }: WireError): Error {
  if (detail === undefined) return new Error(message);
  const fault = new Fault(what, detail);
  fault.message = message;
  return fault;
}

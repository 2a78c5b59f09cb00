/**
 * Sending thread: the sender of publications in its own thread, because it waits for the disk. It asks the main thread, which has the
 * editions, for publications. One process on a data folder sends.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Fault } from '../../schemas/fault.ts';
import type { Publications } from '../../schemas/publication-event.ts';
import { takeAlone } from '../state/folder/lock.ts';
import { Sender, type SenderOptions } from '../subscriptions/sender.ts';
import { Line } from './line.ts';

export type SendingData = Pick<SenderOptions, 'data'>;

/** A call to the main thread. */
export interface PublicationsCall {
  readonly filters: string;
  readonly after: number;
}

/** A note to the main thread. */
export interface SendingLine {
  readonly text: string;
  readonly level: 'warn' | undefined;
}

const LOOK_MS = 1_000;

function inUse(): Fault {
  return new Fault('another process calls the subscribers of this register', { step: 'Subscriptions:Send' });
}

if (parentPort !== null) {
  const port = parentPort;
  const stopping = new AbortController();
  const line = new Line(port, { onNote: () => { stopping.abort(); } });
  const { data } = workerData as SendingData;
  const print = (text: string, level?: 'warn'): void => { line.note({ text, level } satisfies SendingLine); };
  const publications = (filters: string, after: number): Promise<Publications> => (
    line.call<Publications>({ filters, after } satisfies PublicationsCall)
  );
  void sendUntilStopped().finally(() => { port.close(); });

  async function sendUntilStopped(): Promise<void> {
    mkdirSync(data, { recursive: true });
    let release: (() => void) | null = null;
    let sender: Sender | null = null;
    let last = '';
    while (!stopping.signal.aborted) {
      try {
        release ??= takeAlone(join(data, 'sending.lock'), inUse);
        sender ??= new Sender({ data, print, clock: () => new Date(), publications });
        sender.look();
        last = '';
      } catch (error) {
        const { message } = error as Error;
        if (message !== last) print(`subscribers are not called: ${message}`, 'warn');
        last = message;
      }
      await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await sender?.stop();
    release?.();
  }
}

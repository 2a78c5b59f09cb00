/** Start sending: calls subscribers beside a server, in a thread (workers/sending-thread.ts). A thread that dies is started again after a minute. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PublicationSource } from '../../schemas/publication-event.ts';
import { startThread, type Thread } from '../workers/line.ts';
import type { PublicationsCall, SendingData, SendingLine } from '../workers/sending-thread.ts';

const RESTART_MS = 60_000;

export interface SendingOptions extends SendingData {
  readonly publications: PublicationSource;
  readonly print: (text: string, level?: 'warn') => void;
}

/** Returns a function that stops sending; its promise resolves when the calls in progress have ended. */
export function startSending({ data, publications, print }: SendingOptions): () => Promise<void> {
  const stopping = new AbortController();
  const start = (): Thread => startThread(new URL('../workers/sending-thread.ts', import.meta.url), {
    workerData: { data } satisfies SendingData, handlers: {
      onCall: ({ filters, after }: PublicationsCall) => publications(filters, after),
      onNote: ({ text, level }: SendingLine) => { print(text, level); },
    },
  }, 'sending');
  let thread = start();
  const kept = (async () => {
    while (!stopping.signal.aborted) {
      const cause = await thread.ended;
      if (stopping.signal.aborted) return;
      print(`subscribers are not called, and the thread is started again in a minute: ${cause.message}`, 'warn');
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (!stopping.signal.aborted) thread = start();
    }
  })();
  return async () => {
    stopping.abort();
    thread.line.note('stop');
    await kept;
  };
}

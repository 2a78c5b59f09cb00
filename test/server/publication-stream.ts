/** Publication stream: a client of the stream of /publicaties, which reads events as `eventsource-parser` does. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Client } from './harness.ts';

export interface Event {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Opens the stream; `next` resolves with its next event, or with undefined when it has ended. */
export async function openStream({ port }: Pick<Client, 'port'>, query: string, headers: Record<string, string> = {}) {
  const sent = get({ port, host: '127.0.0.1', path: `/v1/publicaties?${query}`, headers: { accept: 'text/event-stream', 'accept-encoding': 'gzip', ...headers }, agent: false });
  const [response] = await once(sent, 'response') as [IncomingMessage];
  const found: EventSourceMessage[] = [];
  let wake = (): void => {};
  let text = '';
  const parser = createParser({ onEvent: (event) => { found.push(event); wake(); } });
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    parser.feed(chunk);
  }).on('close', () => { wake(); });
  const next = async (): Promise<Event | undefined> => {
    while (found.length === 0 && !response.closed) await new Promise<void>((resolve) => { wake = resolve; });
    const event = found.shift();
    return event === undefined ? undefined : JSON.parse(event.data) as Event;
  };
  return { response, next, text: () => text, close: () => { sent.destroy(); } };
}

/**
 * Deliver service: the requests of the pages for deliveries and for the operator. The token is in a private field of one object, and leaves
 * it in the header Authorization only: it is in no address, element or storage, and a reload forgets it.
 *
 * Not here: what a reply means (deliver.ts, operate.ts).
 */
import type { DeliverPageData } from './deliver-page-data.ts';

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly header: (name: string) => string | null;
}

/** No reply came: the connection broke, or the file could not be read. Whether the request arrived is unknown. */
export class NoReply extends Error {}
/** The reader stopped the request, or signed out. */
export class Stopped extends Error {}

interface Upload {
  readonly body: Blob;
  readonly headers: Readonly<Record<string, string>>;
  /** Listener for the part that was sent, from 0 to 1. */
  readonly onSent: (part: number) => void;
}

/** Milliseconds for a reply to a request without a body. */
const REPLY_MS = 120_000;
/** Seconds to wait at most before a request is sent again. */
const WAIT_SECONDS_MAX = 60;
const TRIES_MAX = 6;

export class DeliverService {
  readonly #base: string;
  readonly #language: string;
  #token = '';
  #stop = new AbortController();

  constructor({ base, language }: Pick<DeliverPageData, 'base' | 'language'>) {
    this.#base = base;
    this.#language = language;
  }

  /** Sets the token, without the `Authorization: Bearer` of a copied header. */
  signIn(token: string): void {
    this.#token = token.trim().replace(/^(?:Authorization: *)?Bearer +/i, '');
  }

  signOut(): void {
    this.#token = '';
    this.stop();
  }

  /** Stops all requests. */
  stop(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  /** Reads a page, or JSON. A busy service is asked again when it says so. `onWait`: listener for the seconds until then. */
  async read(path: string, type: 'text/html' | 'application/json', onWait: (seconds: number) => void): Promise<Reply> {
    return await this.#untilFree(() => this.#ask('GET', path, { accept: type }), onWait);
  }

  /** Sends a request without a body. It is sent once. */
  async change(method: 'DELETE', path: string): Promise<Reply> {
    return await this.#ask(method, path, { accept: 'text/html', prefer: 'respond-async' });
  }

  /** Sends JSON. It is sent once. */
  async send(path: string, content: unknown): Promise<Reply> {
    return await this.#ask('POST', path, { 'accept': 'text/html', 'content-type': 'application/json' }, JSON.stringify(content));
  }

  /** Sends a file for a dry run, which stores nothing. A busy service is asked again when it says so. */
  async rehearse(path: string, upload: Upload, onWait: (seconds: number) => void): Promise<Reply> {
    return await this.#untilFree(() => this.#upload(path, upload), onWait);
  }

  /** Hands a file in. It is sent once. */
  async handIn(path: string, { headers, ...upload }: Upload): Promise<Reply> {
    return await this.#upload(path, { ...upload, headers: { ...headers, prefer: 'respond-async' } });
  }

  /** Waits; rejects with Stopped when the reader stops or signs out. */
  async wait(seconds: number): Promise<void> {
    const { signal } = this.#stop;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, seconds * 1_000);
      signal.addEventListener('abort', () => { clearTimeout(timer); reject(new Stopped()); }, { once: true });
    });
  }

  async #untilFree(send: () => Promise<Reply>, onWait: (seconds: number) => void): Promise<Reply> {
    for (let tries = 1; ; tries += 1) {
      const reply = await send();
      const seconds = retryAfter(reply);
      const isBusy = reply.status === 429 || reply.status === 503;
      if (!isBusy || seconds === undefined || seconds > WAIT_SECONDS_MAX || tries === TRIES_MAX) return reply;
      onWait(seconds);
      await this.wait(seconds);
    }
  }

  async #ask(method: string, path: string, headers: Readonly<Record<string, string>>, body: string | null = null): Promise<Reply> {
    const { signal } = this.#stop;
    try {
      const response = await fetch(this.#base + path, {
        method, body, headers: { ...this.#headers(), ...headers }, cache: 'no-store', credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer',
        signal: AbortSignal.any([signal, AbortSignal.timeout(REPLY_MS)]),
      });
      return { status: response.status, text: await response.text(), header: (name) => response.headers.get(name) };
    } catch (error) {
      if (signal.aborted) throw new Stopped();
      throw new NoReply('no reply', { cause: error });
    }
  }

  /** Sends a file. XMLHttpRequest, because fetch does not report how much was sent. */
  async #upload(path: string, { body, headers, onSent }: Upload): Promise<Reply> {
    const { signal } = this.#stop;
    return await new Promise<Reply>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', this.#base + path);
      for (const [name, value] of Object.entries({ ...this.#headers(), accept: 'text/html', ...headers })) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) => { onSent(total === 0 ? 1 : loaded / total); });
      request.addEventListener('load', () => {
        resolve({ status: request.status, text: request.responseText, header: (name) => request.getResponseHeader(name) });
      });
      request.addEventListener('error', () => { reject(new NoReply('no reply')); });
      request.addEventListener('abort', () => { reject(new Stopped()); });
      signal.addEventListener('abort', () => { request.abort(); }, { once: true });
      request.send(body);
    });
  }

  #headers(): Readonly<Record<string, string>> {
    return { 'authorization': `Bearer ${this.#token}`, 'accept-language': this.#language };
  }
}

/** Returns the seconds after which the service wants to be asked again; undefined when it does not say so. */
export function retryAfter({ header }: Reply): number | undefined {
  const text = header('Retry-After');
  return text === null || !/^\d{1,9}$/.test(text) ? undefined : Math.max(1, Number(text));
}

/**
 * Issuer keys: the public keys (JWKS) with which an issuer signs tokens, from its address or from a file.
 *
 * Invariants:
 *  - Nothing but the configured address is called: a redirect is refused, and an address or key inside a token is never used.
 *  - Keys are read when the first token needs them, again once they are older than `REFRESH_MS`, and for an unknown key at most once each
 *    `COOLDOWN_MS`.
 *  - While they cannot be read, tokens signed with known keys are verified as before.
 * Not here: the verification of a token (jwt.ts).
 */
import { errors, createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { Fault } from '../../../schemas/fault.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { readSmallFile } from '../../configuration/small-file.ts';
import type { KeySource } from '../../configuration/token-issuer.ts';

const REFRESH_MS = { url: 600_000, file: 5_000 } as const;
const COOLDOWN_MS = 30_000;
const FETCH_MS_MAX = 5_000;
const HINT = 'Until then tokens signed with another key are answered 503; those signed with a known key are accepted.';

export class IssuerKeys {
  readonly #source: KeySource;
  readonly #clock: () => Date;
  readonly #onChange: () => void;
  #text = '';
  #find: ReturnType<typeof createLocalJWKSet> | undefined;
  #triedMs = -Infinity;
  #fault: Fault | null = null;
  #loading: Promise<void> | undefined;

  /** `onChange` is called after each reading that gives other keys. */
  constructor(source: KeySource, { clock, onChange }: { readonly clock: () => Date; readonly onChange: () => void }) {
    this.#source = source;
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Returns the key for the head of a token. Throws a JOSEError when there is none, and a Fault when that cannot be known now. */
  readonly keyFor: JWTVerifyGetKey = async (header, token) => {
    if (this.#find === undefined && this.#isOlderThan(COOLDOWN_MS)) await this.#load();
    try {
      return await this.#known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (!this.#isOlderThan(COOLDOWN_MS)) throw this.#fault ?? error;
    }
    await this.#load();
    try {
      return await this.#known(header, token);
    } catch (error) {
      throw this.#fault ?? error;
    }
  };

  /** Reads the keys again in the background when they are old. */
  refresh(): void {
    if (this.#find !== undefined && this.#isOlderThan(this.#fault === null ? this.#refreshMs() : COOLDOWN_MS)) void this.#load();
  }

  /** Returns why the last reading failed; null when it did not. */
  fault(): Fault | null {
    return this.#fault;
  }

  /** Reads the keys now, and returns their number. Throws a Fault when they cannot be read. */
  async count(): Promise<number> {
    await this.#load();
    if (this.#fault !== null) throw this.#fault;
    return (JSON.parse(this.#text) as JSONWebKeySet).keys.length;
  }

  async #known(...[header, token]: Parameters<JWTVerifyGetKey>) {
    if (this.#find === undefined) throw this.#fault ?? new errors.JWKSNoMatchingKey();
    return await this.#find(header, token);
  }

  #isOlderThan(ms: number): boolean {
    return Math.abs(this.#clock().getTime() - this.#triedMs) >= ms;
  }

  #refreshMs(): number {
    return 'url' in this.#source ? REFRESH_MS.url : REFRESH_MS.file;
  }

  #load(): Promise<void> {
    this.#loading ??= this.#read().finally(() => { this.#loading = undefined; });
    return this.#loading;
  }

  async #read(): Promise<void> {
    this.#triedMs = this.#clock().getTime();
    try {
      const text = 'url' in this.#source ? await fetched(this.#source.url) : readFile(this.#source.file);
      if (text !== this.#text) {
        this.#find = createLocalJWKSet(JSON.parse(text) as JSONWebKeySet);
        this.#text = text;
        this.#onChange();
      }
      this.#fault = null;
    } catch (error) {
      const actual = error instanceof Error ? reasonOf(error) : String(error);
      this.#fault = new Fault('the keys of the token issuer cannot be read', { step: 'Jwt:Keys', ...pathOf(this.#source), actual, hint: HINT });
    }
  }
}

/** Returns the body of the address as text, as long as it is small. */
async function fetched(url: string): Promise<string> {
  const response = await fetch(url, {
    redirect: 'error', headers: { accept: 'application/json, application/jwk-set+json' }, signal: AbortSignal.timeout(FETCH_MS_MAX),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > LIMITS.issuerKeysBytesMax) throw new Error(`more than ${LIMITS.issuerKeysBytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function readFile(path: string): string {
  const bytes = readSmallFile(path, LIMITS.issuerKeysBytesMax);
  if (bytes === undefined) throw new Error('no such file');
  return bytes.toString();
}

/** Returns the reason of a failure; `fetch` hides it in the cause. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message;
}

function pathOf(source: KeySource): { readonly path: string } {
  return { path: 'url' in source ? source.url : source.file };
}

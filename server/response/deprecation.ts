/**
 * Deprecation of this major version: the headers of every response while its end is announced, and the problem after that end (Interface
 * Rules, Versioning 5 and 7; RFC 9745, RFC 8594).
 *
 * The warn-agent of `Warning` is the versioned endpoint, as the Interface Rules ask. After the end the documentation and the errors stay.
 */
import { startOf, type Deprecation } from '../../schemas/deprecation.ts';
import type { Problem } from './problem.ts';

/** Headers of every response while the end of the version is announced. */
export const DEPRECATION_HEADERS = ['Warning', 'Deprecation', 'Sunset'] as const;
const SECOND_MS = 1_000;
/** Paths below the base URL that stay after the end, so that clients learn where to go. */
const STAYING = /^\/(?:documentatie|openapi\.json|fouten|assets)(?:\/|$)/;

export class Retirement {
  readonly #fromMs: number;
  readonly #withdrawnMs: number;
  readonly #headers: readonly string[];
  readonly #gone: Problem;

  constructor({ from, withdrawn, successor }: Deprecation, baseUrl: string) {
    this.#fromMs = startOf(from);
    this.#withdrawnMs = startOf(withdrawn);
    this.#headers = [
      'Warning', `299 ${baseUrl} "Deze versie vervalt op ${withdrawn} / this version is withdrawn on ${withdrawn}"`,
      'Deprecation', `@${this.#fromMs / SECOND_MS}`,
      'Sunset', new Date(this.#withdrawnMs).toUTCString(),
    ];
    this.#gone = {
      problem: 'VersieVervallen',
      detail: {
        nl: `Deze versie is vervallen op ${withdrawn}. De volgende versie staat op ${successor}.`,
        en: `This version was withdrawn on ${withdrawn}. The next version is at ${successor}.`,
      },
      links: [{ rel: 'successor-version', href: successor, type: 'application/json' }],
    };
  }

  /** Returns the headers that every response has at this moment. */
  headersAt(nowMs: number): readonly string[] {
    return nowMs < this.#fromMs ? [] : this.#headers;
  }

  /** Returns the problem of a request at this moment; undefined until the end. `path`: below the base URL. */
  problemAt(nowMs: number, path: string): Problem | undefined {
    return nowMs < this.#withdrawnMs || STAYING.test(path) ? undefined : this.#gone;
  }
}

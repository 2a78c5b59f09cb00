/**
 * Coding: whether a body goes as it is or packed with gzip, by Accept-Encoding (RFC 9110 12.5.3).
 *
 * What is as welcome packed as plain is packed, unless it is so short that nothing is won. The forms of a resource are
 * chosen elsewhere (negotiate.ts), the bytes are packed elsewhere (gzip.ts).
 */
import { Memo } from '../memo.ts';
import { rangesOf } from '../request/negotiate.ts';
import type { Problem } from './problem.ts';

export type Coding = 'identity' | 'gzip';

/** Up to this length a body stays as it is: it fits into one packet. */
const PLAIN_BYTES_MAX = 1024;

interface Welcome {
  readonly identity: number;
  readonly gzip: number;
}

/** Without the header anything may be sent; what anyone reads is. */
const NOT_ASKED: Welcome = { identity: 1, gzip: 0 };
/** Of `identity` that the header does not mention: it may be sent, after all that is mentioned. */
const LAST_RESORT = 0.000_1;

const welcomes = new Memo<Welcome>();

/** The coding of a body of so many bytes; undefined when the client takes it in none that we have. */
export function codingFor(accept: string | undefined, bytes: number): Coding | undefined {
  const { identity, gzip } = accept === undefined ? NOT_ASKED : welcomes.get(accept, () => welcomeOf(accept));
  if (gzip > 0 && gzip >= identity && (bytes > PLAIN_BYTES_MAX || identity === 0)) return 'gzip';
  return identity > 0 ? 'identity' : undefined;
}

function welcomeOf(accept: string): Welcome {
  const ranges = rangesOf(accept);
  const qualityOf = (...names: readonly string[]): number | undefined => {
    const hits = ranges.filter(({ type }) => names.includes(type)).map(({ quality }) => quality);
    return hits.length === 0 ? undefined : Math.max(...hits);
  };
  const others = qualityOf('*');
  return {
    identity: qualityOf('identity') ?? others ?? LAST_RESORT,
    gzip: qualityOf('gzip', 'x-gzip') ?? others ?? 0,
  };
}

/** To who takes a body neither packed nor plain. */
export const NOT_CODED: Problem = {
  problem: 'NietLeverbaar',
  detail: {
    nl: 'Accept-Encoding sluit uit wat er te krijgen is: gzip, identity.',
    en: 'Accept-Encoding excludes what is available: gzip, identity.',
  },
};

/**
 * Content coding: gzip or identity, by Accept-Encoding (RFC 9110 12.5.3).
 *
 * Gzip wins when both are equally preferred, unless the body is too short to gain anything. Not here: forms of a resource (negotiate.ts),
 * compressing (gzip.ts).
 */
import { Memo } from '../request/memo.ts';
import { rangesOf } from '../request/negotiate.ts';
import type { Problem } from './problem.ts';

export type Coding = 'identity' | 'gzip';

/** Up to this length a body fits into one packet and is not compressed. */
const PLAIN_BYTES_MAX = 1024;

interface CodingPreference {
  readonly identity: number;
  readonly gzip: number;
}

/** Preference without the header: identity, which every client can read. */
const NO_PREFERENCE: CodingPreference = { identity: 1, gzip: 0 };
/** Quality of identity when the header does not name it: acceptable, after all named codings. */
const LAST_RESORT = 0.000_1;

const preferences = new Memo<CodingPreference>();

/** Returns the coding of a body of this length; undefined when the client accepts none of ours. */
export function codingFor(accept: string | undefined, bytes: number): Coding | undefined {
  const { identity, gzip } = accept === undefined ? NO_PREFERENCE : preferences.get(accept, () => preferenceOf(accept));
  if (gzip > 0 && gzip >= identity && (bytes > PLAIN_BYTES_MAX || identity === 0)) return 'gzip';
  return identity > 0 ? 'identity' : undefined;
}

function preferenceOf(accept: string): CodingPreference {
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

/** 406: the client accepts neither gzip nor identity. */
export const NO_ACCEPTABLE_CODING: Problem = {
  problem: 'NietLeverbaar',
  detail: {
    nl: 'Accept-Encoding sluit uit wat er te krijgen is: gzip, identity.',
    en: 'Accept-Encoding excludes what is available: gzip, identity.',
  },
};

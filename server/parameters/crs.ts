/**
 * CRS parameters: `crs`, `bbox-crs`, `filter-crs`, and the header Content-Crs (Interface Rules, Coordinate reference
 * systems).
 *
 * A CRS is asked for by its URI; `https` and, for EPSG, version `0` mean the same. What is not offered is
 * refused, never replaced by a default.
 */
import {
  CRSS, DELIVERY_CRSS, parseCrsUri, PUBLISHED_CRSS, type Crs, type CrsCode, type PublishedCrs,
} from '../../schemas/crs.ts';
import type { Profile } from '../../schemas/profile.ts';
import { wrongValue, type ParameterFault } from './query.ts';

/** A CRS as asked for: its row, the published bytes that carry it, and the very text of the request. */
export interface AskedCrs {
  readonly crs: Crs;
  readonly bytes: PublishedCrs;
  readonly uri: string;
}

const DEFAULT_CRS: AskedCrs = { crs: CRSS.CRS84, bytes: 'CRS84', uri: CRSS.CRS84.uri };

/** The CRSs that collections offer, CRS84 first. 9067 (ETRF2000) carries the numbers of 4258. */
export function offeredCrss(profile: Profile): readonly Crs[] {
  const codes: readonly CrsCode[] = profile === 'ogc' ? PUBLISHED_CRSS : [...PUBLISHED_CRSS, '9067'];
  return codes.map((code) => CRSS[code]);
}

/** The CRS that a parameter names; CRS84 without one. */
export function readCrs(
  text: string | undefined, name: 'crs' | 'bbox-crs' | 'filter-crs',
  { profile, faults }: { profile: Profile; faults: ParameterFault[] },
): AskedCrs {
  if (text === undefined) return DEFAULT_CRS;
  const offered = offeredCrss(profile);
  const crs = parseCrsUri(text);
  const bytes = PUBLISHED_CRSS.find((code) => code === crs?.sameBytesAs);
  if (crs !== undefined && bytes !== undefined && offered.includes(crs)) return { crs, bytes, uri: text };
  faults.push({
    ...wrongValue(name, text, {
      expected: { nl: 'de URI van een CRS dat deze collectie kent', en: 'the URI of a CRS that this collection offers' },
      allowed: offered.map(({ uri }) => uri), correct: CRSS.CRS84.uri,
    }),
    problem: 'CrsNietOndersteund',
  });
  return DEFAULT_CRS;
}

/**
 * The CRS that a Content-Crs header names, `<URI>` or bare; absent means CRS84; undefined when not supported.
 */
export function readContentCrs(header: string | undefined): Crs | undefined {
  if (header === undefined) return CRSS.CRS84;
  const crs = parseCrsUri(header.trim().replace(/^<(.*)>$/, '$1'));
  return crs !== undefined && DELIVERY_CRSS.includes(crs.code) ? crs : undefined;
}

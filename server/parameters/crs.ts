/**
 * CRS parameters: `crs`, `bbox-crs`, `filter-crs`, and the header Content-Crs (Interface Rules, Coordinate reference systems).
 *
 * A CRS is named by its URI; `https` and, for EPSG, version `0` are equivalent. A CRS that is not offered is refused, never replaced by a
 * default. CRSs with heights, and ITRF2014, depend on the edition of the response, so they are checked once that is known.
 */
import {
  CRSS, DELIVERY_CRSS, parseCrsUri, planeOf, PUBLISHED_CRSS, type Crs, type CrsCode, type EditionCrs, type PlaneCrs,
} from '../../schemas/crs.ts';
import type { Text } from '../../schemas/finding.ts';
import type { Profile } from '../../schemas/profile.ts';
import { crsByLegacyName } from '../request/legacy-crs.ts';
import { wrongValue, type ParameterFault } from './query.ts';

/** A requested CRS: its row, the bytes of an edition with its coordinates, and the text of the request. */
export interface RequestedCrs {
  readonly crs: Crs;
  readonly bytes: EditionCrs;
  /** The CRS of an edition with the numbers of its first two axes, for boxes and filters. */
  readonly plane: PlaneCrs;
  readonly uri: string;
  /** The parameter that names it; null: none does. */
  readonly name: CrsParameter | null;
}

export type CrsParameter = 'crs' | 'bbox-crs' | 'filter-crs' | 'plaatsCrs';

/** The CRSs of a response beside those that every edition has. */
export interface CrsOffer {
  /** All geometries of the response have heights. */
  readonly hasHeights: boolean;
  /** The edition has coordinates in ITRF2014. */
  readonly hasEpoch: boolean;
}

/** Every edition has these CRSs only. */
export const PLAIN_OFFER: CrsOffer = { hasHeights: false, hasEpoch: false };

function requested(crs: Crs, name: CrsParameter | null, uri: string = crs.uri): RequestedCrs {
  return { crs, bytes: crs.sameBytesAs as EditionCrs, plane: planeOf(crs.code), uri, name };
}

const DEFAULT_CRS = requested(CRSS.CRS84, null);
const DEFAULT_WITH_HEIGHTS = requested(CRSS.CRS84h, null);

/**
 * Returns the CRSs that a response can be in; the first is the default. 9067 (ETRF2000) has the same numbers as 4258, 7931 those of 4937.
 * The OGC test suite knows the published CRSs only.
 */
export function offeredCrss(profile: Profile, { hasHeights, hasEpoch }: CrsOffer = PLAIN_OFFER): readonly Crs[] {
  if (profile === 'ogc') return PUBLISHED_CRSS.map((code) => CRSS[code]);
  const codes: readonly CrsCode[] = [
    ...hasHeights ? ['CRS84h'] as const : [], ...PUBLISHED_CRSS, '9067', ...hasEpoch ? ['9000'] as const : [],
    ...hasHeights ? ['7415', '4937', '7931'] as const : [], ...hasHeights && hasEpoch ? ['7912'] as const : [],
  ];
  return codes.map((code) => CRSS[code]);
}

/** Returns the CRSs that a response of some edition can be in, CRS84 first. */
export function possibleCrss(profile: Profile): readonly Crs[] {
  return [...new Set([CRSS.CRS84, ...offeredCrss(profile, { hasHeights: true, hasEpoch: true })])];
}

/** Returns why a CRS of the table is not offered; undefined when it is. */
export function whyNotOffered(crs: Crs, profile: Profile, offer: CrsOffer): Text | undefined {
  if (offeredCrss(profile, offer).includes(crs)) return undefined;
  if (profile === 'ogc') return NOT_IN_PROFILE;
  return crs.derivation === 'itrf2014' && !offer.hasEpoch ? NEEDS_EPOCH : NEEDS_HEIGHTS;
}

const NEEDS_EPOCH: Text = {
  nl: 'ITRF2014 wordt hier niet geleverd: de getallen betekenen alleen iets met een epoche, en die is hier niet ingesteld.',
  en: 'ITRF2014 is not served here: its numbers mean something with an epoch only, and none is set here.',
};
const NEEDS_HEIGHTS: Text = {
  nl: 'Een CRS met hoogte wordt geleverd waar alle geometrieën een hoogte hebben, en dat is hier niet zo.',
  en: 'A CRS with heights is served where all geometries have heights, which is not so here.',
};
const NOT_IN_PROFILE: Text = {
  nl: 'Dit CRS wordt in het profiel ogc van deze dienst niet geleverd.', en: 'This CRS is not served in the profile ogc of this service.',
};

/** Returns the CRS of a parameter; CRS84 without one. Which CRSs the edition offers is not known yet (`offeredCrs`). */
export function readCrs(
  text: string | undefined, name: CrsParameter, { profile, faults }: { profile: Profile; faults: ParameterFault[] },
): RequestedCrs {
  if (text === undefined) return DEFAULT_CRS;
  const crs = parseCrsUri(text);
  if (crs !== undefined && possibleCrss(profile).includes(crs)) return requested(crs, name, text);
  const suggested = crs === undefined ? suggestedCrs(text, name, possibleCrss(profile)) : undefined;
  const why = crs === undefined ? suggested && didYouMean(suggested) : NOT_IN_PROFILE;
  faults.push(notOffered(text, name, { profile, offer: PLAIN_OFFER, suggested, why }));
  return suggested ?? DEFAULT_CRS;
}

/**
 * Returns the CRS of a response from an edition with this offer, or the fault of a CRS that it does not offer. Without a named CRS the
 * response has heights where all its geometries have them (Interface Rules, Headers).
 */
export function offeredCrs(wanted: RequestedCrs, { profile, offer }: { profile: Profile; offer: CrsOffer }): RequestedCrs | ParameterFault {
  const { crs, name, uri } = wanted;
  if (name === null) return offer.hasHeights && profile !== 'ogc' ? DEFAULT_WITH_HEIGHTS : wanted;
  const why = whyNotOffered(crs, profile, offer);
  return why === undefined ? wanted : notOffered(uri, name, { profile, offer, suggested: requested(CRSS[planeIn(crs, offer)], name), why });
}

/** Returns the offered CRS with two axes that is nearest to one that is not offered. */
function planeIn({ code, horizontal }: Crs, { hasEpoch }: CrsOffer): CrsCode {
  return horizontal === '9000' && !hasEpoch ? '4258' : horizontal ?? code;
}

/** Returns the faults of the CRSs that an edition with this offer does not offer. */
export function crsFaults(wanted: readonly RequestedCrs[], given: { profile: Profile; offer: CrsOffer }): readonly ParameterFault[] {
  return wanted.map((one) => offeredCrs(one, given)).filter((found) => 'reason' in found);
}

/** Returns faults of a request with those of its CRSs in front, so that all are reported together. */
export function withCrsFaults(
  faults: readonly ParameterFault[], wanted: readonly RequestedCrs[], given: { profile: Profile; offer: CrsOffer },
): readonly ParameterFault[] {
  return [...crsFaults(wanted, given).filter(({ name }) => !faults.some((fault) => fault.name === name)), ...faults];
}

function notOffered(text: string, name: CrsParameter, { profile, offer, suggested, why }: {
  profile: Profile; offer: CrsOffer; suggested: RequestedCrs | undefined; why: Text | undefined;
}): ParameterFault {
  const fault = wrongValue(name, text, {
    expected: { nl: 'de URI van een CRS dat deze collectie kent', en: 'the URI of a CRS that this collection offers' },
    allowed: offeredCrss(profile, offer).map(({ uri }) => uri), correct: (suggested ?? DEFAULT_CRS).uri,
  });
  const reason = why === undefined ? fault.reason : { nl: `${fault.reason.nl} ${why.nl}`, en: `${fault.reason.en} ${why.en}` };
  return { ...fault, problem: 'CrsNietOndersteund', reason };
}

/** Returns the CRS whose code ends the text, as in `EPSG:28992`, `28992` or a URN. Other parameters are then read with this CRS. */
function suggestedCrs(text: string, name: CrsParameter, offered: readonly Crs[]): RequestedCrs | undefined {
  const [code] = /(?<![a-z0-9])[a-z0-9]*$/i.exec(text) ?? [''];
  const crs = offered.find((one) => one.code.toUpperCase() === code.toUpperCase());
  return crs === undefined ? undefined : requested(crs, name);
}

function didYouMean({ uri }: RequestedCrs): Text {
  return { nl: `Bedoeld is misschien ${uri}.`, en: `Perhaps ${uri} is meant.` };
}

/** Returns the CRS of a Content-Crs header: `<URI>`, a bare URI, or a legacy name. Absent means CRS84; undefined when not supported. */
export function readContentCrs(header: string | undefined): Crs | undefined {
  if (header === undefined) return CRSS.CRS84;
  const crs = parseCrsUri(header.trim().replace(/^<(.*)>$/, '$1')) ?? crsByLegacyName(header);
  return crs !== undefined && DELIVERY_CRSS.includes(crs.code) ? crs : undefined;
}

/** Returns the CRS of the geometry in the body of a search, which has no heights; undefined when not supported. */
export function readSearchedCrs(header: string | undefined, profile: Profile): RequestedCrs | undefined {
  const crs = readContentCrs(header);
  return crs === undefined || !offeredCrss(profile).includes(crs) ? undefined : requested(crs, null);
}

/**
 * CRS parameters: `crs`, `bbox-crs`, `filter-crs`, and the header Content-Crs (Interface Rules, Coordinate reference systems).
 *
 * A CRS is named by its URI; `https` and, for EPSG, version `0` are equivalent. A CRS that is not offered is refused, never replaced by a
 * default.
 */
import {
  CRSS, DELIVERY_CRSS, parseCrsUri, PUBLISHED_CRSS, type Crs, type CrsCode, type PublishedCrs,
} from '../../schemas/crs.ts';
import type { Text } from '../../schemas/finding.ts';
import type { Profile } from '../../schemas/profile.ts';
import { crsByLegacyName } from '../request/legacy-crs.ts';
import { wrongValue, type ParameterFault } from './query.ts';

/** A requested CRS: its row, the published bytes with its coordinates, and the text of the request. */
export interface RequestedCrs {
  readonly crs: Crs;
  readonly bytes: PublishedCrs;
  readonly uri: string;
}

const DEFAULT_CRS: RequestedCrs = { crs: CRSS.CRS84, bytes: 'CRS84', uri: CRSS.CRS84.uri };

/** Returns the CRSs that collections offer, CRS84 first. 9067 (ETRF2000) has the same numbers as 4258. */
export function offeredCrss(profile: Profile): readonly Crs[] {
  const codes: readonly CrsCode[] = profile === 'ogc' ? PUBLISHED_CRSS : [...PUBLISHED_CRSS, '9067'];
  return codes.map((code) => CRSS[code]);
}

/** Returns why a CRS of the table is not offered; undefined when it is. */
export function whyNotOffered(crs: Crs, profile: Profile): Text | undefined {
  if (offeredCrss(profile).includes(crs)) return undefined;
  if (crs.derivation === 'itrf2014') return NEEDS_EPOCH;
  return crs.dimension === 3 ? NEEDS_HEIGHTS : NOT_IN_PROFILE;
}

const NEEDS_EPOCH: Text = {
  nl: 'ITRF2014 wordt nog niet geleverd: de getallen betekenen alleen iets met een epoche, en die is hier niet vastgesteld.',
  en: 'ITRF2014 is not served yet: its numbers mean something with an epoch only, and none is set here.',
};
const NEEDS_HEIGHTS: Text = {
  nl: 'Een 3D-CRS wordt nog niet geleverd: wat hier wordt gepubliceerd heeft geen hoogten.',
  en: 'A 3D CRS is not served yet: what is published here has no heights.',
};
const NOT_IN_PROFILE: Text = {
  nl: 'Dit CRS wordt in het profiel ogc van deze dienst niet geleverd.', en: 'This CRS is not served in the profile ogc of this service.',
};

/** Returns the CRS of a parameter; CRS84 without one. */
export function readCrs(
  text: string | undefined, name: 'crs' | 'bbox-crs' | 'filter-crs',
  { profile, faults }: { profile: Profile; faults: ParameterFault[] },
): RequestedCrs {
  if (text === undefined) return DEFAULT_CRS;
  const offered = offeredCrss(profile);
  const crs = parseCrsUri(text);
  const bytes = PUBLISHED_CRSS.find((code) => code === crs?.sameBytesAs);
  if (crs !== undefined && bytes !== undefined && offered.includes(crs)) return { crs, bytes, uri: text };
  const meant = crs === undefined ? suggestedCrs(text, offered) : undefined;
  const fault = wrongValue(name, text, {
    expected: { nl: 'de URI van een CRS dat deze collectie kent', en: 'the URI of a CRS that this collection offers' },
    allowed: offered.map(({ uri }) => uri), correct: (meant ?? DEFAULT_CRS).uri,
  });
  const why = crs === undefined ? meant && didYouMean(meant) : whyNotOffered(crs, profile);
  const reason = why === undefined ? fault.reason : { nl: `${fault.reason.nl} ${why.nl}`, en: `${fault.reason.en} ${why.en}` };
  faults.push({ ...fault, problem: 'CrsNietOndersteund', reason });
  return meant ?? DEFAULT_CRS;
}

/** Returns the offered CRS whose code ends the text, as in `EPSG:28992`, `28992` or a URN. Other parameters are then read with this CRS. */
function suggestedCrs(text: string, offered: readonly Crs[]): RequestedCrs | undefined {
  const [code] = /[a-z0-9]*$/i.exec(text) ?? [''];
  const crs = offered.find((one) => one.code === code.toUpperCase());
  const bytes = PUBLISHED_CRSS.find((one) => one === crs?.sameBytesAs);
  return crs === undefined || bytes === undefined ? undefined : { crs, bytes, uri: crs.uri };
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

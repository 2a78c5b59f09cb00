/**
 * Profile: the parameter `profile`, which chooses between GeoJSON and JSON-FG (OGC API Features Part 5, OGC 21-045r1).
 *
 * A list of names in the register of OGC, or of URIs. A profile that the response does not have is no error, as the standard asks; the
 * response has a link to each profile that it has. Not here: the parameter `f`, which names a form (form.ts).
 */
import { wrongValue, type ParameterFault } from '../parameters/query.ts';
import { GML_SF0_PROFILE, JSON_FG_PROFILE, type Form } from './negotiate.ts';

export const PROFILE_PARAMETER = 'profile';
const REGISTER = JSON_FG_PROFILE.slice(0, JSON_FG_PROFILE.lastIndexOf('/') + 1);

/** Profiles of GeoJSON. */
export const GEOJSON_PROFILES = ['rfc7946', 'jsonfg', 'jsonfg-plus'] as const;
/** The profiles of a response in JSON-FG: each `place` has a `geometry` beside it. */
const OF_JSON_FG = ['jsonfg', 'jsonfg-plus'] as const;

/** Whether a list of profiles asks for JSON-FG. */
export function asksJsonFg(text: string | undefined): boolean {
  return text !== undefined && namesIn(text).some((name) => name === 'jsonfg' || name === 'jsonfg-plus');
}

/** Returns the URIs of the profiles of a response. `requested`: the parameter. */
export function profilesOf(form: Form, requested: string | undefined): readonly string[] {
  if (form === 'jsonfg') return OF_JSON_FG.map((name) => REGISTER + name);
  if (form === 'gmlsf0') return [GML_SF0_PROFILE];
  const isGeoJson = form === 'geojson' || form === 'json';
  return isGeoJson && requested !== undefined && namesIn(requested).includes('rfc7946') ? [`${REGISTER}rfc7946`] : [];
}

/** Reads the parameter: each entry is a name or a URI. */
export function readProfile(text: string | undefined, faults: ParameterFault[]): void {
  const wrong = text?.split(',').find((entry) => !ENTRY.test(entry.trim()));
  if (wrong === undefined) return;
  faults.push(wrongValue(PROFILE_PARAMETER, wrong, {
    expected: {
      nl: 'namen of URI’s van profielen, met komma’s ertussen', en: 'names or URIs of profiles, separated by commas',
    },
    allowed: GEOJSON_PROFILES, correct: 'jsonfg',
  }));
}

/** Pattern of a name or a URI of a profile. */
export const PROFILE_PATTERN = '^([A-Za-z0-9][A-Za-z0-9._-]*|https?://[!-+.-~-]+)$';
const ENTRY = new RegExp(PROFILE_PATTERN);

function namesIn(text: string): readonly string[] {
  return text.split(',').map((entry) => entry.trim().replace(/^https?:/, 'http:')).map((entry) => (
    entry.startsWith(REGISTER) ? entry.slice(REGISTER.length) : entry
  ));
}

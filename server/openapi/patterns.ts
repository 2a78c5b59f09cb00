/** Patterns: syntax of parameters. What a pattern cannot express (a day exists, a CRS is offered) is in the error message. */
import { type Crs, CRSS, DELIVERY_CRSS, SECOND_URI_PATHS } from '../../schemas/crs.ts';
import { ID_CHARACTER } from '../../schemas/model/base.ts';
import { TIME_FORMS } from '../../schemas/time.ts';
import { LEGACY_CRS_NAMES } from '../request/legacy-crs.ts';

const { day: DAY, time: TIME, zone: ZONE } = TIME_FORMS;
/** GDAL 3.10 sends a day with a bare `T`. */
const DAY_OR_MOMENT = `${DAY}(?:${TIME}${ZONE}|T)?`;
const END = String.raw`(?:${DAY_OR_MOMENT}|\.\.)?`;

/** Pattern of a moment with its zone, or a day. */
export const INSTANT_PATTERN = `^${DAY_OR_MOMENT}$`;
/** Pattern of a moment, a day, or a period with possibly an open end. */
export const DATETIME_PATTERN = `^(?:${DAY_OR_MOMENT}|${END}/${END})$`;
export const DAY_PATTERN = `^${DAY}$`;
/** Pattern of a moment with an optional zone. */
export const MOMENT_PATTERN = `^${DAY}${TIME}${ZONE}?$`;

/** Pattern of an object id. */
export const ID_PATTERN = `^${ID_CHARACTER}+$`;

/** Pattern of a field name, with dots between nested names. */
export const FIELD_PATTERN = String.raw`^\w+(?:\.\w+)*$`;

/** Returns the pattern of the URI of one of these CRSs. `https` and, for EPSG, version `0` are equivalent. */
export function crsUriPattern(crss: readonly Crs[]): string {
  return `^${crsUri(crss)}$`;
}

const OLD_NAMES = LEGACY_CRS_NAMES.map((name) => name.replace('EPSG', '[Ee][Pp][Ss][Gg]')).join('|');

const DELIVERED = crsUri(DELIVERY_CRSS.map((code) => CRSS[code]));

/** Pattern of the CRS of a body: its URI, bare or between `<` and `>`, or a legacy name in any case. */
export const CONTENT_CRS_PATTERN = `^(?:<${DELIVERED}>|${DELIVERED}|${OLD_NAMES})$`;

function crsUri(crss: readonly Crs[]): string {
  const tails = crss.map(({ uri, code }) => {
    const tail = uri.slice(uri.indexOf('/crs/') + '/crs/'.length).replaceAll('.', String.raw`\.`);
    const second = SECOND_URI_PATHS[code];
    const own = tail.startsWith('EPSG/') ? `EPSG/(?:0|${tail.split('/')[1]})/${code}` : tail;
    return second === undefined ? own : `${own}|${second.slice(1)}`;
  });
  return String.raw`https?://www\.opengis\.net/def/crs/(?:${tails.join('|')})`;
}

/**
 * Map query: parameters of the map page: the view, the kinds, a filter and the moments, and the searched place. The script of
 * the page writes the same parameters into its address (web/client/map-address.ts).
 *
 * The filter is checked by the collections that it is sent to, because each has its own fields.
 */
import { LIMITS } from '../../schemas/limits.ts';
import { wrongValue, type ParameterFault, type Query } from './query.ts';
import { readSurroundingsQuery, SURROUNDINGS_PARAMETERS, type SurroundingsQuery } from './surroundings-query.ts';

/** Parameters of the map beside those of a place. `relatie` is that of `/omgeving`, to an area. */
const OF_MAP = ['midden', 'zoom', 'filter', 'lijn', 'relatie'] as const;
export const MAP_PARAMETERS = [...OF_MAP, ...SURROUNDINGS_PARAMETERS] as const;
export const ZOOM_MAX = 16;
const NUMBER = String.raw`-?\d{1,7}(?:\.\d{1,6})?`;
const PAIR = new RegExp(`^${NUMBER},${NUMBER}$`);
const LINE = new RegExp(`^${NUMBER},${NUMBER}(?:,${NUMBER},${NUMBER}){0,${LIMITS.areaCornersMax - 1}}$`);

/** Reads and checks the parameters of the map page. Its script reads the values again. */
export function readMapQuery(
  urlQuery: Query, now: Date,
): { readonly query: SurroundingsQuery; readonly faults: readonly ParameterFault[] } {
  const { query, given, faults: found } = readSurroundingsQuery(urlQuery, now, { others: OF_MAP });
  const faults = [...found];
  const { midden, zoom, filter, lijn } = given;
  if (midden !== undefined && !PAIR.test(midden)) {
    faults.push(wrongValue('midden', midden, { expected: { nl: 'x,y in RD', en: 'x,y in RD' }, correct: '155000,463000' }));
  }
  if (zoom !== undefined && !(/^\d{1,2}(?:\.\d{1,3})?$/.test(zoom) && Number(zoom) <= ZOOM_MAX)) {
    const expected = { nl: `een getal van 0 tot en met ${ZOOM_MAX}`, en: `a number from 0 to ${ZOOM_MAX}` };
    faults.push(wrongValue('zoom', zoom, { expected, allowed: [`0..${ZOOM_MAX}`], correct: '3' }));
  }
  if (filter !== undefined && filter.length > LIMITS.filterCharsMax) {
    const expected = { nl: `hoogstens ${LIMITS.filterCharsMax} tekens`, en: `at most ${LIMITS.filterCharsMax} characters` };
    faults.push(wrongValue('filter', filter, { expected, correct: null }));
  }
  if (lijn !== undefined && !LINE.test(lijn)) {
    const expected = { nl: `hoogstens ${LIMITS.areaCornersMax} punten in RD: x,y,x,y`, en: `at most ${LIMITS.areaCornersMax} points in RD: x,y,x,y` };
    faults.push(wrongValue('lijn', lijn, { expected, correct: null }));
  }
  return { query, faults };
}

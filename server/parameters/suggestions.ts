/**
 * Parameter suggestions: our names for parameters of other services, and for misspelt names. A suggestion is only reported; applying it
 * would be a guess.
 */
import { nearest } from '../../schemas/check/nearest.ts';
import type { Text } from '../../schemas/finding.ts';

/** Our names by the other name in lower case. The first that the address accepts is suggested. */
const OUR_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ...namesFor(['sorteer'], 'sort', 'sortby', 'sort_by', 'order', 'orderby', 'order_by', 'ordering', 'sorteren'),
  ...namesFor(['pagina'], 'page', 'pagenumber', 'page_number', 'currentpage'),
  ...namesFor(['offset', 'pagina'], 'offset', 'start', 'startindex', 'skip'),
  ...namesFor(['limit', 'paginaGrootte'], 'limit', 'pagesize', 'page_size', 'per_page', 'perpage', 'size', 'count', 'maxfeatures', 'top', 'rows', 'paginagrootte'),
  ...namesFor(['cursor', 'pagina'], 'cursor', 'token', 'next', 'after', 'continuation'),
  ...namesFor(['zoek'], 'q', 'query', 'search', 'text', 'term', 'zoekterm'),
  ...namesFor(['fields'], 'properties', 'propertyname', 'select', 'include', 'velden'),
  ...namesFor(['crs'], 'srs', 'srsname', 'srid', 'epsg', 'outsr', 'projection'),
  ...namesFor(['bbox-crs'], 'bbox-srs', 'bboxcrs', 'bbox_crs', 'insr'),
  ...namesFor(['filter'], 'cql', 'cql_filter', 'where', 'cql2'),
  ...namesFor(['filter-crs'], 'filtercrs', 'filter_crs'),
  ...namesFor(['lang'], 'language', 'locale', 'taal', 'hl'),
  ...namesFor(['datetime', 'geldigOp'], 'datetime', 'time', 'date', 'datum'),
  ...namesFor(['geldigOp'], 'peildatum', 'validon', 'valid_at', 'geldig_op'),
  ...namesFor(['beschikbaarOp'], 'asof', 'as_of', 'availableon', 'beschikbaar_op'),
]);

/** Names for the form of a response, which is `f` or the header Accept. */
const FORMS: ReadonlySet<string> = new Set(['f', 'format', '_format', 'outputformat', 'mediatype', 'accept', 'content-type']);

function namesFor(ours: readonly string[], ...others: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  return others.map((other) => [other, ours] as const);
}

/** Returns the suggestion for an unknown name: the counterpart of another service's parameter, or a similar name of `allowed`. */
export function suggestionFor(name: string, allowed: readonly string[]): Text | undefined {
  const other = name.toLowerCase();
  if (FORMS.has(other)) {
    return allowed.includes('f') ? { nl: 'Hier heet dat f, zoals f=json.', en: 'Here that is called f, such as f=json.' } : {
      nl: 'De vorm van het antwoord kiest u met de kop Accept, zoals Accept: application/json.',
      en: 'The form of the answer is chosen with the header Accept, such as Accept: application/json.',
    };
  }
  const ours = OUR_NAMES.get(other)?.find((candidate) => allowed.includes(candidate));
  if (ours !== undefined) return { nl: `Hier heet dat ${ours}.`, en: `Here that is called ${ours}.` };
  const [suggested] = nearest(name, allowed, 1);
  return suggested === undefined ? undefined : { nl: `Bedoeld is misschien ${suggested}.`, en: `Perhaps ${suggested} is meant.` };
}

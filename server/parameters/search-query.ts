/** Search query: parameters of `/zoeken`. An empty value counts as absent, because that is what a form sends. */
import { LIMITS } from '../../schemas/limits.ts';
import { readPagina } from './paging.ts';
import { PASSED_ON, passedOnOf, type PassedOn } from './passed-on.ts';
import { FORM_PARAMETER, parseParameters, type ParameterFault, type Query } from './query.ts';
import { readZoek } from './zoek.ts';

export const PAGE_SEARCH_PARAMETERS = ['zoek', 'pagina', ...PASSED_ON] as const;

export interface SearchQuery {
  /** The text that is searched for; undefined: none is given yet. */
  readonly text: string | undefined;
  /** The words of the text, as in SeriesQuery. */
  readonly words: readonly string[];
  /** Number of the page; the first is 1. */
  readonly page: number;
  readonly passedOn: PassedOn;
}

/** Number of objects on a page. */
export const HITS_MAX = LIMITS.resourcesDefault;

export function readSearchQuery(urlQuery: Query, now: Date): { readonly query: SearchQuery; readonly faults: readonly ParameterFault[] } {
  const faults: ParameterFault[] = [];
  const query = { text: urlQuery.text.split('&').filter((part) => !/^[^=]*=$/.test(part)).join('&') };
  const given = parseParameters(query, [...PAGE_SEARCH_PARAMETERS, FORM_PARAMETER], faults);
  const passedOn = passedOnOf(given, { query, now, faults });
  const words = readZoek(given.zoek, faults);
  return { query: { text: given.zoek, words, page: readPagina(given.pagina, faults), passedOn }, faults };
}

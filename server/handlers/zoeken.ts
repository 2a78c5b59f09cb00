/**
 * Zoeken: `/zoeken`, the search over everything for people: the words of POST /_search as a form, and a page of links. Without words it is
 * the form alone. Links to other pages fix the edition, so that all pages show the same one.
 */
import type { SeriesQuery } from '../../publisher/read/series-query.ts';
import type { Activated } from '../../publisher/read/types.ts';
import { activatedFor, EVERYTHING } from '../edition/available.ts';
import { COLLECTION_OF_TYPE, readHits } from '../edition/hits.ts';
import { ofKind } from '../parameters/geometrie-soort.ts';
import { PASSED_ON, dayOfValidity } from '../parameters/passed-on.ts';
import { FORM_PARAMETER, formatQuery, joinQueries, parameterProblem, rawParameters } from '../parameters/query.ts';
import { HITS_MAX, readSearchQuery, type SearchQuery } from '../parameters/search-query.ts';
import { formOf } from '../request/form.ts';
import { PAGE_FORMS } from '../request/negotiate.ts';
import { bytesTag } from '../response/etags.ts';
import { withQuery } from '../response/object-links.ts';
import { UNAVAILABLE } from '../response/problem.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { zoekenPage, type SearchResult } from '../web/zoeken-page.ts';
import { fresh, wordingOf } from './fixed.ts';
import { pageRequest } from './page-response.ts';

/** GET /zoeken */
export async function zoeken(request: ServiceRequest, service: Service): Promise<HandlerResult> {
  const url = `${service.baseUrl}/zoeken`;
  const form = formOf(request, PAGE_FORMS, url);
  if (typeof form === 'object') return form;
  if (service.editions.current() === undefined) return UNAVAILABLE;
  const { query, faults } = readSearchQuery(request.query, service.clock());
  if (faults.length > 0) return parameterProblem(faults, request.query, url);
  const activated = activatedFor(query.passedOn, service.editions);
  if (activated !== undefined && 'problem' in activated) return activated;
  const searched = query.text === undefined ? null : await searchedIn(activated, query, { text: query.text, url, request, service });
  const context = pageRequest(request, service, { url, passedOn: query.passedOn });
  const body = zoekenPage(searched, context);
  return fresh(request, { form, ...wordingOf(form, context), body, tag: bytesTag(body, form) });
}

async function searchedIn(activated: Activated | undefined, { words, page, passedOn }: SearchQuery, { text, url, request, service }: {
  text: string; url: string; request: ServiceRequest; service: Service;
}): Promise<SearchResult> {
  const { at: moment, kind } = passedOn;
  const position = (page - 1) * HITS_MAX;
  const question: SeriesQuery = { ...EVERYTHING, at: moment, showsEnd: moment !== null, position, limit: HITS_MAX };
  const [filter = null] = ofKind(kind);
  const queries = [...COLLECTION_OF_TYPE].map(([type, collection]) => ({ type, collection, filter, words }));
  const found = activated === undefined ? [] : await readHits(queries, question, activated.edition.series);
  const pinned = passedOn.beschikbaarOp === null && activated !== undefined ? formatQuery([['beschikbaarOp', activated.activated.toISOString()]]) : '';
  const same = joinQueries(rawParameters(request.query, ['zoek', ...PASSED_ON, FORM_PARAMETER]), pinned);
  const at = (number: number): string => withQuery(url, joinQueries(same, formatQuery([['pagina', String(number)]])));
  return {
    text, hits: found.slice(0, HITS_MAX), page, activated,
    prev: page > 1 ? at(page - 1) : undefined, next: found.length > HITS_MAX ? at(page + 1) : undefined,
    day: dayOfValidity(passedOn, service.clock()),
  };
}

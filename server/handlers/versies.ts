/**
 * Versies: all recorded versions of one root, oldest first: valid and recorded period, changes and address of each. Versions that ended
 * are included, also those of a withdrawn root, whose withdrawal ends the recorded period only. The publisher leaves out hidden versions.
 * The tag is the hash of the bytes, which also change when an edition is deleted.
 */
import type { Activated } from '../../publisher/read/types.ts';
import { ROOTS } from '../../schemas/names.ts';
import { jsonBytes } from '../response/response.ts';
import { availableAt } from '../edition/available.ts';
import { withValidators } from '../response/conditional.ts';
import { bytesTag, writersTag } from '../response/etags.ts';
import { formOf, formPair } from '../request/form.ts';
import { DOCUMENT_FORMS } from '../request/negotiate.ts';
import { isPossibleId } from '../../schemas/model/object-id.ts';
import { withQuery } from '../response/object-links.ts';
import { pagedResponse, pagesAround } from '../response/paged-response.ts';
import { VERSION_PARAMETERS } from '../parameters/object-query.ts';
import { readPagina, readSize } from '../parameters/paging.ts';
import { passedOnOf, type PassedOn } from '../parameters/passed-on.ts';
import { parseParameters, FORM_PARAMETER, formatQuery, parameterProblem, type ParameterFault } from '../parameters/query.ts';
import { ABSENT, UNAVAILABLE, type Problem } from '../response/problem.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { versieOf } from '../edition/versie.ts';
import { versionDocuments } from '../edition/version-documents.ts';
import { versiesPage } from '../web/versies-page.ts';
import { pageRequest, freshPage } from './page-response.ts';

interface RequestedPage {
  readonly activated: Activated;
  readonly page: number;
  readonly limit: number;
  readonly self: string;
  readonly at: (page: number) => string;
  readonly passedOn: PassedOn;
}

/** GET /{resources}/{id}/versies; `path` names the resources. */
export function versies(path: string, request: ServiceRequest, service: Service): HandlerResult | Promise<HandlerResult> {
  const { editions, baseUrl, clock } = service;
  const id = request.params['id'] ?? '';
  if (!isPossibleId(id)) return ABSENT;
  const url = `${baseUrl}/${path}/${encodeURIComponent(id)}`;
  const form = formOf(request, DOCUMENT_FORMS, `${url}/versies`);
  if (typeof form === 'object') return form;
  const wanted = requestedPage(request, `${url}/versies`, service);
  if ('problem' in wanted) return wanted;
  const { activated: { edition }, page, limit, self, at, passedOn } = wanted;
  const all = edition.versions(id);
  if (all[0] === undefined || ROOTS[all[0].type].path !== path) return ABSENT;
  const start = (page - 1) * limit;
  const some = all.slice(start, start + limit);
  const showing = editions.showing(id, some);
  const of = { baseUrl, path, id };
  const now = clock();
  const document = some.some(({ isPresent }) => isPresent) ? edition.document(id, 'CRS84') : undefined;
  const etag = document === undefined ? undefined : writersTag(document.hash);
  const items = some.map((version, place) => versieOf(version, {
    index: start + place, showing: showing[place] ?? null, of, now, tag: version.isPresent ? etag : undefined,
  }));
  const total = all.length;
  const pages = pagesAround({ page, limit, total }, { self, at });
  const bytes = items.map((item, place) => Buffer.concat([Buffer.from(place === 0 ? '' : ','), jsonBytes(item)]));
  const tag = bytesTag(Buffer.concat([jsonBytes([pages, total]), ...bytes]), form);
  if (form !== 'html') return withValidators(request, { tag }, () => pagedResponse(bytes, form, { name: 'versies', pages, total, limit }));
  const context = pageRequest(request, service, { url: `${url}/versies`, passedOn });
  const documentOf = versionDocuments(id, all, { edition, editions });
  return freshPage(request, context, Promise.resolve(versiesPage(items, { context, path, id, pages, total, documentOf })));
}

/** Reads the request: the edition and the page. Links to pages fix the moment, so that all pages come from one edition. */
function requestedPage({ query }: ServiceRequest, url: string, { editions, clock }: Service): RequestedPage | Problem {
  const present = editions.current();
  if (present === undefined) return UNAVAILABLE;
  const faults: ParameterFault[] = [];
  const given = parseParameters(query, [...VERSION_PARAMETERS, FORM_PARAMETER], faults);
  const limit = readSize(given.paginaGrootte, 'paginaGrootte', faults);
  const page = readPagina(given.pagina, faults);
  const passedOn = passedOnOf(given, { query, now: clock(), faults });
  const moment = passedOn.beschikbaarOp;
  if (faults.length > 0) return parameterProblem(faults, query, url);
  const activated = moment === null ? present : availableAt(moment, editions);
  if (activated === 'nothing') return ABSENT;
  if ('problem' in activated) return activated;
  const size: readonly (readonly [string, string])[] = given.paginaGrootte === undefined ? [] : [['paginaGrootte', String(limit)]];
  const requestedMoment = moment === null ? [] : [['beschikbaarOp', new Date(moment).toISOString()] as const];
  const pinned = moment === null ? [['beschikbaarOp', present.activated.toISOString()] as const] : requestedMoment;
  const asForm = [...passedOn.lang === undefined ? [] : [['lang', passedOn.lang] as const], ...formPair(given.f)];
  const number = given.pagina === undefined ? [] : [['pagina', String(page)] as const];
  const self = withQuery(url, formatQuery([...size, ...requestedMoment, ...number, ...asForm]));
  const at = (number: number): string => withQuery(url, formatQuery([...size, ...pinned, ['pagina', String(number)], ...asForm]));
  return { activated, page, limit, self, passedOn, at };
}

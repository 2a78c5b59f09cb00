/**
 * Edities: publications, newest first, and one by the number of its edition: each head with the content and changes of its edition, as far
 * as it is stored. Their moments are valid for `beschikbaarOp`. All data comes from public heads, so hidden objects never show.
 */
import { numberGone } from '../edition/available.ts';
import { ABSENT } from '../response/problem.ts';
import { contentHeaders, jsonBytes, okResponse } from '../response/response.ts';
import { withValidators } from '../response/conditional.ts';
import { bytesTag } from '../response/etags.ts';
import { editieOf } from '../edition/editie.ts';
import { formOf, formPair } from '../request/form.ts';
import { DOCUMENT_FORMS, MEDIA_TYPES, PLAIN_FORMS } from '../request/negotiate.ts';
import { withQuery } from '../response/object-links.ts';
import { pagedResponse, pagesAround } from '../response/paged-response.ts';
import { readLang } from '../parameters/lang.ts';
import { withLanguage } from '../parameters/passed-on.ts';
import { readPagina, readSize } from '../parameters/paging.ts';
import { parseParameters, FORM_PARAMETER, formatQuery, parameterProblem, type ParameterFault } from '../parameters/query.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { editiePage, editiesPage } from '../web/edities-page.ts';
import { pageRequest, freshPage } from './page-response.ts';

/** Whether a text is the number of an edition: from 1, without leading zeros. */
export function isEditionNumber(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text);
}

/** GET /edities/{nummer} */
export async function editie(request: ServiceRequest, { editions, baseUrl, isSite, desk }: Service): Promise<HandlerResult> {
  const text = request.params['nummer'] ?? '';
  if (!isEditionNumber(text)) return ABSENT;
  const number = Number(text);
  const url = `${baseUrl}/edities/${number}`;
  const form = formOf(request, PLAIN_FORMS, url);
  if (typeof form === 'object') return form;
  const faults: ParameterFault[] = [];
  const lang = readLang(parseParameters(request.query, ['lang', FORM_PARAMETER], faults).lang, faults);
  if (faults.length > 0) return parameterProblem(faults, request.query, url);
  const found = editions.numbered(number);
  if (found === 'unknown') return ABSENT;
  if ('gone' in found) return numberGone(number, found);
  const described = editieOf(found.listed, baseUrl);
  if (form === 'json') {
    const bytes = jsonBytes(described);
    return withValidators(request, { tag: bytesTag(bytes, form) }, () => okResponse(contentHeaders(MEDIA_TYPES.json), bytes));
  }
  const context = pageRequest(request, { baseUrl, isSite, desk }, { url, passedOn: withLanguage(lang) });
  return await freshPage(request, context, Promise.resolve(editiePage(described, context)));
}

/** GET /edities */
export async function edities(request: ServiceRequest, { editions, baseUrl, isSite, desk }: Service): Promise<HandlerResult> {
  const url = `${baseUrl}/edities`;
  const form = formOf(request, DOCUMENT_FORMS, url);
  if (typeof form === 'object') return form;
  const faults: ParameterFault[] = [];
  const given = parseParameters(request.query, ['pagina', 'paginaGrootte', 'lang', FORM_PARAMETER], faults);
  const limit = readSize(given.paginaGrootte, 'paginaGrootte', faults);
  const page = readPagina(given.pagina, faults);
  const lang = readLang(given.lang, faults);
  if (faults.length > 0) return parameterProblem(faults, request.query, url);
  const { heads, numberMatched: total } = await editions.list({ position: (page - 1) * limit, limit });
  const size: readonly (readonly [string, string])[] = given.paginaGrootte === undefined ? [] : [['paginaGrootte', String(limit)]];
  const asForm = [...lang === undefined ? [] : [['lang', lang] as const], ...formPair(given.f)];
  const at = (number: number): string => withQuery(url, formatQuery([...size, ['pagina', String(number)], ...asForm]));
  const self = given.pagina === undefined ? withQuery(url, formatQuery([...size, ...asForm])) : at(page);
  const pages = pagesAround({ page, limit, total }, { self, at });
  const items = heads.map((head) => editieOf(head, baseUrl));
  const bytes = items.map((item, index) => Buffer.concat([Buffer.from(index === 0 ? '' : ','), jsonBytes(item)]));
  const tag = bytesTag(Buffer.concat([jsonBytes([pages, total]), ...bytes]), form);
  if (form !== 'html') return withValidators(request, { tag }, () => pagedResponse(bytes, form, { name: 'edities', pages, total, limit }));
  const context = pageRequest(request, { baseUrl, isSite, desk }, { url, passedOn: withLanguage(lang) });
  return await freshPage(request, context, Promise.resolve(editiesPage(items, { context, pages, total })));
}

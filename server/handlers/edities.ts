/**
 * Edities: publications, newest first: each head with the content and changes of its edition, as far as it is stored. Their moments are
 * valid for `beschikbaarOp`. All data comes from public heads, so hidden objects never show.
 */
import { jsonBytes, okResponse } from '../response/response.ts';
import { withValidators } from '../response/conditional.ts';
import { bytesTag } from '../response/etags.ts';
import { editieOf } from '../edition/editie.ts';
import { formOf, formPair } from '../request/form.ts';
import { DOCUMENT_FORMS } from '../request/negotiate.ts';
import { withQuery } from '../response/object-links.ts';
import { pagedResponse, pagesAround } from '../response/paged-response.ts';
import { readPagina, readSize } from '../parameters/paging.ts';
import { parseParameters, FORM_PARAMETER, formatQuery, parameterProblem, type ParameterFault } from '../parameters/query.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { editiesPage } from '../web/edities-page.ts';
import { HTML_HEADERS } from '../web/page.ts';

/** GET /edities */
export async function edities(request: ServiceRequest, { editions, baseUrl }: Service): Promise<HandlerResult> {
  const url = `${baseUrl}/edities`;
  const form = formOf(request, DOCUMENT_FORMS, url);
  if (typeof form === 'object') return form;
  const faults: ParameterFault[] = [];
  const given = parseParameters(request.query, ['pagina', 'paginaGrootte', FORM_PARAMETER], faults);
  const limit = readSize(given.paginaGrootte, 'paginaGrootte', faults);
  const page = readPagina(given.pagina, faults);
  if (faults.length > 0) return parameterProblem(faults, request.query, url);
  const { heads, numberMatched: total } = await editions.list({ position: (page - 1) * limit, limit });
  const size: readonly (readonly [string, string])[] = given.paginaGrootte === undefined ? [] : [['paginaGrootte', String(limit)]];
  const asForm = formPair(given.f);
  const at = (number: number): string => withQuery(url, formatQuery([...size, ['pagina', String(number)], ...asForm]));
  const self = given.pagina === undefined ? withQuery(url, formatQuery([...size, ...asForm])) : at(page);
  const pages = pagesAround({ page, limit, total }, { self, at });
  const items = heads.map(editieOf);
  const bytes = items.map((item, index) => Buffer.concat([Buffer.from(index === 0 ? '' : ','), jsonBytes(item)]));
  const tag = bytesTag(Buffer.concat([jsonBytes([pages, total]), ...bytes]), form);
  return withValidators(request, { tag }, () => (form === 'html'
    ? okResponse(HTML_HEADERS, editiesPage(items, { baseUrl, pages, total }))
    : pagedResponse(bytes, form, { name: 'edities', pages, total, limit })));
}

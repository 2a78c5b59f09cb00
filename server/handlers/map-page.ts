/**
 * Map page: `/kaart`, a map whose every view has an address. It exists as a page only. Its script reads lists, counts and
 * surroundings as any client does; without script the page is a form that leads to `/omgeving`.
 */
import { originOf } from '../../schemas/basemap.ts';
import { dayOf } from '../../schemas/time.ts';
import { readMapQuery } from '../parameters/map-query.ts';
import { parameterProblem } from '../parameters/query.ts';
import { formOf } from '../request/form.ts';
import { PAGE_FORMS } from '../request/negotiate.ts';
import { withValidators } from '../response/conditional.ts';
import { bytesTag } from '../response/etags.ts';
import { okResponse } from '../response/response.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { mapPage } from '../web/map-page.ts';
import { mapHeaders } from '../web/page.ts';
import { wordingOf } from './fixed.ts';
import { pageRequest } from './page-response.ts';

/** GET /kaart */
export function map(request: ServiceRequest, service: Service): HandlerResult {
  const url = `${service.baseUrl}/kaart`;
  const form = formOf(request, PAGE_FORMS, url);
  if (typeof form === 'object') return form;
  const { query, faults } = readMapQuery(request.query, service.clock());
  if (faults.length > 0) return parameterProblem(faults, request.query, url);
  const { basemap } = service;
  const context = pageRequest(request, service, { url, passedOn: query.passedOn });
  const body = mapPage(query, { context, service, today: dayOf(service.clock()) });
  const { vary } = wordingOf(form, context);
  const headers = [...mapHeaders(basemap === null ? undefined : originOf(basemap)), 'Content-Language', context.language];
  return withValidators(request, { tag: bytesTag(body, form), ...(vary === undefined ? {} : { vary }) }, () => okResponse(headers, body));
}

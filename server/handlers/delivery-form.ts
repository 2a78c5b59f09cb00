/**
 * Delivery form: `/aanleveren`, the page on which a source holder delivers. It holds nothing of a holder: its script sends the requests
 * that any client sends, with a token that stays in the memory of the tab.
 */
import { readLang } from '../parameters/lang.ts';
import { withLanguage } from '../parameters/passed-on.ts';
import { FORM_PARAMETER, parameterProblem, parseParameters, type ParameterFault } from '../parameters/query.ts';
import { formOf } from '../request/form.ts';
import { PAGE_FORMS } from '../request/negotiate.ts';
import { withValidators } from '../response/conditional.ts';
import { bytesTag } from '../response/etags.ts';
import { okResponse } from '../response/response.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { deliveryPage } from '../web/delivery-page.ts';
import { DELIVERING_PATH, SCRIPTED_HTML_HEADERS } from '../web/page.ts';
import { wordingOf } from './fixed.ts';
import { pageRequest } from './page-response.ts';

/** GET /aanleveren */
export function deliveryForm(request: ServiceRequest, service: Service): HandlerResult {
  const url = `${service.baseUrl}${DELIVERING_PATH}`;
  const form = formOf(request, PAGE_FORMS, url);
  if (typeof form === 'object') return form;
  const faults: ParameterFault[] = [];
  const { lang } = parseParameters(request.query, ['lang', FORM_PARAMETER], faults);
  const passedOn = withLanguage(readLang(lang, faults));
  if (faults.length > 0) return parameterProblem(faults, request.query, url);
  const context = pageRequest(request, service, { url, passedOn });
  const body = deliveryPage(context);
  const { vary } = wordingOf(form, context);
  const headers = [...SCRIPTED_HTML_HEADERS, 'Content-Language', context.language];
  return withValidators(request, { tag: bytesTag(body, form), ...(vary === undefined ? {} : { vary }) }, () => okResponse(headers, body));
}

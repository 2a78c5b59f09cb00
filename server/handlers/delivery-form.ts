/**
 * Delivery form: `/aanleveren`, the page on which a source holder delivers. It holds nothing of a holder: its script sends the requests
 * that any client sends, with a token that stays in the memory of the tab.
 */
import { withValidators } from '../response/conditional.ts';
import { bytesTag } from '../response/etags.ts';
import { okResponse } from '../response/response.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { deliveryPage } from '../web/delivery-page.ts';
import { DELIVERING_PATH, SCRIPTED_HTML_HEADERS } from '../web/page.ts';
import { wordingOf } from './fixed.ts';
import { plainPageRequest } from './page-response.ts';

/** GET /aanleveren */
export function deliveryForm(request: ServiceRequest, service: Service): HandlerResult {
  const page = plainPageRequest(request, service, DELIVERING_PATH);
  if ('problem' in page) return page;
  const { form, context } = page;
  const body = deliveryPage(context);
  const { vary } = wordingOf(form, context);
  const headers = [...SCRIPTED_HTML_HEADERS, 'Content-Language', context.language];
  return withValidators(request, { tag: bytesTag(body, form), ...(vary === undefined ? {} : { vary }) }, () => okResponse(headers, body));
}

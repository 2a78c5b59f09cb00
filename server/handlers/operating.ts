/**
 * Operating: `/beheren`, the public facts about the service for an operator. Pages for people only: programs read `/edities`,
 * `/conformance` and `/openapi.json`.
 */
import { LIMITS } from '../../schemas/limits.ts';
import { withValidators } from '../response/conditional.ts';
import { bytesTag } from '../response/etags.ts';
import { okResponse } from '../response/response.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { operatingPage } from '../web/operating-page.ts';
import { SCRIPTED_HTML_HEADERS } from '../web/page.ts';
import { fresh, wordingOf } from './fixed.ts';
import { plainPageRequest } from './page-response.ts';

/** GET /beheren */
export async function operating(request: ServiceRequest, service: Service): Promise<HandlerResult> {
  const page = plainPageRequest(request, service, '/beheren');
  if ('problem' in page) return page;
  const { form, context } = page;
  const listed = await service.editions.list({ position: 0, limit: LIMITS.resourcesMax });
  const active = service.editions.current();
  const measured = active === undefined ? undefined : service.editions.qualityUpTo(active.edition.number, 1)[0]?.edition;
  const body = operatingPage(context, { active, listed, measured }, service);
  const tag = bytesTag(body, form);
  if (service.desk === null) return fresh(request, { form, body, tag, ...wordingOf(form, context) });
  const { vary } = wordingOf(form, context);
  const headers = [...SCRIPTED_HTML_HEADERS, 'Content-Language', context.language];
  return withValidators(request, { tag, ...(vary === undefined ? {} : { vary }) }, () => okResponse(headers, body));
}

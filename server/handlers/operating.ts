/**
 * Operating: `/beheren`, the public facts about the service for an operator. Pages for people only: programs read `/edities`,
 * `/conformance` and `/openapi.json`.
 */
import { LIMITS } from '../../schemas/limits.ts';
import { bytesTag } from '../response/etags.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { operatingPage } from '../web/operating-page.ts';
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
  return fresh(request, { form, body, tag: bytesTag(body, form), ...wordingOf(form, context) });
}

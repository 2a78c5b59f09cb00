/**
 * Operating: `/beheren`, the public facts about the service for an operator. Pages for people only: programs read `/edities`,
 * `/conformance` and `/openapi.json`.
 */
import { LIMITS } from '../../schemas/limits.ts';
import { readLang } from '../parameters/lang.ts';
import { withLanguage } from '../parameters/passed-on.ts';
import { FORM_PARAMETER, parameterProblem, parseParameters, type ParameterFault } from '../parameters/query.ts';
import { formOf } from '../request/form.ts';
import { PAGE_FORMS } from '../request/negotiate.ts';
import { bytesTag } from '../response/etags.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { operatingPage } from '../web/operating-page.ts';
import { fresh, wordingOf } from './fixed.ts';
import { pageRequest } from './page-response.ts';

/** GET /beheren */
export async function operating(request: ServiceRequest, service: Service): Promise<HandlerResult> {
  const url = `${service.baseUrl}/beheren`;
  const form = formOf(request, PAGE_FORMS, url);
  if (typeof form === 'object') return form;
  const faults: ParameterFault[] = [];
  const { lang } = parseParameters(request.query, ['lang', FORM_PARAMETER], faults);
  const passedOn = withLanguage(readLang(lang, faults));
  if (faults.length > 0) return parameterProblem(faults, request.query, url);
  const context = pageRequest(request, service, { url, passedOn });
  const listed = await service.editions.list({ position: 0, limit: LIMITS.resourcesMax });
  const active = service.editions.current();
  const measured = active === undefined ? undefined : service.editions.qualityUpTo(active.edition.number, 1)[0]?.edition;
  const body = operatingPage(context, { active, listed, measured }, service);
  return fresh(request, { form, body, tag: bytesTag(body, form), ...wordingOf(form, context) });
}

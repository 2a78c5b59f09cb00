/** Versions of the interface: `/documentatie/versies`, their schedule and changelog. It stays readable after the end of this version. */
import { scheduleOf } from '../../schemas/deprecation.ts';
import { INTERFACE_VERSIONS } from '../../schemas/interface-versions.ts';
import { readPassedOn } from '../parameters/passed-on.ts';
import { formOf } from '../request/form.ts';
import { PLAIN_FORMS } from '../request/negotiate.ts';
import { bytesTag } from '../response/etags.ts';
import { both } from '../response/problem.ts';
import { jsonBytes } from '../response/response.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { interfaceVersionsPage } from '../web/interface-versions-page.ts';
import { fresh, wordingOf } from './fixed.ts';
import { pageRequest } from './page-response.ts';

/** GET /documentatie/versies */
export function interfaceVersions(request: ServiceRequest, service: Service): HandlerResult {
  const url = `${service.baseUrl}/documentatie/versies`;
  const form = formOf(request, PLAIN_FORMS, url);
  if (typeof form === 'object') return form;
  const now = service.clock();
  const passedOn = readPassedOn(request.query, url, now, ['lang']);
  if ('problem' in passedOn) return passedOn;
  const schedule = scheduleOf(service, now.getTime());
  const context = pageRequest(request, service, { url, passedOn });
  const body = form === 'html' ? interfaceVersionsPage(schedule, context) : jsonBytes({
    hoofdversies: schedule.map(({ major, baseUrl, state, period }) => ({
      hoofdversie: major, adres: baseUrl, staat: state, verouderdVanaf: period?.from ?? null, vervaltOp: period?.withdrawn ?? null,
    })),
    wijzigingen: INTERFACE_VERSIONS.map(({ version, changes }) => ({ versie: version, wijzigingen: changes.map(both) })),
  });
  return fresh(request, { form, body, tag: bytesTag(body, form), ...(form === 'html' ? wordingOf(form, context) : {}) });
}

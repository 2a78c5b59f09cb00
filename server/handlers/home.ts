/**
 * Home: the start page for people, with the contents of the register at the moment of the request. Programs get the landing page of OGC API
 * Features (fixed.ts).
 */
import type { Edition } from '../../publisher/read/types.ts';
import { activatedFor, countsOf } from '../edition/available.ts';
import { Density } from '../edition/density.ts';
import { readPassedOn } from '../parameters/passed-on.ts';
import { formOf } from '../request/form.ts';
import { LANDING_FORMS } from '../request/negotiate.ts';
import { bytesTag } from '../response/etags.ts';
import type { Handler, HandlerResult, Service, ServiceRequest } from '../service.ts';
import { homePage } from '../web/home-page.ts';
import { fresh, landing, wordingOf } from './fixed.ts';
import { pageRequest } from './page-response.ts';

/** GET {base_url}; `description` is the OpenAPI document. */
export function home(service: Service, description: Buffer): Handler {
  const forPrograms = landing(service, description);
  const density = new Density();
  return (request, given) => {
    const form = formOf(request, LANDING_FORMS, service.baseUrl);
    if (typeof form === 'object') return form;
    return form === 'html' ? homeNow(request, service, density) : forPrograms(request, given);
  };
}

async function homeNow(request: ServiceRequest, service: Service, density: Density): Promise<HandlerResult> {
  const passedOn = readPassedOn(request.query, service.baseUrl, service.clock());
  if ('problem' in passedOn) return passedOn;
  const activated = activatedFor(passedOn, service.editions);
  if (activated !== undefined && 'problem' in activated) return activated;
  const isOfNow = passedOn.at === null && passedOn.beschikbaarOp === null && passedOn.kind === undefined;
  const cellsOf = async (edition: Edition | undefined) => (edition === undefined || !isOfNow ? null : await density.of(edition));
  const [counts, cells] = await Promise.all([countsOf(activated?.edition, passedOn), cellsOf(activated?.edition)]);
  const context = pageRequest(request, service, { url: service.baseUrl, passedOn });
  const body = homePage(context, { activated, counts, cells }, service);
  return fresh(request, { form: 'html', ...wordingOf('html', context), body, tag: bytesTag(body, 'html'), isScripted: true });
}

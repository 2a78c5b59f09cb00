/**
 * Submission: the outcome of a write or a delivery, for its submitter and the operator. Another holder's receipt gives the same response
 * as a missing one.
 */
import type { Desk } from '../../schemas/desk.ts';
import type { Outcome } from '../../schemas/submission.ts';
import { contentHeaders, jsonBytes, NO_STORE, okResponse } from '../response/response.ts';
import { formOf } from '../request/form.ts';
import { MEDIA_TYPES, PLAIN_FORMS, SUBMISSION_FORMS } from '../request/negotiate.ts';
import { parameterless } from '../parameters/query.ts';
import { ABSENT, notAcceptable } from '../response/problem.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { submissionBody, SUBMISSIONS } from '../description/submission.ts';
import { HTML_HEADERS } from '../web/page.ts';
import { submissionPage } from '../web/submission-page.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** GET /indieningen/{uuid} */
export async function submission(request: ServiceRequest, { desk, service }: { desk: Desk; service: Service }): Promise<HandlerResult> {
  const uuid = request.params['uuid'] ?? '';
  if (!UUID.test(uuid)) return ABSENT;
  const url = `${service.baseUrl}${SUBMISSIONS}/${uuid}`;
  const form = formOf(request, SUBMISSION_FORMS, url);
  if (typeof form === 'object') return form;
  const refused = parameterless(request.query, url);
  if (refused !== undefined) return refused;
  const outcome = await desk.outcome(uuid);
  if (outcome === undefined || !maySee(request, outcome)) return ABSENT;
  request.submission = uuid;
  if (form === 'csv' || form === 'xlsx' || form === 'geojson') {
    const report = await desk.report(uuid, form);
    return report === undefined ? notAcceptable(PLAIN_FORMS) : okResponse([...contentHeaders(MEDIA_TYPES[form]), ...NO_STORE], report);
  }
  const retry = retryAfter(outcome, service);
  const body = submissionBody(outcome, service);
  return form === 'html'
    ? okResponse([...HTML_HEADERS, ...retry, ...NO_STORE], submissionPage(body, service))
    : okResponse([...contentHeaders(MEDIA_TYPES.json), ...retry, ...NO_STORE], jsonBytes(body));
}

function maySee({ principal }: ServiceRequest, { receipt }: Outcome): boolean {
  return principal?.holder === receipt.holder || principal?.roles.includes('operator') === true;
}

/** Returns Retry-After of a pending submission: soon, or the time of its batch in mode scheduled; none when no batch is planned. */
function retryAfter({ state, nextBatch }: Outcome, { clock }: Service): readonly string[] {
  if (state !== 'pending' || nextBatch === null) return [];
  const seconds = nextBatch === undefined ? 1 : Math.ceil((nextBatch - clock().getTime()) / 1_000);
  return ['Retry-After', String(Math.max(1, seconds))];
}

/**
 * Submission: the outcome of a write or a delivery, for its submitter and the operator. Another holder's receipt gives the same response
 * as a missing one.
 */
import type { Desk } from '../../schemas/desk.ts';
import type { Report } from '../../schemas/finding.ts';
import { hasRole } from '../../schemas/roles.ts';
import type { Outcome } from '../../schemas/submission.ts';
import { SUBMISSIONS } from '../../schemas/target.ts';
import { contentHeaders, jsonBytes, NO_STORE, okResponse } from '../response/response.ts';
import { formOf } from '../request/form.ts';
import { MEDIA_TYPES, PLAIN_FORMS, SUBMISSION_FORMS } from '../request/negotiate.ts';
import { readPassedOn } from '../parameters/passed-on.ts';
import { ABSENT, notAcceptable } from '../response/problem.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { submissionBody } from '../description/submission.ts';
import { submissionPage, type ReportMaps } from '../web/submission-page.ts';
import { pageHeaders, pageRequest } from './page-response.ts';

/** Form of a uuid that we give. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** GET /indieningen/{uuid} */
export async function submission(request: ServiceRequest, { desk, service }: { desk: Desk; service: Service }): Promise<HandlerResult> {
  const uuid = request.params['uuid'] ?? '';
  if (!UUID.test(uuid)) return ABSENT;
  const url = `${service.baseUrl}${SUBMISSIONS}/${uuid}`;
  const form = formOf(request, SUBMISSION_FORMS, url);
  if (typeof form === 'object') return form;
  const passedOn = readPassedOn(request.query, url, service.clock(), ['lang']);
  if ('problem' in passedOn) return passedOn;
  const outcome = await foundOutcome(request, uuid, desk);
  if (outcome === undefined) return ABSENT;
  if (form === 'csv' || form === 'xlsx' || form === 'geojson') {
    const { report } = outcome;
    if (report === null) return notAcceptable(PLAIN_FORMS);
    return okResponse([...contentHeaders(MEDIA_TYPES[form]), ...NO_STORE], await desk.report(report, form));
  }
  const retry = retryAfter(outcome, service);
  const body = submissionBody(outcome, service);
  if (form === 'json') return okResponse([...contentHeaders(MEDIA_TYPES.json), ...retry, ...NO_STORE], jsonBytes(body));
  const context = pageRequest(request, service, { url, passedOn });
  return okResponse([...pageHeaders(context), ...retry, ...NO_STORE], submissionPage(body, await mapsOf(outcome.report, desk), context));
}

/** Returns what the maps of the page of a report show: the geometries that it changes, and the positions of its findings. */
export async function mapsOf(report: Report | null, desk: Desk): Promise<ReportMaps> {
  const shapes = report?.effects === undefined ? [] : await desk.changedShapes(report.effects);
  return { shapes, positions: report === null ? [] : await desk.findingPositions(report.findings) };
}

/** Returns the outcome of a submission; undefined when there is none that this client may see. */
export async function foundOutcome(request: ServiceRequest, uuid: string, desk: Desk): Promise<Outcome | undefined> {
  const outcome = UUID.test(uuid) ? await desk.outcome(uuid) : undefined;
  if (outcome === undefined || !maySee(request, outcome)) return undefined;
  request.submission = uuid;
  return outcome;
}

function maySee({ principal }: ServiceRequest, { receipt }: Outcome): boolean {
  return principal !== null && (principal.holders.includes(receipt.holder) || hasRole(principal, 'operator'));
}

/** Returns Retry-After of a pending submission: soon, or the time of its batch in mode scheduled; none when no batch is planned. */
export function retryAfter({ state, nextBatch }: Outcome, { clock }: Service): readonly string[] {
  if (state !== 'pending' || nextBatch === null) return [];
  const seconds = nextBatch === undefined ? 1 : Math.ceil((nextBatch - clock().getTime()) / 1_000);
  return ['Retry-After', String(Math.max(1, seconds))];
}

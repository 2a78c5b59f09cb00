/**
 * Job: a submission in the form that clients of OGC API Processes follow: its status, and its report as results. The outcome and the
 * access are those of `/indieningen/{uuid}` (submission.ts). Not here: starting a job, which is a write or a delivery.
 */
import type { Desk } from '../../schemas/desk.ts';
import type { Outcome } from '../../schemas/submission.ts';
import { isOver, jobBody, jobStatus, messageOf } from '../description/job.ts';
import { JOBS } from '../description/submission.ts';
import { readPassedOn } from '../parameters/passed-on.ts';
import { formOf } from '../request/form.ts';
import { JOB_FORMS, MEDIA_TYPES, RESULT_FORMS, type Form } from '../request/negotiate.ts';
import { ABSENT, type Problem } from '../response/problem.ts';
import { contentHeaders, jsonBytes, NO_STORE, okResponse } from '../response/response.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { foundOutcome, retryAfter } from './submission.ts';

interface JobDependencies {
  readonly desk: Desk;
  readonly service: Service;
}

/** GET /jobs/{uuid} */
export async function job(request: ServiceRequest, dependencies: JobDependencies): Promise<HandlerResult> {
  const requested = await requestedJob(request, dependencies, { forms: JOB_FORMS, below: '' });
  if ('problem' in requested) return requested;
  const { outcome } = requested;
  const headers = [...contentHeaders(MEDIA_TYPES.json), ...retryAfter(outcome, dependencies.service), ...NO_STORE];
  return okResponse(headers, jsonBytes(jobBody(outcome, dependencies.service)));
}

/** GET /jobs/{uuid}/results */
export async function jobResults(request: ServiceRequest, dependencies: JobDependencies): Promise<HandlerResult> {
  const requested = await requestedJob(request, dependencies, { forms: RESULT_FORMS, below: '/results' });
  if ('problem' in requested) return requested;
  const { outcome, form } = requested;
  const { report } = outcome;
  if (!isOver(jobStatus(outcome)) || report === null) return withoutResults(outcome, dependencies.service);
  const headers = [...contentHeaders(MEDIA_TYPES[form]), ...NO_STORE];
  if (form === 'json') return okResponse(headers, jsonBytes(report));
  return okResponse(headers, await dependencies.desk.report(report, form));
}

async function requestedJob<F extends Form>(
  request: ServiceRequest, { desk, service }: JobDependencies, { forms, below }: { readonly forms: readonly F[]; readonly below: string },
): Promise<{ readonly outcome: Outcome; readonly form: F } | Problem> {
  const uuid = request.params['uuid'] ?? '';
  const url = `${service.baseUrl}${JOBS}/${encodeURIComponent(uuid)}${below}`;
  const form = formOf(request, forms, url);
  if (typeof form === 'object') return form;
  const passedOn = readPassedOn(request.query, url, service.clock(), []);
  if ('problem' in passedOn) return passedOn;
  const outcome = await foundOutcome(request, uuid, desk);
  return outcome === undefined ? ABSENT : { outcome, form };
}

/** Problem of a job without results: it is not over, or its processing failed. */
function withoutResults(outcome: Outcome, service: Service): Problem {
  const { nl, en } = messageOf(outcome);
  const isLater = !isOver(jobStatus(outcome));
  return {
    problem: 'BestaatNiet',
    detail: isLater
      ? { nl: `Er is nog geen resultaat. ${nl}`, en: `There is no result yet. ${en}` }
      : { nl: `Er is geen resultaat. ${nl}`, en: `There is no result. ${en}` },
    headers: retryAfter(outcome, service),
  };
}

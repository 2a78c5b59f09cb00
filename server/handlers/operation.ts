/**
 * Operation: what the operator sees of the service at work, and the decision on a submission that is parked or set aside.
 *
 * Invariants:
 *  - Only the role `operator` reaches these requests. The credential is a header, so no page of another host can send them.
 *  - A decision has the effect of `ev submissions release` and `refuse`. It is made once: the second of two operators gets 409.
 *  - The log names the submission of each decision, as for every write.
 */
import type { Desk } from '../../schemas/desk.ts';
import { unreachable } from '../../schemas/fault.ts';
import type { Text } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { SubmissionState } from '../../schemas/submission.ts';
import { OVERVIEW } from '../../schemas/target.ts';
import { submissionLinks } from '../description/submission.ts';
import { readPassedOn } from '../parameters/passed-on.ts';
import { faultsOfWrite, parameterProblem, parseParameters, type ParameterFault } from '../parameters/query.ts';
import { readRuling } from '../parameters/ruling-body.ts';
import { bodyProblem } from '../parameters/search-body.ts';
import { formOf } from '../request/form.ts';
import { MEDIA_TYPES, PLAIN_FORMS } from '../request/negotiate.ts';
import { unreadableBody } from '../request/request-body.ts';
import { ABSENT, type Problem } from '../response/problem.ts';
import { contentHeaders, jsonBytes, NO_STORE, okResponse } from '../response/response.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { overviewPage } from '../web/overview-page.ts';
import { pageHeaders, pageRequest } from './page-response.ts';
import { foundOutcome } from './submission.ts';

interface Context {
  readonly desk: Desk;
  readonly service: Service;
}

/** GET /beheren/overzicht */
export async function overview(request: ServiceRequest, { desk, service }: Context): Promise<HandlerResult> {
  const url = service.baseUrl + OVERVIEW;
  const form = formOf(request, PLAIN_FORMS, url);
  if (typeof form === 'object') return form;
  const passedOn = readPassedOn(request.query, url, service.clock(), ['lang']);
  if ('problem' in passedOn) return passedOn;
  const seen = await desk.overview();
  if (form === 'html') {
    const context = pageRequest(request, service, { url, passedOn });
    return okResponse([...pageHeaders(context), ...NO_STORE], overviewPage(seen, context));
  }
  const waiting = seen.waiting.map((one) => ({ ...one, _links: submissionLinks(one.uuid, service.baseUrl) }));
  return okResponse([...contentHeaders(MEDIA_TYPES.json), ...NO_STORE], jsonBytes({ ...seen, waiting, _links: { self: { href: url } } }));
}

/** Returns the problem that the head of a decision shows; undefined when the body may be read. */
export function refusedRuling(request: ServiceRequest, service: Service): Problem | undefined {
  const { query, headers, params } = request;
  const unreadable = unreadableBody(headers, MEDIA_TYPES.json);
  if (unreadable !== undefined) return unreadable;
  if (Number(headers['content-length'] ?? 0) > LIMITS.rulingBytesMax) return TOO_LARGE;
  const faults: ParameterFault[] = [];
  parseParameters(query, [], faults);
  const { href } = submissionLinks(encodeURIComponent(params['uuid'] ?? ''), service.baseUrl).self;
  return faults.length === 0 ? undefined : parameterProblem(faultsOfWrite(faults), query, `${href}/besluit`);
}

/** POST /indieningen/{uuid}/besluit */
export async function ruleSubmission(request: ServiceRequest, { desk, service }: Context): Promise<HandlerResult> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (body.length > LIMITS.rulingBytesMax) return TOO_LARGE;
  const faults: ParameterFault[] = [];
  const ruling = readRuling(body, faults);
  if (ruling === undefined) return bodyProblem(faults);
  const found = await foundOutcome(request, request.params['uuid'] ?? '', desk);
  if (found === undefined) return ABSENT;
  const { uuid } = found.receipt;
  const ruled = await desk.rule(uuid, ruling);
  switch (ruled.kind) {
    case 'ruled': return okResponse([...contentHeaders(MEDIA_TYPES.json), ...NO_STORE], jsonBytes({
      uuid, besluit: ruling.kind === 'release' ? 'vrijgeven' : 'weigeren', ...(ruled.retriedAs === null ? {} : { retriedAs: ruled.retriedAs }),
      _links: submissionLinks(ruled.retriedAs ?? uuid, service.baseUrl),
    }));
    case 'notWaiting': {
      const now = await desk.outcome(uuid);
      return notWaiting(now?.state ?? found.state);
    }
    case 'damaged': return DAMAGED;
    default: return unreachable(ruled);
  }
}

const STATES: Readonly<Record<SubmissionState, Text>> = {
  pending: { nl: 'wacht op de volgende ronde, of is al vrijgegeven', en: 'waits for the next batch, or was released already' },
  parked: { nl: 'is geparkeerd', en: 'is parked' },
  settled: { nl: 'is al verwerkt', en: 'is processed already' },
  aside: { nl: 'is apart gezet', en: 'is set aside' },
  retried: { nl: 'wordt al opnieuw geprobeerd', en: 'is tried again already' },
  refused: { nl: 'is al geweigerd', en: 'was refused already' },
};

function notWaiting(state: SubmissionState): Problem {
  const { nl, en } = STATES[state];
  return {
    problem: 'Strijdig',
    detail: {
      nl: `Deze indiening ${nl}. Alleen wat geparkeerd of apart gezet is, kan worden vrijgegeven of geweigerd.`,
      en: `This submission ${en}. Only what is parked or set aside can be released or refused.`,
    },
  };
}

const DAMAGED: Problem = {
  problem: 'Strijdig',
  detail: {
    nl: 'Wat van de indiening bewaard is, is niet wat ontvangen werd. Laat de bronhouder opnieuw inleveren, en weiger deze.',
    en: 'What is stored of the submission is not what was received. Have its holder hand it in again, and refuse this one.',
  },
};

const TOO_LARGE: Problem = {
  problem: 'TeGroot',
  detail: {
    nl: `Een besluit mag hoogstens ${LIMITS.rulingBytesMax} bytes zijn.`, en: `A decision may have at most ${LIMITS.rulingBytesMax} bytes.`,
  },
};

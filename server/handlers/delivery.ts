/**
 * Delivery: POST /indieningen, the HTTP counterpart of `ev submit`. It streams a file of any allowed size, stores the file as received and
 * checks the file afterwards; valid objects are accepted.
 *
 * 201: the delivery is processed and its changes can be read. The body has the outcome of each object, and Location its permanent address.
 * 200: with `proef=true`, the report that the delivery would get, in the forms of a report. Nothing is stored.
 * 202: the delivery is stored, and Location will have the outcome. An incomplete delivery is not stored, and the response says so.
 */
import type { Desk } from '../../schemas/desk.ts';
import type { Finding } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { Right } from '../../schemas/roles.ts';
import type { RuleId } from '../../schemas/rules.ts';
import type { Outcome, SubmissionInput, Writer } from '../../schemas/submission.ts';
import { SUBMISSIONS } from '../../schemas/target.ts';
import { writerOf } from '../request/writer.ts';
import { contentHeaders, jsonBytes, NO_STORE } from '../response/response.ts';
import { invalid } from '../response/invalid-params.ts';
import { readContentCrs } from '../parameters/crs.ts';
import { readDeliveryQuery } from '../parameters/delivery-query.ts';
import { faultsOfWrite, parameterProblem } from '../parameters/query.ts';
import type { Problem } from '../response/problem.ts';
import { mediaTypeOf, unreadableDelivery } from '../request/request-body.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { submissionBody } from '../description/submission.ts';
import { endUpload, Upload, UploadFault } from '../connection/upload.ts';
import { foreseen, rehearsalBusy, reportForm } from './rehearsal.ts';
import { accepted, headerOf, pendingOf, receiptOf, refusedByCrs, respondAsync, setAside, submissionUrl } from './write.ts';

/** The right that a full delivery needs in addition to `write`. */
export function rightToEnd({ query }: Pick<ServiceRequest, 'query'>): Right | undefined {
  return readDeliveryQuery(query).query.full.length > 0 ? 'deliverFull' : undefined;
}

/** Returns the problem that the head alone shows; undefined when the body may be read. */
export function refusedDelivery(request: ServiceRequest, service: Service): Problem | undefined {
  const { headers, query } = request;
  const unreadable = unreadableDelivery(headers);
  if (unreadable !== undefined) return unreadable;
  if (Number(headers['content-length'] ?? 0) > LIMITS.deliveryBytesMax) return TOO_LARGE;
  const { query: { holder: code, isRehearsal }, faults } = readDeliveryQuery(query);
  const refused = refusedByCrs(request)
    ?? (faults.length > 0 ? parameterProblem(faultsOfWrite(faults), query, service.baseUrl + SUBMISSIONS) : undefined);
  if (refused !== undefined) return refused;
  const form = isRehearsal ? reportForm(request, service.baseUrl + SUBMISSIONS) : undefined;
  if (typeof form === 'object') return form;
  const writer = delivererOf(request, code, service);
  return 'problem' in writer ? writer : undefined;
}

function delivererOf(request: ServiceRequest, code: string | null, { baseUrl }: Service): Writer | Problem {
  return writerOf(request, { code, isThere: () => true, url: baseUrl + SUBMISSIONS });
}

/** POST /indieningen */
export async function takeDelivery(request: ServiceRequest, { desk, service }: { desk: Desk; service: Service }): Promise<HandlerResult> {
  const { headers } = request;
  const upload = new Upload(request.raw, service.clock);
  const contentCrs = headerOf(headers, 'content-crs');
  const { isRehearsal, lang, holder: code, ...options } = readDeliveryQuery(request.query).query;
  const wait = !respondAsync(headers['prefer']);
  try {
    const writer = delivererOf(request, code, service);
    if ('problem' in writer) return writer;
    const input: SubmissionInput = {
      ...writer, method: 'LEVERING', target: SUBMISSIONS, mediaType: mediaTypeOf(headers), ifMatch: null, ...options,
      crs: contentCrs === undefined ? null : readContentCrs(contentCrs)?.uri ?? null,
    };
    if (isRehearsal) {
      const rehearsal = await desk.rehearse(input, upload.bytes());
      const url = service.baseUrl + SUBMISSIONS;
      if (rehearsal.kind === 'foreseen') return await foreseen(request, rehearsal.report, { lang, of: 'delivery', url, desk, service });
      await upload.passOver();
      return rehearsal.kind === 'busy' ? rehearsalBusy() : refused(rehearsal.findings);
    }
    const answer = await desk.deliver(input, upload.bytes(), { wait });
    if (answer.kind !== 'refused') request.submission = receiptOf(answer).uuid;
    if (answer.kind === 'pending') return accepted(pendingOf(answer), { wait, service });
    if (answer.kind === 'settled') return settled(answer.outcome, { wait, service });
    await upload.passOver();
    return refused(answer.findings);
  } catch (error) {
    if (!(error instanceof UploadFault)) throw error;
    return UPLOAD_PROBLEMS[error.reason];
  } finally {
    endUpload(request.raw.socket);
  }
}

function settled(outcome: Outcome, { wait, service }: { wait: boolean; service: Service }): HandlerResult {
  const { receipt, state } = outcome;
  if (state === 'pending' || state === 'parked') return accepted(outcome, { wait, service });
  if (state === 'aside' || state === 'retried') return setAside(receipt);
  if (state === 'refused') return invalid('NietVerwerkbaar', outcome.report?.findings ?? []);
  const location = ['Location', submissionUrl(receipt, service)];
  return {
    status: 201, headers: [...contentHeaders('application/json'), ...location, ...NO_STORE], body: [jsonBytes(submissionBody(outcome, service))],
  };
}

/** Problem of a delivery that cannot be accepted: too large, or damaged gzip. */
function refused(findings: readonly Finding[]): Problem {
  const isLarge = findings.some(({ rule }) => TOO_LARGE_RULES.has(rule));
  return { ...invalid(isLarge ? 'TeGroot' : 'ValidatieFout', findings), detail: NOT_STORED, headers: CLOSE };
}

const TOO_LARGE_RULES: ReadonlySet<RuleId> = new Set(['levering.te-groot', 'levering.gzip-te-groot', 'levering.gzip-verdacht']);
const CLOSE = ['Connection', 'close'];

const NOT_STORED = {
  nl: 'Deze levering kan niet worden aangenomen; er is niets van bewaard. Wat er mee is staat hieronder.',
  en: 'This delivery cannot be taken; nothing of it was stored. What is wrong with it stands below.',
};

const TOO_LARGE: Problem = {
  problem: 'TeGroot',
  detail: {
    nl: `Een levering mag hoogstens ${LIMITS.deliveryBytesMax} bytes zijn, ook uitgepakt; verdeel hem over meer bestanden. Er is niets bewaard.`,
    en: `A delivery may have at most ${LIMITS.deliveryBytesMax} bytes, also when uncompressed; divide it over more files. Nothing was stored.`,
  },
  headers: CLOSE,
};

const UPLOAD_PROBLEMS: Readonly<Record<UploadFault['reason'], Problem>> = {
  broken: {
    problem: 'OngeldigeAanvraag',
    detail: {
      nl: 'De levering kwam niet heel aan: de verbinding werd verbroken. Er is niets bewaard; stuur hem opnieuw.',
      en: 'The delivery did not arrive whole: the connection was broken. Nothing was stored; send it again.',
    },
    headers: CLOSE,
  },
  slow: {
    problem: 'TeLangzaam',
    detail: {
      nl: `De levering kwam te langzaam, gemiddeld minder dan ${LIMITS.deliveryBytesPerSecondMin} bytes per seconde. Er is niets bewaard.`,
      en: `The delivery came too slowly, less than ${LIMITS.deliveryBytesPerSecondMin} bytes a second on average. Nothing was stored.`,
    },
    headers: CLOSE,
  },
  long: {
    problem: 'OngeldigeAanvraag',
    detail: {
      nl: 'Na het aantal bytes dat Content-Length noemt kwamen er nog meer. Er is niets bewaard; stuur de hele levering met de juiste lengte.',
      en: 'More bytes came than Content-Length says. Nothing was stored; send the whole delivery with the right length.',
    },
    headers: CLOSE,
  },
};

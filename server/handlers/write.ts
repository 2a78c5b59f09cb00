/**
 * Writes: POST, PUT, PATCH or DELETE of one root, as a GeoJSON Feature in a collection or as a document below a resource path. A nested
 * object is written below its root. POST of a FeatureCollection adds roots of any types.
 *
 * The body goes to the desk as raw bytes. 200, 201 and 204 mean that the change can be read now. Errors in the head are refused before the
 * body is read. Not here: validity of an object, and permission to write it (the pipelines).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { CRSS, DELIVERY_CRSS } from '../../schemas/crs.ts';
import type { Desk, DeskAnswer } from '../../schemas/desk.ts';
import { ROOTS } from '../../schemas/names.ts';
import { PROBLEMS, type ProblemName } from '../../schemas/problems.ts';
import type { Outcome, Receipt, Writer } from '../../schemas/submission.ts';
import { isNestedTarget, SUBMISSIONS, targetPath, type Target } from '../../schemas/target.ts';
import { contentHeaders, emptyResponse, jsonBytes, NO_STORE, okResponse } from '../response/response.ts';
import { crsByLegacyName, LEGACY_CRS_NAMES } from '../request/legacy-crs.ts';
import { ifMatchState, missingIfMatch, unmatchableIfMatch } from '../request/if-match.ts';
import { invalid } from '../response/invalid-params.ts';
import { isPossibleId } from '../../schemas/model/object-id.ts';
import { readContentCrs } from '../parameters/crs.ts';
import { readWriteQuery } from '../parameters/delivery-query.ts';
import { faultsOfWrite, parameterProblem } from '../parameters/query.ts';
import { ABSENT, type Problem } from '../response/problem.ts';
import { mediaTypeOf, typesOf, unreadableBody, type Write } from '../request/request-body.ts';
import { isCodeInBody, readBodyCode, writerOf } from '../request/writer.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { submissionBody } from '../description/submission.ts';
import { isVisible } from '../edition/visible.ts';

/** Returns the problem that the head alone shows; undefined when the body may be read. */
export function refusedByHead(write: Write, request: ServiceRequest, service: Service): Problem | undefined {
  const target = targetOf(write, request);
  if ([target.id, target.within?.id].some((id) => typeof id === 'string' && !isPossibleId(id))) return ABSENT;
  const refused = write.method === 'DELETE' ? undefined : unreadableBody(request.headers, ...typesOf(write)) ?? refusedByCrs(request);
  return refused ?? refusedByQuery(write, request, service)
    ?? missingIfMatch(write, request, service) ?? unmatchableIfMatch(request);
}

function refusedByQuery(write: Write, request: ServiceRequest, service: Service): Problem | undefined {
  const target = targetOf(write, request);
  const { holder: code, faults } = readWriteQuery(request.query, takesCorrection(write, target));
  if (faults.length > 0) return parameterProblem(faultsOfWrite(faults), request.query, service.baseUrl + targetPath(target));
  if (write.method !== 'DELETE' && isCodeInBody(request, code)) return undefined;
  const writer = writerUnder(code, request, { target, service });
  return 'problem' in writer ? writer : undefined;
}

/** Returns the writer under the code. A POST writes an object that does not exist. */
function writerUnder(
  code: string | null, request: ServiceRequest, { target, service }: { readonly target: Target; readonly service: Service },
): Writer | Problem {
  const isThere = (): boolean => target.id !== null && isVisible(target, service);
  return writerOf(request, { code, isThere, url: service.baseUrl + targetPath(target) });
}

/** Whether the write may have `correctie`. Only versions of a root can be corrected. */
function takesCorrection({ method }: Write, target: Target): boolean {
  return (method === 'PUT' || method === 'PATCH') && !isNestedTarget(target);
}

/** Returns the target in the path of a write. */
export function targetOf({ method, resource, form, below }: Write, { params }: ServiceRequest): Target {
  const { id = '', subId = '' } = params;
  if (below === undefined) return { resource, form, id: method === 'POST' ? null : id };
  return { resource, form, id: method === 'POST' ? null : subId, within: { resource: below, id } };
}

/** Returns the problem of a CRS header. Accept-Crs is deprecated, and so is the rule that it requires Content-Crs. */
export function refusedByCrs({ headers }: ServiceRequest): Problem | undefined {
  const [contentCrs, acceptCrs] = [headerOf(headers, 'content-crs'), headerOf(headers, 'accept-crs')];
  if (acceptCrs !== undefined && contentCrs === undefined) return NO_CONTENT_CRS;
  if (readContentCrs(contentCrs) === undefined) return UNSUPPORTED_CRS;
  return acceptCrs === undefined || crsByLegacyName(acceptCrs) !== undefined ? undefined : UNSUPPORTED_ACCEPT_CRS;
}

/** Handles a write to /{resources}, /{resources}/{id}/{subResources} or /collections/{collectionId}/items, or to an object below them. */
export async function takeWrite(
  write: Write, request: ServiceRequest, { desk, service }: { desk: Desk; service: Service },
): Promise<HandlerResult> {
  const refused = refusedByHead(write, request, service);
  const crs = write.method === 'DELETE' ? CRSS.CRS84 : readContentCrs(headerOf(request.headers, 'content-crs'));
  if (refused !== undefined || crs === undefined) return refused ?? UNSUPPORTED_CRS;

  const target = targetOf(write, request);
  const body = write.method !== 'DELETE' && Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const wait = !respondAsync(request.headers['prefer']);
  const { correct, holder: code } = readWriteQuery(request.query, takesCorrection(write, target));
  const writer = writerUnder(isCodeInBody(request, code) ? readBodyCode(body, write.form) : code, request, { target, service });
  if ('problem' in writer) return writer;
  const answer = await desk.submit({
    ...writer, method: write.method, target: targetPath(target), crs: crs.uri, mediaType: mediaTypeOf(request.headers),
    ifMatch: await ifMatchState(target, request, service), correct,
    bronregistratie: request.principal?.bronregistratie ?? null,
  }, body, { wait });
  if (answer.kind === 'refused') return invalid('ValidatieFout', answer.findings);
  request.submission = receiptOf(answer).uuid;
  if (answer.kind === 'pending') return accepted(pendingOf(answer), { wait, service });
  return settled(answer.outcome, target, { wait, service });
}

function settled(outcome: Outcome, target: Target, { wait, service }: { wait: boolean; service: Service }): HandlerResult {
  const { receipt, state, status, report, roots } = outcome;
  if (state === 'pending' || state === 'parked') return accepted(outcome, { wait, service });
  if (state === 'aside' || state === 'retried' || status === null) return setAside(receipt);
  const link = ['Link', `<${submissionUrl(receipt, service)}>; rel="status"`];
  if (status === 204) return emptyResponse(204, [...link, ...NO_STORE]);
  // The body reports unused fields of the message, and whether anything changed.
  const headers = [...contentHeaders('application/json'), ...link, ...NO_STORE];
  const body = (): Buffer => jsonBytes(submissionBody(outcome, service));
  if (status === 200) return okResponse(headers, body());
  if (status === 201 && roots.length > 0) {
    return { status: 201, headers: ['Location', locationOf(outcome, target, service), ...headers], body: [body()] };
  }
  const findings = report?.findings ?? [];
  const isThere = findings.some(({ rule }) => rule === 'id.bestaat-al');
  return invalid(status === 409 && isThere ? 'BestaatAl' : problemOf(status), findings);
}

/** Returns the address of the new objects: one object itself, several of one type their collection, others their submission. */
function locationOf({ roots, receipt, report }: Outcome, target: Target, service: Service): string {
  const [first, ...more] = roots;
  if (target.form !== 'collection') return service.baseUrl + targetPath({ ...target, id: (report?.objects[0]?.part ?? first)?.id ?? null });
  const [resource, ...others] = new Set(roots.map(({ type }) => ROOTS[type].path));
  const hasParts = report?.objects.some(({ features = 1 }) => features > 1) === true;
  if (resource === undefined || others.length > 0 || hasParts) return submissionUrl(receipt, service);
  if (more.length > 0 || first === undefined) return `${service.baseUrl}/collections/${resource}`;
  return service.baseUrl + targetPath({ resource, form: 'feature', id: first.id });
}

/** Returns the receipt of a stored submission. */
export function receiptOf(answer: Exclude<DeskAnswer, { kind: 'refused' }>): Receipt {
  return answer.kind === 'pending' ? answer.receipt : answer.outcome.receipt;
}

export function pendingOf({ receipt, nextBatch, checkedBy }: Extract<DeskAnswer, { kind: 'pending' }>): Outcome {
  return { receipt, state: 'pending', status: null, roots: [], report: null, nextBatch, checkedBy };
}

/** 202: the outcome will be at the address of the submission. */
export function accepted(outcome: Outcome, { wait, service }: { wait: boolean; service: Service }): HandlerResult {
  const body = submissionBody(outcome, service);
  const preference = wait ? [] : ['Preference-Applied', 'respond-async'];
  const location = ['Location', submissionUrl(outcome.receipt, service)];
  const headers = [...contentHeaders('application/json'), ...location, ...preference, ...NO_STORE];
  return { status: 202, headers, body: [jsonBytes(body)] };
}

export function submissionUrl({ uuid }: Receipt, { baseUrl }: Service): string {
  return `${baseUrl}${SUBMISSIONS}/${uuid}`;
}

const BY_STATUS: Readonly<Record<number, ProblemName>> = {
  400: 'ValidatieFout', 401: 'NietGeautoriseerd', 403: 'GeenToegang', 404: 'BestaatNiet', 409: 'Strijdig',
  412: 'VoorwaardeNietVervuld', 413: 'TeGroot', 422: 'NietVerwerkbaar',
};

/** Returns the problem of a refused submission by its status. */
export function problemOf(status: number): ProblemName {
  return BY_STATUS[status] ?? 'OnverwachteFout';
}

export function setAside({ uuid }: Receipt): Problem {
  return {
    problem: 'OnverwachteFout',
    detail: {
      nl: `De indiening is bewaard maar kon niet worden verwerkt; meld de beheerder nummer ${uuid}.`,
      en: `The submission is kept but could not be processed; tell the operator number ${uuid}.`,
    },
  };
}

export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const header = headers[name];
  return Array.isArray(header) ? header.join() : header;
}

export function respondAsync(prefer: string | readonly string[] | undefined): boolean {
  const text = typeof prefer === 'string' ? prefer : prefer?.join() ?? '';
  return text.split(',').some((preference) => preference.split(';', 1)[0]?.trim().toLowerCase() === 'respond-async');
}

const UNSUPPORTED_CRS: Problem = {
  problem: 'CrsNietOndersteund',
  detail: {
    nl: 'De kop Content-Crs noemt geen ondersteund CRS.', en: 'The header Content-Crs names no supported CRS.',
  },
  params: [{
    type: PROBLEMS.CrsNietOndersteund.path,
    name: 'Content-Crs',
    reason: { nl: 'Gebruik een van deze URI’s.', en: 'Use one of these URIs.' },
    allowed: DELIVERY_CRSS.map((code) => CRSS[code].uri),
  }],
};

const NO_CONTENT_CRS: Problem = {
  problem: 'KopOntbreekt',
  detail: {
    nl: 'Wie Accept-Crs stuurt, noemt met Content-Crs ook het CRS van het bericht.',
    en: 'Who sends Accept-Crs also names the CRS of the message with Content-Crs.',
  },
  params: [{
    type: 'KopOntbreekt', name: 'Content-Crs', reason: { nl: 'Deze kop ontbreekt.', en: 'This header is missing.' }, allowed: LEGACY_CRS_NAMES,
  }],
};

const UNSUPPORTED_ACCEPT_CRS: Problem = {
  problem: 'CrsNietLeverbaar',
  detail: { nl: 'De kop Accept-Crs noemt geen leverbaar CRS.', en: 'The header Accept-Crs names no CRS that can be served.' },
  params: [{
    type: 'CrsNietLeverbaar', name: 'Accept-Crs', reason: { nl: 'Gebruik een van deze namen.', en: 'Use one of these names.' }, allowed: LEGACY_CRS_NAMES,
  }],
};

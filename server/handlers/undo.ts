/**
 * Undo: DELETE of a submission by its holder or the operator. The undo is a submission of its own, which is decided in turn and has a
 * report.
 *
 * Invariants:
 *  - All objects that the submission changed get their state of before, or none: 409 names each object that was changed since, and by which
 *    submission.
 *  - To a holder a submission of another one gives the same response as a missing one.
 *  - With `proef=true` nothing is stored: the response is the report that the undo would get.
 * Not here: what an undo does (the pipelines).
 */
import type { Desk } from '../../schemas/desk.ts';
import { orderPayload } from '../../schemas/orders.ts';
import { hasRole, type Principal } from '../../schemas/roles.ts';
import { NOT_UNDOABLE } from '../../schemas/rule-words/undo.ts';
import type { Outcome, Writer } from '../../schemas/submission.ts';
import { submissionPath } from '../../schemas/target.ts';
import { submissionBody } from '../description/submission.ts';
import { readUndoQuery } from '../parameters/delivery-query.ts';
import { faultsOfWrite, parameterProblem } from '../parameters/query.ts';
import { invalidObjects } from '../response/invalid-params.ts';
import { ABSENT, type Problem } from '../response/problem.ts';
import { contentHeaders, jsonBytes, NO_STORE, okResponse } from '../response/response.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { foreseen, rehearsalBusy, reportForm } from './rehearsal.ts';
import { foundOutcome } from './submission.ts';
import { accepted, pendingOf, problemOf, receiptOf, respondAsync, setAside, submissionUrl } from './write.ts';

/** Returns the problem that the head alone shows: of the parameters, or of the form of the report of a rehearsal. */
export function refusedUndo(request: ServiceRequest, service: Service): Problem | undefined {
  const { query } = request;
  const { isRehearsal, faults } = readUndoQuery(query);
  if (faults.length > 0) return parameterProblem(faultsOfWrite(faults), query, urlOf(request, service));
  const form = isRehearsal ? reportForm(request, urlOf(request, service)) : undefined;
  return typeof form === 'object' ? form : undefined;
}

function urlOf({ params }: ServiceRequest, { baseUrl }: Service): string {
  return baseUrl + submissionPath(encodeURIComponent(params['uuid'] ?? ''));
}

/** DELETE /indieningen/{uuid} */
export async function undoSubmission(request: ServiceRequest, { desk, service }: { desk: Desk; service: Service }): Promise<HandlerResult> {
  const undone = await foundOutcome(request, request.params['uuid'] ?? '', desk);
  if (undone === undefined) return ABSENT;
  const { receipt: { uuid, holder }, state } = undone;
  const writer = undoerOf(request.principal, holder);
  if (writer === null) return ABSENT;
  if (state !== 'settled') return notUndoable(state, undone);
  const input = {
    ...writer, method: 'HERROEPING', target: submissionPath(uuid), crs: null, mediaType: 'application/json', ifMatch: null, strict: true,
  } as const;
  const order = { method: 'HERROEPING', undoes: uuid, force: false } as const;
  const { isRehearsal, lang } = readUndoQuery(request.query);
  if (isRehearsal) {
    const rehearsal = await desk.rehearseUndo(input, order);
    if (rehearsal.kind !== 'foreseen') return rehearsalBusy();
    return await foreseen(request, rehearsal.report, { lang, of: 'undo', url: urlOf(request, service), desk, service });
  }
  const wait = !respondAsync(request.headers['prefer']);
  const answer = await desk.submit(input, orderPayload(order), { wait });
  if (answer.kind === 'refused') return invalidObjects('ValidatieFout', answer.findings);
  request.submission = receiptOf(answer).uuid;
  return answer.kind === 'pending' ? accepted(pendingOf(answer), { wait, service }) : settled(answer.outcome, { wait, service });
}

/** Returns who undoes a submission of a holder: its organisation, or the operator, who is not that organisation; null when it is neither. */
function undoerOf(principal: Principal | null, holder: string): Writer | null {
  if (principal === null) return null;
  const { organisation, tokenEnd } = principal;
  if (principal.holders.includes(holder)) return { holder, organisation, tokenEnd };
  return hasRole(principal, 'operator') ? { holder, organisation: null, tokenEnd } : null;
}

function settled(outcome: Outcome, { wait, service }: { readonly wait: boolean; readonly service: Service }): HandlerResult {
  const { receipt, state, status, report } = outcome;
  if (state === 'pending' || state === 'parked') return accepted(outcome, { wait, service });
  if (state === 'aside' || state === 'retried' || status === null) return setAside(receipt);
  const link = ['Link', `<${submissionUrl(receipt, service)}>; rel="status"`];
  if (status === 200) return okResponse([...contentHeaders('application/json'), ...link, ...NO_STORE], jsonBytes(submissionBody(outcome, service)));
  return { ...invalidObjects(problemOf(status), report?.findings ?? []), headers: link };
}

/** 409: nothing of the submission was processed, and what to do instead. */
function notUndoable(state: keyof typeof NOT_UNDOABLE, { retriedAs }: Outcome): Problem {
  const { message, mend } = NOT_UNDOABLE[state];
  const other = retriedAs === undefined ? '' : ` ${retriedAs}`;
  return { problem: 'Strijdig', detail: { nl: `${message.nl} ${mend.nl}${other}`, en: `${message.en} ${mend.en}${other}` } };
}

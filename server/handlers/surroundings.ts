/**
 * Surroundings: `/omgeving`, the objects within a distance of a place or in it, over all collections or some, and the objects that stand
 * in a relation to these (a chain). Programs get JSON, people a page that needs no script. Without a place the page is a form.
 *
 * Every answer names the edition, the day and what was looked at; a part that cannot be looked at is a problem, never an empty list.
 * Not here: the search (edition/question.ts), the JSON (description/surroundings.ts), the page (web/surroundings-page.ts).
 */
import { surroundingsBody } from '../description/surroundings.ts';
import { answerTo } from '../edition/question.ts';
import { parameterProblem, type ParameterFault } from '../parameters/query.ts';
import { bodyProblem } from '../parameters/search-body.ts';
import { readSurroundingsBody } from '../parameters/surroundings-body.ts';
import { QUESTION_PARAMETERS, readSurroundingsQuery } from '../parameters/surroundings-query.ts';
import { formOf } from '../request/form.ts';
import { COUNT_FORMS, MEDIA_TYPES, PLAIN_FORMS } from '../request/negotiate.ts';
import { bytesTag } from '../response/etags.ts';
import { UNAVAILABLE } from '../response/problem.ts';
import { contentHeaders, jsonBytes, NO_STORE, okResponse } from '../response/response.ts';
import { surroundingsPage } from '../web/surroundings-page.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { fresh, wordingOf } from './fixed.ts';
import { pageRequest } from './page-response.ts';
import { questionOf } from './zoek.ts';

/** GET /omgeving */
export async function surroundings(request: ServiceRequest, service: Service): Promise<HandlerResult> {
  const url = `${service.baseUrl}/omgeving`;
  const form = formOf(request, PLAIN_FORMS, url);
  if (typeof form === 'object') return form;
  const { profile, toRd } = service;
  const read = readSurroundingsQuery(request.query, service.clock(), { others: QUESTION_PARAMETERS, profile, toRd });
  if (service.editions.current() === undefined) return UNAVAILABLE;
  const answer = await answerTo(read, service, form === 'html');
  if ('faults' in answer) return parameterProblem(answer.faults, request.query, url);
  if ('problem' in answer) return answer;
  const context = pageRequest(request, service, { url, passedOn: read.query.passedOn });
  const body = form === 'json' ? jsonBytes(surroundingsBody(answer, service)) : surroundingsPage(answer, context);
  return fresh(request, { form, ...(form === 'html' ? wordingOf(form, context) : {}), body, tag: bytesTag(body, form) });
}

/** POST /omgeving/_zoek: the same, with the parameters as members of a body, for a geometry that is too long for an address. */
export async function searchSurroundings(request: ServiceRequest, service: Service): Promise<HandlerResult> {
  const form = formOf(request, COUNT_FORMS, `${service.baseUrl}/omgeving/_zoek`);
  if (typeof form === 'object') return form;
  if (service.editions.current() === undefined) return UNAVAILABLE;
  const question = questionOf(request, service);
  if ('problem' in question) return question;
  const faults: ParameterFault[] = [];
  const body = readSurroundingsBody(question.bytes, question.crs.uri, faults);
  if (faults.length > 0) return bodyProblem(faults);
  const { clock, profile, toRd } = service;
  const read = readSurroundingsQuery({ ...request.query, body }, clock(), { others: QUESTION_PARAMETERS, profile, toRd });
  const answer = await answerTo(read, service);
  if ('faults' in answer) return bodyProblem(answer.faults);
  if ('problem' in answer) return answer;
  return okResponse([...contentHeaders(MEDIA_TYPES.json), ...NO_STORE], jsonBytes(surroundingsBody(answer, service)));
}

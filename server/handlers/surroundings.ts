/**
 * Surroundings: `/omgeving`, the objects within a distance of a place or in it, over all collections or some, and the objects that stand
 * in a relation to these (a chain). Programs get JSON, people a page that needs no script. Without a place the page is a form.
 *
 * Every answer names the edition, the day and what was looked at; a part that cannot be looked at is a problem, never an empty list.
 * Not here: the search (edition/surroundings.ts, chain.ts), the JSON (description/surroundings.ts), the page (web/surroundings-page.ts).
 */
import { LIMITS } from '../../schemas/limits.ts';
import { surroundingsBody } from '../description/surroundings.ts';
import { activatedFor } from '../edition/available.ts';
import type { TooMany } from '../edition/chain.ts';
import { surroundingsOf, type Surroundings, type SurroundingsSearch } from '../edition/surroundings.ts';
import { dayOfValidity } from '../parameters/passed-on.ts';
import { parameterProblem, type ParameterFault } from '../parameters/query.ts';
import { bodyProblem } from '../parameters/search-body.ts';
import { readSurroundingsBody } from '../parameters/surroundings-body.ts';
import { QUESTION_PARAMETERS, readSurroundingsQuery, type SurroundingsQuery } from '../parameters/surroundings-query.ts';
import { formOf } from '../request/form.ts';
import { COUNT_FORMS, MEDIA_TYPES, PLAIN_FORMS } from '../request/negotiate.ts';
import { bytesTag } from '../response/etags.ts';
import { UNAVAILABLE, type Problem } from '../response/problem.ts';
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
  const isAsked = form === 'json' || read.query.place !== undefined;
  const faults = [...read.faults, ...(isAsked && read.query.place === undefined && read.faults.length === 0 ? [NO_PLACE] : [])];
  if (service.editions.current() === undefined) return UNAVAILABLE;
  if (faults.length > 0) return parameterProblem(faults, request.query, url);
  const search = await searched(read.query, service);
  if ('problem' in search) return search;
  const { found, ...of } = search;
  if (isTooMany(found)) return parameterProblem([tooMany(found)], request.query, url);
  const context = pageRequest(request, service, { url, passedOn: read.query.passedOn });
  const answer: SurroundingsSearch = { ...of, found };
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
  const missing = read.query.place === undefined && read.faults.length === 0 ? [NO_PLACE] : [];
  if (read.faults.length + missing.length > 0) return bodyProblem([...read.faults, ...missing]);
  const search = await searched(read.query, service);
  if ('problem' in search) return search;
  const { found, ...of } = search;
  if (isTooMany(found)) return bodyProblem([tooMany(found)]);
  return okResponse([...contentHeaders(MEDIA_TYPES.json), ...NO_STORE], jsonBytes(surroundingsBody({ ...of, found }, service)));
}

type Searched = Omit<SurroundingsSearch, 'found'> & { readonly found: Surroundings | TooMany | null };

function isTooMany(found: Searched['found']): found is TooMany {
  return found !== null && 'step' in found;
}

async function searched(query: SurroundingsQuery, { editions, clock }: Service): Promise<Searched | Problem> {
  const activated = activatedFor(query.passedOn, editions);
  if (activated !== undefined && 'problem' in activated) return activated;
  const found = query.place === undefined ? null : await surroundingsOf(query.place, query, activated);
  return { query, found, activated, day: dayOfValidity(query.passedOn, clock()) };
}

/** Returns the fault of a chain that would start from too many objects. */
function tooMany({ step, found }: TooMany): ParameterFault {
  const most = LIMITS.surroundingsMax;
  return {
    problem: 'OngeldigeParameter', name: step === 0 ? 'dan' : 'daarna', correct: null,
    reason: {
      nl: `De stap ervoor vindt ${found} objecten; een keten gaat verder van hoogstens ${most}. Vraag minder collecties of een kleinere plaats.`,
      en: `The step before finds ${found} objects; a chain goes on from at most ${most}. Ask fewer collections or a smaller place.`,
    },
  };
}

const NO_PLACE: ParameterFault = {
  problem: 'OngeldigeParameter', name: 'plaats', correct: '155000,463000',
  reason: { nl: 'Geef een plaats: een punt of een gebied in RD.', en: 'Give a place: a point or an area in RD.' },
};


/**
 * Problem response: `application/problem+json`, or a page for a client that wants HTML. A refused write also gets a reason phrase
 * (reason-phrase.ts).
 */
import { challengeOf } from '../request/access.ts';
import { contentHeaders, NO_STORE, type ServiceResponse } from '../response/response.ts';
import { problemBody, type Problem } from '../response/problem.ts';
import { formatLinks } from '../response/version-links.ts';
import { reasonPhrase } from '../response/reason-phrase.ts';
import type { PageRequest } from '../web/page.ts';
import { problemPage } from '../web/problem-page.ts';
import { pageHeaders } from './page-response.ts';

const JSON_HEADERS = contentHeaders('application/problem+json');

interface ProblemOptions {
  readonly baseUrl: string;
  readonly id: string;
  /** The request for a page; undefined: the client gets JSON. */
  readonly context: PageRequest | undefined;
  /** Whether the problem refuses a write. */
  readonly isOfWrite?: boolean;
}

export function problemResponse(problem: Problem, { baseUrl, id, context, isOfWrite = false }: ProblemOptions): ServiceResponse {
  const body = problemBody(problem, { baseUrl, id });
  const challenge = challengeOf(problem.problem);
  const links = problem.links === undefined ? [] : ['Link', formatLinks(problem.links)];
  const shared = [...NO_STORE, ...challenge, ...links, ...(problem.headers ?? [])];
  const head = { status: body.status, phrase: isOfWrite ? reasonPhrase(problem) : undefined };
  return context !== undefined
    ? { ...head, headers: [...pageHeaders(context), ...shared], body: [problemPage(problem, body.instance, context)] }
    : { ...head, headers: [...JSON_HEADERS, 'Content-Language', 'nl', ...shared], body: [Buffer.from(JSON.stringify(body))] };
}

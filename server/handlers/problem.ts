/**
 * Problem response: `application/problem+json`, or a page for a client that wants HTML. A refused write also gets a reason phrase
 * (reason-phrase.ts).
 */
import { challengeOf } from '../request/access.ts';
import { contentHeaders, NO_STORE, type ServiceResponse } from '../response/response.ts';
import { problemBody, type Problem } from '../response/problem.ts';
import { reasonPhrase } from '../response/reason-phrase.ts';
import { HTML_HEADERS } from '../web/page.ts';
import { problemPage } from '../web/problem-page.ts';

const JSON_HEADERS = contentHeaders('application/problem+json');

interface ProblemOptions {
  readonly baseUrl: string;
  readonly id: string;
  readonly html: boolean;
  /** Whether the problem refuses a write. */
  readonly isOfWrite?: boolean;
}

export function problemResponse(problem: Problem, { baseUrl, id, html, isOfWrite = false }: ProblemOptions): ServiceResponse {
  const body = problemBody(problem, { baseUrl, id });
  const challenge = challengeOf(problem.problem);
  const shared = ['Content-Language', 'nl', ...NO_STORE, ...challenge, ...(problem.headers ?? [])];
  const head = { status: body.status, phrase: isOfWrite ? reasonPhrase(problem) : undefined };
  return html
    ? { ...head, headers: [...HTML_HEADERS, ...shared], body: [problemPage(body, baseUrl)] }
    : { ...head, headers: [...JSON_HEADERS, ...shared], body: [Buffer.from(JSON.stringify(body))] };
}

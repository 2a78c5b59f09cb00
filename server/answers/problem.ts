/** The answer that tells a problem: `application/problem+json`, or a page for who asks for HTML. */
import { challengeOf } from '../access.ts';
import { contentHeaders, NO_STORE, type Answer } from '../answer.ts';
import { problemBody, type Problem } from '../problem.ts';
import { HTML_HEADERS } from '../web/page.ts';
import { problemPage } from '../web/problem-page.ts';

const JSON_HEADERS = contentHeaders('application/problem+json');

export function problemAnswer(problem: Problem, { baseUrl, id, html }: { baseUrl: string; id: string; html: boolean }): Answer {
  const body = problemBody(problem, { baseUrl, id });
  const challenge = challengeOf(problem.problem);
  const shared = ['Content-Language', 'nl', ...NO_STORE, ...challenge, ...(problem.headers ?? [])];
  return html
    ? { status: body.status, headers: [...HTML_HEADERS, ...shared], body: [problemPage(body, baseUrl)] }
    : { status: body.status, headers: [...JSON_HEADERS, ...shared], body: [Buffer.from(JSON.stringify(body))] };
}

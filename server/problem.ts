/**
 * Problem: makes the answer that tells what is wrong (Interface Rules, Errors 1-3; RFC 9457).
 *
 * Every error is `application/problem+json` in Dutch and English, or a page for who asks for HTML. Nothing of
 * the machine is disclosed: no stack, no path, no cause.
 */
import { randomUUID } from 'node:crypto';
import type { Text } from '../schemas/finding.ts';
import { PROBLEMS } from '../schemas/problems.ts';
import { contentHeaders, NO_STORE } from './answer.ts';
import { MEDIA_TYPES, type Form } from './negotiate.ts';
import type { Answer, InvalidParam, Problem, ProblemBody } from './service.ts';
import { problemPage } from './web/problem-page.ts';
import { HTML_HEADERS } from './web/page.ts';

const JSON_HEADERS = contentHeaders('application/problem+json');

export function problemAnswer(problem: Problem, { baseUrl, html }: { baseUrl: string; html: boolean }): Answer {
  const body = problemBody(problem, baseUrl);
  const challenge = body.status === 401 ? ['WWW-Authenticate', 'Bearer'] : [];
  const shared = ['Content-Language', 'nl', ...NO_STORE, ...challenge, ...(problem.headers ?? [])];
  return html
    ? { status: body.status, headers: [...HTML_HEADERS, ...shared], body: [problemPage(body, baseUrl)] }
    : { status: body.status, headers: [...JSON_HEADERS, ...shared], body: [Buffer.from(JSON.stringify(body))] };
}

export function problemBody(problem: Problem, baseUrl: string): ProblemBody {
  const kind = PROBLEMS[problem.problem];
  const { params } = problem;
  return {
    type: problemType(kind.path, baseUrl),
    title: kind.title,
    status: kind.status,
    detail: both(problem.detail),
    instance: `urn:uuid:${randomUUID()}`,
    ...(params === undefined ? {} : { 'invalid-params': params.map((param) => said(param, baseUrl)) }),
  };
}

/** `{error_type_base}/ev/<path>`; the base lies below our own URL. */
export function problemType(path: string, baseUrl: string): string {
  return `${baseUrl}/fouten/ev/${path}`;
}

function said({ type, reason, ...rest }: InvalidParam, baseUrl: string) {
  return { type: problemType(type, baseUrl), ...rest, reason: both(reason) };
}

export function both({ nl, en }: Text): string {
  return `${nl} / ${en}`;
}

export const ABSENT: Problem = {
  problem: 'BestaatNiet',
  detail: { nl: 'Op dit adres bestaat niets.', en: 'There is nothing at this address.' },
};

export const UNAVAILABLE: Problem = {
  problem: 'NietBeschikbaar',
  detail: {
    nl: 'Er is nog geen editie gepubliceerd; probeer het zo weer.',
    en: 'No edition has been published yet; try again soon.',
  },
  headers: ['Retry-After', '5'],
};

export function notAcceptable(forms: readonly Form[]): Problem {
  const list = forms.map((form) => MEDIA_TYPES[form]).join(', ');
  return {
    problem: 'NietLeverbaar',
    detail: { nl: `Hier zijn te krijgen: ${list}.`, en: `Available here: ${list}.` },
  };
}

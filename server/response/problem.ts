/**
 * Problem: an error as data, and its body in Dutch and English (Interface Rules, Errors 1-3; RFC 9457).
 *
 * No stack, path or cause of the machine is disclosed. Not here: the response around the body (handlers/problem.ts).
 */
import type { Text } from '../../schemas/finding.ts';
import { PROBLEMS, type ProblemName, type ProblemPath } from '../../schemas/problems.ts';
import { MEDIA_TYPES, type Form } from '../request/negotiate.ts';

export interface InvalidParam {
  /** Path below the error base; the URI has a page about the error. */
  readonly type: ProblemPath | `${typeof RULE_PATH}${string}`;
  /** Name of the parameter, header, or field (with dots between names); the id of an object of the register. */
  readonly name: string;
  /** JSON Pointer (RFC 6901) to the field in the message; for a missing field, to its expected location. */
  readonly pointer?: string;
  readonly reason: Text;
  readonly allowed?: readonly string[];
  /** Absolute URL of a corrected request. */
  readonly example?: string;
}

export interface Problem {
  readonly problem: ProblemName;
  readonly detail: Text;
  readonly params?: readonly InvalidParam[];
  readonly headers?: readonly string[];
  /** Where to go on; in the header Link, and as a member of the document. */
  readonly links?: readonly ProblemLink[];
}

export interface ProblemLink {
  readonly rel: string;
  readonly href: string;
  readonly type: string;
}

/** Problem document (RFC 9457). */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly links?: readonly ProblemLink[];
  readonly 'invalid-params'?: readonly {
    readonly type: string; readonly name: string; readonly pointer?: string; readonly reason: string;
    readonly allowed?: readonly string[]; readonly example?: string;
  }[];
}

/** Returns the problem document. `id`: UUID of the request, by which the operator finds it in the log. */
export function problemBody(problem: Problem, { baseUrl, id }: { baseUrl: string; id: string }): ProblemBody {
  const kind = PROBLEMS[problem.problem];
  const { params, links } = problem;
  return {
    type: problemType(kind.path, baseUrl),
    title: both(kind.title),
    status: kind.status,
    detail: both(problem.detail),
    instance: `urn:uuid:${id}`,
    ...(links === undefined ? {} : { links }),
    ...(params === undefined ? {} : { 'invalid-params': params.map((param) => paramBody(param, baseUrl)) }),
  };
}

/** Path prefix of the rules of the checks. */
export const RULE_PATH = 'regel/';

/** Returns `{error_type_base}/ev/<path>`; the base lies below our own URL. */
export function problemType(path: string, baseUrl: string): string {
  return `${baseUrl}/fouten/ev/${path}`;
}

function paramBody({ type, reason, ...rest }: InvalidParam, baseUrl: string) {
  return { type: problemType(type, baseUrl), ...rest, reason: both(reason) };
}

export function both({ nl, en }: Text): string {
  return `${nl} / ${en}`;
}

export const ABSENT: Problem = {
  problem: 'BestaatNiet',
  detail: { nl: 'Op dit adres bestaat niets.', en: 'There is nothing at this address.' },
};

export const SLASH_AT_END: Problem = {
  problem: 'BestaatNiet',
  detail: {
    nl: 'Op dit adres bestaat niets; laat de / aan het eind weg.', en: 'There is nothing at this address; leave out the / at its end.',
  },
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

/**
 * Problem kinds: `/fouten` and, below it, the address that the `type` of each problem is, so that an error can be
 * looked up (Interface Rules, Errors). Made once, at start.
 *
 * Not here: the catalogue (schemas/problems.ts), the names of rules in `invalid-params` (a report has their words).
 */
import { PROBLEMS, type ProblemKind } from '../../schemas/problems.ts';
import { jsonBytes } from '../answer.ts';
import { DOCUMENT_FORMS } from '../negotiate.ts';
import { ABSENT, problemType } from '../problem.ts';
import type { Handler, Service } from '../service.ts';
import { problemKindPage, problemKindsPage } from '../web/problem-kind-pages.ts';
import { fixed, fixedList } from './fixed.ts';

const KINDS: ReadonlyMap<string, ProblemKind> = new Map(Object.values(PROBLEMS).map((kind) => [kind.path, kind]));

/** What stands before the name of a problem with a parameter, in its path. */
const PARAMETER = 'parameter/';

export function isProblemKind(name: string): boolean {
  return !name.includes('/') && KINDS.has(name);
}

export function isParameterProblemKind(name: string): boolean {
  return KINDS.has(PARAMETER + name);
}

/** GET /fouten */
export function problemKinds({ baseUrl }: Service): Handler {
  const items = [...KINDS.values()].map((kind) => bodyOf(kind, baseUrl));
  return fixedList(`${baseUrl}/fouten`, { name: 'fouten', items, html: problemKindsPage([...KINDS.values()], baseUrl) });
}

/** GET /fouten/ev/{fout} */
export function problemKind(service: Service): Handler {
  const handlers = handlersOf(service, isProblemKind);
  return (asked) => handlers.get(asked.params['fout'] ?? '')?.(asked, service) ?? ABSENT;
}

/** GET /fouten/ev/parameter/{parameterFout} */
export function parameterProblemKind(service: Service): Handler {
  const handlers = handlersOf(service, (path) => path.startsWith(PARAMETER));
  return (asked) => handlers.get(PARAMETER + (asked.params['parameterFout'] ?? ''))?.(asked, service) ?? ABSENT;
}

function handlersOf({ baseUrl }: Service, isIn: (path: string) => boolean): ReadonlyMap<string, Handler> {
  return new Map([...KINDS].filter(([path]) => isIn(path)).map(([path, kind]) => {
    const bytes = jsonBytes(bodyOf(kind, baseUrl));
    const html = problemKindPage(kind, baseUrl);
    return [path, fixed(DOCUMENT_FORMS, problemType(path, baseUrl), { json: bytes, hal: bytes, html })];
  }));
}

function bodyOf({ path, status, title }: ProblemKind, baseUrl: string) {
  const type = problemType(path, baseUrl);
  return { code: path, type, status, titel: title, _links: { self: { href: type }, collection: { href: `${baseUrl}/fouten` } } };
}

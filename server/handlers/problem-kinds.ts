/**
 * Problem kinds: `/fouten` and the pages below it. The `type` of each problem and of each of its `invalid-params` is such a page
 * (Interface Rules, Errors). Made once, at start.
 *
 * A rule has its source and an example finding. Not here: the catalogues (schemas/problems.ts, schemas/rules.ts, schemas/rule-words/).
 */
import type { Text } from '../../schemas/finding.ts';
import { PROBLEMS } from '../../schemas/problems.ts';
import { RULE_SOURCES, RULE_TITLES } from '../../schemas/rules.ts';
import { RULE_WORDS } from '../../schemas/rule-words/index.ts';
import { jsonBytes } from '../response/response.ts';
import { DOCUMENT_FORMS } from '../request/negotiate.ts';
import { ABSENT, both, problemType, RULE_PATH } from '../response/problem.ts';
import type { Handler, Service } from '../service.ts';
import { problemKindPage, problemKindsPage, type ShownKind } from '../web/problem-kind-pages.ts';
import { fixed, fixedList } from './fixed.ts';

/** Path prefixes of kinds: problems, problems with a parameter, and rules of the checks. */
const KIND_FOLDERS = { fout: '', parameterFout: 'parameter/', regel: RULE_PATH } as const;
type Folder = keyof typeof KIND_FOLDERS;

const RULES = [...RULE_TITLES].map(([rule, title]): ShownKind => {
  const words = RULE_WORDS[rule];
  return {
    path: RULE_PATH + rule, title: both(title), source: both(sourceText(RULE_SOURCES.get(rule) ?? '')),
    ...(words === undefined ? {} : { example: { message: both(words.message), mend: both(words.mend) } }),
  };
});
const KINDS: readonly ShownKind[] = [...Object.values(PROBLEMS), ...RULES];
const PATHS: ReadonlySet<string> = new Set(KINDS.map(({ path }) => path));

/** Whether a folder has a kind of this name, one path segment. */
export function isKind(folder: Folder, name: string): boolean {
  return !name.includes('/') && PATHS.has(KIND_FOLDERS[folder] + name);
}

/** GET /fouten */
export function problemKinds({ baseUrl }: Service): Handler {
  const items = KINDS.map((kind) => bodyOf(kind, baseUrl));
  return fixedList(`${baseUrl}/fouten`, { name: 'fouten', items, html: problemKindsPage(KINDS, baseUrl) });
}

/** GET /fouten/ev/{fout}, /fouten/ev/parameter/{parameterFout} and /fouten/ev/regel/{regel} */
export function problemKind(folder: Folder, { baseUrl }: Service): Handler {
  const start = KIND_FOLDERS[folder];
  const inFolder = KINDS.filter(({ path }) => path.startsWith(start) && isKind(folder, path.slice(start.length)));
  const handlers = new Map(inFolder.map((kind) => {
    const bytes = jsonBytes(bodyOf(kind, baseUrl));
    const html = problemKindPage(kind, baseUrl);
    return [kind.path.slice(start.length), fixed(DOCUMENT_FORMS, problemType(kind.path, baseUrl), { json: bytes, hal: bytes, html })];
  }));
  return (request, service) => handlers.get(request.params[folder] ?? '')?.(request, service) ?? ABSENT;
}

/** Returns the source of a rule in words, for readers who do not know our abbreviations. */
function sourceText(source: string): Text {
  const [, kind = '', rest = ''] = /^(IM|IR|OPEN-|ARCHITECTURE|limits)[ ,:]*(.*)$/.exec(source) ?? [];
  switch (kind) {
    case 'IM': return { nl: `Informatiemodel (${rest})`, en: `Information Model (${rest})` };
    case 'IR': return { nl: `interfaceregels (${rest})`, en: `Interface Rules (${rest})` };
    case 'limits': return { nl: 'een grens van dit register', en: 'a limit of this register' };
    case '': return { nl: source, en: source };
    default: return { nl: `een besluit van dit register (${source})`, en: `a decision of this register (${source})` };
  }
}

function bodyOf({ path, status, title, source, example }: ShownKind, baseUrl: string) {
  const type = problemType(path, baseUrl);
  const links = { self: { href: type }, collection: { href: `${baseUrl}/fouten` } };
  return {
    code: path, type, ...(status === undefined ? {} : { status }), titel: title,
    ...(source === undefined ? {} : { bron: source }),
    ...(example === undefined ? {} : { voorbeeld: { melding: example.message, herstel: example.mend } }),
    _links: links,
  };
}

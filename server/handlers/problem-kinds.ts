/**
 * Problem kinds: `/fouten` and the pages below it. The `type` of each problem and of each of its `invalid-params` is such a page
 * (Interface Rules, Errors). Made once, at start.
 *
 * A rule has its level, severity, fields, source and an example finding.
 * Not here: the catalogues (schemas/problems.ts, schemas/rule-table.ts).
 */
import { csvText } from '../../schemas/csv.ts';
import type { Text } from '../../schemas/finding.ts';
import { PROBLEMS } from '../../schemas/problems.ts';
import { RULE_CSV_ROWS, RULE_TABLE, type RuleRow } from '../../schemas/rule-table.ts';
import { jsonBytes } from '../response/response.ts';
import { DOCUMENT_FORMS, RULE_FORMS } from '../request/negotiate.ts';
import { ABSENT, both, problemType, RULE_PATH } from '../response/problem.ts';
import type { Handler, Service } from '../service.ts';
import { problemKindPage, problemKindsPage, type ShownKind } from '../web/problem-kind-pages.ts';
import { fixed, listBodies } from './fixed.ts';

/** Path prefixes of kinds: problems, problems with a parameter, and rules of the checks. */
const KIND_FOLDERS = { fout: '', parameterFout: 'parameter/', regel: RULE_PATH } as const;
type Folder = keyof typeof KIND_FOLDERS;

const RULES = RULE_TABLE.map(({ rule, text, example, source, ...row }: RuleRow): ShownKind => (
  { ...row, path: RULE_PATH + rule, title: text, source: sourceText(source), ...(example === undefined ? {} : { example }) }
));
const KINDS: readonly ShownKind[] = [...Object.values(PROBLEMS), ...RULES];
const PATHS: ReadonlySet<string> = new Set(KINDS.map(({ path }) => path));

/** Whether a folder has a kind of this name, one path segment. */
export function isKind(folder: Folder, name: string): boolean {
  return !name.includes('/') && PATHS.has(KIND_FOLDERS[folder] + name);
}

/** GET /fouten. As CSV: the rules, which are a table. */
export function problemKinds({ baseUrl }: Service): Handler {
  const items = KINDS.map((kind) => bodyOf(kind, baseUrl));
  const url = `${baseUrl}/fouten`;
  return fixed(RULE_FORMS, url, {
    ...listBodies(url, 'fouten', items), csv: Buffer.from(csvText(RULE_CSV_ROWS)), html: (context) => problemKindsPage(KINDS, context),
  });
}

/** GET /fouten/ev/{fout}, /fouten/ev/parameter/{parameterFout} and /fouten/ev/regel/{regel} */
export function problemKind(folder: Folder, { baseUrl }: Service): Handler {
  const start = KIND_FOLDERS[folder];
  const inFolder = KINDS.filter(({ path }) => path.startsWith(start) && isKind(folder, path.slice(start.length)));
  const handlers = new Map(inFolder.map((kind) => {
    const bytes = jsonBytes(bodyOf(kind, baseUrl));
    return [kind.path.slice(start.length), fixed(DOCUMENT_FORMS, problemType(kind.path, baseUrl), {
      json: bytes, hal: bytes, html: (context) => problemKindPage(kind, context),
    })];
  }));
  return (request, service) => handlers.get(request.params[folder] ?? '')?.(request, service) ?? ABSENT;
}

/** Returns the source of a rule in words, for readers who do not know our abbreviations. */
function sourceText(source: string): Text {
  const [, kind = '', rest = ''] = /^(IM|IR|OPEN-|ARCHITECTURE|limits)[ ,:]*(.*)$/s.exec(source) ?? [];
  switch (kind) {
    case 'IM': return { nl: `Informatiemodel (${rest})`, en: `Information Model (${rest})` };
    case 'IR': return { nl: `interfaceregels (${rest})`, en: `Interface Rules (${rest})` };
    case 'limits': return { nl: 'een grens van dit register', en: 'a limit of this register' };
    case '': return { nl: source, en: source };
    default: return { nl: `een besluit van dit register (${source})`, en: `a decision of this register (${source})` };
  }
}

function bodyOf({ path, status, title, level, severity, fields, source, example }: ShownKind, baseUrl: string) {
  const type = problemType(path, baseUrl);
  const links = { self: { href: type }, collection: { href: `${baseUrl}/fouten` } };
  return {
    code: path, type, ...(status === undefined ? {} : { status }), titel: both(title),
    ...(level === undefined ? {} : { niveau: level, ernst: severity, velden: fields }),
    ...(source === undefined ? {} : { bron: both(source) }),
    ...(example === undefined ? {} : { voorbeeld: { melding: both(example.message), herstel: both(example.mend) } }),
    _links: links,
  };
}

/**
 * filter, filter-lang: a filter in CQL2 text or CQL2 JSON (OGC API Features, part 3). A fault names its position in the filter. The
 * corrected request has a filter in the same language that this collection understands.
 */
import type { Filter } from '../../publisher/read/series-query.ts';
import { FilterFault } from '../../schemas/cql2/expression.ts';
import { parseCql2Json } from '../../schemas/cql2/json.ts';
import { parseCql2Text } from '../../schemas/cql2/text.ts';
import type { Queryable } from '../../schemas/derived/queryables.ts';
import type { Text } from '../../schemas/finding.ts';
import type { RequestedCrs } from './crs.ts';
import { lostPlusHint } from './lost-plus.ts';
import { wrongValue, type ParameterFault } from './query.ts';
import { typedFilter } from './typed-filter.ts';

const LANGUAGES = { 'cql2-text': parseCql2Text, 'cql2-json': parseCql2Json } as const;
type Language = keyof typeof LANGUAGES;

/** A filter that every collection understands, in each language. */
export const FILTER_EXAMPLES: Readonly<Record<Language, string>> = {
  'cql2-text': "id LIKE 'NL%'", 'cql2-json': '{"op":"like","args":[{"property":"id"},"NL%"]}',
};

/** Returns the language of the filter; CQL2 text by default. After a fault it is the language that the filter seems to have. */
export function readFilterLang(text: string | undefined, filter: string | undefined, faults: ParameterFault[]): Language {
  if (text === undefined) return 'cql2-text';
  if (Object.hasOwn(LANGUAGES, text)) return text as Language;
  const suggested = filter?.trimStart().startsWith('{') === true ? 'cql2-json' : 'cql2-text';
  const [first, second] = Object.keys(LANGUAGES);
  faults.push(wrongValue('filter-lang', text, {
    expected: { nl: `${first} of ${second}`, en: `${first} or ${second}` }, allowed: Object.keys(LANGUAGES), correct: suggested,
  }));
  return suggested;
}

/** Returns the filter; null without one, and after a fault. */
export function readFilter(text: string | undefined, { language, fields, crs, charsMax, faults }: {
  language: Language; fields: readonly Queryable[]; crs: RequestedCrs; charsMax: number; faults: ParameterFault[];
}): Filter | null {
  if (text === undefined) return null;
  try {
    if (text.length > charsMax) throw tooLong(charsMax);
    const byName = new Map(fields.map((field) => [field.name, field]));
    return typedFilter(LANGUAGES[language](text), { fields: byName, crs });
  } catch (fault) {
    if (!(fault instanceof FilterFault)) throw fault;
    faults.push({
      problem: 'OngeldigeParameter', name: 'filter', reason: sentence(fault, hintOf(text, language)),
      allowed: fields.map(({ name }) => name), correct: FILTER_EXAMPLES[language],
    });
    return null;
  }
}

function tooLong(max: number): FilterFault {
  return new FilterFault(max + 1, {
    nl: `te lang; hoogstens ${max} tekens, en meer in een bericht: POST …/_zoek`, en: `too long; at most ${max} characters, and more in a body: POST …/_zoek`,
  });
}

function sentence({ at, reason }: FilterFault, hint: Text): Text {
  return { nl: `Teken ${at}: ${reason.nl}.${hint.nl}`, en: `Character ${at}: ${reason.en}.${hint.en}` };
}

/** Returns a hint for a filter that is clearly in the other language. */
function hintOf(text: string, language: Language): Text {
  const isJson = text.trimStart().startsWith('{');
  if (isJson === (language === 'cql2-json')) return lostPlusHint(text);
  const other: Language = isJson ? 'cql2-json' : 'cql2-text';
  return { nl: ` Bij deze taal hoort filter-lang=${other}.`, en: ` This language needs filter-lang=${other}.` };
}

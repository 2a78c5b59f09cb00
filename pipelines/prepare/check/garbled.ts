/** Garbled: texts that are valid and yet not what their holder wrote: read in another encoding, or copied from a web page. */
import type { Issue, Words } from '../../../schemas/finding.ts';
import { escapeToken, type Json } from '../../../schemas/json.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { shown } from '../../../schemas/shown.ts';
import { mayBeGarbled, ungarbled, withoutEntities } from '../read/index.ts';

/** Longer texts are passed by. */
const TEXT_CHARS_MAX = 10_000;

/** A warning of each garbled text in a document; `text`: that of the root, in which is seen whether there can be any. */
export function garbledIssues(document: Json, text: string): readonly Issue[] {
  if (!mayBeGarbled(text)) return NONE;
  const issues: Issue[] = [];
  visit(document, '', issues);
  return issues;
}

const NONE: readonly Issue[] = [];

function visit(value: Json, pointer: string, issues: Issue[]): void {
  if (issues.length >= LIMITS.findingsPerRuleMax) return;
  if (typeof value === 'string') issues.push(...issuesOf(value, pointer));
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      if (name !== 'coordinates') visit(item, `${pointer}/${escapeToken(name)}`, issues);
    }
  }
}

function issuesOf(text: string, pointer: string): readonly Issue[] {
  if (text.length > TEXT_CHARS_MAX || !mayBeGarbled(text)) return NONE;
  const inUtf8 = ungarbled(text);
  const meant = withoutEntities(inUtf8 ?? text) ?? inUtf8;
  if (meant === undefined) return NONE;
  const [rule, words] = inUtf8 === undefined ? ['json.html-code', HTML_CODE] as const : ['json.tekst-verminkt', GARBLED] as const;
  const expected = shown(meant);
  return [{ rule, severity: 'warning', at: pointer, finding: () =>
    ({ rule, severity: 'warning', pointer, found: shown(text), expected, suggestions: [expected], ...words }) }];
}

const GARBLED: Words = {
  message: {
    nl: 'In deze tekst zijn letters verminkt: hij is UTF-8, maar is ergens gelezen als een andere codering.',
    en: 'In this text letters are garbled: it is UTF-8, but was read somewhere as another encoding.',
  },
  mend: {
    nl: 'Herstel de tekst, en laat het programma dat het bestand maakt zijn bron lezen als UTF-8.',
    en: 'Mend the text, and let the program that makes the file read its source as UTF-8.',
  },
};

const HTML_CODE: Words = {
  message: { nl: 'In deze tekst staat een code van HTML in plaats van een teken.', en: 'In this text stands a code of HTML instead of a character.' },
  mend: { nl: 'Schrijf het teken zelf.', en: 'Write the character itself.' },
};

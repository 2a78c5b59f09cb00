/** Garbled: texts that are valid and yet not what their holder wrote: read in another encoding, or copied from a web page. */
import type { Issue } from '../../../schemas/finding.ts';
import { escapeToken, type Json } from '../../../schemas/json.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { TEXT_WORDS } from '../../../schemas/rule-words/texts.ts';
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
  const rule = inUtf8 === undefined ? 'json.html-code' : 'json.tekst-verminkt';
  const expected = shown(meant);
  return [{ rule, severity: 'warning', at: pointer, finding: () =>
    ({ rule, severity: 'warning', pointer, found: shown(text), expected, suggestions: [expected], ...TEXT_WORDS[rule] }) }];
}

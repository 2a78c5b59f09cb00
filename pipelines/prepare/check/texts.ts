/**
 * Texts: checks the characters of every text of a document, also of member names. Forbidden characters are errors
 * (forbidden-characters.ts), signs of lost letters are warnings (garbled.ts).
 *
 * Cost: texts are checked one by one only when the record has a suspect character. Byte searches clear a record in ASCII without
 * backslash, ampersand and U+007F; one regular expression tests other records.
 * Invariant: a text that the current document has in the same field is at most a warning, so that the object stays changeable.
 * Not here: the length of texts (sizes.ts), white space in ids (rules/unseen-character.ts).
 */
import { isAscii } from 'node:buffer';
import { issueOf, type Issue } from '../../../schemas/finding.ts';
import { escapeToken, type Json, type JsonObject } from '../../../schemas/json.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { ofCaseRule, ofRule } from '../../../schemas/rules.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { FORBIDDEN_UNESCAPED, forbiddenWords, isForbidden } from './forbidden-characters.ts';
import { GARBLED_SIGN, garbledIn } from './garbled.ts';

/** In a JSON text: an escape of a possibly forbidden character, a doubled escape, or a suspect character. */
const SIGN = new RegExp(String.raw`\\[ubf]|\\\\u|${GARBLED_SIGN}|[${FORBIDDEN_UNESCAPED}]`);

/** Texts with forbidden characters in the current document, each with its object and field (`nameOf`). */
export type CurrentTexts = ReadonlySet<string>;

/** A root as delivered, and its document. */
export interface TextsOf {
  readonly text: string;
  readonly bytes: Buffer;
  readonly document: JsonObject;
}

/** Issues with the characters of a root. */
export function textIssues({ text, bytes, document }: TextsOf, current: CurrentTexts = NO_TEXTS): readonly Issue[] {
  if (isPlain(bytes, text) || !SIGN.test(text)) return NONE;
  const issues: Issue[] = [];
  visit(document, TOP, (value, location) => {
    if (issues.length < LIMITS.findingsPerRuleMax) issues.push(...issuesOf(value, location, current));
  });
  return issues;
}

const NONE: readonly Issue[] = [];
const NO_TEXTS: CurrentTexts = new Set();

/** Whether a record is ASCII without backslash, ampersand and U+007F. */
function isPlain(bytes: Buffer, text: string): boolean {
  return isAscii(bytes) && !text.includes('\\') && !text.includes('&') && !text.includes('\x7f');
}

/** The texts with forbidden characters in a document's JSON text, which is parsed only when it may have some. */
export function forbiddenTexts(text: string): CurrentTexts {
  if (!SIGN.test(text)) return NO_TEXTS;
  const names = new Set<string>();
  visit(JSON.parse(text) as Json, TOP, (value, location) => {
    if (isForbidden(value)) names.add(nameOf(value, location));
  });
  return names;
}

/** The location of a text in a document. */
interface TextLocation {
  readonly pointer: string;
  /** Id of the innermost enclosing object, and the field in that object, without list indexes. */
  readonly owner: string;
  readonly field: string;
  /** Whether the text is the name of the member at the pointer. */
  readonly isName: boolean;
}

const TOP: TextLocation = { pointer: '', owner: '', field: '', isName: false };

function nameOf(text: string, { owner, field, isName }: TextLocation): string {
  return JSON.stringify([owner, field, isName, text]);
}

function visit(value: Json, location: TextLocation, onText: (text: string, location: TextLocation) => void): void {
  if (typeof value === 'string') onText(value, location);
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  const id = isList ? undefined : (value as JsonObject)['id'];
  const [owner, field] = typeof id === 'string' ? [id, ''] : [location.owner, location.field];
  for (const [name, item] of Object.entries(value)) {
    if (name === 'coordinates' && Array.isArray(item)) continue;
    const at = { pointer: `${location.pointer}/${escapeToken(name)}`, owner, field: isList ? field : `${field}/${name}` };
    if (!isList) onText(name, { ...at, isName: true });
    visit(item, { ...at, isName: false }, onText);
  }
}

function issuesOf(text: string, location: TextLocation, current: CurrentTexts): readonly Issue[] {
  const { pointer, isName } = location;
  if (isForbidden(text)) {
    const isCurrent = current.has(nameOf(text, location));
    const rule = ofCaseRule('json.verboden-teken', isCurrent ? 'warning' : 'error');
    return [{ ...rule, at: pointer, finding: () => ({ ...rule, pointer, ...forbiddenWords(text, isCurrent) }) }];
  }
  const garbled = isName ? undefined : garbledIn(text);
  return garbled === undefined ? NONE : [issueOf({ ...ofRule(garbled.rule), pointer, found: shown(text), ...garbled })];
}

/**
 * Texts: every text of a document, names of members too, with what is wrong with its characters: forbidden ones are errors
 * (forbidden-characters.ts), signs of lost letters are warnings (garbled.ts).
 *
 * Cost: the texts are looked at one by one only when the record has a sign of such a character. A record in ASCII without a backslash, an
 * ampersand and U+007F has none, which searches for single bytes tell; any other is read by one regular expression.
 * Invariant: a text that the register holds in the same field of the same object is at most a warning, so that the object stays changeable.
 * Not here: how long a text may be (sizes.ts), white space in ids (rules/unseen-character.ts).
 */
import { isAscii } from 'node:buffer';
import { issueOf, type Issue } from '../../../schemas/finding.ts';
import { escapeToken, type Json, type JsonObject } from '../../../schemas/json.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { FORBIDDEN_UNESCAPED, isForbidden, sayForbidden } from './forbidden-characters.ts';
import { GARBLED_SIGN, garbledIn } from './garbled.ts';

/** In a JSON text: an escape that may stand for a forbidden character or a letter, one that is doubled, or such a character itself. */
const SIGN = new RegExp(String.raw`\\[ubf]|\\\\u|${GARBLED_SIGN}|[${FORBIDDEN_UNESCAPED}]`);

/** Texts with forbidden characters in a document of the register, with the field and the object that hold them (`nameOf`). */
export type HeldTexts = ReadonlySet<string>;

/** A root as delivered, and its document. */
export interface TextsOf {
  readonly text: string;
  readonly bytes: Buffer;
  readonly document: JsonObject;
}

/** Issues with the characters of a root. */
export function textIssues({ text, bytes, document }: TextsOf, held: HeldTexts = NO_TEXTS): readonly Issue[] {
  if (isPlain(bytes, text) || !SIGN.test(text)) return NONE;
  const issues: Issue[] = [];
  visit(document, TOP, (value, place) => {
    if (issues.length < LIMITS.findingsPerRuleMax) issues.push(...issuesOf(value, place, held));
  });
  return issues;
}

const NONE: readonly Issue[] = [];
const NO_TEXTS: HeldTexts = new Set();

/** Whether a record holds signs of ASCII only, and among them no escape, no code of HTML and no U+007F. */
function isPlain(bytes: Buffer, text: string): boolean {
  return isAscii(bytes) && !text.includes('\\') && !text.includes('&') && !text.includes('\x7f');
}

/** The texts with forbidden characters in a JSON text, which is read only when it may have any. */
export function forbiddenTexts(text: string): HeldTexts {
  if (!SIGN.test(text)) return NO_TEXTS;
  const names = new Set<string>();
  visit(JSON.parse(text) as Json, TOP, (value, place) => {
    if (isForbidden(value)) names.add(nameOf(value, place));
  });
  return names;
}

/** Where a text stands. */
interface TextPlace {
  readonly pointer: string;
  /** Id of the innermost object around it, and the field in that, without places in lists. */
  readonly owner: string;
  readonly field: string;
  /** Whether it is the name of the member at the pointer. */
  readonly isName: boolean;
}

const TOP: TextPlace = { pointer: '', owner: '', field: '', isName: false };

function nameOf(text: string, { owner, field, isName }: TextPlace): string {
  return JSON.stringify([owner, field, isName, text]);
}

function visit(value: Json, place: TextPlace, onText: (text: string, place: TextPlace) => void): void {
  if (typeof value === 'string') onText(value, place);
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  const id = isList ? undefined : (value as JsonObject)['id'];
  const [owner, field] = typeof id === 'string' ? [id, ''] : [place.owner, place.field];
  for (const [name, item] of Object.entries(value)) {
    if (name === 'coordinates' && Array.isArray(item)) continue;
    const at = { pointer: `${place.pointer}/${escapeToken(name)}`, owner, field: isList ? field : `${field}/${name}` };
    if (!isList) onText(name, { ...at, isName: true });
    visit(item, { ...at, isName: false }, onText);
  }
}

function issuesOf(text: string, place: TextPlace, held: HeldTexts): readonly Issue[] {
  const { pointer, isName } = place;
  if (isForbidden(text)) {
    const isHeld = held.has(nameOf(text, place));
    const severity = isHeld ? 'warning' : 'error';
    return [{ rule: 'json.verboden-teken', severity, at: pointer, finding: () => ({ rule: 'json.verboden-teken', severity, pointer, ...sayForbidden(text, isHeld) }) }];
  }
  const garbled = isName ? undefined : garbledIn(text);
  return garbled === undefined ? NONE : [issueOf({ severity: 'warning', pointer, found: shown(text), ...garbled })];
}

/** Shown: how a finding shows a value, an id, or a longer text of somebody else: on one line, and short. */
import type { Language, Text } from './finding.ts';
import { LIMITS } from './limits.ts';

const FOUND_CHARS_MAX = 80;

/** A value as shown in a finding: a text without quotes unless it has what nobody sees, anything else as JSON; short, on one line. */
export function shown(value: unknown): string {
  if (typeof value !== 'string') return oneLine(JSON.stringify(value) ?? '');
  return value.trim() === value && !HIDDEN.test(value) ? cut(value) : quoted(value);
}

const HIDDEN = /\p{Cc}|[^\S ]|[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFFE\uFFFF]| {2}/u;
const EACH_HIDDEN = /[^\S ]|[\u007F-\u009F\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFFE\uFFFF]| {2,}/gu;

/** A text in quotes, cut, with what nobody sees as JSON escapes it: `\n`, `\u00a0`; of more than one space each as `␣`. */
export function quoted(text: string): string {
  return JSON.stringify(cut(text)).replaceAll(EACH_HIDDEN, (hidden) => (hidden.startsWith(' ')
    ? '␣'.repeat(hidden.length) : `\\u${hidden.codePointAt(0)!.toString(16).padStart(4, '0')}`));
}

/** A text, cut, with every character beyond ASCII as JSON escapes it, so that two normal forms of it look different. */
export function escaped(text: string): string {
  return flat(cut(text)).replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** An id as a report names it, a thousand times perhaps: whole when it can be one, else only its beginning. */
export function shownId(id: string): string {
  return id.length <= 2 * LIMITS.idCharsMax ? id : `${id.slice(0, LIMITS.idCharsMax).toWellFormed()}…`;
}

/** Between the languages of a value: no-break spaces, so that no `/` of a delivery is taken for it. */
const BETWEEN = '\u00a0/\u00a0';

/** What a finding shows as found or expected, when that is said in words. */
export function bilingual({ nl, en }: Text): string {
  return nl === en ? nl : nl + BETWEEN + en;
}

/** The same in one language; null: in both. */
export function inLanguage(value: string, lang: Language | null): string {
  const [nl, en, ...more] = value.split(BETWEEN);
  return lang === null || en === undefined || more.length > 0 ? value : { nl: nl!, en }[lang];
}

/** A text with a remark before its last full stop. */
export function withRemark({ nl, en }: Text, remark: Text): Text {
  return { nl: nl.replace(/\.$/, `${remark.nl}.`), en: en.replace(/\.$/, `${remark.en}.`) };
}

/** A text as found: on one line, cut. */
export function oneLine(text: string): string {
  return flat(cut(text));
}

/** The beginning of a text that may be long, never with half a character. */
export function cut(text: string): string {
  return (text.length > FOUND_CHARS_MAX ? `${text.slice(0, FOUND_CHARS_MAX)}…` : text).toWellFormed();
}

/** A text without control characters. */
export function flat(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}

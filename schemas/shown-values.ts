/** Shown values: the form of a value, an id, or a longer external text in a finding: on one line, and short. */
import type { Language, Text } from './finding.ts';
import { LIMITS } from './limits.ts';

const FOUND_CHARS_MAX = 80;

/** Formats a value: a text without quotes unless it has invisible characters, other values as JSON; short, on one line. */
export function shown(value: unknown): string {
  if (typeof value !== 'string') return oneLine(JSON.stringify(value) ?? '');
  return value.trim() === value && !HIDDEN.test(value) ? cut(value) : quoted(value);
}

const HIDDEN = /\p{Cc}|[^\S ]|[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFFE\uFFFF]| {2}/u;
const EACH_HIDDEN = /[^\S ]|[\u007F-\u009F\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFFE\uFFFF]| {2,}/gu;

/**
 * Puts a text in quotes, cut. Invisible characters are escaped as in JSON: ` `, `\u00a0`. Each of several spaces becomes `␣`.
 */
export function quoted(text: string): string {
  return JSON.stringify(cut(text)).replaceAll(EACH_HIDDEN, (hidden) => (hidden.startsWith(' ')
    ? '␣'.repeat(hidden.length) : `\\u${hidden.codePointAt(0)!.toString(16).padStart(4, '0')}`));
}

/** Cuts a text and escapes every character beyond ASCII as in JSON, so that two normal forms of it look different. */
export function escaped(text: string): string {
  return flat(cut(text)).replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Formats an id for a report, which may repeat it a thousand times: whole if it is a possible id, else only its beginning. */
export function shownId(id: string): string {
  return id.length <= 2 * LIMITS.idCharsMax ? id : `${id.slice(0, LIMITS.idCharsMax).toWellFormed()}…`;
}

/** Separates the languages of a value. No-break spaces tell it apart from a `/` in a delivery. */
const BETWEEN = '\u00a0/\u00a0';

/** Joins a found or expected value in both languages. */
export function bilingual({ nl, en }: Text): string {
  return nl === en ? nl : nl + BETWEEN + en;
}

/** Returns a value made by `bilingual` in one language, or in both for null. */
export function inLanguage(value: string, lang: Language | null): string {
  const [nl, en, ...more] = value.split(BETWEEN);
  return lang === null || en === undefined || more.length > 0 ? value : { nl: nl!, en }[lang];
}

/** Inserts a remark before the last full stop of a text. */
export function withRemark({ nl, en }: Text, remark: Text): Text {
  return { nl: nl.replace(/\.$/, `${remark.nl}.`), en: en.replace(/\.$/, `${remark.en}.`) };
}

/** Formats a found text: on one line, cut. */
export function oneLine(text: string): string {
  return flat(cut(text));
}

/** Cuts a long text, never inside a surrogate pair. */
export function cut(text: string): string {
  return (text.length > FOUND_CHARS_MAX ? `${text.slice(0, FOUND_CHARS_MAX)}…` : text).toWellFormed();
}

/** Replaces the control characters of a text. */
export function flat(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}

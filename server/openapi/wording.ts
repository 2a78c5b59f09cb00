/**
 * Wording: makes strings of the texts in the OpenAPI document, which are `Text` values while it is made. The served document has each text
 * in Dutch and English; pages have it in one language.
 */
import type { Language, Text } from '../../schemas/finding.ts';
import { both } from '../response/problem.ts';
import type { ApiObject } from './components.ts';

/** Returns a part of the document with each text in both languages. */
export function inBothLanguages(part: ApiObject): ApiObject {
  return worded(part, both);
}

/** Returns a part of the document with each text in one language. */
export function inLanguage(part: ApiObject, language: Language): ApiObject {
  return worded(part, (text) => sentence(text, language));
}

/** Returns a text with a capital where the Dutch one has it. In the served document the English one follows it in lower case. */
function sentence(text: Text, language: Language): string {
  const own = text[language];
  return /^\p{Lu}/u.test(text.nl) ? own.charAt(0).toUpperCase() + own.slice(1) : own;
}

function worded(part: ApiObject, say: (text: Text) => string): ApiObject {
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, wordedValue(value, say)]));
}

function wordedValue(value: unknown, say: (text: Text) => string): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => wordedValue(one, say));
  if (typeof value !== 'object' || value === null) return value;
  return isText(value) ? say(value) : worded(value as ApiObject, say);
}

function isText(value: object): value is Text {
  // A schema may have members of these names.
  return 'nl' in value && 'en' in value && typeof value.nl === 'string' && Object.keys(value).length === 2;
}

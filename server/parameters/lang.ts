/** lang: the language of pages, titles, descriptions and keywords (server/request/language.ts). */
import { LANGUAGES, type Language } from '../../schemas/finding.ts';
import { readOneOf } from './one-of.ts';
import type { ParameterFault } from './query.ts';

/** Returns the requested language; undefined without the parameter, and after a fault. */
export function readLang(text: string | undefined, faults: ParameterFault[]): Language | undefined {
  return readOneOf('lang', text, { names: LANGUAGES, expected: EXPECTED, faults });
}

const EXPECTED = { nl: 'een taal: nl of en', en: 'a language: nl or en' };

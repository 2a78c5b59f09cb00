/** lang: the language of titles, descriptions and keywords (server/language.ts). */
import { nearest } from '../../schemas/check/nearest.ts';
import { LANGUAGES, type Language } from '../../schemas/finding.ts';
import { wrongValue, type ParameterFault } from './query.ts';

/** The language asked for; undefined without the parameter, and after a fault. */
export function readLang(text: string | undefined, faults: ParameterFault[]): Language | undefined {
  const language = LANGUAGES.find((name) => name === text);
  if (text !== undefined && language === undefined) {
    const [best = 'nl'] = nearest(text, LANGUAGES, 1);
    faults.push(wrongValue('lang', text, { expected: EXPECTED, allowed: LANGUAGES, correct: best }));
  }
  return language;
}

const EXPECTED = { nl: 'een taal: nl of en', en: 'a language: nl or en' };

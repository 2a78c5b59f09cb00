/** Number text: numbers as people write them: 12.345 in Dutch, 12,345 in English. */
import type { Language } from '../../schemas/finding.ts';

const FORMATS = { nl: new Intl.NumberFormat('nl-NL'), en: new Intl.NumberFormat('en-GB') } as const;

export function numberText(value: number, language: Language): string {
  return FORMATS[language].format(value);
}

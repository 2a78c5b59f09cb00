/** Report figures: the numbers of roots of a report by verdict, in words, for every form of it. */
import type { Language, Report, Text } from './finding.ts';

type Figures = Pick<Report['counts'], 'accepted' | 'unchanged' | 'refused' | 'revived' | 'onlyPast'>;

/** Returns the numbers by verdict. Unchanged roots, and those valid again or changed in the past only, are left out when there are none. */
export function verdictFigures({ accepted, unchanged, refused, revived = 0, onlyPast = 0 }: Figures): Text {
  const figures: readonly (readonly [count: number, words: Text])[] = [
    [accepted, { nl: 'aanvaard', en: 'accepted' }],
    ...unchanged === 0 ? [] : [[unchanged, { nl: 'ongewijzigd', en: 'unchanged' }] as const],
    [refused, { nl: 'geweigerd', en: 'refused' }],
    ...revived === 0 ? [] : [[revived, { nl: 'weer geldig', en: 'valid again' }] as const],
    ...onlyPast === 0 ? [] : [[onlyPast, { nl: 'alleen in het verleden', en: 'in the past only' }] as const],
  ];
  const line = (language: Language): string => figures.map(([count, words]) => `${count} ${words[language]}`).join(', ');
  return { nl: line('nl'), en: line('en') };
}

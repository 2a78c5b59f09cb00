/** Edition text: says in which edition, and valid on which day, a page has searched. */
import type { Activated } from '../../publisher/read/types.ts';
import type { Language } from '../../schemas/finding.ts';
import { dayText, momentText } from './date-text.ts';

export interface SearchedState {
  /** Undefined: no edition existed yet at the requested moment. */
  readonly activated: Activated | undefined;
  /** The requested moment of availability; absent: now. */
  readonly availableAt?: Date | undefined;
  /** The day of validity; null: the requested period. */
  readonly day: string | null;
}

/** Returns the end of a sentence: `in editie 3 (gepubliceerd 26 november 2026 om 09:04 CET), geldig op 26 november 2026`. */
export function editionText({ activated, availableAt, day }: SearchedState, language: Language): string {
  const words = WORDS[language];
  if (activated === undefined) return words.none;
  const where = availableAt === undefined
    ? words.edition(String(activated.edition.number), momentText(activated.activated, language))
    : words.available(momentText(availableAt, language));
  return `${where}, ${day === null ? words.period : words.validOn(dayText(day, language))}`;
}

const WORDS = {
  nl: {
    none: 'op een moment waarop er nog geen editie was', period: 'in de gevraagde periode',
    edition: (number: string, published: string) => `in editie ${number} (gepubliceerd ${published})`,
    available: (moment: string) => `in wat beschikbaar was op ${moment}`, validOn: (day: string) => `geldig op ${day}`,
  },
  en: {
    none: 'at a moment when there was no edition yet', period: 'in the requested period',
    edition: (number: string, published: string) => `in edition ${number} (published ${published})`,
    available: (moment: string) => `in what was available at ${moment}`, validOn: (day: string) => `valid on ${day}`,
  },
} as const;

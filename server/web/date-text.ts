/**
 * Date text: days and moments as people write them, in the time of Europe/Amsterdam. The element `time` keeps the exact text for programs.
 */
import type { Language } from '../../schemas/finding.ts';
import { html, type Html } from '../../schemas/html.ts';
import { parseMoment, parseRfc3339 } from '../../schemas/time.ts';

const LOCALES = { nl: 'nl-NL', en: 'en-GB' } as const;
const ZONE = 'Europe/Amsterdam';

// Making a format takes longer than using it.
const DAYS = formats({ dateStyle: 'long', timeZone: 'UTC' });
const LOCAL_DAYS = formats({ dateStyle: 'long', timeZone: ZONE });
const MOMENTS = formats({
  day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone: ZONE,
});
const CLOCK = new Intl.DateTimeFormat('nl-NL', { timeStyle: 'medium', timeZone: ZONE });

function formats(options: Intl.DateTimeFormatOptions): Readonly<Record<Language, Intl.DateTimeFormat>> {
  return { nl: new Intl.DateTimeFormat(LOCALES.nl, options), en: new Intl.DateTimeFormat(LOCALES.en, options) };
}

/** Returns a day, or the day of a moment: 26 november 2026. A text that is neither is returned unchanged. */
export function dayText(day: string, language: Language): string {
  const date = new Date(day);
  if (Number.isNaN(date.getTime())) return day;
  return (day.includes('T') ? LOCAL_DAYS : DAYS)[language].format(date);
}

/** Returns a moment with its zone: 26 november 2026 om 09:04 CET. */
export function momentText(moment: Date, language: Language): string {
  return MOMENTS[language].format(moment);
}

/** Returns a moment in the validity of an object. At midnight it is a day. */
export function validityText(moment: Date, language: Language): string {
  return CLOCK.format(moment) === '00:00:00' ? LOCAL_DAYS[language].format(moment) : momentText(moment, language);
}

/** Shows a moment of an object; a text that is no moment is shown unchanged. */
export function shownMoment(text: string, language: Language): Html {
  const moment = parseMoment(text) ?? parseRfc3339(text);
  return moment === undefined ? html`${text}` : html`<time datetime="${text}">${validityText(new Date(moment), language)}</time>`;
}

/** Shows a day of an object. */
export function shownDay(text: string, language: Language): Html {
  const words = dayText(text, language);
  return words === text ? html`${text}` : html`<time datetime="${text}">${words}</time>`;
}

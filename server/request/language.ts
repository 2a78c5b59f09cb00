/**
 * Language: the language of titles and descriptions in a response: the parameter `lang`, else the preference in Accept-Language (RFC 9110,
 * 12.5.4), else Dutch.
 *
 * A range counts by its first subtag: `en-GB` means English. Dutch wins when both are equally preferred. Not here: errors for programs,
 * which are in both languages.
 */
import type { Language } from '../../schemas/finding.ts';
import { rangesOf } from './negotiate.ts';
import type { PassedOn } from '../parameters/passed-on.ts';

export const DEFAULT_LANGUAGE: Language = 'nl';

interface Asking {
  readonly headers: { readonly 'accept-language'?: string | undefined };
}

export function languageOf({ headers }: Asking, { lang }: Pick<PassedOn, 'lang'>): Language {
  return lang ?? preferred(headers['accept-language']);
}

function preferred(accepted: string | undefined): Language {
  if (accepted === undefined) return DEFAULT_LANGUAGE;
  return qualityOf('en', accepted) > qualityOf('nl', accepted) ? 'en' : 'nl';
}

function qualityOf(language: Language, accepted: string): number {
  const ranges = rangesOf(accepted);
  const own = ranges.filter(({ type }) => type.split('-', 1)[0] === language);
  const hits = own.length > 0 ? own : ranges.filter(({ type }) => type === '*');
  return Math.max(0, ...hits.map(({ quality }) => quality));
}

/** Markup: text that came from anywhere, safe to put in HTML and SVG, and the languages of a page. */
import type { Language, Text } from '../../../schemas/finding.ts';
import { inLanguage } from '../../../schemas/shown.ts';

/** Control characters, and those that turn the direction of writing, become visible and harmless. */
export function clean(words: string): string {
  return words.replaceAll(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '�').toWellFormed();
}

export function escape(words: string): string {
  return clean(words).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/** How a page speaks: Dutch with its English, or one of the two. */
export interface Speech {
  /** Of the page as a whole. */
  readonly lang: Language;
  /** A sentence, and its English below. */
  readonly both: (said: Text) => string;
  /** A label, and English after it; both are markup already. */
  readonly label: (nl: string, en: string) => string;
  /** English beside Dutch that stands elsewhere; empty on a page of one language; markup already. */
  readonly aside: (en: string) => string;
  /** What stands in one language only: Dutch, unless English was asked; markup already. */
  readonly one: (nl: string, en: string) => string;
  /** A value, which may be said in both languages; not markup yet. */
  readonly value: (found: string) => string;
}

export function speechOf(lang: Language | null): Speech {
  if (lang !== null) {
    const one: Speech['one'] = (nl, en) => ({ nl, en }[lang]);
    return { lang, both: (said) => escape(said[lang]), label: one, aside: () => '', one, value: (found) => inLanguage(found, lang) };
  }
  return {
    lang: 'nl',
    both: ({ nl, en }) => `${escape(nl)}<br><span lang="en">${escape(en)}</span>`,
    label: (nl, en) => `${nl} <span lang="en">${en}</span>`,
    aside: (en) => `<span lang="en">${en}</span>`,
    one: (nl) => nl,
    value: (found) => found,
  };
}

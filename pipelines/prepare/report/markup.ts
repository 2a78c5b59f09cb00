/** Markup: text that came from anywhere, made visible, and the languages of a page. */
import type { Language, Text } from '../../../schemas/finding.ts';
import { html, type Html } from '../../../schemas/html.ts';
import { inLanguage } from '../../../schemas/shown-values.ts';

/** Control characters, and those that turn the direction of writing, become visible and harmless. */
export function clean(words: string): string {
  return words.replaceAll(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '�').toWellFormed();
}

/** How a page speaks: Dutch with its English, or one of the two. */
export interface Speech {
  /** Of the page as a whole. */
  readonly lang: Language;
  /** A sentence, and its English below. */
  readonly both: (said: Text) => Html;
  /** A label, and English after it. */
  readonly label: (nl: string, en: string) => Html;
  /** English beside Dutch that stands elsewhere; undefined on a page of one language. */
  readonly aside: (en: string) => Html | undefined;
  /** What stands in one language only: Dutch, unless English was asked. */
  readonly one: (nl: string, en: string) => string;
  /** A value, which may be said in both languages. */
  readonly value: (found: string) => string;
}

export function speechOf(lang: Language | null): Speech {
  if (lang !== null) {
    const one: Speech['one'] = (nl, en) => ({ nl, en }[lang]);
    return {
      lang, both: (said) => html`${clean(said[lang])}`, label: (nl, en) => html`${one(nl, en)}`, aside: () => undefined, one,
      value: (found) => inLanguage(found, lang),
    };
  }
  return {
    lang: 'nl',
    both: ({ nl, en }) => html`${clean(nl)}<br><span lang="en">${clean(en)}</span>`,
    label: (nl, en) => html`${nl} <span lang="en">${en}</span>`,
    aside: (en) => html`<span lang="en">${clean(en)}</span>`,
    one: (nl) => nl,
    value: (found) => found,
  };
}

/** Page texts: chooses the languages of the texts on a page, and makes untrusted text safe to show. */
import type { Language, Text } from './finding.ts';
import { html, type Html } from './html.ts';
import { inLanguage } from './shown-values.ts';

/** Replaces control characters, and characters that override the writing direction, with a visible one. */
export function clean(words: string): string {
  return words.replaceAll(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '�').toWellFormed();
}

/** Begins a text with a capital. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Texts in the languages of a page: Dutch with English beside it, or one of the two. */
export interface PageTexts {
  /** Language of the page as a whole. */
  readonly lang: Language;
  /** A sentence in Dutch, with English below. */
  readonly both: (sentence: Text) => Html;
  /** A label in Dutch, followed by English. */
  readonly label: (nl: string, en: string) => Html;
  /** English for a Dutch text elsewhere; undefined on a page in one language. */
  readonly aside: (en: string) => Html | undefined;
  /** A text in one language: Dutch, except on an English page. */
  readonly one: (nl: string, en: string) => string;
  /** A value, which may have words in both languages. */
  readonly value: (found: string) => string;
}

export function pageTextsOf(lang: Language | null): PageTexts {
  if (lang !== null) {
    const one: PageTexts['one'] = (nl, en) => ({ nl, en }[lang]);
    return {
      lang, both: (sentence) => html`${clean(sentence[lang])}`, label: (nl, en) => html`${one(nl, en)}`, aside: () => undefined, one,
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

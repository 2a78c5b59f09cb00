/** Markup: text that came from anywhere, safe to put in HTML and SVG, and Dutch with its English below. */
import type { Text } from '../../../schemas/finding.ts';

/** Control characters, and those that turn the direction of writing, become visible and harmless. */
export function clean(words: string): string {
  return words.replaceAll(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '�').toWellFormed();
}

export function escape(words: string): string {
  return clean(words).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

export function both({ nl, en }: Text): string {
  return `${escape(nl)}<br><span lang="en">${escape(en)}</span>`;
}

/** A label: Dutch, and English after it. */
export function label(nl: string, en: string): string {
  return `${nl} <span lang="en">${en}</span>`;
}

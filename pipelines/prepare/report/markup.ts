/** Markup: text that came from anywhere, safe to put in HTML and SVG, and Dutch with its English below. */
import type { Text } from '../../../schemas/finding.ts';

export function escape(words: string): string {
  return words.toWellFormed().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

export function both({ nl, en }: Text): string {
  return `${escape(nl)}<br><span lang="en">${escape(en)}</span>`;
}

/** A label: Dutch, and English after it. */
export function label(nl: string, en: string): string {
  return `${nl} <span lang="en">${en}</span>`;
}

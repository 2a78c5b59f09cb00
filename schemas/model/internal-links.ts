/**
 * Links: InterneVerwijzing, the link from one object to another, and the `id` that it names.
 * The document leaves its definition open. Ours is `{href, title?, rel?, type?}`.
 */
import { shape, text } from './conventions.ts';

export const INTERNE_VERWIJZING = shape('InterneVerwijzing', 'open', {
  href: [text({ min: 1, max: 2048 }), 'R'],
  title: text(),
  rel: text(),
  type: text(),
});

/**
 * Returns the `id` that an `href` names: `#id`, a bare `id`, or a URL with the id as last path segment (`{base_url}/{resources}/{id}`).
 * An `href` that equals one of `near`, the ids of its own root, names that id, whatever else it could mean. Undefined without an id.
 */
export function linkTarget(href: string, near: { has(id: string): boolean }): string | undefined {
  const target = near.has(href) ? href : targetText(href);
  return target === '' ? undefined : target;
}

function targetText(href: string): string {
  if (href.startsWith('#')) return decode(href.slice(1));
  return /^https?:\/\//i.test(href) ? lastSegment(href) : href;
}

function lastSegment(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return decode(path.slice(path.lastIndexOf('/') + 1));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

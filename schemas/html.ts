/**
 * HTML: a template tag that escapes. Every page is made with it, so no external text reaches a page as markup. `Html` marks safe text;
 * only the tag makes it.
 */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Html | string | number | null | undefined | readonly Content[];

/** Joins a template. Values are escaped, arrays are joined, null and undefined are left out. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  let text = strings[0] ?? '';
  values.forEach((value, at) => { text += rendered(value) + (strings[at + 1] ?? ''); });
  return new Html(text);
}

function rendered(value: Content): string {
  if (value instanceof Html) return value.text;
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return value.map(rendered).join('');
  return escaped(String(value));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;',
};

/** Escapes a text. Control characters, and those that turn the direction of writing, become visible. */
function escaped(text: string): string {
  return text.replace(/[&<>"'\u202a-\u202e\u2066-\u2069]|(?![\t\n\r])\p{Cc}/gu, (character) => ESCAPES[character] ?? '�');
}

/** A link for a web address, else its text: never `javascript:` or `data:`. */
export function linkTo(href: string, label: Content): Html {
  return /^https?:\/\/[^\s]+$/i.test(href) ? html`<a href="${href}">${label}</a>` : html`${label}`;
}

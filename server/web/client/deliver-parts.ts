/**
 * Deliver parts: the pages of the service as parts of this page, so that a report has one wording. Pages of the service have no scripts;
 * what could load or run something is removed all the same, and the policy of this page forbids it too.
 */
export interface PagePart {
  readonly title: string;
  readonly nodes: readonly Node[];
  /** Returns a value of `data-*` of the page's element with this id; undefined without it. */
  readonly fact: (id: string, name: string) => string | undefined;
  /** Returns the element with this id, adopted by this page; undefined without it. */
  readonly part: (id: string) => HTMLElement | undefined;
}

const REMOVED = 'script,style,link,meta,base,iframe,object,embed,form,noscript';

/** Reads the page of a reply. A reply without a page, such as that of a proxy, gives undefined. */
export function partOf(text: string): PagePart | undefined {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const main = page.querySelector('main');
  if (main === null) return undefined;
  for (const element of page.querySelectorAll(REMOVED)) element.remove();
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[href]')) openElsewhere(link);
  const title = main.querySelector('h1')?.textContent ?? '';
  const shown = [...main.children].filter(({ localName }) => localName !== 'nav' && localName !== 'h1');
  const nodes = shown.map((child) => document.importNode(child, true));
  return {
    title, nodes, fact: (id, name) => page.getElementById(id)?.dataset[name],
    part: (id) => { const found = page.getElementById(id); return found === null ? undefined : document.importNode(found, true); },
  };
}

/** Returns the problem on a page in one line. */
export function problemIn({ title, nodes }: PagePart): string {
  const texts = nodes.slice(0, 2).map(({ textContent }) => textContent?.trim().replace(/\s+/g, ' ') ?? '');
  return [`${title}.`, ...texts.filter((text) => !text.startsWith('Status'))].join(' ');
}

/** Makes a link open in a new tab, because leaving this page forgets the token. A link within the part stays as it is. */
function openElsewhere(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href') ?? '';
  if (href.startsWith('#')) return;
  if (!/^https?:/i.test(href)) link.removeAttribute('href');
  else Object.assign(link, { target: '_blank', rel: `${link.rel} noopener noreferrer`.trim() });
}

/** Makes an element with a text or children, and properties of it. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K, content: string | readonly (string | Node)[], properties: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...(typeof content === 'string' ? [content] : content));
  return element;
}

/** Makes a button. */
export function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = make('button', label, { type: 'button' });
  made.addEventListener('click', onClick);
  return made;
}

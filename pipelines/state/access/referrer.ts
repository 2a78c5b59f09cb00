/**
 * Referrer: the pages from which an API key may be used (Interface Rules, Authentication 6).
 *
 * A key names origins, each with or without a path: `https://kaart.example/app`. A page fits when it has that origin, and that path or
 * one below it. Browsers send the origin only, unless the page has a Referrer-Policy, so a key with a path needs such a page.
 */

/** The headers Referer and Origin of a request. */
export interface ReferringPage {
  readonly referrer: string | undefined;
  readonly origin: string | undefined;
}

/** Returns the page in the form of a URL parser; undefined when it is no http(s) address, or has a user name, query or fragment. */
export function readReferrer(text: string): string | undefined {
  const url = parsed(text);
  if (url === undefined || url.username !== '' || url.password !== '' || /[?#]/.test(text)) return undefined;
  return url.origin + url.pathname;
}

/** Whether one of the pages fits. Both headers must fit the same page; a page with a path needs Referer. */
export function isReferredFrom(pages: readonly string[], { referrer, origin }: ReferringPage): boolean {
  const from = referrer === undefined ? undefined : parsed(referrer);
  if (referrer !== undefined && from === undefined) return false;
  return pages.some((page) => {
    const { origin: ofPage, pathname } = new URL(page);
    if (origin !== undefined && origin !== ofPage) return false;
    if (from === undefined) return origin !== undefined && pathname === '/';
    return from.origin === ofPage && isBelow(from.pathname, pathname);
  });
}

function isBelow(path: string, whole: string): boolean {
  return path === whole || path.startsWith(whole.endsWith('/') ? whole : `${whole}/`);
}

function parsed(text: string): URL | undefined {
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url : undefined;
}

/**
 * Base URL: `{base_url}` of the Interface Rules: where the service is, with the major version of the interface as the last
 * part of its path. Every published link begins with it.
 */

/** Full version of the interface; the base URL has its major number only (Interface Rules, Versioning 1 and 2). */
export const API_VERSION = '1.0.0';

const MAJOR = `v${API_VERSION.split('.', 1)[0]}`;
/** Path segments that need no percent codes: links hold the base as it is, in JSON, HTML and headers. */
const PATH = new RegExp(String.raw`^(?:/[\w.~-]+)*/${MAJOR}$`);

/** What a base URL is, in words. */
export const BASE_URL_FORM = `http or https, a host, and a path that ends in /${MAJOR}, such as https://ev.example/${MAJOR}`;

/** The base URL as links bear it. Throws an Error that says what is expected. */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBase = url !== undefined && /^https?:$/.test(url.protocol) && PATH.test(url.pathname)
    && url.href === url.origin + url.pathname;
  if (isBase) return url.href;
  throw new Error(`${text} is no base URL: expected ${BASE_URL_FORM}`);
}

/** Base URL: `{base_url}` of the Interface Rules, the prefix of every published link. Its path ends in the major version of the interface. */
import { MAJOR } from './interface-versions.ts';

/** Path segments without percent-encoding, because links in JSON, HTML and headers contain the base URL unchanged. */
const PATH = new RegExp(String.raw`^(?:/[\w.~-]+)*/${MAJOR}$`);

/** Description of a valid base URL, for messages. */
export const BASE_URL_FORM = `http or https, a host, and a path that ends in /${MAJOR}, such as https://ev.example/${MAJOR}`;

/** Returns the base URL in the form that links use. Throws an Error that says what is expected. */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBase = url !== undefined && /^https?:$/.test(url.protocol) && PATH.test(url.pathname)
    && url.href === url.origin + url.pathname;
  if (isBase) return url.href;
  throw new Error(`${text} is no base URL: expected ${BASE_URL_FORM}`);
}

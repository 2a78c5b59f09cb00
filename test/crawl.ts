/**
 * A crawler for tests: follows every link of the service from one address on, as a program (JSON, headers) and as a browser (pages), each
 * address once in each form. Reports every link that is relative, leads nowhere, or gives another media type than it announces. Links that
 * leave the service are checked, not followed; `nofollow` links, to example requests, are neither. Not here: which service is crawled.
 */
import PQueue from 'p-queue';

export interface Fetched {
  readonly status: number;
  readonly contentType: string;
  /** The header Link, or nothing. */
  readonly link: string;
  readonly body: string;
}

export interface Crawled {
  /** Address and Accept header, in the order of the visits. */
  readonly visited: readonly string[];
  /** Sentences about links that are wrong. */
  readonly wrong: readonly string[];
}

interface Step {
  readonly url: string;
  readonly accept: string;
  /** The announced media type, where there was one. */
  readonly type: string | undefined;
  readonly from: string;
}

interface FoundLink {
  readonly href: string;
  readonly type: string | undefined;
}

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
/** Elements whose address may be a path. */
const BY_PATH: ReadonlySet<string> = new Set(['link', 'script', 'img', 'form']);
/** Types of resources that a page loads, and of tables. Links in them are not followed. */
const ASSET = /^(?:text\/css|text\/csv|text\/javascript|image\/|application\/(?:vnd\.pmtiles|x-qgis-layer-settings))/;
/** Requests that are pending together: the crawler reads one answer while the service makes another. */
const AT_ONCE = 4;
/** Pages of one list, so that a long one is walked a little only; an address without a query is always followed. */
const PAGES_MAX = 20;

/** Crawls all that `base` leads to; `get` asks for an address of ours. */
export async function crawl(base: string, get: (url: string, accept: string) => Promise<Fetched>): Promise<Crawled> {
  const seen = new Set<string>();
  const pages = new Map<string, number>();
  const wrong: string[] = [];
  const queue = new PQueue({ concurrency: AT_ONCE });

  function add({ href, type }: FoundLink, from: string, browser: boolean): void {
    if (!/^https?:\/\/[^\s<>"]+$/.test(href)) wrong.push(`${from} has the relative or broken link ${href}`);
    const url = href.replace(/#.*$/, '');
    if (url !== base && !url.startsWith(`${base}/`)) return;
    const accept = browser ? BROWSER : type ?? '*/*';
    const key = `${url} ${accept}`;
    if (seen.has(key)) return;
    const list = `${url.split('?', 1)[0] ?? ''} ${accept}`;
    if (url.includes('?') && (pages.get(list) ?? 0) >= PAGES_MAX) return;
    if (url.includes('?')) pages.set(list, (pages.get(list) ?? 0) + 1);
    seen.add(key);
    queue.add(() => visit({ url, accept, type, from })).catch(() => {}); // onError tells of it
  }

  async function visit({ url, accept, type, from }: Step): Promise<void> {
    const got = await get(url, accept);
    const links = [...linksOfHeader(got.link)];
    if (got.status !== 200) wrong.push(`${from} leads to ${url} (${accept}): ${got.status}`);
    else if (type !== undefined && !isSameType(type, got.contentType, url)) {
      wrong.push(`${from} announces ${url} as ${type}, it is ${got.contentType}`);
    }
    const isPage = got.contentType.startsWith('text/html');
    if (isPage) links.push(...linksOfPage(got.body, url));
    else if (ASSET.test(got.contentType)) return;
    else if (/json/.test(got.contentType)) links.push(...linksOfJson(JSON.parse(got.body)));
    // RFC 9264: the form of the header Link.
    else if (got.contentType === 'application/link-format') links.push(...linksOfHeader(got.body));
    else if (got.contentType.startsWith('application/atom+xml')) links.push(...linksOfFeed(got.body));
    // The URIs in GML identify; they are no links.
    else if (!got.contentType.startsWith('application/gml+xml')) wrong.push(`${url} (${accept}) is of no known type: ${got.contentType}`);
    for (const link of links) {
      add(link, url, isPage);
      if (isPage) continue;
      add({ ...link, type: undefined }, url, true);
    }
  }

  for (const browser of [false, true]) add({ href: base, type: undefined }, 'the start', browser);
  await Promise.race([queue.onError(), queue.onIdle()]);
  return { visited: [...seen], wrong };
}

/**
 * Parameters count where both name them: `text/html` announces `text/html; charset=utf-8`. A schema is announced as one also where its
 * address has `f=json`, because GDAL finds fields by that type only.
 */
function isSameType(announced: string, given: string, url: string): boolean {
  if (announced === 'application/schema+json' && new URL(url).searchParams.get('f') === 'json') return given === 'application/json';
  const bare = (type: string) => type.replace(/\s*;.*$/, '').toLowerCase();
  return announced.includes(';') ? announced.replaceAll(' ', '') === given.replaceAll(' ', '') : announced === bare(given);
}

/**
 * Every member named `href`, wherever it stands, with the `type` beside it, but templates. Links in examples of messages in OpenAPI are no
 * links of the document, nor are the terms of a JSON-LD context.
 */
function linksOfJson(value: unknown): FoundLink[] {
  if (Array.isArray(value)) return value.flatMap(linksOfJson);
  if (typeof value !== 'object' || value === null) return [];
  const { href, type, templated, example: _, '@context': __, ...others } = value as Readonly<Record<string, unknown>>;
  const own = typeof href === 'string' && templated !== true ? [{ href, type: typeof type === 'string' ? type : undefined }] : [];
  return [...own, ...linksOfJson(type), ...Object.values(others).flatMap(linksOfJson)];
}

/** Resources and forms of a page may have a path as address, so that they work at every name of the host. Links for people are absolute. */
function linksOfPage(body: string, url: string): FoundLink[] {
  return [...body.matchAll(/<(\w+)\b[^>]*?\s(?:href|src|action)="([^"]*)"(?! rel="nofollow")/g)].map(([, element = '', text = '']) => {
    const href = text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
    return { href: href.startsWith('/') && BY_PATH.has(element) ? new URL(href, url).href : href, type: undefined };
  }).filter(({ href }) => !href.startsWith('#'));
}

function linksOfFeed(feed: string): FoundLink[] {
  return [...feed.matchAll(/<link\b[^>]*>/g)].map(([link]) => (
    { href: (/href="([^"]*)"/.exec(link)?.[1] ?? '').replaceAll('&amp;', '&'), type: /type="([^"]*)"/.exec(link)?.[1] }
  ));
}

/** A value may have quotes of its own, as the profile in a media type (RFC 9110, 5.6.4). */
function linksOfHeader(header: string): FoundLink[] {
  return [...header.matchAll(/<([^>]*)>((?:\s*;\s*\w+="(?:[^"\\]|\\.)*")*)/g)].map(([, href = '', parameters = '']) => (
    { href, type: /\btype="((?:[^"\\]|\\.)*)"/.exec(parameters)?.[1]?.replace(/\\(.)/g, '$1') }
  ));
}

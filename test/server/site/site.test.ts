/**
 * The files of a static site against the service: each file, compared with the response that it is made from, differs in its links only, and
 * each link of a file leads to the file of what the link of the response leads to. The comparison walks both together from the start page
 * on, and knows no names of files. Pages are compared with those of a service that leaves out forms as a site does.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Editions } from '../../../publisher/read/types.ts';
import type { SiteContent, StaticSite } from '../../../schemas/static-site.ts';
import { NO_TERMS } from '../../../schemas/terms.ts';
import { openSite } from '../../../server/site/site.ts';
import { exampleEditions } from '../example-edition.ts';
import { BASE } from '../fake-editions.ts';
import { ACTIVATED, started, type Client, type Reply } from '../harness.ts';

const SITE_URL = 'https://bestanden.example/ev';
const LINK = /\{"href":"([^"]*)"((?:,"\w+":(?:"(?:[^"\\]|\\.)*"|[\d.]+|true|false))*)\}/g;
const ATTRIBUTE = / (?:href|src)="([^"]*)"/g;

let editions: Editions;
let removeEditions: () => void;
let server: Client;
/** A service whose pages are those of a site. */
let pages: Client;
let site: StaticSite;
const files = new Map<string, Buffer>();
const tags = new Map<string, string>();

beforeAll(async () => {
  ({ editions, remove: removeEditions } = exampleEditions());
  const clock = (): Date => ACTIVATED;
  [server, pages] = await Promise.all([started({ editions, clock }), started({ editions, clock, isSite: true })]);
  site = siteAt(null);
  for await (const { path, tag, content } of site.files(() => undefined)) {
    expect(files.has(path), `${path} is made once`).toBe(false);
    files.set(path, bytesOf(content));
    if (tag !== null) tags.set(path, tag);
  }
});
afterAll(async () => {
  await server.close();
  await pages.close();
  removeEditions();
});

function siteAt(siteUrl: string | null): StaticSite {
  return openSite({ editions, crss: [], siteUrl, terms: NO_TERMS, basemap: null, version: '1' })!;
}

function bytesOf(content: SiteContent): Buffer {
  if (content.kind !== 'bytes') throw new Error(`not made: ${content.kind}`);
  return content.bytes;
}

/** The file that a link of a file leads to. */
function followed(from: string, link: string): string {
  return posix.normalize(posix.join(posix.dirname(from), decodeURIComponent(link.replace(/#.*/, ''))));
}

interface Pair { readonly address: string; readonly accept: string; readonly file: string }

/** Documents that a site words in its own way: it has one CRS in each file, and conforms to fewer classes. */
const OWN_WORDS = /^\/v1(?:\/conformance|\/collections(?:\/[^/?]+)?)$/;

/** Asks a service; lists of features have a hundred on a page of a site. */
async function reply({ address, accept }: Pick<Pair, 'address' | 'accept'>): Promise<Reply> {
  const asked = /\/collections\/[^/]*\/items(?:\?(?!.*\blimit=)|$)/.test(address) ? `${address}${address.includes('?') ? '&' : '?'}limit=100` : address;
  const path = asked.replace(BASE, '/v1');
  return await (accept === 'text/html' || OWN_WORDS.test(path) ? pages : server).ask(path, { headers: { accept } });
}

test('OPEN-static-site: every file equals its response but for its links, and its links lead to the files of what those of the response lead to', async () => {
  const start = (accept: string, file: string): Pair => ({ address: BASE, accept, file });
  const waiting: Pair[] = [start('application/json', 'index.json'), start('text/html', 'index.html')];
  const seen = new Map<string, string>();
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const { accept, file } = pair;
    const key = `${pair.address} ${accept}`;
    if (seen.has(key)) {
      expect(seen.get(key), `one address has one file: ${key}`).toBe(file);
      continue;
    }
    seen.set(key, file);
    const { status, text, headers } = await reply(pair);
    expect([status, headers['content-type']?.split(';')[0]], key).toEqual([200, accept]);
    const made = files.get(file)?.toString();
    // A form that no link leads to: the server gives it by the header Accept.
    const inOtherForm = file.replace(/\.\w+$/, accept === 'text/html' ? '.json' : '.html');
    if (files.has(inOtherForm) && !/geojson|gml/.test(accept)) waiting.push({ ...pair, accept: accept === 'text/html' ? 'application/json' : 'text/html', file: inOtherForm });
    expect(made, `${key} is in ${file}`).toBeDefined();
    if (accept.startsWith('text/html')) waiting.push(...comparedPage(text, made!, file));
    else if (accept.endsWith('json') && file !== 'openapi.json') waiting.push(...comparedJson(text, made!, file));
  }
  // Files that only scripts read, further CRSs, and pages that only documents of them link to.
  const reached = new Set(seen.values());
  const others = [...files.keys()].filter((path) => !reached.has(path) && !/\/(?:crs|tellingen)\//.test(path) && !path.startsWith('assets/'));
  expect(others).toEqual([]);
  expect(seen.size).toBeGreaterThan(1_000);
});

/** Compares a document with its file and returns the pairs that their links lead to. */
function comparedJson(text: string, made: string, file: string): readonly Pair[] {
  expectSameRest(text, made, file);
  const [wanted, given] = [text, made].map((body) => [...body.matchAll(LINK)].map(([, href = '', members = '']) => ({ href, members })));
  const pairs: Pair[] = [];
  let at = 0;
  for (const { href, members } of wanted!) {
    const own = given![at];
    const isOurs = href.startsWith(BASE);
    // A link of ours that is left out is followed by the next one of the response.
    if (own?.members !== members || (!isOurs && own.href !== href)) continue;
    at += 1;
    if (!isOurs || own.href === href) continue;
    const target = followed(file, own.href);
    const type = /,"type":"([^";]*)/.exec(members)?.[1] ?? (target.endsWith('.geojson') ? 'application/geo+json' : 'application/json');
    pairs.push({ address: href, accept: type, file: target });
  }
  expect(at, `every link of ${file} is one of its response`).toBe(given!.length);
  return pairs;
}

/** Compares what is not a link: equal but for other texts that are addresses, which stay or lead to a file. */
function expectSameRest(text: string, made: string, file: string): void {
  const [whole, own] = [text, made].map((body) => body.replaceAll(new RegExp(`,?${LINK.source}`, 'g'), '').replaceAll('[,', '['));
  const address = new RegExp(`"${BASE}[^"]*"`, 'g');
  const addresses = [...whole!.matchAll(address)].map(([found]) => found);
  let at = 0;
  for (const [index, piece] of whole!.split(address).entries()) {
    expect(own!.slice(at, at + piece.length), file).toBe(piece);
    at += piece.length;
    if (index === addresses.length) break;
    const [token = ''] = /^"[^"]*"/.exec(own!.slice(at)) ?? [];
    if (token !== addresses[index]) expect(files.has(followed(file, token.slice(1, -1))), `${token} of ${file}`).toBe(true);
    at += token.length;
  }
  expect(own!.length, file).toBe(at);
}

/** Compares a page with its file and returns the pairs that their links lead to. */
function comparedPage(text: string, made: string, file: string): readonly Pair[] {
  const blank = (body: string): string => body.replaceAll(/<form\b[\s\S]*?<\/form>/g, '').replaceAll(ATTRIBUTE, '');
  expect(blank(made), file).toBe(blank(text));
  const elements = (body: string): readonly string[] => [...body.replaceAll(/<form\b[\s\S]*?<\/form>/g, '').matchAll(/<(?:a|link|script|img|use)\b[^>]*>/g)].map(([element]) => element);
  const given = elements(made);
  return elements(text).flatMap((element, at): readonly Pair[] => {
    const [href, own] = [element, given[at]!].map((one) => / (?:href|src)="([^"]*)"/.exec(one)?.[1]?.replaceAll('&amp;', '&'));
    if (own === undefined || href === own || href!.startsWith('/v1/assets/')) return [];
    const target = followed(file, own);
    if (!target.endsWith('.html')) return [];
    return [{ address: href!.replace(/[?&]f=html\b/, ''), accept: 'text/html', file: target }];
  });
}

test('every link of every file leads to a file', () => {
  const wrong = [...files].flatMap(([path, bytes]) => {
    const text = bytes.toString();
    const links = path.endsWith('.html') ? [...text.matchAll(ATTRIBUTE)] : /\.(?:json|geojson|jsonld)$/.test(path) ? [...text.matchAll(/"href":"([^"]*)"/g)]
      : path.endsWith('.js') ? [...text.matchAll(/from '(\.\/[^']*)'/g)] : [];
    return links.map(([, link = '']) => link).filter((link) => !/^(?:[a-z]+:|#)/.test(link) && !files.has(followed(path, link))).map((link) => `${path}: ${link}`);
  });
  expect(wrong).toEqual([]);
});

test('a page has no form and leads to no service', () => {
  const wrong = [...files].filter(([path]) => path.endsWith('.html')).filter(([, bytes]) => /<form|href="https?:\/\/127/.test(bytes.toString())).map(([path]) => path);
  expect(wrong).toEqual([]);
});

test('the lists of a collection have all its features, in each CRS, over their pages', () => {
  const read = (path: string): { features: readonly { id: string }[]; numberMatched: number; links: readonly { rel: string; href: string }[] } => (
    JSON.parse(files.get(path)!.toString()) as never
  );
  for (const start of ['collections/pr-contouren/items/index.geojson', 'collections/pr-contouren/crs/28992/items/index.geojson']) {
    const ids: string[] = [];
    for (let path: string | undefined = start; path !== undefined;) {
      const page = read(path);
      ids.push(...page.features.map(({ id }) => id));
      const next = page.links.find(({ rel }) => rel === 'next')?.href;
      path = next === undefined ? undefined : followed(path, next);
    }
    expect(ids).toHaveLength(read(start).numberMatched);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test('a collection names only the CRS of its files, because a client cannot ask for another', () => {
  const { crs, storageCrs } = JSON.parse(files.get('collections/kwetsbare-gebouwen/index.json')!.toString()) as { crs: readonly string[]; storageCrs?: string };
  expect([crs.length, storageCrs]).toEqual([1, undefined]);
});

test('the OpenAPI document describes each file and no other', () => {
  const { paths, servers } = JSON.parse(files.get('openapi.json')!.toString()) as { paths: Readonly<Record<string, object>>; servers: unknown };
  expect(servers).toEqual([{ url: '.' }]);
  const patterns = Object.keys(paths).map((path) => new RegExp(`^${path.slice(1).replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`));
  const undescribed = [...files.keys()].filter((path) => !path.startsWith('assets/') && !patterns.some((pattern) => pattern.test(path)));
  expect(undescribed.filter((path) => !path.endsWith('.html'))).toEqual([]);
  const empty = patterns.filter((pattern) => ![...files.keys()].some((path) => pattern.test(path))).map(String);
  expect(empty.filter((pattern) => !/bladzijde|items\/\[|\/\[\^\/\]\+\\\.|downloads/.test(pattern))).toEqual([]);
});

test('links in JSON begin with the address of the site when it is known, and lead to the same files', async () => {
  const relativeOf = (path: string, text: string): string => text.replaceAll(LINK, (whole, href: string, members: string) => (
    href.startsWith(SITE_URL) ? `{"href":"${decodeURIComponent(href.slice(SITE_URL.length + 1))}"${members}}` : /^[a-z]+:/.test(href) ? whole : `{"href":"${followed(path, href)}"${members}}`
  ));
  for await (const { path, content } of siteAt(SITE_URL).files(() => undefined)) {
    if (!/\.geojson$|collections\/[^/]*\/index\.json$/.test(path)) continue;
    expect(bytesOf(content).toString()).not.toContain('"href":"..');
    expect(relativeOf(path, bytesOf(content).toString())).toBe(relativeOf(path, files.get(path)!.toString()));
  }
});

test('the file of an object whose response has the ETag that it was made from is not made again, and no other file is left out', async () => {
  const isObject = (path: string): boolean => /(?:\/items|^(?:locatie|wegen|buisleiding-stelsels|kwetsbare)[\w-]*)\/(?!index\.|bladzijde\/)/.test(path);
  const again = new Map<string, SiteContent>();
  for await (const { path, content } of siteAt(null).files((file) => tags.get(file))) again.set(path, content);
  expect([...again.keys()].toSorted()).toEqual([...files.keys()].toSorted());
  for (const [path, content] of again) {
    expect(content.kind, path).toBe(isObject(path) ? 'unchanged' : 'bytes');
    if (content.kind === 'bytes') expect(content.bytes.equals(files.get(path)!), path).toBe(true);
  }
});

test('the forecast is near the number of files, and not below their bytes', async () => {
  const { files: count, bytes } = await site.forecast();
  const sum = [...files.values()].reduce((total, { length }) => total + length, 0);
  expect(Math.abs(count / files.size - 1)).toBeLessThan(0.25);
  expect(bytes).toBeGreaterThanOrEqual(sum);
});

test('the same edition gives the same bytes, and another address or program another identity', () => {
  expect(siteAt(null).identity).toBe(site.identity);
  expect(siteAt(SITE_URL).identity).not.toBe(site.identity);
});

test('downloads that were made are in the site as they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-site-downloads-'));
  const bytes = Buffer.from('{}\n');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const edition = editions.current()!.edition;
  const name = `kwetsbare-gebouwen-${edition.number}-rd.ndjson`;
  writeFileSync(join(folder, name), bytes);
  const file = { name, collection: 'kwetsbare-gebouwen', crs: '28992', form: 'ndjson', count: 0, bytes: bytes.length, sha256 } as const;
  const whole = { ...file, name: `ev-register-${edition.number}-rd.gpkg`, collection: null, form: 'gpkg' } as const;
  const downloads = { format: 1, edition: edition.number, contentId: edition.contentId, moment: edition.moment, files: [file, whole], folder };
  const withDownloads = new Proxy(editions, {
    get(target, key): unknown {
      if (key === 'downloadsUpTo' || key === 'downloads') return () => downloads;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });
  const made = new Map<string, SiteContent>();
  for await (const { path, content } of openSite({ editions: withDownloads, crss: [], siteUrl: null, terms: NO_TERMS, basemap: null, version: '1' })!.files(() => undefined)) made.set(path, content);
  expect(made.get(`collections/kwetsbare-gebouwen/downloads/${name}`)).toEqual({ kind: 'copy', source: join(folder, name), bytes: 3, sha256 });
  expect(made.get(`downloads/${whole.name}`)).toMatchObject({ kind: 'copy', source: join(folder, whole.name) });
  const { links } = JSON.parse(bytesOf(made.get('collections/kwetsbare-gebouwen/index.json')!).toString()) as { links: readonly { rel: string; href: string }[] };
  expect(links.find(({ rel }) => rel === 'enclosure')?.href).toBe(`downloads/${name}`);
  rmSync(folder, { recursive: true });
});

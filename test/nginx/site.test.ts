/**
 * A static site of the examples behind nginx with its sample configuration, and in a folder without any server: the abstract tests of OGC API
 * Features as far as files can pass them, links and media types, GDAL, and Chromium with axe-core.
 */
import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { FetchSource, PMTiles } from 'pmtiles';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { writeSite } from '../../pipelines/site/write-site.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { NO_TERMS } from '../../schemas/terms.ts';
import { openSite } from '../../server/site/site.ts';
import { CLASSES } from '../conformance/classes.ts';
import { Site } from '../conformance/site.ts';
import { crawl } from '../crawl.ts';
import { freePort } from '../demo-process.ts';
import { madeDownloads } from '../make-downloads.ts';
import { exampleEditions } from '../server/example-edition.ts';
import { PROJECT } from '../shared-data.ts';

const run = promisify(execFile);
const NGINX = process.env['EV_NGINX'] ?? 'nginx';
const SAMPLE = readFileSync(join(PROJECT, 'pipelines/operations/nginx-site.conf'), 'utf8');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SPEC = 'http://www.opengis.net/spec/';

const NO_PARAMETERS = 'files read no parameters';
const NO_TILES = 'a site has vector tiles as one file, not at addresses of their own';
const NO_ERRORS = 'a web server has errors of its own, and gives a file whatever type is asked';
const NO_LINK_HEADER = 'files have no header Link';
const NOT_DECLARED = 'a site does not declare a class of which it cannot pass another test';
const BY_FILE = 'the link has the address of a file, with its extension';

/** The abstract tests that a site cannot pass, with the reason. Those of classes that are about filters and tiles are left out as a whole. */
const NOT_OF_FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'ogcapi-features-1/1.0/conf/core': {
    'http': NO_ERRORS, 'query-param-unknown': NO_PARAMETERS, 'query-param-invalid': NO_PARAMETERS, 'fc-bbox-definition': NO_PARAMETERS, 'fc-bbox-response': NO_PARAMETERS,
    'fc-limit-definition': NO_PARAMETERS, 'fc-limit-response': NO_PARAMETERS, 'fc-time-definition': NO_PARAMETERS, 'fc-time-response': NO_PARAMETERS, 'fc-links': NO_PARAMETERS,
    'conformance-success': 'Core has requirements on parameters, so a site does not declare it',
  },
  'ogcapi-features-1/1.0/conf/html': { content: 'links in pages are relative, and the test looks for a path that begins with a slash' },
  'ogcapi-features-1/1.0/conf/oas30': {
    'oas-definition-1': 'the documentation sends requests, so a site does not have it',
  },
  'ogcapi-features-2/1.0/conf/crs': {
    'storageCrs': 'a collection names the CRS of its files only', 'crs-parameter': NO_PARAMETERS, 'crs-parameter-invalid': NO_PARAMETERS, 'crs-parameter-default': NO_PARAMETERS,
    'bbox-crs-parameter': NO_PARAMETERS, 'bbox-crs-parameter-invalid': NO_PARAMETERS,
  },
  'ogcapi-features-3/1.0/conf/queryables': { 'get-queryables-uris': NO_LINK_HEADER, 'get-conformance': NOT_DECLARED },
  'ogcapi-features-5/1.0/conf/profile-parameter': { 'profile-param-response': NO_PARAMETERS },
  'ogcapi-features-3/1.0/conf/queryables-query-parameters': { 'query-param': NO_PARAMETERS, 'get-conformance': NOT_DECLARED },
  ...Object.fromEntries(['ogcapi-common-3', 'ogcapi-features-5'].flatMap((part) => (
    ['returnables-and-receivables', 'queryables', 'sortables'].map((name) => [`${part}/1.0/conf/${name}`, { 'link': BY_FILE, 'get-conformance': NOT_DECLARED }])
  ))),
};
const WHOLE_CLASSES: readonly (readonly [RegExp, string])[] = [
  [/cql2|\/filter$|features-filter/, NO_PARAMETERS], [/ogcapi-tiles/, NO_TILES], [/json-fg/, 'a site has features as GeoJSON; JSON-FG is asked by a parameter'],
];

let base: string;
let folder: string;
let browser: Browser;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  const port = await freePort();
  base = `http://127.0.0.1:${port}/v1`;
  folder = join(temporaryFolder(), 'v1');
  const { folder: made, editions, remove } = exampleEditions();
  await madeDownloads({ folder: made, audience: 'public' }, 1, { forms: ['pmtiles'] });
  const site = openSite({ editions, crss: [], siteUrl: base, terms: NO_TERMS, basemap: null, version: '1' })!;
  await writeSite(site, { folder, filesMax: 10_000, verify: false, onForecast: () => {}, onProgress: () => {} });
  ends.push(remove, runNginx(port));
  browser = await launch({ executablePath: process.env['EV_CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  ends.push(() => browser.close());
  await vi.waitFor(() => fetch(base), { timeout: 20_000, interval: 100 });
}, 300_000);
afterAll(async () => { for (const end of ends.toReversed()) await end(); });

/** Makes a folder that is removed after the tests of this file. nginx started by root reads files as another user. */
function temporaryFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'ev-site-'));
  chmodSync(made, 0o755);
  ends.push(() => { rmSync(made, { recursive: true, force: true }); });
  return made;
}

/** Starts nginx with the sample, without TLS. Returns a function that ends it. */
function runNginx(port: number): () => void {
  const own = temporaryFolder();
  mkdirSync(join(own, 'logs'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${own}/${kind};`).join(' ');
  const site = SAMPLE.replace('listen 443 ssl', `listen 127.0.0.1:${port}`).replace(/^ *ssl_.*\n/gm, '').replace('/srv/ev;', `${join(folder, '..')};`);
  writeFileSync(join(own, 'nginx.conf'), `daemon off; pid ${own}/pid; events {} http { access_log off; ${temporary}\n${site}}`);
  const child = spawn(NGINX, ['-p', own, '-e', join(own, 'errors'), '-c', join(own, 'nginx.conf')], { stdio: 'inherit' });
  child.on('error', () => { throw new Error(`${NGINX} is not there: install nginx, or name it in EV_NGINX`); });
  return () => child.kill('SIGTERM');
}

describe('the abstract tests', () => {
  const tested = CLASSES.filter(({ uri }) => !WHOLE_CLASSES.some(([pattern]) => pattern.test(uri)));

  test.each(tested)('$uri: all but those of the table', async ({ uri, tests }) => {
    const site = new Site(base);
    const failed: string[] = [];
    for (const { id, check } of tests) await check(site).catch((error: unknown) => { failed.push(`${id.replace(/.*\//, '')}: ${(error as Error).message.slice(0, 200)}`); });
    const expected = Object.keys(NOT_OF_FILES[uri.replace(SPEC, '')] ?? {});
    expect(failed.map((failure) => failure.replace(/:.*/s, '')).toSorted(), failed.join('\n')).toEqual(expected.toSorted());
  });

  test('OPEN-static-site: a class that the site declares passes all of its tests', async () => {
    const declared = await new Site(base).conformsTo();
    expect(declared.length).toBeGreaterThan(3);
    for (const uri of declared) {
      expect(CLASSES.some((known) => known.uri === uri), uri).toBe(true);
      expect(NOT_OF_FILES[uri.replace(SPEC, '')], uri).toBeUndefined();
    }
  });
});

test('a client that follows links finds no dead end, and each file has the media type that its link announces', async () => {
  const { visited, wrong } = await crawl(base, async (url, accept) => {
    const { status, headers, body } = await fetch(url, { headers: { accept } }).then(async (reply) => ({ status: reply.status, headers: reply.headers, body: await reply.text() }));
    // Links in pages are relative; the crawler wants the address that they lead to.
    const isPage = headers.get('content-type')?.startsWith('text/html') === true;
    const absolute = isPage ? body.replaceAll(/ (href|src)="((?![a-z]+:|#)[^"]*)"/g, (_, name: string, link: string) => ` ${name}="${new URL(link, url.endsWith('/v1') ? `${url}/` : url).href}"`) : body;
    return { status, contentType: headers.get('content-type')?.replace('; charset=utf-8', isPage ? '; charset=utf-8' : '') ?? '', link: headers.get('link') ?? '', body: absolute };
  });
  expect(wrong).toEqual([]);
  expect(visited.length).toBeGreaterThan(1_000);
});

test('pages, scripts and data have the headers of the service, and the list of files is not served', async () => {
  const ask = async (path: string, accept = '*/*'): Promise<Response> => await fetch(base + path, { headers: { accept } });
  const page = await ask('/kaart', 'text/html');
  expect([page.status, page.headers.get('content-security-policy'), page.headers.get('vary')]).toEqual([200, expect.stringContaining("script-src 'self'"), expect.stringContaining('Accept')]);
  const again = await fetch(`${base}/kaart`, { headers: { 'accept': 'text/html', 'if-none-match': page.headers.get('etag')! } });
  expect([again.status, again.headers.get('content-security-policy')]).toEqual([304, page.headers.get('content-security-policy')]);
  const rd = await ask('/collections/kwetsbare-gebouwen/crs/28992/items', 'application/geo+json');
  expect([rd.headers.get('content-type'), rd.headers.get('content-crs'), rd.headers.get('x-content-type-options')]).toEqual(['application/geo+json', '<http://www.opengis.net/def/crs/EPSG/9.9.1/28992>', 'nosniff']);
  expect((await ask('/.ev-site.db')).status).toBe(404);
  expect((await ask('/collections/there-is-none')).status).toBe(404);
});

test('vector tiles are read from the file of all of them by ranges, as MapLibre with pmtiles does', async () => {
  const { links } = await (await fetch(`${base}/collections/kwetsbare-gebouwen`)).json() as { links: readonly { href: string; type: string }[] };
  const { href } = links.find(({ type }) => type === 'application/vnd.pmtiles')!;
  const archive = new PMTiles(new FetchSource(href));
  expect((await archive.getHeader()).maxZoom).toBeGreaterThan(10);
  const { features: [building] } = await (await fetch(`${base}/collections/kwetsbare-gebouwen/items`)).json() as { features: readonly [{ id: string }] };
  const tile = await archive.getZxy(0, 0, 0); // the tile of the world: the examples have few objects
  expect(Buffer.from(tile!.data).includes(building.id)).toBe(true);
});

describe('GDAL', () => {
  test.each(COLLECTIONS)('reads %s over its pages as the site has it', async (collection) => {
    const all: { id: string; geometry: unknown }[] = [];
    for (let url: string | undefined = `${base}/collections/${collection}/items`; url !== undefined;) {
      const page = await (await fetch(url)).json() as { features: readonly { id: string; geometry: unknown }[]; links: readonly { rel: string; href: string }[] };
      all.push(...page.features);
      url = page.links.find(({ rel }) => rel === 'next')?.href;
    }
    const { stdout } = await run('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', `OAPIF:${base}`, collection, '-lco', 'COORDINATE_PRECISION=8'], { maxBuffer: 64 * 1024 * 1024 });
    const { features } = JSON.parse(stdout) as { features: readonly { id?: string; properties: { id?: string }; geometry: unknown }[] };
    const idsOf = (some: readonly { id?: string; properties?: { id?: string } }[]): readonly string[] => some.map(({ id, properties }) => id ?? properties?.id ?? '').toSorted();
    expect(idsOf(features)).toEqual(idsOf(all));
  });
});

/** Returns the violations of WCAG 2.1 AA on a page. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(`window.axe ?? ${AXE}`);
  const found = await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])} })`) as { violations: readonly { id: string; nodes: readonly { html: string }[] }[] };
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 150)}`));
}

const PAGES = ['index.html', 'collections/index.html', 'collections/kwetsbare-gebouwen/index.html', 'collections/pr-contouren/items/index.html', 'conformance.html',
  'collections/kwetsbare-gebouwen/items/NL.IMEV.AB12.gebouw-0001.html', 'locatie-activiteiten/NL.IMEV.AB12.seveso-0001.html', 'schemas/KwetsbaarGebouw.html', 'kaart/index.html'];

describe.each(['nginx', 'a folder'])('Chromium with pages from %s', (where) => {
  const at = (path: string): string => (where === 'nginx' ? `${base}/${path}` : pathToFileURL(join(folder, path)).href);

  test.each(PAGES)('%s has its style, its links and no violation of WCAG 2.1 AA', async (path) => {
    const page = await browser.newPage();
    try {
      await page.setBypassCSP(true);
      await page.goto(at(path));
      expect(await page.evaluate('getComputedStyle(document.querySelector("header.top")).display + document.styleSheets.length')).toMatch(/^(?!block0).*[1-9]$/);
      expect(await page.evaluate('document.querySelectorAll("form").length')).toBe(0);
      expect(await violations(page)).toEqual([]);
    } finally {
      await page.close();
    }
  });

  test('a reader goes from the start page to a list, an object and its document', async () => {
    const page = await browser.newPage();
    try {
      await page.goto(at('index.html'));
      const follow = async (selector: string): Promise<string> => {
        await Promise.all([page.waitForNavigation(), page.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`)]);
        return await page.evaluate('document.querySelector("h1").textContent') as string;
      };
      expect(await follow('a[href$="collections/kwetsbare-gebouwen/items/index.html"]')).toBe('Kwetsbare gebouwen');
      expect(await follow('table.list a[href$="gebouw-0001.html"]')).toContain('NL.IMEV.AB12.gebouw-0001');
      expect(await follow('a[href*="../../../kwetsbare-gebouwen/"]')).toContain('NL.IMEV.AB12.gebouw-0001');
    } finally {
      await page.close();
    }
  });
});

test('the map draws the objects of the files, and its table leads to their pages', async () => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => { errors.push(String(error)); });
  page.on('requestfailed', (request) => { errors.push(`${request.url()} ${request.failure()?.errorText}`); });
  page.on('response', (response) => { if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`); });
  try {
    await page.goto(`${base}/kaart/index.html`);
    await page.waitForFunction('document.querySelector("#map-app").getAttribute("aria-busy") === "false"', { timeout: 120_000, polling: 200 }).catch((error: unknown) => {
      throw new Error(`the map is not ready: ${errors.join('; ')}`, { cause: error });
    });
    expect(await page.evaluate('document.querySelector("#map-status").textContent')).toMatch(/^In beeld: \d+ objecten, alle getekend\. In heel Nederland: /);
    expect(await page.evaluate('document.querySelector("#map-waiting")')).toBe(null);
    const href = await page.evaluate('document.querySelector("#map-list a").href') as string;
    expect((await fetch(href)).status).toBe(200);
    expect(href).toMatch(/\.html$/);
    expect(errors).toEqual([]);
  } finally {
    await page.close();
  }
});

test('from a folder the map says that it needs a web server, and leads to lists that work', async () => {
  const page = await browser.newPage();
  try {
    await page.goto(pathToFileURL(join(folder, 'kaart/index.html')).href);
    expect(await page.evaluate('document.querySelector("#map-waiting").checkVisibility()')).toBe(true);
    expect(await page.evaluate('document.querySelector("#map-waiting").textContent')).toContain('webserver');
  } finally {
    await page.close();
  }
});

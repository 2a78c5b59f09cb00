/**
 * Pages in a real browser: the HTML report and the web pages of the server, in both languages. The tests check
 * WCAG 2.1 AA by axe-core, light and dark, and that pages fit a phone, 200 % zoom and paper. The start page is tested by keyboard.
 * The browser is Debian's chromium (EV_CHROMIUM names another). Without a browser these tests fail; they never skip.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { htmlReport } from '../../pipelines/prepare/report/html.ts';
import type { Spatial } from '../../pipelines/prepare/geometry/spatial.ts';
import { CRSS } from '../../schemas/crs.ts';
import type { Report } from '../../schemas/finding.ts';
import { startDemo, type Demo } from '../demo-process.ts';
import { building, deliver } from '../pipelines/prepare/deliveries.ts';
import { spatialForTests } from '../pipelines/prepare/spatial-for-tests.ts';
import { PROJECT } from '../shared-data.ts';

const ran = promisify(execFile);
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG_21_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
const PHONE = { width: 320, height: 640 };
const DESK = { width: 1280, height: 900 };
/** A desk at 200 % zoom: half as many pixels, each twice as large. */
const ZOOMED = { width: 640, height: 450, deviceScaleFactor: 2 };
/** A4 with margins, in CSS pixels. */
const PAPER = { width: 718, height: 1040 };

const TWENTY_MISTAKES = join(PROJECT, 'data/examples/twenty-mistakes.json');

interface Found { readonly violations: readonly { id: string; nodes: readonly { html: string }[] }[] }

let demo: Demo;
let browser: Browser;
let spatial: Spatial;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ev-pages-'));
  [demo, browser, spatial] = await Promise.all([
    startDemo(),
    launch({ executablePath: process.env['EV_CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] }),
    spatialForTests(),
  ]);
}, 300_000);
afterAll(async () => {
  spatial.close();
  await browser.close();
  await demo.stop();
  rmSync(folder, { recursive: true });
});

/** Returns the rule and element of each violation, and elements that are squeezed, cut off or wider than a phone, a zoomed desk or paper. */
async function mistakesOf(url: string, headers: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const page = await browser.newPage();
  try {
    await page.setBypassCSP(true); // axe is a script, which the pages do not allow
    await page.setExtraHTTPHeaders(headers);
    await page.setViewport(DESK);
    await page.goto(url);
    await page.evaluate('document.querySelectorAll("details").forEach((details) => { details.open = true; })');
    const light = await violations(page);
    const narrow = await squeezed(page);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    const dark = (await violations(page)).map((found) => `dark: ${found}`);
    return [...light, ...dark, ...narrow, ...await overflow(page)];
  } finally {
    await page.close();
  }
}

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(`window.axe ?? ${AXE}`);
  const found = await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(WCAG_21_AA)} })`) as Found;
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 150)}`));
}

/** Returns elements that are too narrow: the innermost of five nested levels must stay readable, and no table may be cut off. */
async function squeezed(page: Page): Promise<readonly string[]> {
  return await page.evaluate(`[...document.querySelectorAll('dd')].filter((dd) => dd.clientWidth < 200)
    .map((dd) => dd.clientWidth + ' pixels for ' + dd.textContent.slice(0, 40))
    .concat([...document.querySelectorAll('.scroll')].filter((table) => table.scrollWidth > table.clientWidth + 1)
      .map((table) => table.scrollWidth + ' pixels in ' + table.clientWidth + ': ' + table.textContent.slice(0, 40)))`) as readonly string[];
}

/** Returns the screens and the paper that the page is wider than. */
async function overflow(page: Page): Promise<readonly string[]> {
  const wider: string[] = [];
  for (const [name, view, media] of [['a phone', PHONE, 'screen'], ['a desk at 200 %', ZOOMED, 'screen'], ['paper', PAPER, 'print']] as const) {
    await page.emulateMediaType(media);
    await page.setViewport(view);
    const width = await page.evaluate('document.documentElement.scrollWidth') as number;
    if (width > view.width) wider.push(`${width} pixels wide on ${name} of ${view.width}`);
  }
  return wider;
}

describe('the report as HTML', () => {
  const hostile = 'x'.repeat(200);
  const deliveries: Readonly<Record<string, Parameters<typeof deliver>[1]>> = {
    'twenty mistakes': { path: join(PROJECT, 'data/examples/twenty-mistakes.json') },
    'nothing wrong': [building(1)],
    'no object at all': '',
    'long words without a space': [building(1, { id: hostile, [hostile]: hostile, categorieKwetsbaarheid: hostile })],
    'model 3.0': { path: join(PROJECT, 'data/examples/gebouwen-apeldoorn.json') },
  };

  test.each(Object.keys(deliveries))('%s: no violation of WCAG 2.1 AA, and it fits a phone, a zoomed desk and paper', async (name) => {
    const options = name === 'model 3.0' ? { model: '3.0' as const } : {};
    const { report } = await deliver(spatial, deliveries[name]!, options);
    const file = join(folder, `${name.replaceAll(' ', '-')}.html`);
    writeFileSync(file, htmlReport(report));
    expect(await mistakesOf(pathToFileURL(file).href)).toEqual([]);
  });
});

describe('the pages of the server', () => {
  test.each([
    '', '/conformance', '/collections', '/collections/windturbines', '/collections/windturbines/items?limit=3',
    '/collections/windturbines/items/NL.IMEV.AB12.wind-0001-t1', '/collections/kwetsbare-gebouwen/items',
    '/locatie-activiteiten/NL.IMEV.AB12.lpg-0001', '/locatie-activiteiten/NL.IMEV.AB12.lpg-0001/versies', '/locatie-activiteiten/NL.IMEV.AB12.lpg-0001/herkomst', '/locatie-activiteiten',
    '/collections/pr-contouren/items?filter=afstand%20%3E%3D%2012', '/collections/pr-contouren/items?zoek=nergens',
    '/collections/pr-contouren/items/NL.IMEV.AB12.tank-0001-pr', '/waardelijsten', '/waardelijsten/TypeBrand', '/schemas', '/schemas/KwetsbaarGebouw',
    '/crss', '/crss/28992', '/waardelijsten/BeschermingsniveauTabelB3', '/waardelijsten/TooiWaardelijst', '/schemas/Document', '/schemas/report', '/fouten',
    '/schemas/OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandGeenVergunningplicht', '/fouten/ev/parameter/OnbekendeParameter',
    '/collections/onbekend', '/collections/windturbines/items?limit=nul',
    '/collections/opslag-referenties/items?filter=typeOpslagReferentie%3D%27opslagtnk%27', '/edities', '/edities/2', '/beheren', '/aanleveren',
    '/verschillen?van=0', '/verschillen?van=2&tot=2', '/functions', '/zoeken', '/zoeken?zoek=lpg*', '/zoeken?zoek=nergens', '/omgeving?plaats=188000,428000', '/fouten/ev/BestaatNiet',
  ])('%s: no violation of WCAG 2.1 AA, and it fits a phone, a zoomed desk and paper, in Dutch and in English', async (path) => {
    for (const lang of ['nl', 'en']) {
      expect([lang, await mistakesOf(`${demo.base}${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)]).toEqual([lang, []]);
    }
  });

  test('the policy lets the style sheet, the icon and the script of the start page through, and nothing is refused', async () => {
    const page = await browser.newPage();
    const refused: string[] = [];
    page.on('console', (message) => { refused.push(message.text()); });
    page.on('response', (response) => { if (!response.ok()) refused.push(`${response.status()} ${response.url()}`); });
    try {
      await page.setViewport(DESK);
      await page.goto(demo.base, { waitUntil: 'networkidle0' });
      expect(await page.evaluate('getComputedStyle(document.querySelector(".doors")).display')).toBe('grid');
      expect(await page.evaluate('document.querySelector("[data-copy] + button")?.textContent')).toMatch(/Copy|Kopieer/);
      expect(refused).toEqual([]);
    } finally {
      await page.close();
    }
  });

  test('the start page by keyboard: the skip link comes first, every link and control is reached in order, and focus is visible', async () => {
    const page = await browser.newPage();
    try {
      await page.setViewport(DESK);
      await page.goto(`${demo.base}?lang=nl`, { waitUntil: 'networkidle0' });
      const controls = await page.evaluate('document.querySelectorAll("a[href], button, input:not([type=hidden])").length') as number;
      const reached: { index: number; text: string; outline: number }[] = [];
      for (let press = 0; press < controls; press += 1) {
        await page.keyboard.press('Tab');
        reached.push(await page.evaluate(`({
          index: [...document.querySelectorAll("a[href], button, input:not([type=hidden])")].indexOf(document.activeElement),
          text: document.activeElement.textContent, outline: parseFloat(getComputedStyle(document.activeElement).outlineWidth),
        })`) as { index: number; text: string; outline: number });
      }
      expect(reached[0]?.text).toBe('Naar de inhoud');
      expect(reached.map(({ index }) => index)).toEqual(Array.from({ length: controls }, (_, at) => at));
      expect(reached.filter(({ outline }) => outline < 2)).toEqual([]);
      await page.goto(`${demo.base}?lang=nl`);
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.getBoundingClientRect().left >= 0'), 'the skip link is visible with focus').toBe(true);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.id')).toBe('zoek');
    } finally {
      await page.close();
    }
  });

  test('a search by keyboard leads to an object', async () => {
    const page = await browser.newPage();
    try {
      await page.goto(`${demo.base}?lang=nl`);
      await page.focus('#zoek');
      await page.keyboard.type('propaan*');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(await page.evaluate('document.querySelector("main h2").textContent')).toBe('Gevonden');
      await page.focus('main table a');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(page.url()).toMatch(/\/v1\/[a-z-]+\/[^/]+\?lang=nl$/);
    } finally {
      await page.close();
    }
  });

  test('a list by keyboard: the form is filled in and sent, a head sorts, a row leads to its object', async () => {
    const page = await browser.newPage();
    const pressed = async (selector: string): Promise<void> => {
      await page.focus(selector);
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    };
    try {
      await page.goto(`${demo.base}/collections/pr-contouren/items?lang=nl`);
      await page.focus('[name="vanaf.afstand"]');
      await page.keyboard.type('12.5');
      await pressed('[name="zoek"]');
      expect(page.url()).toBe(`${demo.base}/collections/pr-contouren/items?lang=nl&filter=afstand%20%3E%3D%2012.5`);
      expect(await page.evaluate('document.querySelector(\'[name="vanaf.afstand"]\').value')).toBe('12.5');
      await pressed('th.number a');
      expect(await page.evaluate('document.querySelector("th[aria-sort]").textContent')).toMatch(/^Afstand/);
      await pressed('td a');
      expect(await page.evaluate('document.querySelector("p.lead").textContent')).toMatch(/^Contour van het plaatsgebonden risico/);
    } finally {
      await page.close();
    }
  });

  test('the meaning of a field unfolds under a pointer that rests on its name, and by keyboard', async () => {
    const page = await browser.newPage();
    const height = 'document.querySelector(".meaning").offsetHeight';
    try {
      await page.setViewport(DESK);
      await page.goto(`${demo.base}/collections/windturbines/items/NL.IMEV.AB12.wind-0001-t1`);
      const folded = await page.evaluate(height) as number;
      await page.hover('.meaning summary');
      await page.waitForFunction(`${height} > ${folded}`);
      await page.mouse.move(1, 1);
      await page.waitForFunction(`${height} === ${folded}`);
      await page.focus('.meaning summary');
      await page.keyboard.press('Enter');
      expect(await page.evaluate(height)).toBeGreaterThan(folded);
    } finally {
      await page.close();
    }
  });

  test('forms are sent under another name of the host too, and stay there', async () => {
    const page = await browser.newPage();
    const host = demo.base.replace('127.0.0.1', 'localhost');
    try {
      for (const [path, sent] of [['/collections/pr-contouren/items', '[name="zoek"]'], ['/documentatie/omgeving', '[name="p.straal"]']] as const) {
        await page.goto(`${host}${path}?lang=nl`);
        await page.focus(sent);
        await page.keyboard.type('12');
        await Promise.all([page.waitForNavigation({ timeout: 10_000 }), page.keyboard.press('Enter')]);
        expect(page.url()).toMatch(new RegExp(`^${host}${path}\\?lang=nl&.*=12`));
      }
    } finally {
      await page.close();
    }
  });

  test('the page of a delivery: no violation of WCAG 2.1 AA, and it fits a phone, a zoomed desk and paper', async () => {
    const written = await fetch(`${demo.base}/kwetsbare-gebouwen`, {
      method: 'POST', body: JSON.stringify(building(7, { categorieKwetsbaarheid: 'beperktKwetsbaar' })),
      headers: {
        'authorization': `Bearer ${demo.token}`, 'content-type': 'application/json',
        'content-crs': '<http://www.opengis.net/def/crs/EPSG/9.9.1/28992>',
      },
    });
    expect(written.status).toBe(201);
    const receipt = /<([^>]+)>; rel="status"/.exec(written.headers.get('link') ?? '')?.[1] ?? '';
    expect(await mistakesOf(receipt, { authorization: `Bearer ${demo.token}` })).toEqual([]);
  });

  test('the page of a delivery with twenty errors: all tables fit a desktop screen', async () => {
    const { url, authorization } = await settled(TWENTY_MISTAKES);
    expect(await mistakesOf(url, { authorization })).toEqual([]);
  });

  test('a delivery after another one: its page and its report compare the findings, and both fit a phone', async () => {
    await settled(TWENTY_MISTAKES);
    const objects = JSON.parse(readFileSync(TWENTY_MISTAKES, 'utf8')) as Record<string, unknown>[];
    objects[10]!['entityType'] = 'KwetsbaarGebouw';
    objects[9]!['beginGeldigheid'] = '2020-02-30';
    const corrected = join(folder, 'corrected.json');
    writeFileSync(corrected, JSON.stringify(objects));
    const { url, authorization, report } = await settled(corrected);
    expect(report.comparison).toMatchObject({ kind: 'compared', counts: { new: 1, gone: 1 } });
    const words = await (await fetch(`${url}?f=html&lang=nl`, { headers: { authorization } })).text();
    expect(words).toContain('Bevindingen: 1 nieuw, 1 verdwenen');
    expect(await mistakesOf(`${url}?f=html&lang=nl`, { authorization })).toEqual([]);
    const path = join(folder, 'compared.html');
    writeFileSync(path, htmlReport(report));
    expect(await mistakesOf(pathToFileURL(path).href)).toEqual([]);
    const page = await browser.newPage();
    await page.setViewport(PHONE);
    await page.goto(pathToFileURL(path).href);
    expect(await page.evaluate('[...document.querySelectorAll("[aria-labelledby=vergeleken] thead th")].filter((heading) => heading.checkVisibility()).length')).toBe(4);
    await page.close();
  });
});

interface Settled { readonly url: string; readonly authorization: string; readonly report: Report }

/** Delivers a file of AB12, waits until it has taken effect, and returns its page and report. */
async function settled(file: string): Promise<Settled> {
  const args = ['submit', file, '--holder', 'AB12', '--crs', CRSS['28992'].uri];
  const submitted = await ran(process.execPath, [join(PROJECT, 'pipelines/cli.ts'), ...args, '--data', demo.data, '--json']);
  const { uuid } = JSON.parse(submitted.stdout) as { uuid: string };
  const [url, authorization] = [`${demo.base}/indieningen/${uuid}`, `Bearer ${demo.token}`];
  return await vi.waitFor(async () => {
    const answer = await (await fetch(url, { headers: { authorization } })).json() as { readonly report: Report };
    expect(answer).toMatchObject({ state: 'settled' });
    return { url, authorization, report: answer.report };
  }, { timeout: 60_000, interval: 500 });
}

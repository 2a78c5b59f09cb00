/**
 * Pages in a real browser: the HTML report and the web pages of the server, tested for WCAG 2.1 AA by axe-core, and for fit on a phone.
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
import { startDemo, type Demo } from '../demo-process.ts';
import { building, deliver } from '../pipelines/prepare/deliveries.ts';
import { spatialForTests } from '../pipelines/prepare/spatial-for-tests.ts';
import { PROJECT } from '../shared-data.ts';

const ran = promisify(execFile);
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG_21_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 900 };

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

/** Returns the rule and element of each violation, and elements that are squeezed, cut off or wider than a phone. */
async function mistakesOf(url: string, headers: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const page = await browser.newPage();
  try {
    await page.setBypassCSP(true); // axe is a script, which the pages do not allow
    await page.setExtraHTTPHeaders(headers);
    await page.setViewport(DESK);
    await page.goto(url);
    return [...await violations(page), ...await squeezed(page), ...await overflow(page)];
  } finally {
    await page.close();
  }
}

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
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

async function overflow(page: Page): Promise<readonly string[]> {
  await page.setViewport(PHONE);
  const width = await page.evaluate('document.documentElement.scrollWidth') as number;
  return width > PHONE.width ? [`${width} pixels wide on a screen of ${PHONE.width}`] : [];
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

  test.each(Object.keys(deliveries))('%s: no violation of WCAG 2.1 AA, and it fits a phone', async (name) => {
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
    '/locatie-activiteiten/NL.IMEV.AB12.lpg-0001', '/waardelijsten', '/waardelijsten/TypeBrand', '/schemas', '/schemas/KwetsbaarGebouw',
    '/crss', '/crss/28992', '/waardelijsten/BeschermingsniveauTabelB3', '/waardelijsten/TooiWaardelijst', '/schemas/Document', '/schemas/report', '/fouten',
    '/schemas/OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandGeenVergunningplicht', '/fouten/ev/parameter/OnbekendeParameter',
    '/collections/onbekend', '/collections/windturbines/items?limit=nul',
  ])('%s: no violation of WCAG 2.1 AA, and it fits a phone', async (path) => {
    expect(await mistakesOf(demo.base + path)).toEqual([]);
  });

  test('the page of a delivery: no violation of WCAG 2.1 AA, and it fits a phone', async () => {
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
    const args = ['submit', join(PROJECT, 'data/examples/twenty-mistakes.json'), '--holder', 'AB12', '--crs', CRSS['28992'].uri];
    const submitted = await ran(process.execPath, [join(PROJECT, 'pipelines/cli.ts'), ...args, '--data', demo.data, '--json']);
    const { uuid } = JSON.parse(submitted.stdout) as { uuid: string };
    const authorization = `Bearer ${demo.token}`;
    await vi.waitFor(async () => {
      const answer = await fetch(`${demo.base}/indieningen/${uuid}`, { headers: { authorization } });
      expect(await answer.json()).toMatchObject({ state: 'settled' });
    }, { timeout: 60_000, interval: 500 });
    expect(await mistakesOf(`${demo.base}/indieningen/${uuid}`, { authorization })).toEqual([]);
  });
});

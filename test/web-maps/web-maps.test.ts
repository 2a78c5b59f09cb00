/**
 * OpenLayers and MapLibre in a browser, on a page of another site, as clients of the running demo: they draw its contours, near and in
 * views that are far wider than the country. The browser is Debian's chromium (EV_CHROMIUM names another); without it or without the
 * libraries (site.ts) these tests fail, they never skip.
 */
import { launch, type Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLLECTIONS, CONTOUR_TYPES, nameOf } from '../../schemas/names.ts';
import { startDemo, type Demo } from '../demo-process.ts';
import { startSite, type Site } from './site.ts';

const SCREEN = { width: 1280, height: 900 };
const EPSG = 'http://www.opengis.net/def/crs/EPSG/9.9.1';

interface Shown { readonly box: readonly number[]; readonly failures: readonly string[]; readonly shown: readonly string[] }
interface Served { readonly id: string; readonly geometry: { readonly coordinates: unknown } | null }

let demo: Demo;
let site: Site;
let browser: Browser;
beforeAll(async () => {
  [demo, site, browser] = await Promise.all([
    startDemo({ args: ['--origin', 'any'] }),
    startSite(),
    launch({ executablePath: process.env['EV_CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] }),
  ]);
}, 300_000);
afterAll(async () => {
  await browser.close();
  await site.close();
  await demo.stop();
});

const CONTOURS = COLLECTIONS.filter((path) => CONTOUR_TYPES.some((type) => nameOf(type).path === path));
const RD = { projection: 'EPSG:28992', crs: `${EPSG}/28992`, center: [155_000, 463_000] };
const WEB_MERCATOR = { projection: 'EPSG:3857', crs: `${EPSG}/3857`, center: [0, 0] };

test.each([
  ['openlayers.html', 'RD, around Apeldoorn', { ...RD, center: [194_500, 469_500], resolution: 20 }, 'some'],
  ['openlayers.html', 'RD, the country', { ...RD, resolution: 400 }, 'all'],
  ['openlayers.html', 'RD at 860 m a pixel', { ...RD, resolution: 860 }, 'all'],
  ['openlayers.html', 'RD at 20 km a pixel', { ...RD, resolution: 20_000 }, 'all'],
  ['openlayers.html', 'Web Mercator, the world', { ...WEB_MERCATOR, resolution: 40_075_017 / SCREEN.width }, 'all'],
  ['openlayers.html', 'Web Mercator, the world three times beside itself', { ...WEB_MERCATOR, resolution: 3 * 40_075_017 / SCREEN.width }, 'all'],
  ['maplibre.html', 'around Apeldoorn', { center: [5.97, 52.21], zoom: 11 }, 'some'],
  ['maplibre.html', 'the country', { center: [5.39, 52.15], zoom: 6 }, 'all'],
  ['maplibre.html', 'the world', { center: [0, 20], zoom: 1 }, 'all'],
  ['maplibre.html', 'the world more than twice beside itself', { center: [0, 0], zoom: 0 }, 'all'],
])('%s draws the contours: %s', async (html, _, view, how) => {
  const { box, failures, shown } = await onMap(html, view);
  const placed = (await Promise.all(CONTOURS.map((collection) => served(collection, 'crs' in view ? `&crs=${view.crs}` : '')))).flat()
    .filter(({ geometry }) => geometry !== null);
  const inView = placed.filter((one) => liesIn(box, firstCorner(one)));
  expect(failures).toEqual([]);
  expect(shown.toSorted()).toEqual(inView.map(({ id }) => id).toSorted());
  expect(inView.length === placed.length ? 'all' : 'some').toBe(how);
});

async function onMap(html: string, view: object): Promise<Shown> {
  const page = await browser.newPage();
  try {
    await page.setViewport(SCREEN);
    await page.goto(`${site.base}/${html}`);
    await page.waitForFunction('window.show !== undefined');
    return await page.evaluate(`show(${JSON.stringify({ service: demo.base, collections: CONTOURS, view })})`) as Shown;
  } finally {
    await page.close();
  }
}

async function served(collection: string, more: string): Promise<readonly Served[]> {
  const response = await fetch(`${demo.base}/collections/${collection}/items?limit=10000${more}`);
  return (await response.json() as { features: readonly Served[] }).features;
}

/** First and second number of a geometry. */
function firstCorner({ geometry }: Served): readonly number[] {
  return [geometry!.coordinates].flat(Infinity) as readonly number[];
}

function liesIn([west, south, east, north]: readonly number[], [x, y]: readonly number[]): boolean {
  return x! >= west! && x! <= east! && y! >= south! && y! <= north!;
}

/** MapLibre and OpenLayers draw the vector tiles of the running demo by the styles that it gives, on a page of another site. */
import { launch, type Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDemo, type Demo } from '../demo-process.ts';
import { startSite, type Site } from './site.ts';

const BUILDINGS = 'kwetsbare-gebouwen';

let demo: Demo;
let site: Site;
let browser: Browser;
beforeAll(async () => {
  [demo, site, browser] = await Promise.all([
    startDemo({ args: ['--origin', 'any'] }), startSite(),
    launch({ executablePath: process.env['EV_CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] }),
  ]);
}, 300_000);
afterAll(async () => {
  await browser.close();
  await site.close();
  await demo.stop();
});

async function onMap<Shown>(html: string, collection: string, view: object): Promise<Shown> {
  const page = await browser.newPage();
  try {
    await page.setViewport({ width: 900, height: 700 });
    await page.goto(`${site.base}/${html}`);
    await page.waitForFunction('window.show !== undefined');
    return await page.evaluate(`show(${JSON.stringify({ service: demo.base, collection, view })})`) as Shown;
  } finally {
    await page.close();
  }
}

interface Building { readonly id: string; readonly geometry: { readonly coordinates: readonly (readonly (readonly [number, number])[])[] } }

async function oneBuilding(crs: string): Promise<Building> {
  const reply = await fetch(`${demo.base}/collections/${BUILDINGS}/items?limit=1${crs}`);
  return (await reply.json() as { features: readonly [Building] }).features[0];
}

test('MapLibre draws a building near, and buildings far away', async () => {
  const { id, geometry: { coordinates: [[corner]] } } = await oneBuilding('') as Building & { geometry: { coordinates: [[number[]]] } };
  const near = await onMap<{ failures: string[]; shown: Record<string, unknown[]> }>('maplibre-tiles.html', BUILDINGS, { center: corner, zoom: 16 });
  expect(near.failures).toEqual([]);
  expect(near.shown[`${BUILDINGS}-fill`]).toContain(id);
  expect(near.shown[`${BUILDINGS}-line`]).toContain(id);
  const far = await onMap<{ failures: string[]; shown: Record<string, unknown[]> }>('maplibre-tiles.html', BUILDINGS, { center: [5.39, 52.15], zoom: 5 });
  expect(far.failures).toEqual([]);
  expect(Object.keys(far.shown).length).toBeGreaterThan(0);
});

test('OpenLayers draws tiles in RD in the colour of the legend', async () => {
  const { id, geometry: { coordinates: [ring] } } = await oneBuilding('&crs=http://www.opengis.net/def/crs/EPSG/9.9.1/28992');
  const { failures, ids, colours } = await onMap<{ failures: string[]; ids: string[]; colours: number[][] }>('openlayers-tiles.html', BUILDINGS, { center: ring![0], resolution: 0.2 });
  expect(failures).toEqual([]);
  expect(ids).toContain(id);
  // A corner of the building is in the middle; its outline is #0b7285, drawn over paper.
  const [red, green, blue, opacity] = colours.at(-1)!;
  expect([red! - 11, green! - 114, blue! - 133].every((difference) => Math.abs(difference) <= 2)).toBe(true);
  expect(opacity).toBeGreaterThan(200);
});

/**
 * Views of the map page as they are drawn: the pixels of the map have the colours of the legend where the objects lie, and no others. The
 * browser is Debian's chromium (EV_CHROMIUM names another). Without a browser these tests fail; they never skip.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { launch, type Browser, type HTTPRequest, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { colourOf, symbolOf } from '../../schemas/legend.ts';
import { startDemo, type Demo } from '../demo-process.ts';

const RD = 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992';
const SIZE = { width: 1000, height: 900 };
const FIRST_RESOLUTION = 3_440.64;
/** Difference of a drawn colour from the wanted one, in each channel; lines have soft edges. */
const TOLERANCE = 14;

let demo: Demo;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [demo, browser] = await Promise.all([
    startDemo({ args: ['--examples-only'] }), launch({ executablePath: process.env['EV_CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] }),
  ]);
  page = await browser.newPage();
  await page.setViewport(SIZE);
}, 300_000);
afterAll(async () => {
  await browser.close();
  await demo.stop();
});

interface Feature {
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: { readonly coordinates: unknown } | null;
}

async function featuresOf(collection: string): Promise<readonly Feature[]> {
  const reply = await fetch(`${demo.base}/collections/${collection}/items?limit=100&crs=${RD}`);
  return (await reply.json() as { readonly features: readonly Feature[] }).features;
}

type Position = readonly [number, number];

function positionsOf(coordinates: unknown): readonly Position[] {
  if (!Array.isArray(coordinates)) return [];
  return typeof coordinates[0] === 'number' ? [[coordinates[0], coordinates[1] as number]] : coordinates.flatMap(positionsOf);
}

/** A view that a feature fills for the most part. */
function viewAround(positions: readonly Position[]): { readonly centre: Position; readonly zoom: number } {
  const [xs, ys] = [positions.map(([x]) => x), positions.map(([, y]) => y)];
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const resolution = Math.max((east - west) / 700, (north - south) / 400, 0.4);
  return { centre: [Math.round((west + east) / 2), Math.round((south + north) / 2)], zoom: Math.round(Math.log2(FIRST_RESOLUTION / resolution) * 100) / 100 };
}

interface Drawn {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel. */
  readonly pixels: Buffer;
}

/** Opens a view and returns the drawn map, the layers joined. */
async function drawn(query: string): Promise<Drawn> {
  await page.goto(`${demo.base}/kaart?${query}`);
  await page.waitForFunction("document.getElementById('map-app').getAttribute('aria-busy') === 'false' && document.getElementById('map-status').textContent !== ''");
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { width, height, text } = await page.evaluate(`(() => {
    const map = document.getElementById('map');
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [map.clientWidth, map.clientHeight];
    const context = canvas.getContext('2d');
    for (const layer of map.querySelectorAll('canvas')) context.drawImage(layer, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let text = '';
    for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
    return { width: canvas.width, height: canvas.height, text: btoa(text) };
  })()`) as { width: number; height: number; text: string };
  return { width, height, pixels: Buffer.from(text, 'base64') };
}

function isLike(pixels: Buffer, at: number, colour: string): boolean {
  return [0, 1, 2].every((channel) => Math.abs(pixels[at + channel]! - Number.parseInt(colour.slice(1 + channel * 2, 3 + channel * 2), 16)) <= TOLERANCE)
    && pixels[at + 3]! > 200;
}

/** Returns the number of pixels of a colour. */
function pixelsOf({ pixels }: Drawn, colour: string): number {
  let count = 0;
  for (let at = 0; at < pixels.length; at += 4) if (isLike(pixels, at, colour)) count += 1;
  return count;
}

/** Whether a colour is drawn within `reach` pixels of a position. */
function isAt({ pixels, width, height }: Drawn, [x, y]: Position, { colour, view: { centre, zoom }, reach = 2 }: {
  readonly colour: string; readonly view: { readonly centre: Position; readonly zoom: number }; readonly reach?: number;
}): boolean {
  const resolution = FIRST_RESOLUTION / 2 ** zoom;
  const [column, row] = [Math.round((x - centre[0]) / resolution + width / 2), Math.round((centre[1] - y) / resolution + height / 2)];
  for (let down = row - reach; down <= row + reach; down += 1) {
    for (let right = column - reach; right <= column + reach; right += 1) {
      if (down >= 0 && down < height && right >= 0 && right < width && isLike(pixels, (down * width + right) * 4, colour)) return true;
    }
  }
  return false;
}

const OTHER = '#d6336c';

describe('a view of one kind has its colour of the legend at its vertices, and no colour of another kind', () => {
  test.each([
    'pr-contouren', 'brand-aandachtsgebieden', 'explosie-aandachtsgebieden', 'explosie-aandachtsgebieden-vuurwerk', 'gifwolk-aandachtsgebieden',
    'overige-contouren', 'kwetsbare-gebouwen', 'kwetsbare-locaties', 'locaties-basisnet', 'buisleiding-stelsels', 'locatie-activiteiten', 'windturbines',
  ])('%s', async (collection) => {
    const features = await featuresOf(collection);
    const feature = features.find(({ geometry, properties }) => geometry !== null && properties['geometrieAfgeleid'] !== true) ?? features[0]!;
    const positions = positionsOf(feature.geometry!.coordinates);
    const view = viewAround(positions);
    const colour = colourOf(symbolOf(collection), feature.properties);
    const map = await drawn(`midden=${view.centre.join(',')}&zoom=${view.zoom}&collecties=${collection}`);
    const seen = positions.filter((position) => isAt(map, position, { colour, view }));
    expect(seen.length / positions.length).toBeGreaterThan(feature.properties['geometrieAfgeleid'] === true ? 0.3 : 0.8);
    expect(pixelsOf(map, OTHER)).toBe(0);
    const others = ['#d9480f', '#2b8a3e', '#6741d9', '#0b7285', '#1864ab'].filter((one) => one !== colour);
    for (const other of others) expect([other, pixelsOf(map, other)]).toEqual([other, 0]);
  });
});

test('a geometry that the register made is dashed: parts of its border are drawn, and parts are not', async () => {
  const derived = (await featuresOf('pr-contouren')).find(({ properties }) => (
    properties['geometrieAfgeleid'] === true && String(properties['locatieActiviteit']).startsWith('Windturbine')))!;
  const positions = positionsOf(derived.geometry!.coordinates);
  const view = viewAround(positions);
  const map = await drawn(`midden=${view.centre.join(',')}&zoom=${view.zoom}&collecties=pr-contouren&filter=${encodeURIComponent(`id='${derived.id}'`)}`);
  const colour = colourOf(symbolOf('pr-contouren'), derived.properties);
  const along = positions.slice(1).flatMap(([x, y], at) => [0, 0.25, 0.5, 0.75].map((part): Position => [
    positions[at]![0] + (x - positions[at]![0]) * part, positions[at]![1] + (y - positions[at]![1]) * part,
  ]));
  const share = along.filter((position) => isAt(map, position, { colour, view, reach: 1 })).length / along.length;
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.9);
});

test('the country is drawn with its provinces, light and dark', async () => {
  const light = await drawn('zoom=2.6&collecties=wegen');
  expect(pixelsOf(light, '#fbfaf6')).toBeGreaterThan(30_000);
  expect(pixelsOf(light, '#8fa0ad')).toBeGreaterThan(300);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  const dark = await drawn('zoom=2.6&collecties=wegen');
  await page.emulateMediaFeatures([]);
  expect(pixelsOf(dark, '#1f2d38')).toBeGreaterThan(30_000);
  expect(pixelsOf(dark, '#fbfaf6')).toBe(0);
});

test('a place is drawn with its radius', async () => {
  const map = await drawn('plaats=100000,450000&straal=500&zoom=9&collecties=wegen');
  const view = { centre: [100_000, 450_000] as const, zoom: 9 };
  const around = Array.from({ length: 180 }, (_, at): Position => [100_000 + 500 * Math.cos(at * Math.PI / 90), 450_000 + 500 * Math.sin(at * Math.PI / 90)]);
  expect(around.filter((position) => isAt(map, position, { colour: '#16232e', view })).length).toBeGreaterThan(90);
});

test('a million objects are counts in cells, whose sum is shown, and none is loaded', async () => {
  const million = Array.from({ length: 100 }, (_, at) => [100_000 + (at % 10) * 10_000, 400_000 + Math.floor(at / 10) * 10_000, 10_000]);
  let loaded = 0;
  await page.setRequestInterception(true);
  const answer = (request: HTTPRequest): void => {
    if (request.url().includes('/kwetsbare-gebouwen/items')) loaded += 1;
    if (!request.url().includes('/kwetsbare-gebouwen/tellingen')) { void request.continue(); return; }
    const cel = Number(new URL(request.url()).searchParams.get('cel'));
    const body = { cel, numberMatched: 1_000_005, zonderGeometrie: 5, cellen: million };
    void request.respond({ status: 200, contentType: 'application/json', body: JSON.stringify(body) });
  };
  page.on('request', answer);
  const map = await drawn('zoom=3.4&midden=150000,450000&collecties=kwetsbare-gebouwen&lang=nl');
  page.off('request', answer);
  await page.setRequestInterception(false);
  expect(loaded).toBe(0);
  expect(pixelsOf(map, '#1f3a52')).toBeGreaterThan(20_000);
  expect(await page.evaluate("document.getElementById('map-status').textContent")).toBe(
    'In beeld: 1.000.000 objecten. 0 zijn getekend, 1.000.000 staan als aantal per vak; zoom in om ze te zien. In heel Nederland: 1.000.005. 5 daarvan hebben geen ligging en staan op geen kaart.');
});

describe('a basemap', () => {
  const asked: string[] = [];
  let tiles: Server;
  let based: Demo;
  beforeAll(async () => {
    tiles = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL);
    });
    await new Promise<void>((resolve) => { tiles.listen(0, '127.0.0.1', resolve); });
    const { port } = tiles.address() as AddressInfo;
    based = await startDemo({ args: ['--examples-only', '--basemap', `Kaart van de test <http://127.0.0.1:${port}/{z}/{x}/{y}.png>`] });
  }, 300_000);
  afterAll(async () => {
    await based.stop();
    tiles.close();
  });

  test('is read in the grid of PDOK, under the policy of the page, with its attribution', async () => {
    const refused: string[] = [];
    page.on('console', (message) => { if (message.type() === 'error') refused.push(message.text()); });
    const zoom = 9;
    await page.goto(`${based.base}/kaart?midden=155000,463000&zoom=${zoom}`);
    const span = 256 * FIRST_RESOLUTION / 2 ** zoom;
    const tile = `/${zoom}/${Math.floor((155_000 + 285_401.92) / span)}/${Math.floor((903_401.92 - 463_000) / span)}.png`;
    await vi.waitFor(() => { expect(asked).toContain(tile); }, 10_000);
    expect(asked.every((url) => url.startsWith(`/${zoom}/`))).toBe(true);
    expect(await page.$eval('.ol-attribution', ({ textContent }) => textContent)).toContain('Kaart van de test');
    expect(refused).toEqual([]);
  });
});

/** A PNG of one grey pixel. */
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==', 'base64');

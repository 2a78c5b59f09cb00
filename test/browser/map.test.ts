/**
 * The map page in a real browser: its drawing and its texts, by mouse and by keyboard alone, under its own policy. Pages are tested in
 * both languages, on a phone and in dark mode. The browser is Debian's chromium (EV_CHROMIUM names another). Without a browser these tests fail; they never skip.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { launch, type Browser, type HTTPRequest, type KeyInput, type Page, type SerializedAXNode } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startDemo, type Demo } from '../demo-process.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG_21_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
/** A view of the Seveso site of the demo. */
const SITE = 'midden=102000,411500&zoom=9.2';

let demo: Demo;
let browser: Browser;
let page: Page;
/** Errors of scripts, failed requests and violations of the policy. */
let mistakes: string[];
beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo({ args: ['--examples-only'] }), launch({ executablePath: process.env['EV_CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] })]);
}, 300_000);
afterAll(async () => {
  await browser.close();
  await demo.stop();
});
beforeEach(async () => {
  mistakes = [];
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  page.on('pageerror', (error) => mistakes.push(String(error)));
  page.on('console', (message) => { if (['error', 'warn'].includes(message.type())) mistakes.push(message.text()); });
});
afterEach(async () => {
  await page.close();
});

/** Opens the map and waits until it shows its view. */
async function open(query: string): Promise<void> {
  await page.goto(`${demo.base}/kaart?${query}`);
  await shown();
}

async function shown(): Promise<void> {
  await page.waitForFunction("document.getElementById('map-app').getAttribute('aria-busy') === 'false' && document.getElementById('map-status').textContent !== ''");
}

async function textOf(id: string): Promise<string> {
  return await page.evaluate(`document.getElementById('${id}').innerText`) as string;
}

/** Waits until an element has a text. */
async function untilText(id: string, text: RegExp): Promise<void> {
  await vi.waitFor(async () => { expect(await textOf(id)).toMatch(text); }, 10_000);
}

/** Returns the parameters of the address. */
function address(): URLSearchParams {
  return new URL(page.url()).searchParams;
}

async function press(...keys: readonly KeyInput[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Clicks on the map, at this distance in pixels from its middle. */
async function clickMap(right = 0, down = 0): Promise<void> {
  const box = (await (await page.$('#map'))!.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2 + right, box.y + box.height / 2 + down);
}

describe('the view', () => {
  test('counts what it shows, lists it and has its address', async () => {
    await open(SITE);
    expect(await textOf('map-status')).toMatch(/^In view: \d+ objects, all drawn\. In the whole country: \d+\./);
    expect(await page.$$('#map-list tr')).not.toHaveLength(0);
    expect(await textOf('map-downloads')).toContain('in view');
    expect(await page.$eval('[data-count=pr-contouren]', (count) => count.textContent)).toMatch(/^\(\d+\)$/);
    expect(address().get('midden')).toBe('102000,411500');
    expect(mistakes).toEqual([]);
  });

  test('is the same in the other language, by the link in the frame', async () => {
    await open(`${SITE}&collecties=pr-contouren`);
    await Promise.all([page.waitForNavigation(), page.click('a.language')]);
    await shown();
    expect(await textOf('map-status')).toMatch(/^In beeld: /);
    expect(Object.fromEntries(address())).toEqual({ midden: '102000,411500', zoom: '9.2', collecties: 'pr-contouren', lang: 'nl' });
  });

  test('has a name for everything that a screen reader meets', async () => {
    await open(`${SITE}&plaats=102000,411500`);
    const nameless = (node: SerializedAXNode): readonly string[] => [
      ...(['button', 'link', 'textbox', 'checkbox', 'slider', 'combobox', 'spinbutton', 'heading', 'application'].includes(node.role)
        && !/\p{L}/u.test(node.name ?? '') ? [`${node.role}: ${node.name ?? ''}`] : []),
      ...(node.children ?? []).flatMap(nameless),
    ];
    expect(nameless((await page.accessibility.snapshot())!)).toEqual([]);
  });

  test('changes with the kinds, and the address with it', async () => {
    await open(SITE);
    const before = await textOf('map-status');
    await page.evaluate("document.querySelectorAll('input[name=map-kind]:checked').forEach((box) => { if (box.value !== 'pr-contouren') box.click(); })");
    await vi.waitFor(async () => { expect(await textOf('map-status')).not.toBe(before); }, 10_000);
    expect(address().get('collecties')).toBe('pr-contouren');
    expect(await page.$$eval('#map-list td:first-child', (cells) => cells.map((cell) => cell.textContent))).toSatisfy(
      (titles: readonly string[]) => titles.length > 0 && titles.every((title) => title.startsWith('Location-specific risk contours')));
  });

  test('an empty view names the edition and the day of the search', async () => {
    await open('midden=20000,380000&zoom=11&lang=nl');
    expect(await textOf('map-status')).toMatch(/^Niets in beeld van de gekozen soorten\. Gezocht: in editie \d+ \(gepubliceerd .*\), geldig op \d{4}-\d{2}-\d{2}, in dit deel van de kaart\. Dat betekent niet dat het hier veilig is\./);
  });

  test('a filter that a kind does not know leaves that kind out, and says so', async () => {
    await open(`${SITE}&collecties=kwetsbare-gebouwen,pr-contouren&filter=populatie>1`);
    expect(await textOf('map-status')).toMatch(/^Not searched: Location-specific risk contours \([^)/]+\)/);
  });
});

describe('the conditions', () => {
  test('a filter is put together from the fields of a kind, and limits the view', async () => {
    await open(`${SITE}&collecties=pr-contouren`);
    await page.click('#map-builder summary');
    await page.waitForFunction("document.querySelector('#map-field option[value=typePlaatsgebondenRisico]') !== null");
    await page.select('#map-field', 'typePlaatsgebondenRisico');
    expect(await page.$$eval('#map-values option', (options) => options.map(({ value }) => value))).toContain('PR10-6');
    await page.type('#map-value', 'PR10-6');
    await page.click('#map-add');
    await vi.waitFor(() => { expect(address().get('filter')).toBe("typePlaatsgebondenRisico = 'PR10-6'"); }, 10_000);
    await shown();
    expect(await page.$$eval('#map-list td:first-child', (cells) => cells.length)).toBeGreaterThan(0);
    expect(await page.$eval('#map-downloads a', ({ href }) => href)).toContain('filter=typePlaatsgebondenRisico');
    expect(mistakes).toEqual([]);
  });

  test('the slider goes back in time by the keyboard: the address has the day, and objects that were not valid yet are gone', async () => {
    await open(`${SITE}&lang=nl`);
    await page.focus('#map-days');
    await press('Home');
    await vi.waitFor(() => { expect(address().get('geldigOp')).toMatch(/^\d{4}-\d{2}-\d{2}$/); }, 10_000);
    await untilText('map-status', /^Niets in beeld .* geldig op 20\d\d-/);
    await press('End');
    await untilText('map-status', /^In beeld: /);
    expect(address().get('geldigOp')).toBeNull();
  });

  test('a publication is chosen from the list, and is in the address', async () => {
    await open(SITE);
    await page.waitForFunction("document.querySelectorAll('#map-available-at option').length > 1");
    const oldest = await page.$$eval('#map-available-at option', (options) => options.at(-1)!.value);
    await page.select('#map-available-at', oldest);
    await vi.waitFor(() => { expect(address().get('beschikbaarOp')).toBe(oldest); }, 10_000);
    await shown();
    expect(await page.$eval('#map-downloads', ({ innerHTML }) => innerHTML)).toMatch(/beschikbaarOp=|^$/);
  });
});

describe('what is here', () => {
  test('a click searches at that place, and the address keeps the place', async () => {
    await open(SITE);
    await clickMap();
    await untilText('map-answer', /objects within 500 m of x \d+, y \d+ \(RD\), in all \d+ kinds, in edition \d+/);
    expect(await textOf('map-answer')).toContain('Chemiepark Hollandsch Diep NV');
    const shared = page.url();
    await page.goto(shared);
    await shown();
    await untilText('map-answer', /Chemiepark Hollandsch Diep NV/);
    expect(address().get('plaats')).toMatch(/^10\d{4},41\d{4}$/);
    expect(mistakes).toEqual([]);
  });

  test('nothing found says within which distance, in which edition and on which day', async () => {
    await open('plaats=20000,400000&straal=50&lang=nl');
    await untilText('map-answer', /Niets gevonden binnen 50 m van x 20000, y 400000 \(RD\)\. Gezocht: in alle \d+ soorten, in editie \d+ .*geldig op/);
  });

  test('a late answer about an earlier place replaces no later answer, and stays away after clearing', async () => {
    await open(SITE);
    const delayed: HTTPRequest[] = [];
    let isSlow = true;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (isSlow && request.url().includes('/omgeving?')) delayed.push(request);
      else void request.continue();
    });
    const release = async (): Promise<void> => {
      const arrived = page.waitForResponse((response) => response.request() === delayed[0]);
      await delayed[0]!.continue();
      await (await arrived).text();
      delayed.shift();
      await new Promise((resolve) => setTimeout(resolve, 300));
    };
    await clickMap(-200);
    await vi.waitFor(() => { expect(delayed).toHaveLength(1); }, 10_000);
    isSlow = false;
    await clickMap(200);
    await untilText('map-answer', /of x \d+/);
    // The objects are marked when they are drawn, a moment after the answer.
    await untilText('map-answer', /marked in yellow/);
    const answer = await textOf('map-answer');
    await release();
    expect(await textOf('map-answer')).toBe(answer);
    expect(answer).toContain(`of x ${address().get('plaats')!.split(',')[0]!}, y`);
    isSlow = true;
    await clickMap();
    await vi.waitFor(() => { expect(delayed).toHaveLength(1); }, 10_000);
    await page.click('#map-clear');
    await release();
    expect(await textOf('map-answer')).toBe('');
  });

  test('an emptied radius becomes the usual one', async () => {
    await open('plaats=20000,400000&straal=50&lang=nl');
    await untilText('map-answer', /binnen 50 m/);
    await page.$eval('#map-radius', (field) => { (field as unknown as { value: string }).value = ''; field.dispatchEvent(new Event('change')); });
    await untilText('map-answer', /binnen 500 m/);
    expect(address().get('straal')).toBe('500');
  });

  test('the position of the reader is searched, in RD', async () => {
    await browser.defaultBrowserContext().overridePermissions(new URL(demo.base).origin, ['geolocation']);
    await page.setGeolocation({ longitude: 4.61849, latitude: 51.68976 });
    await open('lang=nl');
    await page.click('#map-own');
    await untilText('map-answer', /Chemiepark Hollandsch Diep NV/);
    expect(address().get('plaats')).toMatch(/^101\d{3},411\d{3}$/);
  });

  test('a drawn area is searched, and shared as an address', async () => {
    await open(`${SITE}&lang=nl`);
    await page.click('button[data-mode=area]');
    for (const [right, down] of [[-200, -200], [200, -200], [200, 200], [-200, 200]] as const) {
      await clickMap(right, down);
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    await untilText('map-measure', /^Gebied: [\d,]+ (ha|km²)\.$/);
    await page.click('#map-ask-area');
    await untilText('map-answer', /\d+ objecten in het getekende gebied/);
    expect(address().get('plaats')!.split(',')).toHaveLength(8);
  });

  test('a distance is measured, and shared as an address', async () => {
    await open(`${SITE}&lang=nl`);
    await page.click('button[data-mode=measure]');
    await clickMap(-100);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await clickMap(100);
    await untilText('map-measure', /^Gemeten: 1,1[67] km \(2 punten\)\.$/);
    expect(address().get('lijn')!.split(',')).toHaveLength(4);
  });
});

describe('a question about a place', () => {
  /** Returns the number of pixels in the colour of objects found. */
  const marked = async (): Promise<number> => await page.evaluate(`(() => {
    const canvas = document.createElement('canvas');
    const map = document.getElementById('map');
    [canvas.width, canvas.height] = [map.clientWidth, map.clientHeight];
    const context = canvas.getContext('2d');
    for (const layer of map.querySelectorAll('canvas')) context.drawImage(layer, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at] > 245 && Math.abs(data[at + 1] - 212) < 8 && Math.abs(data[at + 2] - 59) < 12) count += 1;
    return count;
  })()`) as number;

  test('OPEN-map-questions: what is found is marked on the map, and the same question is a page; clearing takes both away', async () => {
    await open(`${SITE}&plaats=102000,411500&lang=nl`);
    await untilText('map-answer', /objecten binnen 500 m .*, in editie \d+[\s\S]*Op de kaart zijn zij geel gemerkt\./);
    await vi.waitFor(async () => { expect(await marked()).toBeGreaterThan(200); }, 10_000);
    const asked = await textOf('map-answer');
    const href = await page.$eval('#map-answer > a', (link) => link.href);
    expect(Object.fromEntries(new URL(href).searchParams)).toMatchObject({ plaats: '102000,411500', straal: '500', lang: 'nl' });
    await page.click('#map-clear');
    await vi.waitFor(async () => { expect([await textOf('map-answer'), await marked()]).toEqual(['', 0]); }, 10_000);
    await page.goto(href);
    const [, sentence = ''] = /(\d+ objecten binnen[^\n]*)/.exec(asked) ?? [];
    expect(await page.$eval('#omgeving', ({ textContent }) => textContent)).toContain(sentence);
    expect(mistakes).toEqual([]);
  });

  test('OPEN-map-questions: only what lies wholly in a drawn area is asked by the keyboard, and is in the address', async () => {
    await open(`${SITE}&lang=nl`);
    await page.focus('button[data-mode=area]');
    await press('Enter');
    for (const [right, down] of [[-250, -200], [250, -200], [250, 200], [-250, 200]] as const) {
      await clickMap(right, down);
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    await page.focus('#map-inside');
    await press('Space');
    await page.focus('#map-ask-area');
    await press('Enter');
    await untilText('map-answer', /\d+ objecten? in het getekende gebied, wat er helemaal binnen ligt/);
    const count = async (): Promise<number> => Number(/(\d+) objecten? in het getekende gebied/.exec(await textOf('map-answer'))![1]);
    const inside = await count();
    expect(address().get('relatie')).toBe('binnen');
    const again = page.url();
    await page.goto(again.replace('&relatie=binnen', ''));
    await shown();
    await untilText('map-answer', /in het getekende gebied/);
    expect(await count()).toBeGreaterThan(inside);
    await page.goto(again);
    await shown();
    await untilText('map-answer', /in het getekende gebied/);
    expect(await count()).toBe(inside);
  });

  test('OPEN-map-questions: nothing found says where and in which edition was looked, and objects that cannot be read are not left out in silence', async () => {
    await open('midden=20000,400000&zoom=9&plaats=20000,400000&straal=50&lang=nl');
    await untilText('map-answer', /Niets gevonden binnen 50 m .* in editie \d+ .* Een leeg resultaat betekent niet dat het hier veilig is/);
    await page.setRequestInterception(true);
    page.on('request', (request: HTTPRequest) => { void (request.url().includes('S_DWITHIN') ? request.abort() : request.continue()); });
    await page.goto(`${demo.base}/kaart?${SITE}&plaats=102000,411500&lang=nl`);
    await untilText('map-answer', /objecten binnen 500 m[\s\S]*De gevonden objecten konden niet op de kaart worden gemerkt\./);
    expect(await marked()).toBe(0);
  });
});

describe('by keyboard alone', () => {
  test('arrows move, + and - zoom, Enter searches at the cross', async () => {
    await open(SITE);
    await page.focus('#map');
    await press('ArrowRight');
    await vi.waitFor(() => { expect(Number(address().get('midden')!.split(',')[0])).toBeGreaterThan(102_000); }, 10_000);
    await press('+');
    await vi.waitFor(() => { expect(Number(address().get('zoom'))).toBeGreaterThan(9.5); }, 10_000);
    await press('-', 'ArrowLeft');
    await vi.waitFor(() => { expect(Number(address().get('zoom'))).toBeLessThan(9.5); }, 10_000);
    await press('Enter');
    await untilText('map-answer', /objects within 500 m/);
  });

  test('every control is reached with Tab', async () => {
    await open(SITE);
    const reached = new Set<string>();
    for (let at = 0; at < 80; at += 1) {
      await press('Tab');
      reached.add(await page.evaluate('document.activeElement.id || document.activeElement.dataset.mode || document.activeElement.value') as string);
    }
    for (const id of ['map', 'map-here', 'map-radius', 'measure', 'area', 'map-clear', 'pr-contouren', 'map-valid-on', 'map-filter', 'map-address']) expect(reached).toContain(id);
  });
});

test.each(['nl', 'en'])('in %s, light and dark, with an answer: no violation of WCAG 2.1 AA, and it fits 320 pixels', async (language) => {
  await page.setBypassCSP(true); // axe is a script, which the page does not allow
  for (const scheme of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await open(`${SITE}&plaats=102000,411500&lang=${language}`);
    await untilText('map-answer', /Chemiepark/);
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(WCAG_21_AA)} })`) as {
      readonly violations: readonly { id: string; nodes: readonly { html: string }[] }[];
    };
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`))).toEqual([]);
  }
  await page.setViewport({ width: 320, height: 640 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});

/**
 * The page for deliveries in a real browser, under its own policy: a holder with a broken file gets it accepted by the page alone, and takes
 * it back. The token stays in memory, and no failure looks like success. The browser is Debian's chromium (EV_CHROMIUM names another).
 * Without a browser these tests fail; they never skip. SCREENSHOTS names a folder for pictures of each step.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type Browser, type ElementHandle, type HTTPRequest, type Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import { startDemo, type Demo } from '../demo-process.ts';
import { building } from '../pipelines/prepare/deliveries.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG_21_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

let demo: Demo;
let browser: Browser;
let page: Page;
let folder: string;
/** Errors of scripts and violations of the policy. Statuses are not among them: a refusal is no mistake of the page. */
let mistakes: string[];
let requests: HTTPRequest[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ev-delivering-'));
  [demo, browser] = await Promise.all([startDemo({ args: ['--examples-only'] }), launch({ executablePath: process.env['EV_CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] })]);
}, 300_000);
afterAll(async () => {
  await browser.close();
  await demo.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  mistakes = [];
  requests = [];
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  page.on('pageerror', (error) => mistakes.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type()) && !message.text().startsWith('Failed to load resource')) mistakes.push(message.text());
  });
  page.on('request', (request) => requests.push(request));
});
afterEach(async () => {
  await page.close();
});

async function textOf(id: string): Promise<string> {
  return await page.evaluate(`document.getElementById('${id}').innerText`) as string;
}

async function untilText(id: string, text: RegExp): Promise<void> {
  await vi.waitFor(async () => { expect(await textOf(id)).toMatch(text); }, { timeout: 60_000, interval: 100 });
}

/** Waits until no request runs. */
async function idle(): Promise<void> {
  await page.waitForFunction("document.getElementById('deliver-app').getAttribute('aria-busy') === 'false'", { timeout: 60_000 });
}

let pictures = 0;
async function picture(name: string): Promise<void> {
  const into = process.env['SCREENSHOTS'];
  if (into !== undefined) await page.screenshot({ path: join(into, `delivering-${String(++pictures).padStart(2, '0')}-${name}.png`), fullPage: true });
}

async function open(lang = 'nl'): Promise<void> {
  await page.goto(`${demo.base}/aanleveren?lang=${lang}`);
}

async function signIn(token = demo.token): Promise<void> {
  await page.select('#deliver-crs', CRSS['28992'].uri);
  await page.type('#deliver-token', token);
  await page.keyboard.press('Enter');
}

async function signedIn(lang = 'nl'): Promise<void> {
  await open(lang);
  await signIn();
  await page.waitForSelector('#deliver-work:not([hidden])');
}

/** Chooses a file with this text. */
async function chooseText(name: string, text: string): Promise<void> {
  const path = join(folder, name);
  writeFileSync(path, text);
  const pick = await page.$('#deliver-pick') as ElementHandle<never>;
  await pick.uploadFile(path);
  await page.waitForSelector('#deliver-files li');
}

async function clickButton(within: string, label: RegExp): Promise<void> {
  const found = await page.waitForFunction(
    `[...document.querySelectorAll('${within} button')].find((one) => ${String(label)}.test(one.textContent) && !one.disabled)`, { timeout: 30_000 },
  );
  await (found as ElementHandle).click();
}

async function buttonsIn(id: string): Promise<readonly string[]> {
  return await page.$$eval(`#${id} button`, (buttons) => buttons.map(({ textContent }) => textContent));
}

let numbers = 0;
/** Returns a delivery with one building, under a new id. */
function delivery(changes: Readonly<Record<string, unknown>> = {}): string {
  const id = `NL.IMEV.AB12.blad-${++numbers}`;
  return JSON.stringify([{ ...building(numbers), id, identificatie: { namespace: 'NL.IMEV', lokaalID: id.slice(8) }, bronhoudercode: 'AB12', ...changes }], null, 2);
}

async function rehearsed(text: string, name = 'levering.json'): Promise<void> {
  await chooseText(name, text);
  await page.click('#deliver-rehearse');
  await page.waitForSelector('#deliver-report:not([hidden])', { timeout: 60_000 });
  await idle();
}

test('OPEN-delivery-page: a holder with a broken file gets from refused to accepted by the page alone, and takes it back after a dry run', async () => {
  await open();
  await picture('start');
  await signIn('verkeerd');
  await untilText('deliver-sign-status', /Ongeldig token/);
  await signIn();
  await untilText('deliver-who', /AB12[^]*writer/);
  await picture('signed-in');
  await rehearsed(delivery({ populatie: 'veel' }));
  expect(await textOf('oordeel')).toMatch(/^Niets zou worden aanvaard/);
  expect(await buttonsIn('deliver-actions')).toEqual([]);
  await picture('refused');
  await clickButton('#deliver-report td', /^Toon regel \d+/);
  await page.waitForFunction("document.activeElement.id === 'deliver-area'");
  expect(await page.evaluate("(() => { const { value, selectionStart, selectionEnd } = document.getElementById('deliver-area'); return value.slice(selectionStart, selectionEnd); })()")).toContain('"populatie"');
  await picture('line');
  await page.keyboard.type('    "populatie": 12');
  await clickButton('#deliver-text', /^Gebruik deze tekst/);
  await untilText('deliver-shown', /Niets zou worden geweigerd/);
  expect(await textOf('deliver-shown')).toMatch(/Wat zou veranderen[^]*1 nieuw/i);
  await picture('accepted');
  await clickButton('#deliver-actions', /^Lever in$/);
  await untilText('deliver-shown', /^De wijzigingen zijn gepubliceerd\. Te lezen in editie \d+\./);
  await idle();
  const id = `NL.IMEV.AB12.blad-${numbers}`;
  expect(await textOf('deliver-shown')).toContain(id);
  expect((await fetch(`${demo.base}/kwetsbare-gebouwen/${id}`)).status).toBe(200);
  expect(await textOf('deliver-files')).toMatch(/ingeleverd[^]*Ontvangstbewijs: [0-9a-f-]{36}/);
  expect(await page.$eval('#deliver-past tbody tr', ({ textContent }) => textContent)).toMatch(/levering.*verwerkt1000/);
  await picture('handed-in');
  await clickButton('#deliver-actions', /^Herroepen: kijk eerst/);
  await untilText('deliver-report-title', /Proef van het herroepen/);
  expect(await textOf('oordeel')).toMatch(/rapport dat deze herroeping nu zou krijgen/);
  expect((await fetch(`${demo.base}/kwetsbare-gebouwen/${id}`)).status).toBe(200);
  await picture('undo-foreseen');
  await clickButton('#deliver-actions', /^Herroep deze indiening$/);
  await untilText('deliver-shown', /^De wijzigingen zijn gepubliceerd/);
  await idle();
  expect((await fetch(`${demo.base}/kwetsbare-gebouwen/${id}`)).status).toBe(404);
  expect(await page.$eval('#deliver-past tbody tr', ({ textContent }) => textContent)).toMatch(/herroeping/);
  await picture('undone');
  expect(mistakes).toEqual([]);
});

test('OPEN-delivery-page: a token is in no address, element, storage or Referer, goes to this host only, and is gone after a reload', async () => {
  await signedIn();
  await rehearsed(delivery());
  const kept = await page.evaluate("[document.documentElement.outerHTML, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie, location.href, document.getElementById('deliver-token').value].join('\\n')");
  expect(kept).not.toContain(demo.token);
  const withToken = requests.filter((request) => request.headers()['authorization'] === `Bearer ${demo.token}`);
  expect(withToken.length).toBeGreaterThan(1);
  for (const request of requests) {
    expect(new URL(request.url()).origin).toBe(new URL(demo.base).origin);
    expect(request.url()).not.toContain(demo.token);
    expect(request.headers()['referer'] ?? '').toBe('');
  }
  await page.reload();
  expect(await page.$eval('#deliver-work', (work) => work.checkVisibility())).toBe(false);
  expect(mistakes).toEqual([]);
});

test('signing out clears what the page showed', async () => {
  await signedIn();
  await rehearsed(delivery(), 'eigen.json');
  await page.click('#deliver-sign-out');
  expect(await page.$eval('main', ({ textContent }) => textContent)).not.toMatch(/blad-\d|demo|eigen\.json/);
});

describe('without a reply', () => {
  /** Answers the next request to hand in as `reply` does. */
  async function onHandIn(reply: (request: HTTPRequest) => Promise<void>): Promise<void> {
    let isFirst = true;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const isHandIn = request.method() === 'POST' && !request.url().includes('proef=true');
      if (isHandIn && isFirst) {
        isFirst = false;
        void reply(request);
      } else void request.continue();
    });
  }

  test('a delivery that did not arrive is not called a success, and can be handed in again', async () => {
    await signedIn();
    await onHandIn((request) => request.abort('connectionreset'));
    await rehearsed(delivery());
    await clickButton('#deliver-actions', /^Lever in$/);
    await untilText('deliver-status', /niet aangekomen/);
    await idle();
    expect(await textOf('deliver-files')).not.toContain('Ontvangstbewijs');
    await clickButton('#deliver-actions', /^Lever in$/);
    await untilText('deliver-files', /Ontvangstbewijs/);
    await idle();
  });

  test('a delivery that arrived all the same is found, and is not handed in twice', async () => {
    await signedIn();
    const text = delivery();
    await onHandIn(async (request) => {
      const { 'content-type': type = '', 'content-crs': crs = '', authorization = '' } = request.headers();
      const sent = await fetch(request.url(), { method: 'POST', body: text, headers: { 'content-type': type, 'content-crs': crs, authorization, prefer: 'respond-async' } });
      expect(sent.status).toBe(202);
      await request.abort('connectionreset');
    });
    await rehearsed(text);
    await clickButton('#deliver-actions', /^Lever in$/);
    await untilText('deliver-files', /Ontvangstbewijs: [0-9a-f-]{36}/);
    await untilText('deliver-shown', /gepubliceerd/);
    await idle();
    expect(requests.filter((request) => request.method() === 'POST' && !request.url().includes('proef=true'))).toHaveLength(1);
    expect(await buttonsIn('deliver-files')).not.toContain('Lever in');
  });

  test('another delivery of equal size that arrived is not taken for it', async () => {
    await signedIn();
    const [text, other] = [delivery(), delivery()];
    expect(other).toHaveLength(text.length);
    await onHandIn(async (request) => {
      const { 'content-type': type = '', 'content-crs': crs = '', authorization = '' } = request.headers();
      const sent = await fetch(request.url(), { method: 'POST', body: other, headers: { 'content-type': type, 'content-crs': crs, authorization, prefer: 'respond-async' } });
      expect(sent.status).toBe(202);
      await request.abort('connectionreset');
    });
    await rehearsed(text);
    await clickButton('#deliver-actions', /^Lever in$/);
    await untilText('deliver-status', /niet aangekomen/);
    await idle();
    expect(await textOf('deliver-files')).not.toContain('Ontvangstbewijs');
  });

  test.each([[500, /OnverwachteFout|onbekend|kent|Onverwachte/i], [502, /niet aangekomen|kent/]])('a %i from a proxy is not called a success', async (status, words) => {
    await signedIn();
    await onHandIn((request) => request.respond({ status, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }));
    await rehearsed(delivery());
    await clickButton('#deliver-actions', /^Lever in$/);
    await vi.waitFor(async () => { expect(`${await textOf('deliver-status')} ${await textOf('deliver-files')}`).toMatch(new RegExp(`${words.source}|niet aangekomen`, 'i')); }, { timeout: 30_000 });
    await idle();
    expect(await textOf('deliver-files')).not.toContain('Ontvangstbewijs');
  });
});

test('a token that is no longer accepted asks to sign in again, and keeps the files', async () => {
  await signedIn();
  await chooseText('levering.json', delivery());
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.method() !== 'POST') void request.continue();
    else void request.respond({ status: 401, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' }, contentType: 'text/html', body: '<main><h1>Ongeldig token</h1></main>' });
  });
  await page.click('#deliver-rehearse');
  await untilText('deliver-sign-status', /neemt dit token niet meer aan/);
  await idle();
  page.removeAllListeners('request');
  await page.setRequestInterception(false);
  await signIn();
  await page.waitForSelector('#deliver-work:not([hidden])');
  expect(await textOf('deliver-files')).toContain('levering.json');
});

test('a busy service is asked again when it says so', async () => {
  await signedIn();
  let refusals = 0;
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.method() !== 'POST' || ++refusals > 1) void request.continue();
    else void request.respond({ status: 429, headers: { 'Retry-After': '1' }, contentType: 'text/html', body: '<main><h1>Te veel</h1></main>' });
  });
  await chooseText('levering.json', delivery());
  await page.click('#deliver-rehearse');
  await untilText('deliver-status', /Over 1 s/);
  await page.waitForSelector('#deliver-report:not([hidden])', { timeout: 60_000 });
  expect(await textOf('oordeel')).toMatch(/^Niets zou worden geweigerd/);
});

test('names, ids and texts of a hostile file stay text', async () => {
  await signedIn();
  const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  await rehearsed(delivery({ id: `NL.IMEV.AB12.${hostile}`, bronhouder: hostile, onbekend: hostile }), `${hostile.replaceAll('/', '')}.json`);
  expect(await page.$$('#deliver-work img, #deliver-work script')).toEqual([]);
  expect(await textOf('deliver-shown')).toContain('<img src=x');
  expect(mistakes).toEqual([]);
});

/** Returns the value of an expression about `one`, a control of the form by its label: the last one of several. Opens what folds it away. */
async function inForm(label: RegExp, expression: string): Promise<unknown> {
  return await page.evaluate(`(() => {
    const label = [...document.querySelectorAll('#deliver-form-fields label')].findLast((one) => ${String(label)}.test(one.querySelector('span').textContent));
    for (let parent = label; parent !== null; parent = parent.parentElement) if (parent.localName === 'details') parent.open = true;
    const one = label.control;
    return ${expression};
  })()`);
}

async function fill(label: RegExp, text: string): Promise<void> {
  await inForm(label, `(one.value = ${JSON.stringify(text)}, one.dispatchEvent(new Event('change', { bubbles: true })))`);
}

/** Adds an item to the list that is named, of a type where the list has several. */
async function add(list: RegExp, type?: string): Promise<void> {
  await page.waitForFunction(`(() => {
    const found = [...document.querySelectorAll('#deliver-form-fields button')].findLast((one) => ${String(list)}.test(one.textContent));
    if (${type !== undefined}) found.previousElementSibling.value = ${JSON.stringify(type ?? '')};
    found.click();
    return true;
  })()`);
}

async function formFor(type: string): Promise<void> {
  await signedIn();
  await page.select('#deliver-type', type);
  await page.click('#deliver-form-start');
  await page.waitForSelector('#deliver-form-fields:not([hidden]) button');
}

/** Opens the map of the last geometry. */
async function openLastMap(): Promise<void> {
  await page.$$eval('.deliver-geometry button', (all) => { all.at(-1)!.click(); });
  await page.waitForSelector('.deliver-geometry .map-canvas canvas', { timeout: 30_000 });
}

async function rehearsedForm(): Promise<void> {
  await clickButton('#deliver-form-fields', /^Proef dit object$/);
  await page.waitForSelector('#deliver-report:not([hidden])', { timeout: 60_000 });
  await idle();
}

test('OPEN-delivery-form: a holder fills in a single tank with its location, corrects it at the fields, and it is published', async () => {
  await formFor('LocatieActiviteit');
  await picture('form');
  await fill(/^Geldig vanaf/, '2026-03-01T09:00');
  await fill(/^Bedrijfsnaam/, 'Camping De Duinrand');
  await fill(/^Punten in RD/, '155000 463000\n155100 463000\n155100, 463100\n155000;463100,5');
  for (const name of ['Naam van de exploitant', 'Adres van de exploitant in de BAG', 'KVK-nummer van de exploitant', 'KVK-nummer van de aanvrager']) {
    await fill(new RegExp(`^${name}: geen waarde`), 'waardeOnbekend');
  }
  await add(/^Voeg toe: Activiteiten/, 'OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht');
  await add(/^Voeg toe: Onderdelen of activiteit/, 'AftappuntOpslagtank');
  await add(/^Voeg toe: Contouren/, 'PRContour');
  await fill(/^Afstand of ligging: kies/, 'afstand');
  await fill(/^Afstand \(/, '25,5');
  await fill(/^Plaatsgebonden risico/, 'PR10-6');
  await fill(/^Maatgevende stof: geen waarde/, 'waardeOnbekend');
  await fill(/^Punten in RD/, 'bij de poort');
  await picture('form-tank');
  await clickButton('#deliver-form-fields', /^Proef dit object$/);
  await untilText('deliver-status', /geen punten van een punt/);
  await fill(/^Punten in RD/, '');
  await openLastMap();
  // A map takes no click before it is drawn; a click that is taken replaces the point.
  await vi.waitFor(async () => {
    await (await page.$('.deliver-geometry .map-canvas'))!.click();
    await page.waitForFunction("/^155\\d{3}\\S* 463\\d{3}\\S*$/.test(document.querySelector('.deliver-geometry:has(canvas) textarea').value)", { timeout: 1_000 });
  }, { timeout: 30_000 });
  await picture('form-map');
  const pointed = (await inForm(/^Punten in RD/, 'one.value') as string).split(' ').map(Number);
  await rehearsedForm();
  await picture('form-refused');
  expect(await page.$eval('#deliver-report', ({ textContent }) => textContent)).toMatch(/Niets zou worden geweigerd[^]*1 nieuw/);
  expect(await page.$$eval('.deliver-problems li', (all) => all.map((one) => /^"(\w+)" ontbreekt/.exec(one.textContent)?.[1]))).toContain('vergunningsPlicht');
  expect(await inForm(/^Vergunning is verplicht/, "one.getAttribute('aria-invalid')")).toBe('true');
  await clickButton('#deliver-actions', /^Lever in$/);
  await untilText('deliver-shown', /^De wijzigingen zijn gepubliceerd/);
  await idle();
  await picture('form-published');
  const ids = await page.$$eval('#deliver-form-fields label', (all) => all.filter((one) => one.textContent.startsWith('Kenmerk (')).map(({ control }) => (control as unknown as { value: string }).value));
  const [id, contourId] = ids.slice(-2) as [string, string];
  const tank = await fetch(`${demo.base}/collections/aftappunten-opslagtank/items/${id}?crs=${CRSS['28992'].uri}`, { headers: { accept: 'application/geo+json' } });
  expect(await tank.json()).toMatchObject({ geometry: { type: 'Point', coordinates: pointed } });
  const contour = await fetch(`${demo.base}/collections/pr-contouren/items/${contourId}`, { headers: { accept: 'application/geo+json' } });
  expect(await contour.json()).toMatchObject({ properties: { afstandOfGeometrie: { afstand: 25.5 }, typePlaatsgebondenRisico: 'PR10-6', hoortBij: [{ href: expect.stringContaining(id) as unknown }] } });
  expect(mistakes).toEqual([]);
});

test('the form shows the errors of a report at their fields, and keeps what was filled in when the token is refused', async () => {
  await formFor('KwetsbareLocatie');
  const hostile = '<img src=x onerror=alert(1)>';
  await fill(/^Populatie|^Aantal/, hostile);
  await add(/^Voeg toe: Opmerkingen/);
  await fill(/^Opmerkingen/, hostile);
  await rehearsedForm();
  const problems = await page.$$eval('.deliver-field', (all) => all.filter((one) => one.querySelector('.deliver-problems li') !== null).map((one) => one.querySelector('span')!.textContent));
  expect(problems).toEqual(expect.arrayContaining(['Geldig vanaf (verplicht)']));
  expect(await textOf('deliver-form-fields')).toContain('De waarde "<img src=x');
  expect(await page.$$('#deliver-work img, #deliver-work script')).toEqual([]);
  await clickButton('#deliver-actions', /^Naar het eerste veld/);
  expect(await page.evaluate("document.activeElement.closest('#deliver-form-fields') !== null")).toBe(true);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.method() !== 'POST') void request.continue();
    else void request.respond({ status: 401, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' }, contentType: 'text/html', body: '<main><h1>Ongeldig token</h1></main>' });
  });
  await clickButton('#deliver-form-fields', /^Proef dit object$/);
  await untilText('deliver-sign-status', /neemt dit token niet meer aan/);
  await idle();
  page.removeAllListeners('request');
  await page.setRequestInterception(false);
  await signIn();
  await page.waitForSelector('#deliver-work:not([hidden])');
  expect(await inForm(/^Opmerkingen/, 'one.value')).toBe(hostile);
  await page.click('#deliver-sign-out');
  expect(await page.$eval('#deliver-form-fields', (form) => form.childElementCount)).toBe(0);
  expect(mistakes).toEqual([]);
});

test('findings are filtered by rule', async () => {
  await signedIn();
  await rehearsed(delivery({ populatie: 'veel', beginGeldigheid: 'gisteren', onbekend: 1 }));
  const [all, first] = await page.$$eval('.deliver-filter option', (options) => options.slice(0, 2).map(({ value, textContent }) => [value, Number(/\((\d+)\)/.exec(textContent)?.[1])] as const));
  await page.select('.deliver-filter select', first![0]);
  const shown = await page.$$eval('tr[data-rule]', (rows) => rows.filter((row) => row.checkVisibility()).map((row) => row.dataset['rule']));
  expect(shown).toEqual(Array.from({ length: first![1] }, () => first![0]));
  expect(shown.length).toBeLessThan(all![1]);
  const onMap = "[...document.querySelectorAll('#deliver-shown [data-rules]')].filter((one) => one.checkVisibility()).length";
  await picture('findings-map');
  expect(await page.evaluate(onMap)).toBe(1);
  await page.click('#deliver-shown [data-rules] circle');
  expect(await page.evaluate("document.querySelector('#deliver-shown tr:target')?.dataset.rule")).toBeDefined();
  expect(await page.$eval('.deliver-filter [role=status]', ({ textContent }) => textContent)).toMatch(new RegExp(`^${first![1]} van ${all![1]} `));
});

test('a large file shows the lines around a finding', async () => {
  await signedIn();
  const many = Array.from({ length: 3_000 }, (_, at) => JSON.parse(delivery(at === 2_990 ? { populatie: 'veel' } : {}))[0] as object);
  await rehearsed(many.map((one) => JSON.stringify(one)).join('\n'), 'groot.ndjson');
  await clickButton('#deliver-report td', /^Toon regel 2991/);
  await page.waitForSelector('#deliver-text mark');
  expect(await page.$eval('#deliver-text mark', ({ textContent }) => textContent)).toMatch(/^2991: .*"veel"/);
});

test('by keyboard alone: sign in, rehearse and hand in', async () => {
  await open();
  await page.select('#deliver-crs', CRSS['28992'].uri);
  await page.focus('#deliver-token');
  await page.keyboard.type(demo.token);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#deliver-work:not([hidden])');
  await chooseText('levering.json', delivery());
  const tabTo = async (wanted: string): Promise<void> => {
    for (let at = 0; at < 60; at += 1) {
      if (await page.evaluate(wanted) as boolean) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never reached ${wanted}`);
  };
  await tabTo("document.activeElement.id === 'deliver-rehearse'");
  await page.keyboard.press('Enter');
  await page.waitForFunction("document.activeElement.id === 'deliver-report-title'", { timeout: 60_000 });
  await idle();
  await tabTo("document.activeElement.textContent === 'Lever in'");
  await page.keyboard.press('Enter');
  await untilText('deliver-shown', /gepubliceerd/);
  await idle();
  expect(mistakes).toEqual([]);
});

test('without script the page names the request that delivers', async () => {
  await page.setJavaScriptEnabled(false);
  await open();
  const text = await page.$eval('main', (main) => main.textContent);
  expect(text).toMatch(/werkt alleen met script[^]*curl .*\/indieningen\?proef=true/);
});

test.each(['nl', 'en'])('in %s, light and dark, at each step: no violation of WCAG 2.1 AA, and it fits 320 pixels', async (language) => {
  await page.setBypassCSP(true); // axe is a script, which the page does not allow
  const judge = async (step: string): Promise<void> => {
    for (const scheme of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await page.evaluate(`window.axe ?? ${AXE}`);
      const { violations } = await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(WCAG_21_AA)} })`) as {
        readonly violations: readonly { id: string; nodes: readonly { html: string }[] }[];
      };
      expect([step, violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`))]).toEqual([step, []]);
    }
    await page.setViewport({ width: 320, height: 640 });
    expect([step, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([step, 320]);
    await picture(`phone-${language}`);
    await page.setViewport({ width: 1280, height: 900 });
  };
  await open(language);
  await judge('start');
  await signIn();
  await page.waitForSelector('#deliver-work:not([hidden])');
  await judge('signed in');
  await page.select('#deliver-type', 'LocatieActiviteit');
  await page.click('#deliver-form-start');
  await page.waitForSelector('#deliver-form-fields:not([hidden]) button');
  await add(/^(?:Voeg toe|Add): Acti/, 'TankenLPG');
  await add(/^(?:Voeg toe|Add): (?:Onderdelen|Parts)/, 'Vulpunt');
  await add(/^(?:Voeg toe|Add): Conto/, 'PRContour');
  await page.$$eval('#deliver-form-fields details', (all) => { for (const one of all) one.open = true; });
  await openLastMap();
  await judge('form');
  await clickButton('#deliver-form-fields', /^(?:Proef dit object|Dry run of this object)$/);
  await page.waitForSelector('#deliver-report:not([hidden])', { timeout: 60_000 });
  await idle();
  await judge('form with findings');
  await clickButton('#deliver-files', /^(?:Haal uit de lijst|Remove from the list)$/);
  await rehearsed(delivery({ populatie: 'veel' }));
  await judge('refused');
  await rehearsed(delivery(), 'goed.json');
  await clickButton('#deliver-actions', /^(?:Lever in|Hand in)$/);
  await untilText('deliver-shown', /gepubliceerd|published/);
  await idle();
  await judge('handed in');
});

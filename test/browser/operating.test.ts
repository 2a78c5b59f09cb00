/**
 * The page for the operator in a real browser, under its own policy. The browser is Debian's chromium (EV_CHROMIUM names another). Without a
 * browser these tests fail; they never skip. SCREENSHOTS names a folder for pictures of each step.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { launch, type Browser, type ElementHandle, type HTTPRequest, type Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import { addLine, beginRun, beginStep, endRun, endStep, openRuns } from '../../pipelines/state/runs/runs.ts';
import { startDemo, type Demo } from '../demo-process.ts';
import { ev } from '../pipelines/ev-process.ts';
import { building } from '../pipelines/prepare/deliveries.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG_21_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
const HOSTILE = '<img src=x onerror=alert(1)>';

let demo: Demo;
let browser: Browser;
let page: Page;
let operator: string;
let mistakes: string[];
let requests: HTTPRequest[];
beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo({ args: ['--examples-only'] }), launch({ executablePath: process.env['EV_CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] })]);
  const organisation = 'KVK:99999999';
  expect(await ev(['holders', 'add', organisation, '--name', 'Beheer', '--role', 'operator', '--data', demo.data])).toMatchObject({ code: 0 });
  const made = await ev(['tokens', 'add', '--organisation', organisation, '--json', '--data', demo.data]);
  expect(made).toMatchObject({ code: 0 });
  operator = (JSON.parse(made.out) as { token: string }).token;
  failedRun();
}, 300_000);
afterAll(async () => {
  await browser.close();
  await demo.stop();
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

/** Records a run of last night that failed. */
function failedRun(): void {
  const runs = openRuns(demo.data);
  const at = new Date('2026-11-21T02:00:00Z');
  const id = beginRun(runs, { pipeline: 'nacht', origin: 'schedule', due: at }, at);
  beginStep(runs, { run: id, n: 1 }, 'batch', at);
  addLine(runs, id, { step: 1, at, text: `the folder has no room ${HOSTILE}` });
  endStep(runs, { run: id, n: 1 }, { state: 'failed', findings: {} }, at);
  endRun(runs, id, { state: 'failed', cause: 'disk', message: 'the disk is full' }, at);
  runs.close();
}

let numbers = 0;

/** Delivers a number of new buildings, and then a full file that would end them all but one. Returns the uuid of the second, which is parked. */
async function parked(): Promise<string> {
  const batch = ++numbers;
  const all = Array.from({ length: 60 }, (_, at) => {
    const id = `NL.IMEV.AB12.beheer-${batch}-${at}`;
    return { ...building(batch * 1_000 + at), id, identificatie: { namespace: 'NL.IMEV', lokaalID: id.slice(8) } };
  });
  await send(all, '');
  const uuid = await send(all.slice(0, 1), '?volledig=KwetsbaarGebouw');
  await vi.waitFor(async () => { expect(await stateOf(uuid)).toBe('parked'); }, { timeout: 60_000, interval: 200 });
  return uuid;
}

async function send(documents: readonly object[], query: string): Promise<string> {
  const reply = await fetch(`${demo.base}/indieningen${query}`, {
    method: 'POST', body: JSON.stringify(documents),
    headers: { 'authorization': `Bearer ${demo.token}`, 'content-type': 'application/json', 'content-crs': `<${CRSS['28992'].uri}>` },
  });
  expect([200, 201, 202]).toContain(reply.status);
  return (await reply.json() as { uuid: string }).uuid;
}

async function stateOf(uuid: string): Promise<string> {
  const reply = await fetch(`${demo.base}/indieningen/${uuid}`, { headers: { authorization: `Bearer ${demo.token}` } });
  return (await reply.json() as { state: string }).state;
}

async function textOf(id: string): Promise<string> {
  return await page.evaluate(`document.getElementById('${id}').innerText`) as string;
}

async function untilText(id: string, text: RegExp): Promise<void> {
  await vi.waitFor(async () => { expect(await textOf(id)).toMatch(text); }, { timeout: 60_000, interval: 100 });
}

async function clickButton(within: string, label: RegExp): Promise<void> {
  const found = await page.waitForFunction(`[...document.querySelectorAll('${within} button')].find((one) => ${String(label)}.test(one.textContent))`, { timeout: 30_000 });
  await (found as ElementHandle).click();
}

async function signIn(token = operator, lang = 'nl'): Promise<void> {
  await page.goto(`${demo.base}/beheren?lang=${lang}`);
  await page.type('#operate-token', token);
  await page.keyboard.press('Enter');
}

let pictures = 0;
async function picture(name: string): Promise<void> {
  const into = process.env['SCREENSHOTS'];
  if (into !== undefined) await page.screenshot({ path: join(into, `operating-${String(++pictures).padStart(2, '0')}-${name}.png`), fullPage: true });
}

test('OPEN-operating-page: an operator finds out why last night’s batch did not publish, releases a parked delivery and refuses another', async () => {
  const uuid = await parked();
  await signIn();
  await untilText('operate-shown', /Zou \d+ van de \d+ objecten van AB12 beëindigen/);
  await picture('signed-in');
  expect(await textOf('operate-shown')).toMatch(/nacht.*mislukt.*the disk is full/);
  expect(await textOf('operate-shown')).toMatch(/Beheer \(KVK:99999999\): operator/);
  await page.click('details[data-state=failed] summary');
  await untilText('operate-shown', /the folder has no room <img src=x/);
  await page.click(`li[data-uuid="${uuid}"] a`);
  await untilText('operate-report-title', new RegExp(uuid));
  await clickButton(`li[data-uuid="${uuid}"]`, /^Geef vrij…$/);
  await untilText('operate-shown', /in de volgende ronde[^]*Ja, geef vrij/);
  expect(await stateOf(uuid)).toBe('parked');
  await picture('asked');
  await clickButton(`li[data-uuid="${uuid}"]`, /^Ja, geef vrij$/);
  await untilText('operate-status', /^Vrijgegeven/);
  await vi.waitFor(async () => { expect(await stateOf(uuid)).toBe('settled'); }, { timeout: 60_000, interval: 200 });
  const other = await parked();
  await clickButton('#operate-buttons', /^Ververs$/);
  await clickButton(`li[data-uuid="${other}"]`, /^Weiger…$/);
  await page.keyboard.type(`Half bestand ${HOSTILE}`);
  await picture('refusing');
  await page.keyboard.press('Enter');
  await untilText('operate-status', /^Geweigerd/);
  expect(await stateOf(other)).toBe('refused');
  await untilText('operate-shown', /Niets is geparkeerd of apart gezet/);
  await picture('decided');
  expect(await page.$$('#operate-app img, #operate-app script')).toEqual([]);
  expect(mistakes).toEqual([]);
}, 240_000);

test('OPEN-operating-page: an operator finds a delivery of a holder in the list and undoes it after a dry run', async () => {
  const id = 'NL.IMEV.AB12.beheer-herroepen';
  const uuid = await send([{ ...building(900_001), id, identificatie: { namespace: 'NL.IMEV', lokaalID: id.slice(8) } }], '');
  await vi.waitFor(async () => { expect(await stateOf(uuid)).toBe('settled'); }, { timeout: 60_000, interval: 200 });
  const isPublic = async (): Promise<boolean> => (await fetch(`${demo.base}/collections/kwetsbare-gebouwen/items/${id}?f=json`)).status === 200;
  await vi.waitFor(async () => { expect(await isPublic()).toBe(true); }, { timeout: 60_000, interval: 200 });
  await signIn();
  await untilText('operate-shown', /De nieuwste indieningen/);
  await page.click('#operate-shown a[href*="/indieningen"]:not([href*="-"])');
  await vi.waitFor(async () => { expect(await page.$(`#operate-report-shown a[href*="${uuid}"]`)).not.toBeNull(); }, { timeout: 30_000, interval: 100 });
  await picture('list');
  await page.click(`#operate-report-shown a[href*="${uuid}"]`);
  await clickButton('#operate-report-shown', /^Herroep: eerst op proef$/);
  await untilText('operate-report-shown', /beheer-herroepen/);
  await picture('undo-foreseen');
  expect(await isPublic()).toBe(true);
  await clickButton('#operate-report-shown', /^Ja, herroep deze indiening$/);
  await untilText('operate-status', /herroeping is ingediend/);
  await vi.waitFor(async () => { expect(await isPublic()).toBe(false); }, { timeout: 60_000, interval: 200 });
  expect(await stateOf(uuid)).toBe('settled');
  expect(mistakes).toEqual([]);
}, 180_000);

test('OPEN-operating-page: a second operator is told that another decided first', async () => {
  const uuid = await parked();
  await signIn();
  await clickButton(`li[data-uuid="${uuid}"]`, /^Geef vrij…$/);
  expect(await ev(['submissions', 'refuse', uuid, '--reason', 'Half a file', '--data', demo.data])).toMatchObject({ code: 0 });
  await clickButton(`li[data-uuid="${uuid}"]`, /^Ja, geef vrij$/);
  await untilText('operate-status', /al geweigerd/);
  await untilText('operate-shown', /Niets is geparkeerd of apart gezet/);
  expect(await stateOf(uuid)).toBe('refused');
}, 120_000);

test('OPEN-operating-page: the token of a holder, and a wrong one, show nothing of the service and say which role is needed', async () => {
  await signIn(demo.token);
  await untilText('operate-status', /rol operator/);
  await signIn('verkeerd');
  await untilText('operate-status', /Ongeldig token/);
  expect(await page.$eval('#operate-work', (work) => work.checkVisibility())).toBe(false);
});

test('OPEN-operating-page: the token is in no address, element, storage or Referer, and a token that ends signs out and clears what was shown', async () => {
  await signIn();
  await untilText('operate-status', /^Aangemeld/);
  const kept = await page.evaluate("[document.documentElement.outerHTML, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie, location.href, document.getElementById('operate-token').value].join('\\n')");
  expect(kept).not.toContain(operator);
  for (const request of requests) {
    expect(new URL(request.url()).origin).toBe(new URL(demo.base).origin);
    expect(request.url()).not.toContain(operator);
    expect(request.headers()['referer'] ?? '').toBe('');
  }
  await page.setRequestInterception(true);
  page.on('request', (request) => void request.respond({ status: 401, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' }, contentType: 'text/html', body: '<main><h1>Ongeldig token</h1></main>' }));
  await clickButton('#operate-buttons', /^Ververs$/);
  await untilText('operate-status', /neemt dit token niet meer aan/);
  expect(await textOf('operate-shown')).toBe('');
  expect(await page.evaluate('document.activeElement.id')).toBe('operate-token');
});

test.each(['nl', 'en'])('in %s, light and dark: no violation of WCAG 2.1 AA, by keyboard, and it fits 320 pixels', async (language) => {
  const uuid = await parked();
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
  await page.goto(`${demo.base}/beheren?lang=${language}`);
  await judge('start');
  await signIn(operator, language);
  await page.waitForFunction("document.activeElement.id === 'operate-work-title'", { timeout: 30_000 });
  await judge('signed in');
  await page.$$eval('details', (all) => { for (const one of all) one.open = true; });
  for (let at = 0; at < 20 && !/^(?:Weiger|Refuse)…$/.test(await page.evaluate('document.activeElement.textContent') as string); at += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Half');
  await judge('asked');
  await page.keyboard.press('Enter');
  await untilText('operate-status', /^(?:Geweigerd|Refused)/);
  expect(await stateOf(uuid)).toBe('refused');
  expect(mistakes).toEqual([]);
}, 120_000);

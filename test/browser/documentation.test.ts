/**
 * Documentation pages in a real browser, in both languages: axe-core finds no violation of WCAG 2.1 AA, also in dark mode, and nothing is
 * wider than a phone. A developer gets from the documentation to data with the keyboard alone.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../schemas/finding.ts';
import { startDemo, type Demo } from '../demo-process.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG_21_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 320, height: 640 };
const TABS_MAX = 400;

let demo: Demo;
let browser: Browser;
beforeAll(async () => {
  [demo, browser] = await Promise.all([
    startDemo(), launch({ executablePath: process.env['EV_CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] }),
  ]);
}, 300_000);
afterAll(async () => {
  await browser.close();
  await demo.stop();
});

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(WCAG_21_AA)} })`) as { violations: readonly { id: string; nodes: readonly { html: string }[] }[] };
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 150)}`));
}

const PAGES = [
  '', '/recepten', '/objectenEvActiviteiten', '/objectenKwetsbareGebouwen?p.limit=2&p.zoek=school', '/voegObjectToeKwetsbareGebouwen', '/zoekOveral',
  '/collecties', '/leverAan', '/vervangDocumentKwetsbaarGebouw',
];

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(PAGES)('/documentatie%s: no violation of WCAG 2.1 AA in light and dark, and it fits a phone', async (path) => {
    const page = await browser.newPage();
    try {
      await page.setBypassCSP(true); // axe is a script, which the pages do not allow
      const url = `${demo.base}/documentatie${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
      await page.setViewport(DESK);
      await page.goto(url);
      await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
      const light = await violations(page);
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
      const dark = await violations(page);
      await page.setViewport(PHONE);
      const width = await page.evaluate('document.documentElement.scrollWidth') as number;
      expect([light, dark, width]).toEqual([[], [], PHONE.width]);
    } finally {
      await page.close();
    }
  });
});

test('a button copies the code beside it, under the policy of the page', async () => {
  const page = await browser.newPage();
  try {
    await browser.defaultBrowserContext().overridePermissions(new URL(demo.base).origin, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
    await page.goto(`${demo.base}/documentatie/recepten?lang=en`);
    await page.waitForSelector('#filter-curl + button');
    await page.evaluate(`document.querySelector('#filter-curl + button').click()`);
    await page.waitForFunction(`document.querySelector('#filter-curl + button').textContent.endsWith('✓')`);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await page.evaluate(`document.querySelector('#filter-curl').textContent`));
  } finally {
    await page.close();
  }
});

describe('with the keyboard alone', () => {
  /** Presses Tab until the focused element has this text or name. */
  async function tabTo(page: Page, wanted: string): Promise<void> {
    for (let pressed = 0; pressed < TABS_MAX; pressed += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(`(document.activeElement.getAttribute('name') ?? document.activeElement.textContent).trim()`) as string;
      if (focused === wanted) return;
    }
    throw new Error(`no Tab reached ${wanted}`);
  }

  async function enter(page: Page): Promise<void> {
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  }

  test('a developer gets from the documentation to a filtered list as JSON', async () => {
    const page = await browser.newPage();
    try {
      await page.goto(`${demo.base}/documentatie?lang=en`);
      await tabTo(page, 'Get buildings');
      await enter(page);
      await tabTo(page, 'p.limit');
      await page.keyboard.type('2');
      await tabTo(page, 'p.filter');
      await page.keyboard.type('populatie > 100');
      await enter(page);
      await tabTo(page, 'Open as JSON');
      await enter(page);
      const { features } = JSON.parse(await page.evaluate('document.body.textContent') as string) as { features: { properties: { populatie: number } }[] };
      expect(features.map(({ properties }) => properties.populatie > 100)).toEqual([true, true]);
    } finally {
      await page.close();
    }
  });
});

/**
 * Screenshot: `npm run screenshot` makes the picture in README from the demo, with the browser of the page tests (EV_CHROMIUM names
 * another).
 * Run it when the pages look different. Not here: tests of the pages (pages.test.ts).
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch } from 'puppeteer-core';
import { startDemo } from '../demo-process.ts';

const PICTURE = join(import.meta.dirname, 'screenshot.png');
const SHOWN = '/locatie-activiteiten/NL.IMEV.AB12.lpg-0001';
const VIEWPORT = { width: 1000, height: 760 };

const demo = await startDemo();
const browser = await launch({ executablePath: process.env['EV_CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  await page.setViewport(VIEWPORT);
  await page.goto(demo.base + SHOWN);
  await writeFile(PICTURE, await page.screenshot());
} finally {
  await browser.close();
  await demo.stop();
}

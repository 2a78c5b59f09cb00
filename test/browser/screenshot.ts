/**
 * Screenshot: `npm run screenshot` makes the pictures in README from the demo, with the browser of the page tests (EV_CHROMIUM names
 * another).
 * Run it when the pages look different. Not here: tests of the pages (pages.test.ts).
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch } from 'puppeteer-core';
import { startDemo } from '../demo-process.ts';

/** Addresses below the service, by file. */
const PICTURES = {
  'home.png': '?lang=en',
  'map.png': '/kaart?midden=168500,500600&zoom=9&lang=en',
  'object.png': '/locatie-activiteiten/NL.IMEV.G9901.lpg-0002?lang=en',
};
const VIEWPORT = { width: 1280, height: 900 };

const demo = await startDemo();
const browser = await launch({ executablePath: process.env['EV_CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  await page.setViewport(VIEWPORT);
  for (const [file, path] of Object.entries(PICTURES)) {
    await page.goto(demo.base + path, { waitUntil: 'networkidle0' });
    await writeFile(join(import.meta.dirname, file), await page.screenshot());
  }
} finally {
  await browser.close();
  await demo.stop();
}

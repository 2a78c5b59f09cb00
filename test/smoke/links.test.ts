/** Every link of the demo is followed, by a program and by a browser; of the examples only, which have links of every kind. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crawl, type Fetched } from '../crawl.ts';
import { startDemo, type Demo } from '../demo-process.ts';

let demo: Demo;
beforeAll(async () => { demo = await startDemo({ args: ['--examples-only'] }); }, 300_000);
afterAll(async () => { await demo.stop(); });

async function get(url: string, accept: string): Promise<Fetched> {
  const response = await fetch(url, { headers: { accept }, redirect: 'manual' });
  return {
    status: response.status, contentType: response.headers.get('content-type') ?? '',
    link: response.headers.get('link') ?? '', body: await response.text(),
  };
}

test('published links are absolute, resolve, and give the media type that they announce', async () => {
  const { visited, wrong } = await crawl(demo.base, get);
  expect(wrong).toEqual([]);
  const paths = visited.map((visit) => visit.split(' ', 1)[0]?.slice(demo.base.length) ?? '');
  for (const pattern of [/^\/collections\/[^/]+\/items\/[^/]+$/, /^\/locatie-activiteiten\/[^/]+$/, /^\/waardelijsten\/[^/]+$/]) {
    expect(paths.filter((path) => pattern.test(path)).length, String(pattern)).toBeGreaterThan(5);
  }
  console.info(`${visited.length} addresses followed`);
});

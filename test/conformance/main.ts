/**
 * Main: `npm run conformance [URL]` tests a service of OGC API Features by the abstract tests of its declared classes, under their names
 * in the standard. Without a URL it starts a demo. Exit code 1 when a test fails.
 */
import { startDemo } from '../demo-process.ts';
import { declared } from './classes.ts';
import { Site } from './site.ts';

async function judge(base: string): Promise<number> {
  const site = new Site(base);
  const counts = { passed: 0, failed: 0 };
  for (const { uri, tests } of await declared(site)) {
    console.log(uri);
    for (const { id, check } of tests) {
      const failure = await check(site).then(() => undefined, (error: unknown) => (error as Error).message);
      counts[failure === undefined ? 'passed' : 'failed'] += 1;
      console.log(failure === undefined ? `  passed ${id}` : `  FAILED ${id}: ${failure}`);
    }
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

const [url] = process.argv.slice(2);
if (url === undefined) {
  const demo = await startDemo({ args: ['--examples-only'] });
  try {
    process.exitCode = await judge(demo.base);
  } finally {
    await demo.stop();
  }
} else {
  process.exitCode = await judge(url);
}

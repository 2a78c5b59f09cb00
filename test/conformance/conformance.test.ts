/**
 * Conformance: the demo passes the abstract tests of its declared classes. Each test also notices a service with the defect that it tests
 * for.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { startDemo } from '../demo-process.ts';
import { CLASSES, declared } from './classes.ts';
import { MUTATIONS, SCHEMA_MUTATIONS } from './mutations.ts';
import { startProxy } from './proxy.ts';
import { Site } from './site.ts';

const demo = await startDemo({ args: ['--examples-only'] });
const proxy = await startProxy(demo.base);
const site = new Site(demo.base);
const classes = await declared(site);
afterAll(async () => {
  await proxy.close();
  await demo.stop();
});

describe.each(classes)('$uri', ({ tests }) => {
  test.each(tests)('$id', async ({ check }) => {
    await check(site);
  });
});

/** Abstract tests that the demo passes through the proxy too. */
const sound = new Set<string>();
const knowsSchemas = classes.some(({ uri }) => uri.endsWith('/conf/returnables-and-receivables'));

describe('a broken service is noticed', () => {
  test.each([...MUTATIONS, ...knowsSchemas ? SCHEMA_MUTATIONS : []])('one that $name', async (mutation) => {
    const { check } = CLASSES.flatMap(({ tests }) => tests).find(({ id }) => id === mutation.noticedBy)!;
    proxy.use(undefined);
    if (!sound.has(mutation.noticedBy)) await check(new Site(proxy.base));
    sound.add(mutation.noticedBy);
    proxy.use(mutation);
    await expect(check(new Site(proxy.base))).rejects.toThrow();
  });

  test('one that declares a class without tests', async () => {
    proxy.use({
      name: 'declares more', noticedBy: '',
      answer: (passing) => { passing.body = passing.body.replace('"conformsTo":[', '"conformsTo":["http://example.org/spec/conf/other",'); },
    });
    const [first] = await declared(new Site(proxy.base));
    await expect(first!.tests[0]!.check(site)).rejects.toThrow('there is no test of it');
  });
});

/** The public facts about the service: `/beheren`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMIT_NAMES, LIMIT_WORDS, limitOf, type LimitName } from '../../schemas/limit-words.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { fakeDesk } from './fake-desk.ts';
import { FakeEditions } from './fake-editions.ts';
import { aRegister, started, type Client } from './harness.ts';
import { PROJECT } from '../shared-data.ts';

const HTML = { headers: { accept: 'text/html' } };

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister() }); });
afterAll(() => server.close());

/** Returns the words behind a term of the page. */
function factOf(text: string, name: string): string | undefined {
  return new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`, 's').exec(text)?.[1]?.replace(/<[^>]*>/g, '').replaceAll('\n', ' ');
}

test('it names the program, the edition in force with its moment, and the publications kept', async () => {
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };
  const { text } = await server.ask('/v1/beheren', HTML);
  const { edities } = (await server.ask('/v1/edities')).json() as { edities: { bewaard: boolean }[] };
  expect(['Programma', 'Editie in gebruik', 'Bewaarde publicaties'].map((name) => factOf(text, name))).toEqual([
    `ev-register ${version}`, 'editie 3, sinds 20 november 2026 om 11:00 CET', `${edities.filter(({ bewaard }) => bewaard).length} van ${edities.length}`,
  ]);
});

test('its links lead somewhere, and the start page leads to it', async () => {
  const { text } = await server.ask('/v1/beheren', HTML);
  const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
  for (const [, href] of main.matchAll(/href="http:\/\/127\.0\.0\.1:8080([^"]*)"/g)) {
    expect([href, (await server.ask(href!, HTML)).status]).toEqual([href, 200]);
  }
  expect((await server.ask('/v1', HTML)).text).toMatch(/<a href="[^"]*\/v1\/beheren">/);
});

test('a service without a desk names no rights and limits of writing', async () => {
  const { text } = await server.ask('/v1/beheren', HTML);
  expect(text).toContain('deze dienst is alleen om te lezen');
  expect(text).not.toMatch(/<code>writer<\/code>|levering, ook uitgepakt/);
});

test('it says that nothing was published before the first edition', async () => {
  const empty = await started({ editions: new FakeEditions() });
  const { status, text } = await empty.ask('/v1/beheren?lang=en', HTML);
  expect([status, factOf(text, 'Edition in force'), factOf(text, 'Publications kept')]).toEqual([200, 'nothing has been published yet', '0 of 0']);
  await empty.close();
});

test('other forms are refused, and its tag is kept while nothing changes', async () => {
  expect((await server.ask('/v1/beheren', { headers: { accept: 'application/json' } })).status).toBe(406);
  const { headers: { etag } } = await server.ask('/v1/beheren', HTML);
  expect((await server.ask('/v1/beheren', { headers: { accept: 'text/html', 'if-none-match': etag! } })).status).toBe(304);
});

test('OPEN-limits-shown: every limit is on the page with its words and its number, and in the OpenAPI document', async () => {
  const writing = await started({ editions: aRegister(), desk: fakeDesk({}), rateLimits: { perFrame: 1_234, perMonth: 56_789 } });
  for (const language of ['nl', 'en'] as const) {
    const { text } = await writing.ask(`/v1/beheren?lang=${language}`, HTML);
    for (const name of Object.keys(LIMITS) as LimitName[]) expect([name, factOf(text, LIMIT_WORDS[name].text[language].replaceAll(/[()]/g, '\\$&'))]).toEqual([name, expect.stringMatching(/\d/)]);
    expect(text.replaceAll(/[.,\s]/g, '')).toMatch(language === 'nl' ? /neemt1234aanvragenvaneenclientin60secondenaan.*56789ineenmaand/ : /takes1234requestsofaclientin60seconds.*56789inamonth/);
  }
  const { 'x-limits': documented } = (await writing.ask('/v1/openapi.json')).json() as { 'x-limits': Record<string, { value: number }> };
  expect(Object.entries(documented).map(([name, { value }]) => [name, value])).toEqual(LIMIT_NAMES.map((name) => [name, limitOf(name)]));
  expect(documented['featuresMax']).toMatchObject({ value: LIMITS.featuresMax, unit: 'number', description: expect.stringContaining('Objecten op een bladzijde, hoogstens') });
  await writing.close();
});

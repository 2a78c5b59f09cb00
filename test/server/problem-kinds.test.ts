/** Problem kinds: each has a page at the address of its type. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../schemas/finding.ts';
import { PROBLEMS } from '../../schemas/problems.ts';
import { RULE_IDS } from '../../schemas/rules.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, started, type Client } from './harness.ts';

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister() }); });
afterAll(() => server.close());

const KINDS = [
  ...Object.values(PROBLEMS).map(({ path, status }) => [path, status]), ...RULE_IDS.map((rule) => [`regel/${rule}`, undefined]),
];
const pathOf = (url: string) => url.slice(new URL(BASE).origin.length);

test('IR-err-types: the type of a problem is the address of its description, in JSON and as a page', async () => {
  for (const path of ['/v1/nergens', '/v1/collections?x=1', '/v1/collections/wegen/items?limit=0', '/v1/collections/wegen/items?crs=x',
    '/v1/collections/wegen/items?limit=1&limit=2', '/v1/collections/wegen/items?cursor=x', '/v1/waardelijsten?geldigOp=2020-01-01', '/v1/collections?inWerkingOp=x',
    '/v1/collections/wegen/items?geldigOp=2999-01-01']) {
    const problem = (await server.ask(path)).json();
    const type = problem['type'] as string;
    const found = await server.ask(pathOf(type));
    expect([path, found.status]).toEqual([path, 200]);
    expect(found.json()).toMatchObject({ type, status: problem['status'], titel: problem['title'] });
    for (const param of problem['invalid-params'] as { type: string }[] | undefined ?? []) {
      expect([param.type, (await server.ask(pathOf(param.type))).status]).toEqual([param.type, 200]);
    }
    const page = await server.ask(path, { headers: { accept: 'text/html' } });
    expect(page.text).toContain(`href="${type}"`);
    expect((await server.ask(pathOf(type), { headers: { accept: 'text/html' } })).status).toBe(200);
  }
});

test('IR-err-types: every kind and every rule is listed, and each stands at its own address', async () => {
  const { fouten } = (await server.ask('/v1/fouten')).json() as { fouten: readonly { code: string; type: string; status: number }[] };
  expect(fouten.map(({ code, status }) => [code, status])).toEqual(KINDS);
  for (const { type } of fouten) expect((await server.ask(pathOf(type))).status).toBe(200);
  const page = (await server.ask('/v1/fouten', { headers: { accept: 'text/html' } })).text;
  for (const { type } of fouten) expect(page).toContain(`href="${type}"`);
});

test('IR-err-types: OpenAPI tells the same kinds, each with the answers of its status', async () => {
  const { components } = (await server.ask('/v1/openapi.json')).json() as { components: { responses: Record<string, { description: string }> } };
  for (const [at, language] of LANGUAGES.entries()) {
    const told = Object.entries(components.responses).filter(([name]) => name.startsWith('Fout'))
      .flatMap(([name, { description }]) => description.split(' / ')[at]!.split('; ').map((kind) => `${name.slice('Fout'.length)} ${kind}`));
    const kinds = Object.values(PROBLEMS).map(({ path, status, title }) => `${status} ev/${path}: ${title[language]}`);
    expect(told.toSorted()).toEqual(kinds.toSorted());
  }
});

test('IR-err-2: the page of a rule says its source and an example finding with its fix', async () => {
  const rule = (await server.ask('/v1/fouten/ev/regel/schema.waardelijst')).json();
  expect(rule).toMatchObject({
    bron: 'Informatiemodel (fields with a code list) / Information Model (fields with a code list)',
    voorbeeld: { melding: expect.stringContaining('waardelijst') as string, herstel: expect.stringContaining('Bedoelde u') as string },
  });
  const { fouten } = (await server.ask('/v1/fouten')).json() as { fouten: readonly { code: string; bron?: string; status?: number }[] };
  expect(fouten.filter(({ bron, status }) => (bron === undefined) === (status === undefined))).toEqual([]);
  const page = (await server.ask('/v1/fouten/ev/regel/geometrie.ring-open', { headers: { accept: 'text/html' } })).text;
  expect(page).toContain('RFC 7946, 3.1.6');
  expect(page).toContain('Herhaal het eerste punt aan het eind van de ring.');
});

test('IR-err-2: the table of all rules has level, severity, texts and fields, as JSON, as CSV and as a page', async () => {
  const { fouten } = (await server.ask('/v1/fouten')).json() as { fouten: readonly Record<string, unknown>[] };
  expect(fouten.find(({ code }) => code === 'regel/regel.einde-na-begin')).toMatchObject({
    titel: 'eindGeldigheid ligt niet na beginGeldigheid / eindGeldigheid is not after beginGeldigheid', niveau: 'domain', ernst: 'error', velden: ['eindGeldigheid'],
  });
  expect(fouten.filter(({ niveau }) => niveau !== undefined)).toHaveLength(RULE_IDS.length);
  const csv = await server.ask('/v1/fouten?f=csv');
  expect([csv.status, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
  const lines = csv.text.trimEnd().split('\r\n');
  expect(lines[0]).toBe('\ufeffregel,niveau,ernst,velden,tekst,text,herstel,fix,bron');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(RULE_IDS);
  expect((await server.ask('/v1/fouten', { headers: { accept: 'text/csv' } })).text).toBe(csv.text);
  expect((await server.ask('/v1/fouten?f=html')).text).toContain('href="http://127.0.0.1:8080/v1/fouten?f=csv"');
  const english = (await server.ask('/v1/fouten?f=html&lang=en')).text;
  for (const form of ['csv', 'json']) {
    const [, query] = new RegExp(`href="http://127.0.0.1:8080/v1/fouten(\\?f=${form}[^"]*)"`).exec(english)!;
    expect([query, (await server.ask(`/v1/fouten${query!.replaceAll('&amp;', '&')}`)).status]).toEqual([`?f=${form}&amp;lang=en`, 200]);
  }
  expect((await server.ask('/v1/fouten?f=xlsx')).status).toBe(406);
});

test('OPEN-error-base: types are below the base URL that the operator gives, as ev/<code>', async () => {
  const other = await started({ editions: aRegister(), baseUrl: 'https://ev.example.org/register/v1' });
  const [gone, refused] = [await other.ask('/register/v1/nergens'), await other.ask('/register/v1/collections?x=1')];
  const { fouten } = (await other.ask('/register/v1/fouten')).json() as { fouten: readonly { type: string }[] };
  await other.close();
  const base = 'https://ev.example.org/register/v1/fouten/ev';
  expect(gone.json()['type']).toBe(`${base}/BestaatNiet`);
  expect(refused.json()).toMatchObject({ type: `${base}/parameter/OnbekendeParameter`, 'invalid-params': [{ type: `${base}/parameter/OnbekendeParameter` }] });
  expect(fouten.filter(({ type }) => !type.startsWith(`${base}/`))).toEqual([]);
});

test.each(['/v1/fouten/ev', '/v1/fouten/ev/Onzin', '/v1/fouten/ev/parameter%2FCursorOngeldig', '/v1/fouten/ev/parameter/BestaatNiet',
  '/v1/fouten/ev/parameter', '/v1/fouten/ev/constructor', '/v1/fouten/ev/regel', '/v1/fouten/ev/regel/BestaatNiet', '/v1/fouten/ev/regel%2Fid.dubbel',
  '/v1/fouten/ev/parameter/id.dubbel', '/v1/fouten/BestaatNiet'])('%s is nothing', async (path) => {
  expect((await server.ask(path)).status).toBe(404);
  expect((await server.ask(path, { method: 'DELETE' })).status).toBe(404);
});

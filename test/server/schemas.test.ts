/** Published schemas as served: complete, under their own name, conditional, readable. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldsOf, MODEL } from '../../schemas/model/model.ts';
import { publishedSchema, publishedSchemaOf } from '../../schemas/derived/published-schema.ts';
import { reportSchema } from '../../schemas/derived/report-schema.ts';
import { minimal } from '../schemas/minimal.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, started, type Client } from './harness.ts';

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister() }); });
afterAll(() => server.close());

const TYPES = [...MODEL.keys()];
const HTML = { headers: { accept: 'text/html' } };

test('/schemas names the schema of any document and of each type, with an absolute link, also as HAL', async () => {
  const { schemas } = (await server.ask('/v1/schemas')).json() as { schemas: readonly { naam: string; _links: unknown }[] };
  expect(schemas.map(({ naam }) => naam)).toEqual(['Document', ...TYPES, 'report']);
  for (const { naam, _links } of schemas) expect(_links).toEqual({ self: { href: `${BASE}/schemas/${naam}` } });
  const hal = (await server.ask('/v1/schemas', { headers: { accept: 'application/hal+json' } })).json();
  expect(hal['_embedded']).toEqual({ schemas });
  const { links } = (await server.ask('/v1')).json();
  expect(links).toContainEqual(expect.objectContaining({ href: `${BASE}/schemas` }));
});

test('IR-version-8: the landing page says which version of the information model it is, for programs and for people', async () => {
  expect((await server.ask('/v1')).json()['description']).toContain('Informatiemodel 4.0.0');
  expect((await server.ask('/v1?lang=en')).json()['description']).toContain('Information model 4.0.0');
  expect((await server.ask('/v1', HTML)).text).toContain('informatiemodel 4.0.0');
});

test('each type has its schema at the address in its $id, as schema+json', async () => {
  for (const name of TYPES) {
    const reply = await server.ask(`/v1/schemas/${name}`);
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/schema+json']);
    expect(reply.text).toBe(JSON.stringify(publishedSchemaOf(name, `${BASE}/schemas`)));
    expect(reply.json()['$id']).toBe(`${BASE}/schemas/${name}`);
  }
  const whole = await server.ask('/v1/schemas/Document');
  expect(whole.json()).toEqual(publishedSchema(`${BASE}/schemas`));
});

test('the schema of a report is served beside them', async () => {
  expect((await server.ask('/v1/schemas/report')).json()).toEqual(reportSchema(`${BASE}/schemas`));
  expect((await server.ask('/v1/schemas/report', HTML)).text).toContain('Verslag van een levering');
});

test('a validator that only has the served schema accepts a document and refuses a broken one', async () => {
  const schema = (await server.ask('/v1/schemas/KwetsbaarGebouw')).json();
  const validate = new Ajv2020({ strictTypes: false, validateFormats: false }).compile(schema);
  const building = minimal('KwetsbaarGebouw');
  expect(validate(building)).toBe(true);
  for (const broken of [{ ...building, verzonnen: 1 }, { ...building, geometrie: null }, { ...building, entityType: 'Wegen' }, []]) {
    expect(validate(broken)).toBe(false);
  }
});

test('the page shows every field of a type, and links its code list', async () => {
  for (const name of ['KwetsbaarGebouw', 'LocatieActiviteit', 'PRContour', 'Windturbine']) {
    const page = await server.ask(`/v1/schemas/${name}`, HTML);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    for (const field of fieldsOf(name)) expect(page.text).toContain(`<code>${field.name}</code>`);
  }
  expect((await server.ask('/v1/schemas/KwetsbaarGebouw', HTML)).text)
    .toContain(`href="${BASE}/waardelijsten/CategorieKwetsbaarheidGebouw"`);
  expect((await server.ask('/v1/schemas', HTML)).text.match(/<li>/g)?.length).toBe(TYPES.length);
});

describe.each(['/v1/schemas', '/v1/schemas/PRContour', '/v1/schemas/Document'])('%s', (path) => {
  test('is conditional, has HEAD, takes no parameters and no other method', async () => {
    const get = await server.ask(path);
    const tag = get.headers.etag ?? '';
    expect((await server.ask(path, { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect((await server.ask(path, { headers: { 'if-none-match': tag, accept: 'application/json' } })).status)
      .toBe(path === '/v1/schemas' ? 304 : 200);
    const head = await server.ask(path, { method: 'HEAD' });
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(get.body.length)]);
    expect((await server.ask(`${path}?type=x`)).status).toBe(400);
    expect((await server.ask(path, { method: 'PUT' })).status).toBe(405);
  });
});

test.each(['constructor', '__proto__', 'windturbine', 'Void', 'Windturbine.json', '%2e%2e', 'Document%00'])(
  'nothing but a type has a schema: %s', async (name) => {
    const reply = await server.ask(`/v1/schemas/${name}`);
    expect([reply.status, reply.headers['content-type']]).toEqual([404, 'application/problem+json']);
  });

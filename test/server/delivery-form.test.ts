/** The page for deliveries, `/aanleveren`: where it is, what it may load, and what leads to it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeDesk } from './fake-desk.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, started, type Client } from './harness.ts';

const PATH = '/v1/aanleveren';
const HTML = { headers: { accept: 'text/html' } };

let server: Client;
let readOnly: Client;
beforeAll(async () => {
  [server, readOnly] = await Promise.all([started({ editions: aRegister(), desk: fakeDesk({}) }), started({ editions: aRegister() })]);
});
afterAll(() => Promise.all([server.close(), readOnly.close()]));

test('only a service that takes deliveries has it, and leads to it from its menu and its start page', async () => {
  expect([(await server.ask(PATH, HTML)).status, (await readOnly.ask(PATH, HTML)).status]).toEqual([200, 404]);
  const link = `<a href="${BASE}/aanleveren">`;
  for (const path of ['/v1', '/v1/collections', '/v1/onbekend']) {
    expect((await server.ask(path, HTML)).text).toContain(link);
    expect((await readOnly.ask(path, HTML)).text).not.toContain('/aanleveren');
  }
  expect((await server.ask('/v1', HTML)).text.split(link)).toHaveLength(3);
});

test('its policy lets scripts and requests of this host through only, and it is equal for everybody', async () => {
  const [open, named] = [await server.ask(PATH, HTML), await server.ask(PATH, { headers: { accept: 'text/html', authorization: 'Bearer geheim-token-ab12' } })];
  expect(open.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'; connect-src 'self'",
  );
  expect(open.headers['referrer-policy']).toBe('no-referrer');
  expect(named.text).toBe(open.text);
  expect((await server.ask(PATH, { headers: { accept: 'text/html', 'if-none-match': open.headers.etag! } })).status).toBe(304);
});

test('no input has a name or a value, so a browser never puts a token in an address', async () => {
  const { text } = await server.ask(PATH, HTML);
  for (const tag of text.match(/<(?:input|select|textarea|button|form)\b[^>]*>/g) ?? []) expect(tag).not.toMatch(/\b(?:name|value|action|method)=/);
});

test('it is a page only, in both languages, and takes no other parameters', async () => {
  expect((await server.ask(PATH, { headers: { accept: 'application/json' } })).status).toBe(406);
  expect((await server.ask(`${PATH}?lang=en`, HTML)).text).toContain('Earlier submissions');
  expect((await server.ask(`${PATH}?token=geheim`, HTML)).status).toBe(400);
  expect((await server.ask(`${PATH}?lang=de`, HTML)).status).toBe(400);
});

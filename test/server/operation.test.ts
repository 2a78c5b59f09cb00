/** The overview of the operator and the decisions on submissions: `/beheren`, `/beheren/overzicht` and `/indieningen/{uuid}/besluit`. Access is in access.test.ts. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LIMITS } from '../../schemas/limits.ts';
import type { Overview, Ruled, Ruling } from '../../schemas/operation.ts';
import type { Outcome } from '../../schemas/submission.ts';
import { fakeDesk } from './fake-desk.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, started, TOKEN, type Client } from './harness.ts';

const UUID = '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10';
const RETRY = '1b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10';
const operator = { authorization: 'Bearer beheer-token' };
const outcome = (state: Outcome['state']): Outcome => ({
  receipt: { uuid: UUID, received: '2026-11-21T12:00:00.0Z', holder: 'AB12', bytes: 2, sha256: 'ab' }, state, status: null, roots: [], report: null,
});
const HOSTILE = '<img src=x onerror=alert(1)>"\'';
const OVERVIEW: Overview = {
  states: { pending: 3, parked: 1, settled: 5, aside: 1, retried: 0, refused: 2 }, diskFreeBytes: 5 * 2 ** 30,
  waiting: [
    { uuid: UUID, received: '2026-11-21T12:00:00.0Z', holder: 'AB12', method: 'LEVERING', target: HOSTILE, bytes: 2, state: 'parked', parked: { ended: 9, standing: 10, waiting: 2 } },
    { uuid: RETRY, received: '2026-11-21T11:00:00.0Z', holder: 'CD34', method: 'PUT', target: '/kwetsbare-gebouwen/x', bytes: 2, state: 'aside', aside: HOSTILE },
  ],
  organisations: [{ id: 'KVK:12345678', name: `Gemeente ${HOSTILE}`, codes: ['AB12'], roles: ['writer'], tokens: [{ tail: '0123abcd', made: '2026-01-01T00:00:00Z', expires: '2027-01-01T00:00:00Z', state: 'valid' }] }],
  runs: [{
    id: 7, pipeline: 'nacht', state: 'failed', started: new Date('2026-11-21T02:00:00Z'), ended: new Date('2026-11-21T02:00:05Z'), message: `no room ${HOSTILE}`,
    steps: [{ name: 'batch', state: 'failed' }], lines: [{ at: new Date('2026-11-21T02:00:01Z'), text: `line ${HOSTILE}` }], linesLeft: 4,
  }],
};

let state: Outcome['state'] = 'parked';
let ruled: Ruled = { kind: 'ruled', retriedAs: null };
let rulings: (readonly [string, Ruling])[] = [];
const desk = fakeDesk({
  overview: () => Promise.resolve(OVERVIEW),
  outcome: (uuid) => Promise.resolve(uuid === UUID ? outcome(state) : undefined),
  rule(uuid, ruling) {
    rulings.push([uuid, ruling]);
    return Promise.resolve(ruled);
  },
});

/** Submission and token of each request that ended, as the log gets them. */
let finished: { readonly submission: string | null; readonly tokenEnd: string | null }[] = [];

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister(), desk, onRequestFinished: (one) => { finished.push(one); } }); });
afterAll(() => server.close());
beforeEach(() => {
  rulings = [];
  finished = [];
  ruled = { kind: 'ruled', retriedAs: null };
  state = 'parked';
});

const decide = (body: string, uuid = UUID) => server.ask(`/v1/indieningen/${uuid}/besluit`, { method: 'POST', headers: { ...operator, 'content-type': 'application/json' }, body });

test('the overview says what waits and why, and how the last runs went, as JSON and as a page', async () => {
  const json = await server.ask('/v1/beheren/overzicht', { headers: operator });
  expect([json.status, json.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(json.json()).toMatchObject({ states: OVERVIEW.states, waiting: [{ uuid: UUID, parked: { ended: 9 } }, { aside: HOSTILE }], runs: [{ state: 'failed', message: `no room ${HOSTILE}` }] });
  const { text, headers } = await server.ask('/v1/beheren/overzicht?lang=en', { headers: { ...operator, accept: 'text/html' } });
  expect(headers['cache-control']).toBe('no-store');
  for (const words of ['Would end 9 of the 10 objects of AB12', '2 later submissions of AB12 wait', 'Processing failed', 'nacht', 'no room', 'Earlier lines that are not shown: 4', '5 GiB', 'KVK:12345678', '0123abcd', 'valid']) expect(text).toContain(words);
  expect(text).not.toContain('<img');
});

test.each<[string, Ruling]>([
  ['{"besluit":"vrijgeven"}', { kind: 'release' }], ['{"besluit":"weigeren","reden":" Van vorig jaar "}', { kind: 'refuse', reason: 'Van vorig jaar' }],
])('%s is decided', async (body, ruling) => {
  const reply = await decide(body);
  expect([reply.status, rulings]).toEqual([200, [[UUID, ruling]]]);
  expect(reply.json()).toMatchObject({ uuid: UUID, _links: { self: { href: `${BASE}/indieningen/${UUID}` } } });
  await expect.poll(() => finished).toMatchObject([{ submission: UUID, tokenEnd: 'er-token' }]);
});

test('a retry leads to the new submission', async () => {
  ruled = { kind: 'ruled', retriedAs: RETRY };
  expect((await decide('{"besluit":"vrijgeven"}')).json()).toMatchObject({ retriedAs: RETRY, _links: { self: { href: `${BASE}/indieningen/${RETRY}` } } });
});

test.each([
  '{}', '[]', 'x', '{"besluit":"wissen"}', '{"besluit":"weigeren"}', '{"besluit":"weigeren","reden":" "}', '{"besluit":"weigeren","reden":"twee\\nregels"}',
  '{"besluit":"vrijgeven","reden":"x"}', '{"besluit":"vrijgeven","extra":1}', `{"besluit":"weigeren","reden":"${'x'.repeat(LIMITS.refusalReasonCharsMax + 1)}"}`,
])('%s is 400, and decides nothing', async (body) => {
  expect([(await decide(body)).status, rulings]).toEqual([400, []]);
});

test('an unknown submission is 404, a body that is too large 413, another type 415, a parameter 400; nothing is decided', async () => {
  expect((await decide('{"besluit":"vrijgeven"}', RETRY)).status).toBe(404);
  expect((await decide('{"besluit":"vrijgeven"}', 'x')).status).toBe(404);
  expect((await decide(`{"besluit":"${'x'.repeat(LIMITS.rulingBytesMax)}"}`)).status).toBe(413);
  const path = `/v1/indieningen/${UUID}/besluit`;
  expect((await server.ask(path, { method: 'POST', headers: { ...operator, 'content-type': 'text/plain' }, body: '{"besluit":"vrijgeven"}' })).status).toBe(415);
  expect((await server.ask(`${path}?proef=true`, { method: 'POST', headers: { ...operator, 'content-type': 'application/json' }, body: '{"besluit":"vrijgeven"}' })).status).toBe(400);
  expect(rulings).toEqual([]);
});

test.each<[Outcome['state'], RegExp]>([['refused', /al geweigerd/], ['settled', /al verwerkt/], ['pending', /volgende ronde/]])('the second of two operators gets 409: it is %s', async (found, words) => {
  ruled = { kind: 'notWaiting' };
  state = found;
  const reply = await decide('{"besluit":"vrijgeven"}');
  expect([reply.status, (reply.json() as { detail: string }).detail]).toEqual([409, expect.stringMatching(words)]);
});

test('a damaged payload cannot be tried again: 409 says what to do', async () => {
  ruled = { kind: 'damaged' };
  expect((await decide('{"besluit":"vrijgeven"}')).json()).toMatchObject({ status: 409, detail: expect.stringContaining('opnieuw inleveren') as string });
});

test('the page is equal for everybody, and has no named input; a service without a desk has no script there', async () => {
  const html = { accept: 'text/html' };
  const open = await server.ask('/v1/beheren', { headers: html });
  expect((await server.ask('/v1/beheren', { headers: { ...html, ...operator } })).text).toBe(open.text);
  expect((await server.ask('/v1/beheren', { headers: { ...html, authorization: `Bearer ${TOKEN}` } })).text).toBe(open.text);
  for (const tag of open.text.match(/<(?:input|select|textarea|button|form)\b[^>]*>/g) ?? []) expect(tag).not.toMatch(/\b(?:name|value|action|method)=/);
  expect(open.headers['content-security-policy']).toContain("script-src 'self'; connect-src 'self'");
  const readOnly = await started({ editions: aRegister() });
  const page = await readOnly.ask('/v1/beheren', { headers: html });
  expect(page.text).not.toMatch(/<script|operate-/);
  expect((await readOnly.ask('/v1/beheren/overzicht', { headers: operator })).status).toBe(404);
  await readOnly.close();
});

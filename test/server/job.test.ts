/** Jobs: the outcome of a submission as status and results of a job, with the access of its submission. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Report } from '../../schemas/finding.ts';
import type { Outcome, Receipt } from '../../schemas/submission.ts';
import type { Moment } from '../../schemas/time.ts';
import { fakeDesk } from './fake-desk.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, CRS84, started, TOKEN, type Client } from './harness.ts';

const UUID = '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10';
const OTHER = UUID.replace('0b', '1b');
const PATH = `/v1/jobs/${UUID}`;
const receipt: Receipt = { uuid: UUID, received: '2026-11-21T12:00:00.0Z', holder: 'AB12', bytes: 2, sha256: 'ab' };
const bearer = { authorization: `Bearer ${TOKEN}` };

function report(errors: number, accepted = 1): Report {
  return {
    source: 'POST', model: '4.0', crs: CRS84, objects: [], findings: [], changes: [],
    counts: { objects: 1, accepted, refused: errors, unchanged: 0, errors, warnings: 0, rules: [], types: [] },
  };
}

const outcomes = new Map<string, Outcome>();
const desk = fakeDesk({
  outcome: (uuid) => Promise.resolve(outcomes.get(uuid)),
  report: ({ source }, form) => Promise.resolve(Buffer.from(`${form} of ${source}`)), changedShapes: () => Promise.resolve([]),
});

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister(), desk }); });
afterAll(() => server.close());
beforeEach(() => outcomes.clear());

const pending: Outcome = { receipt, state: 'pending', status: null, roots: [], report: null };
const CASES: readonly (readonly [name: string, outcome: Outcome, status: string, progress: number, message: RegExp])[] = [
  ['in progress', pending, 'running', 0, /Wordt verwerkt.*Being processed/],
  ['planned', { ...pending, nextBatch: 0 as Moment }, 'accepted', 0, /volgende ronde/],
  ['behind a parked one', { ...pending, waitsFor: OTHER }, 'accepted', 0, new RegExp(`geparkeerde indiening ${OTHER}`)],
  ['parked', { ...pending, state: 'parked', report: report(0) }, 'accepted', 0, /Geparkeerd.*De beheerder kan de indiening vrijgeven/],
  ['processed', { ...pending, state: 'settled', status: 201, report: report(0) }, 'successful', 100, /^Verwerkt\. /],
  ['accepted in part', { ...pending, state: 'settled', status: 201, report: report(1) }, 'successful', 100, /niet alles is aanvaard/],
  ['a write that the checks refuse', { ...pending, state: 'settled', status: 422, report: report(1, 0) }, 'failed', 100, /niets is aanvaard: verbeter de fouten/],
  ['a delivery of which all is refused', { ...pending, state: 'settled', status: 200, report: report(2, 0) }, 'failed', 100, /niets is aanvaard/],
  ['refused by the operator', { ...pending, state: 'refused', status: 422, report: report(1) }, 'dismissed', 100, /Geweigerd door de beheerder/],
  ['set aside', { ...pending, state: 'aside', status: 500 }, 'failed', 100, /Apart gezet/],
  ['tried again', { ...pending, state: 'retried', status: 500, retriedAs: OTHER }, 'failed', 100, /opnieuw geprobeerd/],
];

describe('GET /jobs/{uuid}', () => {
  test.each(CASES)('OPEN-jobs: a submission that is %s', async (_, outcome, status, progress, message) => {
    outcomes.set(UUID, outcome);
    const reply = await server.ask(PATH, { headers: bearer });
    expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(reply.json()).toMatchObject({ jobID: UUID, type: 'process', status, progress, message: expect.stringMatching(message) as string, created: receipt.received });
    const links = reply.json()['links'] as { rel: string; href: string }[];
    expect(links.map(({ href }) => href)).toContain(`${BASE}/indieningen/${UUID}`);
    const results = links.find(({ rel }) => rel.endsWith('/results'));
    const reached = await server.ask(`${PATH}/results`, { headers: bearer });
    expect([results?.href, reached.status]).toEqual(progress === 100 && outcome.report !== null ? [`${BASE}/jobs/${UUID}/results`, 200] : [undefined, 404]);
  });

  test('one that is not over has Retry-After, as its submission has', async () => {
    outcomes.set(UUID, pending);
    for (const path of [PATH, `${PATH}/results`, `/v1/indieningen/${UUID}`]) {
      expect([path, (await server.ask(path, { headers: bearer })).headers['retry-after']]).toEqual([path, '1']);
    }
  });

  test('a retry is linked', async () => {
    outcomes.set(UUID, CASES.at(-1)![1]);
    const links = (await server.ask(PATH, { headers: bearer })).json()['links'] as { href: string }[];
    expect(links.map(({ href }) => href)).toContain(`${BASE}/jobs/${OTHER}`);
  });

  test('the submission links its job', async () => {
    outcomes.set(UUID, pending);
    expect((await server.ask(`/v1/indieningen/${UUID}`, { headers: bearer })).json()['_links']).toMatchObject({ job: { href: `${BASE}/jobs/${UUID}` } });
  });
});

describe('GET /jobs/{uuid}/results', () => {
  test('is the report, in each of its forms', async () => {
    outcomes.set(UUID, CASES[4]![1]);
    expect((await server.ask(`${PATH}/results`, { headers: bearer })).json()).toEqual(report(0));
    for (const form of ['csv', 'geojson', 'xlsx']) expect((await server.ask(`${PATH}/results?f=${form}`, { headers: bearer })).text).toBe(`${form} of ${report(1).source}`);
  });

  test('of a job that is not over says what it waits for', async () => {
    outcomes.set(UUID, CASES[3]![1]);
    const reply = await server.ask(`${PATH}/results`, { headers: bearer });
    expect([reply.status, reply.json()['detail']]).toEqual([404, expect.stringMatching(/nog geen resultaat\. Geparkeerd.*no result yet/)]);
  });
});

describe.each(['', '/results'])('access to a job: %s', (below) => {
  test('needs a token, and gives another holder the response of an unknown number', async () => {
    outcomes.set(UUID, CASES[4]![1]);
    const ask = async (uuid: string, headers: Record<string, string>) => await server.ask(`/v1/jobs/${uuid}${below}`, { headers });
    expect((await ask(UUID, {})).status).toBe(403);
    expect((await ask(UUID, { authorization: 'Bearer fout' })).status).toBe(401);
    expect((await ask(UUID, { authorization: 'Bearer beheer-token' })).status).toBe(200);
    const [{ instance: _, ...other }, { instance: __, ...unknown }] = [
      (await ask(UUID, { authorization: 'Bearer ander-token' })).json(), (await ask(OTHER, bearer)).json(),
    ];
    expect(other).toEqual(unknown);
    expect(other['status']).toBe(404);
  });

  test.each([
    [UUID.toUpperCase(), 404], [UUID.slice(1), 404], [`${UUID}0`, 404], [UUID.replaceAll('-', ''), 404], [`{${UUID}}`, 404], [`urn:uuid:${UUID}`, 404],
    ['..%2f..', 404], ['', 404],
  ])('the number %s is %i', async (uuid, status) => {
    outcomes.set(UUID, CASES[4]![1]);
    expect((await server.ask(`/v1/jobs/${uuid}${below}`, { headers: bearer })).status).toBe(status);
  });

  test.each([['f=pdf', 400], ['f=html', 406], ['f=gml', 406], ['limit=1', 400], ['f=json&f=json', 400], ['geldigOp=2026-01-01', 403], ['lang=nl', 400]])('?%s is %i', async (query, status) => {
    outcomes.set(UUID, CASES[4]![1]);
    expect((await server.ask(`${PATH}${below}?${query}`, { headers: bearer })).status).toBe(status);
  });

  test('a page is not acceptable, and a POST is not allowed', async () => {
    outcomes.set(UUID, CASES[4]![1]);
    expect((await server.ask(`${PATH}${below}`, { headers: { ...bearer, accept: 'text/plain' } })).status).toBe(406);
    expect((await server.ask(`${PATH}${below}`, { method: 'DELETE', headers: bearer })).headers.allow).toBe('GET, HEAD, OPTIONS');
  });
});

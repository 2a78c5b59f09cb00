/** A token for several codes: the code of a write by its parameter or body, and reading what belongs to each code. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeskAnswer } from '../../schemas/desk.ts';
import type { OwnRequest } from '../../schemas/own-documents.ts';
import { SUBMISSION_STATES, type Listing, type Outcome, type SubmissionInput } from '../../schemas/submission.ts';
import { fakeDesk } from './fake-desk.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, started, type Client, type Reply } from './harness.ts';

const UUID = '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10';
const outcomeOf = (holder: string): Outcome => ({
  receipt: { uuid: UUID, received: '2026-11-21T12:00:00.0Z', holder, bytes: 2, sha256: 'ab' }, state: 'settled', status: 200, roots: [], report: null,
});

let inputs: SubmissionInput[] = [];
let listings: Listing[] = [];
let owned: OwnRequest[] = [];
let holder = 'GH78';
const submitted = (input: SubmissionInput): Promise<DeskAnswer> => {
  inputs.push(input);
  return Promise.resolve({ kind: 'settled', outcome: outcomeOf(input.holder) });
};
const desk = fakeDesk({
  submit: submitted,
  async deliver(input, body) {
    for await (const _ of body);
    return submitted(input);
  },
  own: (request) => {
    owned.push(request);
    return Promise.resolve({ bytes: Buffer.from(''), next: null });
  },
  outcome: () => Promise.resolve(outcomeOf(holder)),
  list: (listing) => {
    listings.push(listing);
    return Promise.resolve([]);
  },
});

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister(), desk }); });
afterAll(() => server.close());
beforeEach(() => { inputs = []; listings = []; owned = []; });

const ONE = '/v1/kwetsbare-gebouwen/gebouw-0000';
const FEATURE = '/v1/collections/kwetsbare-gebouwen/items/gebouw-0000';

function ask(method: string, path: string, { body, token = 'meer-token' }: { readonly body?: unknown; readonly token?: string } = {}): Promise<Reply> {
  const plain = path.startsWith('/v1/collections') ? 'application/geo+json' : 'application/json';
  return server.ask(path, {
    method, headers: { authorization: `Bearer ${token}`, 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : plain },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

const holders = (): readonly string[] => inputs.map((input) => input.holder);

describe('the code of a write', () => {
  test.each([
    ['POST', '/v1/kwetsbare-gebouwen', { bronhoudercode: 'EF56' }], ['PUT', ONE, { bronhoudercode: 'EF56' }], ['PATCH', ONE, { bronhoudercode: 'EF56' }],
    ['POST', '/v1/collections/kwetsbare-gebouwen/items', { properties: { bronhoudercode: 'EF56' } }], ['PUT', FEATURE, { properties: { bronhoudercode: 'EF56' } }],
  ])('is in the body of a single object: %s %s', async (method, path, body) => {
    expect((await ask(method, path, { body })).status).toBeLessThan(300);
    expect(holders()).toEqual(['EF56']);
  });

  test.each([
    ['DELETE', ONE, undefined], ['DELETE', FEATURE, undefined], ['PATCH', ONE, { adres: null }], ['PUT', '/v1/locatie-activiteiten/l1/contouren/c1', {}],
    ['POST', '/v1/collections', { type: 'FeatureCollection', features: [{ properties: { bronhoudercode: 'EF56' } }] }], ['POST', '/v1/indieningen', []],
    ['PUT', ONE, '{"bronhoudercode": "EF56"'], ['PUT', ONE, { bronhoudercode: 7 }], ['PUT', ONE, 'null'],
  ])('is in the parameter where the body has none: %s %s', async (method, path, body) => {
    const without = await ask(method, path, { body });
    expect(without.json()).toMatchObject({
      status: 400, 'invalid-params': [{ name: 'bronhouder', allowed: ['EF56', 'GH78'], example: `${BASE}${path.slice(3)}?bronhouder=EF56` }],
    });
    expect(inputs).toEqual([]);
    expect((await ask(method, `${path}?bronhouder=GH78`, { body })).status).toBeLessThan(300);
    expect(holders()).toEqual(['GH78']);
  });

  test('is that of the parameter where the body has another: the register reports the difference', async () => {
    await ask('PUT', `${ONE}?bronhouder=GH78`, { body: { bronhoudercode: 'EF56' } });
    expect(holders()).toEqual(['GH78']);
  });

  test.each([
    ['POST', '/v1/kwetsbare-gebouwen', 403], ['PUT', ONE, 401], ['PATCH', ONE, 401], ['DELETE', ONE, 401], ['PUT', '/v1/kwetsbare-gebouwen/er-is-niets', 403],
    ['DELETE', '/v1/kwetsbare-gebouwen/er-is-niets', 403], ['POST', '/v1/indieningen', 401],
  ])('is one of the token: %s %s with another is %i', async (method, path, status) => {
    for (const token of ['meer-token', 'ander-token']) {
      const reply = await ask(method, `${path}?bronhouder=AB12`, { body: method === 'DELETE' ? undefined : {}, token });
      expect(reply.status).toBe(status);
      expect(reply.json()['detail']).toContain(token === 'meer-token' ? 'AB12, wel voor EF56 GH78' : 'AB12, wel voor CD34');
    }
    if (method !== 'DELETE' && path !== '/v1/indieningen') {
      expect((await ask(method, path, { body: { bronhoudercode: 'AB12' } })).status).toBe(status);
    }
    expect(inputs).toEqual([]);
  });

  test('is a parameter of every write and of no undo; a value that is no code is 400', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const reply = await ask(method, `${ONE}?bronhouder=gh78`, { body: {} });
      expect(reply.json()).toMatchObject({ status: 400, 'invalid-params': [{ name: 'bronhouder' }] });
    }
    expect((await ask('DELETE', `${ONE}?bronhouder=CD34`, { token: 'ander-token' })).status).toBe(200);
    expect((await ask('DELETE', `/v1/indieningen/${UUID}?bronhouder=GH78`)).status).toBe(400);
    expect(holders()).toEqual(['CD34']);
  });
});

describe('what belongs to a token for several codes', () => {
  test('are the submissions of each of its codes, or of one of them', async () => {
    expect((await ask('GET', '/v1/indieningen')).status).toBe(200);
    expect((await ask('GET', '/v1/indieningen?bronhoudercode=GH78')).status).toBe(200);
    expect(listings).toMatchObject([{ states: SUBMISSION_STATES, holders: ['EF56', 'GH78'] }, { holders: ['GH78'] }]);
    expect((await ask('GET', '/v1/indieningen?bronhoudercode=AB12')).json()).toMatchObject({
      status: 400, 'invalid-params': [{ name: 'bronhoudercode', allowed: ['EF56', 'GH78'] }],
    });
  });

  test('are the own documents of one of its codes', async () => {
    const path = '/v1/indieningen/eigen-gegevens';
    expect((await ask('GET', path)).json()).toMatchObject({ status: 400, 'invalid-params': [{ name: 'bronhouder', allowed: ['EF56', 'GH78'] }] });
    expect((await ask('GET', `${path}?bronhouder=AB12`)).status).toBe(401);
    expect((await ask('GET', `${path}?bronhouder=GH78&type=Wegen`)).status).toBe(200);
    expect(owned).toMatchObject([{ selection: { holder: 'GH78', types: ['Wegen'] } }]);
  });

  test('is a report of each of its codes, and an undo has the code of the submission', async () => {
    for (const [of, status] of [['EF56', 200], ['GH78', 200], ['AB12', 404]] as const) {
      holder = of;
      expect((await ask('GET', `/v1/indieningen/${UUID}`)).status).toBe(status);
      expect((await ask('DELETE', `/v1/indieningen/${UUID}`)).status).toBe(status);
    }
    expect(inputs.map((input) => [input.method, input.holder])).toEqual([['HERROEPING', 'EF56'], ['HERROEPING', 'GH78']]);
  });
});

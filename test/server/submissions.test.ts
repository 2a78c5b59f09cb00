/** Lists of submissions: selection, pages, forms and access. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SUBMISSION_STATES, type ListedSubmission, type Listing } from '../../schemas/submission.ts';
import { fakeDesk } from './fake-desk.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, started, TOKEN, type Client } from './harness.ts';

const PATH = '/v1/indieningen';
const bearer = { authorization: `Bearer ${TOKEN}` };
const operator = { authorization: 'Bearer beheer-token' };

const uuidOf = (n: number): string => `0b5a7f6e-3a55-4d0e-9a53-${String(n).padStart(12, '0')}`;
const counts = { objects: 3, accepted: 2, refused: 1, unchanged: 0, errors: 4, warnings: 5 };
const one = (n: number, more: Partial<ListedSubmission> = {}): ListedSubmission => ({
  uuid: uuidOf(n), received: '2026-11-21T12:00:00.0Z', holder: 'AB12', method: 'LEVERING', target: 'levering.json', bytes: 20, state: 'settled', ...more,
});
const ALL = [
  one(5, { counts }), one(4, { state: 'aside', aside: '/data/inbox.db is damaged' }), one(3, { holder: 'CD34' }),
  one(2, { state: 'parked', parked: { ended: 9, standing: 10, waiting: 1 } }), one(1, { target: '=cmd|1' }),
];

let listings: Listing[] = [];
const desk = fakeDesk({
  list(listing) {
    listings.push(listing);
    const { states, holders = null, before = null, limit } = listing;
    const found = ALL.slice(before === null ? 0 : ALL.findIndex(({ uuid }) => uuid === before) + 1)
      .filter((submission) => states?.includes(submission.state) === true && (holders === null || holders.includes(submission.holder)));
    return Promise.resolve(found.slice(0, limit));
  },
});

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister(), desk }); });
afterAll(() => server.close());
beforeEach(() => { listings = []; });

interface Listed {
  readonly indieningen: readonly ListedSubmission[];
  readonly links: Readonly<Record<'self' | 'next', { readonly href: string } | undefined>>;
}

async function listed(query: string, headers: Readonly<Record<string, string>> = bearer): Promise<Listed> {
  const { indieningen, _links: links } = (await server.ask(PATH + query, { headers })).json();
  return { indieningen, links } as Listed;
}

const numbers = ({ indieningen }: Listed): readonly number[] => indieningen.map(({ uuid }) => Number(uuid.slice(-2)));

describe('GET /indieningen', () => {
  test('lists the submissions of the holder of the token, with counts and addresses', async () => {
    const reply = await server.ask(PATH, { headers: bearer });
    expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    const body = await listed('');
    expect(numbers(body)).toEqual([5, 4, 2, 1]);
    expect(body.indieningen[0]).toEqual({
      ...ALL[0], _links: { self: { href: `${BASE}/indieningen/${uuidOf(5)}` }, job: { href: `${BASE}/jobs/${uuidOf(5)}` } },
    });
    expect(body.indieningen[2]).toMatchObject({ state: 'parked', parked: { ended: 9, standing: 10, waiting: 1 } });
    expect(body.links).toEqual({ self: { href: `${BASE}/indieningen` } });
    expect(listings[0]).toEqual({ states: SUBMISSION_STATES, holders: ['AB12'], before: null, limit: 21 });
  });

  test('does not show why a submission was set aside, which names files of the machine', async () => {
    for (const headers of [bearer, operator]) expect((await server.ask(`${PATH}?staat=aside`, { headers })).text).not.toContain('inbox.db');
  });

  test('gives the operator all holders, or one', async () => {
    expect(numbers(await listed('', operator))).toEqual([5, 4, 3, 2, 1]);
    expect(numbers(await listed('?bronhoudercode=CD34', operator))).toEqual([3]);
    expect(numbers(await listed('?bronhoudercode=ZZ99', operator))).toEqual([]);
  });

  test.each(SUBMISSION_STATES)('selects the state %s', async (state) => {
    const body = await listed(`?staat=${state}`);
    expect(body.indieningen.map((submission) => submission.state)).toEqual(
      ALL.filter((submission) => submission.state === state && submission.holder === 'AB12').map(() => state),
    );
  });

  test('gives every submission once on pages of any size, in each form', async () => {
    for (const limit of [1, 2, 3, 4, 5]) {
      for (const form of ['', '&f=json']) {
        const seen: number[] = [];
        for (let next: string | undefined = `?limit=${limit}${form}`; next !== undefined;) {
          const page = await listed(next);
          seen.push(...numbers(page));
          next = page.links.next === undefined ? undefined : new URL(page.links.next.href).search;
          if (next !== undefined) expect(next).toContain(`limit=${limit}${form}`);
        }
        expect([limit, seen]).toEqual([limit, [5, 4, 2, 1]]);
      }
    }
  });

  test('has at most 100 on a page', async () => {
    await listed('?limit=5000');
    expect(listings).toMatchObject([{ limit: 101 }]);
  });

  test('is also a table, with the next page in Link and without formulas', async () => {
    const reply = await server.ask(`${PATH}?limit=1`, { headers: { ...bearer, accept: 'text/csv' } });
    expect(reply.text).toBe('\ufeffuuid,received,holder,method,target,bytes,state,objects,accepted,refused,unchanged,errors,warnings,href\r\n'
      + `${uuidOf(5)},2026-11-21T12:00:00.0Z,AB12,LEVERING,levering.json,20,settled,3,2,1,0,4,5,${BASE}/indieningen/${uuidOf(5)}\r\n`);
    expect(reply.headers.link).toMatch(/rel="self"; type="text\/csv.*<[^>]*[?&]limit=1&cursor=[^>]*>; rel="next"; type="text\/csv/);
    expect((await server.ask(`${PATH}?f=csv`, { headers: bearer })).text).toContain(",'=cmd|1,");
  });
});

describe('the page of a list', () => {
  const html = { accept: 'text/html' };

  test('says who the token stands for, with its codes and roles, and lists the submissions with links to their pages', async () => {
    const reply = await server.ask(`${PATH}?lang=en`, { headers: { ...bearer, ...html } });
    expect([reply.status, reply.headers['cache-control'], reply.headers['content-language']]).toEqual([200, 'no-store', 'en']);
    for (const text of ['KVK:12345678', '<code>ken-ab12</code>', 'data-code="AB12"', 'data-role="writer"', 'data-role="full"', 'waits for the operator', '<code>=cmd|1</code>']) expect(reply.text).toContain(text);
    expect(reply.text).toContain(`<a href="${BASE}/indieningen/${uuidOf(5)}?lang=en">`);
    expect(reply.text).not.toContain('inbox.db');
    expect(reply.text).not.toContain(TOKEN);
  });

  test('leads to the next page in the same form and language, and names an operator without codes', async () => {
    const { text } = await server.ask(`${PATH}?limit=1&lang=nl&f=html`, { headers: bearer });
    expect(text).toMatch(/<a rel="next" href="[^"]*[?]limit=1&amp;lang=nl&amp;f=html&amp;cursor=[^"]*">Oudere indieningen/);
    expect((await server.ask(`${PATH}?lang=nl`, { headers: { ...operator, ...html } })).text).toMatch(/<h1>Indieningen van alle bronhouders[^]*geen<\/dd>/);
  });
});

describe('a wrong request for a list of submissions', () => {
  test.each([
    ['staat=verwerkt', 'staat', 'one of pending, parked, settled, aside, retried, refused'], ['staat=', 'staat', 'one of'],
    ['staat=Settled', 'staat', 'one of'], ['staat=parked,aside', 'staat', 'one of'], ['bronhoudercode=CD34', 'bronhoudercode', 'AB12, the bronhoudercode of this token'],
    ['bronhoudercode=', 'bronhoudercode', 'AB12'], ['limit=0', 'limit', 'from 1 to 100'], ['limit=x', 'limit', 'from 1 to 100'],
    ['cursor=x', 'cursor', 'Follow the next link'], ['state=settled', 'state', 'does not exist here'], ['lang=de', 'lang', 'a language: nl or en'],
    ['staat=parked&staat=aside', 'staat', 'more than once'],
  ])('?%s names %s and what was expected', async (query, name, expected) => {
    const reply = await server.ask(`${PATH}?${query}`, { headers: bearer });
    expect([query, reply.status]).toEqual([query, 400]);
    expect(reply.json()['invalid-params']).toMatchObject([{ name, reason: expect.stringContaining(expected) as string }]);
    expect(listings).toEqual([]);
  });

  test('by the operator names a code that is none', async () => {
    const reply = await server.ask(`${PATH}?bronhoudercode=ab`, { headers: operator });
    expect([reply.status, reply.json()['invalid-params']]).toMatchObject([400, [{ name: 'bronhoudercode' }]]);
  });

  test('with the cursor of another selection or holder is refused', async () => {
    const { next } = (await listed('?limit=1')).links;
    const cursor = new URL(next!.href).searchParams.get('cursor')!;
    expect((await server.ask(`${PATH}?cursor=${cursor}&limit=2`, { headers: bearer })).status).toBe(200);
    for (const [query, headers] of [['&staat=settled', bearer], ['', operator], ['', { authorization: 'Bearer ander-token' }]] as const) {
      expect((await server.ask(`${PATH}?cursor=${cursor}${query}`, { headers })).json()['type']).toBe(`${BASE}/fouten/ev/parameter/CursorOngeldig`);
    }
  });

  test.each([['f=geojson', 406], ['f=xlsx', 406], ['f=pdf', 400]])('?%s is %i', async (query, status) => {
    expect((await server.ask(`${PATH}?${query}`, { headers: bearer })).status).toBe(status);
  });
});

test('a list of submissions needs a token', async () => {
  expect((await server.ask(PATH)).status).toBe(403);
  expect((await server.ask(PATH, { headers: { authorization: 'Bearer fout' } })).status).toBe(401);
  expect((await server.ask(PATH, { method: 'OPTIONS' })).headers.allow).toBe('GET, HEAD, POST, OPTIONS');
  expect(listings).toEqual([]);
});

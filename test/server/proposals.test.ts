/** Proposals of transfers: what the desk gets, every response, and what a body may be. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AcceptedProposal } from '../../schemas/desk.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { PROPOSAL_STATES, type EndedProposal, type Proposal, type ProposalListing, type TooManyProposals } from '../../schemas/proposal.ts';
import type { Outcome, Receipt } from '../../schemas/submission.ts';
import { fakeDesk } from './fake-desk.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, started, TOKEN, type Client, type Reply } from './harness.ts';

const [AB12, CD34, OPERATOR] = [TOKEN, 'ander-token', 'beheer-token'];
const PATH = '/v1/overdrachten';
const UUID = '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10';
const SUBMISSION = '1b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10';
const ORDER = { from: 'AB12', to: 'CD34', at: '2027-01-01', reason: 'Herindeling' };
const open: Proposal = { ...ORDER, uuid: UUID, proposed: '2026-11-21T12:00:00.0Z', proposer: 'AB12', state: 'open' };
const accepted: Proposal = { ...open, state: 'accepted', ended: '2026-11-22T12:00:00.0Z', submission: SUBMISSION };
const receipt: Receipt = { uuid: SUBMISSION, received: '2026-11-22T12:00:00.0Z', holder: 'AB12', bytes: 2, sha256: 'ab' };
const outcome: Outcome = { receipt, state: 'settled', status: 200, roots: [], report: null };

let calls: unknown[] = [];
let listings: ProposalListing[] = [];
let ending: EndedProposal;
let tooMany: TooManyProposals | null;
let acceptance: AcceptedProposal;
let stored: readonly Proposal[] = [];
const desk = fakeDesk({
  propose: (order, by) => {
    calls.push({ order, by });
    if (tooMany !== null) return Promise.resolve(tooMany);
    return Promise.resolve(order.to === 'ZZ99' ? { kind: 'unknownCode', code: 'ZZ99', near: ['ZZ98'] } : open);
  },
  rehearseTransfer: (order) => {
    calls.push({ rehearsed: order });
    return Promise.resolve({ kind: 'busy' });
  },
  acceptProposal: (uuid, by, { wait }) => {
    calls.push({ accepts: uuid, by: by.holder, wait });
    return Promise.resolve(acceptance);
  },
  endProposal: (uuid, by) => {
    calls.push({ ends: uuid, by: by.holder });
    return Promise.resolve(ending);
  },
  proposal: (uuid) => Promise.resolve(stored.find((one) => one.uuid === uuid)),
  proposals: (listing) => {
    listings.push(listing);
    return Promise.resolve(stored.slice(listing.before === null ? 0 : 1, listing.limit + (listing.before === null ? 0 : 1)));
  },
});

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister(), desk }); });
afterAll(() => server.close());
beforeEach(() => {
  calls = [];
  listings = [];
  stored = [open];
  tooMany = null;
  ending = { kind: 'ended', proposal: { ...open, state: 'withdrawn' } };
  acceptance = { kind: 'accepted', proposal: accepted, answer: { kind: 'settled', outcome } };
});

const send = (method: string, path: string, { token = AB12, body, headers = {} }: {
  token?: string; body?: unknown; headers?: Readonly<Record<string, string>>;
} = {}): Promise<Reply> => server.ask(path, {
  method, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
});

describe('OPEN-proposal: POST of a proposal', () => {
  test('gives the order and its writer to the desk, and is 201 with its address', async () => {
    const reply = await send('POST', PATH, { body: { ...ORDER, ids: ['NL.1', 'NL.2', 'NL.1'] } });
    expect([reply.status, reply.headers.location, reply.headers['cache-control']]).toEqual([201, `${BASE}/overdrachten/${UUID}`, 'no-store']);
    expect(reply.json()).toEqual({ ...open, _links: { self: { href: `${BASE}/overdrachten/${UUID}` } } });
    expect(calls).toEqual([{
      order: { method: 'OVERDRACHT', ...ORDER, ids: ['NL.1', 'NL.2'] }, by: { holder: 'AB12', organisation: 'KVK:12345678', tokenEnd: 'ken-ab12' },
    }]);
    expect((await send('POST', PATH, { token: CD34, body: ORDER })).status).toBe(201);
  });

  test.each<[string, string, unknown]>([
    ['no object', '', []], ['no JSON', '', '{'], ['nothing', 'from', {}], ['another code', 'from', { ...ORDER, from: 'ab' }], ['a code that is a number', 'to', { ...ORDER, to: 5 }],
    ['one code twice', 'to', { ...ORDER, to: 'AB12' }], ['other sides', 'from', { ...ORDER, from: 'EF56' }], ['no day', 'at', { ...ORDER, at: '2027-02-30' }],
    ['a moment', 'at', { ...ORDER, at: '2027-01-01T00:00:00Z' }], ['no reason', 'reason', { ...ORDER, reason: ' ' }], ['two lines', 'reason', { ...ORDER, reason: 'a\nb' }],
    ['no ids', 'ids', { ...ORDER, ids: [] }], ['ids of another type', 'ids', { ...ORDER, ids: ['NL.1', 2] }], ['a text as ids', 'ids', { ...ORDER, ids: 'NL.1' }],
    ['an unknown member', 'bronhouder', { ...ORDER, bronhouder: 'AB12' }], ['a code of nobody', 'to', { ...ORDER, to: 'ZZ99' }],
  ])('with %s is 400 and names %s', async (_, name, body) => {
    const reply = await send('POST', PATH, { body });
    expect([reply.status, reply.json()['type']]).toEqual([400, `${BASE}/fouten/ev/ValidatieFout`]);
    expect(reply.json()['invalid-params']).toContainEqual(expect.objectContaining({ name }));
  });

  test('that is too large, of another type or with an unknown parameter is refused', async () => {
    expect((await send('POST', PATH, { body: { ...ORDER, reason: 'x'.repeat(LIMITS.proposalBytesMax) } })).status).toBe(413);
    expect((await send('POST', PATH, { body: ORDER, headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await send('POST', `${PATH}?strikt=true`, { body: ORDER })).status).toBe(400);
    expect((await send('POST', `${PATH}?proef=ja`, { body: ORDER })).status).toBe(400);
    expect(calls).toEqual([]);
  });

  test.each<[TooManyProposals, string, string]>([
    [{ kind: 'tooMany', of: 'proposer', code: 'AB12' }, `${LIMITS.openProposalsMax}`, 'staat=open'],
    [{ kind: 'tooMany', of: 'receiver', code: 'CD34' }, `${LIMITS.openProposalsToHolderMax}`, 'Vraag CD34'],
  ])('beyond the limit of %j is 409, and says what to do', async (refusal, limit, words) => {
    tooMany = refusal;
    const reply = await send('POST', PATH, { body: ORDER });
    expect([reply.status, reply.json()['detail']]).toEqual([409, expect.stringContaining(limit)]);
    expect(reply.json()['detail']).toContain(words);
  });

  test('a rehearsal is for the holder of the objects only', async () => {
    const busy = await send('POST', `${PATH}?proef=true`, { body: ORDER });
    expect([busy.status, busy.headers['retry-after'], calls.length]).toEqual([503, '10', 1]);
    expect((await send('POST', `${PATH}?proef=true`, { body: ORDER, token: CD34 })).json()).toMatchObject({ status: 403, detail: expect.stringContaining('AB12') as string });
    expect(calls).toHaveLength(1);
  });
});

describe('the acceptance of a proposal', () => {
  const accept = (headers: Readonly<Record<string, string>> = {}): Promise<Reply> => send('POST', `${PATH}/${UUID}/akkoord`, { token: CD34, headers });

  test('is 200 with the proposal and a link to its submission, without its report', async () => {
    const reply = await accept();
    expect([reply.status, reply.headers.link]).toEqual([200, `<${BASE}/indieningen/${SUBMISSION}>; rel="status"`]);
    expect(reply.json()).toMatchObject({ state: 'accepted', submission: SUBMISSION, _links: { submission: { href: `${BASE}/indieningen/${SUBMISSION}` } } });
    expect(calls).toEqual([{ accepts: UUID, by: 'CD34', wait: true }]);
  });

  test('that waits or is parked is 202 with the address of the submission', async () => {
    acceptance = { kind: 'accepted', proposal: accepted, answer: { kind: 'pending', receipt } };
    const reply = await accept({ prefer: 'respond-async' });
    expect([reply.status, reply.headers.location, reply.headers['preference-applied']]).toEqual([202, `${BASE}/indieningen/${SUBMISSION}`, 'respond-async']);
    acceptance = { kind: 'accepted', proposal: accepted, answer: { kind: 'settled', outcome: { ...outcome, state: 'parked', status: null } } };
    expect((await accept()).status).toBe(202);
    acceptance = { kind: 'accepted', proposal: accepted, answer: { kind: 'settled', outcome: { ...outcome, state: 'aside', status: null } } };
    expect((await accept()).json()).toMatchObject({ status: 500, detail: expect.stringContaining(SUBMISSION) as string });
  });

  test.each<[AcceptedProposal, number, string]>([
    [{ kind: 'unknown' }, 404, 'niets'], [{ kind: 'own', proposal: open }, 403, 'CD34 kan het aanvaarden'], [{ kind: 'closed', proposal: accepted }, 409, 'al aanvaard'],
    [{ kind: 'closed', proposal: { ...open, state: 'withdrawn', ended: accepted.ended! } }, 409, 'al ingetrokken'],
    [{ kind: 'closed', proposal: { ...open, state: 'refused', ended: accepted.ended! } }, 409, 'al geweigerd'], [{ kind: 'unknownCode', code: 'CD34', near: [] }, 409, 'CD34'],
  ])('with the answer %j is %i', async (answer, status, words) => {
    acceptance = answer;
    const reply = await accept();
    expect([reply.status, reply.json()['detail']]).toEqual([status, expect.stringContaining(words)]);
  });

  test('has no parameters', async () => {
    expect((await send('POST', `${PATH}/${UUID}/akkoord?proef=true`)).status).toBe(400);
    expect((await send('DELETE', `${PATH}/${UUID}?proef=true`)).status).toBe(400);
    expect(calls).toEqual([]);
  });
});

test('a DELETE is 204, or says why not', async () => {
  expect((await send('DELETE', `${PATH}/${UUID}`)).status).toBe(204);
  expect(calls).toEqual([{ ends: UUID, by: 'AB12' }]);
  ending = { kind: 'closed', proposal: accepted };
  expect((await send('DELETE', `${PATH}/${UUID}`)).json()).toMatchObject({
    status: 409, links: [{ rel: 'status', href: `${BASE}/indieningen/${SUBMISSION}` }], detail: expect.stringContaining('te herroepen') as string,
  });
});

test('a token for both codes proposes as the holder of the objects, accepts as the other side, and withdraws as the proposer', async () => {
  const token = 'meer-token';
  const order = { ...ORDER, from: 'EF56', to: 'GH78' };
  await send('POST', PATH, { token, body: order });
  stored = [{ ...open, ...order, proposer: 'EF56' }];
  await send('POST', `${PATH}/${UUID}/akkoord`, { token });
  await send('DELETE', `${PATH}/${UUID}`, { token });
  expect(calls).toMatchObject([{ by: { holder: 'EF56' } }, { accepts: UUID, by: 'GH78' }, { ends: UUID, by: 'EF56' }]);
  await send('GET', `${PATH}?bronhoudercode=GH78`, { token });
  await send('GET', PATH, { token });
  expect(listings.map(({ holders }) => holders)).toEqual([['GH78'], ['EF56', 'GH78']]);
});

test('who is no side of a proposal can end it no more than a missing one', async () => {
  for (const [method, path] of [['POST', `${PATH}/${UUID}/akkoord`], ['DELETE', `${PATH}/${UUID}`]] as const) {
    expect((await send(method, path, { token: 'meer-token' })).status).toBe(404);
    expect((await send(method, path.replace(UUID, SUBMISSION))).status).toBe(404);
  }
  expect(calls).toEqual([]);
});

test('both sides and the operator read a proposal; for others it is absent', async () => {
  const read = async (token: string, uuid = UUID): Promise<number> => (await send('GET', `${PATH}/${uuid}`, { token })).status;
  expect([await read(AB12), await read(CD34), await read(OPERATOR), await read(AB12, SUBMISSION)]).toEqual([200, 200, 200, 404]);
  stored = [{ ...open, from: 'EF56', to: 'GH78' }];
  expect([await read(AB12), await read(CD34), await read(OPERATOR)]).toEqual([404, 404, 200]);
  expect((await send('GET', `${PATH}/${UUID}?f=html`)).status).toBe(406);
});

describe('a list of proposals', () => {
  test('has those of the holder, by state, with the next page', async () => {
    stored = [open, { ...open, uuid: SUBMISSION }];
    const reply = await send('GET', `${PATH}?limit=1&staat=open`);
    expect(listings).toEqual([{ states: ['open'], holders: ['AB12'], before: null, limit: 2 }]);
    const { overdrachten, _links: links } = reply.json() as { overdrachten: Proposal[]; _links: { next: { href: string } } };
    expect(overdrachten.map(({ uuid }) => uuid)).toEqual([UUID]);
    const { pathname, search } = new URL(links.next.href);
    expect((await send('GET', pathname + search)).json()).toMatchObject({ overdrachten: [{ uuid: SUBMISSION }], _links: { self: {} } });
    expect(listings[1]).toMatchObject({ before: UUID });
    await send('GET', PATH, { token: OPERATOR });
    expect(listings[2]).toEqual({ states: PROPOSAL_STATES, holders: null, before: null, limit: LIMITS.submissionsDefault + 1 });
  });

  test.each(['staat=nieuw', 'bronhoudercode=CD34', 'limit=0', 'cursor=x', 'lang=nl'])('with ?%s is 400', async (query) => {
    expect((await send('GET', `${PATH}?${query}`)).status).toBe(400);
    expect(listings).toEqual([]);
  });
});

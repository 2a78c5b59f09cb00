/** Proposed transfers over HTTP with nothing replaced: agreed, ended, at once, with pending deliveries, and what each side reads. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HOLDERS_FILE } from '../../pipelines/state/access/holders.ts';
import { openInbox } from '../../pipelines/state/database/database.ts';
import { endProposal } from '../../pipelines/state/inbox/proposals.ts';
import { CRSS } from '../../schemas/crs.ts';
import { exampleDocument } from '../../schemas/derived/example-document.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { Received } from '../../schemas/time.ts';
import { settledOutcome } from '../pipelines/state/patience.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { started, TOKEN, type Reply } from '../server/harness.ts';
import { opened as openedDesk } from './real-desk.ts';

const [AB12, CD34, OPERATOR] = [TOKEN, 'ander-token', 'beheer-token'];
const PATH = '/v1/overdrachten';
const ORDER = { from: 'AB12', to: 'CD34', at: '2026-06-01', reason: 'Gemeentelijke herindeling' };

async function opened() {
  const data = temporaryFolder();
  const { desk, editions } = await openedDesk(onTestFinished, data);
  const server = await started({ editions, desk, clock: () => new Date() });
  onTestFinished(() => server.close());
  const send = (method: string, path: string, token = AB12, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Reply> => server.ask(path, {
    method, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers }, ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const deliver = async (documents: readonly JsonObject[], token = AB12, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await send('POST', '/v1/indieningen', token, documents, { 'content-crs': `<${CRSS.CRS84.uri}>`, ...headers });
    expect([201, 202], answer.text).toContain(answer.status);
    return new URL(answer.headers.location!).pathname.split('/').at(-1)!;
  };
  const proposed = async (token = AB12, more: JsonObject = {}): Promise<string> => {
    const reply = await send('POST', PATH, token, { ...ORDER, ...more });
    expect(reply.status, reply.text).toBe(201);
    return new URL(reply.headers.location!).pathname;
  };
  const codeOf = async (id: string): Promise<unknown> => (await send('GET', `/v1/kwetsbare-gebouwen/${id}`)).json()['bronhoudercode'];
  const settled = (uuid: string) => settledOutcome(desk, uuid);
  return { data, desk, send, deliver, proposed, codeOf, settled };
}

/** Returns a building that is valid since 2025. */
function building(n: number, more: JsonObject = {}): JsonObject {
  const id = `NL.IMEV.AB12.overdracht-${n}`;
  return {
    ...exampleDocument('KwetsbaarGebouw'), id, identificatie: { namespace: 'NL.IMEV', lokaalID: `AB12.overdracht-${n}` }, bronhoudercode: 'AB12',
    beginGeldigheid: '2025-01-01T00:00:00Z', ...more,
  };
}

const codesOf = (reply: Reply): unknown => [reply.status, reply.json()['state'], reply.json()['submission'] !== undefined];

test('one side proposes, nothing changes; the other accepts, and the objects are its own', async () => {
  const { send, deliver, proposed, codeOf, settled } = await opened();
  await settled(await deliver([building(1), building(2), building(3, { informatieGeheim: true })]));
  const path = await proposed(CD34, { ids: ['NL.IMEV.AB12.overdracht-1'] });
  expect(await codeOf('NL.IMEV.AB12.overdracht-1')).toBe('AB12');
  expect((await send('GET', path, CD34)).json()).toMatchObject({ ...ORDER, proposer: 'CD34', state: 'open', ids: ['NL.IMEV.AB12.overdracht-1'], idCount: 1 });
  const accepted = await send('POST', `${path}/akkoord`);
  expect(codesOf(accepted)).toEqual([200, 'accepted', true]);
  expect(await codeOf('NL.IMEV.AB12.overdracht-1')).toBe('CD34');
  expect(await codeOf('NL.IMEV.AB12.overdracht-2')).toBe('AB12');
  const report = (await send('GET', `/v1/indieningen/${accepted.json()['submission'] as string}`)).json()['report'];
  expect(report).toMatchObject({ counts: { accepted: 1, refused: 0 } });

  // The merger takes all that is left, the secret object too.
  const merger = await proposed();
  const rest = await send('POST', `${merger}/akkoord`, CD34);
  expect(codesOf(rest)).toEqual([200, 'accepted', true]);
  expect(rest.text).not.toContain('overdracht-3');
  expect(await codeOf('NL.IMEV.AB12.overdracht-2')).toBe('CD34');
  expect((await send('GET', '/v1/indieningen/eigen-gegevens', CD34)).text).toContain('overdracht-3');
  expect((await send('GET', '/v1/indieningen/eigen-gegevens')).json()).toEqual([]);
  expect((await send('GET', PATH, OPERATOR)).json()['overdrachten']).toMatchObject([{ state: 'accepted', proposer: 'AB12' }, { state: 'accepted', proposer: 'CD34' }]);
});

test('a proposal ends once: accepted twice and at once, after a withdrawal, a refusal', async () => {
  const { send, deliver, proposed, settled, data } = await opened();
  await settled(await deliver([building(1)]));
  const both = await proposed();
  const answers = await Promise.all([1, 2, 3].map(() => send('POST', `${both}/akkoord`, CD34)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
  const closed = answers.find(({ status }) => status === 409)!.json();
  const submission = answers.find(({ status }) => status === 200)!.json()['submission'] as string;
  expect(closed).toMatchObject({ detail: expect.stringContaining('aanvaard') as string, links: [{ rel: 'status', href: expect.stringContaining(submission) as string }] });
  expect((await send('DELETE', both)).status).toBe(409);

  const withdrawn = await proposed();
  expect((await send('DELETE', withdrawn)).status).toBe(204);
  expect((await send('GET', withdrawn, CD34)).json()).toMatchObject({ state: 'withdrawn' });
  expect((await send('POST', `${withdrawn}/akkoord`, CD34)).json()).toMatchObject({ status: 409, detail: expect.stringContaining('ingetrokken') as string });
  const refused = await proposed();
  expect((await send('DELETE', refused, CD34)).status).toBe(204);
  expect((await send('GET', refused)).json()).toMatchObject({ state: 'refused' });

  // A process that stops inside the acceptance leaves neither the acceptance nor its submission.
  const broken = await proposed();
  const uuid = broken.split('/').at(-1)!;
  const inbox = openInbox(data);
  onTestFinished(() => inbox.close());
  const by = { holder: 'CD34', organisation: null, tokenEnd: null };
  const count = (): unknown => inbox.prepare('SELECT count(*) AS n FROM inbox').get()!['n'];
  const before = count();
  let calls = 0;
  expect(() => endProposal(inbox, { uuid, by, submission: '9b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10' }, () => {
    calls += 1;
    if (calls > 1) throw new Error('stopped');
    return Date.now() * 1000 as Received;
  })).toThrow('stopped');
  expect([count(), (await send('GET', broken)).json()['state']]).toEqual([before, 'open']);
  expect((await send('POST', `${broken}/akkoord`, CD34)).status).toBe(200);
});

test('the proposer cannot accept, a stranger and another code see nothing, and only the owner gets the report of a rehearsal', async () => {
  const { send, deliver, proposed, settled, data } = await opened();
  await settled(await deliver([building(1), building(2, { informatieGeheim: true })]));
  const path = await proposed();
  expect((await send('POST', `${path}/akkoord`)).json()).toMatchObject({ status: 403, detail: expect.stringContaining('CD34 kan het aanvaarden') as string });
  expect((await send('POST', `${path}/akkoord`, OPERATOR)).status).toBe(401);
  const foreseen = await send('POST', `${PATH}?proef=true`, AB12, ORDER);
  expect(foreseen.json()).toMatchObject({ counts: { accepted: 2, refused: 0 } });
  expect((await send('POST', `${PATH}?proef=true`, CD34, ORDER)).status).toBe(403);
  expect((await send('GET', PATH)).json()['overdrachten']).toHaveLength(1);

  writeFileSync(join(data, HOLDERS_FILE), JSON.stringify({
    organisations: [{ id: 'KVK:12345678', name: 'A', codes: ['AB12'], roles: ['writer'] }, { id: 'KVK:23456789', name: 'E', codes: ['EF56'], roles: ['writer'] }],
  }));
  // No organisation has the code CD34 any more: a new proposal is refused, and so is the acceptance of an old one.
  expect((await send('POST', PATH, AB12, ORDER)).json()).toMatchObject({ status: 400, 'invalid-params': [{ name: 'to', reason: expect.stringContaining('CD34') as string }] });
  expect((await send('POST', `${path}/akkoord`, CD34)).json()).toMatchObject({ status: 409, detail: expect.stringContaining('CD34') as string });
  const foreign = await send('POST', PATH, AB12, { ...ORDER, from: 'EF56' });
  expect(foreign.json()).toMatchObject({ status: 400, 'invalid-params': [{ name: 'from', reason: expect.stringContaining('AB12') as string }] });
});

test('OPEN-free-ids: a receiver with a secret object under one of the ids is told so and accepts nothing; the proposer sees an open proposal', async () => {
  const { send, deliver, proposed, settled, codeOf } = await opened();
  await settled(await deliver([building(1, { bronhoudercode: 'CD34', informatieGeheim: true })], CD34));
  await settled(await deliver([building(1), building(2)]));
  const receipts = async () => (await send('GET', '/v1/indieningen')).json()['indieningen'];
  const before = await receipts();
  const [all, one, other] = [await proposed(), await proposed(AB12, { ids: ['NL.IMEV.AB12.overdracht-1'] }), await proposed(AB12, { ids: ['NL.IMEV.AB12.overdracht-2'] })];
  for (const path of [all, one]) {
    const refused = (await send('POST', `${path}/akkoord`, CD34)).json();
    expect(refused).toMatchObject({ status: 409, detail: expect.stringContaining('1 object met een id uit dit voorstel: NL.IMEV.AB12.overdracht-1.') as string });
    const open = (await send('GET', path)).json();
    expect([open['state'], open['submission']]).toEqual(['open', undefined]);
  }
  expect([await receipts(), await codeOf('NL.IMEV.AB12.overdracht-1')]).toEqual([before, 'AB12']);
  expect((await send('POST', `${other}/akkoord`, CD34)).status).toBe(200);
  expect(await codeOf('NL.IMEV.AB12.overdracht-2')).toBe('CD34');
});

test('a delivery that came before the acceptance takes effect first; one that came after is refused, and so is an object that went meanwhile', async () => {
  const { send, deliver, proposed, settled } = await opened();
  await settled(await deliver([building(1), building(2), building(3)]));
  const path = await proposed(CD34, { ids: [1, 2, 3].map((n) => `NL.IMEV.AB12.overdracht-${n}`) });
  expect((await send('DELETE', '/v1/kwetsbare-gebouwen/NL.IMEV.AB12.overdracht-2')).status).toBe(204);
  const before = await deliver([building(1, { populatie: 77 })], AB12, { prefer: 'respond-async' });
  const accepted = await send('POST', `${path}/akkoord`, AB12, undefined, { prefer: 'respond-async' });
  expect([accepted.status, accepted.headers['preference-applied']]).toEqual([202, 'respond-async']);
  const read = async (token: string) => (await send('GET', path, token)).json()['submissionState'];
  expect(['pending', 'settled'], 'who accepts sees whether it is done, also without the report').toContain(await read(CD34));
  const after = await deliver([building(1, { populatie: 88 })], AB12, { prefer: 'respond-async' });
  expect((await settled(before)).report).toMatchObject({ counts: { accepted: 1 } });
  // A withdrawn object goes too, so that it has a writer.
  expect((await settled(accepted.json()['submission'] as string)).report).toMatchObject({ counts: { accepted: 3, refused: 0 } });
  expect([await read(AB12), await read(CD34)]).toEqual(['settled', 'settled']);
  expect((await settled(after)).report?.findings.map(({ rule }) => rule)).toContain('houder.overgedragen');
  expect((await send('GET', '/v1/kwetsbare-gebouwen/NL.IMEV.AB12.overdracht-1')).json()).toMatchObject({ bronhoudercode: 'CD34', populatie: 77 });
  const again = await proposed(AB12, { ids: ['NL.IMEV.AB12.overdracht-1'] });
  const twice = await send('POST', `${again}/akkoord`, CD34);
  expect((await settled(twice.json()['submission'] as string)).report).toMatchObject({ counts: { accepted: 0, unchanged: 1 } });
});

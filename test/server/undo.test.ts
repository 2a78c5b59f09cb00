/** DELETE /indieningen/{uuid}: what the desk gets, and every response. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Desk, DeskAnswer } from '../../schemas/desk.ts';
import type { Finding, Report } from '../../schemas/finding.ts';
import { UNDO_WORDS } from '../../schemas/rule-words/undo.ts';
import type { Outcome, Receipt, SubmissionInput } from '../../schemas/submission.ts';
import { fakeDesk } from './fake-desk.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, CRS84, started, TOKEN, type Client, type Reply } from './harness.ts';

const [UNDONE, UNDO, LATER] = ['0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10', '1b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10', '2b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10'];
const receiptOf = (uuid: string): Receipt => ({ uuid, received: '2026-11-21T12:00:00.0Z', holder: 'AB12', bytes: 2, sha256: 'ab' });
const undone: Outcome = { receipt: receiptOf(UNDONE), state: 'settled', status: 201, roots: [], report: null };
const undo: Outcome = { receipt: receiptOf(UNDO), state: 'settled', status: 200, roots: [{ id: 'b1', type: 'KwetsbaarGebouw' }], report: null };

let submitted: { input: SubmissionInput; order: unknown; wait: boolean }[] = [];
let found: Outcome | undefined;
let answer: DeskAnswer;
let rehearsed: { input: SubmissionInput; order: unknown }[] = [];
let rehearsal: Awaited<ReturnType<Desk['rehearseUndo']>>;
const desk = fakeDesk({
  rehearseUndo: (input, order) => {
    rehearsed.push({ input, order });
    return Promise.resolve(rehearsal);
  },
  submit: (input, body, { wait }) => {
    submitted.push({ input, order: JSON.parse(body.toString()), wait });
    return Promise.resolve(answer);
  },
  outcome: (uuid) => Promise.resolve(found?.receipt.uuid === uuid ? found : undefined),
});

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister(), desk }); });
afterAll(() => server.close());
beforeEach(() => {
  submitted = [];
  rehearsed = [];
  rehearsal = { kind: 'busy' };
  found = undone;
  answer = { kind: 'settled', outcome: undo };
});

async function send(uuid: string = UNDONE, headers: Readonly<Record<string, string>> = {}, query = ''): Promise<Reply> {
  return await server.ask(`/v1/indieningen/${uuid}${query}`, { method: 'DELETE', headers: { authorization: `Bearer ${TOKEN}`, ...headers } });
}

function refusedWith(findings: readonly Finding[]): DeskAnswer {
  const report: Report = {
    source: `/indieningen/${UNDONE}`, order: 'HERROEPING', undoes: UNDONE, model: null, crs: CRS84, objects: [], findings, changes: [],
    counts: { objects: 1, accepted: 0, refused: 1, unchanged: 0, errors: 1, warnings: 0, rules: [], types: [] },
  };
  return { kind: 'settled', outcome: { ...undo, status: 409, roots: [], report } };
}

describe('OPEN-undo: DELETE of a submission', () => {
  test('the desk gets a strict order of its holder, and the response is the undo, with the address of its report', async () => {
    const reply = await send();
    expect([reply.status, reply.headers.link, reply.headers['cache-control']]).toEqual([200, `<${BASE}/indieningen/${UNDO}>; rel="status"`, 'no-store']);
    expect(reply.json()).toMatchObject({ uuid: UNDO, status: 200, roots: [{ id: 'b1', href: `${BASE}/kwetsbare-gebouwen/b1` }] });
    expect(submitted).toMatchObject([{
      input: { holder: 'AB12', method: 'HERROEPING', target: `/indieningen/${UNDONE}`, strict: true }, order: { method: 'HERROEPING', undoes: UNDONE, force: false }, wait: true,
    }]);
  });

  test('with proef=true the response is the report that the undo would get, in the forms of a report, and nothing is submitted', async () => {
    const { outcome: { report } } = refusedWith([]) as Extract<DeskAnswer, { kind: 'settled' }>;
    rehearsal = { kind: 'foreseen', report: report! };
    const reply = await send(UNDONE, {}, '?proef=true');
    expect([reply.status, reply.headers['cache-control'], reply.json()]).toEqual([200, 'no-store', JSON.parse(JSON.stringify(report))]);
    expect(rehearsed).toMatchObject([{
      input: { holder: 'AB12', method: 'HERROEPING', target: `/indieningen/${UNDONE}`, strict: true }, order: { method: 'HERROEPING', undoes: UNDONE, force: false },
    }]);
    const page = await send(UNDONE, { accept: 'text/html' }, '?proef=true&lang=en');
    expect([page.headers['content-language'], page.text]).toEqual(['en', expect.stringMatching(/data-verdict="none"[^]*this undo would get now\. Nothing was undone/)]);
    expect(submitted).toEqual([]);
  });

  test('a rehearsal beside another one is 503 with the seconds to wait, and a wrong rehearsal is refused by its head', async () => {
    const busy = await send(UNDONE, {}, '?proef=true');
    expect([busy.status, busy.headers['retry-after']]).toEqual([503, '10']);
    for (const [query, status] of [['?proef=ja', 400], ['?proef=true&lang=de', 400], ['?lang=nl', 400], ['?proef=false&f=csv', 400], ['?proef=true&f=gml', 406]] as const) {
      expect([query, (await send(UNDONE, {}, query)).status]).toEqual([query, status]);
    }
    expect([submitted, rehearsed]).toEqual([[], [expect.anything()]]);
  });

  test('an undo that waits or is parked is 202 with its address', async () => {
    answer = { kind: 'pending', receipt: receiptOf(UNDO) };
    const reply = await send(UNDONE, { prefer: 'respond-async' });
    expect([reply.status, reply.headers.location, reply.headers['preference-applied']]).toEqual([202, `${BASE}/indieningen/${UNDO}`, 'respond-async']);
    expect(submitted[0]?.wait).toBe(false);
    answer = { kind: 'settled', outcome: { ...undo, state: 'parked', status: null } };
    expect((await send()).json()).toMatchObject({ uuid: UNDO, state: 'parked' });
  });

  test('409 names each object that was changed since, and by which submission', async () => {
    const rule = 'herroeping.later-gewijzigd';
    const { mend } = UNDO_WORDS[rule];
    answer = refusedWith([{
      rule, severity: 'error', pointer: '', objectId: 'b1', rootId: 'b1', found: LATER, message: { nl: `Gewijzigd door ${LATER}.`, en: `Changed by ${LATER}.` }, mend,
    }]);
    const reply = await send();
    expect([reply.status, reply.headers.link]).toEqual([409, `<${BASE}/indieningen/${UNDO}>; rel="status"`]);
    expect(reply.json()).toMatchObject({
      type: `${BASE}/fouten/ev/Strijdig`,
      'invalid-params': [{ type: `${BASE}/fouten/ev/regel/${rule}`, name: 'b1', reason: expect.stringContaining(LATER) as string }],
    });
  });

  test.each<[Outcome['state'], string]>([
    ['pending', 'nog niet verwerkt. Wacht tot'], ['parked', 'geparkeerd'], ['aside', 'terzijde gelegd; er is niets van verwerkt'], ['retried', `retriedAs. ${LATER}`],
    ['refused', 'geweigerd; er is niets van verwerkt'],
  ])('a submission that is %s has nothing to undo: 409 says what to do instead', async (state, words) => {
    found = { ...undone, state, status: null, ...(state === 'retried' ? { retriedAs: LATER } : {}) };
    const reply = await send();
    expect([reply.status, submitted]).toEqual([409, []]);
    expect(reply.json()['detail']).toContain(words);
  });

  test('an unknown submission and that of another holder are 404, as by GET', async () => {
    const absent = async (uuid: string): Promise<unknown> => {
      const reply = await send(uuid);
      const { instance: _, ...problem } = reply.json();
      return [reply.status, problem];
    };
    const unknown = await absent(LATER);
    expect(unknown).toMatchObject([404, { type: `${BASE}/fouten/ev/BestaatNiet` }]);
    expect(await absent('geen-nummer')).toEqual(unknown);
    found = { ...undone, receipt: { ...undone.receipt, holder: 'CD34' } };
    expect([await absent(UNDONE), submitted]).toEqual([unknown, []]);
  });

  test('the operator undoes a submission of any holder, and not in the name of its organisation', async () => {
    const reply = await send(UNDONE, { authorization: 'Bearer beheer-token' });
    expect(reply.status).toBe(200);
    expect(submitted).toMatchObject([{ input: { holder: 'AB12', organisation: null, tokenEnd: 'er-token' }, order: { undoes: UNDONE, force: false } }]);
  });

  test('a parameter is refused before anything is undone', async () => {
    const reply = await send(UNDONE, {}, '?force=true');
    expect([reply.status, submitted]).toEqual([400, []]);
  });
});

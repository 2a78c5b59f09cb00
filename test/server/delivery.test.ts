/** POST /indieningen: access, refusals by the head, streaming of the body, and every response of the desk. */
import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sourceFinding } from '../../pipelines/prepare/read/index.ts';
import { NO_EFFECTS } from '../../pipelines/state/notes/effects.ts';
import type { Desk, DeskAnswer, Rehearsal } from '../../schemas/desk.ts';
import type { Report } from '../../schemas/finding.ts';
import { Fault } from '../../schemas/fault.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { Outcome, Receipt, SubmissionInput } from '../../schemas/submission.ts';
import { fakeDesk } from './fake-desk.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, CRS84, RD, started, TOKEN, NOW, type AskOptions, type Client } from './harness.ts';

const UUID = '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10';
const receipt: Receipt = { uuid: UUID, received: '2026-11-21T12:00:00.0Z', holder: 'AB12', bytes: 2, sha256: 'ab' };
const settled = (more: Partial<Outcome> = {}): DeskAnswer => ({
  kind: 'settled', outcome: { receipt, state: 'settled', status: 200, roots: [{ id: 'g1', type: 'KwetsbaarGebouw' }], report: null, ...more },
});

/** Reads every delivery to its end, or fails as the test says. */
class RecordingDesk implements Partial<Desk> {
  inputs: SubmissionInput[] = [];
  waits: boolean[] = [];
  /** Pieces of the current delivery, joined when it is stored. */
  pieces: Buffer[] = [];
  bytes = 0;
  stored: Buffer[] = [];
  dropped = 0;
  answer: DeskAnswer = settled();
  rehearsal: Rehearsal = { kind: 'busy' };
  reports: Report[] = [];
  onPiece: (bytes: number) => void = () => undefined;

  submit(): Promise<DeskAnswer> {
    return Promise.reject(new Error('no requests here'));
  }

  async rehearse(input: SubmissionInput, body: AsyncIterable<Uint8Array>): Promise<Rehearsal> {
    this.inputs.push(input);
    if (this.rehearsal.kind === 'foreseen') for await (const piece of body) this.pieces.push(Buffer.from(piece));
    return this.rehearsal;
  }

  async deliver(input: SubmissionInput, body: AsyncIterable<Uint8Array>, { wait }: { readonly wait: boolean }): Promise<DeskAnswer> {
    this.inputs.push(input);
    this.waits.push(wait);
    this.pieces = [];
    this.bytes = 0;
    try {
      for await (const piece of body) {
        this.pieces.push(Buffer.from(piece));
        this.bytes += piece.length;
        this.onPiece(this.bytes);
        if (this.answer.kind === 'refused') return this.answer;
      }
      this.stored.push(Buffer.concat(this.pieces));
      return this.answer;
    } catch (error) {
      this.dropped += 1;
      throw error;
    }
  }
}

let desk = new RecordingDesk();
let now = NOW;
let server: Client;
beforeAll(async () => {
  const behind = fakeDesk({
    submit: () => desk.submit(), rehearse: (...given) => desk.rehearse(...given), deliver: (...given) => desk.deliver(...given),
    report: (report) => { desk.reports.push(report); return Promise.resolve(Buffer.from('rapport')); },
  });
  server = await started({ editions: aRegister(), desk: behind, clock: () => now });
});
afterAll(() => server.close());
beforeEach(() => {
  desk = new RecordingDesk();
  now = NOW;
});

const PATH = '/v1/indieningen';
const bearer = { authorization: `Bearer ${TOKEN}` };

function post(query = '', { headers, ...more }: AskOptions = {}) {
  return server.ask(PATH + query, { method: 'POST', body: '[]', ...more, headers: { ...bearer, 'content-type': 'application/json', ...headers } });
}

describe('the desk receives', () => {
  test('the bytes as they arrive, the holder of the token, and the delivery parameters', async () => {
    const bytes = Buffer.alloc(3_000_000, 'é');
    const reply = await post('?model=3.0&strikt=true&volledig=Wegen,KwetsbaarGebouw&correctie=true', { body: bytes, headers: { 'content-crs': `<${RD}>` } });
    expect(reply.status).toBe(201);
    expect(desk.stored[0]?.equals(bytes)).toBe(true);
    expect(desk.pieces.length).toBeGreaterThan(1);
    expect(desk.inputs).toEqual([{
      holder: 'AB12', organisation: 'KVK:12345678', tokenEnd: 'ken-ab12', method: 'LEVERING', target: '/indieningen', crs: RD, mediaType: 'application/json', ifMatch: null, model: '3.0', strict: true, full: ['Wegen', 'KwetsbaarGebouw'],
      correct: true,
    }]);
  });

  test('by default no model and no CRS, and a delivery that is not strict', async () => {
    await post();
    expect(desk.inputs).toMatchObject([{ crs: null, model: null, strict: false, full: [], correct: false }]);
    await post('?strikt=false&model=4.0');
    expect(desk.inputs[1]).toMatchObject({ model: '4.0', strict: false });
  });

  test('a delivery may be larger than any other message, and is not limited by the time of one', async () => {
    const body = Buffer.alloc(LIMITS.requestBodyBytesMax + 1, ' ');
    expect((await post('', { body })).status).toBe(201);
    expect(desk.stored[0]?.length).toBe(body.length);
  });

  test.each(['application/json', 'application/geo+json', 'application/x-ndjson', 'application/gzip', 'Application/JSON; charset=utf-8'])(
    'Content-Type: %s is taken', async (type) => {
      expect((await post('', { headers: { 'content-type': type } })).status).toBe(201);
    });

  test.each(['gzip', 'x-gzip', 'GZIP', 'identity', '', 'identity, gzip'])('Content-Encoding: %s is accepted, with unchanged bytes', async (coding) => {
    const bytes = Buffer.from([0x1f, 0x8b, 0, 1, 2]);
    expect((await post('', { body: bytes, headers: { 'content-encoding': coding } })).status).toBe(201);
    expect(desk.stored[0]?.equals(bytes)).toBe(true);
  });
});

describe('refusals by the head alone', () => {
  test('IR-auth: no header is 403, an invalid one 401; the body is not requested', async () => {
    const none = await server.ask(PATH, { method: 'POST', body: '[]', headers: { 'content-type': 'application/json' } });
    expect([none.status, none.json()['type']]).toEqual([403, expect.stringMatching(/GeenToegang$/)]);
    const wrong = await post('', { headers: { authorization: 'Bearer fout' } });
    expect([wrong.status, wrong.json()['type']]).toEqual([401, expect.stringMatching(/TokenOngeldig$/)]);
    expect(desk.inputs).toEqual([]);
  });

  test.each([
    ['?geldigOp=2025-01-01', 'parameter/OngeldigeParameter', 'geldigOp'], ['?strikt=true&beschikbaarOp=2025-01-01T00:00:00Z', 'parameter/OngeldigeParameter', 'beschikbaarOp'],
    ['?onbekend=1', 'parameter/OnbekendeParameter', 'onbekend'], ['?crs=x', 'parameter/OnbekendeParameter', 'crs'],
    ['?strikt=true&strikt=true', 'parameter/HerhaaldeParameter', 'strikt'], ['?model=4.0&model=3.0', 'parameter/HerhaaldeParameter', 'model'],
    ['?correctie=1', 'parameter/OngeldigeParameter', 'correctie'], ['?strikt=ja', 'parameter/OngeldigeParameter', 'strikt'], ['?strikt', 'parameter/OngeldigeParameter', 'strikt'],
    ['?volledig=KwetsbareGebouwen', 'parameter/OngeldigeParameter', 'volledig'], ['?volledig=Wegen,', 'parameter/OngeldigeParameter', 'volledig'],
    ['?volledig=Windturbine', 'parameter/OngeldigeParameter', 'volledig'], ['?model=4', 'parameter/OngeldigeParameter', 'model'], ['?model=', 'parameter/OngeldigeParameter', 'model'],
  ])('%s is 400 that names the parameter and a request that is right', async (query, type, name) => {
    const reply = await post(query);
    expect(reply.status).toBe(400);
    expect(reply.json()['type']).toMatch(new RegExp(`${type}$`));
    expect(reply.json()['invalid-params']).toMatchObject([{ name, example: expect.stringMatching(`^${BASE}/indieningen`) as unknown }]);
    expect(desk.inputs).toEqual([]);
  });

  test.each(['text/plain', 'application/geo+json-seq', 'application/zip', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'Content-Type: %s is 415 that lists what can be sent', async (type) => {
      const reply = await post('', { headers: { 'content-type': type } });
      expect(reply.status).toBe(415);
      expect(reply.json()['detail']).toContain('application/json of application/geo+json of application/x-ndjson of application/gzip');
      expect(desk.inputs).toEqual([]);
    });

  test.each(['br', 'deflate', 'gzip, gzip', 'gzip, br', 'onzin'])('Content-Encoding: %s is 415 that says gzip', async (coding) => {
    const reply = await post('', { headers: { 'content-encoding': coding } });
    expect([reply.status, reply.headers['accept-encoding']]).toEqual([415, 'gzip, identity']);
    expect(desk.inputs).toEqual([]);
  });

  test.each(['', 'EPSG:7415', '<>', `${RD}, ${CRS84}`])('an unsupported Content-Crs "%s" is 400', async (header) => {
    const reply = await post('', { headers: { 'content-crs': header } });
    expect([reply.status, reply.json()['type']]).toEqual([400, expect.stringMatching(/CrsNietOndersteund$/)]);
    expect(desk.inputs).toEqual([]);
  });

  test('a length above the limit is 413 before a byte of it is read', async () => {
    const receivedText = await server.raw(
      `POST ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: ${LIMITS.deliveryBytesMax + 1}\r\n\r\n`,
    );
    expect(receivedText).toMatch(/^HTTP\/1.1 413 /);
    expect(receivedText).toContain('fouten/ev/TeGroot');
    expect(desk.inputs).toEqual([]);
  });

  test('the path takes GET and POST and nothing else', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) expect((await server.ask(PATH, { method, headers: bearer })).status, method).toBe(405);
    expect((await server.ask(PATH, { method: 'OPTIONS' })).headers.allow).toBe('GET, HEAD, POST, OPTIONS');
  });
});

/** Returns a request whose body the test sends in pieces. */
function opened(headers: Readonly<Record<string, string>>): ClientRequest {
  const sent = request({
    port: server.port, host: '127.0.0.1', path: PATH, method: 'POST', agent: false, headers: { ...bearer, 'content-type': 'application/json', ...headers },
  });
  sent.on('error', () => undefined);
  onTestFinished(() => { sent.destroy(); });
  return sent;
}

async function pieces(bytes: number): Promise<void> {
  await vi.waitFor(() => { expect(desk.bytes).toBe(bytes); }, { timeout: 30_000 });
}

const head = (length: number): string => `POST ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKEN}\r\n`
  + `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

describe('a rehearsal', () => {
  test('is answered with the report that the delivery would get, and is not delivered', async () => {
    const report = { objects: [], findings: [], counts: {} } as unknown as Report;
    desk.rehearsal = { kind: 'foreseen', report };
    const answer = await post('?proef=true&volledig=KwetsbaarGebouw');
    expect([answer.status, answer.headers['cache-control'], answer.headers.location, answer.json()]).toEqual([200, 'no-store', undefined, report]);
    expect([desk.stored, Buffer.concat(desk.pieces).toString()]).toEqual([[], '[]']);
    expect(desk.inputs).toMatchObject([{ holder: 'AB12', method: 'LEVERING', full: ['KwetsbaarGebouw'] }]);
  });

  const foreseen: Report = {
    source: '/indieningen', model: '4.0', crs: CRS84, objects: [], findings: [], changes: [],
    counts: { objects: 2, accepted: 1, refused: 0, unchanged: 1, ended: 0, errors: 0, warnings: 0, rules: [], types: [] },
    effects: { counts: { ...NO_EFFECTS.counts, new: 1, unchanged: 1 }, roots: [{ id: 'b1', entityType: 'KwetsbaarGebouw', effect: 'new' }], leftOut: 0 },
  };

  test('is a page with what would change, in the language asked for', async () => {
    desk.rehearsal = { kind: 'foreseen', report: foreseen };
    const dutch = await post('?proef=true', { headers: { accept: 'text/html' } });
    expect([dutch.status, dutch.headers['content-type'], dutch.headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-store']);
    expect(dutch.text).toMatch(/Er is niets bewaard[^]*2: 1 aanvaard, 1 ongewijzigd, 0 geweigerd[^]*Wat zou veranderen[^]*Nieuw \(1×\)[^]*b1/);
    expect((await post('?proef=true&f=html&lang=en')).text).toMatch(/Nothing was stored[^]*What would change/);
  });

  test.each([
    ['?proef=true&f=csv', {}, 'text/csv; charset=utf-8; header=present'], ['?proef=true', { accept: 'application/geo+json' }, 'application/geo+json'],
  ])('is a table or a map: %s %o', async (query, headers, type) => {
    desk.rehearsal = { kind: 'foreseen', report: foreseen };
    const reply = await post(query, { headers });
    expect([reply.status, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([200, type, 'no-store']);
    expect(desk.reports).toEqual([foreseen]);
  });

  test('a form that a report does not have is refused before the body is read, and only a rehearsal takes f', async () => {
    desk.rehearsal = { kind: 'foreseen', report: foreseen };
    expect((await post('?proef=true&f=gml')).status).toBe(406);
    expect((await post('?proef=true', { headers: { accept: 'image/png' } })).status).toBe(406);
    for (const query of ['?proef=true&f=onzin', '?proef=true&lang=fr', '?f=csv', '?proef=false&lang=en']) expect((await post(query)).status, query).toBe(400);
    expect(desk.inputs).toEqual([]);
  });

  test('while another runs: 503 with Retry-After', async () => {
    const answer = await post('?proef=true');
    expect([answer.status, answer.headers['retry-after'], answer.json()['detail']]).toEqual([503, '10', expect.stringContaining('er kan er één tegelijk lopen')]);
  });

  test('is refused as a delivery is', async () => {
    desk.rehearsal = { kind: 'refused', findings: [sourceFinding('te-groot')] };
    expect((await post('?proef=true')).status).toBe(413);
    expect((await post('?proef=ja')).status).toBe(400);
    expect(desk.inputs).toHaveLength(1);
  });
});

describe('an incomplete delivery is not stored', () => {
  test.each([{ 'content-length': '100' }, { 'transfer-encoding': 'chunked' }])('the connection is broken half-way (%o)', async (headers) => {
    const sent = opened(headers);
    sent.write('[1,2');
    await pieces(4);
    sent.destroy();
    await vi.waitFor(() => { expect(desk.dropped).toBe(1); }, { timeout: 30_000 });
    expect(desk.stored).toEqual([]);
    expect((await post()).status).toBe(201);
  });

  test('a Content-Length above the length of the body: 400', async () => {
    let receivedText = '';
    const socket = connect(server.port, '127.0.0.1');
    socket.on('data', (bytes) => { receivedText += bytes.toString(); });
    socket.write(`${head(100)}[]`);
    await pieces(2);
    socket.end();
    await once(socket, 'close');
    expect(receivedText).toMatch(/^HTTP\/1.1 400 /);
    expect(receivedText).toContain('er is niets van bewaard');
    await vi.waitFor(() => { expect(desk.dropped).toBe(1); }, { timeout: 30_000 });
    expect(desk.stored).toEqual([]);
  });

  test('a Content-Length below the length of the body: 400, because a truncated body is not the delivery', async () => {
    const receivedText = await server.raw(`${head(2)}[]{"id":"rest"}\n`);
    expect(receivedText).toMatch(/^HTTP\/1.1 400 /);
    expect(receivedText).toContain('Content-Length');
    expect([desk.stored, desk.dropped]).toEqual([[], 1]);
  });

  test('a malformed chunk: 400', async () => {
    const receivedText = await server.raw(head(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked') + '2\r\n[]\r\nzz\r\n');
    expect(receivedText).toMatch(/^HTTP\/1.1 400 /);
    await vi.waitFor(() => { expect(desk.dropped).toBe(1); }, { timeout: 30_000 });
    expect(desk.stored).toEqual([]);
  });

  test('a body that is too slow: 408', async () => {
    desk.onPiece = () => { now = new Date(now.getTime() + 20_000); };
    const sent = opened({ 'transfer-encoding': 'chunked' });
    const answered = once(sent, 'response') as Promise<[{ statusCode: number }]>;
    sent.write('[');
    await pieces(1);
    sent.write('1');
    const [{ statusCode }] = await answered;
    expect([statusCode, desk.stored, desk.dropped]).toEqual([408, [], 1]);
  });

  test('a body that is fast enough on average has no time limit', async () => {
    desk.onPiece = (bytes) => { now = new Date(NOW.getTime() + bytes / (LIMITS.deliveryBytesPerSecondMin / 900)); };
    const sent = opened({ 'transfer-encoding': 'chunked' });
    const answered = once(sent, 'response') as Promise<[{ statusCode: number }]>;
    const part = Buffer.alloc(20 * LIMITS.deliveryBytesPerSecondMin, ' ');
    for (let n = 1; n <= 3; n += 1) {
      sent.write(part);
      await pieces(n * part.length);
    }
    sent.end();
    expect((await answered)[0].statusCode).toBe(201);
  });
});

describe('responses', () => {
  test('a settled delivery is 201, with the address and the outcome of the submission', async () => {
    const reply = await post();
    expect(reply.status).toBe(201);
    expect(reply.headers).toMatchObject({ location: `${BASE}/indieningen/${UUID}`, 'cache-control': 'no-store', 'content-type': 'application/json' });
    expect(reply.json()).toMatchObject({ uuid: UUID, state: 'settled', status: 200, roots: [{ id: 'g1', href: `${BASE}/kwetsbare-gebouwen/g1` }] });
    expect(desk.waits).toEqual([true]);
  });

  test('a pending delivery is 202 with the same address, at once with Prefer: respond-async', async () => {
    desk.answer = { kind: 'pending', receipt };
    const reply = await post();
    expect([reply.status, reply.headers.location, reply.json()['state']]).toEqual([202, `${BASE}/indieningen/${UUID}`, 'pending']);
    const prefers = await post('', { headers: { prefer: 'respond-async' } });
    expect([prefers.status, prefers.headers['preference-applied']]).toEqual([202, 'respond-async']);
    expect(desk.waits).toEqual([true, false]);
  });

  test('parked is 202, with the same address', async () => {
    desk.answer = settled({ state: 'parked', status: null, roots: [] });
    const reply = await post();
    expect([reply.status, reply.headers.location, reply.json()['state']]).toEqual([202, `${BASE}/indieningen/${UUID}`, 'parked']);
  });

  test('a delivery set aside is 500 with the receipt', async () => {
    desk.answer = settled({ state: 'aside', status: 500 });
    const reply = await post();
    expect(reply.status).toBe(500);
    expect(reply.text).toContain(UUID);
  });

  test.each([['levering.te-groot', 413], ['levering.gzip-te-groot', 413], ['levering.gzip-verdacht', 413], ['levering.gzip-afgekapt', 400], ['levering.gzip-beschadigd', 400]] as const)(
    '%s is %i, with its words and the page of its rule, also while the body still comes', async (rule, status) => {
      desk.answer = { kind: 'refused', findings: [{ rule, severity: 'error', pointer: '', message: { nl: 'Te veel.', en: 'Too much.' }, mend: { nl: 'Deel op.', en: 'Divide.' } }] };
      const reply = await post('', { body: Buffer.alloc(5_000_000, ' ') });
      expect(reply.status).toBe(status);
      expect(reply.headers.connection).toBe('close');
      expect(reply.json()['detail']).toContain('er is niets van bewaard');
      expect(reply.json()['invalid-params']).toMatchObject([{ type: `${BASE}/fouten/ev/regel/${rule}`, reason: 'Te veel. Deel op. / Too much. Divide.' }]);
      expect(desk.stored).toEqual([]);
    });

  test('a fault of disk or clock is 503 with Retry-After, and only the operator gets its details', async () => {
    const faults: Error[] = [];
    const failing = await started({
      editions: aRegister(), onFault: (fault) => faults.push(fault),
      desk: fakeDesk({ deliver: () => Promise.reject(new Fault('the disk is full', { step: 'Inbox:Accept', path: '/data/inbox.db' })) }),
    });
    onTestFinished(() => failing.close());
    const reply = await failing.ask(PATH, { method: 'POST', body: '[]', headers: { ...bearer, 'content-type': 'application/json' } });
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '30']);
    expect(reply.text).not.toContain('inbox.db');
    expect(faults).toHaveLength(1);
  });
});


/** GET /indieningen/eigen-gegevens: what the desk gets, the forms of the response, and every refusal. */
import { get } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OwnPart, OwnRequest } from '../../schemas/own-documents.ts';
import { parseMoment } from '../../schemas/time.ts';
import { fakeDesk } from './fake-desk.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, CRS84, NOW, RD, started, TOKEN, type Client, type Reply } from './harness.ts';

const PATH = '/v1/indieningen/eigen-gegevens';
const cursorOf = (root: number): NonNullable<OwnPart['next']> => ({ document: { type: 'Wegen', root, from: parseMoment('2020-01-01T00:00:00Z')! }, decision: 7 });

let requests: OwnRequest[] = [];
/** The documents of each part; an error takes the place of a part that cannot be read. */
let parts: readonly (readonly string[] | Error)[] = [];
const desk = fakeDesk({
  own(request) {
    requests.push(request);
    const at = request.after === null ? 0 : request.after.document.root;
    const part = parts[at] ?? [];
    if (part instanceof Error) return Promise.reject(part);
    return Promise.resolve({ bytes: Buffer.from(part.join(request.between)), next: at + 1 < parts.length ? cursorOf(at + 1) : null });
  },
});

const faults: Error[] = [];
let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister(), desk, onFault: (error) => { faults.push(error); } }); });
afterAll(() => server.close());
beforeEach(() => {
  requests = [];
  parts = [['{"id":"a"}', '{"id":"b"}'], ['{"id":"c"}']];
  faults.length = 0;
});

const own = (query = '', headers: Readonly<Record<string, string>> = {}): Promise<Reply> => (
  server.ask(PATH + query, { headers: { authorization: `Bearer ${TOKEN}`, ...headers } })
);

describe('OPEN-own-documents: the own documents of a holder', () => {
  test('are an array of documents in CRS84, of all parts, which no cache keeps', async () => {
    const reply = await own();
    expect([reply.status, reply.headers['content-type'], reply.headers['content-crs'], reply.headers['cache-control']])
      .toEqual([200, 'application/json', `<${CRS84}>`, 'no-store']);
    expect(JSON.parse(reply.text)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    expect(requests).toEqual([
      { selection: { holder: 'AB12', types: [], at: null, knownAt: null }, crs: 'CRS84', between: ',\n', after: null },
      { selection: { holder: 'AB12', types: [], at: null, knownAt: null }, crs: 'CRS84', between: ',\n', after: cursorOf(1) },
    ]);
  });

  test('are one document a line as NDJSON, and compressed on request', async () => {
    for (const [query, headers] of [['?f=ndjson', {}], ['', { accept: 'application/x-ndjson' }]] as const) {
      const reply = await own(query, headers);
      expect([reply.headers['content-type'], reply.text]).toEqual(['application/x-ndjson', '{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n']);
    }
    expect((await own('', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
  });

  test('are empty when there are none', async () => {
    parts = [];
    expect([JSON.parse((await own()).text), (await own('?f=ndjson')).text]).toEqual([[], '']);
  });

  test('have the types, the CRS and the moments of the request', async () => {
    parts = [];
    await own(`?type=Wegen,KwetsbaarGebouw&crs=${RD}&geldigOp=2026-01-01&beschikbaarOp=2026-11-20T10:00:00Z`);
    await own('?geldigOp=2026-11-21');
    const end = parseMoment('2026-01-02T00:00:00')! - 1;
    expect(requests).toMatchObject([
      { selection: { types: ['Wegen', 'KwetsbaarGebouw'], at: end, knownAt: parseMoment('2026-11-20T10:00:00Z') }, crs: '28992' },
      { selection: { at: NOW.getTime() } },
    ]);
    expect((await own(`?crs=${RD}`)).headers['content-crs']).toBe(`<${RD}>`);
  });

  test('are those of the code of the token, and of no other', async () => {
    await own('', { authorization: 'Bearer ander-token' });
    expect(requests[0]?.selection.holder).toBe('CD34');
    expect((await own('?bronhoudercode=CD34')).status).toBe(400);
  });

  test('need a token of a holder: none is 403, an invalid one 401, and that of an operator 401', async () => {
    expect((await server.ask(PATH)).status).toBe(403);
    expect((await own('', { authorization: 'Bearer fout' })).status).toBe(401);
    expect((await own('', { authorization: 'Bearer beheer-token' })).status).toBe(401);
    expect(requests).toEqual([]);
  });

  test.each([
    ['soort=Wegen', 'soort', 400], ['lang=nl', 'lang', 400], ['type=Gebouw', 'type', 400], ['type=', 'type', 400], ['crs=RD', 'crs', 400], ['geldigOp=gisteren', 'geldigOp', 400],
    ['beschikbaarOp=vandaag', 'beschikbaarOp', 400], ['geldigOp=2026-11-22', 'geldigOp', 403], ['beschikbaarOp=2026-11-22T00:00:00Z', 'beschikbaarOp', 403],
    ['inWerkingOp=2026-01-01', 'inWerkingOp', 403], ['type=Wegen&type=Wegen', 'type', 400],
  ])('?%s is refused and names %s', async (query, name, status) => {
    const reply = await own(`?${query}`);
    expect([reply.status, reply.json()['invalid-params']]).toMatchObject([status, [{ name }]]);
    expect(requests).toEqual([]);
  });

  test.each([['f=html', 406], ['f=csv', 406], ['f=pdf', 400]])('?%s is %i', async (query, status) => {
    expect((await own(`?${query}`)).status).toBe(status);
  });

  test('can only be read: other methods are 405, also where a submission can be undone', async () => {
    for (const method of ['POST', 'DELETE', 'PUT']) {
      const reply = await server.ask(PATH, { method, headers: { authorization: `Bearer ${TOKEN}` } });
      expect([method, reply.status, reply.headers.allow]).toEqual([method, 405, 'GET, HEAD, OPTIONS']);
    }
    expect((await server.ask(PATH, { method: 'HEAD', headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
  });

  test('a part that cannot be read breaks the response off, so that half of the documents never looks whole', async () => {
    parts = [['{"id":"a"}'], new Error('the disk is damaged')];
    await expect(own()).rejects.toThrow('aborted');
    expect(faults.map(({ message }) => message)).toEqual(['the disk is damaged']);
    parts = [new Error('the disk is damaged')];
    expect((await own()).json()).toMatchObject({ status: 500, type: `${BASE}/fouten/ev/OnverwachteFout` });
  });

  test('a client that leaves is read for no further', async () => {
    const part = ['"x"'.padEnd(1_000_000, ' ')];
    parts = Array.from({ length: 100 }, () => part);
    await new Promise<void>((resolve, reject) => {
      const asked = get({ port: server.port, host: '127.0.0.1', path: PATH, headers: { authorization: `Bearer ${TOKEN}` }, agent: false }, (response) => {
        response.once('data', () => { asked.destroy(); });
        response.once('close', resolve);
        response.once('error', () => {});
      });
      asked.on('error', reject);
    });
    parts = [['{"id":"a"}']];
    expect((await own('', { authorization: 'Bearer ander-token' })).status).toBe(200);
    expect(requests.filter(({ selection: { holder } }) => holder === 'AB12').length).toBeLessThan(50);
  });
});

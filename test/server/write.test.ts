/** Writes and submissions: access, refusals by the head, and every response of the desk. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Desk, DeskAnswer } from '../../schemas/desk.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import type { ChangedShape, Effects } from '../../schemas/effects.ts';
import { Fault } from '../../schemas/fault.ts';
import type { Finding, Report } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { Outcome, Receipt, SubmissionInput } from '../../schemas/submission.ts';
import type { Moment } from '../../schemas/time.ts';
import { unmatchableIfMatch } from '../../server/request/if-match.ts';
import { leastCpuMs } from '../cpu.ts';
import { fakeDesk } from './fake-desk.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, CRS84, NOW, RD, started, TOKEN, type AskOptions, type Client } from './harness.ts';

const UUID = '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10';
const receipt: Receipt = { uuid: UUID, received: '2026-11-21T12:00:00.0Z', holder: 'AB12', bytes: 2, sha256: 'ab' };
const settled = (status: number, more: Partial<Outcome> = {}): DeskAnswer => ({
  kind: 'settled', outcome: { receipt, state: 'settled', status, roots: [], report: null, ...more },
});
const finding = (more: Partial<Finding> = {}): Finding => ({
  rule: 'schema.waardelijst', severity: 'error', pointer: '/categorieKwetsbaarheid',
  message: { nl: 'Onbekende waarde.', en: 'Unknown value.' }, mend: { nl: 'Kies er een.', en: 'Choose one.' },
  suggestions: ['zeerKwetsbaar'], ...more,
});

/** A desk that records submissions and returns what the test sets. */
class RecordingDesk implements Partial<Desk> {
  submitted: { input: SubmissionInput; body: Buffer; wait: boolean }[] = [];
  answer: DeskAnswer = settled(201, { roots: [{ id: 'NL.IMEV 1/é', type: 'KwetsbaarGebouw' }] });
  outcomes = new Map<string, Outcome>();

  submit(input: SubmissionInput, body: Buffer, { wait }: { readonly wait: boolean }): Promise<DeskAnswer> {
    this.submitted.push({ input, body, wait });
    return Promise.resolve(this.answer);
  }

  outcome(uuid: string): Promise<Outcome | undefined> {
    return Promise.resolve(this.outcomes.get(uuid));
  }

  report({ source }: Report, form: string): Promise<Buffer> {
    return Promise.resolve(Buffer.from(`${form} of ${source}`));
  }

  changedShapes(): Promise<readonly ChangedShape[]> {
    const { shape, numbers } = flatten({ type: 'Point', coordinates: [120_000, 480_000] })!;
    return Promise.resolve([{ when: 'after', shape, numbers }]);
  }
}

const desk = new RecordingDesk();
const behind = fakeDesk({
  submit: (...given) => desk.submit(...given), outcome: (uuid) => desk.outcome(uuid), report: (...given) => desk.report(...given), changedShapes: () => desk.changedShapes(),
});
let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister(), desk: behind }); });
afterAll(() => server.close());
beforeEach(() => {
  desk.submitted = [];
  desk.answer = settled(201, { roots: [{ id: 'NL.IMEV 1/é', type: 'KwetsbaarGebouw' }] });
});

const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const RESOURCE = '/v1/kwetsbare-gebouwen';
const bearer = { authorization: `Bearer ${TOKEN}` };

function post(path: string, { headers, ...more }: AskOptions = {}) {
  const type = path.endsWith('/items') ? 'application/geo+json' : 'application/json';
  return server.ask(path, { method: 'POST', body: '{}', ...more, headers: { ...bearer, 'content-type': type, ...headers } });
}

describe('IR-endpoint: POST', () => {
  test('201 with the Location of the new resource: the feature, or the document', async () => {
    const feature = await post(ITEMS, { body: '{"a":"é"}' });
    expect(feature.status).toBe(201);
    expect(feature.headers.location).toBe(`${BASE}/collections/kwetsbare-gebouwen/items/NL.IMEV%201%2F%C3%A9`);
    expect(feature.headers).toMatchObject({ 'api-version': '1.0.0', 'cache-control': 'no-store', 'content-type': 'application/json' });
    expect(feature.json(), 'what was used of the message').toMatchObject({ uuid: UUID, status: 201, roots: [{ id: 'NL.IMEV 1/é' }] });
    expect(feature.headers.link).toBe(`<${BASE}/indieningen/${UUID}>; rel="status"`);
    const document = await post(RESOURCE);
    expect(document.headers.location).toBe(`${BASE}/kwetsbare-gebouwen/NL.IMEV%201%2F%C3%A9`);
  });

  test('a secret object is 201 too: its holder reads it at its Location', async () => {
    const kept = { id: 'geheim', entityType: 'KwetsbaarGebouw', pointer: '', verdict: 'accepted', published: false } as const;
    const report = {
      source: '/kwetsbare-gebouwen', model: '4.0', crs: CRS84, objects: [kept], findings: [], changes: [],
      counts: { objects: 1, accepted: 1, refused: 0, unchanged: 0, errors: 0, warnings: 0, rules: [], types: [] },
    } as const;
    desk.answer = settled(201, { roots: [{ id: 'geheim', type: 'KwetsbaarGebouw' }], report });
    const answer = await post(RESOURCE);
    expect([answer.status, answer.headers.location]).toEqual([201, `${BASE}/kwetsbare-gebouwen/geheim`]);
  });

  test('the desk gets the raw bytes, the holder of the token, the path, the media type and the CRS', async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
    await post(ITEMS, { body: bytes, headers: { 'content-type': 'Application/GEO+json; charset=utf-8' } });
    expect(desk.submitted[0]?.body.equals(bytes)).toBe(true);
    expect(desk.submitted[0]).toMatchObject({
      wait: true,
      input: {
        holder: 'AB12', method: 'POST', target: '/collections/kwetsbare-gebouwen/items', crs: CRS84,
        mediaType: 'application/geo+json', ifMatch: null,
      },
    });
  });

  test.each([[`<${RD}>`, RD], [RD, RD], [` <${RD.replace('9.9.1', '0')}> `, RD], [RD.replace('http:', 'https:'), RD]])(
    'IR-head: Content-Crs %s', async (header, crs) => {
      expect((await post(RESOURCE, { headers: { 'content-crs': header } })).status).toBe(201);
      expect(desk.submitted[0]?.input.crs).toBe(crs);
    });

  test.each(['', 'EPSG:7415', '28992', '<EPSG:28992>', '<>', `<${RD}`, `${RD}, ${CRS84}`, 'http://www.opengis.net/def/crs/EPSG/9.9.1/4326'])(
    'an unsupported Content-Crs %s is 400 and reaches nobody', async (header) => {
      const reply = await post(RESOURCE, { headers: { 'content-crs': header } });
      expect(reply.status).toBe(400);
      expect(reply.json()['type']).toMatch(/CrsNietOndersteund$/);
      expect(desk.submitted).toEqual([]);
    });

  test('IR-auth: no header is 403, an invalid one 401; nothing reaches the desk', async () => {
    for (const path of [ITEMS, RESOURCE]) {
      const none = await server.ask(path, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
      expect(none.status).toBe(403);
      expect(none.json()['type']).toMatch(/GeenToegang$/);
      const wrong = await post(path, { headers: { authorization: 'Bearer fout' } });
      expect(wrong.status).toBe(401);
      expect(wrong.json()['type']).toMatch(/TokenOngeldig$/);
    }
    expect(desk.submitted).toEqual([]);
  });

  test.each([
    [ITEMS, 'application/json'], [RESOURCE, 'application/geo+json'], [ITEMS, 'application/x-www-form-urlencoded'],
    [RESOURCE, 'text/plain'], [RESOURCE, 'onzin'], [RESOURCE, ''],
  ])('%s with Content-Type %s is 415', async (path, type) => {
    const reply = await post(path, { headers: { 'content-type': type } });
    expect(reply.status).toBe(415);
    expect(reply.json()['type']).toMatch(/MediatypeNietOndersteund$/);
    expect(desk.submitted).toEqual([]);
  });

  test('a compressed body is 415, so that it cannot be a zip bomb', async () => {
    expect((await post(RESOURCE, { headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
  });

  test('a parameter is 400', async () => {
    expect((await post(`${RESOURCE}?crs=${RD}`)).status).toBe(400);
  });

  test('a message above the limit is 413, announced or not', async () => {
    const body = Buffer.alloc(LIMITS.requestBodyBytesMax + 1, 0x20);
    const announced = await server.raw(
      `POST ${RESOURCE} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    expect(announced).toMatch(/^HTTP\/1.1 413 /);
    expect(announced).toContain('fouten/ev/TeGroot');
    expect((await post(RESOURCE, { body: body.subarray(1) })).status).toBe(201);
    expect(desk.submitted[0]?.body.length).toBe(LIMITS.requestBodyBytesMax);
  });

  test('paths that take no objects are 405', async () => {
    for (const path of ['/v1/collections/tankzuilen', `${RESOURCE}/1`]) {
      expect((await post(path)).status, path).toBe(405);
    }
    for (const path of [ITEMS, RESOURCE, '/v1/collections']) {
      for (const method of ['PUT', 'PATCH', 'DELETE']) expect((await server.ask(path, { method, headers: bearer })).status, `${method} ${path}`).toBe(405);
    }
    expect((await server.ask(ITEMS, { method: 'OPTIONS' })).headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    expect((await server.ask(RESOURCE, { method: 'OPTIONS' })).headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    expect((await server.ask('/v1/collections', { method: 'OPTIONS' })).headers.allow).toBe('GET, HEAD, POST, OPTIONS');
  });
});

describe('IR-endpoint-post-collections: POST of a FeatureCollection', () => {
  const COLLECTIONS = '/v1/collections';
  const send = (options: AskOptions = {}) => post(COLLECTIONS, { ...options, headers: { 'content-type': 'application/geo+json', ...options.headers } });
  const locationOf = async (...roots: Outcome['roots']) => {
    desk.answer = settled(201, { roots });
    const reply = await send();
    expect([reply.status, reply.headers.link]).toEqual([201, `<${BASE}/indieningen/${UUID}>; rel="status"`]);
    return reply.headers.location;
  };

  test('the Location is the feature when there is one, the collection when there is one type, else the submission', async () => {
    const [one, two] = [{ id: 'a b', type: 'KwetsbaarGebouw' }, { id: 'c', type: 'KwetsbaarGebouw' }] as const;
    expect(await locationOf(one)).toBe(`${BASE}/collections/kwetsbare-gebouwen/items/a%20b`);
    expect(await locationOf(one, two)).toBe(`${BASE}/collections/kwetsbare-gebouwen`);
    expect(await locationOf(one, { id: 'w', type: 'Wegen' })).toBe(`${BASE}/indieningen/${UUID}`);
    const apart = { id: 'l', entityType: 'LocatieActiviteit', pointer: '/features/0', verdict: 'accepted', features: 3 } as const;
    desk.answer = settled(201, { roots: [{ id: 'l', type: 'LocatieActiviteit' }], report: { ...reportOf([]), objects: [apart] } });
    expect((await send()).headers.location, 'a root of several features').toBe(`${BASE}/indieningen/${UUID}`);
  });

  test('the desk gets the path and the CRS; it takes GeoJSON only, with a token', async () => {
    await send({ body: '{"type":"FeatureCollection"}', headers: { 'content-crs': RD } });
    expect(desk.submitted).toMatchObject([{ input: { holder: 'AB12', method: 'POST', target: '/collections', crs: RD } }]);
    expect((await send({ headers: { 'content-type': 'application/json' } })).status).toBe(415);
    expect((await send({ headers: { authorization: '' } })).status).toBe(401);
    expect((await server.ask(COLLECTIONS, { method: 'POST', body: '{}' })).status).toBe(403);
    expect((await send({ headers: { 'content-crs': 'onzin' } })).status).toBe(400);
    expect(desk.submitted).toHaveLength(1);
  });
});

describe('IR-gen-3: PUT, PATCH and DELETE', () => {
  const ONE = `${RESOURCE}/gebouw%200003`;
  const FEATURE = `${ITEMS}/gebouw-0003`;
  const TYPES = { PUT: 'application/json', PATCH: 'application/merge-patch+json', DELETE: undefined };
  const ask = (method: keyof typeof TYPES, path: string, { headers, ...more }: AskOptions = {}) => {
    const type = method === 'PUT' && path.includes('/items/') ? 'application/geo+json' : TYPES[method];
    const body = type === undefined ? {} : { body: '{}' };
    return server.ask(path, { method, ...body, ...more, headers: { ...bearer, ...(type === undefined ? {} : { 'content-type': type }), ...headers } });
  };

  test('the desk gets method, target, CRS and the bytes; a DELETE brings none', async () => {
    desk.answer = settled(200);
    await ask('PUT', ONE, { body: '{"a":1}', headers: { 'content-crs': `<${RD}>` } });
    await ask('PATCH', FEATURE, { body: '{"b":1}' });
    await ask('DELETE', ONE, { body: 'x', headers: { 'content-length': '1', 'content-type': 'text/plain', 'content-crs': 'onzin' } });
    expect(desk.submitted.map(({ input: { method, target, crs }, body }) => [method, target, crs, body.toString()])).toEqual([
      ['PUT', '/kwetsbare-gebouwen/gebouw%200003', RD, '{"a":1}'],
      ['PATCH', '/collections/kwetsbare-gebouwen/items/gebouw-0003', CRS84, '{"b":1}'],
      ['DELETE', '/kwetsbare-gebouwen/gebouw%200003', CRS84, ''],
    ]);
  });

  test('IR-endpoint-put-geo: 200 has the outcome, 201 the Location, 204 no content', async () => {
    desk.answer = settled(200, { roots: [{ id: 'gebouw 0003', type: 'KwetsbaarGebouw' }], report: reportOf([finding({ severity: 'warning' })]) });
    const changed = await ask('PUT', ONE);
    expect([changed.status, changed.headers['content-type'], changed.headers['cache-control']]).toEqual([200, 'application/json', 'no-store']);
    expect(changed.json()).toMatchObject({ uuid: UUID, status: 200, roots: [{ href: `${BASE}/kwetsbare-gebouwen/gebouw%200003` }] });
    desk.answer = settled(201, { roots: [{ id: 'gebouw 0003', type: 'KwetsbaarGebouw' }] });
    expect((await ask('PUT', ONE)).headers.location).toBe(`${BASE}/kwetsbare-gebouwen/gebouw%200003`);
    desk.answer = settled(204);
    const gone = await ask('DELETE', FEATURE);
    expect([gone.status, gone.text, gone.headers.link]).toEqual([204, '', `<${BASE}/indieningen/${UUID}>; rel="status"`]);
  });

  test('IR-status-415: each takes its own media types', async () => {
    desk.answer = settled(200);
    const status = async (method: 'PUT' | 'PATCH', path: string, type: string) => (await ask(method, path, { headers: { 'content-type': type } })).status;
    for (const path of [ONE, FEATURE]) {
      expect(await status('PATCH', path, 'application/json')).toBe(200);
      expect(await status('PATCH', path, 'application/json-patch+json')).toBe(415);
      expect(await status('PUT', path, 'application/merge-patch+json')).toBe(415);
    }
    expect(await status('PUT', ONE, 'application/geo+json')).toBe(415);
    expect(await status('PUT', FEATURE, 'application/json')).toBe(415);
    expect(desk.submitted).toHaveLength(2);
  });

  test('OPEN-correction: PUT and PATCH of a root take correctie, and nothing else does', async () => {
    desk.answer = settled(200);
    for (const method of ['PUT', 'PATCH'] as const) {
      for (const [query, correct] of [['?correctie=true', true], ['?correctie=false', false], ['', false]] as const) {
        for (const path of [ONE, FEATURE]) {
          expect((await ask(method, path + query)).status).toBe(200);
          expect(desk.submitted.at(-1)?.input.correct).toBe(correct);
        }
      }
      expect((await ask(method, `${ONE}?correctie=ja`)).json()).toMatchObject({ status: 400, 'invalid-params': [{ name: 'correctie' }] });
      expect((await ask(method, `/v1/collections/windturbines/items/m1?correctie=true`)).status).toBe(400);
      expect((await ask(method, `/v1/locatie-activiteiten/l1/contouren/c1?correctie=true`)).status).toBe(400);
    }
    expect((await ask('DELETE', `${ONE}?correctie=true`)).status).toBe(400);
    expect((await server.ask(`${RESOURCE}?correctie=true`, { method: 'POST', body: '{}', headers: { ...bearer, 'content-type': 'application/json' } })).status).toBe(400);
    expect(desk.submitted).toHaveLength(12);
  });

  test('without a token 403, with a bad one 401; an impossible id is 404; a parameter 400', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      expect((await server.ask(ONE, { method })).status).toBe(403);
      expect((await ask(method, ONE, { headers: { authorization: 'Bearer fout' } })).status).toBe(401);
      expect((await ask(method, `${RESOURCE}/${'x'.repeat(300)}`)).status).toBe(404);
      expect((await ask(method, `${ONE}?crs=${CRS84}`)).status).toBe(400);
    }
    expect(desk.submitted).toEqual([]);
  });

  test('a write to an address with a moment is 400, because the past is read only; nothing reaches the desk', async () => {
    const moments = [
      'geldigOp=2025-01-01', 'geldigOp=2026-11-21', 'geldigOp=2999-01-01', 'geldigOp=', 'geldigOp=x', 'beschikbaarOp=2026-03-01T00:00:00Z', 'inWerkingOp=2025-01-01',
      'datetime=2025-01-01', 'geldigOp=2025-01-01&geldigOp=2025-01-01', 'correctie=true&geldigOp=2025-01-01',
    ];
    const writes = [['PUT', `${RESOURCE}/a`], ['PATCH', `${ITEMS}/a`], ['DELETE', `${RESOURCE}/a`], ['POST', RESOURCE], ['POST', '/v1/collections']] as const;
    for (const [method, path] of writes) {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : path.includes('collections') ? 'application/geo+json' : 'application/json';
      for (const moment of moments) {
        const reply = await server.ask(`${path}?${moment}`, { method, headers: { ...bearer, ...method === 'DELETE' ? {} : { 'content-type': type } }, body: '{}' });
        const { 'invalid-params': params = [] } = reply.json() as { 'invalid-params'?: { name: string; type: string; reason: unknown }[] };
        const param = params.find(({ name }) => moment.includes(`${name}=`) && name !== 'correctie');
        expect([reply.status, param?.type, JSON.stringify(param?.reason)], `${method} ${path}?${moment}`)
          .toEqual([400, expect.stringMatching(/parameter.OngeldigeParameter$/), expect.stringContaining('past is read only')]);
      }
    }
    expect(desk.submitted).toEqual([]);
  });

  test('Allow names them', async () => {
    const allow = async (path: string) => (await server.ask(path, { method: 'OPTIONS' })).headers.allow;
    for (const path of [ONE, FEATURE, '/v1/buisleiding-stelsels/x', `${PARTS}/y`, '/v1/collections/windturbines/items/x']) {
      expect(await allow(path)).toBe('GET, HEAD, PUT, PATCH, DELETE, OPTIONS');
    }
    for (const path of [PARTS, '/v1/collections/windturbines/items']) expect(await allow(path)).toBe('GET, HEAD, POST, OPTIONS');
  });

  test('OPEN-pipeline-lines: features of pipeline systems are read-only, their documents are writable', async () => {
    for (const [method, path] of [['POST', ''], ['PUT', ''], ['PUT', '/x'], ['PATCH', '/x'], ['DELETE', '/x']] as const) {
      const reply = await server.ask(`/v1/collections/buisleiding-stelsels/items${path}`, { method, headers: { ...bearer, 'content-type': 'application/geo+json' }, body: '{}' });
      expect([method, reply.status, reply.headers.allow]).toEqual([method, 405, 'GET, HEAD, OPTIONS']);
    }
    expect(desk.submitted).toEqual([]);
    expect((await server.ask('/v1/buisleiding-stelsels', { method: 'OPTIONS' })).headers.allow).toBe('GET, HEAD, POST, OPTIONS');
  });

  test('If-Match: a tag of any CRS or form counts by its hash, another one expects edition 0', async () => {
    desk.answer = settled(204);
    const tag = (await server.ask(FEATURE)).headers.etag ?? '';
    const inRd = (await server.ask(`${FEATURE}?crs=${RD}`)).headers.etag ?? '';
    expect(inRd).not.toBe(tag);
    const asked = async (match: string, path = FEATURE) => {
      await ask('DELETE', path, { headers: { 'if-match': match } });
      return desk.submitted.at(-1)?.input.ifMatch;
    };
    expect(await asked('*')).toBe('*');
    for (const match of [tag, inRd, `"x", ${tag}`]) expect(await asked(match), match).toBe('3');
    for (const match of [`W/${tag}, "x"`, '"x"']) expect(await asked(match), match).toBe('0');
    expect(await asked(tag, `${ITEMS}/gebouw-0004`)).toBe('0');
    await ask('DELETE', FEATURE);
    expect(desk.submitted.at(-1)?.input.ifMatch).toBeNull();
  });

  test('an If-Match as long as headers may be is read within 10 ms of CPU', () => {
    for (const match of [`"${'a'.repeat(16_000)}`, '"a'.repeat(8_000), `"${'.'.repeat(16_000)}`]) {
      expect(leastCpuMs(() => unmatchableIfMatch({ headers: { 'if-match': match } })), match.slice(0, 10)).toBeLessThan(10);
    }
  });

  test('If-Match without a strong tag is 412 because it never matches, and nothing is submitted', async () => {
    const tag = (await server.ask(FEATURE)).headers.etag ?? '';
    for (const [match, words] of [[`W/${tag}`, 'weak tags only'], [tag.replaceAll('"', ''), 'without quotes'], ['', 'is empty']] as const) {
      for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
        const reply = await ask(method, FEATURE, { headers: { 'if-match': match } });
        expect([reply.status, reply.json()['type']], match).toEqual([412, `${BASE}/fouten/ev/TagOngeldig`]);
        expect(reply.json()['detail']).toContain(words);
      }
    }
    expect(desk.submitted).toEqual([]);
  });

  test('where If-Match is required PUT and PATCH without it are refused, and POST, DELETE and requests with If-Match are not', async () => {
    const strict = await started({ editions: aRegister(), desk: behind, requireIfMatch: true });
    const write = async (method: string, path: string, more: Readonly<Record<string, string>> = {}) => {
      const type = method !== 'PATCH' && path.startsWith(ITEMS) ? 'application/geo+json' : 'application/json';
      return await strict.ask(path, { method, body: method === 'DELETE' ? '' : '{}', headers: { ...bearer, 'content-type': type, ...more } });
    };
    desk.answer = settled(200);
    for (const path of [FEATURE, `${RESOURCE}/gebouw-0003`, `${PARTS}/x`]) {
      for (const method of ['PUT', 'PATCH']) {
        const refused = await write(method, path);
        expect([refused.status, refused.json()['type']], path).toEqual([428, `${BASE}/fouten/ev/VoorwaardeVereist`]);
        expect(refused.json()).toMatchObject({ detail: expect.stringContaining('add a new object by POST') as unknown, 'invalid-params': [{ name: 'If-Match' }] });
        expect((await write(method, path, { 'if-match': '*' })).status, path).toBe(200);
        expect((await write(method, path, { 'if-match': 'x' })).status, path).toBe(412);
      }
    }
    expect(desk.submitted).toHaveLength(6);
    expect((await write('POST', ITEMS)).status).toBe(200);
    expect((await write('DELETE', FEATURE)).status).toBe(200);
    await strict.close();
  });

  test('the tag in the body of a HAL document matches as its ETag does', async () => {
    desk.answer = settled(204);
    const root = PARTS.slice(0, PARTS.lastIndexOf('/'));
    const { _links } = (await server.ask(root, { headers: { accept: 'application/hal+json' } })).json() as { _links: { self: { etag: string } } };
    await ask('DELETE', root, { headers: { 'if-match': _links.self.etag } });
    expect(desk.submitted.at(-1)?.input.ifMatch).toBe('3');
  });
});

const PARTS = '/v1/locatie-activiteiten/tank%20%3C1%3E&%22\'/referenties';

describe('IR-endpoint-subresources: writes below a root', () => {
  const part = { id: 'r/1', entityType: 'Vulpunt', change: 'made' } as const;
  const rootVerdict = { id: 'tank <1>&"\'', entityType: 'LocatieActiviteit', pointer: '', verdict: 'accepted', part } as const;
  const made = settled(201, { roots: [{ id: rootVerdict.id, type: 'LocatieActiviteit' }], report: { ...reportOf([]), objects: [rootVerdict] } });
  const type = { ...bearer, 'content-type': 'application/json' };

  test('POST: the desk gets the path, and the Location is that of the new object', async () => {
    desk.answer = made;
    const reply = await server.ask(PARTS, { method: 'POST', body: '{}', headers: { ...type, 'content-crs': `<${RD}>` } });
    expect(desk.submitted[0]?.input).toMatchObject({ method: 'POST', target: `/locatie-activiteiten/${encodeURIComponent(rootVerdict.id)}/referenties`, crs: RD });
    expect([reply.status, reply.headers.location]).toEqual([201, `${BASE}/locatie-activiteiten/${encodeURIComponent(rootVerdict.id)}/referenties/r%2F1`]);
  });

  test('PUT, PATCH and DELETE: of one object; IR-endpoint-put-resource: on the list 405', async () => {
    for (const [method, status] of [['PUT', 200], ['PATCH', 200], ['DELETE', 204]] as const) {
      desk.answer = settled(status);
      const options = { method, headers: type, ...(method === 'DELETE' ? {} : { body: '{}' }) };
      expect((await server.ask(`${PARTS}/r%2F1`, options)).status).toBe(status);
      expect(desk.submitted.at(-1)?.input).toMatchObject({ method, target: `/locatie-activiteiten/${encodeURIComponent(rootVerdict.id)}/referenties/r%2F1` });
      expect((await server.ask(PARTS, options)).status, method).toBe(405);
    }
  });

  test('the head is checked as for any write, and roots without nested objects have no such path', async () => {
    const post = (path: string, headers: Readonly<Record<string, string>>) => server.ask(path, { method: 'POST', body: '{}', headers });
    expect((await post(PARTS, { 'content-type': 'application/json' })).status).toBe(403);
    expect((await post(PARTS, { ...type, 'content-type': 'application/geo+json' })).status).toBe(415);
    expect((await post(`${PARTS}?crs=${RD}`, type)).status).toBe(400);
    expect((await post(`/v1/wegen/${'x'.repeat(300)}/contouren`, type)).status).toBe(404);
    expect((await post('/v1/kwetsbare-gebouwen/gebouw-0003/contouren', type)).status).toBe(404);
    expect(desk.submitted).toEqual([]);
  });

  test('If-Match: a nested object has the tag of its root’s document, in any CRS', async () => {
    desk.answer = settled(204);
    const root = PARTS.slice(0, PARTS.lastIndexOf('/'));
    const tags = await Promise.all([root, `${root}?crs=${RD}`].map(async (path) => (await server.ask(path)).headers.etag ?? ''));
    expect(new Set(tags).size).toBe(2);
    for (const [match, asked] of [...tags.map((tag) => [tag, '3'] as const), ['"x"', '0'], ['*', '*']] as const) {
      await server.ask(`${PARTS}/x`, { method: 'DELETE', headers: { ...bearer, 'if-match': match } });
      expect(desk.submitted.at(-1)?.input.ifMatch, match).toBe(asked);
    }
  });
});

describe('IR-err-2: responses of the desk', () => {
  test('refused: 400 ValidatieFout with all field errors together', async () => {
    desk.answer = { kind: 'refused', findings: [finding(), finding({ severity: 'warning' }), finding({ pointer: '/id', rule: 'schema.required' })] };
    const reply = await post(RESOURCE);
    expect(reply.status).toBe(400);
    expect(reply.json()).toMatchObject({
      type: `${BASE}/fouten/ev/ValidatieFout`, status: 400,
      'invalid-params': [
        { type: `${BASE}/fouten/ev/regel/schema.waardelijst`, name: 'categorieKwetsbaarheid', reason: expect.stringContaining('Onbekende waarde. Kies er een.') as unknown, allowed: ['zeerKwetsbaar'] },
        { name: 'id' },
      ],
    });
    expect(reply.json()['invalid-params']).toHaveLength(2);
  });

  test.each([
    [400, 'ValidatieFout'], [401, 'NietGeautoriseerd'], [403, 'GeenToegang'], [404, 'BestaatNiet'], [409, 'Strijdig'],
    [412, 'VoorwaardeNietVervuld'], [422, 'NietVerwerkbaar'], [500, 'OnverwachteFout'],
  ])('settled as %i: %s with the findings', async (status, type) => {
    desk.answer = settled(status, { report: reportOf([finding({ pointer: '/x' })]) });
    const reply = await post(ITEMS);
    expect(reply.status).toBe(status);
    expect(reply.json()).toMatchObject({ type: `${BASE}/fouten/ev/${type}`, 'invalid-params': [{ name: 'x' }] });
  });

  test('409 of an existing object is BestaatAl', async () => {
    desk.answer = settled(409, { report: reportOf([finding({ rule: 'id.bestaat-al' })]) });
    expect((await post(ITEMS)).json()['type']).toMatch(/BestaatAl$/);
  });

  test.each([
    ['/identificatie/lokaalID', undefined, 'identificatie.lokaalID'], ['/voertUit/0/beginGeldigheid', undefined, 'voertUit.0.beginGeldigheid'],
    ['/properties/naam', undefined, 'naam'], ['/features/12/properties/naam', undefined, 'naam'], ['/features', undefined, 'features'], ['/properties', undefined, 'properties'], ['/geometry/coordinates/0/3', undefined, 'geometry.coordinates.0.3'],
    ['/a~1b~0c', undefined, 'a/b~c'], ['/0/naam', undefined, 'naam'], ['/0', undefined, ''], ['', undefined, ''],
    ['', 'id', 'id'], ['/properties/identificatie', 'lokaalID', 'identificatie.lokaalID'], ['/voertUit/1', 'a/b', 'voertUit.1.a/b'],
  ])('an error at "%s" that misses %s is about the field "%s"', async (pointer, missing, name) => {
    desk.answer = { kind: 'refused', findings: [finding({ pointer, ...(missing === undefined ? {} : { missing }) })] };
    const place = missing === undefined ? pointer : `${pointer}/${missing.replace('/', '~1')}`;
    expect((await post(RESOURCE)).json()['invalid-params']).toMatchObject([{ name, pointer: place }]);
  });

  test('pending: 202 with the Location of the submission', async () => {
    desk.answer = { kind: 'pending', receipt };
    const reply = await post(ITEMS);
    expect(reply.status).toBe(202);
    expect(reply.headers.location).toBe(`${BASE}/indieningen/${UUID}`);
    expect(reply.headers['preference-applied']).toBeUndefined();
    expect(reply.json()).toMatchObject({ uuid: UUID, state: 'pending', status: null, roots: [] });
  });

  test('in mode scheduled 202 and its address have the time of the next batch', async () => {
    const nextBatch = Date.parse('2026-11-22T01:00:00Z') as Moment;
    desk.answer = { kind: 'pending', receipt, nextBatch };
    const reply = await post(ITEMS);
    expect([reply.status, reply.headers.location, reply.headers['preference-applied']]).toEqual([202, `${BASE}/indieningen/${UUID}`, undefined]);
    expect(reply.json()).toMatchObject({ state: 'pending', nextBatch: '2026-11-22T01:00:00.0Z' });
    const pending: Outcome = { receipt, state: 'pending', status: null, roots: [], report: null };
    const ask = (accept: string) => server.ask(`/v1/indieningen/${UUID}`, { headers: { ...bearer, accept } });
    desk.outcomes.set(UUID, { ...pending, nextBatch });
    const planned = await ask('application/json');
    expect(planned.json()).toMatchObject({ state: 'pending', nextBatch: '2026-11-22T01:00:00.0Z' });
    expect(Number(planned.headers['retry-after'])).toBe(Math.ceil((nextBatch - NOW.getTime()) / 1_000));
    expect((await ask('text/html')).text).toMatch(/volgende ronde[^]*2026-11-22T01:00:00.0Z/);
    desk.outcomes.set(UUID, { ...pending, nextBatch: null });
    const unplanned = await ask('application/json');
    expect([unplanned.json()['nextBatch'], unplanned.headers['retry-after']]).toEqual([null, undefined]);
    desk.outcomes.set(UUID, pending);
    expect((await ask('application/json')).headers['retry-after']).toBe('1');
  });

  test.each(['respond-async', 'wait=5, Respond-Async', 'respond-async; x=1'])('Prefer: %s does not wait', async (prefer) => {
    desk.answer = { kind: 'pending', receipt };
    const reply = await post(ITEMS, { headers: { prefer } });
    expect(desk.submitted[0]?.wait).toBe(false);
    expect(reply.headers['preference-applied']).toBe('respond-async');
  });

  test('parked: 202, and its address has the reason and the waiting submission', async () => {
    const note = finding({ rule: 'levering.geparkeerd', severity: 'warning', pointer: '', message: { nl: 'Geparkeerd.', en: 'Parked.' } });
    const parked: Outcome = { receipt, state: 'parked', status: null, roots: [], report: reportOf([note]) };
    desk.answer = { kind: 'settled', outcome: parked };
    const reply = await post(RESOURCE);
    expect([reply.status, reply.headers.location]).toEqual([202, `${BASE}/indieningen/${UUID}`]);
    expect(reply.json()).toMatchObject({ state: 'parked', status: null, report: { findings: [{ message: { nl: 'Geparkeerd.' } }] } });
    const later = UUID.replace(/.$/, '1');
    desk.outcomes.set(UUID, parked);
    desk.outcomes.set(later, { receipt: { ...receipt, uuid: later }, state: 'pending', status: null, roots: [], report: null, waitsFor: UUID });
    const ask = (uuid: string, accept: string) => server.ask(`/v1/indieningen/${uuid}`, { headers: { ...bearer, accept } });
    expect((await ask(later, 'application/json')).json()).toMatchObject({ state: 'pending', waitsFor: UUID });
    expect((await ask(later, 'text/html')).text).toContain(`href="${BASE}/indieningen/${UUID}"`);
    expect((await ask(UUID, 'text/html')).text).toContain('De beheerder kan de indiening vrijgeven.');
  });

  test('refused by the operator: its address has the reason; retried: it links the retry', async () => {
    const later = UUID.replace(/.$/, '1');
    const note = finding({ rule: 'levering.geweigerd', pointer: '', message: { nl: 'Reden: <half>', en: 'Reason: <half>' } });
    desk.outcomes.set(UUID, { receipt, state: 'refused', status: 422, roots: [], report: reportOf([note]) });
    desk.outcomes.set(later, { receipt: { ...receipt, uuid: later }, state: 'retried', status: 500, roots: [], report: null, retriedAs: UUID });
    const ask = (uuid: string, accept: string) => server.ask(`/v1/indieningen/${uuid}`, { headers: { ...bearer, accept } });
    expect((await ask(UUID, 'application/json')).json()).toMatchObject({ state: 'refused', status: 422, report: { findings: [{ message: { nl: 'Reden: <half>' } }] } });
    expect((await ask(UUID, 'text/html')).text).toMatch(/Geweigerd door de beheerder[^]*Reden: &lt;half&gt;/);
    expect((await ask(later, 'application/json')).json()).toMatchObject({ state: 'retried', retriedAs: UUID });
    expect((await ask(later, 'text/html')).text).toContain(`href="${BASE}/indieningen/${UUID}"`);
  });

  test('set aside: 500 with the receipt', async () => {
    desk.answer = settled(201, { state: 'aside', status: null });
    const reply = await post(ITEMS);
    expect(reply.status).toBe(500);
    expect(reply.text).toContain(UUID);
  });

  test('a desk that fails is 500 without details', async () => {
    const failing = await started({ editions: aRegister(), desk: fakeDesk({ submit: () => Promise.reject(new Error('SQLITE_FULL /data/inbox.db')) }) });
    const reply = await failing.ask(RESOURCE, { method: 'POST', body: '{}', headers: { ...bearer, 'content-type': 'application/json' } });
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain('SQLITE');
    await failing.close();
  });

  test('a fault of disk or clock behind the desk is 503 with Retry-After, without details', async () => {
    const failing = await started({ editions: aRegister(), desk: fakeDesk({ submit: () => Promise.reject(new Fault('the disk is full', { step: 'State:Write', path: '/data/inbox.db' })) }) });
    const reply = await failing.ask(RESOURCE, { method: 'POST', body: '{}', headers: { ...bearer, 'content-type': 'application/json' } });
    expect(reply.status).toBe(503);
    expect(reply.headers['retry-after']).toBe('30');
    expect(reply.text).not.toContain('inbox.db');
    await failing.close();
  });
});

describe('GET /indieningen/{uuid}', () => {
  const path = `/v1/indieningen/${UUID}`;
  beforeEach(() => {
    desk.outcomes = new Map([[UUID, {
      receipt, state: 'settled', status: 422, roots: [{ id: 'a b', type: 'Wegen' }], report: reportOf([finding({ line: 3 })]),
    }]]);
  });

  test('gives the submitter the outcome and the report', async () => {
    const reply = await server.ask(path, { headers: bearer });
    expect(reply.status).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.json()).toMatchObject({
      uuid: UUID, state: 'settled', status: 422, roots: [{ id: 'a b', href: `${BASE}/wegen/a%20b` }],
      report: { findings: [{ pointer: '/categorieKwetsbaarheid' }] },
    });
    const page = await server.ask(path, { headers: { ...bearer, accept: 'text/html' } });
    expect(page.text).toContain('Onbekende waarde.');
    for (const [accept, form] of [
      ['text/csv', 'csv'], ['application/geo+json', 'geojson'], ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
    ] as const) {
      const report = await server.ask(path, { headers: { ...bearer, accept } });
      expect([report.status, report.text]).toEqual([200, `${form} of POST`]);
      expect(report.headers['content-type']).toContain(accept);
      expect((await server.ask(path, { headers: { accept } })).status).toBe(403);
    }
    expect(page.text).toContain('(regel 3)');
    expect(page.text).toContain('<td>Fout</td>');
    expect(page.text).toContain('<dd>1: 0 aanvaard, 1 geweigerd</dd>');
    expect(page.text).toContain('<dd>1 fout, 0 waarschuwingen</dd>');
    expect(page.text).toContain('niets is aanvaard');
    expect(page.text).toMatch(/<td>\+ PRContour<\/td><td class="number">1<\/td>\s<td class="number">2<\/td>/);
  });

  test('the page says what the submission changes, with counts first and a map, in both languages', async () => {
    const counts: Effects['counts'] = { ended: 1, revived: 0, reverted: 0, onlyPast: 0, changed: 1, new: 0, unchanged: 2 };
    const effects: Effects = {
      counts, leftOut: 0, roots: [
        { id: 'b<1>', entityType: 'Wegen', effect: 'changed', differences: [{ field: 'populatie', kind: 'value', before: 1, after: 5 }] },
        { id: 'b2', entityType: 'Wegen', effect: 'ended', endedParts: [{ id: 'm1', entityType: 'PRContour' }] },
      ],
    };
    desk.outcomes = new Map([[UUID, { receipt, state: 'settled', status: 200, roots: [], report: { ...reportOf([]), uuid: UUID, effects } }]]);
    const nl = (await server.ask(`${path}?f=html`, { headers: bearer })).text;
    expect(nl).toMatch(/<h2 id="verandert">Wat verandert<\/h2>[^]*1 beëindigd, 1 gewijzigd, 2 ongewijzigd[^]*<svg[^]*<h3>Beëindigd \(1×\)<\/h3>[^]*populatie: 1 → 5/);
    expect(nl).toContain('b&lt;1&gt;');
    const en = (await server.ask(`${path}?f=html&lang=en`, { headers: bearer })).text;
    expect(en).toMatch(/<h2 id="verandert">What changes<\/h2>[^]*<h3>Ended \(1×\)<\/h3>[^]*ends with it: PRContour m1/);
    expect(en).not.toContain('Wat verandert');
  });

  test('links no unreadable object', async () => {
    const roots = [{ id: 'geheim', type: 'Wegen' }, { id: 'open', type: 'Wegen' }] as const;
    const object = { entityType: 'Wegen', pointer: '', verdict: 'accepted' } as const;
    const report = { ...reportOf([]), objects: [{ ...object, id: 'geheim', published: false }, { ...object, id: 'open' }] };
    desk.outcomes = new Map([[UUID, { receipt, state: 'settled', status: 200, roots, report }]]);
    const { roots: served } = (await server.ask(path, { headers: bearer })).json();
    expect(served).toEqual([{ id: 'geheim', type: 'Wegen' }, { id: 'open', type: 'Wegen', href: `${BASE}/wegen/open` }]);
    const page = await server.ask(path, { headers: { ...bearer, accept: 'text/html' } });
    expect(page.text).toContain('<li>geheim</li>');
  });

  test('needs a token, and gives another holder the response of an unknown number', async () => {
    expect((await server.ask(path)).status).toBe(403);
    expect((await server.ask(path, { headers: { authorization: 'Bearer fout' } })).status).toBe(401);
    const other = await server.ask(path, { headers: { authorization: 'Bearer ander-token' } });
    const unknown = await server.ask(`/v1/indieningen/${UUID.replace('0b5a', 'ffff')}`, { headers: bearer });
    const { instance: _, ...first } = other.json();
    const { instance: __, ...second } = unknown.json();
    expect(first).toEqual(second);
    expect(other.status).toBe(404);
    expect((await server.ask('/v1/indieningen/..%2f..', { headers: bearer })).status).toBe(404);
  });

  test('a pending submission has Retry-After', async () => {
    desk.outcomes = new Map([[UUID, { receipt, state: 'pending', status: null, roots: [], report: null }]]);
    const reply = await server.ask(path, { headers: bearer });
    expect(reply.headers['retry-after']).toBe('1');
    expect(reply.json()['state']).toBe('pending');
  });
});

function reportOf(findings: readonly Finding[]) {
  return {
    source: 'POST', model: '4.0' as const, crs: CRS84, objects: [], findings, changes: [],
    counts: {
      objects: 1, accepted: 0, refused: 1, unchanged: 0, errors: findings.length, warnings: 0, rules: [],
      types: [{ entityType: 'PRContour', nested: true, objects: 3, accepted: 1, refused: 2, unchanged: 0 }],
    },
  };
}

describe('bytes after a request that are not a request', () => {
  const head = `POST ${RESOURCE} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;

  test('a broken body is 400', async () => {
    const receivedText = await server.raw(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    expect(receivedText).toMatch(/^HTTP\/1.1 400 Bad Request/);
    expect(desk.submitted).toEqual([]);
  });

  test('garbage after a write never changes the response to that write', async () => {
    const slow = fakeDesk({ submit: async () => await new Promise((resolve) => { setImmediate(() => resolve(settled(409))); }) });
    const own = await started({ editions: aRegister(), desk: slow });
    const receivedText = await own.raw(`${head}Content-Length: 2\r\n\r\n{}onzin\r\n\r\n`);
    expect(receivedText).not.toContain('HTTP/1.1 400');
    await own.close();
  });
});

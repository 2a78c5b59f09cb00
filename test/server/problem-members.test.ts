/** Problems: whatever is wrong with a request, its problem has every member, `detail` too, as the OpenAPI document requires. */
import { Ajv, type ValidateFunction } from 'ajv';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROBLEMS, type ProblemName } from '../../schemas/problems.ts';
import { problemResponse } from '../../server/handlers/problem.ts';
import { invalid, invalidObjects } from '../../server/response/invalid-params.ts';
import type { Problem } from '../../server/response/problem.ts';
import { drawn } from '../runs.ts';
import { BASE } from './fake-editions.ts';
import { fakeDesk } from './fake-desk.ts';
import { aRegister, started, TOKEN, type Client } from './harness.ts';

type Node = Readonly<Record<string, unknown>>;

let server: Client;
let paths: readonly string[];
let isProblem: ValidateFunction;
beforeAll(async () => {
  server = await started({ editions: aRegister(), desk: fakeDesk({}), rateLimits: { perFrame: 1_000_000, perMonth: null } });
  const document = (await server.ask('/v1/openapi.json')).json() as { paths: Node; components: { schemas: Record<string, Node> } };
  paths = Object.keys(document.paths).map((path) => `/v1${path.replaceAll(/\{\w+\}/g, 'onbekend')}`);
  isProblem = new Ajv({ strict: false, formats: { uri: /^[a-z]+:\S+$/ } }).compile({ ...document.components.schemas['Problem'], components: document.components });
});
afterAll(() => server.close());

const BEARER = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
/** Headers and query of requests, each with a mistake. */
const MISTAKES: readonly { readonly query?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }[] = [
  { query: '?onzin=1' }, { query: '?limit=0&limit=0' }, { query: '?geldigOp=2999-01-01' }, { query: '?inWerkingOp=2020-01-01' }, { query: '?filter=%28' },
  { headers: { accept: 'image/png' } }, { headers: { 'accept-crs': 'EPSG:7415' } }, { headers: { 'api-version': '9.9.9' } }, { headers: { 'api-version': 'x' } },
  { headers: { authorization: 'Bearer onbekend' } }, { headers: { authorization: 'Onzin' } }, { headers: { 'x-api-key': 'onbekend' } }, { headers: { expect: 'onzin' } },
  { headers: { ...BEARER, 'content-type': 'text/plain' }, body: 'x' }, { headers: { ...BEARER, 'content-encoding': 'br' }, body: '{' },
  { headers: BEARER, body: '{' }, { headers: BEARER, body: '[]' }, { headers: { ...BEARER, 'if-match': 'W/"a"' }, body: '{}' }, { headers: { 'x-lang': 'a'.repeat(20_000) } }, {},
];

describe('IR-err-1', () => {
  test('every mistake in a request, at every path and by every method, is a problem with all members', async () => {
    const seen = new Set<number>();
    const request = fc.tuple(fc.constantFrom(...paths, '/v1/nergens', '/elders'), fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'), fc.constantFrom(...MISTAKES));
    await fc.assert(fc.asyncProperty(request, async ([path, method, { query = '', headers = {}, body = '' }]) => {
      const reply = await server.ask(path + query, { method, headers, ...(method === 'GET' ? {} : { body }) });
      if (reply.status < 400) return;
      seen.add(reply.status);
      expect(reply.headers['content-type']).toBe('application/problem+json');
      expect(isProblem(reply.json()), JSON.stringify([reply.json(), isProblem.errors])).toBe(true);
      expect(reply.json()).toMatchObject({ status: reply.status, detail: expect.stringMatching(/\S \/ \S/) as string });
    }), { numRuns: drawn(2_000, 8) });
    expect([...seen]).toEqual(expect.arrayContaining([400, 401, 403, 404, 405, 406]));
  });

  test('the OpenAPI document requires them', () => {
    const whole: Node = { type: 'https://a', title: 'a', status: 400, detail: 'a', instance: 'urn:uuid:a' };
    expect(isProblem(whole)).toBe(true);
    for (const member of Object.keys(whole)) expect([member, isProblem({ ...whole, [member]: undefined })]).toEqual([member, false]);
  });
});

describe('OPEN-validation-detail: the problem of a refused write', () => {
  const finding = { rule: 'schema.required', severity: 'error', pointer: '/naam', message: { nl: 'a', en: 'b' }, mend: { nl: 'c', en: 'd' } } as const;
  const detailOf = (problem: Problem): unknown => (
    JSON.parse(String(problemResponse(problem, { baseUrl: BASE, id: 'x', context: undefined }).body[0])) as Node
  )['detail'];

  test.each([
    [1, 'Er is één fout; hieronder staan het veld en de reden. / There is one error; its field and reason are below.'],
    [2, 'Er zijn 2 fouten; van elke staan hieronder het veld en de reden. / There are 2 errors; the field and the reason of each are below.'],
    [1_001, 'Er zijn 1001 fouten; van de eerste 1000 staan hieronder het veld en de reden. / There are 1001 errors; the field and the reason of the first 1000 are below.'],
  ])('says in both languages that there are %d errors, and where they are', (count, words) => {
    const findings = Array.from({ length: count }, () => finding);
    for (const list of [invalid, invalidObjects]) expect(detailOf(list('ValidatieFout', [...findings, { ...finding, severity: 'warning' }]))).toBe(words);
  });

  test('has a detail without any finding too', () => {
    for (const problem of Object.keys(PROBLEMS) as ProblemName[]) expect(detailOf(invalid(problem, []))).toMatch(/\S \/ \S/);
  });
});

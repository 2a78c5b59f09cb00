/** Reason phrase of a refused write: the first finding in plain ASCII, without text of its sender. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../schemas/finding.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { fieldsOf } from '../../schemas/model/model.ts';
import { PROBLEMS, type ProblemName } from '../../schemas/problems.ts';
import { RULE_IDS } from '../../schemas/rules.ts';
import { invalid } from '../../server/response/invalid-params.ts';
import { reasonPhrase } from '../../server/response/reason-phrase.ts';
import { withRequestRules } from '../../pipelines/requests/request-rules.ts';
import { deliver, example } from '../pipelines/prepare/deliveries.ts';
import { spatialForTests } from '../pipelines/prepare/spatial-for-tests.ts';
import { fakeDesk } from './fake-desk.ts';
import { aRegister, started, TOKEN, type Client } from './harness.ts';

const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const PHRASE = /^[\x20-\x7E]{1,120}$/;
/** Text in every value of the sender, with bytes that would begin a header. */
const PLANTED = 'GEPLANT\r\nX-Kwaad: 1\r\n\r\n€é\u0000';
const MARK = /geplant|kwaad/i;

let findings: readonly Finding[] = [];
let client: Client;
beforeAll(async () => {
  const desk = fakeDesk({ submit: () => Promise.resolve({ kind: 'refused', findings }) });
  client = await started({ editions: aRegister(), desk, requireIfMatch: true });
});
afterAll(() => client.close());

/** Returns the head of the response to a POST, when the desk reports these findings. */
async function headOf(found: readonly Finding[], more = ''): Promise<string> {
  findings = found;
  const answer = await client.raw([
    `POST ${ITEMS} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${TOKEN}`, 'Content-Type: application/geo+json', 'Content-Length: 2',
    'Connection: close', ...(more === '' ? [] : [more]), '', '{}',
  ].join('\r\n'));
  return answer.slice(0, answer.indexOf('\r\n\r\n'));
}

const WORDS = { message: { nl: 'x', en: 'x' }, mend: { nl: 'x', en: 'x' } };
const error = (more: Partial<Finding>): Finding => ({ rule: 'schema.required', severity: 'error', pointer: '/properties', ...WORDS, ...more });

describe('the reason phrase of a refused write', () => {
  test('is the title of the first error with its field, whatever follows', async () => {
    const note = error({ rule: 'regel.afgeleid-veld', severity: 'info' });
    const head = await headOf([note, error({ missing: 'geometrieMetagegevens' }), error({ rule: 'schema.type', pointer: '/properties/populatie' })]);
    expect(head.split('\r\n', 1)).toEqual(['HTTP/1.1 400 Een verplicht veld ontbreekt: geometrieMetagegevens']);
    expect(await headOf([error({ rule: 'schema.type', pointer: '/properties/identificatie/lokaalID' })]))
      .toMatch(/^HTTP\/1\.1 400 Een waarde is van de verkeerde soort: identificatie\.lokaalID\r\n/);
  });

  test('names no field that the model does not have', async () => {
    expect(await headOf([error({ rule: 'schema.onbekend-veld', pointer: '/properties/documentInfo/GEPLANT' })]))
      .toMatch(/^HTTP\/1\.1 400 Een veld bestaat niet, of niet in het object waarin het staat: documentInfo\r\n/);
  });

  test('is the title of the problem without findings', async () => {
    expect(await headOf([], 'Content-Crs: GEPLANT')).toMatch(/^HTTP\/1\.1 400 CRS niet ondersteund\r\n/);
    const put = await client.ask(`${ITEMS}/x`, { method: 'PUT', body: '{}', headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/geo+json' } });
    expect([put.status, put.phrase]).toEqual([428, 'Een wijziging zonder If-Match wordt hier niet aangenomen']);
    const without = await client.ask(ITEMS, { method: 'POST', body: '{}' });
    expect([without.status, without.phrase]).toEqual([403, 'Geen toegang']);
  });

  test('of reading is the usual one', async () => {
    const replies = await Promise.all([client.ask(`${ITEMS}?onzin=1`), client.ask(`${ITEMS}/onbekend`), client.ask('/v1/_search', { method: 'POST', body: '{' })]);
    expect(replies.map(({ phrase }) => phrase)).toEqual(['Bad Request', 'Not Found', 'Unsupported Media Type']);
  });

  test('is ASCII of at most 120 characters for every rule and problem', () => {
    for (const rule of RULE_IDS) {
      expect(reasonPhrase(invalid('ValidatieFout', [error({ rule, missing: 'geometrieMetagegevens' })])), rule).toMatch(PHRASE);
    }
    for (const problem of Object.keys(PROBLEMS) as ProblemName[]) expect(reasonPhrase({ problem, detail: WORDS.message })).toMatch(PHRASE);
    expect(reasonPhrase(invalid('ValidatieFout', [error({ rule: 'levering.leeg-item', pointer: '' })]))).toContain("komma's");
  });
});

test('no byte of a hostile feature is in the status line or a header, in whichever field it stands', async () => {
  const spatial = await spatialForTests();
  const building = example('school-zwolle.json');
  const { geometrie, ...properties } = building;
  const hostile: readonly Json[] = [PLANTED, { [PLANTED]: PLANTED }, [PLANTED, { [PLANTED]: 1 }]];
  const features: readonly JsonObject[] = [
    ...fieldsOf('KwetsbaarGebouw').filter(({ name }) => name !== 'geometrie').flatMap(({ name }) => hostile.map((value): JsonObject => (
      { type: 'Feature', geometry: geometrie!, properties: { ...properties, [name]: value } }
    ))),
    ...hostile.map((value): JsonObject => ({ type: 'Feature', id: value, geometry: geometrie!, properties })),
    ...hostile.map((value): JsonObject => ({ type: 'Feature', geometry: value, properties })),
    ...hostile.map((value): JsonObject => ({ type: 'Feature', geometry: { type: PLANTED, coordinates: value }, properties })),
    { type: 'Feature', geometry: geometrie!, properties: { ...properties, [PLANTED]: PLANTED } }, { type: PLANTED, [PLANTED]: PLANTED },
  ];
  let refused = 0;
  for (const feature of features) {
    const { report } = await deliver(spatial, JSON.stringify(feature));
    const found = withRequestRules(report, '/collections/kwetsbare-gebouwen/items').findings;
    if (!found.some(({ severity }) => severity === 'error')) continue;
    refused += 1;
    const head = await headOf(found);
    const [first = '', ...headers] = head.split('\r\n');
    expect(first, JSON.stringify(feature)).toMatch(/^HTTP\/1\.1 400 [\x20-\x7E]{1,120}$/);
    expect(head, JSON.stringify(feature)).not.toMatch(MARK);
    expect(headers.every((header) => /^[A-Za-z-]+: [\x20-\x7E]*$/.test(header)), head).toBe(true);
  }
  expect(refused).toBeGreaterThan(50);
});

/** Earlier: a finding on a repeated thing names the lines and objects of both. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csv } from '../../../pipelines/prepare/report/csv.ts';
import { htmlReport } from '../../../pipelines/prepare/report/html.ts';
import { text } from '../../../pipelines/prepare/report/text.ts';
import { Ids } from '../../../pipelines/prepare/delivery/ids.ts';
import type { Spatial } from '../../../pipelines/prepare/geometry/index.ts';
import type { Finding, Report } from '../../../schemas/finding.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { building, deliver, example } from './deliveries.ts';
import { spatialForTests } from './spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => { spatial.close(); });

const LOCATION = example('lpg-tankstation-amersfoort.json');
const [ACTIVITY] = (LOCATION as { voertUit: JsonObject[] }).voertUit;

async function foundIn(roots: readonly Json[], rule: string, indent = 2): Promise<{ finding: Finding; written: readonly string[]; report: Report }> {
  const source = indent === 0 ? roots.map((root) => JSON.stringify(root)).join('\n') : JSON.stringify(roots, null, indent);
  const { report } = await deliver(spatial, source);
  const finding = report.findings.find((one) => one.rule === rule);
  expect(finding, rule).toBeDefined();
  return { finding: finding!, written: source.split('\n'), report };
}

describe('a repeated id', () => {
  test('of an object in another root: its line, its id and that of its root', async () => {
    const { finding, written, report } = await foundIn([LOCATION, building(1, { id: ACTIVITY!['id']! })], 'id.dubbel');
    expect(finding).toMatchObject({ pointer: '/1/id', objectId: ACTIVITY!['id'], earlier: { pointer: '/0', objectId: ACTIVITY!['id'], rootId: LOCATION['id'] } });
    expect(written[finding.line! - 1]).toContain(`"id": "${ACTIVITY!['id'] as string}"`);
    expect(written[finding.earlier!.line! - 1]!.trim()).toBe('{');
    expect(written.slice(finding.earlier!.line! - 1).join('')).toMatch(new RegExp(`^\\s*\\{[^{}]*"id": "${ACTIVITY!['id'] as string}"`));
    expect(text(report, { colour: false })).toContain(`eerder / before: regel ${finding.earlier!.line}, ${ACTIVITY!['id'] as string}, in ${LOCATION['id'] as string}`);
    expect(htmlReport(report)).toContain(`regel ${finding.earlier!.line}, ${ACTIVITY!['id'] as string}`);
    expect(csv(report)).toContain(`"regel ${finding.earlier!.line}, ${ACTIVITY!['id'] as string}, in ${LOCATION['id'] as string}"`);
  });

  test('with one root a line, the first of three is named by both others', async () => {
    const { report } = await foundIn([building(1), building(1), building(1)], 'id.dubbel', 0);
    expect(report.findings.filter(({ rule }) => rule === 'id.dubbel').map(({ line, earlier }) => [line, earlier?.line])).toEqual([[2, 1], [3, 1]]);
  });

  test('of a nested object and its own root', async () => {
    const own = JSON.parse(JSON.stringify(LOCATION).replace(`"id":"${ACTIVITY!['id'] as string}"`, `"id":"${LOCATION['id'] as string}"`)) as JsonObject;
    const { finding } = await foundIn([building(1), own], 'id.dubbel', 0);
    expect(finding).toMatchObject({ pointer: '/1/voertUit/0/id', earlier: { pointer: '/1', line: 2, rootId: LOCATION['id'] } });
  });
});

test('a repeated geometry or name names the line of the other object', async () => {
  const same = { ...building(2), geometrie: building(1)['geometrie']! };
  expect((await foundIn([building(1), same], 'regel.zelfde-geometrie', 0)).finding.earlier).toEqual(
    { pointer: '/0', line: 1, objectId: 'NL.IMEV.AB12.g1', rootId: 'NL.IMEV.AB12.g1' },
  );
  const namesake = { ...building(2), identificatie: building(1)['identificatie']! };
  expect((await foundIn([building(1), building(3), namesake], 'regel.zelfde-identificatie', 0)).finding).toMatchObject({ line: 3, earlier: { line: 1 } });
});

test('a repeated member name has the lines of both', async () => {
  const source = JSON.stringify([building(1, { populatie: 3 })], null, 2).replace('"populatie": 3', '"populatie": 3,\n    "hoogte": 1,\n    "populatie": 4');
  const { report } = await deliver(spatial, source);
  const finding = report.findings.find(({ rule }) => rule === 'json.dubbele-sleutel');
  const at = source.split('\n').flatMap((line, index) => (line.includes('"populatie"') ? [index + 1] : []));
  expect([finding?.earlier?.line, finding?.line]).toEqual(at);
  expect(finding?.earlier?.pointer).toBe('/0/populatie');
});

test('the locations of very many ids are stored in an array that grows', () => {
  const ids = new Ids();
  for (let index = 0; index < 20_000; index++) expect(ids.add(`id${index}`, { line: index + 1, root: index >> 1 })).toBe(true);
  expect(ids.add('id7', { line: 99_999, root: 0 })).toBe(false);
  expect([ids.size, ids.has('id19999'), ids.has('id20000')]).toEqual([20_000, true, false]);
  expect([ids.locationOf('id7'), ids.locationOf('id19999'), ids.locationOf('nee')]).toEqual([{ line: 8, root: 3 }, { line: 20_000, root: 9_999 }, undefined]);
});

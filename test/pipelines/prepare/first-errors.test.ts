/** First errors: the verdict of each refused root has reason and location, also when the report has no room for the finding. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { htmlReport } from '../../../pipelines/prepare/report/html.ts';
import { text } from '../../../pipelines/prepare/report/text.ts';
import type { Spatial } from '../../../pipelines/prepare/geometry/index.ts';
import type { Json } from '../../../schemas/json.ts';
import { building, deliver, example } from './deliveries.ts';
import { spatialForTests } from './spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => { spatial.close(); });

const lines = (roots: readonly Json[]): string => roots.map((root) => JSON.stringify(root)).join('\n');
const many = (count: number, more: Record<string, Json>): readonly Json[] => Array.from({ length: count }, (_, index) => building(index, more));

test('1,400 buildings with one mistake, and one with another of the same rule: its finding is in the report', async () => {
  const { report } = await deliver(spatial, lines([...many(1_400, { populatie: 'vijf' }), building(1_400, { informatieGeheim: 'nee' })]));
  expect(report.findings.filter(({ rule }) => rule === 'schema.type').map(({ field }) => field).slice(-2))
    .toEqual(['KwetsbaarGebouw.populatie', 'KwetsbaarGebouw.informatieGeheim']);
  expect(report.findings.find(({ rule }) => rule === 'rapport.ingekort')?.message.nl).toBe('schema.type: 1401 keer gevonden; 1001 daarvan staan in dit rapport.');
  expect(report.objects.at(-1)?.firstError).toEqual(
    { rule: 'schema.type', pointer: '/1400/informatieGeheim', line: 1401, objectId: 'NL.IMEV.AB12.g1400' },
  );
  expect(text(report, { colour: false })).toContain('schema.type (1401×)');
  expect(text(report, { colour: false })).toMatch(/Ook geweigerd[^\n]*\(400×\)\n    levering.json:1001 {2}NL.IMEV.AB12.g1000 {2}\/1000\/populatie\n      schema.type: Een waarde is van de verkeerde soort/);
});

test('without room in the report the verdict names the error, and text and page list the root', async () => {
  const fields = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`veld${index}`, 1]));
  const wrong = structuredClone(example('lpg-tankstation-amersfoort.json')) as { voertUit: Record<string, Json>[] };
  const [activity] = wrong.voertUit;
  activity!['beginGeldigheid'] = 3;
  const { report } = await deliver(spatial, lines([...many(900, fields), wrong]));
  expect(report.findings.filter(({ severity }) => severity === 'error')).toHaveLength(20_000);
  const { id, firstError } = report.objects.at(-1)!;
  expect(firstError).toEqual({ rule: 'schema.type', pointer: '/900/voertUit/0/beginGeldigheid', line: 901, objectId: activity!['id'] });
  expect(report.counts.rules).toContainEqual({ rule: 'schema.type', severity: 'error', count: 1 });
  expect(report.findings.some(({ rootId }) => rootId === id)).toBe(false);
  const page = htmlReport(report);
  expect(page).toMatch(/Ook geweigerd[^]*\(101×\)/);
  expect(page).toContain('<code>/900/voertUit/0/beginGeldigheid</code>');
});

test('a missing field has its would-be pointer, a geometry its own, each with its line', async () => {
  const { informatieGeheim: _, bronhoudercode: __, ...less } = building(1);
  const bow = { type: 'Polygon', coordinates: [[[155000, 463000], [155010, 463010], [155010, 463000], [155000, 463010], [155000, 463000]]] };
  const { report } = await deliver(spatial, JSON.stringify([less, building(2, { geometrie: bow })], null, 1));
  const [first, second] = report.objects.map(({ firstError }) => firstError);
  expect(first).toEqual({ rule: 'schema.required', pointer: '/0/bronhoudercode', line: 2, objectId: 'NL.IMEV.AB12.g1' });
  const written = JSON.stringify([less, building(2, { geometrie: bow })], null, 1).split('\n');
  expect(second).toMatchObject({ rule: 'geometrie.zelfdoorsnijding', pointer: '/1/geometrie' });
  expect(written[second!.line! - 1]).toContain('"geometrie"');
});

test('unreadable text, a repeated id, and a root that is refused because of another each have a reason', async () => {
  const { report } = await deliver(spatial, `${JSON.stringify(building(1))}\n{"id": nee}\n${JSON.stringify(building(1, { populatie: 2 }))}`);
  expect(report.objects.map(({ firstError }) => firstError && [firstError.rule, firstError.line])).toEqual(
    [['id.zelfde-begin', 1], ['json.syntaxis', 2], ['id.zelfde-begin', 3]],
  );
  const { report: strict } = await deliver(spatial, lines([building(1), building(2, { populatie: -1 })]), { strict: true });
  expect(strict.objects.map(({ firstError }) => firstError?.pointer)).toEqual(['/1/populatie', '/1/populatie']);
  const { bronhoudercode: _, ...less } = building(2);
  const { report: lacking } = await deliver(spatial, lines([building(1), less]), { strict: true });
  expect(lacking.objects.map(({ firstError }) => firstError?.pointer)).toEqual(['/1/bronhoudercode', '/1/bronhoudercode']);
  const { report: long } = await deliver(spatial, lines([...many(1_100, { populatie: -1 }), building(1_100)]), { strict: true });
  expect(long.objects.at(-1)?.firstError?.pointer).toBe('/0/populatie');
  expect(text(long, { colour: false })).toMatch(/Ook geweigerd[^\n]*\(100×\)/);
});

test('a repeated list item has the pointer of its finding', async () => {
  const station = structuredClone(example('lpg-tankstation-amersfoort.json')) as { voertUit: Json[] };
  station.voertUit.push(station.voertUit[0]!);
  const { report } = await deliver(spatial, lines([station]));
  const found = report.findings.find(({ rule }) => rule === 'schema.uniek')!;
  expect(report.objects[0]!.firstError).toEqual({ rule: 'schema.uniek', pointer: found.pointer, line: 1, objectId: found.objectId });
});

test('a finding that is dropped because of a repeated id is not a first error either', async () => {
  const astray = structuredClone(example('lpg-tankstation-amersfoort.json')) as { voertUit: Record<string, Json>[] };
  astray.voertUit[0]!['locatieEVActiviteit'] = { href: '#' };
  const { report, found } = await deliver(spatial, lines([astray, astray]));
  expect(found).toEqual(expect.arrayContaining(['verwijzing.zonder-doel /0/voertUit/0/locatieEVActiviteit/href', 'id.dubbel /1/id']));
  expect(report.objects.map(({ firstError }) => [firstError?.rule, firstError?.pointer, firstError?.line])).toEqual(
    [['verwijzing.zonder-doel', '/0/voertUit/0/locatieEVActiviteit/href', 1], ['id.dubbel', '/1/id', 2]],
  );
});

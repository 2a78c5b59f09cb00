/** Model 3.0.x is recognised and upgraded, each change is logged, and nothing is invented. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Findings } from '../../../../pipelines/prepare/delivery/findings.ts';
import type { Spatial } from '../../../../pipelines/prepare/geometry/spatial.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';
import { markOf30, upgrade } from '../../../../pipelines/prepare/upgrade/upgrade.ts';
import type { Json, JsonObject } from '../../../../schemas/json.ts';
import { describeWithShared } from '../../../shared-data.ts';
import { building, deliver, example } from '../deliveries.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

const EXAMPLE = 'lpg-tankstation-amersfoort.json';

/** A 4.0.0 document without its back links. */
function as30(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(as30);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .filter(([field, inside]) => field !== 'locatieEVActiviteit' && field !== 'hoortBij' && !(field === 'heeft' && !Array.isArray(inside)));
  return Object.fromEntries(kept.map(([field, inside]) => [field, as30(inside)]));
}

describeWithShared('the deliveries from the field', 'data/imev-3.0', (folder) => {
  const from = (name: string, options = {}) => deliver(spatial, { path: join(folder, `${name}_IMEV3.0.1_vb.json`) }, { crs: null, ...options });

  test.each(['Basisnet', 'Buisleiding', 'Sevesoinrichting'])('%s is read as 3.0 in RD, upgraded and accepted', async (name) => {
    const { report, roots } = await from(name);
    expect(report).toMatchObject({ model: '3.0', crs: 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992', counts: { accepted: 1, errors: 0 } });
    expect(report.findings.map(({ rule }) => rule)).toContain('model.3.0');
    const links = report.changes.filter(({ after }) => after?.includes('"href"'));
    expect(links.map(({ pointer }) => pointer)).toEqual([
      '/voertUit/0/locatieEVActiviteit', '/voertUit/0/heeft/0/heeft', '/voertUit/0/heeft/0/resulteertIn/0/hoortBij',
    ]);
    expect(roots[0]?.objects.map(({ parent }) => parent)).toEqual([null, ...roots[0]!.objects.slice(0, -1).map(({ id }) => id)]);
  });

  test('Buisleiding: the field that 4.0.0 lacks is left out, its value stays in the report', async () => {
    const { report, roots } = await from('Buisleiding');
    expect(report.changes.filter(({ after }) => after === null)).toMatchObject([{
      pointer: '/voertUit/0/heeft/0/buisleidingIdentificatie', before: '"GEO209058294"', objectId: 'NL.IMEV.GASU.GEO209058294',
    }]);
    expect(roots[0]?.body).not.toContain('buisleidingIdentificatie');
  });

  test('nothing else is changed: without the changes the body is the delivery', async () => {
    const { report, roots } = await from('Sevesoinrichting');
    expect(report.changes).toHaveLength(3);
    const file = readFileSync(join(folder, 'Sevesoinrichting_IMEV3.0.1_vb.json'), 'utf8');
    expect(as30(JSON.parse(roots[0]!.body) as Json)).toEqual(JSON.parse(file));
  });

  test('KwetsbaarGebouw is refused for exactly the two missing fields and the code', async () => {
    const { report } = await from('KwetsbaarGebouw');
    const errors = report.findings.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ rule }) => rule)).toEqual(['schema.required', 'schema.required', 'schema.waardelijst']);
    expect(errors.map(({ message }) => /"(geometrie|geometrieMetagegevens|gegevenInTransitie)"/.exec(message.nl)?.[1]))
      .toEqual(['geometrie', 'geometrieMetagegevens', 'gegevenInTransitie']);
    expect(errors[2]).toMatchObject({ pointer: '/categorieKwetsbaarheid', line: 26 });
    const warnings = report.findings.filter(({ rule, severity }) => severity === 'warning' && !rule.startsWith('regel.'));
    expect(warnings.map(({ rule, pointer }) => `${rule} ${pointer}`), 'its version is an empty text').toEqual(['schema.geen-waarde /identificatie/versie']);
  });

  test('KwetsbareLocatie is refused for exactly the missing field and the code', async () => {
    const { report } = await from('KwetsbareLocatie');
    const errors = report.findings.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ message }) => /"(geometrie|geometrieMetagegevens|gegevenInTransitie)"/.exec(message.nl)?.[1]))
      .toEqual(['geometrieMetagegevens', 'gegevenInTransitie']);
  });

  test('with --model 4.0 nothing is upgraded: the missing links are errors', async () => {
    const { report } = await from('Basisnet', { model: '4.0', crs: 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992' });
    expect(report).toMatchObject({ model: '4.0', changes: [], counts: { refused: 1, errors: 3 } });
  });
});

describe('marks of 3.0.x', () => {
  const mark = (document: Json) => markOf30(objectsOf(document as JsonObject), JSON.stringify(document));
  test('a 4.0.0 document has none', () => {
    expect(mark(example(EXAMPLE))).toBeUndefined();
    expect(mark(building(1))).toBeUndefined();
  });
  const LINKS: readonly (readonly [string, RegExp])[] = [
    ['locatieEVActiviteit', /"locatieEVActiviteit":\{[^}]*\},?/g], ['heeft', /"heeft":\{[^}]*\},?/g], ['hoortBij', /"hoortBij":\[[^\]]*\],?/g],
  ];
  const without = (...parts: readonly RegExp[]): Json =>
    JSON.parse(parts.reduce((text, part) => text.replaceAll(part, ''), JSON.stringify(example(EXAMPLE))).replaceAll(',}', '}')) as Json;
  test('no nested object with its back link', () => {
    expect(mark(without(...LINKS.map(([, part]) => part)))).toContain('locatieEVActiviteit');
  });
  test.each(LINKS)('only %s forgotten is not a mark', (_, part) => {
    expect(mark(without(part))).toBeUndefined();
  });
  test('a void reason as bare text in a voidable field, in a root without id', () => {
    const { id: _, ...rest } = example(EXAMPLE);
    expect(mark({ ...rest, naamExploitant: 'waardeOnbekend' })).toContain('naamExploitant');
    expect(mark({ ...rest, bedrijfsnaam: 'waardeOnbekend' })).toBeUndefined();
    expect(mark({ ...example(EXAMPLE), naamExploitant: 'waardeOnbekend' })).toBeUndefined();
  });
  test('gegevenInTransitie', () => {
    expect(mark(building(1, { categorieKwetsbaarheid: 'gegevenInTransitie' }))).toBe('gegevenInTransitie');
  });

  test('a back link is missed only in a nested object', () => {
    expect(mark(building(1, { entityType: 'PRContour' }))).toBeUndefined();
  });
});

test('one forgotten back link in a good 4.0.0 root is one error, its numbers are read as before', async () => {
  const text = JSON.stringify(example(EXAMPLE)).replace(/"locatieEVActiviteit":\{[^}]*\},?/, '').replaceAll(',}', '}');
  const { report } = await deliver(spatial, text);
  expect(report).toMatchObject({ model: '4.0', changes: [], counts: { errors: 1 } });
  expect(report.findings.find(({ severity }) => severity === 'error')).toMatchObject({ rule: 'schema.required', pointer: '/voertUit/0' });
});

test('a building of 3.0.x without a mark: the finding about its missing geometrie names --model 3.0', async () => {
  const { geometrie: _, ...without } = building(1);
  const { report } = await deliver(spatial, without);
  expect(report.findings.find(({ rule }) => rule === 'schema.required')?.mend.nl).toContain('--model 3.0');
  const { report: told } = await deliver(spatial, without, { model: '4.0' });
  expect(told.findings.find(({ rule }) => rule === 'schema.required')?.mend.nl).not.toContain('--model');
});

describe('the upgrade', () => {
  test('restores a 4.0.0 document that lost its back links', () => {
    const document = example(EXAMPLE);
    const withHash = JSON.parse(JSON.stringify(document)) as Json;
    expect(upgrade(as30(document) as JsonObject).document).toEqual(withHash);
  });
  test('void reasons written as text become objects, in every voidable field', () => {
    const { document, changes } = upgrade({ ...example(EXAMPLE), naamExploitant: 'waardeOnbekend' });
    expect(document['naamExploitant']).toEqual({ waarde: null, geenWaardeReden: 'waardeOnbekend' });
    expect(changes).toMatchObject([{ pointer: '/naamExploitant', before: '"waardeOnbekend"' }]);
  });
  test('an absent id is made from NEN3610ID, and links use it', () => {
    const { id: _, ...rest } = example(EXAMPLE);
    const { document } = upgrade({ ...(as30(rest) as JsonObject), identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.x', versie: '2' } });
    expect(document['id']).toBe('NL.IMEV.AB12.x.2');
    expect((document['voertUit'] as readonly JsonObject[])[0]!['locatieEVActiviteit']).toEqual({ href: '#NL.IMEV.AB12.x.2' });
  });
  test('the one type that the schemas of 3.0.0 and 3.0.1 misspell is corrected, and logged', async () => {
    const slip = 'SOpslagBrandbareVloeistofGeenDieselBovengronds';
    const [, meant] = slip.split(/^S/);
    const text = JSON.stringify(as30(example(EXAMPLE))).replaceAll('"TankenLPG"', JSON.stringify(slip)).replace(/"doorzetPerJaar":\d+,?/, '');
    const { report, roots } = await deliver(spatial, text, { crs: null });
    expect(report).toMatchObject({ model: '3.0', counts: { accepted: 1, errors: 0 } });
    expect(report.changes).toContainEqual(expect.objectContaining({
      pointer: '/voertUit/0/entityType', before: JSON.stringify(slip), after: JSON.stringify(meant),
    }));
    expect(roots[0]?.objects[1]?.type).toBe(meant);
  });
  test.each<Json>([
    { entityType: 'LocatieActiviteit', voertUit: [null, 7, { entityType: 5, heeft: 'x' }, []] },
    { entityType: '__proto__', id: 7, identificatie: null, voertUit: {} },
    { entityType: 'TankenLPG', heeft: [{ entityType: 'Vulpunt', resulteertIn: 'waardeOnbekend' }] },
    JSON.parse('{"entityType":"LocatieActiviteit","__proto__":{"a":1},"voertUit":[{"entityType":"TankenLPG"}]}') as Json,
  ])('never throws: %j', (document) => {
    expect(Object.keys(upgrade(document as JsonObject).document)).toEqual(expect.arrayContaining(Object.keys(document as JsonObject)));
    expect(Object.getPrototypeOf(upgrade(document as JsonObject).document)).toBe(Object.prototype);
  });
});

test('a report with too many changes keeps the left-out values, which are nowhere else, and the number of changes', () => {
  const findings = new Findings();
  const reason = { nl: 'x', en: 'x' };
  for (let i = 0; i < 100_001; i++) findings.addChange({ pointer: `/${i}`, before: null, after: '1', reason });
  findings.addChange({ pointer: '/laatste', before: '"waarde"', after: null, reason });
  expect(findings.changes).toHaveLength(100_001);
  expect(findings.changes.at(-1)).toMatchObject({ before: '"waarde"' });
  expect([...findings.close()].at(-1)?.message.nl).toContain('100002 waarden aangepast, 1 daarvan weggelaten');
});

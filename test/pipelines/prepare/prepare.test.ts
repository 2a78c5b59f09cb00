/** A delivery through `prepare`: framings, verdicts and bad input, without loss of other roots. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Spatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import { Fault } from '../../../schemas/fault.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { building, deliver, example, RD } from './deliveries.ts';
import { spatialForTests } from './spatial-for-tests.ts';

let spatial: Spatial;
let folder: string;
beforeAll(async () => {
  spatial = await spatialForTests();
  folder = mkdtempSync(join(tmpdir(), 'ev-prepare-'));
});
afterAll(() => {
  spatial.close();
  rmSync(folder, { recursive: true });
});

const { geometrie, ...withoutGeometry } = building(1);

describe('every way to put roots in a file gives the same roots', () => {
  const all = [building(1), building(2), building(3)];
  const feature = (root: ReturnType<typeof building>) => {
    const { geometrie: geometry, ...properties } = root;
    return { type: 'Feature', id: root['id']!, geometry: geometry!, properties };
  };
  test.each([
    ['an array', JSON.stringify(all, null, 2), ['/0', '/1', '/2']],
    ['one a line', all.map((root) => JSON.stringify(root)).join('\n'), ['/0', '/1', '/2']],
    ['features one a line', all.map((root) => JSON.stringify(feature(root))).join('\r\n'), ['/0', '/1', '/2']],
    ['a FeatureCollection', JSON.stringify({ type: 'FeatureCollection', features: all.map(feature) }), ['/features/0', '/features/1', '/features/2']],
    ['a FeatureCollection, its type last', JSON.stringify({ features: all.map(feature), type: 'FeatureCollection' }), ['/features/0', '/features/1', '/features/2']],
  ])('%s', async (_, text, pointers) => {
    const { report, roots, found } = await deliver(spatial, text);
    expect(found).toEqual([]);
    expect(report.objects.map(({ pointer, verdict }) => `${pointer} ${verdict}`)).toEqual(pointers.map((pointer) => `${pointer} accepted`));
    expect(roots.map(({ body }) => JSON.parse(body) as unknown)).toEqual(all);
  });
  test('one object, one Feature', async () => {
    expect((await deliver(spatial, building(1))).report.objects).toMatchObject([{ pointer: '', verdict: 'accepted' }]);
    expect((await deliver(spatial, feature(building(1)))).report.objects).toMatchObject([{ pointer: '', verdict: 'accepted' }]);
  });
  test('a Feature with another text as id, as a program that numbers rows writes: the finding shows both ids, and the one to remove', async () => {
    const numbered = { type: 'Feature', id: 'laag.7', geometry: geometrie!, properties: withoutGeometry };
    expect((await deliver(spatial, JSON.stringify(numbered))).report.findings).toMatchObject([
      { found: 'laag.7', expected: withoutGeometry['id'], mend: { nl: expect.stringMatching(/^Laat de id van de Feature weg/) as string } },
    ]);
  });
  test('a null in the properties of a Feature, as a GIS writes for no value, counts as absent; elsewhere it does not', async () => {
    const properties = { bronhouder: null, documentInfo: null, eindGeldigheid: null, ...withoutGeometry };
    const { found, roots } = await deliver(spatial, { type: 'Feature', geometry: geometrie!, properties });
    expect(found).toEqual([]);
    expect(JSON.parse(roots[0]!.body)).toEqual(building(1));
    expect((await deliver(spatial, { type: 'Feature', geometry: geometrie!, properties: { ...withoutGeometry, beginGeldigheid: null } })).found)
      .toEqual(['schema.required']);
    expect((await deliver(spatial, { ...building(1), populatie: null })).found).toEqual(['schema.type /populatie']);
    expect((await deliver(spatial, { type: 'Feature', geometry: geometrie!, properties: { ...withoutGeometry, documentInfo: { naam: 'x', link: null } } })).found)
      .toEqual(['schema.type /properties/documentInfo/link']);
  });
  test('nor is it a second id or geometry: the member outside the properties counts', async () => {
    const { id, ...withoutId } = withoutGeometry;
    const withNulls = { type: 'Feature', id: id!, geometry: geometrie!, properties: { ...withoutId, id: null, geometrie: null } };
    const plain = await deliver(spatial, building(1));
    expect(plain.found).toEqual([]);
    const { found, roots } = await deliver(spatial, withNulls);
    expect({ found, body: JSON.parse(roots[0]!.body) as unknown }).toEqual({ found: [], body: JSON.parse(plain.roots[0]!.body) as unknown });
    expect((await deliver(spatial, { type: 'Feature', id: null, geometry: null, properties: building(1) })).found).toEqual([]);
  });
  test('a moment in a Feature with zeros behind its fraction, as QGIS writes, is the same moment; more digits are refused', async () => {
    const made = async (beginGeldigheid: string) => {
      const { found, roots } = await deliver(spatial, { type: 'Feature', geometry: geometrie!, properties: { ...withoutGeometry, beginGeldigheid } });
      return found[0] ?? (JSON.parse(roots[0]!.body) as Record<string, unknown>)['beginGeldigheid'];
    };
    expect(await made('2026-01-01T00:00:00.000Z')).toBe('2026-01-01T00:00:00Z');
    expect(await made('2026-01-01T00:00:00.500+01:00')).toBe('2026-01-01T00:00:00.5+01:00');
    expect(await made('2026-01-01T00:00:00.000')).toBe('2026-01-01T00:00:00');
    expect(await made('2026-01-01T00:00:00.123Z')).toBe('schema.datum /properties/beginGeldigheid');
    expect((await deliver(spatial, { ...building(1), beginGeldigheid: '2026-01-01T00:00:00.000Z' })).found).toEqual(['schema.datum /beginGeldigheid']);
  });
  test('a finding in a Feature points into geometry or properties', async () => {
    const bad = { type: 'Feature', geometry: { type: 'Polygon', coordinates: [[[1, 2]]] }, properties: { ...withoutGeometry, populatie: -1 } };
    expect((await deliver(spatial, JSON.stringify([bad]))).found).toEqual([
      'schema.geometrie /0/geometry/coordinates/0', 'schema.bereik /0/properties/populatie',
    ]);
  });
  test.each([
    ['levering.properties-in-properties /properties/properties', { type: 'Feature', geometry: null, properties: { properties: { entityType: 'KwetsbaarGebouw', id: 'x' } } }],
    ['levering.feature-zonder-properties /properties', { type: 'Feature', geometry: null }],
    ['levering.geometrie-dubbel /properties/geometrie', { type: 'Feature', geometry: geometrie!, properties: building(1) }],
    ['levering.feature-id /id', { type: 'Feature', id: 'x', geometry: geometrie!, properties: withoutGeometry }],
    ['levering.geen-collectie /type', { features: [building(1)] }],
    ['levering.geen-object /0', [7]],
  ])('%s', async (expected, value) => {
    expect((await deliver(spatial, JSON.stringify(value))).found).toContain(expected);
  });
  test('a crs member of a Feature or a geometry is not used, and is reported', async () => {
    const crs = { type: 'name', properties: { name: 'EPSG:4326' } };
    const { found, roots } = await deliver(spatial, { ...feature(building(1)), geometry: { crs, ...geometrie as object }, crs });
    expect(found.toSorted()).toEqual(['levering.crs-in-bestand /crs', 'schema.ongebruikt-veld /geometry/crs']);
    expect(roots).toHaveLength(1);
  });
  test('a crs member of a FeatureCollection is not used, and is reported', async () => {
    const { found } = await deliver(spatial, { type: 'FeatureCollection', crs: { type: 'name' }, features: [feature(building(1))] });
    expect(found).toEqual(['levering.crs-in-bestand /crs']);
  });
});

describe('bad input has one clear finding with its pointer, and harms no other root', () => {
  const beside = (text: string) => `[${JSON.stringify(building(1))},\n${text},\n${JSON.stringify(building(2))}]`;
  const text = JSON.stringify(building(7));
  test.each([
    ['not JSON', 'geen json', ['json.syntaxis /1']],
    ['a duplicate key', text.replace('{', '{"id":"dubbel",'), ['json.dubbele-sleutel /1/id']],
    ['100,000 nested arrays', '['.repeat(100_000) + ']'.repeat(100_000), [expect.stringMatching(/^json\.diepte \/1\/0\/0/)]],
    ['1e999', text.replace('"kwetsbaar"', '"kwetsbaar","populatie":1e999'), ['json.getal-te-groot /1/populatie']],
    ['a lone surrogate', text.replace('BAG', 'BAG\\ud800'), ['json.half-teken /1/geometrieMetagegevens/bronregistratie']],
    ['a wrong entityType', text.replace('KwetsbaarGebouw', 'KwetsbaarGebow'), ['schema.entityType /1/entityType']],
    ['an entityType of Object.prototype', text.replace('KwetsbaarGebouw', 'constructor'), ['schema.entityType /1/entityType']],
    ['an unknown property', text.replace('{', '{"kleur":"rood",'), ['schema.onbekend-veld /1/kleur']],
    ['a property __proto__', text.replace('{', '{"__proto__":{"x":1},'), ['schema.onbekend-veld /1/__proto__']],
    ['a ring that is not closed', text.replace(/,\[150140,410000\]\]\]/, ']]'), ['geometrie.ring-open /1/geometrie/coordinates/0/3']],
    ['a polygon that crosses itself', text.replace('[150150,410010],[150140,410010]', '[150140,410010],[150150,410010]'), ['geometrie.zelfdoorsnijding /1/geometrie/coordinates/0/1']],
  ])('%s', async (_, bad, expected) => {
    const { report, roots, found } = await deliver(spatial, beside(bad));
    expect(found.filter((finding) => !finding.startsWith('regel.id'))).toEqual(expect.arrayContaining(expected));
    expect(report.findings.filter(({ severity }) => severity === 'error')).toHaveLength(1);
    expect(roots.map(({ pointer }) => pointer)).toEqual(['/0', '/2']);
    expect(report.findings[0]?.line).toBe(2);
    expect(report.counts).toMatchObject({ objects: 3, accepted: 2, refused: 1, errors: 1 });
  });

  test('RD numbers announced as CRS84: the finding names --crs', async () => {
    const { report, roots } = await deliver(spatial, building(1), { crs: null });
    expect(roots).toEqual([]);
    expect(report.findings).toMatchObject([{ rule: 'geometrie.ander-stelsel', suggestions: [`--crs ${RD}`] }]);
  });
  test.each([
    ['an empty file', '', ['levering.leeg']],
    ['an empty list', '[]', ['levering.zonder-objecten']],
    ['XML', '<gml/>', ['levering.geen-json']],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), ['json.utf8']],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le'), ['levering.utf-16']],
    ['a byte-order mark', Buffer.from(`\ufeff${JSON.stringify(building(1))}`), ['json.bom']],
  ])('%s', async (_, bytes, expected) => {
    expect((await deliver(spatial, { bytes: Buffer.from(bytes) })).found).toEqual(expected);
  });
  test('a missing file, or a folder, is a Fault that says so', async () => {
    await expect(deliver(spatial, { path: join(folder, 'weg.json') })).rejects.toThrow(/no such file.*Check the name/s);
    await expect(deliver(spatial, { path: folder })).rejects.toBeInstanceOf(Fault);
  });
  test('an unknown CRS', async () => {
    const { found, roots } = await deliver(spatial, building(1), { crs: 'urn:ogc:def:crs:EPSG::28992' });
    expect([found, roots]).toEqual([['levering.crs-onbekend'], []]);
  });
  test('thousands of mistakes: the report has at most the limit per rule, and the exact total', async () => {
    const count = 3_000;
    const lines = Array.from({ length: count }, () => '{"entityType":"X"}').join('\n');
    const { report } = await deliver(spatial, lines);
    expect(report.findings.filter(({ rule }) => rule === 'schema.entityType')).toHaveLength(LIMITS.findingsPerRuleMax);
    expect(report.counts).toMatchObject({ objects: count, refused: count, errors: count });
    expect(report.findings.at(-1)?.message.nl).toContain(`${count} keer`);
  });
});

describe('a root is accepted or refused whole', () => {
  test('a coordinate beyond the doubles gives no map location', async () => {
    const text = JSON.stringify(building(1, { populatie: -1 })).replace('150020', '1e999');
    const { report, found } = await deliver(spatial, text);
    expect(found).toEqual(expect.arrayContaining(['json.getal-te-groot /geometrie/coordinates/0/0/0', 'schema.bereik /populatie']));
    expect(report.findings.map(({ near }) => near)).toEqual(report.findings.map(() => undefined));
  });

  test('strict refuses the delivery for one mistake', async () => {
    const { report } = await deliver(spatial, [building(1), building(2, { populatie: -1 })], { strict: true });
    expect(report.objects.map(({ verdict }) => verdict)).toEqual(['refused', 'refused']);
    expect(report.counts).toMatchObject({ accepted: 0, refused: 2, errors: 1 });
  });
  test('a repeated id in a delivery: the second is refused, nested or not', async () => {
    const location = example('lpg-tankstation-amersfoort.json');
    const { found, roots } = await deliver(spatial, [location, building(1), { ...building(2), id: location['id']! }, building(1)]);
    expect(found.filter((finding) => finding.startsWith('id.'))).toEqual(['id.dubbel /2/id', 'id.dubbel /3/id']);
    expect(roots.map(({ pointer }) => pointer)).toEqual(['/0', '/1']);
  });
  test('a secret root is accepted and not published; a sensitive root is published, and the report says what is withheld', async () => {
    const secret = await deliver(spatial, example('munitiedepot-geheim.json'));
    const sensitive = await deliver(spatial, example('propaantank-privacygevoelig.json'));
    expect([secret.roots[0]?.hidden, sensitive.roots[0]?.hidden]).toEqual(['informatieGeheim', 'privacyGevoelig']);
    expect(secret.report.objects).toMatchObject([{ verdict: 'accepted', published: false }]);
    expect(sensitive.found).toEqual(['openbaarheid.privacyGevoelig']);
    expect(sensitive.report.objects[0]).not.toHaveProperty('published');
  });
  test('the two valid roots of the deliberately wrong example are accepted', async () => {
    const { report, roots } = await deliver(spatial, example('fout-gebouwen-den-bosch.json'));
    expect([roots.length, report.counts.refused]).toEqual([2, 8]);
  });
});

describe('the input of the register', () => {
  test('is the delivered text when all of it is used and it is one line; else an equal document', async () => {
    const text = `  { "populatie": 3.0, ${JSON.stringify(building(1)).slice(1)}`;
    const { geometrie: geometry, ...properties } = building(1);
    expect((await deliver(spatial, text)).roots.map(({ body }) => body)).toEqual([text.trim()]);
    const others = [
      JSON.stringify(building(1), null, 2), JSON.stringify({ type: 'Feature', geometry: geometry!, properties }),
      JSON.stringify({ ...building(1), tijdstipRegistratie: '2024-01-01T00:00:00Z' }), `{"_links":{},${JSON.stringify(building(1)).slice(1)}`,
    ];
    for (const other of others) {
      const [{ body } = { body: '' }] = (await deliver(spatial, other, { isAsServed: true })).roots;
      expect(JSON.parse(body)).toEqual(building(1));
      expect(body).toBe(JSON.stringify(JSON.parse(body)));
    }
  });

  test('has objects in document order with their parents, sorted boundaries, and the period of the root', async () => {
    const { roots: [root] } = await deliver(spatial, example('lpg-tankstation-amersfoort.json'));
    expect(root?.objects[0]).toMatchObject({ id: root?.id, parent: null });
    expect(root?.objects.slice(1).every(({ parent }) => root.objects.some(({ id }) => id === parent))).toBe(true);
    expect(root?.boundaries).toEqual([...root!.boundaries].sort((a, b) => a - b));
    expect(root?.crs).toBe('28992');
  });
  test('has an ownHash that ignores the order of members, the form of numbers, and nested objects only', async () => {
    const hashes = async (value: object | string, crs = RD) => (await deliver(spatial, typeof value === 'string' ? value : JSON.stringify(value), { crs })).roots[0]!.objects.map(({ ownHash }) => ownHash);
    const root = building(1);
    const [plain] = await hashes(root);
    expect(await hashes(Object.fromEntries(Object.entries(root).reverse()))).toEqual([plain]);
    expect(await hashes(JSON.stringify(root).replaceAll('410000', '4.1e5'))).toEqual([plain]);
    expect(await hashes({ ...root, tijdstipRegistratie: '2020-01-01T00:00:00Z' })).toEqual([plain]);
    expect(await hashes({ ...root, oppervlakteVerblijfsobjectBAG: 120 })).toEqual([plain]);
    expect(await hashes({ ...root, populatie: 3 })).not.toEqual([plain]);
    const location = example('lpg-tankstation-amersfoort.json');
    const changed = JSON.stringify(location).replace(/("entityType":"TankenLPG")/, '$1,"comment":["x"]');
    const [before, after] = [await hashes(location), await hashes(changed)];
    expect(before.map((hash, i) => hash === after[i])).toEqual([true, false, ...before.slice(2).map(() => true)]);
  });
  test('does not use a delivered tijdstipRegistratie, which gets a warning', async () => {
    const { roots, found } = await deliver(spatial, building(1, { tijdstipRegistratie: '2020-01-01T00:00:00Z' }));
    expect(found).toEqual(['regel.registratie-door-register /tijdstipRegistratie']);
    expect(roots[0]?.body).not.toContain('tijdstipRegistratie');
  });
  test('does not use a delivered field of the BAG, which gets a warning', async () => {
    const more = { oppervlakteVerblijfsobjectBAG: 120, gebruiksdoelenVerblijfsobjectBAG: ['woonfunctie'], populatie: 3 };
    const { roots, report } = await deliver(spatial, building(1, more));
    expect(report.findings.map(({ rule, severity, pointer }) => `${severity} ${rule} ${pointer}`)).toEqual([
      'warning regel.alleen-lezen /gebruiksdoelenVerblijfsobjectBAG', 'warning regel.alleen-lezen /oppervlakteVerblijfsobjectBAG',
    ]);
    expect(JSON.parse(roots[0]!.body)).toEqual(building(1, { populatie: 3 }));
  });
});

/** One mistake gives one finding, which names both sides; two mistakes are reported together. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Spatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import type { Finding } from '../../../schemas/finding.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import { building, deliver, example } from './deliveries.ts';
import { spatialForTests } from './spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => { spatial.close(); });

type Members = Record<string, Json>;

/** The example with its objects by pointer, to be changed in place. */
function location(name = 'lpg-tankstation-amersfoort.json') {
  const document = example(name);
  const at = (pointer: string): Members => objectsOf(document).find((object) => object.pointer === pointer)!.data;
  return { document, at };
}

const ACTIVITY = '/voertUit/0';
const REFERENCE = `${ACTIVITY}/heeft/0`;
const CONTOUR = `${REFERENCE}/resulteertIn/0`;

async function findings(...roots: readonly JsonObject[]): Promise<readonly Finding[]> {
  const { report } = await deliver(spatial, roots);
  expect(report.counts.errors + report.counts.warnings).toBe(report.findings.length);
  return report.findings;
}
const brief = (found: readonly Finding[]): readonly string[] => found.map(({ rule, pointer }) => `${rule} ${pointer}`);

test('the examples have no findings', async () => {
  expect(brief(await findings(location().document))).toEqual([]);
});

describe('a wrong link is reported once', () => {
  test.each([
    ['locatieEVActiviteit', ACTIVITY, { href: '#elders' }, ''], ['heeft', REFERENCE, { href: '#elders' }, ACTIVITY],
    ['hoortBij', CONTOUR, [{ href: '#elders' }, { href: '#nergens' }], REFERENCE],
  ] as const)('%s', async (field, pointer, value, above) => {
    const { document, at } = location();
    at(pointer)[field] = value;
    const found = await findings(document);
    expect(brief(found)).toEqual([`verwijzing.anders-dan-plaats /0${pointer}/${field}`]);
    expect([found[0]?.found, found[0]?.expected]).toEqual([expect.stringContaining('elders'), `#${at(above)['id'] as string}`]);
  });

  test('and so is a link to the wrong kind', async () => {
    const { document, at } = location();
    at(REFERENCE)['heeft'] = { href: `#${document['id'] as string}` };
    expect(brief(await findings(document))).toEqual([`verwijzing.verkeerde-soort /0${REFERENCE}/heeft/href`]);
  });
});

describe('a repeated id is reported once', () => {
  const doubled = (pointer: string): string => `id.dubbel ${pointer}/id`;

  test('of a nested object with the id of another: not also for the links to it, nor as unusual', async () => {
    const { document, at } = location();
    at(REFERENCE)['id'] = at(`${ACTIVITY}/heeft/1`)['id']!;
    expect(brief(await findings(document))).toEqual([doubled(`/0${ACTIVITY}/heeft/1`)]);
    const other = location();
    other.at(`${ACTIVITY}/heeft/1`)['id'] = other.at(REFERENCE)['id']!;
    expect(brief(await findings(other.document))).toEqual([doubled(`/0${ACTIVITY}/heeft/1`)]);
  });

  test('of an object copied with its nested objects, at the outermost', async () => {
    const { document, at } = location();
    const { document: other, at: atOther } = location('propaantank-texel.json');
    atOther('')['voertUit'] = [...atOther('')['voertUit'] as readonly Json[], at(ACTIVITY)];
    // The copy is far from its new parent.
    const found = (await findings(document, other)).filter(({ rule }) => rule !== 'regel.referentie-ver-weg');
    expect(brief(found)).toEqual([doubled('/1/voertUit/1')]);
    const inside = objectsOf(document).length - 2;
    expect(found[0]?.message.nl).toBe(`Deze id is in de levering al door een ander object gebruikt; zo ook ${inside} id’s in dit object.`);
    expect(brief(await findings(document, document))).toEqual([doubled('/1')]);
  });

  test.each([0, 2])('of an equal object: one is to be removed (indent %d)', async (indent) => {
    const deliverTwice = async (other: JsonObject): Promise<readonly Finding[]> => {
      const list = [building(1), location().document, other];
      return (await deliver(spatial, indent === 0 ? list.map((root) => JSON.stringify(root)).join('\n') : `${JSON.stringify(list, null, indent)}\n`)).report.findings;
    };
    expect(await deliverTwice(location().document)).toMatchObject([{ rule: 'id.dubbel', mend: { nl: 'Haal één van de twee weg.' } }]);
    const other = { ...building(1), id: location().document['id']!, identificatie: location().document['identificatie']! };
    expect(await deliverTwice(other))
      .toMatchObject([{ rule: 'id.dubbel', mend: { nl: expect.stringMatching(/^Is het hetzelfde object, .* eigen id\.$/) as string } }]);
  });

  test('of a contour in two references', async () => {
    const { document, at } = location();
    at(`${ACTIVITY}/heeft/1`)['resulteertIn'] = [...at(`${ACTIVITY}/heeft/1`)['resulteertIn'] as readonly Json[], at(CONTOUR)];
    const [found] = (await findings(document)).filter(({ rule }) => rule === 'id.dubbel');
    expect(found?.message.nl).toBe('Dit object staat twee keer in de levering, met dezelfde inhoud.');
  });

  test('of two objects that were copied, at each', async () => {
    const { document, at } = location();
    const { document: other, at: atOther } = location('propaantank-texel.json');
    const contours = atOther(REFERENCE)['resulteertIn'] as readonly Json[];
    atOther(REFERENCE)['resulteertIn'] = [...contours, at(CONTOUR)];
    atOther('')['voertUit'] = [...atOther('')['voertUit'] as readonly Json[], { ...at(ACTIVITY), id: 'NL.IMEV.AB12.nieuw', heeft: [at(`${ACTIVITY}/heeft/1`)] }];
    const found = brief(await findings(document, other)).filter((one) => one.startsWith('id.dubbel'));
    expect(found).toEqual([doubled(`/1${REFERENCE}/resulteertIn/${contours.length}`), doubled('/1/voertUit/1/heeft/0')]);
  });

  test('of an equal copy in the same list, by the schema only', async () => {
    const { document, at } = location();
    const references = at(ACTIVITY)['heeft'] as readonly Json[];
    at(ACTIVITY)['heeft'] = [...references, references[0]!];
    expect(brief(await findings(document))).toEqual([`schema.uniek /0${ACTIVITY}/heeft/${references.length}`]);
  });

  test('and independent findings are reported too', async () => {
    const { document, at } = location();
    at(CONTOUR)['hoortBij'] = [{ href: '#elders' }];
    const again = building(1);
    expect(brief(await findings(document, again, again)).toSorted())
      .toEqual([doubled('/2'), `verwijzing.anders-dan-plaats /0${CONTOUR}/hoortBij`]);
  });

  test('a copy under another id with the same name: not also as unusual', async () => {
    expect(brief(await findings(building(1), building(2, { identificatie: building(1)['identificatie']! })))).toEqual(['regel.zelfde-identificatie /1/identificatie']);
  });

  test('also when the report has no room for the rule: the counts are exact', async () => {
    const odd = Array.from({ length: 1_050 }, (_, index) => building(index, { id: `g${index}` }));
    const { report } = await deliver(spatial, [...odd, odd[3]!, odd[4]!]);
    const counts = Object.fromEntries(report.counts.rules.map(({ rule, count }) => [rule, count]));
    expect(counts).toMatchObject({ 'regel.id-aanbevolen': 1_050, 'id.dubbel': 2 });
  });
});

describe('a wrong bronhoudercode is reported once', () => {
  test.each([['ab12', 'schema.patroon'], ['XY789', 'regel.onderdeel-andere-bronhouder']])('%s, of a nested object', async (code, rule) => {
    const { document, at } = location();
    at(ACTIVITY)['bronhoudercode'] = code;
    expect(brief(await findings(document))).toEqual([`${rule} /0${ACTIVITY}/bronhoudercode`]);
  });

  test('another code, of a root: not for its nested objects, nor for its lokaalID', async () => {
    const { document, at } = location();
    at('')['bronhoudercode'] = 'XY789';
    at('')['voertUit'] = [...at('')['voertUit'] as readonly Json[], { ...at(ACTIVITY), id: 'NL.IMEV.AB12.b2', heeft: { waarde: null } }];
    const found = (await findings(document)).filter(({ rule }) => rule.startsWith('regel.') && rule !== 'regel.zelfde-identificatie');
    expect(brief(found).filter((one) => !one.includes('id-aanbevolen'))).toEqual(['regel.onderdeel-andere-bronhouder /0/bronhoudercode']);
    expect([found[0]?.found, found[0]?.expected]).toEqual(['XY789', 'AB12']);
  });

  test('a malformed code, of a root', async () => {
    const { document, at } = location();
    at('')['bronhoudercode'] = 'ab12';
    expect(brief(await findings(document))).toEqual(['schema.patroon /0/bronhoudercode']);
  });
});

describe('mistakes in one object are reported together', () => {
  test('an object of a wrong type: its fields, its geometry, its nested objects', async () => {
    const { document, at } = location();
    at('')['entityType'] = 'Locatie';
    at('')['bronobjectID'] = 'b'.repeat(51);
    at('')['geometrie'] = { type: 'Polygon', coordinates: [[[5, 52], [5.1, 52], [5.1, 52.1], [5, 52]]] };
    at(ACTIVITY)['bronhoudercode'] = 'ab12';
    at(CONTOUR)['hoortBij'] = [{ href: '#elders' }];
    expect(brief(await findings(document)).toSorted()).toEqual([
      'geometrie.ander-stelsel /0/geometrie/coordinates/0/0', 'schema.entityType /0/entityType', 'schema.lengte /0/bronobjectID',
      `schema.patroon /0${ACTIVITY}/bronhoudercode`, `verwijzing.anders-dan-plaats /0${CONTOUR}/hoortBij`,
    ]);
  });

  test('every open ring of a geometry', async () => {
    const ring = (x: number, size: number) => [[x, 463_000], [x + size, 463_000], [x + size, 463_000 + size], [x, 463_000 + size]];
    const geometrie = { type: 'Polygon', coordinates: [ring(155_000, 9), ring(155_001, 2)] };
    expect(brief(await findings(building(1, { geometrie })))).toEqual([
      'geometrie.ring-open /0/geometrie/coordinates/0/3', 'geometrie.ring-open /0/geometrie/coordinates/1/3',
    ]);
  });
});

describe('a value one level too high or too low is reported once, with both pointers', () => {
  /** Takes a field from one object and puts it in another. */
  function moved(field: string, from: string, to: string): JsonObject {
    const { document, at } = location();
    at(to)[field] = at(from)[field]!;
    delete at(from)[field];
    return document;
  }

  test.each([
    ['basisVergunningNummer', ACTIVITY, '', 'TankenLPG "NL.IMEV.AB12.lpg-0001-a1", en daar mag het staan'],
    ['naamExploitant', '', ACTIVITY, 'LocatieActiviteit "NL.IMEV.AB12.lpg-0001", en daar ontbreekt het'],
    ['afstandOfGeometrie', CONTOUR, REFERENCE, 'PRContour "NL.IMEV.AB12.lpg-0001-pr", en daar ontbreekt het'],
    ['heeft', ACTIVITY, '', 'TankenLPG "NL.IMEV.AB12.lpg-0001-a1", en daar ontbreekt het'],
  ])('%s', async (field, from, to, owner) => {
    const found = await findings(moved(field, from, to));
    expect(brief(found)).toEqual([`schema.onbekend-veld /0${to}/${field}`]);
    expect(found[0]?.message.nl).toContain(owner);
    expect([found[0]?.expected, found[0]?.mend.nl]).toEqual([`${from}/${field}`.slice(1), expect.stringMatching(/^Verplaats het veld met zijn waarde van .* naar /)]);
  });

  test('a value that belongs in an absent object', async () => {
    const { document, at } = location();
    const { afstandOfGeometrie, ...contour } = at(CONTOUR);
    at(REFERENCE)['resulteertIn'] = [{ ...contour, ...afstandOfGeometrie as JsonObject }];
    const found = await findings(document);
    expect(brief(found)).toEqual([`schema.onbekend-veld /0${CONTOUR}/afstand`]);
    expect(found[0]?.expected).toBe(`${CONTOUR}/afstandOfGeometrie/afstand`.slice(1));
  });

  test('a value without the name of its alternative', async () => {
    const { document, at } = location();
    at(CONTOUR)['maatgevendeStof'] = { naam: 'LPG' };
    const found = await findings(document);
    expect(brief(found)).toEqual([`schema.onbekend-veld /0${CONTOUR}/maatgevendeStof/naam`]);
    expect(found[0]?.expected).toBe(`${CONTOUR}/maatgevendeStof/stof/naam`.slice(1));
  });

  test('a field that its parent has too is to be removed', async () => {
    const { document, at } = location();
    at(ACTIVITY)['bedrijfsnaam'] = at('')['bedrijfsnaam']!;
    const found = await findings(document);
    expect(brief(found)).toEqual([`schema.onbekend-veld /0${ACTIVITY}/bedrijfsnaam`]);
    expect(found[0]?.mend.nl).toMatch(/^Haal het hier weg; /);
  });

  test.each([
    ['a contour by itself', CONTOUR, /"resulteertIn" van een referentie.*noemt het NL\.IMEV\.AB12\.lpg-0001-vulpunt\.$/],
    ['an activity by itself', ACTIVITY, /"voertUit" van een locatie.*noemt het NL\.IMEV\.AB12\.lpg-0001\.$/],
  ])('%s', async (_, pointer, mend) => {
    const found = await findings(location().at(pointer));
    expect(brief(found)).toEqual(['schema.entityType /0/entityType']);
    expect(found[0]?.mend.nl).toMatch(mend);
  });

  test('a contour in the list of an activity has no wrong link; its target is suggested only when it may nest the contour', async () => {
    const { document, at } = location();
    const contour = { ...at(CONTOUR), id: 'NL.IMEV.AB12.verdwaald', identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.verdwaald' } };
    const placed = (hoortBij: string): Promise<readonly Finding[]> => {
      const references = document['voertUit'] as readonly Members[];
      const heeft = (references[0]!['heeft'] as readonly Json[]).slice(0, 2);
      return findings({ ...document, voertUit: [{ ...references[0]!, heeft: [...heeft, { ...contour, hoortBij: [{ href: `#${hoortBij}` }] }] }] });
    };
    const [reference, activity] = [REFERENCE, ACTIVITY].map((pointer) => at(pointer)['id'] as string) as [string, string];
    const ofReference = await placed(reference);
    expect(brief(ofReference)).toEqual([`schema.entityType /0${ACTIVITY}/heeft/2/entityType`]);
    expect(ofReference[0]?.mend.en).toMatch(new RegExp(`Move the object there: it names ${reference} itself\\.$`));
    const ofActivity = await placed(activity);
    expect(brief(ofActivity)).toEqual([`schema.entityType /0${ACTIVITY}/heeft/2/entityType`]);
    expect(ofActivity[0]?.mend.en).toMatch(/Move the object there\.$/);
  });

  test('a list of objects under another name', async () => {
    const { document, at } = location();
    at(REFERENCE)['contouren'] = at(REFERENCE)['resulteertIn']!;
    delete at(REFERENCE)['resulteertIn'];
    const found = await findings(document);
    expect([brief(found), found[0]?.suggestions]).toEqual([[`schema.onbekend-veld /0${REFERENCE}/contouren`], ['resulteertIn']]);
  });
});

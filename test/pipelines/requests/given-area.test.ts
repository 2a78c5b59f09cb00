/** A Feature of a contour that is given as a distance comes with the area that the register made of it: the distance stays; another geometry replaces it. */
import { describe, expect, test } from 'vitest';
import { gridsOfThread } from '../../../pipelines/coordinates/grids.ts';
import { publishedNumbers } from '../../../pipelines/coordinates/published-positions.ts';
import { reproject } from '../../../pipelines/coordinates/reproject.ts';
import { assembled } from '../../../pipelines/requests/assembled.ts';
import { merged } from '../../../pipelines/requests/merged.ts';
import { orient } from '../../../publisher/format/orientation.ts';
import { CRSS, PUBLISHED_CRSS, type PublishedCrs } from '../../../schemas/crs.ts';
import type { Finding } from '../../../schemas/finding.ts';
import { isObject, type Json, type JsonObject } from '../../../schemas/json.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import type { SubmissionMethod } from '../../../schemas/submission.ts';

const CONTOUR: JsonObject = { entityType: 'PRContour', id: 'c', hoortBij: [{ href: '#v' }], afstandOfGeometrie: { afstand: 45 } };
const ROOT: JsonObject = {
  entityType: 'LocatieActiviteit', id: 'l', voertUit: [{
    entityType: 'TankenLPG', id: 'a', locatieEVActiviteit: { href: '#l' },
    heeft: [{ entityType: 'Vulpunt', id: 'v', heeft: { href: '#a' }, geometrie: { type: 'Point', coordinates: [155_000, 463_000] }, resulteertIn: [CONTOUR] }],
  }],
};
const REPLACED = 'verzoek.geometrie-vervangt-afstand';

/** The area of the contour as it is served. */
function area(crs: PublishedCrs, root: JsonObject = ROOT): JsonObject {
  const { shape, coordinates } = reproject(root, '28992', { grids: gridsOfThread() }).get('c')!;
  const numbers = publishedNumbers(orient(shape, coordinates)[crs], crs);
  return { type: 'Polygon', coordinates: [Array.from({ length: numbers.length / 2 }, (_, at) => [numbers[at * 2]!, numbers[at * 2 + 1]!])] };
}

const feature = (geometry: Json, afstandOfGeometrie: Json): JsonObject => (
  { type: 'Feature', id: 'c', properties: { ...CONTOUR, afstandOfGeometrie, afstand: 45, geometrieAfgeleid: true }, geometry }
);

interface Sent {
  readonly method?: SubmissionMethod;
  readonly crs?: PublishedCrs;
  readonly form?: 'feature' | 'document';
}

/** Returns the contour in the merged document, and the rules of the findings. */
function comesTo(body: JsonObject, { method = 'PUT', crs = '28992', form = 'feature' }: Sent = {}): readonly [Json | undefined, readonly string[], string] {
  const target = form === 'feature' ? '/collections/pr-contouren/items/c' : '/locatie-activiteiten/l/contouren/c';
  const made = merged(Buffer.from(JSON.stringify(body)), { doc: 1, crs: '28992', body: JSON.stringify(ROOT) }, { method, target, crs: CRSS[crs].uri });
  const rules = (found: readonly Finding[]): readonly string[] => found.map(({ rule }) => rule);
  if (!('bytes' in made)) return [undefined, rules(made.findings), ''];
  const contour = objectsOf(JSON.parse(made.bytes.toString()) as JsonObject).find(({ id }) => id === 'c')!;
  return [contour.data['afstandOfGeometrie'], rules(made.findings), made.crs];
}

describe('OPEN-contour-area: a Feature that comes back', () => {
  test.each(PUBLISHED_CRSS)('with the area that it was served with keeps its distance, and the root its CRS: %s', (crs) => {
    expect(comesTo(feature(area(crs), { afstand: 45 }), { crs })).toEqual([{ afstand: 45 }, [], CRSS['28992'].uri]);
    expect(comesTo(feature(area(crs), null), { crs })).toEqual([{ afstand: 45 }, [], CRSS['28992'].uri]);
    expect(comesTo({ type: 'Feature', geometry: area(crs), properties: {} }, { crs, method: 'PATCH' })).toEqual([{ afstand: 45 }, [], CRSS['28992'].uri]);
  });

  test('with another distance, and the area of either, has that distance', () => {
    const wider = JSON.parse(JSON.stringify(ROOT).replace('"afstand":45', '"afstand":60')) as JsonObject;
    for (const root of [ROOT, wider]) expect(comesTo(feature(area('28992', root), { afstand: 60 }))).toEqual([{ afstand: 60 }, [], CRSS['28992'].uri]);
  });

  test('with another geometry has that in place of the distance, and is told so', () => {
    const [[first, ...rest]] = (area('28992') as { coordinates: [[[number, number], ...Json[]]] }).coordinates;
    const moved: JsonObject = { type: 'Polygon', coordinates: [[[first[0] + 0.001, first[1]], ...rest.slice(0, -1), [first[0] + 0.001, first[1]]]] };
    for (const given of [{ afstand: 45 }, null]) expect(comesTo(feature(moved, given))).toEqual([{ geometrie: moved }, [REPLACED], CRSS['28992'].uri]);
    expect(comesTo({ type: 'Feature', geometry: moved, properties: {} }, { method: 'PATCH' })[1]).toEqual([REPLACED]);
  });

  test('as a document with a distance and a geometry is for the schema to refuse', () => {
    const choice = { afstand: 45, geometrie: area('28992') };
    expect(comesTo({ ...CONTOUR, afstandOfGeometrie: choice }, { form: 'document' })).toEqual([choice, [], CRSS['28992'].uri]);
  });

  test('in a FeatureCollection with all of its root too', () => {
    const parts = objectsOf(ROOT).map(({ data, id }) => {
      const { geometrie = null, voertUit: _, resulteertIn: __, ...properties } = data;
      const { heeft, ...others } = properties;
      return { type: 'Feature', id: id!, properties: isObject(heeft ?? null) ? properties : others, geometry: geometrie };
    });
    const collection = { type: 'FeatureCollection', features: [...parts.slice(0, 3), feature(area('28992'), { afstand: 45 })] };
    const made = assembled(Buffer.from(JSON.stringify(collection)), '28992');
    expect(made).toMatchObject({ findings: [], features: [4] });
    const contour = made !== undefined && 'documents' in made ? objectsOf(made.documents[0]!).find(({ id }) => id === 'c') : undefined;
    expect(contour?.data['afstandOfGeometrie']).toEqual({ afstand: 45 });
  });
});

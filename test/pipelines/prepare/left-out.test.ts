/** Members that a program added to an object are left out, with one note for the whole delivery. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Spatial } from '../../../pipelines/prepare/geometry/index.ts';
import type { Report } from '../../../schemas/finding.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { building, deliver, RD } from './deliveries.ts';
import { spatialForTests } from './spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

/** The building with this number as a Feature, with extra members and properties. */
function feature(number: number, members: JsonObject, more: JsonObject = {}): JsonObject {
  const { geometrie, ...properties } = building(number);
  return { type: 'Feature', geometry: geometrie!, properties: { ...more, ...properties }, ...members };
}

/** `severity rule message` of each finding. */
const told = (report: Report) => report.findings.map(({ severity, rule, pointer, message }) => `${severity} ${rule} ${pointer} ${message.en}`);

describe('row numbers', () => {
  const NOTE = 'The numbers that a GIS gives to the rows of a layer (fid, or a number as id of the Feature) are not used';

  test('next to the id of the object are left out, with one note for all objects', async () => {
    const features = [1, 2, 3].map((number) => feature(number, { id: number }, { fid: number }));
    const { report, roots } = await deliver(spatial, JSON.stringify({ type: 'FeatureCollection', features }), { crs: RD });
    expect(told(report)).toEqual([`info levering.rijnummer /features/0/id ${NOTE} (3 objects).`]);
    expect(roots.map(({ body }) => JSON.parse(body) as Json)).toEqual([1, 2, 3].map((number) => building(number)));
  });

  test.each<[string, JsonObject, JsonObject, string]>([
    ['as a text', { id: '7' }, {}, '/id'], ['of PostGIS', {}, { ogc_fid: 7 }, '/properties/ogc_fid'], ['of Esri', {}, { OBJECTID: 7 }, '/properties/OBJECTID'],
  ])('%s are left out too', async (_, members, more, pointer) => {
    const { report, roots } = await deliver(spatial, JSON.stringify(feature(1, members, more)), { crs: RD });
    expect(told(report)).toEqual([`info levering.rijnummer ${pointer} ${NOTE}.`]);
    expect(roots).toHaveLength(1);
  });

  test('do not become the id of an object without one', async () => {
    const { properties, ...others } = feature(1, { id: 7 }) as Record<string, JsonObject>;
    const { id: _, ...without } = properties!;
    const { report } = await deliver(spatial, JSON.stringify({ ...others, properties: without }), { crs: RD });
    expect(report.findings.map(({ rule, missing }) => [rule, missing])).toEqual([['schema.required', 'id'], ['levering.rijnummer', undefined]]);
  });

  test('an id that differs from the object’s stays an error, and so does a text in fid', async () => {
    const { report } = await deliver(spatial, JSON.stringify(feature(1, { id: 'laag.1' }, { fid: 'x' })), { crs: RD });
    expect(report.findings.map(({ rule }) => rule)).toEqual(['levering.feature-id', 'schema.onbekend-veld']);
  });
});

describe('links of a served document', () => {
  const documents = [1, 2].map((number) => JSON.stringify({ ...building(number), _links: { self: { href: 'https://example.org' } } })).join('\n');

  test('are left out of a delivery, with one note', async () => {
    const { report, roots } = await deliver(spatial, documents, { crs: RD });
    expect(told(report)).toEqual(['info levering.eigen-links /0/_links The _links with which this register serves a document are not used (2 objects).']);
    expect(roots.map(({ body }) => JSON.parse(body) as Json)).toEqual([building(1), building(2)]);
  });

  test('need no note in a request with a served document', async () => {
    const { report } = await deliver(spatial, documents, { crs: RD, isAsServed: true });
    expect(report.findings).toEqual([]);
  });
});

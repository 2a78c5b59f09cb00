/** JSON-FG 1.0 and its profiles of GeoJSON, and the parameter `profile` of OGC API Features Part 5. */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { linkOf, type AbstractTest } from './abstract-test.ts';
import { featurePath, GEOJSON, headerLinks, itemsPath, SCHEMA, type Json, type Link, type Site } from './site.ts';

type Checks = Readonly<Record<string, AbstractTest['check']>>;

export const JSON_FG = 'http://www.opengis.net/spec/json-fg-1/1.0/conf';
export const PROFILE_PARAMETER = 'http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/profile-parameter';
const REGISTER = 'http://www.opengis.net/def/profile/OGC/0/';
const IN_DEGREES = /\/def\/crs\/OGC\/[^/]*\/CRS84h?$/;
const FOLDER = join(import.meta.dirname, '../data/json-fg');

interface FgFeature {
  readonly type: string;
  readonly geometry: Json | null;
  readonly place?: Json | null;
  readonly time?: { readonly interval?: readonly string[]; readonly date?: string; readonly timestamp?: string } | null;
  readonly properties: Json | null;
}
interface Root {
  readonly body: Json;
  readonly features: readonly FgFeature[];
  readonly links: readonly Link[];
  readonly header: readonly Link[];
  readonly where: string;
}

/** Returns the first page, and its first feature, of every collection with features. */
async function rootsOf(site: Site, profile: string, query: Readonly<Record<string, string>> = {}): Promise<readonly Root[]> {
  return (await Promise.all((await site.filled()).map(async ({ id, crs }) => {
    const projected = query['crs'] === undefined ? {} : { crs: crs?.find((uri) => !IN_DEGREES.test(uri)) ?? query['crs'] };
    const page = await rootAt(site, itemsPath(id, { ...query, ...projected, profile }));
    const first = page.features[0] as unknown as { readonly id: string };
    return [page, await rootAt(site, featurePath(id, first.id, { ...query, ...projected, profile }))];
  }))).flat();
}

async function rootAt(site: Site, path: string): Promise<Root> {
  const answer = await site.get(path, GEOJSON);
  const body = JSON.parse(answer.text) as Json;
  const features = (body['type'] === 'FeatureCollection' ? body['features'] : [body]) as readonly FgFeature[];
  return { body, features, links: body['links'] as readonly Link[], header: headerLinks(answer), where: answer.url };
}

/** Checks each root in JSON-FG: in the default CRS, and in a further one. */
function eachRoot(check: (root: Root, site: Site) => void | Promise<void>, profile = 'jsonfg'): AbstractTest['check'] {
  return async (site) => {
    for (const root of [...await rootsOf(site, profile), ...await rootsOf(site, profile, { crs: 'first' })]) await check(root, site);
  };
}

function eachFeature(check: (feature: FgFeature, where: string) => void): AbstractTest['check'] {
  return eachRoot(({ features, where }) => { for (const feature of features) check(feature, where); });
}

function positionsIn(coordinates: unknown): readonly (readonly number[])[] {
  if (!Array.isArray(coordinates)) return [];
  return typeof coordinates[0] === 'number' ? [coordinates as readonly number[]] : coordinates.flatMap(positionsIn);
}

function schemaValid(): AbstractTest['check'] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const name of readdirSync(FOLDER).filter((one) => one.endsWith('.json'))) ajv.addSchema(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as object);
  const isValid = ajv.getSchema('https://schemas.opengis.net/json-fg/jsonfg-root-object.json')!;
  return eachRoot(({ body, where }) => { assert.ok(isValid(body) === true, `${where}: ${ajv.errorsText(isValid.errors)}`); });
}

export const JSON_FG_CORE_TESTS: Checks = {
  'schema-valid': schemaValid(),
  metadata: eachRoot(({ body, features, where }) => {
    assert.ok((body['conformsTo'] as readonly string[]).includes(`${JSON_FG}/core`), where);
    if (body['type'] === 'FeatureCollection') for (const feature of features) assert.ok(!('conformsTo' in feature), where);
  }),
  interval: eachFeature(({ time }, where) => {
    const [start = '..', end = '..'] = time?.interval ?? [];
    assert.ok(start === '..' || end === '..' || start <= end, `${where}: ${start} is after ${end}`);
  }),
  utc: eachFeature(({ time }, where) => {
    for (const moment of [time?.timestamp, ...time?.interval ?? []]) if (moment?.includes('T') === true) assert.match(moment, /Z$/, where);
  }),
  'coordinate-dimension': eachFeature(({ geometry, place }, where) => {
    for (const one of [geometry, place]) assert.ok(new Set(positionsIn(one?.['coordinates']).map(({ length }) => length)).size <= 1, where);
  }),
  'geometry-wgs84': eachFeature(({ geometry }, where) => {
    for (const [x, y] of positionsIn(geometry?.['coordinates'])) assert.ok(Math.abs(x!) <= 180 && Math.abs(y!) <= 90, `${where}: ${x} ${y}`);
  }),
  'place-geometries': eachRoot(({ body, features, where }) => {
    if (features.every(({ place }) => place === null || place === undefined)) return;
    assert.ok(typeof body['coordRefSys'] === 'string' && !IN_DEGREES.test(body['coordRefSys']), where);
  }),
  'same-crs': eachFeature(({ place }, where) => { assert.ok(place === null || place === undefined || !('coordRefSys' in place), where); }),
  fallback: eachFeature(({ geometry, place }, where) => { if (geometry !== null) assert.notDeepEqual(place, geometry, where); }),
};

export const JSON_FG_TYPES_TESTS: Checks = {
  metadata: eachRoot(({ body, where }) => { assert.ok((body['conformsTo'] as readonly string[]).includes(`${JSON_FG}/types-schemas`), where); }),
  'feature-type': eachRoot(({ body, features, where }) => {
    assert.ok(typeof body['featureType'] === 'string' || features.every((feature) => 'featureType' in feature), where);
  }),
  'feature-schemas': eachRoot(async ({ body, where }, site) => {
    const schema = await site.json(String(body['featureSchema']), SCHEMA);
    assert.deepEqual([schema['type'], typeof schema['properties']], ['object', 'object'], where);
  }),
};

function hasProfile({ links, header, where }: Root, name: string): void {
  for (const found of [links, header]) assert.ok(found.some(({ rel, href }) => rel === 'profile' && href === REGISTER + name), `${where} has no link to the profile ${name}`);
}

export const PROFILES_TESTS: Checks = {
  rfc7946: eachRoot((root) => {
    hasProfile(root, 'rfc7946');
    assert.ok(!('conformsTo' in root.body) && root.features.every((feature) => !('place' in feature)), root.where);
  }, 'rfc7946'),
  jsonfg: eachRoot((root) => { hasProfile(root, 'jsonfg'); }),
  'jsonfg-plus': eachRoot((root) => {
    hasProfile(root, 'jsonfg-plus');
    for (const { geometry, place } of root.features) assert.ok((place ?? null) === null || geometry !== null, root.where);
  }, 'jsonfg-plus'),
};

export const PROFILE_PARAMETER_TESTS: Checks = {
  'profile-param': async (site) => {
    for (const value of ['jsonfg', `${REGISTER}jsonfg`, 'rfc7946', 'onbekend', `onbekend,jsonfg`, 'https://profiel.voorbeeld.example/p']) {
      for (const { where } of await rootsOf(site, value)) assert.ok(where !== '', value);
    }
  },
  'profile-param-response': async (site) => {
    for (const { id } of await site.filled()) {
      await site.get(itemsPath(id), GEOJSON);
      const root = await rootAt(site, itemsPath(id, { profile: 'onbekend,jsonfg' }));
      hasProfile(root, 'jsonfg');
      linkOf(root.links, 'profile', root.where);
    }
  },
};

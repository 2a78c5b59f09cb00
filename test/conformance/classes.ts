/** Conformance classes: the tested classes, and those that a site declares. */
import { conformanceClass, type ConformanceClass } from './abstract-test.ts';
import { COLLECTION_TESTS, SERVICE_TESTS } from './core.ts';
import { ADVANCED_TESTS, ARRAY_TESTS, BASIC_TESTS, JSON_TESTS, SPATIAL_TESTS, TEXT_TESTS } from './cql2.ts';
import { ACCENT_TESTS, CASE_TESTS } from './cql2-folding.ts';
import { FUNCTION_TESTS } from './cql2-functions.ts';
import { LITERAL_TESTS, RELATION_TESTS } from './cql2-spatial.ts';
import { TEMPORAL_TESTS } from './cql2-temporal.ts';
import { CRS_TESTS } from './crs.ts';
import { FEATURE_TESTS } from './features.ts';
import { FEATURES_FILTER, FEATURES_FILTER_TESTS, FILTER, FILTER_TESTS } from './filter.ts';
import { GEOJSON_TESTS, HTML_TESTS } from './formats.ts';
import {
  JSON_FG, JSON_FG_CORE_TESTS, JSON_FG_TYPES_TESTS, PROFILE_PARAMETER, PROFILE_PARAMETER_TESTS, PROFILES_TESTS,
} from './json-fg.ts';
import { OAS30_TESTS } from './oas30.ts';
import { AS_PARAMETERS, AS_PARAMETERS_TESTS, QUERYABLES, QUERYABLES_TESTS } from './queryables.ts';
import { schemaClasses } from './schemas.ts';
import type { Site } from './site.ts';
import { DATETIME_TESTS, GEODATA_TESTS, MVT_TESTS, OPERATION_TESTS, TILE_TESTS, TILESET_TESTS, TILESETS_LIST_TESTS } from './tiles.ts';

const PART1 = 'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf';
const TILES = 'http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf';
const CQL2 = 'http://www.opengis.net/spec/cql2/1.0/conf';

/** OpenAPI comes last, because it checks all earlier requests. */
export const CLASSES: readonly ConformanceClass[] = [
  conformanceClass(`${PART1}/core`, { ...SERVICE_TESTS, ...COLLECTION_TESTS, ...FEATURE_TESTS }),
  conformanceClass(`${PART1}/geojson`, GEOJSON_TESTS),
  conformanceClass(`${PART1}/html`, HTML_TESTS),
  conformanceClass('http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs', CRS_TESTS),
  conformanceClass(QUERYABLES, QUERYABLES_TESTS),
  conformanceClass(AS_PARAMETERS, AS_PARAMETERS_TESTS),
  conformanceClass(FILTER, FILTER_TESTS),
  conformanceClass(FEATURES_FILTER, FEATURES_FILTER_TESTS),
  conformanceClass(`${CQL2}/basic-cql2`, BASIC_TESTS),
  conformanceClass(`${CQL2}/advanced-comparison-operators`, ADVANCED_TESTS),
  conformanceClass(`${CQL2}/array-functions`, ARRAY_TESTS),
  conformanceClass(`${CQL2}/case-insensitive-comparison`, CASE_TESTS),
  conformanceClass(`${CQL2}/accent-insensitive-comparison`, ACCENT_TESTS),
  conformanceClass(`${CQL2}/basic-spatial-functions`, SPATIAL_TESTS),
  conformanceClass(`${CQL2}/basic-spatial-functions-plus`, LITERAL_TESTS),
  conformanceClass(`${CQL2}/spatial-functions`, RELATION_TESTS),
  conformanceClass(`${CQL2}/temporal-functions`, TEMPORAL_TESTS),
  conformanceClass(`${CQL2}/functions`, FUNCTION_TESTS),
  conformanceClass(`${CQL2}/cql2-text`, TEXT_TESTS),
  conformanceClass(`${CQL2}/cql2-json`, JSON_TESTS),
  ...schemaClasses('http://www.opengis.net/spec/ogcapi-common-3/1.0/conf'),
  ...schemaClasses('http://www.opengis.net/spec/ogcapi-features-5/1.0/conf'),
  conformanceClass(PROFILE_PARAMETER, PROFILE_PARAMETER_TESTS),
  conformanceClass(`${JSON_FG}/core`, JSON_FG_CORE_TESTS),
  conformanceClass(`${JSON_FG}/types-schemas`, JSON_FG_TYPES_TESTS),
  conformanceClass(`${JSON_FG}/profiles`, PROFILES_TESTS),
  conformanceClass(`${TILES}/core`, TILE_TESTS),
  conformanceClass(`${TILES}/tileset`, TILESET_TESTS),
  conformanceClass(`${TILES}/tilesets-list`, TILESETS_LIST_TESTS),
  conformanceClass(`${TILES}/geodata-tilesets`, GEODATA_TESTS),
  conformanceClass(`${TILES}/datetime`, DATETIME_TESTS),
  conformanceClass(`${TILES}/mvt`, MVT_TESTS),
  conformanceClass(`${TILES}/oas30`, OPERATION_TESTS),
  conformanceClass(`${PART1}/oas30`, OAS30_TESTS),
];

/** Returns the classes to test. A declared class without tests gets a test that fails. */
export async function declared(site: Site): Promise<readonly ConformanceClass[]> {
  const uris = await site.conformsTo();
  const untested = uris.filter((uri) => !CLASSES.some((known) => known.uri === uri));
  return [
    ...untested.map((uri) => ({
      uri, tests: [{ id: uri, check: () => Promise.reject(new Error('this class is declared, and there is no test of it')) }],
    })),
    ...CLASSES.filter(({ uri }) => uris.includes(uri)),
  ];
}

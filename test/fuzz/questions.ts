/** Questions: fuzz targets for what a reader asks with: the query string of a list, boxes, moments, cursors, filters, and the bodies of searches. */
import assert from 'node:assert/strict';
import { LIMITS } from '../../schemas/limits.ts';
import { CRSS, PUBLISHED_CRSS } from '../../schemas/crs.ts';
import { boundsText, parseBox } from '../../schemas/box-text.ts';
import { FilterFault } from '../../schemas/cql2/expression.ts';
import { parseCql2Json } from '../../schemas/cql2/json.ts';
import { parseLocatedJson } from '../../schemas/cql2/located-json.ts';
import { parseCql2Text } from '../../schemas/cql2/text.ts';
import { geometryInText } from '../../schemas/cql2/wkt.ts';
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { readBodyParameters } from '../../server/parameters/body-parameters.ts';
import { readCursor, writeCursor } from '../../server/parameters/cursor.ts';
import { readDatetime, readInstant } from '../../server/parameters/datetime.ts';
import { readDifferenceCursor, writeDifferenceCursor } from '../../server/parameters/difference-query.ts';
import { readFilter } from '../../server/parameters/filter.ts';
import { CELLS, FEATURES, readListQuery, RESOURCES, SEARCH } from '../../server/parameters/list-query.ts';
import { parameterProblem, type ParameterFault } from '../../server/parameters/query.ts';
import { bodyProblem, jsonOf, readBody, readEqualities, readGeo, readTypes, readWords, refuseUnknown } from '../../server/parameters/search-body.ts';
import { readSubmissionCursor, writeSubmissionCursor } from '../../server/parameters/submissions-query.ts';
import { shortHash } from '../../server/response/etags.ts';
import type { Target } from './fuzz.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const URL = 'https://voorbeeld.nl/v1/collections/kwetsbare-gebouwen/items';
const COLLECTION = 'locatie-activiteiten';
const FIELDS = queryablesOf(COLLECTION);
const KINDS = [FEATURES, RESOURCES, CELLS, SEARCH];
const FIELD_NAMES = ['id', 'werkdruk', 'categorieVuurwerk', 'beginGeldigheid', 'vergunningsPlicht', 'entityType', 'reactietijdNoodstop.exactAantalSeconden'];

const bytesOf = (texts: readonly string[]): readonly Buffer[] => texts.map((text) => Buffer.from(text));

/** Splits the first byte off, which chooses among `choices`. */
function chosen<Choice>(input: Buffer, choices: readonly Choice[]): readonly [Choice, Buffer] {
  return [choices[(input[0] ?? 0) % choices.length]!, input.subarray(1)];
}

const crsOf = (code: (typeof PUBLISHED_CRSS)[number]) => ({ crs: CRSS[code], bytes: code, plane: code, uri: CRSS[code].uri, name: null });

function readBox(input: Buffer): void {
  const [code, rest] = chosen(input, PUBLISHED_CRSS);
  const of = { crs: CRSS[code], namedBy: 'bbox-crs' };
  const read = parseBox(rest.toString(), of);
  if ('box' in read) {
    assert.ok(read.box.every(Number.isFinite));
    assert.deepEqual(parseBox(read.box.join(','), of), read);
  } else {
    assert.ok(boundsText(read.allowed ?? CRSS[code].range, CRSS[code]).length > 0);
    if (read.cut !== undefined) assert.ok('box' in parseBox(read.cut.join(','), of));
  }
}

function readTime(input: Buffer): void {
  const text = input.toString();
  for (const read of [readDatetime, readInstant]) {
    const faults: ParameterFault[] = [];
    const found = read(text, NOW, faults);
    if (faults.length > 0) {
      for (const { correct } of faults) assert.deepEqual(faultsOf((more) => read(correct!, NOW, more)), []);
    } else if (found !== null && typeof found === 'object') {
      assert.ok(found.during === null || found.during.from < found.during.until);
      assert.ok(found.at === null || !Number.isNaN(new Date(found.at).getTime()));
    } else assert.ok(found === null || !Number.isNaN(new Date(found).getTime()));
  }
}

function faultsOf(read: (faults: ParameterFault[]) => unknown): readonly ParameterFault[] {
  const faults: ParameterFault[] = [];
  read(faults);
  return faults;
}

/** A cursor has a checksum that anybody can compute, so each input gets the right one. */
function readCursors(input: Buffer): void {
  const place = input.toString('latin1');
  for (const text of [place, `${place}-${shortHash(`${place}|vraag`)}`]) {
    const cursor = readCursor(text, 'vraag', []);
    if (cursor === undefined) continue;
    assert.ok(Number.isSafeInteger(cursor.position) && Number.isSafeInteger(cursor.head));
    assert.deepEqual(readCursor(writeCursor(cursor, 'vraag'), 'vraag', []), cursor);
  }
  for (const encoded of [place, input.toString('base64url')]) {
    const position = readDifferenceCursor(`${encoded}.${shortHash(`${encoded}|vraag`)}`, 'vraag', []);
    if (position === null) continue;
    assert.deepEqual([typeof position.series, typeof position.key, typeof position.id], ['string', 'number', 'string']);
    // In JSON, in which -0 is 0.
    assert.equal(JSON.stringify(readDifferenceCursor(writeDifferenceCursor(position, 'vraag'), 'vraag', [])), JSON.stringify(position));
  }
  const uuid = readSubmissionCursor(`${place}.${shortHash(`${place}|vraag`)}`, 'vraag', []);
  if (uuid !== null) assert.equal(readSubmissionCursor(writeSubmissionCursor(uuid, 'vraag'), 'vraag', []), uuid);
}

/** The faults name what to do: the corrected request is one that is accepted. A request that is accepted is so in its canonical form. */
function readList(input: Buffer): void {
  const [kind, rest] = chosen(input, KINDS);
  const context = { kind, collection: COLLECTION, profile: 'default', now: NOW } as const;
  const text = rest.toString('latin1');
  const { query, faults } = readListQuery({ text }, context);
  if (faults.length > 0) {
    const { params = [] } = parameterProblem(faults, { text }, URL);
    assert.ok(params.length > 0);
    return;
  }
  const again = readListQuery({ text: query.canonical }, context);
  assert.deepEqual([again.faults, again.query.canonical, again.query.hash, again.query.question], [[], query.canonical, query.hash, query.question]);
}

const CRS_OF_FILTERS = ['CRS84', '28992'] as const;
const ERRORS = { 'cql2-text': parseCql2Text, 'cql2-json': parseCql2Json } as const;

const readFilterIn = (language: keyof typeof ERRORS) => (input: Buffer): void => {
  const [code, rest] = chosen(input, CRS_OF_FILTERS);
  const text = rest.toString();
  try {
    ERRORS[language](text);
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error;
    assert.ok(error.at >= 1 && error.at <= text.length + 1, `a fault at ${error.at} of ${text.length}`);
  }
  const faults: ParameterFault[] = [];
  const filter = readFilter(text, { language, fields: FIELDS, crs: crsOf(code), charsMax: LIMITS.filterCharsMax, faults });
  assert.equal(filter === null, faults.length === 1);
  if (language === 'cql2-text') geometryInText(text);
};

function readLocated(input: Buffer): void {
  const text = input.toString();
  const parsed = parsedOr(() => JSON.parse(text) as unknown);
  try {
    assert.deepEqual(jsonOf(parseLocatedJson(text)), withoutNegativeZero(parsed.value));
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error;
    assert.ok(error.at >= 1 && error.at <= text.length + 1, `a fault at ${error.at} of ${text.length}`);
  }
}

/** The value, or that there is none. */
function parsedOr(parse: () => unknown): { readonly value?: unknown } {
  try {
    return { value: parse() };
  } catch {
    return {};
  }
}

function withoutNegativeZero(value: unknown): unknown {
  if (typeof value === 'number') return value + 0;
  if (Array.isArray(value)) return value.map(withoutNegativeZero);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutNegativeZero(member)]));
}

function readSearch(input: Buffer): void {
  const [code, body] = chosen(input, CRS_OF_FILTERS);
  const faults: ParameterFault[] = [];
  const members = readBody(body, faults);
  refuseUnknown(members, ['_geo', 'zoek', 'types', ...FIELD_NAMES], faults);
  readGeo(members.get('_geo'), crsOf(code), faults);
  readEqualities(members, FIELDS, faults);
  readWords(members.get('zoek'), faults);
  readTypes(members.get('types'), ['Windturbine', 'School'], faults);
  assert.equal(bodyProblem(faults).params?.length, faults.length);
}

function readParametersOfBody(input: Buffer): void {
  const [contentCrs, body] = chosen(input, [undefined, CRSS.CRS84.uri, CRSS['28992'].uri]);
  const faults: ParameterFault[] = [];
  const parameters = readBodyParameters(body, { fields: FIELDS, contentCrs, faults });
  const context = { kind: FEATURES, collection: COLLECTION, profile: 'default', now: NOW } as const;
  const { faults: more } = readListQuery({ text: '', body: parameters }, context);
  bodyProblem([...faults, ...more]);
}

const FUNCTIONS = ['S_INTERSECTS(', 'S_DWITHIN(', 'T_AFTER(', 'A_CONTAINS(', 'CASEI(', 'ACCENTI(', 'BBOX(', 'DATE(', 'TIMESTAMP(', 'INTERVAL('];
const WKT = ['POINT(', 'LINESTRING(', 'POLYGON((', 'MULTIPOINT((', 'MULTILINESTRING((', 'MULTIPOLYGON(((', 'GEOMETRYCOLLECTION(', ' Z ', '))', '5.1 52.1', '155000 463000'];
const CQL2_WORDS = [' AND ', ' OR ', 'NOT ', ' LIKE ', ' BETWEEN ', ' IN (', ' IS NULL', ' = ', '<>', '<=', "''", "'T1'", 'geometry', '\\', '%', '_', ...FUNCTIONS, ...WKT, ...FIELD_NAMES];
const JSON_WORDS = ['{"op":"', '","args":[', '{"property":"', '"}', ']}', '{"date":"', '{"timestamp":"', '{"interval":["', '{"bbox":[', '{"type":"Polygon","coordinates":[[[', ']]]}', 'null', 'true', '"geometries":[', '\\u0000', '\\ud800', ...FIELD_NAMES];
const QUERY_WORDS = ['&', '=', '%', '+', '%2B', '%27', '%ff', 'bbox=', 'bbox-crs=', 'crs=', 'limit=', 'offset=', 'cursor=', 'pagina=', 'datetime=', 'geldigOp=', 'beschikbaarOp=', 'filter=', 'filter-lang=cql2-json', 'filter-crs=', 'zoek=', 'sorteer=-', 'fields=', 'skipGeometry=true', 'geometrieSoort=punt', 'f=json', 'lang=nl', 'paginaGrootte=', CRSS['28992'].uri, '2026-01-31', '2026-01-31T12:00:00Z', '../', '/..', ...FIELD_NAMES.map((name) => `${name}=`)];

const FILTER_TEXTS = [
  "id LIKE 'NL%'", "werkdruk > 10 AND NOT (entityType IN ('TankenLPG', 'Windturbine') OR vergunningsPlicht = true)", 'werkdruk BETWEEN 1 AND 1e3', "CASEI(entityType) = CASEI('x')",
  "A_CONTAINS(categorieVuurwerk, ('T1','F4'))", "T_AFTER(beginGeldigheid, DATE('2026-01-31'))", "T_DURING(INTERVAL(beginGeldigheid, eindGeldigheid), INTERVAL('2026-01-01', '..'))",
  'S_INTERSECTS(geometry, POLYGON((5 52, 5.1 52, 5.1 52.1, 5 52)))', 'S_DWITHIN(geometry, POINT(155000 463000), 500)', 'S_WITHIN(geometry, BBOX(5,52,6,53))', 'S_CROSSES(geometry, MULTILINESTRING Z((5 52 1, 6 53 2)))',
  'S_EQUALS(GEOMETRYCOLLECTION(POINT(5 52), POINT(6 53)), geometry) = false', '"werkdruk" IS NOT NULL', 'werkdruk + 1 > 2',
].flatMap((text) => [`0${text}`, `1${text}`]);
const FILTER_JSON = [
  '{"op":"like","args":[{"property":"id"},"NL%"]}', '{"op":"and","args":[{"op":">","args":[{"property":"werkdruk"},10]},{"op":"isNull","args":[{"property":"id"}]}]}',
  '{"op":"s_intersects","args":[{"property":"geometry"},{"type":"Polygon","coordinates":[[[5,52],[5.1,52],[5.1,52.1],[5,52]]]}]}', '{"op":"s_within","args":[{"property":"geometry"},{"bbox":[5,52,6,53]}]}',
  '{"op":"t_during","args":[{"interval":[{"property":"beginGeldigheid"},".."]},{"interval":["2026-01-01","2026-02-01T00:00:00Z"]}]}', '{"op":"in","args":[{"property":"entityType"},["a","b"]]}',
  '{"op":"t_after","args":[{"property":"beginGeldigheid"},{"date":"2026-01-31"}]}', '{"op":"s_equals","args":[{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[5,52]}]},{"property":"geometry"}]}',
  'true', '{"op":"casei","args":[{"property":"id"}]}', '{"op":"=","args":[{"op":"accenti","args":[{"property":"entityType"}]},"e"]}',
].map((text) => `0${text}`);

/** Polygons that once were examined for more than a quarter of a second: each pair of their sides meets, or their side is one line. */
const FOUND_POLYGONS = [
  Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? '5 52' : '5.1 52')),
  Array.from({ length: 1_400 }, (_, at) => `${(3 + at * 7_919 % 40 / 10).toFixed(1)} 52`),
].map((positions) => `0S_INTERSECTS(geometry, POLYGON((${[...positions, positions[0]].join(',')})))`);

/** Took longer with the square of the repetitions. */
const FOUND_QUERY = `0limit=10${'&crs&crs=http:rs'.repeat(740)}`;

/** Positions that once were a 500: no JSON, of another shape, with a number beyond JSON. */
const FOUND_CURSORS = ['d', '{}', '["wegen"]', '["wegen",1e999,"id"]', '["wegen",-0,"id"]'];

const LONG = { bytesMax: 12_000, cpuMsMax: 250 };
const SHORT = { bytesMax: 1_000, cpuMsMax: 50 };

export const QUESTION_TARGETS: readonly Target[] = [
  { name: 'box', run: readBox, seeds: bytesOf(['05,52,6,53', '1150000,460000,160000,470000', '252,5,53,6', '3590000,6810000,610000,6830000', '05,52,0,6,53,10', '0170,-10,-170,10']), words: [',', '.', 'e', '-', ' '], ...SHORT },
  { name: 'datetime', run: readTime, seeds: bytesOf(['2026-01-31', '2026-01-31T12:00:00Z', '2026-01-31T12:00:00.123+01:00', '2026-01-01/2026-02-01', '../2026-01-31', '2026-01-01T/..', '2026-03-29T02:30:00+02:00']), words: ['/', '..', 'T', 'Z', '+01:00', '-', ':', '24', '60', '2026', '9999', '0000', '29'], ...SHORT },
  { name: 'cursor', run: readCursors, seeds: bytesOf(['1-a-0123abcd', 'zzzzzzzzzz-zzzzzzzzzz-00000000', '["wegen",7,"id"]', '["kwetsbare-gebouwen",0.5,"é"]', '0b0d7c64-7b9f-4b1a-8f63-0e1a2b3c4d5e', ...FOUND_CURSORS]), words: ['-', '.', '"', '[', ']', ',', 'wegen', 'pr-contouren', '{}', 'null'], ...SHORT },
  { name: 'filter-text', run: readFilterIn('cql2-text'), seeds: bytesOf([...FILTER_TEXTS, ...FOUND_POLYGONS]), words: CQL2_WORDS, ...LONG },
  { name: 'filter-json', run: readFilterIn('cql2-json'), seeds: bytesOf(FILTER_JSON), words: JSON_WORDS, ...LONG },
  { name: 'located-json', run: readLocated, seeds: bytesOf(['{"a":[1,-0,1e3,"\\u00e9\\n",true,false,null],"b":{}}', ' [ ] ', '"x"', '1', ...FILTER_JSON.map((text) => text.slice(1))]), words: JSON_WORDS, ...LONG },
  {
    name: 'query', run: readList, words: QUERY_WORDS, ...LONG,
    seeds: bytesOf([
      '0', '0limit=10&bbox=5,52,6,53&crs=http://www.opengis.net/def/crs/EPSG/9.9.1/28992', '0filter=werkdruk%20%3E%2010&filter-lang=cql2-text&datetime=2026-01-01/..', '0werkdruk=10&sorteer=-id,werkdruk&fields=id,werkdruk&zoek=a*',
      '1pagina=2&paginaGrootte=5&geldigOp=2026-01-31', '1beschikbaarOp=2026-01-31T12:00:00Z&geometrieSoort=vlak', '2cel=1000&bbox=5,52,6,53', '3pagina=1&lang=en', '0offset=5&f=json&skipGeometry=true&sortby=id&properties=id', FOUND_QUERY,
    ]),
  },
  {
    name: 'search-body', run: readSearch, words: JSON_WORDS, ...LONG,
    seeds: bytesOf([
      '0{"_geo":{"intersects":{"type":"Polygon","coordinates":[[[5,52],[6,52],[6,53],[5,52]]]}},"werkdruk":10,"zoek":"a*","types":["School"]}', '1{"_geo":{"within":{"type":"Point","coordinates":[155000,463000]}}}',
      '0{"_geo":{"contains":{"type":"MultiLineString","coordinates":[[[5,52],[6,53]]],"bbox":[]}},"entityType":"TankenLPG"}', '0{"types":[],"onbekend":1}',
    ]),
  },
  {
    name: 'body-parameters', run: readParametersOfBody, words: [...JSON_WORDS, '"filter":', '"bbox":[', '"sorteer":["', '"limit":', '"filter-crs":"'], ...LONG,
    seeds: bytesOf([
      '0{"bbox":[5,52,6,53],"limit":10,"filter":{"op":"like","args":[{"property":"id"},"NL%"]},"fields":["id"],"skipGeometry":true}', '2{"filter":"S_DWITHIN(geometry, POINT(155000 463000), 500)","filter-lang":"cql2-text"}',
      '1{"werkdruk":10,"sortby":"-id","cursor":"x","datetime":"2026-01-31"}',
    ]),
  },
];

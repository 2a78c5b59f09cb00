/** Properties that hold for any document, valid or not. Our other validators and parsers are the oracle. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validate, validatorOf } from '../../schemas/check/compile.ts';
import { GEOMETRY_ALIASES } from '../../schemas/geometry.ts';
import type { GeometryAlias } from '../../schemas/geometry.ts';
import { geometryMistakes } from '../../schemas/check/geometry-structure.ts';
import { isObject } from '../../schemas/json.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { DATE_PATTERN, MOMENT_PATTERN } from '../../schemas/check/json-schema.ts';
import type { RootType } from '../../schemas/names.ts';
import { noticesOf } from '../../schemas/check/notices.ts';
import { parseMoment } from '../../schemas/time.ts';
import { GEOMETRIES, holding, minimal } from './minimal.ts';
import { publishedVerdict } from './published-verdict.ts';
import { drawn } from '../runs.ts';

const DOCUMENTS: readonly (readonly [RootType, JsonObject])[] = [
  'KwetsbaarGebouw', 'BuisleidingStelsel', 'PRContour', 'Windturbine', 'LocatieActiviteit',
  'ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht',
].map((type) => {
  const { root, document } = holding(type, minimal(type, true));
  return [root, document] as const;
});

const JUNK: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, '', 'tekst', 0, -1, 1.5, 1e300, [], {}, [null], [[]]),
  fc.constantFrom<Json>({ entityType: 'WegAs' }, { waarde: null }),
  fc.constantFrom<Json>(...Object.values(GEOMETRIES)),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
);
const NAMES = fc.constantFrom(
  'id', 'entityType', 'heeft', 'geometrie', 'waarde', 'geenWaardeReden', 'stof', '__proto__', 'constructor',
  'a/b~c', '',
);

describe('IM-conv-3: any mutation of a valid document', () => {
  test('gets the verdict of the published schema, never throws, and has mistakes at existing locations', () => {
    const changed = fc.array(fc.tuple(fc.nat(), NAMES, JUNK), { maxLength: 3 });
    fc.assert(fc.property(fc.constantFrom(...DOCUMENTS), changed, (held, changes) => {
      const [root, document] = held;
      const mutated = changes.reduce<Json>((value, [at, name, junk]) => mutate(value, at, name, junk), document);
      const errors = validatorOf(root)(mutated);
      expect(errors.length === 0).toBe(publishedVerdict(root, mutated));
      for (const { pointer } of errors) expect(exists(mutated, pointer), pointer).toBe(true);
      for (const { pointer } of noticesOf(mutated)) expect(exists(mutated, pointer), pointer).toBe(true);
    }), { numRuns: drawn(1_500, 4) });
  });

  test('any JSON value is checked without a throw', () => {
    fc.assert(fc.property(JUNK, (value) => { expect(validate(value).length).toBeGreaterThan(0); }), { numRuns: 500 });
  });
});

test('IM-conv-6: the pattern of a timestamp accepts every readable moment, except at the ends of time', () => {
  const upTo = (max: number, width: number): fc.Arbitrary<string> =>
    fc.nat(max).map((n) => String(n).padStart(width, '0'));
  const near = fc.tuple(
    fc.oneof(upTo(9999, 4), fc.constantFrom('0000', '9999', '2024')), fc.constant('-'), upTo(13, 2), fc.constant('-'),
    upTo(32, 2), fc.constant('T'), upTo(25, 2), fc.constant(':'), upTo(61, 2), fc.constant(':'), upTo(61, 2),
    fc.constantFrom('', '.1', '.12', '.'),
    fc.constantFrom('', 'Z', 'z', '+01:00', '-14:00', '+14:01', '+15:00', '+01:60', '+0100', ' '),
  ).map((parts) => parts.join(''));
  const pattern = new RegExp(MOMENT_PATTERN, 'u');
  fc.assert(fc.property(fc.oneof(near, fc.string()), (text) => {
    const atTheEnds = /^(0000|9999-12-31)/.test(text);
    if (pattern.test(text)) expect(parseMoment(text)).toBeDefined();
    else if (!atTheEnds) expect(parseMoment(text)).toBeUndefined();
  }), { numRuns: drawn(20_000, 4) });
});

test('a date exists: every day of the years 1896 to 2104, and its neighbours', () => {
  const pattern = new RegExp(DATE_PATTERN, 'u');
  for (let year = 1896; year <= 2104; year++) {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        if (pattern.test(text) !== (parseMoment(`${text}T00:00:00Z`) !== undefined)) expect.fail(text);
      }
    }
  }
});

test('IM-conv-7: our check of a geometry and the published schema agree on every alias', () => {
  const mostlyNumbers = fc.oneof({ weight: 9, arbitrary: fc.integer() }, { weight: 1, arbitrary: JUNK });
  const position = fc.array(mostlyNumbers, { minLength: 2, maxLength: 3 });
  const level = (inner: fc.Arbitrary<Json>): fc.Arbitrary<Json> => fc.array(inner, { minLength: 1, maxLength: 5 });
  const line = level(position);
  const geometry = fc.record({
    type: fc.constantFrom(...Object.keys(GEOMETRIES), 'GeometryCollection'),
    coordinates: fc.oneof(position, line, level(line), level(level(line))),
  });
  const aliases = Object.keys(GEOMETRY_ALIASES) as GeometryAlias[];
  fc.assert(fc.property(fc.oneof(geometry, JUNK), fc.constantFrom(...aliases), (value, alias) => {
    expect(geometryMistakes(value, alias).length === 0).toBe(publishedVerdict(alias, value));
  }), { numRuns: drawn(5_000, 4) });
});

test('every line or ring of a geometry gets its own mistake, not every position', () => {
  const short = [[0, 0], [1, 0], [0, 0]];
  const coordinates = [[short, [[0, 0], ['x', 1], [1, 'y'], [0, 0]]], [short]];
  expect(geometryMistakes({ type: 'MultiPolygon', coordinates }, 'VlakOfMultiVlak').map(({ path }) => path.join('/')))
    .toEqual(['coordinates/0/0', 'coordinates/0/1/1', 'coordinates/1/0']);
  const many = Array.from({ length: 100_000 }, () => []);
  expect(geometryMistakes({ type: 'MultiLineString', coordinates: many }, 'PuntLijnVlakMulti')).toHaveLength(100);
});

describe('hostile documents', () => {
  const building = minimal('KwetsbaarGebouw');

  test('deep nesting in an open value type', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as Json;
    expect(validate({ ...building, identificatie: { namespace: 'NL', lokaalID: '1', deep } })).toEqual([]);
    expect(validate({ ...building, comment: [deep, deep] }).length).toBe(2);
  });
});

/** Puts `junk` (or, for odd numbers, a property with `name`) at the `at`-th location of the document. */
function mutate(value: Json, at: number, name: string, junk: Json): Json {
  const paths: string[][] = [];
  const collect = (part: Json, path: string[]): void => {
    paths.push(path);
    if (typeof part !== 'object' || part === null) return;
    for (const [key, inner] of Object.entries(part)) collect(inner, [...path, key]);
  };
  collect(value, []);
  const path = paths[at % paths.length] ?? [];
  return replace(value, path, (held) =>
    (at % 2 === 1 && isObject(held) ? Object.fromEntries([...Object.entries(held), [name, junk]]) : junk));
}

function replace(value: Json, [key, ...rest]: readonly string[], change: (held: Json) => Json): Json {
  if (key === undefined) return change(value);
  const changed = (name: string, held: Json): Json => (name === key ? replace(held, rest, change) : held);
  if (Array.isArray(value)) return value.map((held: Json, i) => changed(String(i), held));
  return Object.fromEntries(Object.entries(value as JsonObject).map(([name, held]) => [name, changed(name, held)]));
}

function exists(document: Json, pointer: string): boolean {
  let value: Json | undefined = document;
  const tokens = pointer.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  for (const token of tokens) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return false;
    value = (value as Record<string, Json>)[token];
  }
  return true;
}

/** Texts and data around the schema: notices, nearest words, links, code lists. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CODE_LISTS, codeListsHash, IN_TRANSITION } from '../../schemas/codelists.ts';
import { validate } from '../../schemas/check/compile.ts';
import type { Json } from '../../schemas/json.ts';
import { schemaHash } from '../../schemas/check/json-schema.ts';
import { linkTarget } from '../../schemas/model/internal-links.ts';
import { fieldsOf, geometryPathOf, MODEL } from '../../schemas/model/model.ts';
import { nearest } from '../../schemas/check/nearest.ts';
import { noticesOf } from '../../schemas/check/notices.ts';
import { firstDuplicate } from '../../schemas/check/unique.ts';
import { describeWithShared } from '../shared-data.ts';
import { holding, minimal } from './minimal.ts';

describe('notices: warnings about valid documents', () => {
  const building = minimal('KwetsbaarGebouw');

  test('absent activity fields that the document leaves open give a warning', () => {
    const { document } = holding('Windturbine_TeBerekenenAfstandVergunningplicht');
    expect(validate(document)).toEqual([]);
    const missing = noticesOf(document).filter(({ rule }) => rule === 'schema.verwacht');
    expect(missing.map(({ field }) => field)).toEqual([
      'basisVergunningNummer', 'datumVergunningOfMelding', 'datumLaatsteWijziging', 'vergunningsPlicht',
      'idActiviteitTR', 'aantalWindturbines',
    ]);
    expect(new Set(missing.map(({ pointer }) => pointer))).toEqual(new Set(['/voertUit/0']));
    const full = holding('WegenNietBasisnet');
    expect(noticesOf(full.document)).toEqual([]);
  });

  test('the fullest document of each type gives no notice', () => {
    for (const type of MODEL.keys()) {
      if (type === 'WegAs') continue;
      const { document, pointer } = holding(type, minimal(type, true));
      expect(noticesOf(document).filter((notice) => notice.pointer === pointer), type).toEqual([]);
    }
  });

  test('TooiWaardelijst is checked by shape', () => {
    expect(noticesOf({ ...building, bronhoudercodeOverheid: 'mnre1034' })).toEqual([]);
    const odd = noticesOf({ ...building, bronhoudercodeOverheid: 'Apeldoorn' });
    expect(odd.map(({ pointer, rule }) => [pointer, rule]))
      .toEqual([['/bronhoudercodeOverheid', 'schema.tooi']]);
  });

  test('properties beside the known ones of open value types and geometries', () => {
    const document = {
      ...building,
      identificatie: { namespace: 'NL', lokaalID: '1', vesrie: '1' },
      geometrie: { ...building['geometrie'] as object, crs: {}, bbox: [0, 0, 1, 1] },
    };
    expect(validate(document)).toEqual([]);
    const [first, second, ...more] = noticesOf(document);
    const rule = 'schema.ongebruikt-veld';
    expect(first).toMatchObject({ pointer: '/identificatie/vesrie', rule, suggestions: ['versie'] });
    expect(second).toMatchObject({ pointer: '/geometrie/crs', rule });
    expect(more).toEqual([]);
  });

  test('gegevenInTransitie is refused, without a notice', () => {
    const old = { ...building, categorieKwetsbaarheid: IN_TRANSITION };
    expect([validate(old).map(({ rule }) => rule), noticesOf(old)]).toEqual([['schema.waardelijst'], []]);
  });

  test('their number is bounded', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`x${i}`, i]));
    const document = { ...building, identificatie: { namespace: 'NL', lokaalID: '1', ...many } };
    expect(noticesOf(document).length).toBe(1000);
  });
});

describe('suggestions', () => {
  test.each([
    ['zeerkwetsbaar', ['beperktKwetsbaar', 'kwetsbaar', 'zeerKwetsbaar'], 'zeerKwetsbaar'],
    ['klasse 2.1: brandbaar gas', CODE_LISTS.get('StofCategorieNaam')?.values ?? [], 'Klasse 2.1: Brandbaar gas'],
    ['bedrijfsnam', fieldsOf('LocatieActiviteit').map(({ name }) => name), 'bedrijfsnaam'],
    ['PR10-06', CODE_LISTS.get('TypePlaatsgebondenRisico')?.values ?? [], 'PR10-6'],
    ['fakkelbrnad', CODE_LISTS.get('TypeBrand')?.values ?? [], 'fakkelbrand'],
  ])('%s', (word, candidates, best) => expect(nearest(word, candidates)[0]).toBe(best));

  test('a distant word, or a text of a megabyte, gets no suggestion', () => {
    expect(nearest('TankenLPG_VasteAfstand', ['Windturbine', 'TankenLPG', 'TankenLPGHandling'])).toEqual(['TankenLPG']);
    expect(nearest('gebruiksdoeleinden', ['gebruiksdoeleindenLocatie', 'bronhouder'])).toEqual(['gebruiksdoeleindenLocatie']);
    expect(nearest('id', ['identificatie', 'idPandBAG'])).toEqual([]);
    expect(nearest('xyz', ['fakkelbrand', 'plasbrand'])).toEqual([]);
    expect(nearest('x'.repeat(1_000_000), ['x'])).toEqual([]);
  });

  test('the distance of words equals that of the whole table', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 30 });
    fc.assert(fc.property(letters, fc.array(letters, { maxLength: 8 }), (word, others) => {
      const isStem = (one: string, other: string) => one.length >= 5 && other.startsWith(one);
      const isNear = (other: string) => isStem(word, other) || isStem(other, word)
        || distance(word, other) <= Math.max(1, Math.floor(Math.max(word.length, other.length) / 3));
      const near = [...new Set(others)].filter(isNear);
      const found = nearest(word, new Set(others), 8);
      expect([...found].sort()).toEqual(near.sort());
      const distances = found.map((other) => distance(word, other));
      expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    }), { numRuns: 3000 });
  });

  test('a word is nearest to itself, and to itself with two neighbours swapped', () => {
    const values = [...CODE_LISTS.values()].flatMap((list) => list.values.filter((value) => value.length > 5));
    fc.assert(fc.property(fc.constantFrom(...values), (value) => {
      expect(nearest(value, [value, 'andersom', 'iets'])[0]).toBe(value);
    }));
  });
});

describe('links', () => {
  test.each([
    ['#NL.IMEV.AB12.1', 'NL.IMEV.AB12.1'],
    ['NL.IMEV.AB12.1', 'NL.IMEV.AB12.1'],
    ['https://example.org/v1/kwetsbare-gebouwen/NL.IMEV.AB12.1', 'NL.IMEV.AB12.1'],
    ['http://127.0.0.1:8080/v1/locatie-activiteiten/a%2Fb?crs=x#y', 'a/b'],
    ['#a%20b', 'a b'],
    ['50%', '50%'],
    ['#50%', '50%'],
    ['#', undefined],
    ['https://example.org', undefined],
    ['https://example.org/v1/', undefined],
  ])('%s names %s', (href, id) => expect(linkTarget(href, new Set())).toBe(id));

  test('any id survives as a fragment and as the last segment of a URL', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
      expect(linkTarget(`#${encodeURIComponent(id)}`, new Set())).toBe(id);
      expect(linkTarget(`https://example.org/v1/wegen/${encodeURIComponent(id)}`, new Set())).toBe(id);
      expect(linkTarget(id, new Set([id]))).toBe(id);
    }));
  });
});

test('a geometry is in geometrie, for contours in afstandOfGeometrie; activities and pipeline systems have none', () => {
  expect(geometryPathOf('KwetsbaarGebouw')).toEqual(['geometrie']);
  expect(geometryPathOf('PRContour')).toEqual(['afstandOfGeometrie', 'geometrie']);
  expect(geometryPathOf('BuisleidingStelsel')).toBeUndefined();
  expect(geometryPathOf('TankenLPG')).toBeUndefined();
  expect(geometryPathOf('constructor')).toBeUndefined();
});

test('hashes of schema and code lists are stable SHA-256', () => {
  expect([schemaHash(), codeListsHash()]).toEqual([schemaHash(), codeListsHash()]);
  for (const hash of [schemaHash(), codeListsHash()]) expect(hash).toMatch(/^[0-9a-f]{64}$/);
});

test('uniqueItems: equality as JSON Schema has it', () => {
  expect(firstDuplicate([1, '1', true, 'true', null, 'null', [1], { a: 1 }, { a: '1' }])).toBeUndefined();
  expect(firstDuplicate([{ a: 1, b: [2] }, 0, { b: [2], a: 1.0 }])).toEqual({ i: 2, j: 0 });
  fc.assert(fc.property(fc.array(fc.jsonValue()), (items) => {
    const known = firstDuplicate(items as Json[]);
    if (known !== undefined) expect(items[known.i]).toEqual(items[known.j]);
    expect(firstDuplicate([...items, items[0] ?? null, items[0] ?? null] as Json[])).toBeDefined();
  }));
});

describeWithShared('our code lists are the collected ones', 'data/codelists.json', (path) => {
  test('every value, letter for letter; values of an older version only are separate', () => {
    const collected = JSON.parse(readFileSync(path, 'utf8')) as
      Record<string, { readonly values: readonly string[]; readonly older?: { readonly values: readonly string[] } }>;
    expect(new Set([...Object.keys(collected), 'TooiWaardelijst'])).toEqual(new Set(CODE_LISTS.keys()));
    for (const [name, { values, older }] of Object.entries(collected)) {
      const ours = CODE_LISTS.get(name);
      expect(ours?.values).toEqual(values);
      for (const value of older?.values ?? []) expect([...values, ...ours?.legacy?.values ?? []]).toContain(value);
    }
  });
});

describeWithShared('the examples of model 3.0.1', 'data/imev-3.0', (folder) => {
  test('the building and the location lack the fields that the report must name', () => {
    const errorsOf = (name: string): readonly string[] =>
      validate(JSON.parse(readFileSync(join(folder, `${name}_IMEV3.0.1_vb.json`), 'utf8')) as Json)
        .map(({ rule, field }) => `${rule} ${field}`);
    const missing = 'schema.required geometrieMetagegevens';
    const code = 'schema.waardelijst categorieKwetsbaarheid';
    expect(errorsOf('KwetsbaarGebouw')).toEqual(expect.arrayContaining(['schema.required geometrie', missing, code]));
    expect(errorsOf('KwetsbareLocatie').toSorted((a, b) => a.localeCompare(b))).toEqual([missing, code]);
  });
});

/** Edit distance with swaps of neighbours, by the whole table. */
function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j));
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      table[i]![j] = Math.min(
        table[i - 1]![j]! + 1, table[i]![j - 1]! + 1, table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwapped ? table[i - 2]![j - 2]! + 1 : Infinity,
      );
    }
  }
  return table[a.length]![b.length]!;
}

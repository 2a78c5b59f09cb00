/** Strict JSON: a public parser suite, and texts that are refused beyond it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Spatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import { scan } from '../../../pipelines/strict-json/scanner.ts';
import { parseStrict } from '../../../pipelines/strict-json/strict.ts';
import { describeWithShared } from '../../shared-data.ts';
import { deliver } from '../prepare/deliveries.ts';
import { spatialForTests } from '../prepare/spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

const parse = (text: string) => parseStrict(Buffer.from(text));
const rules = (text: string) => parse(text).defects.map(({ rule, pointer }) => `${rule} ${pointer}`.trim());

/** Cases that are valid by the grammar but refused, because a member name is repeated. */
const REPEATED_NAMES = ['y_object_duplicated_key.json', 'y_object_duplicated_key_and_value.json'];

/** Cases that the suite leaves open, with the decision: accepted, or refused by this rule. */
const FREE: Readonly<Record<string, readonly string[]>> = {
  // The number is below the smallest double, and becomes 0.
  'accepted': ['number_double_huge_neg_exp', 'number_real_underflow'],
  'json.getal-te-groot': [
    'number_huge_exp', 'number_neg_int_huge_exp', 'number_pos_double_huge_exp', 'number_real_neg_overflow', 'number_real_pos_overflow',
  ],
  'json.geheel-getal': ['number_too_big_neg_int', 'number_too_big_pos_int', 'number_very_big_negative_int'],
  'json.half-teken': [
    'object_key_lone_2nd_surrogate', 'string_1st_surrogate_but_2nd_missing', 'string_1st_valid_surrogate_2nd_invalid',
    'string_incomplete_surrogate_and_escape_valid', 'string_incomplete_surrogate_pair', 'string_incomplete_surrogates_escape_valid',
    'string_invalid_lonely_surrogate', 'string_invalid_surrogate', 'string_inverted_surrogates_U+1D11E', 'string_lone_second_surrogate',
  ],
  'json.utf8': [
    'string_UTF-16LE_with_BOM', 'string_UTF-8_invalid_sequence', 'string_UTF8_surrogate_U+D800', 'string_invalid_utf-8', 'string_iso_latin_1',
    'string_lone_utf8_continuation_byte', 'string_not_in_unicode_range', 'string_overlong_sequence_2_bytes', 'string_overlong_sequence_6_bytes',
    'string_overlong_sequence_6_bytes_null', 'string_truncated-utf-8', 'string_utf16BE_no_BOM', 'string_utf16LE_no_BOM',
  ],
  'json.diepte': ['structure_500_nested_arrays'],
  // At the start of a delivery the mark is skipped with a warning (framing.ts); inside the text it is not JSON.
  'json.syntaxis': ['structure_UTF-8_BOM_empty_object'],
};

describeWithShared('JSONTestSuite', 'data/json-parsing/test_parsing', (folder) => {
  const names = readdirSync(folder);
  const read = (name: string) => readFileSync(join(folder, name));
  const accepted = (name: string) => {
    const { value, defects } = parseStrict(read(name));
    return value !== undefined && defects.length === 0;
  };
  /** Errors about the JSON itself, when the file is a delivery. Forbidden characters in values have their own rule. */
  const errorsOf = async (name: string) => {
    const { report } = await deliver(spatial, { bytes: read(name) });
    return report.findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)
      .filter((rule) => /^(?:json|levering)\./.test(rule) && !['levering.geen-object', 'json.verboden-teken'].includes(rule));
  };

  test('every y_ is accepted, except two that repeat a member name', () => {
    expect(names.filter((name) => name.startsWith('y_') && !accepted(name))).toEqual(REPEATED_NAMES);
  });
  test('every n_ is refused', () => {
    expect(names.filter((name) => name.startsWith('n_') && accepted(name))).toEqual([]);
  });
  test('every i_ is decided, by name', () => {
    const decided = Object.entries(FREE).flatMap(([rule, cases]) => cases.map((name) => [`i_${name}.json`, rule]));
    const found = names.filter((name) => name.startsWith('i_'))
      .map((name) => [name, accepted(name) ? 'accepted' : parseStrict(read(name)).defects[0]?.rule]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(decided));
  });
  test('as whole deliveries they get the same verdicts, and the byte-order mark a warning', async () => {
    for (const name of names) {
      const isFine = name === 'i_structure_UTF-8_BOM_empty_object.json' || accepted(name);
      const errors = await errorsOf(name);
      expect([name, errors.length === 0]).toEqual([name, isFine]);
    }
    const { found } = await deliver(spatial, { bytes: read('i_structure_UTF-8_BOM_empty_object.json') });
    expect(found).toContain('json.bom');
  });
});

describe('beyond JSON.parse', () => {
  test.each([
    ['{"a":1,"b":{"c":1,"c":2}}', ['json.dubbele-sleutel /b/c']],
    ['{"a":1,"\\u0061":2}', ['json.dubbele-sleutel /a']],
    ['{"__proto__":1,"__proto__":2}', ['json.dubbele-sleutel /__proto__']],
    ['{"a":"\\ud800"}', ['json.half-teken /a']],
    ['{"a":"\\ud83d\\ude00"}', []],
    ['[1e999]', ['json.getal-te-groot /0']],
    ['[-1.5e400]', ['json.getal-te-groot /0']],
    ['[9007199254740992, -9007199254740992]', []],
    ['[9007199254740993]', ['json.geheel-getal /0']],
    ['[-9007199254740993, 1]', ['json.geheel-getal /0']],
    ['[0.1234567890123456789012345678901234567890, 123e45, "12345678901234567890"]', []],
  ])('%s', (text, expected) => {
    expect(rules(text)).toEqual(expected);
  });

  test('100,000 nested arrays are one clear finding', () => {
    expect(rules('['.repeat(100_000))).toHaveLength(1);
    expect(rules('['.repeat(100_000) + ']'.repeat(100_000))[0]).toMatch(/^json.diepte/);
  });

  test('the output of JSON.stringify is accepted, and comes back equal', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const { value: back, defects } = parse(JSON.stringify(value));
      fc.pre(!defects.some(({ rule }) => rule !== 'json.syntaxis' && rule !== 'json.dubbele-sleutel'));
      expect(defects).toEqual([]);
      expect(JSON.stringify(back)).toBe(JSON.stringify(value));
    }));
  });

  test('a text changed by one character is refused exactly when JSON.parse refuses it or scan names a defect', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), fc.constantFrom(...'"\\{}[],:1e. \n'.split('')), (value, at, char) => {
      const text = JSON.stringify(value);
      const place = at % text.length;
      const changed = text.slice(0, place) + char + text.slice(place + 1);
      let parses = true;
      try { JSON.parse(changed); } catch { parses = false; }
      const { defects } = parse(changed);
      expect(defects.some(({ rule }) => rule === 'json.syntaxis')).toBe(!parses);
    }), { numRuns: 1_000 });
  });
});

describe('the quick check agrees with the scanner', () => {
  const expectAsScan = (text: string) => {
    const { defects, value } = parse(text);
    const scanned = scan(text);
    expect([text, defects]).toEqual([text, scanned]);
    const ends = scanned.some(({ rule }) => rule === 'json.syntaxis' || rule === 'json.diepte');
    expect([text, value === undefined]).toEqual([text, ends]);
  };
  const numbers = fc.tuple(
    fc.constantFrom('', '-'), fc.constantFrom('0', '1', '9', '9007199254740992', '9007199254740993', '1'.repeat(300)),
    fc.constantFrom('', '00000000', '0'.repeat(300)), fc.constantFrom('', '.', '.0', '.0001', '.5', `.${'0'.repeat(300)}1`),
    fc.constantFrom('', '', 'e', 'e1', 'E+290', 'e-5', 'e299', 'e305', 'e307', 'e308', 'e312', 'e600', `e${'9'.repeat(30)}`, 'e-99999', 'e1e', 'x'),
  ).map((parts) => parts.join(''));
  const units = fc.array(fc.constantFrom('\\ud83d', '\\uD83D', '\\ude00', '\\uDFFF', '\\udc', '\\ud7ff', '\\ue000', 'é', '😀', 'u', '\\\\', '\\n'), { maxLength: 5 });
  const token = fc.oneof(fc.constantFrom(
    ...Array.from('"\\{}[],:10-.eEx \n\t\u0000é'), '{"a":1', '"a":', ',"a":2', '\\u00e9', '\\ud800', '\\n', 'true', 'fals', 'null', '1e9', '0123',
    '1234567890123456', '-', '-0.5', '[[', ']]', '['.repeat(31), '\u001fn', '{"a":1e400,"a":[{"b/":"\\ud800","b/":12345678901234567}],"é":{"a":1,"a":2}}',
  ), numbers, units.map((unit) => `"${unit.join('')}"`));

  test('on changed texts', () => {
    const change = fc.record({ at: fc.nat(), over: fc.nat({ max: 3 }), token });
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), fc.array(change, { maxLength: 3 }), fc.boolean(), (value, changes, spaced) => {
      let text = JSON.stringify(value, null, spaced ? 1 : 0);
      for (const { at, over, token: inserted } of changes) {
        const place = at % (text.length + 1);
        text = (text.slice(0, place) + inserted + text.slice(place + over)).toWellFormed();
      }
      expectAsScan(text);
    }), { numRuns: 1_000 });
  });

  test('on texts of random tokens', () => {
    fc.assert(fc.property(fc.array(token, { maxLength: 12 }), (tokens) => expectAsScan(tokens.join(''))), { numRuns: 1_000 });
  });

  const item = fc.oneof(numbers, units.map((unit) => `"${unit.join('')}"`), fc.constant('{"b":1,"c":[2,{"b":3}],"b":4}'));
  test('on members with defects, in their order', () => {
    const member = fc.tuple(fc.constantFrom('a', 'b', 'é', 'a~/b', 'lang'.repeat(60)), item).map(([name, value]) => `"${name}":${value}`);
    fc.assert(fc.property(fc.array(member, { maxLength: 6 }), fc.array(item, { maxLength: 3 }), (members, items) => {
      expectAsScan(`{${members.join(', ')},"i":[${items.join()}],"a":1}`);
    }), { numRuns: 1_000 });
  });

  test.each([
    '{"a":[{"b":"é\\n\\u00e9"},-1.5,true,false,null],"c":{}}', '{"a":1,}', '', '{"a":1} x', '{"a":1,"a":2}', '{"a":1,"\\u0061":2}',
    '"\\ud83d\\ude00\\ude00"', '[1e3,1e400]', '1e308', '1'.repeat(308), '1'.repeat(309), '0.001e311', '0.001e312', '"\\ug0e9"', '"\\u00eg"',
    '['.repeat(32) + ']'.repeat(32), '['.repeat(33) + ']'.repeat(33), '{"a":['.repeat(17), `[1e999,${'['.repeat(40)}`,
  ])('%s', expectAsScan);

  test('a repeated name is always found, whatever is between', () => {
    fc.assert(fc.property(fc.uniqueArray(fc.string(), { maxLength: 80 }), fc.string(), fc.nat(), (names, name, at) => {
      const all = [...names.filter((other) => other !== name), name];
      all.splice(at % all.length, 0, name);
      const text = `{${all.map((one) => `${JSON.stringify(one)}:{"a":1}`).join()}}`;
      expect(parse(text).defects.map(({ rule }) => rule)).toEqual(['json.dubbele-sleutel']);
      expectAsScan(text);
    }));
  });

  test('a thousand defects hide no depth', () => {
    const text = `[${'1e999,'.repeat(1_000)}${'['.repeat(40)}${']'.repeat(40)}]`;
    expect(parse(text).value).toBeUndefined();
  });
});

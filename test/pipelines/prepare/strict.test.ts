/** Strict JSON: other people's parser cases, and what we refuse beyond them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStrict } from '../../../pipelines/prepare/strict.ts';
import { describeWithShared } from '../../shared-data.ts';

const parse = (text: string) => parseStrict(Buffer.from(text));
const rules = (text: string) => parse(text).flaws.map(({ rule, pointer }) => `${rule} ${pointer}`.trim());

/** The cases that the suite leaves free, and what we decided: accepted only these. */
const FREE_ACCEPTED = new Set(['i_number_double_huge_neg_exp.json', 'i_number_real_underflow.json']);

describeWithShared('JSONTestSuite', 'data/json-parsing/test_parsing', (folder) => {
  const accepted = (name: string) => {
    const { value, flaws } = parseStrict(readFileSync(join(folder, name)));
    return value !== undefined && flaws.length === 0;
  };
  const names = readdirSync(folder);
  test('every y_ is accepted', () => {
    expect(names.filter((name) => name.startsWith('y_') && !accepted(name))
      // Two cases repeat a member name: valid by the grammar, refused by us (design 6).
      .filter((name) => !name.startsWith('y_object_duplicated_key'))).toEqual([]);
  });
  test('every n_ is refused', () => {
    expect(names.filter((name) => name.startsWith('n_') && accepted(name))).toEqual([]);
  });
  test('every i_ is decided', () => {
    expect(names.filter((name) => name.startsWith('i_') && accepted(name))).toEqual([...FREE_ACCEPTED]);
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

  test('what JSON.stringify writes is accepted, and comes back equal', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const { value: back, flaws } = parse(JSON.stringify(value));
      fc.pre(!flaws.some(({ rule }) => rule !== 'json.syntaxis' && rule !== 'json.dubbele-sleutel'));
      expect(flaws).toEqual([]);
      expect(JSON.stringify(back)).toBe(JSON.stringify(value));
    }));
  });

  test('a text changed by one character is refused exactly when JSON.parse refuses it or scan names a flaw', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), fc.constantFrom(...'"\\{}[],:1e. \n'.split('')), (value, at, char) => {
      const text = JSON.stringify(value);
      const place = at % text.length;
      const changed = text.slice(0, place) + char + text.slice(place + 1);
      let parses = true;
      try { JSON.parse(changed); } catch { parses = false; }
      const { flaws } = parse(changed);
      expect(flaws.some(({ rule }) => rule === 'json.syntaxis')).toBe(!parses);
    }), { numRuns: 1_000 });
  });
});

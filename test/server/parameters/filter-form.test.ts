/** The inputs of the form on a list page, and the parameters that they mean. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CRSS } from '../../../schemas/crs.ts';
import { FORM_MARK, isSubmitted, queryOfForm, readFilter, writeFilter, type FormFilter } from '../../../server/parameters/filter-form.ts';
import { FEATURES, readListQuery } from '../../../server/parameters/list-query.ts';
import { NOW } from '../harness.ts';

const TANKS = 'opslag-referenties';
const RD = `filter-crs=${encodeURIComponent(CRSS['28992'].uri).replaceAll('%2F', '/').replaceAll('%3A', ':')}`;

function asked(inputs: Readonly<Record<string, string>>, collection = TANKS) {
  return queryOfForm({ text: new URLSearchParams({ [FORM_MARK]: '1', ...inputs }).toString() }, collection);
}

test('an input that is empty is left out, and so is the mark', () => {
  expect(asked({ 'zoek': '', 'typeOpslagReferentie': 'opslagtank', 'vanaf.inhoud': '', 'bbox': ' ', 'bbox-crs': CRSS.CRS84.uri })).toEqual({
    query: 'typeOpslagReferentie=opslagtank', faults: [],
  });
});

test('bounds and a distance become one filter, before the reader’s own', () => {
  const { query, faults } = asked({
    'vanaf.inhoud': '5', 'tot.inhoud': '10.5', 'vanaf.beginGeldigheid': '2025-01-01', 'punt.x': '155000', 'punt.y': '463000', 'afstand.m': '500',
    'filter': "id LIKE 'a%'",
  });
  expect(faults).toEqual([]);
  expect(new URLSearchParams(query).get('filter')).toBe(
    "beginGeldigheid >= DATE('2025-01-01') AND inhoud >= 5 AND inhoud <= 10.5 AND S_DWITHIN(geometry, POINT(155000 463000), 500) AND (id LIKE 'a%')",
  );
  expect(query).toContain(RD);
});

test.each([
  [{ 'vanaf.inhoud': '1) OR (1 = 1' }, 'vanaf.inhoud'],
  [{ 'tot.beginGeldigheid': "2025-01-01') OR id <> ('" }, 'tot.beginGeldigheid'],
  [{ 'punt.x': '155000', 'punt.y': '463000' }, 'afstand.m'],
  [{ 'punt.x': '155000', 'punt.y': '463000', 'afstand.m': '-1' }, 'afstand.m'],
  [{ 'vanaf.inhoud': '1', 'filter': 'inhoud > 1) OR (inhoud < 5' }, 'filter'],
  [{ 'punt.x': '1', 'punt.y': '1', 'afstand.m': '1', 'filter': 'inhoud > 1', 'filter-crs': CRSS.CRS84.uri }, 'filter-crs'],
])('%j is refused, with the input named', (inputs, name) => {
  expect(asked(inputs).faults.map((fault) => fault.name)).toContain(name);
});

test('a name that is no input of the list stays, so that the list refuses it', () => {
  expect(asked({ 'vanaf.onbekend': '5', 'onzin': '1' }).query).toBe('vanaf.onbekend=5&onzin=1');
});

test('only a request with the mark is a submitted form', () => {
  expect(isSubmitted({ text: `zoek=&${FORM_MARK}=1` })).toBe(true);
  expect(isSubmitted({ text: 'zoek=' })).toBe(false);
  expect(isSubmitted({ text: `zoek=${FORM_MARK}` })).toBe(false);
});

describe('reading a filter back', () => {
  const number = fc.integer({ min: -99_999, max: 99_999 }).map((n) => String(n / 4));
  const bound = fc.record({ from: fc.oneof(fc.constant(''), number), until: fc.oneof(fc.constant(''), number) }).filter(({ from, until }) => from + until !== '');
  const near = fc.option(fc.record({ x: number, y: number, metres: fc.nat(5000).map(String) }), { nil: undefined });
  const other = fc.constantFrom('', "id LIKE 'a%'", 'inhoud > 5 OR (oppervlakte < 3)', 'bovengronds = true');

  test('gives the inputs that it was written from', () => {
    fc.assert(fc.property(bound, near, other, (inhoud, at, rest) => {
      const filter: FormFilter = { bounds: new Map([['inhoud', inhoud]]), near: at, other: rest };
      expect(readFilter(writeFilter(filter), TANKS)).toEqual(filter);
    }));
  });

  test.each([
    "typeOpslagReferentie = 'opslagtank'", 'onbekend >= 5', 'inhoud >= 5 OR inhoud <= 3', 'inhoud  >= 5', 'inhoud >= 5 AND (a) OR (b)',
    'S_DWITHIN(geometry, POINT(1 2), 5) AND S_DWITHIN(geometry, POINT(3 4), 5)', '',
  ])('%s, which the inputs cannot express, stays the text that it is', (text) => {
    expect(writeFilter(readFilter(text, TANKS))).toBe(text);
  });

  test('with brackets that do not belong together keeps the whole filter as text', () => {
    const text = 'inhoud >= 1 AND (inhoud < 5) OR (inhoud > 6)';
    expect(readFilter(text, TANKS)).toEqual({ bounds: new Map(), near: undefined, other: text });
  });
});

test('the list understands every address that the form gives', () => {
  const { query } = asked({ 'vanaf.inhoud': '5', 'punt.x': '155000', 'punt.y': '463000', 'afstand.m': '500', 'geldigOp': '2026-01-01', 'bovengronds': 'true' });
  expect(readListQuery({ text: query }, { kind: FEATURES, collection: TANKS, profile: 'default', now: NOW }).faults).toEqual([]);
});

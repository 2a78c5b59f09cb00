/**
 * The model against the Information Model document itself, row by row: same fields, same required marks, kinds, ranges, code lists,
 * aliases and voids. Texts are read by their words; patterns are tested elsewhere.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Field, Value } from '../../schemas/model/conventions.ts';
import { GEOMETRY_ALIASES } from '../../schemas/geometry.ts';
import { MODEL, SHAPES, fieldsOf } from '../../schemas/model/model.ts';
import { ACTIVITY_TYPES } from '../../schemas/names.ts';
import { describeWithShared } from '../shared-data.ts';

/** Facts of a field that both sides give, as far as a table shows them. */
interface FieldFacts {
  readonly required: boolean;
  readonly voidable: boolean;
  readonly array: boolean;
  readonly kind: string;
  readonly range: string | null;
}

describeWithShared('against the document', 'spec/000_45dca85f28a5524c.txt', (path) => {
  const text = readFileSync(path, 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| ')).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()));
  const row = (name: string): readonly string[] => rows.find(([first]) => first === name) ?? [];
  const paragraph = (name: string): string => text.split('\n').find((line) => line.startsWith(`**${name}**`)) ?? '';

  test.each(Object.entries(GEOMETRY_ALIASES).filter(([alias]) => row(alias).length > 0))('IM-alias-%s', (alias, types) => {
    expect(types.join(', ')).toBe(row(alias)[1]);
  });

  test('IM-value-IdentificatieBAG: sixteen digits wherever it is used', () => {
    const users = rows.flatMap(([first = '', ...cells]) => [
      ...cells.includes('IdentificatieBAG') ? [['KwetsbaarGebouw', first] as const] : [],
      ...[...cells.join(' ').matchAll(/`(\w+)` IdentificatieBAG/g)].map(([, field = '']) => [first, field] as const),
    ]);
    expect(users).toHaveLength(6);
    for (const [type, name] of users) {
      expect(ownFields(type).find((field) => field.name === name)).toMatchObject({ kind: 'text', pattern: '^[0-9]{16}$' });
    }
  });

  const values = [...SHAPES.keys()].filter((name) => rowOfValue(name) !== undefined);
  test.each(values)('IM-value-%s', (name) => {
    expect(values).toHaveLength(15);
    const [head = '', cell = ''] = rowOfValue(name) ?? [];
    const found = SHAPES.get(name);
    expect(ourFields(found?.fields ?? [])).toEqual(theirFields(cell));
    expect(found?.form === 'closed').toBe(head.includes('closed'));
    expect(found?.form === 'choice').toBe(name.includes('Of'));
  });

  test('IM-base-*: the fifteen fields of the base type', () => {
    const base = rows.filter((cells) => cells.length === 4 && /^(yes|no)$/.test(cells[2] ?? ''));
    expect(base).toHaveLength(15);
    for (const { entityType, fields } of MODEL.values()) {
      for (const [name = '', type = '', required] of base) {
        const field = fields.find((candidate) => candidate.name === name);
        const theirs = said(`${type}${required === 'yes' ? ', required' : ''}`);
        if (name !== 'entityType') expect([entityType, name, saidBy(field)]).toEqual([entityType, name, theirs]);
      }
    }
  });

  test('IM-act-*: types, item types and the two ammonia types', () => {
    const list = text.split('\n').find((line) => line.startsWith('Buisleiding, Basisnet,')) ?? '';
    expect([...ACTIVITY_TYPES]).toEqual(list.replace(/\.$/, '').split(', '));
    const items = /Allowed item types: (.+)\.$/.exec(paragraph('EVActiviteit'))?.[1]?.split(', ').sort();
    for (const type of ACTIVITY_TYPES) expect(nestedTypes(type, 'heeft')).toEqual(items);
    for (const type of ['LocatieActiviteit', 'Wegen']) expect(nestedTypes(type, 'voertUit')).toEqual([...ACTIVITY_TYPES].sort());
    const ammonia = /^The two AmmoniakKoelinstallatie types.+$/m.exec(text)?.[0] ?? '';
    for (const type of ACTIVITY_TYPES.filter((candidate) => candidate.startsWith('Ammoniak'))) {
      expect(ourFields(ownFields(type))).toEqual(theirFields(ammonia));
    }
  });

  test.each(['LocatieActiviteit', 'LocatieBasisnet', 'Wegen', 'BuisleidingStelsel'])('IM-loc-%s', (type) => {
    expect(ourFields(ownFields(type))).toEqual(theirFields(row(type)[1] ?? ''));
  });

  test('IM-loc-closed, IM-ref-closed, IM-contour-closed: every concrete type fixes its entityType and requires it', () => {
    for (const [name, { fields }] of MODEL) {
      expect(fields.find((field) => field.name === 'entityType')).toMatchObject({ kind: 'constant', constant: name, required: true });
    }
  });

  const references = rows.filter(([name = '', geometry = '']) => MODEL.has(name) && geometry in GEOMETRY_ALIASES);
  test.each(references)('IM-ref-%s', (type, alias, cell) => {
    expect(references).toHaveLength(22);
    const own = theirFields((cell ?? '').replace('(`entityType` required)', ''));
    expect(ourFields(ownFields(type ?? ''))).toEqual({ ...own, geometrie: said(`${alias ?? ''}, required`) });
  });

  test('IM-ref-ReferentieEVContour: fields and contours of every reference', () => {
    const items = /Allowed contour item types: (.+)\.$/.exec(paragraph('ReferentieEVContour'))?.[1]?.split(', ').sort();
    expect(nestedTypes('Tankzuil', 'resulteertIn')).toEqual(items);
    expect(fieldsOf('Tankzuil').find(({ name }) => name === 'resulteertIn')).toMatchObject({ required: true, voidable: true });
    expect(fieldsOf('Tankzuil').find(({ name }) => name === 'heeft')).toMatchObject({ required: true, kind: 'link' });
  });

  test('IM-contour-*: the eight contours and their parents', () => {
    const parents = { EVContour: 'PRContour', Aandachtsgebied: 'GifwolkAandachtsgebied' };
    expect(fieldsOf(parents.EVContour).find(({ name }) => name === 'hoortBij')).toMatchObject({ required: true, kind: 'links' });
    for (const type of ['OverigeContour', 'PRContour']) expect(ourFields(ownFields(type))).toEqual(theirFields(paragraph(type)));
    const area = MODEL.get(parents.Aandachtsgebied)?.parent;
    const inherited = new Set(area?.parent?.fields.map(({ name }) => name));
    expect(ourFields(area?.fields.filter(({ name }) => !inherited.has(name)) ?? [])).toEqual(theirFields(paragraph('Aandachtsgebied')));
    const areas = rows.filter(([name = '']) => /gebied(Vuurwerk)?$/.test(name) && MODEL.has(name));
    expect(areas).toHaveLength(6);
    for (const [name = '', cell = ''] of areas) expect([name, ourFields(ownFields(name))]).toEqual([name, theirFields(cell)]);
  });

  test('IM-vuln-*: the two vulnerable types', () => {
    const head = rows.findIndex((cells) => cells[1] === 'KwetsbaarGebouw');
    const table = rows.slice(head + 1).filter(([name = '']) => name !== '---').slice(0, 11);
    const always = ['geometrie', 'geometrieMetagegevens', 'categorieKwetsbaarheid'];
    ['KwetsbaarGebouw', 'KwetsbareLocatie'].forEach((type, column) => {
      const cells = table.filter((line) => line[column + 1] !== 'absent');
      const theirs = cells.map(([name = '', ...types]) => {
        return [name, said(`${types[column] ?? ''}${always.includes(name) ? ', required' : ''}`)];
      });
      expect(ourFields(ownFields(type))).toEqual(Object.fromEntries(theirs));
    });
    const parent = MODEL.get('KwetsbaarGebouw')?.parent;
    expect([parent?.name, parent?.fields]).toEqual(['GebouwOfLocatie', parent?.parent?.fields]);
    expect(fieldsOf('KwetsbaarGebouw').filter(({ readOnly }) => readOnly === true).map(({ name }) => name))
      .toEqual(['gebruiksdoelenVerblijfsobjectBAG', 'oppervlakteVerblijfsobjectBAG']);
  });

  test('IM-vuln-kadastraleAanduiding-pattern: all of it, nothing around it', () => {
    const field = fieldsOf('KwetsbaarGebouw').find(({ name }) => name === 'kadastraleAanduiding');
    const item = field?.kind === 'array' ? field.items : undefined;
    const pattern = new RegExp(item?.kind === 'text' ? item.pattern ?? '$^' : '$^', 'u');
    for (const right of ['ZLE00B01234G0000', 'ASD12AK99999G0000', 'ASD12A,00001G0000', 'ASD12,00001G0000']) expect(right).toMatch(pattern);
    for (const wrong of ['ZLE00J01234G0000', 'ZLE00B1234G0000', 'ZLE00B01234A0000', 'zLE00B01234G0000', 'ZLE00ABC01234G0000',
      'xZLE00B01234G0000', 'ZLE00B01234G00001', 'ZLE00B01234G0001']) expect(wrong).not.toMatch(pattern);
  });

  function rowOfValue(name: string): readonly string[] | undefined {
    return rows.find(([first = '']) => first === name || first.startsWith(`${name} (`));
  }
});

/** The fields a type adds to its parent. */
function ownFields(type: string): readonly Field[] {
  const found = MODEL.get(type);
  const inherited = new Set([...found?.parent.fields.map(({ name }) => name) ?? [], 'entityType']);
  return found?.fields.filter(({ name }) => !inherited.has(name)) ?? [];
}

function nestedTypes(type: string, name: string): readonly string[] {
  const field = fieldsOf(type).find((candidate) => candidate.name === name);
  return field?.kind === 'nested' ? [...field.types].sort() : [];
}

function ourFields(fields: readonly Field[]): Record<string, FieldFacts | null> {
  return Object.fromEntries(fields.map((field) => [field.name, saidBy(field)]));
}

/** The fields of a table cell or paragraph: each begins with its name in backticks. */
function theirFields(cell: string): Record<string, FieldFacts> {
  return Object.fromEntries([...cell.matchAll(/`(\w+)` ?([^`]*)/g)].map(([, name = '', words = '']) => [name, said(words)]));
}

function saidBy(field: Field | undefined): FieldFacts | null {
  if (field === undefined) return null;
  const inner: Value = field.kind === 'array' ? field.items : field;
  const bounded = inner.kind === 'number' || inner.kind === 'integer';
  return {
    required: field.required,
    voidable: field.voidable === true,
    array: field.kind === 'array',
    kind: kindOf(inner),
    range: bounded && inner.min !== undefined ? `${inner.min} to ${inner.max ?? ''}` : null,
  };
}

function kindOf(value: Value): string {
  if (value.kind === 'codelist') return `code list ${value.codelist}`;
  if (value.kind === 'geometry') return value.alias;
  if (value.kind === 'object') return value.shape.name;
  return value.kind === 'moment' ? 'date-time' : value.kind;
}

function said(words: string): FieldFacts {
  const numeric = /^(number|integer)\b|^-?[\d.]+ to /.test(words);
  return {
    required: /\brequired\b|\bR;? ?$/.test(words),
    voidable: words.includes('or void'),
    array: words.startsWith('array'),
    kind: kindSaid(words),
    range: numeric ? /(-?[\d.]+ to [\d.]*\d)/.exec(words)?.[1] ?? null : null,
  };
}

function kindSaid(words: string): string {
  const list = /code list (\w+)/.exec(words)?.[1] ?? /^(RepresentatieLijn)/.exec(words)?.[1];
  if (list !== undefined) return `code list ${list}`;
  if (/^(required|GeometrieMetagegevens)/.test(words)) return 'GeometrieMetagegevens';
  if (words.startsWith('integer')) return 'integer';
  if (/^(number|-?[\d.]+ to )/.test(words)) return 'number';
  if (/^(boolean|date-time)/.test(words)) return /^[a-z-]+/.exec(words)?.[0] ?? '';
  const named = /^(\w+)/.exec(words)?.[1] ?? '';
  return named in GEOMETRY_ALIASES || SHAPES.has(named) ? named : 'text';
}

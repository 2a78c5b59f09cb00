/**
 * The published schema compared with the document: each row of its tables, read from the text, has the same facts as the schema: required
 * or not, void or not, kind, bounds, code list, geometry alias, value type.
 * Patterns are in words in the document, so schema-cases.ts tests them. The model itself: test/data/document.test.ts.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CODE_LISTS } from '../../schemas/codelists.ts';
import { GEOMETRY_ALIASES } from '../../schemas/geometry.ts';
import { MODEL, SHAPES } from '../../schemas/model/model.ts';
import { ACTIVITY_TYPES, CONTOURS, REFERENCES } from '../../schemas/names.ts';
import { describeWithShared } from '../shared-data.ts';
import { choiceOf, fieldNames, isClosed, factsInSchema } from './schema-facts.ts';
import type { FieldFacts } from './schema-facts.ts';

describeWithShared('IM: the published schema says what the document says', 'spec/000_45dca85f28a5524c.txt', (path) => {
  const text = readFileSync(path, 'utf8');
  const parts = text.split(/^### /m).slice(1);
  const sections = new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), part] as const));
  const section = (title: string): string => sections.get(title) ?? expect.fail(`no section ${title}`);

  const rows = (title: string): readonly (readonly string[])[] => section(title).split('\n')
    .filter((line) => /^\| [^-]/.test(line)).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()));

  test('IM-conv-7: geometry aliases', () => {
    for (const [alias, types] of rows('Reading conventions').slice(1)) {
      expect(GEOMETRY_ALIASES[alias as keyof typeof GEOMETRY_ALIASES].join(', '), alias).toBe(types);
    }
  });

  const valueRows = rows('Shared value types').filter(([name]) => name !== 'Type' && name !== 'IdentificatieBAG');
  test.each(valueRows)('IM-value: %s', (name, listed) => {
    const bare = name?.split(' ')[0] ?? '';
    expect(phrases(listed).length).toBeGreaterThan(0);
    expect(fieldNames(bare)).toEqual(phrases(listed).map(([field]) => field));
    for (const [field, facts] of phrases(listed)) expect(limitedTo(facts, bare, field), field).toEqual(facts);
    if (!/Of/.test(bare)) expect(isClosed(bare)).toBe(name?.includes('(closed)'));
  });

  test('IM-base: ExterneVeiligheidsObject, in every type', () => {
    const base = rows('Base type ExterneVeiligheidsObject').slice(1);
    expect(base.length).toBe(15);
    for (const type of MODEL.keys()) {
      expect(fieldNames(type).slice(0, 15)).toEqual(base.map(([name]) => name));
      for (const [name = '', kind, required, constraint] of base.slice(1)) {
        const facts = { ...factsInText(`${kind} ${constraint}`), required: required === 'yes' };
        expect(limitedTo(facts, type, name), name).toEqual(facts);
      }
    }
  });

  const activities = 'Activity and location types';
  test.each(rows(activities).slice(1))('IM-loc: %s', (type, listed) => checkAdded(type, listed, ['voertUit']));

  test('IM-act: the activity types, reference types and contour types that the document lists', () => {
    const listed = /Allowed item types \(activity types\):\s+(.*?)\.\n/s.exec(section(activities))?.[1]?.split(', ');
    expect(listed).toEqual([...ACTIVITY_TYPES]);
    const heeft = /Allowed item types: (SevesoReferentie.*?)\.\n/.exec(section(activities))?.[1]?.split(', ') ?? [];
    expect(choiceOf('TankenLPG', 'heeft').toSorted()).toEqual(heeft.toSorted());
    expect(choiceOf('LocatieActiviteit', 'voertUit')).toEqual(listed);
    expect(Object.keys(REFERENCES).filter((type) => !heeft.includes(type))).toEqual(['WegAs']);
    const contours = /Allowed contour item types: (.*?)\.\n/.exec(section('Reference types'))?.[1]?.split(', ') ?? [];
    expect(choiceOf('Vulpunt', 'resulteertIn').toSorted()).toEqual(contours.toSorted());
    expect(Object.keys(CONTOURS).toSorted()).toEqual(contours.toSorted());
  });

  test('IM-act: fields of EVActiviteit and the ammonia types', () => {
    const ammonia = /and add: (.*)\./.exec(section(activities))?.[1];
    const types = ACTIVITY_TYPES.filter((type) => type.startsWith('AmmoniakKoelinstallatie_'));
    expect(types.length).toBe(2);
    for (const type of types) {
      for (const [name, facts] of phrases(ammonia)) expect(limitedTo(facts, type, name), name).toEqual(facts);
    }
    for (const type of ACTIVITY_TYPES) {
      const required = fieldNames(type).filter((name) => factsInSchema(type, name)['required']);
      expect(required.slice(5)).toEqual(['locatieEVActiviteit', 'heeft']);
    }
  });

  test.each(rows('Reference types').slice(1))('IM-ref: %s', (type, geometry, added) => {
    checkAdded(type, added?.replace(/^\(.*\)$/, ''), ['omschrijving', 'heeft', 'resulteertIn', 'geometrie']);
    expect(factsInSchema(type ?? '', 'geometrie')).toMatchObject({ kind: 'geometry', alias: geometry, required: true });
    expect(factsInSchema(type ?? '', 'heeft')).toMatchObject({ kind: 'link', required: true });
    expect(factsInSchema(type ?? '', 'resulteertIn')).toMatchObject({ kind: 'nested', required: true, voidable: true });
  });

  const area = /\*\*Aandachtsgebied\*\* extends EVContour: (.*?)\.\n/;
  test.each(rows('Contour types').slice(1))('IM-contour: %s', (type = '', added) => {
    const inherited = phrases(area.exec(section('Contour types'))?.[1]);
    for (const [name, facts] of inherited) expect(limitedTo(facts, type, name), name).toEqual(facts);
    checkAdded(type, added === 'none' ? '' : added, ['hoortBij', ...inherited.map(([name]) => name)]);
  });

  test.each(['OverigeContour', 'PRContour'])('IM-contour: %s', (type) => {
    const listed = new RegExp(`\\*\\*${type}\\*\\* \\(closed, extends EVContour\\): (.*?)\\.(\\n|$)`);
    checkAdded(type, listed.exec(section('Contour types'))?.[1], ['hoortBij']);
  });

  test.each(['KwetsbaarGebouw', 'KwetsbareLocatie'])('IM-vulnerable: %s', (type) => {
    const [heading = [], ...table] = rows('Vulnerable objects');
    const column = heading.indexOf(type);
    const present = table.filter((row) => row[column] !== 'absent');
    const own = fieldNames(type).slice(15);
    expect(own.toSorted()).toEqual(present.map(([name = '']) => name).toSorted());
    for (const [i, row] of present.entries()) {
      const facts = { ...factsInText(row[column] ?? ''), required: i < 3 };
      expect(limitedTo(facts, type, row[0] ?? ''), row[0]).toEqual(facts);
    }
  });

  test('every code list of the document has values', () => {
    for (const [, name = ''] of text.matchAll(/code list ([A-Z]\w+)/g)) expect(CODE_LISTS.has(name), name).toBe(true);
  });
});

/** Checks that a type adds exactly the listed fields to its base and to `inherited`, with the same facts. */
function checkAdded(type = '', listed = '', inherited: readonly string[]): void {
  const added = phrases(listed);
  const own = fieldNames(type).slice(15).filter((name) => !inherited.includes(name));
  expect(own.toSorted()).toEqual(added.map(([name]) => name).toSorted());
  for (const [name, facts] of added) expect(limitedTo(facts, type, name), name).toEqual(facts);
}

/** Parses `a` string, required; `b` number 0 to 9 to each field with its facts. */
function phrases(listed = ''): readonly (readonly [string, FieldFacts])[] {
  return listed.split(/; (?=`)/).filter((phrase) => phrase.includes('`')).map((phrase) => {
    const [, name = '', rest = ''] = /^`(\w+)`(.*)$/.exec(phrase.trim()) ?? expect.fail(phrase);
    return [name, factsInText(rest)] as const;
  });
}

function factsInText(rest: string): FieldFacts {
  const [, min, max] = /(?<![\w.])(-?[\d.]+) to (-?[\d.]+)/.exec(rest) ?? [];
  const list = /code list (\w+)|\b(RepresentatieLijn)\b/.exec(rest);
  const alias = Object.keys(GEOMETRY_ALIASES).find((name) => new RegExp(`^ ?${name}\\b`).test(rest));
  const shape = [...SHAPES.keys()].find((name) => new RegExp(`^ ?${name}\\b`).test(rest));
  const kind = kindInText(rest);
  return {
    ...(kind === undefined ? {} : { kind }),
    required: /\brequired\b|\bR$/.test(rest),
    voidable: /or void/.test(rest),
    readOnly: /read-only/.test(rest),
    ...(min === undefined || /characters|letters|digits/.test(rest) ? {} : { min: Number(min), max: Number(max) }),
    ...(list === null ? {} : { codelist: list[1] ?? list[2] }),
    ...(alias === undefined ? {} : { alias }),
    ...(shape === undefined || shape === 'InterneVerwijzing' ? {} : { shape }),
  };
}

function kindInText(rest: string): string | undefined {
  const text = rest.trim();
  if (/^array .*InterneVerwijzing/.test(text)) return 'links';
  if (text.startsWith('array')) return 'array';
  if (/^(string|IdentificatieBAG|\d+-digit string)/.test(text)) return 'text';
  if (/^code list|^RepresentatieLijn/.test(text)) return 'codelist';
  if (text.startsWith('date-time')) return 'moment';
  if (/^-?\d/.test(text)) return 'number';
  if (text.startsWith('InterneVerwijzing')) return 'link';
  return /^(number|integer|boolean)/.exec(text)?.[0];
}

/** The facts of the schema, limited to those of the document. */
function limitedTo(facts: FieldFacts, typeName: string, name: string): FieldFacts {
  const all = factsInSchema(typeName, name);
  return Object.fromEntries(Object.keys(facts).map((key) => [key, all[key]]));
}

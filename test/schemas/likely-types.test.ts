/** Likely and misnamed: a wrong type hides no other mistake, and a wrong name is one mistake. */
import { describe, expect, test } from 'vitest';
import { validate } from '../../schemas/check/compile.ts';
import { noticesOf } from '../../schemas/check/notices.ts';
import { entityErrors } from '../../schemas/check/object-errors.ts';
import type { MemberCheck } from '../../schemas/check/object-errors.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { ACTIVITY_TYPES, ROOT_TYPES } from '../../schemas/names.ts';
import { holding, minimal } from './minimal.ts';

/** `rule pointer` of each mistake. */
const mistakes = (document: Json): readonly string[] => validate(document).map(({ rule, pointer }) => `${rule} ${pointer}`);

/** The object with changed members; undefined removes one. */
function changed(object: JsonObject, changes: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries({ ...object, ...changes }).filter(([, value]) => value !== undefined)) as JsonObject;
}

const building = minimal('KwetsbaarGebouw');
const wrongType = 'schema.entityType /entityType';

describe('an object of a wrong type', () => {
  test('with a name close to that of a type is checked as that type', () => {
    const document = changed(building, { entityType: 'KwetsbareGebouw', bronhoudercode: undefined, kleur: 'rood', populatie: -1 });
    expect(mistakes(document)).toEqual([wrongType, 'schema.required ', 'schema.onbekend-veld /kleur', 'schema.bereik /populatie']);
  });

  test('with an unknown name is checked as the only type with its fields', () => {
    const document = changed(building, { entityType: 'Pand', bronhoudercode: undefined, idPandBAG: 'x' });
    expect(mistakes(document)).toEqual([wrongType, 'schema.required ', 'schema.patroon /idPandBAG']);
  });

  test('with several likely types is checked by their common fields, without missing fields', () => {
    const { id, bronhoudercode } = building;
    expect(mistakes({ entityType: 'Object', id: id!, bronhoudercode: 'ab12', kleur: 'rood' })).toEqual([wrongType, 'schema.patroon /bronhoudercode']);
    expect(mistakes({ bronhoudercode: bronhoudercode! })).toEqual(['schema.required ']);
    expect(mistakes({ data: [] })).toEqual(['schema.required ']);
  });

  test('in a wrong position is checked by its own type, when its fields fit that type', () => {
    expect(mistakes(changed(minimal('PRContour'), { maatgevendeStof: 1 }))).toEqual([wrongType, 'schema.type /maatgevendeStof']);
    expect(mistakes(changed(building, { entityType: 'PRContour' }))).toEqual([wrongType]);
  });

  test.each([
    ['a root', '', '/voertUit/0'], ['an activity', '/voertUit/0', '/voertUit/0/heeft/0'],
    ['a reference', '/voertUit/0/heeft/0', '/voertUit/0/heeft/0/resulteertIn/0'],
  ])('%s: its nested objects are checked too, warnings included', (_, wrong, nested) => {
    const { document } = holding('PRContour');
    const copy = structuredClone(document);
    const at = (pointer: string) => pointer.split('/').slice(1).reduce<Json>((inside, token) => (inside as JsonObject)[token]!, copy) as Record<string, Json>;
    at(wrong)['entityType'] = 'Iets';
    at(nested)['bronhoudercode'] = 'ab12';
    expect(mistakes(copy)).toEqual([`schema.entityType ${wrong}/entityType`, `schema.patroon ${nested}/bronhoudercode`]);
    const warned = (of: JsonObject) => noticesOf(of).filter(({ pointer }) => pointer.startsWith(nested)).length;
    expect(warned(copy)).toBe(warned(document));
  });

  test('every type is found by its fields, or else valid fields give no mistake', () => {
    for (const type of [...ROOT_TYPES, ...ACTIVITY_TYPES]) {
      const { document, pointer } = holding(type, { ...minimal(type, true), entityType: 'Iets' });
      expect(mistakes(document)).toEqual([`schema.entityType ${pointer}/entityType`]);
    }
  });

  test('very many wrong objects are checked up to the limit of mistakes', () => {
    const check: MemberCheck = { all: true, left: 10, errorsIn: () => [] };
    const judged = Array.from({ length: 100 }, (_, at) => entityErrors({ types: ACTIVITY_TYPES, data: { entityType: `Tanken${at}` }, pointer: `/${at}` }, check));
    expect(judged.map(({ length }) => length)).toEqual(judged.map((_, at) => (at < 10 ? 1 : 0)));
  });
});

describe('a misnamed field is one mistake with both names', () => {
  test('in an object, a closed value type and an open one', () => {
    const { bronhoudercode, geometrieMetagegevens: _, ...rest } = building;
    const [first, second, ...more] = validate({ ...rest, bronhouderCodes: bronhoudercode!, geometrieMetagegevens: { bronRegistraties: 'BAG' } });
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      rule: 'schema.onbekend-veld', pointer: '/bronhouderCodes', suggestions: ['bronhoudercode'],
      message: { nl: '"bronhouderCodes" is geen veld van KwetsbaarGebouw; bedoeld is "bronhoudercode" (verplicht).' },
    });
    expect(second?.pointer).toBe('/geometrieMetagegevens/bronRegistraties');
    const open = { ...building, documentInfo: { naamm: 'Besluit', link: 'https://voorbeeld.nl' } };
    expect(mistakes(open)).toEqual(['schema.onbekend-veld /documentInfo/naamm']);
    expect(noticesOf(open)).toEqual([]);
  });

  test('for entityType: the object is checked as the type that is meant', () => {
    const document = changed(building, { entityType: undefined, EntityType: 'KwetsbaarGebouw', populatie: -1 });
    expect(mistakes(document)).toEqual(['schema.onbekend-veld /EntityType', 'schema.bereik /populatie']);
  });

  test('for an expected field: no warning that it is absent', () => {
    const { document, pointer } = holding('TankenLPG', { ...minimal('TankenLPG'), basisVergunningsNummer: '1' });
    expect(mistakes(document)).toEqual([`schema.onbekend-veld ${pointer}/basisVergunningsNummer`]);
    expect(noticesOf(document).filter(({ field }) => field === 'basisVergunningNummer')).toEqual([]);
  });

  test('one name replaces one field: another mistake keeps its own finding', () => {
    const document = changed(building, { bronhoudercode: undefined, bronhoudercod: 'AB12', bronhoudercodee: 'AB12', id: undefined });
    expect(mistakes(document)).toEqual(['schema.required ', 'schema.onbekend-veld /bronhoudercod', 'schema.onbekend-veld /bronhoudercodee']);
    expect(validate(document).filter(({ message }) => message.en.endsWith('is meant.'))).toHaveLength(1);
  });
});

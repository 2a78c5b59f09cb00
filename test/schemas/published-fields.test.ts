/** Published fields: every name that a full object of the model has, in lists and nested objects too. */
import { expect, test } from 'vitest';
import { publishedFieldsOf, type FieldTree } from '../../schemas/derived/published-fields.ts';
import { isObject, type Json } from '../../schemas/json.ts';
import { MODEL, readOnlyFieldsOf } from '../../schemas/model/model.ts';
import { seriesOf } from '../../schemas/names.ts';
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { minimal } from './minimal.ts';

function unknownIn(value: Json, known: FieldTree, path = ''): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((item) => unknownIn(item, known, path));
  if (!isObject(value) || 'coordinates' in value) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const member = known.get(name);
    return member === undefined ? [path + name] : unknownIn(inner, member, `${path}${name}.`);
  });
}

test('each name in a full object and its nested objects is a field of its document; scalars are fields of its feature', () => {
  for (const type of MODEL.keys()) {
    const full = Object.fromEntries(Object.entries(minimal(type, true)).filter(([name]) => !readOnlyFieldsOf(type).includes(name)));
    expect(unknownIn(full, publishedFieldsOf(seriesOf(type), 'document')), type).toEqual([]);
    const feature = publishedFieldsOf(seriesOf(type), 'feature');
    const names = queryablesOf(seriesOf(type)).map(({ name }) => name.split('.'));
    expect(names.filter((parts) => parts.reduce<FieldTree | undefined>((tree, part) => tree?.get(part), feature) === undefined), type).toEqual([]);
  }
});

test('in a feature nested objects are links; in a document they are whole', () => {
  expect([...publishedFieldsOf('locatie-activiteiten', 'feature').get('voertUit')!.keys()]).toEqual(['href', 'title', 'rel', 'type']);
  const nested = publishedFieldsOf('locatie-activiteiten', 'document').get('voertUit')!;
  expect(nested.get('heeft')!.get('resulteertIn')!.get('afstandOfGeometrie')!.has('afstand')).toBe(true);
});

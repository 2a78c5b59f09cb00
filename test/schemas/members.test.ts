/** Members by themselves: what is said of all members of a document, one by one, is what is said of the document. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mistakesIn } from '../../schemas/check/compile.ts';
import { mistakesAmong, MISSING, noticesAmong, UNKNOWN } from '../../schemas/check/members.ts';
import type { Doubt } from '../../schemas/check/members.ts';
import { noticesOf } from '../../schemas/check/notices.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { isObject } from '../../schemas/json.ts';
import { fieldsOf } from '../../schemas/model/model.ts';
import { objectsOf } from '../../schemas/model/objects.ts';
import type { ModelObject } from '../../schemas/model/objects.ts';
import { isRootType, kindOf, OBJECT_TYPES } from '../../schemas/names.ts';
import { holding, minimal } from './minimal.ts';

/** All that may be wrong with an object, in the order of the document: what is nested in it by itself. */
function doubtsOf(object: ModelObject, objects: readonly ModelObject[]): readonly Doubt[] {
  const nested = objects.filter(({ parent }) => parent === object);
  const members = Object.keys(object.data).flatMap((name): readonly Doubt[] => {
    const inside = nested.filter(({ pointer }) => pointer.startsWith(`${object.pointer}/${name}/`));
    const field = fieldsOf(object.type).find((each) => each.name === name);
    return inside.length > 0 ? inside.flatMap((one) => doubtsOf(one, objects)) : field === undefined ? [] : [{ object, what: name }];
  });
  return [...members, { object, what: UNKNOWN }, { object, what: MISSING }];
}

const VALUES: readonly Json[] = [
  null, true, 0, -1, 1e9, '', 'x', 'gegevenInTransitie', 'b'.repeat(60), '2023-02-29T00:00:00Z', [], ['x', 'x'], {}, { naam: 'n', meer: 1 },
  { waarde: 'x', geenWaardeReden: 'geen idee' }, { type: 'Point', coordinates: [1] }, { type: 'Point', coordinates: [1, 2], crs: 'x' },
];

// WegAs may stand nowhere.
test.each(OBJECT_TYPES.filter((type) => type !== 'WegAs').map((type) => [type]))('%s', (type) => {
  const edit = fc.record({ object: fc.nat(), member: fc.nat(), how: fc.constantFrom('remove', 'replace', 'add'), value: fc.constantFrom(...VALUES) });
  fc.assert(fc.property(fc.boolean(), fc.array(edit, { maxLength: 6 }), (isFull, edits) => {
    const document = structuredClone(holding(type, minimal(type, isFull)).document) as Record<string, Json>;
    for (const { object, member, how, value } of edits) {
      const objects = objectsOf(document);
      const data = objects[object % objects.length]!.data as Record<string, Json>;
      const names = Object.keys(data).filter((name) => name !== 'entityType' && !(Array.isArray(data[name]) && data[name].some(isObject)));
      const name = names[member % names.length];
      if (how === 'add') data['kleur'] = value;
      else if (name !== undefined && how === 'remove') delete data[name];
      else if (name !== undefined) data[name] = value;
    }
    const objects = objectsOf(document);
    const rootType = objects[0]!.type;
    if (!isRootType(rootType) || objects.some(({ type: one }) => kindOf(one) === undefined)) return;
    const doubts = doubtsOf(objects[0]!, objects);
    expect(mistakesAmong(rootType, document as JsonObject, doubts).map(({ say }) => say())).toEqual(mistakesIn(document).map(({ say }) => say()));
    expect(noticesAmong(rootType, document as JsonObject, doubts)).toEqual(noticesOf(rootType, document));
  }), { numRuns: 15 });
});

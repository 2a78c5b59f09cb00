/** The upgrade from 3.0.x, compared with every type, field and code in the schema of 3.0.2. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Spatial } from '../../../../pipelines/prepare/geometry/spatial.ts';
import { RENAMED_CODES } from '../../../../pipelines/prepare/upgrade/codes.ts';
import { GONE_FIELDS, GONE_TYPES } from '../../../../pipelines/prepare/upgrade/gone.ts';
import { upgrade } from '../../../../pipelines/prepare/upgrade/upgrade.ts';
import { CODE_LISTS, IN_TRANSITION } from '../../../../schemas/codelists.ts';
import type { Json, JsonObject } from '../../../../schemas/json.ts';
import { escapeToken, isObject } from '../../../../schemas/json.ts';
import { fieldsByName, fieldsOf } from '../../../../schemas/model/model.ts';
import { describeWithShared } from '../../../shared-data.ts';
import { deliver } from '../deliveries.ts';
import type { Wish } from './documents-30.ts';
import { Model302 } from './documents-30.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

/** Codes of lists that were replaced, whose new code only the holder knows. */
const UNCERTAIN = [IN_TRANSITION, 'binnenBehuizing', 'buitenBehuizing'];
/** A type of the schema that no document of 3.0.2 may have. */
const NOWHERE = 'WegAs';

function* leaves(value: Json, pointer = ''): Iterable<readonly [pointer: string, leaf: Json]> {
  if (typeof value !== 'object' || value === null) yield [pointer, value];
  else for (const [key, inside] of Object.entries(value)) yield* leaves(inside, `${pointer}/${escapeToken(key)}`);
}

/** Errors that only the holder can fix in a 3.0.x document, as `rule pointer`. */
function unknowable(value: Json, pointer = ''): readonly string[] {
  if (typeof value === 'string') return UNCERTAIN.includes(value) ? [`schema.waardelijst ${pointer}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  const type = isObject(value) && typeof value['entityType'] === 'string' ? value['entityType'] : '';
  const missing = fieldsOf(type).filter(({ name, required }) => required && IS_NEW.has(name) && !Object.hasOwn(value, name));
  return [
    ...(GONE_TYPES.has(type) ? [`schema.entityType ${pointer}/entityType`] : []),
    ...missing.map(() => `schema.required ${pointer}`),
    ...Object.entries(value).filter(([name]) => GONE_FIELDS.get(type) !== name)
      .flatMap(([key, inside]) => unknowable(inside, `${pointer}/${key}`)),
  ];
}
/** Fields that 4.0.0 requires, 3.0.2 does not, and the upgrade cannot make. */
const IS_NEW = new Set(['geometrie', 'geometrieMetagegevens']);

async function errorsOf(document: JsonObject): Promise<readonly string[]> {
  const { report } = await deliver(spatial, document, { crs: null, model: '3.0' });
  return report.findings.filter(({ severity }) => severity === 'error').map(({ rule, pointer }) => `${rule} ${pointer}`).sort();
}

/** Checks that every value of the document is in the upgraded one, at its pointer, or in the report, and that nothing was added. */
function expectNothingLost(document: JsonObject): void {
  const { document: upgraded, changes } = upgrade(document);
  const before = new Map(leaves(document));
  const after = new Map(leaves(upgraded));
  const [told, made] = (['before', 'after'] as const).map((side) => new Map(changes.flatMap((change) =>
    (change[side] === null ? [] : [...leaves(JSON.parse(change[side]) as Json, change.pointer)]))));
  for (const [pointer, leaf] of before) expect([pointer, after.get(pointer) === leaf || told!.get(pointer) === leaf]).toEqual([pointer, true]);
  for (const [pointer, leaf] of after) expect([pointer, before.get(pointer) === leaf || made!.get(pointer) === leaf]).toEqual([pointer, true]);
}

describeWithShared('the schema of 3.0.2', 'data/imev-3.0/IMEV3.0.2_schema.json', (path) => {
  const model = new Model302(path);
  const types = model.types.filter((type) => type !== NOWHERE);
  const wishes: Readonly<Record<string, Wish>> = {
    'only what is required': { choose: () => 0 },
    'every field': { choose: (_, what) => (what === 'presence' ? 1 : 0) },
    'every field, each code its last and each void a reason': { choose: (count, what) => (what === 'presence' ? 1 : count - 1) },
  };

  test('has no type, field or code that the upgrade does not know', () => {
    expect(model.types.filter((type) => fieldsByName(type) === undefined).toSorted()).toEqual([...GONE_TYPES.keys()].toSorted());
    for (const [name, { legacy }] of CODE_LISTS) {
      expect(model.codes(name).length === 0 || legacy === undefined || legacy.values.every((code) => model.codes(name).includes(code))).toBe(true);
      const unknown = (legacy?.values ?? []).filter((code) => RENAMED_CODES.get(name)?.has(code) !== true);
      expect(unknown.filter((code) => !UNCERTAIN.includes(code))).toEqual([]);
    }
  });

  test.each(Object.entries(wishes))('each type with %s: valid 4.0.0, or refused for exactly what cannot be known', async (_, wish) => {
    for (const type of types) {
      const document = model.documentWith(type, wish);
      expect(JSON.stringify(document)).toContain(`"entityType":"${type}"`);
      expectNothingLost(document);
      expect([type, await errorsOf(document)]).toEqual([type, unknowable(document).toSorted()]);
    }
  });

  test('every renamed code arrives under its new name, and is logged', () => {
    // The last field of a choice: StofCategorie, not Stof.
    const choose: Wish['choose'] = (count, what) => (what === 'presence' ? 1 : what === 'branch' ? 0 : count - 1);
    for (const [before, after] of [...RENAMED_CODES.values()].flatMap((codes) => [...codes])) {
      const holders = types.map((type) => model.documentWith(type, { choose, code: before }));
      const holding = holders.filter((document) => [...leaves(document)].some(([, leaf]) => leaf === before));
      expect([before, holding.length > 0]).toEqual([before, true]);
      for (const holder of holding) {
        const { document, changes } = upgrade(holder);
        expect(changes).toContainEqual(expect.objectContaining({ before: JSON.stringify(before), after: JSON.stringify(after) }));
        expect([...leaves(document)].some(([, leaf]) => leaf === before)).toBe(false);
      }
    }
  });

  test('documents drawn by chance lose nothing and are refused for nothing else', async () => {
    await fc.assert(fc.asyncProperty(fc.constantFrom(...types), fc.infiniteStream(fc.nat()), async (type, numbers) => {
      const document = model.documentWith(type, { choose: (count) => (numbers.next().value as number) % count });
      expectNothingLost(document);
      expect(await errorsOf(document)).toEqual(unknowable(document).toSorted());
    }), { numRuns: 100 });
  });

  test.each(['a b', 'a%20b', '%zz', 'a#b?c/d', '#x', 'http://x/y', 'é', '"'])('back links reach an id made from %s', async (text) => {
    const named = (value: Json): Json => JSON.parse(JSON.stringify(value).replaceAll('"NL.IMEV"', JSON.stringify(text))) as Json;
    const { report, roots } = await deliver(spatial, named(model.documentWith('PRContour', { choose: () => 0 })), { crs: null });
    expect(report.findings.filter(({ rule }) => rule.startsWith('verwijzing'))).toEqual([]);
    expect(roots[0]?.id.startsWith(`${text}.AB12.`)).toBe(true);
  });

  test('a type that is gone is refused, with its possible successors', async () => {
    for (const [type, successors] of GONE_TYPES) {
      for (const vergunningsPlicht of [0, 1]) {
        const document = model.documentWith(type, { choose: (count) => Math.min(vergunningsPlicht, count - 1) });
        const { report } = await deliver(spatial, document, { crs: null });
        const finding = report.findings.find(({ rule }) => rule === 'schema.entityType');
        expect(finding?.message.nl).toBe(`Het entityType "${type}" van model 3.0 bestaat niet meer in model 4.0.0.`);
        expect(finding?.suggestions?.toSorted()).toEqual(successors.toSorted());
        const first = finding?.suggestions?.[0];
        if (type === 'OpslagVuurwerkF1F2F3T1T2') expect(first?.endsWith('_GeenVergunningplicht')).toBe(vergunningsPlicht === 0);
      }
    }
  });
});

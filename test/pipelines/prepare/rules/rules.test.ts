/** Properties of every domain rule (level 5): its example, its types and fields, and no findings on good data. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generate } from '../../../generate/generate.ts';
import { NOW } from '../deliveries.ts';
import { ruleContext } from '../../../../pipelines/prepare/rules/context.ts';
import { RULES, ruleIssues } from '../../../../pipelines/prepare/rules/index.ts';
import type { Rule, RuleContext } from '../../../../pipelines/prepare/rules/rule.ts';
import { CRSS } from '../../../../schemas/crs.ts';
import type { Json, JsonObject } from '../../../../schemas/json.ts';
import { isObject } from '../../../../schemas/json.ts';
import { RULE_TABLE } from '../../../../schemas/rule-table.ts';
import { DOMAIN_WORDS } from '../../../../schemas/rule-words/domain.ts';
import { OBJECT_TYPES, kindOf } from '../../../../schemas/names.ts';
import { featureFieldsOf } from '../../../../schemas/model/feature-fields.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';
import { holding, minimal } from '../../../schemas/minimal.ts';
import { PROJECT } from '../../../shared-data.ts';

const RD = CRSS['28992'];
const EXAMPLES = join(PROJECT, 'data/examples');

/** `rule pointer` of each finding about a document in RD. */
function found(document: Json): readonly string[] {
  return ruleIssues(objectsOf(document as JsonObject), ruleContext(RD, NOW)).map(({ rule, finding }) => `${rule} ${finding().pointer}`);
}

/** The breaches of one rule in every object of a document, also of other types. */
function breaches({ check }: Rule, document: JsonObject) {
  const context = ruleContext(RD, NOW);
  return objectsOf(document).flatMap((object) => check(object, context));
}

const NAMES: ReadonlySet<string> = new Set(OBJECT_TYPES.flatMap((type) => featureFieldsOf(type).map(({ name }) => name)));
const NOWHERE: RuleContext = { crs: RD, now: NOW, boxOf: () => undefined, positionOf: () => undefined, idsIn: () => new Set() };

/** The same data, which throws when a member with another name is read. */
function refusing(data: JsonObject, names: ReadonlySet<string>): JsonObject {
  const look = (_: object, name: string | symbol): void => {
    if (!names.has(String(name))) throw new Error(`looks at ${String(name)}`);
  };
  return new Proxy(data, {
    get: (target, name, self) => { look(target, name); return Reflect.get(target, name, self) as unknown; },
    has: (target, name) => { look(target, name); return Reflect.has(target, name); },
    getOwnPropertyDescriptor: (target, name) => { look(target, name); return Reflect.getOwnPropertyDescriptor(target, name); },
    ownKeys: () => { throw new Error('looks at all'); },
  });
}

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const { example, appliesTo, fields } = rule;
  const wrong = example.wrong as JsonObject;
  const right = example.right as JsonObject;

  test('is broken once by its wrong example, by the right one not', () => {
    const ours = (document: Json) => found(document).filter((finding) => finding.startsWith(`${id} `));
    expect(ours(wrong)).toHaveLength(1);
    expect(ours(right)).toEqual([]);
  });

  test('has types that exist and one or more fields', () => {
    expect(appliesTo.filter((type) => kindOf(type) === undefined)).toEqual([]);
    expect(new Set(appliesTo).size).toBe(appliesTo.length);
    expect(appliesTo.length * fields.length).toBeGreaterThan(0);
  });

  test('is not breached by an object without its fields', () => {
    const without = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(without);
      if (!isObject(value)) return value;
      const isAbout = (appliesTo as readonly Json[]).includes(value['entityType'] ?? null);
      const kept = Object.entries(value).filter(([name]) => name === 'entityType' || !isAbout || !fields.includes(name));
      return Object.fromEntries(kept.map(([name, item]) => [name, without(item)]));
    };
    if (!fields.includes('entityType')) expect(breaches(rule, without(wrong) as JsonObject)).toEqual([]);
    for (const type of appliesTo) {
      const all = holding(type, minimal(type, true)).document;
      if (!fields.includes('entityType')) expect(breaches(rule, without(all) as JsonObject), type).toEqual([]);
    }
  });

  test('reads members of the model only', () => {
    for (const object of [...objectsOf(wrong), ...objectsOf(right)].filter(({ type }) => (appliesTo as readonly string[]).includes(type))) {
      rule.check({ ...object, data: refusing(object.data, NAMES) }, NOWHERE);
    }
  });

  // A breach at an object itself is about a field that the object lacks.
  test('has the fields of its breaches in the table of rules', () => {
    const { fields } = RULE_TABLE.find((row) => row.rule === id)!;
    const pointers = breaches(rule, wrong).map(({ pointer }) => pointer).filter((pointer) => !/(?:^|\/\d+)$/.test(pointer));
    expect(pointers.filter((pointer) => !pointer.split('/').some((name) => fields.includes(name)))).toEqual([]);
  });

  test('has words in two languages', () => {
    const { message, mend } = DOMAIN_WORDS[id];
    const words: readonly string[] = [message.nl, message.en, mend.nl, mend.en];
    expect(words.filter((text) => text.length <= 10)).toEqual([]);
    expect(words.filter((text) => !/^[A-Z].*\.$/.test(text) && !/^[a-z]+[A-Z]/.test(text))).toEqual([]);
  });
});

test('every rule has its own name', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
});

/** Any value may be wrong: random JSON replaces a member of an example. */
test('no rule throws, whatever the JSON', () => {
  const examples = RULES.flatMap(({ example }) => [example.wrong, example.right]) as JsonObject[];
  const anything = fc.oneof(fc.jsonValue() as fc.Arbitrary<Json>, fc.constantFrom<Json>({ geometrie: [] }, [[[]]], [null], -0));
  fc.assert(fc.property(fc.constantFrom(...examples), fc.nat(), anything, (example, at, value) => {
    const copy = structuredClone(example) as Record<string, Json>;
    const places: (readonly [Record<string, Json>, string])[] = [];
    const visit = (node: Json): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [name, item] of Object.entries(node)) {
        if (name !== 'entityType') places.push([node as Record<string, Json>, name]);
        visit(item);
      }
    };
    visit(copy);
    const place = places[at % Math.max(places.length, 1)];
    if (place !== undefined) place[0][place[1]] = value;
    ruleIssues(objectsOf(copy), ruleContext(RD, NOW));
  }), { numRuns: 2_000 });
});

describe('good data breaks none', () => {
  const files = readdirSync(EXAMPLES).filter((name) => /^(?!fout|twenty|twintig|holders).*\.json$/.test(name));
  test.each(files)('%s', (name) => {
    const value = JSON.parse(readFileSync(join(EXAMPLES, name), 'utf8')) as Json;
    if (!isObject(value)) return;
    if (value['type'] !== 'FeatureCollection') {
      expect(found(value)).toEqual([]);
      return;
    }
    for (const { geometry, properties } of value['features'] as unknown as Record<string, JsonObject>[]) {
      expect(found({ ...properties, geometrie: geometry ?? null })).toEqual([]);
    }
  });
  test('a generated register', async () => {
    const chunks: Buffer[] = [];
    await generate({ objects: 4_000, seed: 3, write: (chunk) => void chunks.push(chunk) });
    const roots = Buffer.concat(chunks).toString('utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as Json);
    expect(new Set(roots.flatMap(found))).toEqual(new Set());
  });
});

/**
 * CQL2: Basic CQL2, Advanced Comparison Operators, Array Functions, Basic Spatial Functions, text and JSON.
 *
 * The standard counts over its own data set (countries and places). Here the same predicates use fields and values of the service, and the
 * result is compared with that of the same predicate over its features here.
 */
import { strict as assert } from 'node:assert';
import type { AbstractTest } from './abstract-test.ts';
import { found, quoted } from './filter.ts';
import { boxOf, sides } from './geometry.ts';
import { listOf, samples, valueOf, type Queryable, type Sample, type Scalar } from './queryables.ts';
import { GEOJSON, idsOf, itemsPath, type Feature, type Site } from './site.ts';

export type Checks = Readonly<Record<string, AbstractTest['check']>>;

/** A filter, and its truth per feature. A comparison without a value is unknown. */
export interface Predicate {
  readonly text: string;
  readonly json: unknown;
  readonly is: (feature: Feature) => boolean | null;
}

const OPERATORS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0, '<>': (order) => order !== 0, '>': (order) => order > 0,
  '<': (order) => order < 0, '>=': (order) => order >= 0, '<=': (order) => order <= 0,
};

export const BASIC_TESTS: Checks = {
  'basic-test': async (site) => {
    for (const { id, fields } of await samples(site)) assert.ok(fields.length > 0, `${id} has no scalar queryable`);
  },
  comparison: async (site) => {
    await eachField(site, async ({ id }, field) => {
      const value = standardValue(field);
      const ids = await Promise.all(Object.keys(OPERATORS).map(async (operator) => (
        [operator, new Set(await found(site, id, `${quoted(field.name)} ${operator} ${value}`))] as const
      )));
      const by = new Map(ids);
      for (const [one, other] of [['=', '<>'], ['>', '<='], ['<', '>=']] as const) {
        const both = [...by.get(one)!].filter((found) => by.get(other)!.has(found));
        assert.deepEqual(both, [], `${field.name} of ${id}: both ${one} and ${other} ${value}`);
      }
    });
  },
  'is-null': async (site) => {
    await eachField(site, async ({ id }, { name }) => {
      const without = await found(site, id, `${quoted(name)} IS NULL`);
      const having = new Set(await found(site, id, `${quoted(name)} is not null`));
      assert.deepEqual(without.filter((one) => having.has(one)), [], `${name} of ${id} is null and not`);
    });
  },
  boolean: async (site) => {
    for (const { id, all } of await samples(site)) {
      assert.deepEqual(await found(site, id, 'true'), idsOf(all), `true of ${id}`);
      assert.deepEqual(await found(site, id, 'false'), [], `false of ${id}`);
    }
  },
  'test-data': async (site) => {
    await eachField(site, async (sample, field) => {
      for (const predicate of [...comparisons(sample, field), nullness(field)]) await expectGives(site, sample, predicate);
    });
  },
  logical: async (site) => {
    for (const sample of await samples(site)) {
      const known = sample.fields.flatMap((field) => [...comparisons(sample, field), nullness(field)]);
      for (let at = 0; at < known.length; at += 3) {
        const [p1, p2, p3, p4] = [0, 1, 5, 7].map((step) => known[(at + step) % known.length]!);
        await expectGives(site, sample, combined(p1!, p2!, p3!, p4!));
      }
    }
  },
};

export const ADVANCED_TESTS: Checks = {
  like: async (site) => await eachText(site, async (sample, field, value) => {
    for (const pattern of [`${value.slice(0, 3)}%`, `%${value.slice(1)}`, `_${value.slice(1)}`]) await expectGives(site, sample, like(field, pattern));
  }),
  between: async (site) => await eachField(site, async (sample, field) => {
    if (field.type !== 'number' && field.type !== 'integer') return;
    for (const [low, high] of [[0, 1e9], [10, 100]] as const) await expectGives(site, sample, between(field, low, high));
  }),
  in: async (site) => await eachField(site, async (sample, field) => {
    const values = [...new Set(valuesOf(sample, field))].slice(0, 2);
    if (values.length > 0 && field.format === undefined) await expectGives(site, sample, among(field, values));
  }),
  'test-data': async (site) => await eachText(site, async (sample, field, value) => {
    await expectGives(site, sample, negated(like(field, `${value.slice(0, 1)}%`)));
    await expectGives(site, sample, negated(among(field, [value])));
  }),
  logical: async (site) => await eachText(site, async (sample, field, value) => {
    const [p1, p2] = [like(field, `${value.slice(0, 2)}%`), among(field, [value])];
    await expectGives(site, sample, combined(p1, negated(p2), p2, nullness(field)));
  }),
};

const ARRAY_FUNCTIONS: Readonly<Record<string, (list: readonly string[], asked: readonly string[]) => boolean>> = {
  A_CONTAINS: (list, asked) => asked.every((text) => list.includes(text)),
  A_CONTAINEDBY: (list, asked) => list.every((text) => asked.includes(text)),
  A_EQUALS: (list, asked) => asked.every((text) => list.includes(text)) && list.every((text) => asked.includes(text)),
  A_OVERLAPS: (list, asked) => list.some((text) => asked.includes(text)),
};

export const ARRAY_TESTS: Checks = {
  'array-predicates': async (site) => {
    const sampled = await samples(site);
    assert.ok(sampled.some(({ all, lists }) => lists.some(({ name }) => all.some((feature) => listOf(feature, name) !== undefined))), 'no array has a value');
    for (const sample of sampled) {
      for (const list of sample.lists) for (const predicate of arrayPredicates(sample, list)) await expectGives(site, sample, predicate);
    }
  },
  logical: async (site) => {
    for (const sample of await samples(site)) {
      const scalars = sample.fields.flatMap((field) => [...comparisons(sample, field), nullness(field)]);
      for (const list of sample.lists) {
        const [p1, p2, p3, p4] = arrayPredicates(sample, list);
        for (const scalar of scalars.slice(0, 3)) {
          await expectGives(site, sample, combined(p1!, p2!, scalar, p4!));
          await expectGives(site, sample, combined(p3!, scalar, p2!, p1!));
        }
      }
    }
  },
};

/** Returns the functions with the texts of the standard, and with values of the sample. */
function arrayPredicates({ all }: Sample, { name }: Queryable): readonly Predicate[] {
  const held = [...new Set(all.flatMap((feature) => listOf(feature, name) ?? []))].slice(0, 2);
  const texts = [held, held.slice(0, 1), ['foo', 'bar']].filter((asked) => asked.length > 0);
  return texts.flatMap((asked) => Object.entries(ARRAY_FUNCTIONS).map(([call, holds]): Predicate => ({
    text: `${call}(${quoted(name)},(${asked.map((text) => `'${text.replaceAll(`'`, `''`)}'`).join(',')}))`,
    json: { op: call.toLowerCase(), args: [{ property: name }, asked] },
    is: (feature) => {
      const list = listOf(feature, name);
      return list === undefined ? null : holds(list, asked);
    },
  })));
}

export const SPATIAL_TESTS: Checks = {
  s_intersects: async (site) => await eachSpatial(site, async ({ id, all }, spatial) => {
    for (const [west, south, east, north] of [[-180, -90, 180, 90], [170, -60, 171, -59]] as const) {
      const ids = await found(site, id, `S_INTERSECTS(${quoted(spatial)},BBOX(${west},${south},${east},${north}))`);
      assert.deepEqual(ids, west === -180 ? idsOf(all.filter(({ geometry }) => geometry !== null)) : [], `${id} by a box`);
    }
    assert.deepEqual(await found(site, id, `S_INTERSECTS(${quoted(spatial)},POINT(170 -60))`), [], `${id} at a point elsewhere`);
  }),
  'test-data': async (site) => await eachSpatial(site, async (sample, spatial) => {
    for (const { geometry } of sample.all.slice(0, 5)) {
      if (geometry !== null) await expectSides(site, sample, spatial, boxOf(geometry));
    }
  }),
  logical: async (site) => await eachSpatial(site, async ({ id, all, fields: [field] }, spatial) => {
    const everywhere = `S_INTERSECTS(${quoted(spatial)},BBOX(-180,-90,180,90))`;
    const placed = all.filter(({ geometry }) => geometry !== null);
    assert.deepEqual(await found(site, id, `NOT ${everywhere} AND ${everywhere}`), [], `nothing is in and out, of ${id}`);
    assert.deepEqual(await found(site, id, `${everywhere} OR false`), idsOf(placed), `OR of ${id}`);
    if (field === undefined) return;
    const wanted = placed.filter((feature) => valueOf(feature, field.name) !== undefined);
    assert.deepEqual(await found(site, id, `${everywhere} AND ${quoted(field.name)} IS NOT NULL`), idsOf(wanted), `AND of ${id}`);
  }),
};

export const TEXT_TESTS: Checks = {
  validate: async (site) => await expectLanguage(site, 'cql2-text', ({ text }) => text, 'populatie > > 3'),
  escaping: async (site) => {
    for (const { id, fields } of await samples(site)) {
      const field = fields.find(({ type, format, enum: listed }) => type === 'string' && format === undefined && listed === undefined);
      if (field === undefined) continue;
      for (const literal of [`'it''s'`, `''''`, `'%\\_'`]) await found(site, id, `${quoted(field.name)} = ${literal}`);
    }
  },
};

export const JSON_TESTS: Checks = {
  validate: async (site) => await expectLanguage(site, 'cql2-json', ({ json }) => JSON.stringify(json), '{"op":"="}'),
};

/** Checks that predicates work in a language, and that an invalid filter is refused. */
async function expectLanguage(site: Site, language: string, write: (predicate: Predicate) => string, wrong: string): Promise<void> {
  await eachField(site, async (sample, field) => {
    for (const predicate of [...comparisons(sample, field), nullness(field)]) {
      const wanted = sample.all.filter((feature) => predicate.is(feature) === true);
      const filter = write(predicate);
      assert.deepEqual(await found(site, sample.id, filter, { 'filter-lang': language }), idsOf(wanted), `${filter} of ${sample.id}`);
    }
    const path = itemsPath(sample.id, { 'filter-lang': language, 'filter': wrong });
    assert.equal((await site.ask(path, { accept: GEOJSON })).status, 400, path);
  });
}

export async function eachField(site: Site, check: (sample: Sample, field: Queryable) => Promise<void>): Promise<void> {
  for (const sample of await samples(site)) for (const field of sample.fields) await check(sample, field);
}

/** Checks every text field, with a value that a feature has. */
export async function eachText(site: Site, check: (sample: Sample, field: Queryable, value: string) => Promise<void>): Promise<void> {
  await eachField(site, async (sample, field) => {
    const [value] = valuesOf(sample, field);
    if (typeof value === 'string' && field.format === undefined && field.enum === undefined) await check(sample, field, value);
  });
}

export async function eachSpatial(site: Site, check: (sample: Sample, spatial: string) => Promise<void>): Promise<void> {
  for (const sample of await samples(site)) if (sample.spatial !== undefined) await check(sample, sample.spatial);
}

export async function expectGives(site: Site, { id, all }: Sample, { text, is }: Predicate): Promise<void> {
  assert.deepEqual(await found(site, id, text), idsOf(all.filter((feature) => is(feature) === true)), `${text} of ${id}`);
}

async function expectSides(site: Site, { id, all }: Sample, spatial: string, box: ReturnType<typeof boxOf>): Promise<void> {
  const ids = new Set(await found(site, id, `S_INTERSECTS(${quoted(spatial)},BBOX(${box.join(',')}))`));
  const { must, mustNot } = sides(all, box);
  for (const one of must) assert.ok(ids.has(one), `${one} of ${id} lies in ${box.join(',')} and is not found`);
  for (const one of ids) assert.ok(!mustNot.has(one), `${one} of ${id} lies outside ${box.join(',')} and is found`);
}

export function valuesOf({ all }: Sample, { name }: Queryable): readonly Scalar[] {
  return all.flatMap((feature) => valueOf(feature, name) ?? []);
}

/** Returns the value that the standard compares a type with. */
function standardValue({ type, format }: Queryable): string {
  if (format === 'date-time') return `TIMESTAMP('2022-04-14T14:48:46Z')`;
  if (format === 'date') return `DATE('2022-04-14')`;
  return { boolean: 'true', number: '3.14', integer: '1' }[type ?? ''] ?? `'foo'`;
}

export function literalOf(value: Scalar, { format }: Queryable): string {
  if (format === 'date-time') return `TIMESTAMP('${value}')`;
  if (format === 'date') return `DATE('${value}')`;
  return typeof value === 'string' ? `'${value.replaceAll(`'`, `''`)}'` : String(value);
}

function jsonOf(value: Scalar, { format }: Queryable): unknown {
  return format === 'date-time' ? { timestamp: value } : format === 'date' ? { date: value } : value;
}

/** Compares moments by time and texts by code points, which differ from UTF-16 for rare characters only. */
function order(a: Scalar, b: Scalar, { format }: Queryable): number {
  const [one, other] = format === undefined ? [a, b] : [Date.parse(String(a)), Date.parse(String(b))];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Returns a comparison per operator with a middle value of the features. false sorts before true. */
function comparisons(sample: Sample, field: Queryable): readonly Predicate[] {
  const values = [...new Set(valuesOf(sample, field))].toSorted((a, b) => order(a, b, field));
  const middle = values[Math.floor(values.length / 2)];
  if (middle === undefined) return [];
  return Object.entries(OPERATORS).map(([operator, holds]) => ({
    text: `${quoted(field.name)} ${operator} ${literalOf(middle, field)}`,
    json: { op: operator, args: [{ property: field.name }, jsonOf(middle, field)] },
    is: (feature) => given(feature, field, (value) => holds(order(value, middle, field))),
  }));
}

function nullness({ name }: Queryable): Predicate {
  return {
    text: `${quoted(name)} IS NULL`, json: { op: 'isNull', args: [{ property: name }] },
    is: (feature) => valueOf(feature, name) === undefined,
  };
}

export function like(field: Queryable, pattern: string): Predicate {
  const parts = pattern.split('').map((char) => (char === '%' ? '.*' : char === '_' ? '.' : char.replace(/[.*+?^${}()|[\]\\]/, '\\$&')));
  const regex = new RegExp(`^${parts.join('')}$`, 'su');
  return {
    text: `${quoted(field.name)} LIKE '${pattern.replaceAll(`'`, `''`)}'`, json: { op: 'like', args: [{ property: field.name }, pattern] },
    is: (feature) => given(feature, field, (value) => regex.test(String(value))),
  };
}

function between(field: Queryable, low: number, high: number): Predicate {
  return {
    text: `${quoted(field.name)} BETWEEN ${low} AND ${high}`, json: { op: 'between', args: [{ property: field.name }, low, high] },
    is: (feature) => given(feature, field, (value) => Number(value) >= low && Number(value) <= high),
  };
}

export function among(field: Queryable, values: readonly Scalar[]): Predicate {
  return {
    text: `${quoted(field.name)} IN (${values.map((value) => literalOf(value, field)).join(', ')})`,
    json: { op: 'in', args: [{ property: field.name }, values] },
    is: (feature) => given(feature, field, (value) => values.includes(value)),
  };
}

export function given(feature: Feature, { name }: Queryable, holds: (value: Scalar) => boolean): boolean | null {
  const value = valueOf(feature, name);
  return value === undefined ? null : holds(value);
}

export function negated({ text, json, is }: Predicate): Predicate {
  return { text: `NOT (${text})`, json: { op: 'not', args: [json] }, is: (feature) => not(is(feature)) };
}

/** The combination of the standard: (NOT p2 AND p1) OR (p3 AND p4) OR NOT (p1 OR p4). */
export function combined(p1: Predicate, p2: Predicate, p3: Predicate, p4: Predicate): Predicate {
  const text = `(NOT (${p2.text}) AND ${p1.text}) OR (${p3.text} and ${p4.text}) or not (${p1.text} OR ${p4.text})`;
  const is = (feature: Feature) => {
    const [a, b, c, d] = [p1, p2, p3, p4].map((predicate) => predicate.is(feature));
    return or(or(and(not(b!), a!), and(c!, d!)), not(or(a!, d!)));
  };
  return { text, json: null, is };
}

export type Truth = boolean | null;
function not(a: Truth): Truth { return a === null ? null : !a; }
function and(a: Truth, b: Truth): Truth { return a === false || b === false ? false : a === null || b === null ? null : true; }
function or(a: Truth, b: Truth): Truth { return not(and(not(a), not(b))); }

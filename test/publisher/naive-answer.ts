/**
 * A naive answer to a query: every row is tested, with its published properties. Also random queries for such a register. Not a line in
 * common with publisher/read/, except the geometry of JSTS.
 */
import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js';
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';
import DistanceOp from 'jsts/org/locationtech/jts/operation/distance/DistanceOp.js';
import RelateOp from 'jsts/org/locationtech/jts/operation/relate/RelateOp.js';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { curveKey, NO_GEOMETRY_KEY } from '../../publisher/format/hilbert.ts';
import type { ComparedField, FieldValue, Filter, ListOperand, OrderBy, SeriesQuery, SpatialRelation } from '../../publisher/read/series-query.ts';
import type { Counts, DocumentBytes, DocumentRange, FeatureBytes, FeatureRange, LongBytes, Series } from '../../publisher/read/types.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import { unreachable } from '../../schemas/fault.ts';
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import type { Box, Geometry, Position } from '../../schemas/geometry.ts';
import { CODE_LISTS } from '../../schemas/codelists.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { ROOTS, seriesOf } from '../../schemas/names.ts';
import { inUtc, parseMoment, type Moment } from '../../schemas/time.ts';
import { wordsOf } from '../../schemas/search-words.ts';
import type { ModelRow } from './model.ts';
import { square } from './registry.ts';

/** Returns ids with begins, in order, of all rows that a query selects. */
export function naiveAnswer(rows: readonly ModelRow[], question: SeriesQuery, moment: number): string[] {
  return naiveRows(rows, question, moment).map(nameOf);
}

function nameOf({ id, feature }: ModelRow): string {
  return `${id} ${(feature['properties'] as unknown as ShownPeriod).beginGeldigheid}`;
}

function naiveRows(rows: readonly ModelRow[], question: SeriesQuery, moment: number): readonly ModelRow[] {
  const selected = (question.during === null ? rowsAt(rows, question.at ?? moment) : lastRowsIn(rows, question.during))
    .map((row) => (question.showsEnd === true ? { ...row, feature: withEnd(row) } : row))
    .filter((row) => question.box === null || holds(row, { kind: 'box', ...question.box }) !== false)
    .filter((row) => question.filter === null || holds(row, question.filter) === true)
    .filter((row) => question.words.every((word) => wordsIn(row).some((one) => wildcard(word).test(one))));
  const inOrder = [...selected].sort((left, right) => publicationOrder(left, right));
  for (const by of [...question.order].reverse()) inOrder.sort((left, right) => compareBy(left, right, by));
  if (question.typesFirst === true && question.box === null && question.order.length === 0) {
    const leads = inOrder.filter((row, at) => row.feature['geometry'] !== null && inOrder.findIndex((one) => typeOf(one) === typeOf(row)) === at);
    inOrder.sort((left, right) => Number(leads.includes(right)) - Number(leads.includes(left)));
  }
  return inOrder;
}

interface ShownPeriod {
  readonly beginGeldigheid: string;
  readonly eindGeldigheid: string | null;
}

/** Returns the feature of a row requested by its moment: its end is that of the version. */
export function withEnd({ feature, until }: ModelRow): JsonObject {
  const eindGeldigheid = until === Infinity ? null : inUtc(until as Moment);
  return { ...feature, properties: { ...feature['properties'] as JsonObject, eindGeldigheid } };
}

function rowsAt(rows: readonly ModelRow[], at: number): readonly ModelRow[] {
  return rows.filter((row) => row.from <= at && at < row.until);
}

function lastRowsIn(rows: readonly ModelRow[], asked: { readonly from: number; readonly until: number }): readonly ModelRow[] {
  const last = new Map<string, ModelRow>();
  for (const row of rows) {
    if (row.from > asked.until || row.until <= asked.from) continue;
    const known = last.get(row.id);
    if (known === undefined || known.from < row.from) last.set(row.id, row);
  }
  return [...last.values()];
}

const found = new WeakMap<JsonObject, readonly string[]>();

function wordsIn({ feature }: ModelRow): readonly string[] {
  const words = found.get(feature) ?? naiveWords(feature);
  found.set(feature, words);
  return words;
}

/** The words of all texts in the properties of a feature that are no moments, dates, links, or reasons why a value is missing. */
export function naiveWords({ properties }: JsonObject): readonly string[] {
  const { entityType } = properties as { entityType: string };
  const queryables = new Map(queryablesOf(seriesOf(entityType)).map((queryable) => [queryable.name, queryable]));
  const inside = (value: Json, path: string): readonly string[] => {
    if (Array.isArray(value)) return value.flatMap((one: Json) => inside(one, path));
    if (isObject(value)) {
      if ('href' in value) return [];
      return 'waarde' in value ? inside(value['waarde'], path) : Object.entries(value).flatMap(([name, one]) => inside(one, path === '' ? name : `${path}.${name}`));
    }
    const { codeLists = [], values, format } = queryables.get(path) ?? {};
    if (typeof value !== 'string' || format !== undefined) return [];
    const isCode = codeLists.length > 0 || values !== undefined || path === 'locatieActiviteit';
    const labels = codeLists.flatMap((name) => CODE_LISTS.get(name)!.labels?.[CODE_LISTS.get(name)!.values.indexOf(value)] ?? []);
    return [value, ...isCode ? [value.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')] : [], ...labels].flatMap(wordsOf);
  };
  return inside(properties!, '');
}

function wildcard(word: string): RegExp {
  return new RegExp(`^${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\\*', '.*').replaceAll('\\?', '.')}$`, 'su');
}

function at(properties: Json, name: string): Json | null {
  let value: Json | null = properties;
  for (const part of name.split('.')) value = isObject(value) ? value[part] ?? null : null;
  return isObject(value) || Array.isArray(value) ? null : value;
}

function valueOf({ series, feature }: ModelRow, field: string): FieldValue | null {
  const queryable = queryablesOf(series).find(({ name }) => name === field);
  const value = queryable === undefined ? null : at(feature['properties']!, field) as FieldValue | null;
  if (value === null || queryable?.format === undefined) return value;
  return queryable.format === 'date' ? Date.parse(`${String(value)}T00:00:00Z`) : parseMoment(String(value))!;
}

/** The four kinds in which queries select features. */
export const KINDS = ['punt', 'lijn', 'vlak', 'geen'] as const;

function typeOf({ feature }: ModelRow): string | undefined {
  return (feature['geometry'] as unknown as Geometry | null)?.type;
}

function kindOf(row: ModelRow): typeof KINDS[number] {
  const type = typeOf(row)?.replace('Multi', '');
  if (type === undefined) return 'geen';
  return type === 'Point' ? 'punt' : type === 'LineString' ? 'lijn' : 'vlak';
}

/** Returns the list of an operand in a row; null: no list. */
function listOf({ series, feature }: ModelRow, operand: ListOperand): readonly string[] | null {
  if ('items' in operand) {
    const items = operand.items.map((item) => (typeof item === 'string' ? item.normalize('NFC') : at(feature['properties']!, item.field)));
    return items.includes(null) ? null : items as readonly string[];
  }
  if (!queryablesOf(series).some(({ name, isList }) => isList && name === operand.field)) return null;
  return textsAt(feature['properties']!, operand.field.split('.'));
}

/** The texts of a list at a path; null: no list. */
export function textsAt(value: Json, path: readonly string[]): readonly string[] | null {
  const plain = isObject(value) && 'waarde' in value ? value['waarde']! : value;
  if (Array.isArray(plain)) {
    const texts = plain.flatMap((one: Json) => textsAt(one, path) ?? []);
    return texts.length > 0 || plain.length === 0 ? texts : null;
  }
  if (path.length > 0) return isObject(plain) ? textsAt(plain[path[0]!] ?? null, path.slice(1)) : null;
  return typeof plain === 'string' ? [plain.normalize('NFC')] : null;
}

/** Null: unknown. */
function holds(row: ModelRow, filter: Filter): boolean | null {
  switch (filter.kind) {
    case 'and': return all(filter.of.map((one) => holds(row, one)));
    case 'or': return negated(all(filter.of.map((one) => negated(holds(row, one)))));
    case 'not': return negated(holds(row, filter.of));
    case 'isNull': return valueOf(row, filter.field) === null && listOf(row, filter) === null;
    case 'lists': {
      const [left, right] = [listOf(row, filter.left), listOf(row, filter.right)];
      if (left === null || right === null) return null;
      const has = (list: readonly string[]) => (text: string): boolean => list.includes(text);
      switch (filter.relation) {
        case 'contains': return right.every(has(left));
        case 'containedBy': return left.every(has(right));
        case 'equals': return right.every(has(left)) && left.every(has(right));
        case 'overlaps': return left.some(has(right));
        default: return unreachable(filter);
      }
    }
    case 'fields': {
      const [left, right] = [foldedOf(row, filter.left), foldedOf(row, filter.right)];
      if (left === null || right === null) return null;
      const order = compareValues(left, right);
      return { '=': order === 0, '<>': order !== 0, '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[filter.relation];
    }
    case 'hasGeometry': return row.feature['geometry'] !== null;
    case 'geometryKind': return kindOf(row) === filter.of;
    case 'in': return known(foldedOf(row, filter), (value) => filter.values.includes(value));
    case 'like': return known(foldedOf(row, filter), (value) => (typeof value === 'string' ? likeRegExp(filter.pattern).test(value) : null));
    case 'compare': return known(foldedOf(row, filter), (value) => {
      const order = compareValues(value, filter.value);
      return { '=': order === 0, '<>': order !== 0, '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[filter.relation];
    });
    case 'box': return meets(row, boxShape(filter.box));
    case 'intersects': return meets(row, shapeOf(polygonOf(filter.geometry.numbers)));
    case 'contains': case 'within': case 'touches': case 'crosses': case 'overlaps': case 'equals':
      return known(row.feature['geometry'] as unknown as Geometry | null, (geometry) => {
        const [own, asked] = [shapeOf(geometry), shapeOf(polygonOf(filter.geometry.numbers))];
        return naiveRelation(filter.kind, own, asked);
      });
    case 'near': return known(row.feature['geometry'] as unknown as Geometry | null, (geometry) => (
      DistanceOp.distance(shapeOf(geometry), shapeOf(polygonOf(filter.geometry.numbers))) as number) <= filter.distance);
    default: return unreachable(filter);
  }
}

function naiveRelation(relation: SpatialRelation, own: unknown, asked: unknown): boolean {
  switch (relation) {
    case 'within': return RelateOp.contains(asked, own) as boolean;
    case 'equals': return RelateOp.equalsTopo(own, asked) as boolean;
    default: return RelateOp[relation](own, asked) as boolean;
  }
}

/** The value as a condition compares it; folds of the letters that these registers have. */
function foldedOf(row: ModelRow, { field, fold }: ComparedField): FieldValue | null {
  const value = valueOf(row, field);
  if (typeof value !== 'string' || fold === undefined) return value;
  const bare = fold === 'case' ? value : value.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return fold === 'accents' ? bare : bare.toLowerCase();
}

function all(values: readonly (boolean | null)[]): boolean | null {
  return values.includes(false) ? false : values.includes(null) ? null : true;
}

function negated(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}

function known<Value, Result>(value: Value | null, use: (value: Value) => Result): Result | null {
  return value === null ? null : use(value);
}

function likeRegExp(pattern: string): RegExp {
  let text = '';
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index]!;
    text += character === '%' ? '.*' : character === '_' ? '.' : (character === '\\' ? pattern[index += 1]! : character).replace(/[.*+?^${}()|[\]\\]/, '\\$&');
  }
  return new RegExp(`^${text}$`, 'su');
}

function compareValues(left: FieldValue, right: FieldValue): number {
  if (typeof left === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(String(right)));
  return Number(left) - Number(right);
}

function compareBy(left: ModelRow, right: ModelRow, { field, descending }: OrderBy): number {
  const [one, other] = [valueOf(left, field), valueOf(right, field)];
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return compareValues(one, other) * (descending ? -1 : 1);
}

function publicationOrder(left: ModelRow, right: ModelRow): number {
  return keyOf(left) - keyOf(right) || Buffer.compare(Buffer.from(left.id), Buffer.from(right.id)) || left.from - right.from;
}

const keys = new WeakMap<ModelRow, number>();

/** Computed once for a row: sorting asks for it again and again. */
function keyOf(row: ModelRow): number {
  const known = keys.get(row) ?? computedKey(row);
  keys.set(row, known);
  return known;
}

function computedKey({ feature }: ModelRow): number {
  if (feature['geometry'] === null) return NO_GEOMETRY_KEY;
  const { numbers } = flatten(feature['geometry'])!;
  const [xs, ys] = [numbers.filter((_, index) => index % 2 === 0), numbers.filter((_, index) => index % 2 === 1)];
  return curveKey([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
}

const factory = new GeometryFactory();

function meets({ feature }: ModelRow, shape: unknown): boolean | null {
  return known(feature['geometry'] as unknown as Geometry | null, (geometry) => RelateOp.intersects(shapeOf(geometry), shape) as boolean);
}

function boxShape([min0, min1, max0, max1]: Box): unknown {
  return shapeOf({ type: 'Polygon', coordinates: [[[min0, min1], [max0, min1], [max0, max1], [min0, max1], [min0, min1]]] });
}

function polygonOf(numbers: Float64Array): Geometry {
  return { type: 'Polygon', coordinates: [Array.from({ length: numbers.length / 2 }, (_, index) => [numbers[index * 2]!, numbers[index * 2 + 1]!])] };
}

function shapeOf(geometry: Geometry): unknown {
  const coordinates = (positions: readonly Position[]): unknown => positions.map(([first, second]) => new Coordinate(first, second));
  switch (geometry.type) {
    case 'Point': return factory.createPoint(new Coordinate(geometry.coordinates[0], geometry.coordinates[1]));
    case 'LineString': return factory.createLineString(coordinates(geometry.coordinates));
    case 'Polygon': return factory.createPolygon(factory.createLinearRing(coordinates(geometry.coordinates[0]!)));
    case 'MultiLineString': return factory.createMultiLineString(geometry.coordinates.map((line) => factory.createLineString(coordinates(line))));
    case 'MultiPolygon': return factory.createMultiPolygon(geometry.coordinates.map((rings) => shapeOf({ type: 'Polygon', coordinates: rings })));
    default: throw new Error(`no ${geometry.type} in these registers`);
  }
}

/** The contents of a register that queries can find. */
export interface World {
  /** Names of series; those named more often are queried more often. */
  readonly series: readonly string[];
  /** Values of fields, most of which some row has. */
  readonly values: Readonly<Record<string, fc.Arbitrary<FieldValue>>>;
  /** Fields that are queried more often. */
  readonly often: readonly string[];
  readonly like: readonly (readonly [field: string, pattern: string])[];
  /** Queryable lists, texts in them, and fields of texts. */
  readonly lists: { readonly fields: readonly string[]; readonly texts: readonly string[]; readonly scalars: readonly string[] };
  readonly words: readonly string[];
  readonly moment: fc.Arbitrary<Moment>;
}

export interface SeriesQuestion {
  readonly series: string;
  readonly question: SeriesQuery;
}

const box = fc.tuple(fc.integer({ min: -10_000, max: 270_000 }), fc.integer({ min: 290_000, max: 620_000 }), fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 0, max: 200_000 }))
  .map(([x, y, width, height]): Box => [x, y, x + width, y + height]);
const polygon = fc.tuple(fc.integer({ min: 0, max: 250_000 }), fc.integer({ min: 300_000, max: 600_000 }), fc.integer({ min: 1, max: 150_000 }))
  .map(([x, y, size]) => flatten(square(x, y, size) as unknown as Json)!);

const SPATIAL_RELATIONS = ['intersects', 'contains', 'within', 'touches', 'crosses', 'overlaps', 'equals'] as const satisfies readonly SpatialRelation[];

/** Returns random queries for such a register. */
export function questionsOf({ series, values, often, like, lists, words, moment }: World): fc.Arbitrary<SeriesQuestion> {
  const field = fc.constantFrom(...Object.keys(values), ...often);
  const text = fc.constantFrom(...lists.texts);
  const operand: fc.Arbitrary<ListOperand> = fc.oneof(
    fc.constantFrom(...lists.fields).map((name) => ({ field: name })), fc.array(text, { maxLength: 3 }).map((items) => ({ items })),
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...lists.scalars), text).map(([name, other]) => ({ items: [{ field: name }, other] })) },
  );
  const fold = fc.constantFrom('case' as const, 'accents' as const, 'both' as const);
  const { filter } = fc.letrec<{ filter: Filter; leaf: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3 }, tie('leaf'),
      fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), of: fc.array(tie('filter'), { maxLength: 3 }) }),
      fc.record({ kind: fc.constant('not' as const), of: tie('filter') }),
    ),
    leaf: fc.oneof(
      field.chain((name) => fc.record({
        kind: fc.constant('compare' as const), field: fc.constant(name), fold, relation: fc.constantFrom('=' as const, '<>' as const, '<' as const, '<=' as const, '>' as const, '>=' as const), value: values[name]!,
      }, { requiredKeys: ['kind', 'field', 'relation', 'value'] })),
      field.chain((name) => fc.record(
        { kind: fc.constant('in' as const), field: fc.constant(name), values: fc.array(values[name]!, { maxLength: 3 }), fold },
        { requiredKeys: ['kind', 'field', 'values'] },
      )),
      fc.record({ kind: fc.constant('isNull' as const), field: fc.oneof(field, fc.constantFrom(...lists.fields)) }),
      fc.record({ kind: fc.constant('lists' as const), relation: fc.constantFrom('equals' as const, 'contains' as const, 'containedBy' as const, 'overlaps' as const), left: operand, right: operand }),
      fc.record(
        { kind: fc.constant('like' as const), of: fc.constantFrom(...like), fold }, { requiredKeys: ['kind', 'of'] },
      ).map(({ of: [name, pattern], ...rest }) => ({ ...rest, field: name, pattern })),
      fc.record({ kind: fc.constant('box' as const), crs: fc.constant('28992' as const), box }),
      fc.record({ kind: fc.constantFrom(...SPATIAL_RELATIONS), geometry: polygon.map(({ shape, numbers }) => ({ crs: '28992' as const, shape, numbers })) }),
      fc.record({
        kind: fc.constant('near' as const), distance: fc.nat(60_000), geometry: polygon.map(({ shape, numbers }) => ({ crs: '28992' as const, shape, numbers })),
      }),
      fc.constant({ kind: 'hasGeometry' as const }),
      fc.record({ kind: fc.constant('geometryKind' as const), of: fc.constantFrom(...KINDS) }),
    ),
  }));
  return fc.record({
    series: fc.constantFrom(...series),
    question: fc.record({
      crs: fc.constantFrom('28992' as const, 'CRS84' as const, '4258' as const, '3857' as const), showsEnd: fc.boolean(), at: fc.option(moment, { freq: 2 }),
      during: fc.option(fc.tuple(moment, fc.nat(50)).map(([from, days]) => ({ from: days % 7 === 0 ? -Infinity : from, until: days > 40 ? Infinity : from + days * 86_400_000 })), { freq: 1 }),
      box: fc.option(box.map((one) => ({ crs: '28992' as const, box: one })), { freq: 1 }), filter: fc.option(filter, { freq: 3 }),
      words: fc.array(fc.constantFrom(...words), { maxLength: 2 }),
      order: fc.uniqueArray(fc.record({ field, descending: fc.boolean() }), { maxLength: 2, selector: ({ field: name }) => name }),
      typesFirst: fc.boolean(),
      position: fc.constantFrom(0, 0, 0, 1, 5, 100), limit: fc.constantFrom(1, 3, 10, 1_000),
    }).map((question) => (question.during === null ? question : { ...question, at: null })),
  });
}

/** Sends a query to a series of an edition, and expects the rows of the naive answer. */
export async function expectNaive(series: Series, { question, rows, moment }: {
  readonly question: SeriesQuery; readonly rows: readonly ModelRow[]; readonly moment: number;
}): Promise<void> {
  const expected = naiveRows(rows, question, moment);
  const found = await series.answer(question);
  const features = JSON.parse(`[${Buffer.concat(found.slices).toString()}]`) as FoundFeature[];
  const ids = features.map(({ id, properties: { beginGeldigheid } }) => `${id} ${beginGeldigheid}`);
  const [start, end] = [question.position, question.position + question.limit];
  const wanted = expected.slice(start, end).map(nameOf);
  const members = expected.slice(start, end).map(({ feature }) => feature['properties']);
  expect(features.map(({ properties }) => properties), 'all members').toEqual(members);
  expect(found.slices.reduce((sum, { length }) => sum + length, 0), 'the bytes that were told').toBe(found.bytes);
  expect({ question, ids, matched: found.numberMatched }, series.name).toEqual({ question, ids: wanted, matched: expected.length });
  expect(await inChunks<FeatureBytes>(await series.answer(question, 0)), 'the same range in chunks').toEqual(wholeOf(found));
  if (ROOT_PATHS.has(series.name)) {
    const whole = await series.documents(question);
    const asDelivered = question.showsEnd === true ? naiveRows(rows, { ...question, showsEnd: false }, moment) : expected;
    const { slices } = whole;
    expect(await inChunks<DocumentBytes>(await series.documents(question, 0)), 'the same documents in chunks').toEqual(wholeOf(whole));
    const documents = JSON.parse(`[${Buffer.concat(slices).toString()}]`) as Record<'id' | 'beginGeldigheid', string>[];
    const begins = documents.map(({ id, beginGeldigheid }) => `${id} ${new Date(parseMoment(beginGeldigheid)!).toISOString().replace(/\.000Z$/, 'Z')}`);
    expect(begins, `${series.name}: the same moments, as they were delivered`).toEqual(asDelivered.slice(start, end).map(nameOf));
  }
  const behind = question.position + wanted.length;
  expect(found.next).toBe(behind < expected.length && question.limit > 0 ? behind : null);
}

/** Joins a range again that is cut as soon as it has a byte. */
async function inChunks<Taken extends FeatureBytes | DocumentBytes>(range: (Taken | LongBytes<Taken>) & Counts) {
  const texts: string[] = [];
  for await (const chunk of 'chunks' in range ? range.chunks() : [range]) {
    const body = Buffer.concat(chunk.slices);
    const text = body.toString();
    texts.push(text);
    if ('ends' in chunk) expect(chunk.ends.at(-1) ?? 0).toBe(body.length);
    else for (const { start, end } of chunk.blocks ?? []) expect(body.toString('utf8', start, end)).toMatch(/^\{"type":"Feature".*\}$/s);
  }
  const { bytes, numberMatched, numberReturned, next } = range;
  expect(texts.length === 1 || texts.every((text) => text !== '')).toBe(true);
  return { text: texts.join(','), bytes, numberMatched, numberReturned, next };
}

function wholeOf({ slices, bytes, numberMatched, numberReturned, next }: FeatureRange | DocumentRange) {
  return { text: Buffer.concat(slices).toString(), bytes, numberMatched, numberReturned, next };
}

const ROOT_PATHS: ReadonlySet<string> = new Set(Object.values(ROOTS).map(({ path }) => path));

interface FoundFeature {
  readonly id: string;
  readonly properties: ShownPeriod;
}

/** Check of columns: compares the parts of an edition's pages with its rows, read in the plainest way. */
import { expect } from 'vitest';
import { openRoot } from '../../publisher/read/series-reader.ts';
import { readManifest } from '../../publisher/read/heads.ts';
import { Packs } from '../../publisher/read/bytes/packs.ts';
import { pageAt, type Page } from '../../publisher/read/bytes/page.ts';
import type { SeriesRoot } from '../../publisher/format/series-root.ts';
import { listOf } from '../../publisher/format/list-column.ts';
import { queryablesOf, type Queryable } from '../../schemas/derived/queryables.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { naiveWords, textsAt } from './naive-answer.ts';
import { parseMoment } from '../../schemas/time.ts';

type Plain = string | number | boolean | null;

/** Compares every page of *now* and *other* of every series of an edition; returns the number of compared values. */
export function checkColumns(folder: string, edition: number): number {
  const of = { folder, audience: 'public' } as const;
  const packs = new Packs(of);
  let values = 0;
  for (const { name, now, other } of readManifest(of, edition).series) {
    for (const entry of [now, other]) {
      const root = openRoot(entry, packs);
      if (root === null) continue;
      const pages = Array.from({ length: root.pages }, (_, index) => pageAt(packs, root.addresses, index));
      const features = pages.map((page) => featuresOf(page, packs));
      for (const queryable of queryablesOf(name)) values += (queryable.isList ? checkList : checkField)(root, { pages, features }, queryable);
      for (const [index, page] of pages.entries()) checkWords(page, features[index]!);
    }
  }
  packs.close();
  return values;
}

function featuresOf(page: Page, packs: Packs): JsonObject[] {
  const rows = page.rows('28992');
  return Array.from({ length: page.count }, (_, row) => {
    return JSON.parse(packs.bytesAt(rows.blocks, page.directory.blockOf(row), page.extent(row, rows)).toString('utf8').slice(0, -1)) as JsonObject;
  });
}

function checkField(
  root: SeriesRoot, { pages, features }: { pages: readonly Page[]; features: readonly JsonObject[][] }, queryable: Queryable,
): number {
  const { name } = queryable;
  const range = root.range(name);
  const wanted = features.map((list) => list.map((feature) => plainValue(feature, queryable)));
  for (const [index, page] of pages.entries()) {
    const column = page.column(name);
    const found = Array.from({ length: page.count }, (_, row) => column?.value(row) ?? null);
    expect(found, name).toEqual(wanted[index]);
    expect(column?.values() ?? found).toEqual(found);
    const has = found.some((value) => value !== null);
    expect([column !== undefined, range?.has(index) ?? false], name).toEqual([has, has]);
    for (const value of found) if (value !== null) expect(range!.overlapping({ from: value, to: value })(index)).toBe(true);
  }
  const all = wanted.flat().filter((value) => value !== null);
  expect(range === undefined, name).toBe(all.length === 0);
  return all.length;
}

function checkList(
  root: SeriesRoot, { pages, features }: { pages: readonly Page[]; features: readonly JsonObject[][] }, { name }: Queryable,
): number {
  const range = root.range(name);
  let values = 0;
  for (const [index, page] of pages.entries()) {
    const column = page.list(name);
    const found = Array.from({ length: page.count }, (_, row) => column?.value(row) ?? null);
    expect(found, name).toEqual(features[index]!.map(({ properties }) => listOf(textsAt(properties!, name.split('.')))));
    const texts = found.flat().filter((text) => text !== null);
    expect([column !== undefined, range?.has(index) ?? false], name).toEqual([found.some((list) => list !== null), texts.length > 0]);
    for (const text of texts) expect(range!.overlapping({ from: text, to: text })(index)).toBe(true);
    values += texts.length;
  }
  return values;
}

function checkWords(page: Page, features: readonly JsonObject[]): void {
  const wanted = new Map<string, Set<number>>();
  for (const [row, feature] of features.entries()) {
    for (const word of naiveWords(feature)) wanted.set(word, (wanted.get(word) ?? new Set()).add(row));
  }
  const words = page.words();
  const found = Array.from({ length: words?.size ?? 0 }, (_, index) => [words!.word(index), [...words!.rows(index)]]);
  const sorted = [...wanted].sort(([left], [right]) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
  expect(found).toEqual(sorted.map(([word, rows]) => [word, [...rows]]));
}

function plainValue(feature: JsonObject, { name, format }: Queryable): Plain {
  const value = at(feature, name);
  if (value === null || format === undefined) return value;
  return format === 'date' ? Date.parse(`${String(value)}T00:00:00Z`) : parseMoment(String(value))!;
}

/** Returns the value at a dotted path of its properties; null for nothing and for a void. */
function at({ properties }: JsonObject, path: string): Plain {
  let found: unknown = properties;
  for (const name of path.split('.')) found = (found as Record<string, unknown> | null | undefined)?.[name];
  return found === undefined || typeof found === 'object' ? null : found as Plain;
}

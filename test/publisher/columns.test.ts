/** Columns: a query reads the columns that it needs of a page, and no others. */
import { mkdtempSync, openSync, closeSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gridsOfThread } from '../../pipelines/coordinates/grids.ts';
import { reproject } from '../../pipelines/coordinates/reproject.ts';
import { generate } from '../generate/generate.ts';
import { columnOf, encodeColumn, readColumn, spliceColumn, type FieldValue, type Values } from '../../publisher/format/column.ts';
import { encodeListColumn, listColumnOf, listOf, readListColumn, spliceListColumn, type ListValue } from '../../publisher/format/list-column.ts';
import { fileOf, type AudienceFolder } from '../../publisher/format/layout.ts';
import { PARTS } from '../../publisher/format/page-directory.ts';
import type { SegmentAddress } from '../../publisher/format/segment-address.ts';
import { rangeOf, type ValueRange } from '../../publisher/format/ranges.ts';
import { SeriesRoot, encodeSeries, type PageEntry } from '../../publisher/format/series-root.ts';
import { Splice, type SpliceRange } from '../../publisher/format/splice.ts';
import { PageWords, spliceWords } from '../../publisher/format/words.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { readManifest } from '../../publisher/read/heads.ts';
import { Packs } from '../../publisher/read/bytes/packs.ts';
import { pageAt } from '../../publisher/read/bytes/page.ts';
import { openRoot } from '../../publisher/read/series-reader.ts';
import { openStore } from '../../publisher/store.ts';
import type { RootState } from '../../publisher/write/input.ts';
import { publish } from '../../publisher/write/publish.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { RootType } from '../../schemas/names.ts';
import type { Moment } from '../../schemas/time.ts';
import { checkColumns } from './check-columns.ts';
import { walk } from './model.ts';
import { createAll, day, idsIn, request } from './registry.ts';
import { SOUND } from '../always-sound.ts';

const text = fc.oneof(fc.constantFrom('a', 'ab', 'abc', 'https://x/gm0363', 'https://x/gm0999'), fc.string({ unit: 'grapheme' }));
const texts = fc.array(fc.option(text), { minLength: 1, maxLength: 40 });
const double = fc.double({ noNaN: true, noDefaultInfinity: true, min: -3e38, max: 3e38 });
const numbers = fc.array(fc.option(double), { minLength: 1, maxLength: 20 });

describe('one column', () => {
  test('values come back, void or not, and codes compare as texts do by their bytes', () => {
    fc.assert(fc.property(fc.oneof(texts, numbers, fc.array(fc.option(fc.boolean()), { minLength: 1 })), (values) => {
      const made = columnOf(values);
      expect(made === null).toBe(values.every((value) => value === null));
      if (made === null) return;
      const column = readColumn(encodeColumn(made).bytes);
      expect(values.map((_, row) => column.value(row))).toEqual(values);
      expect(column.values()).toEqual(values);
      if (column.kind !== 'text') return;
      for (const [row, value] of values.entries()) {
        if (value !== null) expect(column.codeFrom(Buffer.from(value as string))).toBe(column.codes[row]);
      }
      expect(column.codeFrom(Buffer.from([0xff]))).toBe(column.size + 1);
    }));
  });

  /** Values of a parent column, and rows of a new one: indexes into the parent, and other values. */
  const spliced = fc.oneof(text, double, fc.boolean()).chain((sample): fc.Arbitrary<[Values, readonly (Stay | FieldValue | null)[]]> => {
    const value: fc.Arbitrary<FieldValue> = typeof sample === 'string' ? text : typeof sample === 'number' ? double : fc.boolean();
    const stay = fc.record({ from: fc.nat(60), count: fc.nat(5) });
    return fc.tuple(fc.array(fc.option(value), { minLength: 1, maxLength: 40 }), fc.array(fc.oneof(stay, fc.option(value)), { minLength: 1 }));
  });

  test('a column made from one that is there, or from none, has the bytes of one made anew', () => {
    fc.assert(fc.property(spliced, ([values, rows]) => {
      const made = columnOf(values);
      const stretches = rows.map((row): SpliceRange<FieldValue | null> => {
        if (row === null || typeof row !== 'object') return { kind: 'new', entries: [row] };
        const from = row.from % values.length;
        return { kind: 'kept', from, to: Math.min(values.length, from + row.count) };
      });
      const wanted = stretches.flatMap((stretch) => (stretch.kind === 'new' ? stretch.entries : values.slice(stretch.from, stretch.to)));
      const anew = columnOf(wanted);
      const column = spliceColumn(new Splice(stretches), made === null ? undefined : readColumn(encodeColumn(made).bytes), (value) => value);
      expect(column && encodeColumn(column).bytes).toEqual(anew && encodeColumn(anew).bytes);
    }), { numRuns: 500 });
  });
});

describe('one column of lists', () => {
  const list = fc.array(text, { maxLength: 3 }).map((items) => listOf(items)!);
  const lists = fc.array(fc.option(list, { freq: 3 }), { minLength: 1, maxLength: 30 });

  test('lists come back as sets, none as none, an empty one as empty', () => {
    fc.assert(fc.property(lists, (values) => {
      const made = listColumnOf(values);
      expect(made === null).toBe(values.every((value) => value === null));
      if (made !== null) expect(readListColumn(encodeListColumn(made).bytes).values()).toEqual(values);
    }));
    expect(listOf(['b', 'a', 'b'])).toEqual(['a', 'b']);
    expect(listColumnOf([[], null])!.values()).toEqual([[], null]);
  });

  test('a column made from one that is there, or from none, has the bytes of one made anew', () => {
    const row = fc.oneof(fc.record({ from: fc.nat(40), count: fc.nat(5) }), fc.option(list));
    fc.assert(fc.property(lists, fc.array(row, { minLength: 1 }), (held, rows) => {
      const stretches = rows.map((one): SpliceRange<ListValue | null> => {
        if (one === null || !('from' in one)) return { kind: 'new', entries: [one] };
        const from = one.from % held.length;
        return { kind: 'kept', from, to: Math.min(held.length, from + one.count) };
      });
      const anew = listColumnOf(stretches.flatMap((stretch) => (stretch.kind === 'new' ? stretch.entries : held.slice(stretch.from, stretch.to))));
      const spliced = spliceListColumn(new Splice(stretches), listColumnOf(held) ?? undefined, (value) => value);
      expect(spliced && encodeListColumn(spliced).bytes).toEqual(anew && encodeListColumn(anew).bytes);
    }), { numRuns: 500 });
  });
});

describe('the words of a page', () => {
  const words = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'dé', '12', 'all'), { maxLength: 4 });
  const pages = fc.array(words, { minLength: 1, maxLength: 12 });
  const made = (rows: readonly (readonly string[])[]) => spliceWords(new Splice([{ kind: 'new', entries: rows }]), undefined, (row) => row);

  test('each word names the rows that have it, all of them too, and each row its words', () => {
    fc.assert(fc.property(pages, (rows) => {
      const segment = made(rows);
      expect(segment === null).toBe(rows.every(({ length }) => length === 0));
      if (segment === null) return;
      const found = new PageWords(segment.bytes);
      for (let index = 0; index < found.size; index += 1) {
        expect([...found.rows(index)]).toEqual(rows.flatMap((row, at) => (row.includes(found.word(index)) ? [at] : [])));
      }
      for (const part of ['', 'a', 'l', 'll', '\u00e9', 'ab', 'c1']) {
        const holding = Array.from({ length: found.size }, (_, index) => index).filter((index) => found.word(index).includes(part));
        expect([...found.holding(Buffer.from(part))]).toEqual(holding);
      }
      expect(rows.map((_, row) => found.wordsOf(row).toSorted())).toEqual(rows.map((row) => row.toSorted()));
    }));
  });

  test('words made from those of a page that is there have the bytes of words made anew', () => {
    fc.assert(fc.property(pages, fc.array(fc.oneof(words, fc.nat(2)), { minLength: 1 }), (held, steps) => {
      // A row stays at most once, in its order; a number passes over some.
      let next = 0;
      const stretches = steps.flatMap((step): SpliceRange<readonly string[]>[] => {
        if (typeof step !== 'number') return [{ kind: 'new', entries: [step] }];
        const from = next + step;
        next = from + 1;
        return from < held.length ? [{ kind: 'kept', from, to: from + 1 }] : [];
      });
      const anew = made(stretches.flatMap((stretch) => (stretch.kind === 'new' ? stretch.entries : held.slice(stretch.from, stretch.to))));
      const before = made(held);
      const spliced = spliceWords(new Splice(stretches), before === null ? undefined : new PageWords(before.bytes), (row) => row);
      expect(spliced?.bytes).toEqual(anew?.bytes);
    }), { numRuns: 500 });
  });
});

interface Stay {
  readonly from: number;
  readonly count: number;
}

describe('ranges in the root of a series', () => {
  const none = fc.constant<null[]>([null]);
  const page = fc.record<PageValues>({ x: fc.oneof(texts, none), n: fc.oneof(numbers, none) });

  test('no page with a wanted value is passed over; a root made from another has the bytes of one made anew', () => {
    fc.assert(fc.property(fc.array(page, { minLength: 1, maxLength: 6 }), fc.array(page, { maxLength: 3 }), fc.nat(6), text,
      (pages, added, cut, asked) => {
        const entries = pages.map(entryOf);
        const at = Math.min(cut, pages.length);
        const first = new SeriesRoot(encodeSeries(null, [{ kind: 'new', entries }], NEVER).segment.bytes);
        const fresh = added.map(entryOf);
        const spliced = encodeSeries(first, [{ kind: 'new', entries: fresh }, { kind: 'kept', from: at, to: pages.length }], NEVER);
        const anew = encodeSeries(null, [{ kind: 'new', entries: [...fresh, ...entries.slice(at)] }], NEVER);
        expect(spliced.segment.bytes).toEqual(anew.segment.bytes);
        expect(spliced.segment.contentHash).toEqual(anew.segment.contentHash);
        for (const [index, { x, n }] of pages.entries()) {
          const [xs, ns] = [x.filter((value) => value !== null), n.filter((value) => value !== null)];
          expect([first.range('x')?.has(index) ?? false, first.range('n')?.has(index) ?? false]).toEqual([xs.length > 0, ns.length > 0]);
          for (const value of xs) expect(first.range('x')!.overlapping({ from: value, to: value })(index)).toBe(true);
          for (const value of ns) expect(first.range('n')!.overlapping({ from: value, to: value })(index)).toBe(true);
          const isAbove = xs.some((value) => Buffer.compare(Buffer.from(value), Buffer.from(asked)) >= 0);
          const isBelow = xs.some((value) => Buffer.compare(Buffer.from(value), Buffer.from(asked)) <= 0);
          if (isAbove) expect(first.range('x')!.overlapping({ from: asked, to: null })(index)).toBe(true);
          if (isBelow) expect(first.range('x')!.overlapping({ from: null, to: asked })(index)).toBe(true);
        }
      }));
  });

  test('what is cut still tells towns and kinds apart', () => {
    const addressOf = (code: string): string => `https://identifier.overheid.nl/tooi/id/gemeente/${code}`;
    const entries = ['gm0363', 'gm0599', 'gm0772'].map((code) => entryOf({ x: [addressOf(code)], n: [null] }));
    const range = new SeriesRoot(encodeSeries(null, [{ kind: 'new', entries }], NEVER).segment.bytes).range('x')!;
    const asked = addressOf('gm0599');
    expect([0, 1, 2].filter(range.overlapping({ from: asked, to: asked }))).toEqual([1]);
    expect([0, 1, 2].filter(range.overlapping({ from: asked, to: null }))).toEqual([1, 2]);
  });
});

const NEVER = { moment: 0, nextOf: () => Infinity };
const PLACE = { pack: 1, offset: 0, length: 1, hash: new Uint8Array(32) };

/** A text field and a number field. */
interface PageValues {
  readonly x: readonly (string | null)[];
  readonly n: readonly (number | null)[];
}

function entryOf({ x, n }: PageValues): PageEntry {
  const ranges = ([['x', x], ['n', n]] as const).flatMap(([field, values]): ValueRange[] => {
    const column = columnOf(values);
    return column === null ? [] : [rangeOf(field, column)];
  });
  return {
    first: { key: 1, id: 'é', begin: 0 }, rows: 1, geometries: 1, types: 1, contentHash: new Uint8Array(32), address: PLACE,
    heights: 0, documentHeights: 0, boxes: new Float32Array(16), periods: { beginMin: 0, beginMax: 0, untilMin: 0, untilMax: 0 }, next: 1, ranges,
  };
}

describe('of an edition', () => {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ev-columns-'));
    publish(request(createAll(await generated(400)), { moment: day(200) }), openStore(folder, SOUND), new Date(1_000));
  });
  afterAll(() => { rmSync(folder, { recursive: true }); });

  test('each field, word and range says what the features say', () => {
    expect(checkColumns(folder, 1)).toBeGreaterThan(4_000);
  });

  test('a list, a box and a day on which all is valid read no column, nor what finds a row, nor another CRS; who reads what is damaged is told', async () => {
    const of = { folder, audience: 'public' } as const;
    const series = readManifest(of, 1).series.find(({ name }) => name === 'kwetsbare-gebouwen')!;
    const packs = new Packs(of);
    const places = openRoot(series.now, packs)!.addresses;
    const { directory } = pageAt(packs, places, 0);
    for (const name of [PARTS.field('id'), PARTS.order, PARTS.periods, PARTS.boxes['4258'], PARTS.rows['4258']]) {
      damage(of, directory.part(directory.indexOf(name)!).address);
    }
    const editions = openEditions(folder, 'public');
    const found = editions.current()!.edition.series.get(series.name)!;
    expect(walk(found, '28992', 50).length).toBe(series.now.count);
    const box = { crs: '28992', boxCrs: 'CRS84', box: [3, 50, 7.5, 54], position: 0, limit: 10 } as const;
    expect(found.box({ ...box, box: [...box.box] }).numberMatched).toBe(series.now.count);
    const question = { crs: '28992', during: null, box: null, filter: null, words: [], order: [], position: 0, limit: 10 } as const;
    expect(await found.answer({ ...question, at: day(150) })).toMatchObject({ numberMatched: series.now.count });
    expect(() => pageAt(packs, places, 0).column('id')).toThrow(/damaged/);
    expect(pageAt(packs, places, 0).column('entityType')!.value(0)).toBe('KwetsbaarGebouw');
    editions.close();
    packs.close();
  });
});

function damage(of: AudienceFolder, { pack, offset, length }: SegmentAddress): void {
  const file = openSync(fileOf(of, 'packs', pack), 'r+');
  writeSync(file, Buffer.from('x'), 0, 1, offset + length - 9);
  closeSync(file);
}

async function generated(objects: number): Promise<readonly RootState[]> {
  const chunks: Buffer[] = [];
  await generate({ objects, seed: 3, write: (chunk) => { chunks.push(chunk); } });
  const grids = gridsOfThread();
  return Buffer.concat(chunks).toString().split('\n').filter((line) => line !== '').map((line) => {
    const document = JSON.parse(line) as JsonObject;
    const id = document['id'] as string;
    return {
      id, type: document['entityType'] as RootType,
      versions: [{
        valid: { from: 0 as Moment, until: null }, document, geometries: reproject(document, '28992', { grids }),
        registered: Object.fromEntries(idsIn(document).map((object) => [object, '2026-01-01T00:00:00.5Z'])), targets: {},
      }],
    };
  });
}

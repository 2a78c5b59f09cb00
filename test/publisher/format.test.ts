/** The format: FORMAT.md says what the code does; the small encodings keep their promises. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnOf, encodeColumn } from '../../publisher/format/column.ts';
import { CUT, cutEnds, isCut } from '../../publisher/format/cut.ts';
import { floatBeside, floatDown, floatUp } from '../../publisher/format/float.ts';
import { RUN_SEGMENTS } from '../../publisher/format/geometry-text.ts';
import { CURVE_ORDER, CURVE_ORIGIN, CURVE_SIDE, NO_GEOMETRY_KEY, curveKey } from '../../publisher/format/hilbert.ts';
import { Shard, encodeIds, encodeShard, type IdEntry } from '../../publisher/format/id-index.ts';
import { FILE_KINDS, TEMPORARY_PREFIX, fileOf, numberOf } from '../../publisher/format/layout.ts';
import { compareIds } from '../../publisher/format/order.ts';
import { decodeManifest } from '../../publisher/format/manifest.ts';
import { CHECKSUM_BYTES, encodePackHeader, requirePackHeader } from '../../publisher/format/pack.ts';
import { editionNames } from '../../publisher/format/names.ts';
import { FLAGS, PARTS, encodePage } from '../../publisher/format/page-directory.ts';
import { encodeListColumn, listColumnOf } from '../../publisher/format/list-column.ts';
import { encodeParts } from '../../publisher/format/page-parts.ts';
import { STATE_BYTES, spliceRows, type RowFacts } from '../../publisher/format/row-columns.ts';
import { Splice } from '../../publisher/format/splice.ts';
import { BOUND_BYTES, BOUND_BYTES_MAX } from '../../publisher/format/ranges.ts';
import { seal, unseal } from '../../publisher/format/sealed.ts';
import { COLUMN_TYPES, SEGMENT_KINDS, Segment, content, EncodedSegment, nonContent } from '../../publisher/format/segment.ts';
import { encodeSeries, type PageEntry } from '../../publisher/format/series-root.ts';
import { FORMAT_VERSION, PACK_MAGIC, SEGMENT_MAGIC } from '../../publisher/format/version.ts';
import { BRANCHES, encodeLeaf, encodeNode, LEAF_MAX, type VersionEntry } from '../../publisher/format/version-nodes.ts';
import { spliceWords } from '../../publisher/format/words.ts';
import { editionCrssFor } from '../../schemas/crs.ts';
import { Fault } from '../../schemas/fault.ts';
import { GEOMETRY_TYPES } from '../../schemas/geometry.ts';
import { canonicalJson } from '../../schemas/json.ts';
import { PROJECT } from '../shared-data.ts';

const FORMAT = readFileSync(join(PROJECT, 'publisher/FORMAT.md'), 'utf8');
const flat = FORMAT.replaceAll(/\s+/g, ' ');

describe('FORMAT.md', () => {
  test('names the version, magic words, kinds, types and file names of the code', () => {
    expect(FORMAT).toContain(`# The edition format, version ${FORMAT_VERSION}\n`);
    expect(flat).toContain(`\`${PACK_MAGIC}\`, u16 version`);
    expect(flat).toContain(`the SHA-256 of each ${CHECKSUM_BYTES} bytes before them`);
    expect(flat).toContain(`\`${SEGMENT_MAGIC}\`, u16 version`);
    const { page, series, shard, ids, part, versions, versionNode } = SEGMENT_KINDS;
    expect(flat).toContain(`kind (${page} page, ${series} series root, ${shard} shard, ${ids} id index, ${part} part of a page, ${versions} leaf of versions, ${versionNode} node of versions)`);
    expect(flat).toContain(`u8 type (${Object.entries(COLUMN_TYPES).map(([name, code]) => `${code} ${name}`).join(', ')})`);
    for (const kind of FILE_KINDS) expect(FORMAT).toContain(fileOf({ folder: '<folder>', audience: 'public' }, kind, 1).replace('public', '<audience>'));
    expect(FORMAT).toContain(`\`${TEMPORARY_PREFIX}…\``);
    const [without, withEpoch] = [editionCrssFor(null), editionCrssFor(2025)];
    expect(flat).toContain(`CRSs in this order: ${without.planes.join(', ')}, then ${withEpoch.planes.slice(without.planes.length).join(', ')} in an edition with an epoch.`);
    expect(flat).toContain(`behind these: ${without.heights.join(', ')}, then ${withEpoch.heights.slice(without.heights.length).join(', ')} with an epoch`);
  });

  test('lists every format up to this one; the minor version of the program is its number', () => {
    const listed = [...FORMAT.slice(FORMAT.indexOf('## History')).matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
    expect(listed).toEqual(Array.from({ length: FORMAT_VERSION }, (_, index) => index + 1));
    const read = (name: string): string => readFileSync(join(PROJECT, name), 'utf8');
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(version.split('.').map(Number)).toEqual([0, FORMAT_VERSION, expect.any(Number)]);
    expect(read('package-lock.json').match(/"version": "([^"]+)"/)?.[1]).toBe(version);
    expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## (Pending: )?${version}, edition format ${FORMAT_VERSION}$`, 'm'));
    expect(FORMAT).toContain(`${version} writes format ${FORMAT_VERSION}`);
  });

  test('names the cuts, the curve, the flags and the runs of the code', () => {
    for (const [name, { rowsMin, rowsMax, bytesMax, mask }] of [['page', CUT.page], ['block of a page', CUT.block]] as const) {
      expect(FORMAT).toContain(`| ${name} | ${rowsMin} rows | \`low & ${mask}\` = 0 | ${rowsMax} rows; ${bytesMax} bytes and the row that passes them |`);
    }
    const { rowsMin, rowsMax, mask } = CUT.shard;
    expect(FORMAT).toContain(`| shard of the id index | ${rowsMin} entries | \`low & ${mask}\` = 0 | ${rowsMax} entries |`);
    expect(flat).toContain(`Hilbert curve of order ${CURVE_ORDER} over the square of side ${CURVE_SIDE} m from RD (${CURVE_ORIGIN.join(', ')})`);
    expect(flat).toContain(`${FLAGS.geometry} has geometry, ${FLAGS.connected} connected`);
    expect(flat).toContain(`${1 << FLAGS.typeShift} times the number of its type: ${GEOMETRY_TYPES.map((type, number) => `${number} ${type}`).join(', ')}`);
    expect(flat).toContain(`${STATE_BYTES} bytes of SHA-256 of the row`);
    expect(flat).toContain(`more than ${RUN_SEGMENTS} vertices`);
  });

  test('names every column that is written, and no other', () => {
    const named = (bytes: Buffer, from: string, to: string): void => {
      const text = FORMAT.slice(FORMAT.indexOf(`\n${from}\n`), FORMAT.indexOf(`\n${to}\n`));
      const known = new Set([...text.matchAll(/`([a-z.<>]+)`/g)].map(([, name]) => name));
      for (const name of columnsOf(bytes)) expect(known, name).toContain(name);
    };
    named(PAGE.bytes, '### Page', '### Parts of a page');
    named(encodeSeries(null, [{ kind: 'new', entries: [ENTRY] }], NEVER).segment.bytes, '### Series root', '### Id index');
    named(encodeShard([ID]).bytes, '### Id index', '### Versions');
    const shard = { first: ID, count: 1, address: PLACE };
    named(encodeIds(null, [{ kind: 'new', entries: [shard] }]).segment.bytes, '### Id index', '### Versions');
    named(encodeLeaf([VERSION]).bytes, '### Versions', '## Manifest and head');
    named(encodeNode([{ count: 1, contentHash: new Uint8Array(32), address: PLACE }]).bytes, '### Versions', '## Manifest and head');
    expect(flat).toContain(`a leaf of at most ${LEAF_MAX} versions, or a node of ${BRANCHES} branches`);
  });

  test('names every part of a page and each of its columns, and no other', () => {
    const text = FORMAT.slice(FORMAT.indexOf('### Parts of a page'), FORMAT.indexOf('### Series root'));
    const rows = [...text.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(([, part, columns]) =>
      `${part}: ${[...columns!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!).toSorted(compareIds).join(' ')}`);
    const parts = [
      ...encodeParts(spliceRows(new Splice([{ kind: 'new', entries: [{ facts: ROW }] }]), null), [{ end: 1, rows: PLACES, documents: PLACES }]).filter(({ name }) => !/28992|4258|3857|CRS84h|7415|4937/.test(name)),
      { name: PARTS.field('<field>'), segment: encodeColumn(columnOf(['a'])!) },
      { name: PARTS.field('<field>'), segment: encodeColumn(columnOf([1])!) },
      { name: PARTS.field('<field>'), segment: encodeColumn(columnOf([true])!) },
      { name: PARTS.list('<field>'), segment: encodeListColumn(listColumnOf([['a']])!) },
      { name: PARTS.words, segment: spliceWords(new Splice([{ kind: 'new', entries: ['a'] }]), undefined, (word) => [word])! },
    ].map(({ name, segment }) => `${name.replace('CRS84', '<crs>')}: ${[...columnsOf(segment.bytes)].toSorted(compareIds).join(' ')}`);
    expect(rows).toEqual(parts);
    expect(editionNames(null).parts).toEqual(expect.arrayContaining(['order', 'boxes.28992', 'runs.3857', 'words']));
    expect(flat).toContain(`cut to ${BOUND_BYTES} bytes more than the two share, at most ${BOUND_BYTES_MAX}`);
  });
});

const PLACE = { pack: 1, offset: 0, length: 1, hash: new Uint8Array(32) };
const PLACES = Array.from({ length: 7 }, () => PLACE);
const ID: IdEntry = { high: 1, low: 2, id: 'é', target: 3, key: 4, begin: 5 };
const VERSION: VersionEntry = {
  high: 1, low: 2, id: 'é', series: 3, recordedFrom: 4, recordedUntil: Infinity, validFrom: 5, validUntil: 6, holder: 'AB12', changed: ['populatie'],
};
const ROW: RowFacts = {
  delivered: '0,1,x;',
  key: 1, id: 'a', begin: 0, until: Infinity, next: 9, flags: 1, propertiesStart: 1, propertiesEnd: 2, geometryStart: 3,
  state: new Uint8Array(16), documentState: new Uint8Array(16), lengths: new Uint32Array(7), documentLengths: new Uint32Array(7).fill(1),
  boxes: new Float32Array(16), hasHeights: true, documentHasHeights: true,
  runs: { path: new Uint32Array(1), part: new Uint32Array(1), boxes: new Float32Array(16), bytes: new Uint32Array(8) },
};
const PAGE = encodePage({
  flags: Uint8Array.of(1), blockEnds: [1], parts: [{ name: 'order', contentHash: new Uint8Array(32), address: PLACE }],
});
const ENTRY: PageEntry = {
  first: { key: 1, id: 'a', begin: 0 }, rows: 1, geometries: 1, types: 1, contentHash: new Uint8Array(32), address: PLACE,
  heights: 1, documentHeights: 1, boxes: new Float32Array(16), periods: { beginMin: 0, beginMax: 0, untilMin: 0, untilMax: 0 }, next: 0,
  ranges: [{ field: 'id', low: 'a', high: 'a' }],
};
const NEVER = { moment: 0, nextOf: () => Infinity };

/** Names of columns, with `<crs>` and `<n>`, and without the endings of texts and places. */
function columnsOf(bytes: Buffer): Set<string> {
  const names = Array.from({ length: bytes.readUInt32LE(8) }, (_, index) => bytes.toString('latin1', 16 + index * 32, 36 + index * 32));
  return new Set(names.map((name) => name.replaceAll('\0', '').replace(/\.(28992|CRS84|4258|3857)/, '.<crs>').replace(/\.0\./, '.<n>.')
    .replace(/^(id|differs|field|fields|holders|bound|value|word|part\.name)\.(end|text)$/, '$1')
    .replace(/^(page|part|shard|block|branch)\.(pack|offset|length|hash|check)$/, '$1')));
}

describe('segments', () => {
  test('columns come back as they were, and only content is in the content hash', () => {
    const columns = (offset: number, key: number): ConstructorParameters<typeof EncodedSegment>[1] => [
      content('key', Uint32Array.of(key, 2)), nonContent('offset', Float64Array.of(offset)), content('text', Buffer.from('abc')),
    ];
    const one = new EncodedSegment('page', columns(1, 1));
    const segment = new Segment(one.bytes, 'page');
    expect(segment.u32('key')).toEqual(Uint32Array.of(1, 2));
    expect(Buffer.from(segment.u8('text')).toString()).toBe('abc');
    expect(segment.contentHash()).toEqual(one.contentHash);
    expect(new EncodedSegment('page', columns(2, 1)).contentHash).toEqual(one.contentHash);
    expect(new EncodedSegment('page', columns(1, 3)).contentHash).not.toEqual(one.contentHash);
    expect(() => segment.f32('key')).toThrow(/column key is missing/);
    expect(() => new Segment(one.bytes, 'series')).toThrow(/not a segment of kind series/);
  });

  test('they are written whole, whatever was in the memory before', () => {
    const segment = new EncodedSegment('page', [content('a', Uint8Array.of(1, 2, 3)), nonContent('b', Float64Array.of(4)), content('c', new Uint16Array(0))]);
    const used = Buffer.alloc(segment.size, 0xff);
    segment.put(used);
    expect(used).toEqual(segment.bytes);
    expect(used.subarray(16 + 3 * 32 + 3, 16 + 3 * 32 + 8)).toEqual(Buffer.alloc(5));
  });

  test('a column of a type that a later version may add is passed over', () => {
    const { bytes } = new EncodedSegment('page', [content('later', Uint32Array.of(1)), content('key', Uint32Array.of(7))]);
    bytes[16 + 20] = 99;
    const segment = new Segment(bytes, 'page');
    expect(segment.has('later')).toBe(false);
    expect(segment.u32('key')).toEqual(Uint32Array.of(7));
  });

  test('any cut-off or overwritten segment is a Fault or gives other values, never another error', () => {
    const { bytes } = encodeShard([ID, { ...ID, id: 'z' }]);
    fc.assert(fc.property(fc.nat(bytes.length), fc.nat(bytes.length - 1), fc.nat(255), (length, at, value) => {
      const broken = Buffer.from(bytes);
      broken[at] = value;
      try {
        new Shard(Buffer.from(new Uint8Array(broken.subarray(0, length)).buffer)).entriesOf(ID);
      } catch (error) {
        expect(error).toBeInstanceOf(Fault);
      }
    }), { numRuns: 500 });
  });
});

describe('sealed JSON', () => {
  test('any value comes back, in one canonical form', () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
      const body = JSON.parse(JSON.stringify({ ...given, checksum: undefined, format: FORMAT_VERSION })) as { format: number };
      expect(unseal(seal(body), 'x')).toEqual(body);
    }));
    expect(canonicalJson({ b: [1, { z: null, a: 'é' }], a: true })).toBe('{"a":true,"b":[1,{"a":"é","z":null}]}');
  });

  test('a sealed file of another shape is no manifest, and the Fault says so', () => {
    const sealed = seal({ format: FORMAT_VERSION, audience: 'public', number: 7 });
    expect(() => decodeManifest(sealed, { path: 'x', audience: 'public', number: 7 })).toThrow(/right checksum and is no manifest/);
  });

  test('a pack begins with the header of its own number; anything else is damage', () => {
    const bytes = Buffer.concat([encodePackHeader({ audience: 'public', number: 7, configuration: 'é' }), Buffer.alloc(9)]);
    const open = (start: Buffer, number = 7) => () => requirePackHeader(start, { path: 'x', audience: 'public', number });
    expect(open(bytes)).not.toThrow();
    expect(open(bytes, 8)).toThrow(/not what its name says/);
    for (const other of [Buffer.alloc(0), Buffer.alloc(100), bytes.subarray(0, 40)]) expect(open(other)).toThrow(/no header/);
  });

  test('file names carry their number, and other files are not ours', () => {
    expect(numberOf('packs', '0000000012.pack')).toBe(12);
    for (const name of ['12.pack', '0000000012.json', '.new-1-1', '0000000012.pack.bak']) expect(numberOf('packs', name)).toBeUndefined();
  });
});

describe('cuts', () => {
  const RULE = { rowsMin: 3, rowsMax: 8, bytesMax: 1_000, mask: 3 };
  const entries = fc.array(fc.record({ id: fc.constant(''), low: fc.integer({ min: 0, max: 7 }), size: fc.integer({ min: 0, max: 600 }) }), { maxLength: 100 });

  test('fall at the least size or more, before an id with these bits, and where a limit is reached', () => {
    fc.assert(fc.property(entries, (list) => {
      const ends = cutEnds(list, RULE);
      expect(ends.at(-1) ?? 0).toBe(list.length);
      for (const [index, end] of ends.entries()) {
        const part = list.slice(ends[index - 1] ?? 0, end);
        const bytes = (rows: typeof part): number => rows.reduce((sum, { size }) => sum + size, 0);
        expect(part.length).toBeGreaterThan(0);
        expect(part.length).toBeLessThanOrEqual(RULE.rowsMax);
        expect(bytes(part.slice(0, -1))).toBeLessThan(RULE.bytesMax);
        for (const [at, { low }] of part.entries()) expect(at < RULE.rowsMin || (low & RULE.mask) !== 0).toBe(true);
        const isFull = part.length === RULE.rowsMax || bytes(part) >= RULE.bytesMax;
        expect(end === list.length || isFull || (part.length >= RULE.rowsMin && (list[end]!.low & RULE.mask) === 0)).toBe(true);
      }
    }));
  });

  test('what stands before the first row is no segment', () => {
    expect(cutEnds([], RULE)).toEqual([]);
    expect(isCut({ ...RULE, rowsMin: 0 }, { rows: 0, bytes: 0 }, { id: '', low: 0 })).toBe(false);
  });

  test.each(Object.entries(CUT))('of a %s are even: most entries lie in one that is little larger than the mean', (_, rule) => {
    const ids = Array.from({ length: 30_000 }, (__, number) => ({ id: `id-${number}`, low: null, size: 0 }));
    const ends = cutEnds(ids, rule);
    const rows = ends.map((end, index) => end - (ends[index - 1] ?? 0));
    const [mean, ofARow] = [ids.length / rows.length, rows.reduce((sum, count) => sum + count * count, 0) / ids.length];
    expect(Math.abs(mean - rule.rowsMin - rule.mask)).toBeLessThan(0.1 * rule.rowsMin);
    expect(ofARow / mean).toBeLessThan(1.3);
  });
});

describe('order', () => {
  test('ids are compared by the bytes of their UTF-8', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (left, right) => {
      expect(Math.sign(compareIds(left, right))).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)));
    }), { numRuns: 2_000 });
  });

  test('the curve passes every cell of a small square once, each beside the one before', () => {
    const cell = CURVE_SIDE / 2 ** CURVE_ORDER;
    const at = (x: number, y: number): number => {
      const [left, lower] = [CURVE_ORIGIN[0] + x * cell, CURVE_ORIGIN[1] + y * cell];
      return curveKey([left, lower, left + cell, lower + cell]);
    };
    const cells = Array.from({ length: 256 }, (_, index) => ({ x: index % 16, y: index >> 4 }));
    const path = cells.map((one) => ({ ...one, key: at(one.x, one.y) })).sort((left, right) => left.key - right.key);
    expect(path.map(({ key }) => key)).toEqual([...cells.keys()]);
    for (const [index, { x, y }] of path.entries()) {
      const before = path[index - 1];
      if (before !== undefined) expect(Math.abs(before.x - x) + Math.abs(before.y - y)).toBe(1);
    }
    expect(curveKey([1e9, -1e9, 1e9, -1e9])).toBe(NO_GEOMETRY_KEY - 1);
  });
});

test('Float32 bounds are outward and the tightest there are', () => {
  fc.assert(fc.property(fc.double({ noNaN: true, min: -3e38, max: 3e38 }), (value) => {
    const [down, up] = [floatDown(value), floatUp(value)];
    expect(down <= value && value <= up).toBe(true);
    expect(floatBeside(down, 1) > value && floatBeside(up, -1) < value).toBe(true);
    expect(Math.fround(down) === down && Math.fround(up) === up).toBe(true);
  }), { numRuns: 2_000, examples: [[0], [-0], [1e-50], [-1e-50], [463_000.123]] });
});

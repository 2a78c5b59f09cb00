/** Edition files: fuzz targets for the readers of the edition format: heads, manifests, packs, segments. Only a Fault may leave them. */
import assert from 'node:assert/strict';
import { encodeColumn, columnOf, readColumn } from '../../publisher/format/column.ts';
import { decodeHead, encodeHead, type Head } from '../../publisher/format/head.ts';
import { encodeShard, encodeIds, IdRoot, Shard } from '../../publisher/format/id-index.ts';
import { encodeListColumn, listColumnOf, readListColumn } from '../../publisher/format/list-column.ts';
import { decodeManifest, EMPTY_ROOT, encodeManifest, type Manifest } from '../../publisher/format/manifest.ts';
import { editionNames } from '../../publisher/format/names.ts';
import { checksumsStart, ChecksumWriter, encodePackHeader, ENDING_BYTES, readChecksums, requirePackHeader } from '../../publisher/format/pack.ts';
import { encodePage, PageDirectory } from '../../publisher/format/page-directory.ts';
import { Order, readBoxes, readDelivered, readPeriods, readRowBytes, readSpans, Runs } from '../../publisher/format/page-parts.ts';
import { seal } from '../../publisher/format/sealed.ts';
import { encodeSeries, SeriesRoot } from '../../publisher/format/series-root.ts';
import { FORMAT_VERSION } from '../../publisher/format/version.ts';
import { encodeLeaf, encodeNode, VersionLeaf, VersionNode } from '../../publisher/format/version-nodes.ts';
import { PageWords } from '../../publisher/format/words.ts';
import { Fault } from '../../schemas/fault.ts';
import { isObject, type Json } from '../../schemas/json.ts';
import type { Target } from './fuzz.ts';

const EXPECTED = { path: 'x', audience: 'public', number: 7 } as const;

const HEAD: Head = {
  format: FORMAT_VERSION, audience: 'public', number: 7, edition: 7, manifest: 'a'.repeat(64), newest: 7, moment: 1, contentId: 'b'.repeat(64), configuration: 'c'.repeat(64),
  activated: '2026-11-20T10:00:00.000Z', since: { wegen: { now: [7, '2026-11-20T10:00:00.000Z'], other: [1, '2026-11-20T10:00:00.000Z'] } },
};
const ROOT = { count: 2, hash: 'd'.repeat(64), address: { pack: 7, offset: 100, length: 10, check: 'e'.repeat(64) }, next: null };
const MANIFEST: Manifest = {
  format: FORMAT_VERSION, audience: 'public', number: 7, parent: 6, moment: 1, nextChange: null, configuration: { baseUrl: 'https://voorbeeld.nl/v1', grids: 'a', model: 'b', codeLists: 'c' },
  configurationHash: 'f'.repeat(64), names: editionNames(null), contentId: 'b'.repeat(64), series: [{ name: 'wegen', now: ROOT, other: EMPTY_ROOT }], ids: ROOT, versions: null, packs: [[1, 3], [7, 7]],
  changed: { wegen: [1, 2, 3] }, replaces: null, rebuilt: null,
};

/** Whether the reader gave something; a Fault is no, and anything else that is thrown goes on. */
function reads(read: () => void): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

/** A sealed file is read as it stands, and sealed anew: then its checksum is right whatever it says. */
function readSealed(input: Buffer): void {
  const resealed = sealedAnew(input);
  for (const bytes of resealed === undefined ? [input] : [input, resealed]) {
    if (reads(() => { decodeHead(bytes, EXPECTED); })) assert.ok(encodeHead(decodeHead(bytes, EXPECTED)).equals(bytes));
    reads(() => { decodeManifest(bytes, EXPECTED); });
  }
}

function sealedAnew(input: Buffer): Buffer | undefined {
  let value: Json;
  try {
    value = JSON.parse(input.toString()) as Json;
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { checksum: _, ...body } = value;
  return seal(body);
}

function readPack(input: Buffer): void {
  reads(() => { requirePackHeader(input, EXPECTED); });
  const ending = input.subarray(-ENDING_BYTES);
  reads(() => {
    const start = checksumsStart(ending, { path: 'x', size: input.length });
    assert.ok(Number.isSafeInteger(start) && start >= 0 && start <= input.length);
    readChecksums(input.subarray(start), { path: 'x', start });
  });
}

/** Every reader of a segment, with what it gives of the first entry. */
const READERS: readonly ((bytes: Buffer) => unknown)[] = [
  (bytes) => new PageDirectory(bytes), (bytes) => new SeriesRoot(bytes),
  (bytes) => new Shard(bytes).entriesOf({ high: 1, low: 2 }), (bytes) => new IdRoot(bytes).range(1, 2),
  (bytes) => new VersionLeaf(bytes), (bytes) => new VersionNode(bytes),
  (bytes) => new Order(bytes), (bytes) => readPeriods(bytes), (bytes) => readSpans(bytes), (bytes) => readDelivered(bytes), (bytes) => readBoxes(bytes), (bytes) => readRowBytes(bytes),
  (bytes) => new Runs(bytes), (bytes) => readColumn(bytes), (bytes) => readListColumn(bytes), (bytes) => new PageWords(bytes),
];

/** Segments lie on a multiple of 8 in memory. */
function readSegment(input: Buffer): void {
  const bytes = Buffer.from(new Uint8Array(input).buffer);
  for (const read of READERS) reads(() => { read(bytes); });
}

const HASH = new Uint8Array(32);
const PLACE = { pack: 1, offset: 0, length: 1, hash: HASH };
const ID = { high: 1, low: 2, id: 'é', target: 3, key: 4, begin: 5 };
const SEGMENTS = [
  encodeShard([ID, { ...ID, id: 'z' }]), encodeIds(null, [{ kind: 'new', entries: [{ first: ID, count: 1, address: PLACE }] }]).segment,
  encodeLeaf([{ high: 1, low: 2, id: 'é', series: 3, recordedFrom: 4, recordedUntil: Infinity, validFrom: 5, validUntil: 6, holder: 'AB12', changed: ['populatie'] }]),
  encodeNode([{ count: 1, contentHash: HASH, address: PLACE }]), encodeColumn(columnOf(['a', null, 'b'])!), encodeColumn(columnOf([1, 2])!), encodeColumn(columnOf([true])!), encodeListColumn(listColumnOf([['a'], ['a', 'b']])!),
  encodePage({ flags: Uint8Array.of(1), blockEnds: [1], parts: [{ name: 'order', contentHash: HASH, address: PLACE }] }),
  encodeSeries(null, [{ kind: 'new', entries: [{
    first: { key: 1, id: 'a', begin: 0 }, rows: 1, geometries: 1, types: 1, contentHash: HASH, address: PLACE, heights: 0, documentHeights: 0, boxes: new Float32Array(16),
    periods: { beginMin: 0, beginMax: 0, untilMin: 0, untilMax: 0 }, next: 0, ranges: [{ field: 'id', low: 'a', high: 'a' }],
  }] }], { moment: 0, nextOf: () => Infinity }).segment,
].map(({ bytes }) => bytes);

/** A segment with another number in the entry of a column: at 24 its start, at 28 its length, at 0 its name. */
function poked(segment: Buffer, column: number, at: number, value: number): Buffer {
  const changed = Buffer.from(segment);
  changed.writeUInt32LE(value, 16 + column * 32 + at);
  return changed;
}

/** Segments that once gave an error of JavaScript, not a Fault: a column beside whole numbers, and texts that end outside their column. */
const FOUND_SEGMENTS = [poked(SEGMENTS[0]!, 0, 24, 241), poked(SEGMENTS[0]!, 0, 28, 5), poked(SEGMENTS[0]!, 3, 28, 0), poked(SEGMENTS[9]!, 3, 28, 0)];

function packOf(body: string): Buffer {
  const start = Buffer.concat([encodePackHeader({ audience: 'public', number: 7, configuration: 'c' }), Buffer.from(body)]);
  const checksums = new ChecksumWriter();
  checksums.update(start);
  return Buffer.concat([start, checksums.finish()]);
}

/** An ending that counts a fraction of a byte, less than none or more: its sum with the size was right once. */
const FOUND_PACKS = [[-1e-246, 0], [1e-246, 32]].map(([length, hashBytes]) => {
  const ending = Buffer.alloc(hashBytes! + ENDING_BYTES);
  ending.writeDoubleLE(length!, hashBytes);
  return ending;
});

export const EDITION_TARGETS: readonly Target[] = [
  {
    name: 'sealed', run: readSealed, bytesMax: 8_000, cpuMsMax: 100, seeds: [encodeHead(HEAD), encodeManifest(MANIFEST), seal({ format: FORMAT_VERSION + 1 }), seal({ format: FORMAT_VERSION, audience: 'public', number: 7 })],
    words: ['"format":', '"series":', '"checksum":"', 'null', '[', ']', '{', '}', '"audience":"public"', '"number":7', '"ids":', '"versions":', String(FORMAT_VERSION)],
  },
  { name: 'pack', run: readPack, bytesMax: 4_000, cpuMsMax: 100, seeds: [packOf(''), packOf('x'.repeat(100)), ...FOUND_PACKS], words: ['EVPK', '\u0004\u0000', '"format":'] },
  { name: 'segment', run: readSegment, bytesMax: 4_000, cpuMsMax: 100, seeds: [...SEGMENTS, ...FOUND_SEGMENTS], words: ['EVSG', 'key', 'id.end', 'id.text', 'hash', 'next', 'row.count', 'rows.end', 'word.end', '\u0001\u0000', '\u0002\u0000', '\u0003\u0000'] },
];

/** Compressed bodies: any pieces decompress to the plain bytes, here and in Python; shared pieces are cached. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { crc32, gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlockPart } from '../../publisher/read/types.ts';
import { CRSS, PUBLISHED_CRSS } from '../../schemas/crs.ts';
import { combined, shiftOf } from '../../server/response/crc32.ts';
import { Gzip, type Compressible } from '../../server/response/gzip.ts';
import { building, createAll, project, state } from '../publisher/registry.ts';
import { IS_FULL } from '../runs.ts';
import { realServer, type RealServer } from './real-server.ts';

const run = promisify(execFile);
const PIECES = 64 * 1024;

test('the CRC-32 of two texts in a row comes from that of each', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (one, other) => {
    expect(combined(crc32(one), crc32(other), shiftOf(other.length))).toBe(crc32(Buffer.concat([one, other])));
  }));
  const long = Buffer.alloc(20_000_000, 'ab');
  expect(combined(crc32('x'), crc32(long), shiftOf(long.length))).toBe(crc32(Buffer.concat([Buffer.from('x'), long])));
});

describe('bodies of pieces', () => {
  const bytes = (length: number, seed: number): Buffer => {
    const made = Buffer.alloc(length);
    let value = seed + 1;
    for (let at = 0; at < length; at += 1) {
      value = (Math.imul(value, 1_103_515_245) + 12_345) >>> 0;
      made[at] = 97 + (value >>> 28);
    }
    return made;
  };
  /** Returns features between a prefix and a suffix, in blocks with a comma or with other features between them. */
  const cutBody = ([first, ...lengths]: readonly number[], gaps: readonly boolean[]): Compressible & { plain: Buffer } => {
    const [prefix, features, blocks] = [bytes(20, 0), [bytes(first ?? 0, 1)], [] as BlockPart[]];
    let at = first ?? 0;
    for (const [index, length] of lengths.entries()) {
      const gap = gaps[index] === true ? bytes(PIECES / 2, index) : Buffer.from(',');
      const block = bytes(length, index + 2);
      features.push(gap, block);
      blocks.push({ hash: createHash('sha256').update(block).digest(), from: 0, isWhole: index % 2 === 0, start: at + gap.length, end: at + gap.length + length });
      at += gap.length + length;
    }
    const body = [prefix, Buffer.concat(features), bytes(90, 7)];
    return { body, blocks, blocksFrom: prefix.length, plain: Buffer.concat(body) };
  };

  /** Compresses synchronously, as required when little is left to deflate. */
  const now = (gzip: Gzip, given: Compressible): Buffer => {
    const compressed = gzip.compress(given);
    if (compressed instanceof Promise) throw new Error('packed later');
    return Buffer.concat(compressed);
  };

  test('decompress to their source, cached or not, and are equal every time', async () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 6 });
    const shared = new Gzip(100_000);
    await fc.assert(fc.asyncProperty(lengths, fc.array(fc.boolean(), { maxLength: 6 }), fc.option(fc.nat(3)), async (sizes, gaps, name) => {
      const { plain, ...made } = cutBody(sizes, gaps);
      const named = { ...made, name: name === null ? undefined : `${name} ${createHash('sha256').update(plain).digest('hex')}` };
      const compressed = await Promise.all([new Gzip(), new Gzip(1), shared, shared].map(async (gzip) => Buffer.concat(await gzip.compress(named))));
      expect(gunzipSync(compressed[0]!).equals(plain)).toBe(true);
      for (const other of compressed) expect(other.equals(compressed[0]!)).toBe(true);
    }), { numRuns: 60 });
  });

  test('share the pieces of their blocks, and a named body is deflated once', async () => {
    const gzip = new Gzip();
    const [one, other] = [cutBody([100, 40_000, 50_000], []), cutBody([30_000, 40_000, 50_000], [])];
    expect(gzip.compress(one)).toBeInstanceOf(Promise);
    await gzip.compress(one);
    expect(gunzipSync(now(gzip, other)).equals(other.plain)).toBe(true);
    const named = { body: [bytes(90_000, 1)], name: '/x "tag"' };
    const first = Buffer.concat(await gzip.compress(named));
    expect(now(gzip, named).equals(first)).toBe(true);
    expect(gzip.compress({ body: named.body })).toBeInstanceOf(Promise);
  });

  test('evict the least recently used pieces above the limit', async () => {
    const gzip = new Gzip(200_000);
    const body = (seed: number) => ({ body: [bytes(90_000, seed)], name: `/${seed}` });
    for (let seed = 0; seed < 10; seed += 1) {
      await gzip.compress(body(seed));
      now(gzip, body(0));
    }
    expect(gzip.compress(body(1))).toBeInstanceOf(Promise);
  });

  test.runIf(IS_FULL)('of 32 MiB do not block the thread', async () => {
    const text = Buffer.alloc(32 * 1024 * 1024, bytes(100_000, 5));
    // CPU time of this thread per event-loop turn. Wall time depends on other processes.
    const cpuMs = () => Object.values(process.threadCpuUsage()).reduce((sum, microseconds) => sum + microseconds, 0) / 1000;
    let [longest, last] = [0, cpuMs()];
    const turn = (): void => {
      longest = Math.max(longest, cpuMs() - last);
      last = cpuMs();
    };
    const timer = setInterval(turn);
    const compressed = await new Gzip().compress({ body: [text] });
    clearInterval(timer);
    turn();
    expect(longest).toBeLessThan(50);
    expect(gunzipSync(Buffer.concat(compressed)).equals(text)).toBe(true);
  });
});

describe('pages of an edition', () => {
  const BUILDINGS = 900;
  const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
  let server: RealServer;

  beforeAll(async () => {
    const roots = Array.from({ length: BUILDINGS }, (_, at) => state('KwetsbaarGebouw', `gebouw é ${at}`, [
      building(`gebouw é ${at}`, { x: 100_000 + (at % 30) * 500, y: 440_000 + Math.floor(at / 30) * 300, size: 20 + (at % 7), name: `naam ${at}` }),
    ]));
    server = await realServer({ on: 1, activated: new Date(0), changes: createAll(roots) });
  });
  afterAll(() => server.close());

  /** Any page, with or without a box, in any CRS. */
  const pages = fc.tuple(
    fc.constantFrom(...PUBLISHED_CRSS), fc.integer({ min: 1, max: BUILDINGS }), fc.nat(BUILDINGS),
    fc.option(fc.tuple(fc.nat(14_000), fc.nat(8_000), fc.nat(14_000), fc.nat(8_000))),
  );
  const boxIn = ([x, y, width, height]: readonly [number, number, number, number]): string => (
    `&bbox-crs=${CRSS[28992].uri}&bbox=${[x, y, x + width, y + height].map((value, at) => value + (at % 2 === 0 ? 100_000 : 440_000)).join(',')}`
  );

  test('decompress to the plain body, with the same headers except coding, length and tag', async () => {
    await fc.assert(fc.asyncProperty(pages, async ([crs, limit, offset, box]) => {
      const path = `${ITEMS}?limit=${limit}&offset=${offset}&crs=${CRSS[crs].uri}${box === null ? '' : boxIn(box)}`;
      const plain = await server.ask(path);
      const compressed = await server.ask(path, { headers: { 'accept-encoding': 'gzip' } });
      expect([plain.status, compressed.status]).toEqual([200, 200]);
      expect(compressed.headers['content-encoding']).toBe(plain.body.length > 1024 ? 'gzip' : undefined);
      const unpacked = plain.body.length > 1024 ? gunzipSync(compressed.body) : compressed.body;
      expect(unpacked.equals(plain.body)).toBe(true);
      const { 'content-encoding': _, 'content-length': length, etag: __, date: ___, ...headers } = compressed.headers;
      expect(plain.headers).toMatchObject(headers);
      expect(length).toBe(String(compressed.body.length));
    }), { numRuns: 150 });
  });

  test('name their block parts: equal names mean equal bytes, and whole blocks have their hash', () => {
    const known = new Map<string, string>();
    let whole = 0;
    fc.assert(fc.property(pages, ([crs, limit, position, box]) => {
      const series = server.editions.current()!.edition.series.get('kwetsbare-gebouwen')!;
      const corner = (x: number, y: number) => project(100_000 + x, 440_000 + y, '28992');
      const range = box === null ? series.page({ crs, position, limit }) : series.box({
        crs, position, limit, boxCrs: '28992', box: [...corner(box[0], box[1]), ...corner(box[0] + box[2], box[1] + box[3])] as [number, number, number, number],
      });
      const bytes = Buffer.concat(range.slices);
      for (const { hash, from, isWhole, start, end } of range.blocks ?? []) {
        const text = bytes.toString('utf8', start, end);
        expect(text).toMatch(/^\{"type":"Feature".*\}$/s);
        const name = `${hash.toString('hex')} ${from} ${end - start}`;
        expect(known.get(name) ?? text).toBe(text);
        known.set(name, text);
        if (isWhole) expect([from, createHash('sha256').update(`${text},`).digest('hex')]).toEqual([0, hash.toString('hex')]);
        whole += Number(isWhole);
      }
    }));
    expect([whole, known.size].every((count) => count > 100)).toBe(true);
  });

  test('are read by Python’s gzip and zlib', async () => {
    for (const path of [`${ITEMS}?limit=700&offset=33`, `${ITEMS}?limit=50`, `${ITEMS}?limit=300${boxIn([1_000, 900, 9_000, 5_000])}`, '/v1/openapi.json', '/v1/x']) {
      const { text } = await server.ask(path);
      const { stdout } = await run('python3', ['-c', PYTHON, `http://127.0.0.1:${server.port}${path}`], { maxBuffer: 2 ** 26 });
      expect([path, withoutInstance(stdout)]).toEqual([path, withoutInstance(text)]);
    }
  });
});

/** Drops the instance, which every problem has for itself. */
function withoutInstance(body: string): string {
  return body.replace(/urn:uuid:[0-9a-f-]+/, '');
}

const PYTHON = `
import gzip, sys, urllib.error, urllib.request, zlib
request = urllib.request.Request(sys.argv[1], headers={"Accept-Encoding": "gzip"})
try:
    response = urllib.request.urlopen(request)
except urllib.error.HTTPError as error:
    response = error
body = response.read()
if response.headers["Content-Encoding"] == "gzip":
    plain = gzip.decompress(body)
    stream = zlib.decompressobj(31)
    assert stream.decompress(body) == plain and stream.eof and not stream.unused_data
    body = plain
sys.stdout.buffer.write(body)
`;

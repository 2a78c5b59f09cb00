/** Downloads: the features of the pages in one file, in ranges, as long as the edition is stored. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allDownloads, DOWNLOAD_CRSS, type DownloadList } from '../../publisher/format/downloads.ts';
import { openStore } from '../../publisher/store.ts';
import { Collector } from '../../publisher/write/collect.ts';
import { withdraw } from '../../publisher/write/withdraw.ts';
import { CRSS } from '../../schemas/crs.ts';
import { formatMoment } from '../../schemas/time.ts';
import { SOUND } from '../always-sound.ts';
import { madeDownloads } from '../make-downloads.ts';
import { buildingRoot, createAll, DAY, day } from '../publisher/registry.ts';
import { BASE } from './fake-editions.ts';
import type { Reply } from './harness.ts';
import { realServer, type RealServer } from './real-server.ts';

const COLLECTION = 'kwetsbare-gebouwen';
const PAGE = `/v1/collections/${COLLECTION}`;
const COUNT = 500;
const named = (id: string) => buildingRoot(id, { x: 100_000 + id.length * 1_000, y: 400_000, name: id });
const secret = named('kanarie');

let server: RealServer;
let list: Omit<DownloadList, 'format'>;
const of = () => ({ folder: server.folder, audience: 'public' } as const);
/** The other forms: download-forms.test.ts. */
const make = (edition: number) => madeDownloads(of(), edition, { forms: ['ndjson'] });
const file = (crs: 'rd' | 'crs84', edition = 1): string => `${PAGE}/downloads/${COLLECTION}-${edition}-${crs}.ndjson`;
const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Reply> => server.ask(path, { headers, method });

beforeAll(async () => {
  const roots = Array.from({ length: COUNT }, (_, at) => named(`gebouw-${'x'.repeat(at % 7)}${at}`));
  server = await realServer({ changes: createAll([...roots, secret]), on: 10 });
  ({ list } = await make(1));
});
afterAll(() => server.close());

describe('OPEN-downloads: a file', () => {
  test.each([['crs84', 'CRS84'], ['rd', '28992']] as const)('in %s has the features of the pages, byte for byte and in their order', async (short, crs) => {
    const { text, headers, status } = await ask(file(short));
    expect([status, headers['content-type'], headers['content-crs']]).toEqual([200, 'application/x-ndjson', `<${CRSS[crs].uri}>`]);
    const lines = text.split('\n');
    expect(lines.pop()).toBe('');
    expect(lines).toHaveLength(COUNT + 1);
    const pages = await ask(`${PAGE}/items?limit=1000&crs=${encodeURIComponent(CRSS[crs].uri)}`);
    expect(pages.text).toContain(lines.join(','));
    expect((pages.json() as { numberReturned: number }).numberReturned).toBe(lines.length);
  });

  test('says its size, digest and name, and is never compressed', async () => {
    const { body, headers } = await ask(file('rd'), { 'accept-encoding': 'gzip' });
    const sha256 = createHash('sha256').update(body);
    expect(headers).toMatchObject({
      'content-length': String(body.length), 'accept-ranges': 'bytes', 'cache-control': 'public, no-cache',
      'content-disposition': `attachment; filename="${COLLECTION}-1-rd.ndjson"`, 'etag': `"${sha256.copy().digest('hex')}"`, 'repr-digest': `sha-256=:${sha256.digest('base64')}:`,
    });
    expect(headers['content-encoding']).toBeUndefined();
  });

  test('HEAD has the headers of GET, and 304 answers its ETag in any coding', async () => {
    const got = await ask(file('rd'));
    const head = await ask(file('rd'), { range: 'bytes=0-9' }, 'HEAD');
    for (const { headers } of [got, head]) for (const name of ['date', 'connection', 'keep-alive']) delete headers[name];
    expect([head.status, head.body.length, head.headers]).toEqual([200, 0, got.headers]);
    const again = await ask(file('rd'), { 'if-none-match': got.headers.etag ?? '', 'accept-encoding': 'gzip', 'range': 'bytes=0-9' });
    expect([again.status, again.headers.etag]).toEqual([304, got.headers.etag]);
  });

  test('has no parameters, no other form and no other name', async () => {
    for (const [path, status] of [
      [`${file('rd')}?limit=1`, 400], [`${file('rd')}?f=html`, 406], [`${file('rd')}?f=ndjson`, 200], [file('rd', 2), 404], [`${PAGE}/downloads/downloads.json`, 404],
      [`${PAGE}/downloads/${COLLECTION}-1-rd.parquet`, 404], [`/v1/collections/locatie-activiteiten/downloads/${COLLECTION}-1-rd.ndjson`, 404],
      [`${PAGE}/downloads/..%2f..%2fheads%2f0000000001.json`, 404], [`${PAGE}/downloads/${COLLECTION}-01-rd.ndjson`, 404],
    ] as const) expect([path, (await ask(path)).status]).toEqual([path, status]);
    expect((await ask(file('rd'), { accept: 'application/json' })).status).toBe(406);
    expect((await ask(file('rd'), {}, 'POST')).status).toBe(405);
  });
});

describe('OPEN-downloads: a range (RFC 9110, 14)', () => {
  let whole: Buffer;
  let tag = '';
  beforeAll(async () => {
    const got = await ask(file('rd'));
    [whole, tag] = [got.body, got.headers.etag ?? ''];
  });

  test('is those bytes of the file', async () => {
    const last = whole.length - 1;
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 0], ['bytes=0-99', 0, 99], ['bytes=1000-1999', 1000, 1999], [`bytes=${last}-`, last, last], [`bytes=${last}-${last}`, last, last],
      ['bytes=-1', last, last], ['bytes=-500', last - 499, last], [`bytes=-${last * 2}`, 0, last], ['bytes=70000-', 70_000, last], [`bytes=0-${last * 2}`, 0, last],
      ['BYTES=5-6', 5, 6], ['bytes= 5-6 ', 5, 6],
    ] as const) {
      const { status, headers, body } = await ask(file('rd'), { range, 'accept-encoding': 'gzip' });
      expect([range, status, headers['content-range'], headers['content-length'], headers.etag, headers['content-encoding']])
        .toEqual([range, 206, `bytes ${start}-${end}/${whole.length}`, String(end - start + 1), tag, undefined]);
      expect(body.equals(whole.subarray(start, end + 1)), range).toBe(true);
    }
  });

  test('behind the end is 416 with the size', async () => {
    for (const range of [`bytes=${whole.length}-`, `bytes=${whole.length}-${whole.length + 5}`, 'bytes=999999999999-', 'bytes=-0']) {
      const { status, headers, json } = await ask(file('rd'), { range });
      expect([range, status, headers['content-range'], json()['type']]).toEqual([range, 416, `bytes */${whole.length}`, `${BASE}/fouten/ev/BereikOnbekend`]);
    }
  });

  test('that is malformed, in another unit or of several parts gives the whole file', async () => {
    for (const range of ['bytes=5-4', 'bytes=a-b', 'bytes=-', 'bytes', 'bytes=0-1,5-6', 'regels=0-1', 'bytes=0x1-2', 'bytes=1.5-2', 'bytes=+1-2', `bytes=${'9'.repeat(40)}-`]) {
      const { status, headers, body } = await ask(file('rd'), { range });
      expect([range, status, headers['content-range'], body.length]).toEqual([range, 200, undefined, whole.length]);
    }
  });

  test('with If-Range comes only from the file that the client has begun', async () => {
    for (const [ifRange, status] of [
      [tag, 206], ['"ander"', 200], [`W/${tag}`, 200], ['*', 200], ['', 200], [new Date().toUTCString(), 200],
    ] as const) expect([ifRange, (await ask(file('rd'), { 'range': 'bytes=10-19', 'if-range': ifRange })).status]).toEqual([ifRange, status]);
  });

  test('resumes until the file is whole', async () => {
    const parts: Buffer[] = [];
    for (let at = 0; at < whole.length; at += 30_000) {
      parts.push((await ask(file('rd'), { 'range': `bytes=${at}-${at + 29_999}`, 'if-range': tag })).body);
    }
    expect(Buffer.concat(parts).equals(whole)).toBe(true);
  });
});

describe('OPEN-downloads: the collection', () => {
  const enclosures = async (query = ''): Promise<readonly Record<string, unknown>[]> => {
    const { links } = (await ask(`${PAGE}${query}`)).json() as { links: readonly Record<string, unknown>[] };
    return links.filter(({ rel }) => rel === 'enclosure');
  };

  test('links to each file with its size, digest and moment', async () => {
    const links = await enclosures();
    expect(links).toHaveLength(DOWNLOAD_CRSS.length);
    for (const { href, length, sha256, moment, type } of links) {
      const { body, headers } = await ask((href as string).slice(BASE.length - '/v1'.length));
      expect([length, sha256, moment, type]).toEqual([body.length, createHash('sha256').update(body).digest('hex'), formatMoment(day(10)), headers['content-type']]);
    }
    const { text } = await ask(PAGE, { accept: 'text/html' });
    for (const { href, sha256 } of links) for (const shown of [href, sha256]) expect(text).toContain(shown);
  });

  test('has none for another moment of validity or one kind of geometry', async () => {
    for (const query of [`?geldigOp=${new Date(day(9)).toISOString().slice(0, 10)}`, '?geometrieSoort=punt']) expect([query, await enclosures(query)]).toEqual([query, []]);
  });

  test('without features has no file', () => {
    expect([...new Set(list.files.map(({ collection }) => collection))]).toEqual([COLLECTION]);
  });
});

describe('OPEN-downloads: with its edition', () => {
  test('a file stays while its edition is stored, and a later edition links to it; a half-made one is never there', async () => {
    server.publish({ changes: createAll([named('later')]), on: 11 });
    server.editions.refresh();
    expect((await ask(file('rd'))).status).toBe(200);
    expect((await ask(PAGE)).text).toContain(file('rd'));
    const folder = join(allDownloads(of()), readdirSync(allDownloads(of()))[0]!.replace('0000000001', '0000000002'));
    expect((await ask(file('rd', 2))).status).toBe(404);
    await make(2);
    expect((await ask(file('rd', 2))).status).toBe(200);
    expect(existsSync(folder)).toBe(false);
    expect((await ask(PAGE)).text).toContain(file('rd', 2));
  });

  test('equal content gives equal files, whose leftovers the next run removes', async () => {
    const [folder = ''] = readdirSync(allDownloads(of()));
    writeFileSync(join(allDownloads(of()), folder, '.new-1-1'), 'half');
    expect(await make(1)).toEqual({ list: { format: expect.any(Number) as number, ...list }, made: 0, tooLarge: [] });
    server.publish({ changes: createAll([named('third')]), on: 12 });
    server.editions.refresh();
    await make(3);
    expect(readdirSync(join(allDownloads(of()), folder))).not.toContain('.new-1-1');
  });

  test('a withdrawn edition takes its bytes along at once, the object that became secret too', async () => {
    expect((await ask(file('rd'))).text).toContain('kanarie');
    withdraw(of(), [1, 2], SOUND);
    const { status, json } = await ask(file('rd'));
    expect([status, json()['type']]).toEqual([410, `${BASE}/fouten/ev/EditieVerwijderd`]);
    expect(readdirSync(allDownloads(of()))).toHaveLength(1);
    expect((await ask(PAGE)).text).toContain(file('rd', 3));
    await expect(make(1)).rejects.toThrow();
  });

  test('a dropped edition too, 410', async () => {
    server.publish({ changes: createAll([named('fourth')]), on: 12.2 });
    new Collector(openStore(server.folder, SOUND), 'public').collect(new Date(day(14) + DAY / 2), { allDays: 0 });
    server.editions.refresh();
    expect((await ask(file('rd', 3))).status).toBe(410);
    expect(readdirSync(allDownloads(of()))).toEqual([]);
    expect((await ask(PAGE)).text).not.toContain('enclosure');
  });
});

/** The folder of a static site: only what changed is written, what is gone is removed, and an interrupted export is mended by the next. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SiteManifest } from '../../../pipelines/site/site-manifest.ts';
import { writeSite, type WrittenSite, type WriteSiteOptions } from '../../../pipelines/site/write-site.ts';
import { Fault, UsageFault } from '../../../schemas/fault.ts';
import type { SiteFile, StaticSite } from '../../../schemas/static-site.ts';
import { filesIn } from '../../files-in.ts';
import { temporaryFolder } from '../state/register-bench.ts';

type Contents = Readonly<Record<string, string>>;

interface FakeSite { readonly edition?: number; readonly identity?: string; readonly bytes?: number; readonly failsAt?: number }

/** A site whose ETags are its contents, as those of the service name theirs. `asked` collects the files that were made. */
function siteOf(contents: Contents, { edition = 1, identity = 'a', bytes = 0, failsAt = Infinity }: FakeSite = {}, asked: string[] = []): StaticSite {
  return {
    edition, identity, contentId: createHash('sha256').update(JSON.stringify(contents)).digest('hex'),
    forecast: () => Promise.resolve({ files: Object.keys(contents).length, bytes }),
    async *files(tagOf): AsyncGenerator<SiteFile, void> {
      for (const [at, [path, text]] of Object.entries(contents).entries()) {
        if (at === failsAt) throw new Error('interrupted');
        if (tagOf(path) === text) yield { path, tag: text, content: { kind: 'unchanged' } };
        else {
          asked.push(path);
          yield { path, tag: text, content: { kind: 'bytes', bytes: Buffer.from(text) } };
        }
        await Promise.resolve();
      }
    },
  };
}

function write(folder: string, site: StaticSite, options: Partial<WriteSiteOptions> = {}): Promise<WrittenSite> {
  return writeSite(site, { folder, filesMax: 1_000, verify: false, onForecast: () => {}, onProgress: () => {}, ...options });
}

/** The files of a folder, without those of the manifest. */
function contentsOf(folder: string): Contents {
  const all = Object.entries(filesIn(folder)).map(([path, base64]) => [relative(folder, path), Buffer.from(base64, 'base64').toString()] as const);
  return Object.fromEntries(all.filter(([path]) => path !== '.ev-site.db'));
}


const BEFORE: Contents = { 'index.html': 'start', 'items/a.json': '1', 'items/b.json': '2', 'items/crs/c.json': '3' };

test('the folder has the files of the site, and the counts say so', async () => {
  const folder = join(temporaryFolder(), 'new/v1');
  expect(await write(folder, siteOf(BEFORE))).toEqual({ written: 4, removed: 0, unchanged: 0, files: 4, bytes: 8 });
  expect(contentsOf(folder)).toEqual(BEFORE);
});

test('OPEN-static-site: a second export writes what changed, removes what is gone with its empty folders, and touches nothing else', async () => {
  const folder = temporaryFolder();
  await write(folder, siteOf(BEFORE));
  const untouched = statSync(join(folder, 'items/a.json'));
  const after = { 'index.html': 'start', 'items/a.json': '1', 'items/b.json': '22', 'new/d.json': '4' };
  const asked: string[] = [];
  expect(await write(folder, siteOf(after, { edition: 2 }, asked))).toEqual({ written: 2, removed: 1, unchanged: 2, files: 4, bytes: 9 });
  expect(contentsOf(folder)).toEqual(after);
  expect(asked).toEqual(['items/b.json', 'new/d.json']);
  expect(existsSync(join(folder, 'items/crs'))).toBe(false);
  expect(statSync(join(folder, 'items/a.json'))).toMatchObject({ ino: untouched.ino, mtimeMs: untouched.mtimeMs });
});

test('the same edition again does nothing, and another program makes every file but writes none that is equal', async () => {
  const folder = temporaryFolder();
  await write(folder, siteOf(BEFORE));
  const asked: string[] = [];
  expect(await write(folder, siteOf(BEFORE, {}, asked))).toMatchObject({ written: 0, unchanged: 4 });
  expect(asked).toEqual([]);
  expect(await write(folder, siteOf(BEFORE, { identity: 'b' }, asked))).toMatchObject({ written: 0, removed: 0, unchanged: 4 });
  expect(asked).toHaveLength(4);
});

test('verify writes files again that are lost or damaged', async () => {
  const folder = temporaryFolder();
  await write(folder, siteOf(BEFORE));
  writeFileSync(join(folder, 'items/a.json'), 'damaged');
  writeFileSync(join(folder, 'index.html'), '');
  expect(await write(folder, siteOf(BEFORE))).toMatchObject({ written: 0 });
  expect(await write(folder, siteOf(BEFORE), { verify: true })).toMatchObject({ written: 2, unchanged: 2 });
  expect(contentsOf(folder)).toEqual(BEFORE);
});

test('whatever exports were interrupted where, the next one leaves exactly the files of its edition', async () => {
  const contents = fc.dictionary(fc.constantFrom('a.json', 'b.json', 'c/d.json', 'c/e.json', 'f/g/h.json'), fc.constantFrom('1', '2', '3'));
  await fc.assert(fc.asyncProperty(fc.array(fc.tuple(contents, fc.nat(6)), { maxLength: 4 }), contents, async (earlier, last) => {
    const folder = temporaryFolder();
    for (const [at, [some, failsAt]] of earlier.entries()) await write(folder, siteOf(some, { edition: at, failsAt })).catch(() => undefined);
    await write(folder, siteOf(last, { edition: earlier.length }));
    expect(contentsOf(folder)).toEqual(last);
  }), { numRuns: 40 });
});

describe('an export that is killed between two steps of one file', () => {
  test.each(['before the file is written', 'after the file is written'])('%s is mended by the next', async (when) => {
    const folder = temporaryFolder();
    await write(folder, siteOf({ 'a.json': '1' }));
    const manifest = SiteManifest.open(folder);
    manifest.begin({ edition: 2, contentId: 'x', identity: 'a' });
    manifest.announce(['secret/b.json', 'a.json']);
    manifest.close();
    if (when.startsWith('after')) {
      mkdirSync(join(folder, 'secret'));
      for (const path of ['secret/b.json', 'a.json', '.ev-site.tmp']) writeFileSync(join(folder, path), 'new');
    }
    await write(folder, siteOf({ 'a.json': '1' }, { edition: 3 }));
    expect(contentsOf(folder)).toEqual({ 'a.json': '1' });
  });
});

describe('a folder that is not refused by mistake, and one that is refused', () => {
  const refused = async (folder: string, site: StaticSite, options: Partial<WriteSiteOptions> = {}): Promise<Fault> => {
    const error: unknown = await write(folder, site, options).then(() => undefined, (failure: unknown) => failure);
    expect(error).toBeInstanceOf(Fault);
    return error as Fault;
  };

  test('a folder that holds something else is refused, and keeps it', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'thesis.txt'), 'mine');
    expect((await refused(folder, siteOf(BEFORE))).message).toContain('the folder holds something else');
    expect(contentsOf(folder)).toEqual({ 'thesis.txt': 'mine' });
  });

  test('a manifest that is no manifest is refused', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, '.ev-site.db'), 'something else that is long enough to be no database'.repeat(20));
    expect((await refused(folder, siteOf(BEFORE))).message).toContain('cannot be read');
    const other = temporaryFolder();
    const db = new DatabaseSync(join(other, '.ev-site.db'));
    db.exec('CREATE TABLE mine (a)');
    db.close();
    expect((await refused(other, siteOf(BEFORE))).message).toContain('cannot be read');
  });

  test('a site of a newer edition, or of a newer program, is refused', async () => {
    const folder = temporaryFolder();
    await write(folder, siteOf(BEFORE, { edition: 7 }));
    expect((await refused(folder, siteOf({}, { edition: 6 }))).message).toContain('found edition 7');
    const db = new DatabaseSync(join(folder, '.ev-site.db'));
    db.exec('PRAGMA user_version = 2');
    db.close();
    expect((await refused(folder, siteOf(BEFORE, { edition: 8 }))).message).toContain('a newer program');
    expect(contentsOf(folder)).toEqual(BEFORE);
  });

  test('a second export at the same time is refused', async () => {
    const folder = temporaryFolder();
    await write(folder, siteOf(BEFORE));
    const manifest = SiteManifest.open(folder);
    expect((await refused(folder, siteOf({}, { edition: 2 }))).message).toContain('another process is writing this site');
    manifest.close();
    expect(await write(folder, siteOf({}, { edition: 2 }))).toMatchObject({ removed: 4, files: 0 });
  });

  test('a site with too many files, or of more bytes than are free, is refused before its first file', async () => {
    const folder = temporaryFolder();
    const asked: string[] = [];
    expect(await refused(folder, siteOf(BEFORE, {}, asked), { filesMax: 3 })).toBeInstanceOf(UsageFault);
    expect((await refused(folder, siteOf(BEFORE, { bytes: 1e18 }, asked))).message).toContain('no room');
    expect([asked, contentsOf(folder)]).toEqual([[], {}]);
  });
});

test('a copied file is the file that it is copied from', async () => {
  const folder = temporaryFolder();
  const source = join(temporaryFolder(), 'all.ndjson');
  writeFileSync(source, '{}\n');
  const sha256 = createHash('sha256').update('{}\n').digest('hex');
  const site: StaticSite = {
    ...siteOf({}), async *files(): AsyncGenerator<SiteFile, void> {
      await Promise.resolve();
      yield { path: 'downloads/all.ndjson', tag: null, content: { kind: 'copy', source, bytes: 3, sha256 } };
    },
  };
  expect(await write(folder, site)).toEqual({ written: 1, removed: 0, unchanged: 0, files: 1, bytes: 3 });
  expect(readFileSync(join(folder, 'downloads/all.ndjson'), 'utf8')).toBe('{}\n');
  expect(dirname(source)).not.toBe(folder);
});

/** `ev export-site` as an operator runs it: what one change writes again, and that what became secret is in no file any more. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { WrittenSite } from '../../pipelines/site/write-site.ts';
import { filesIn } from '../files-in.ts';
import { ev, EXAMPLE, RD } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

const SCHOOL = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as Readonly<Record<string, unknown>>;
const CANARY = 'kanarie-7f3a';

/** Delivers buildings, and publishes them. */
async function published(data: string, buildings: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const path = join(temporaryFolder(), 'delivery.json');
  writeFileSync(path, JSON.stringify(buildings));
  for (const args of [['submit', path, '--crs', RD, '--holder', 'AB12', '--create', '--data', data], ['batch', '--data', data]]) {
    const { code, out, err } = await ev(args);
    expect(code, out + err).toBe(0);
  }
}

async function exported(data: string, folder: string): Promise<WrittenSite & { readonly edition: number }> {
  const { code, out, err } = await ev(['export-site', folder, '--data', data, '--json']);
  expect(code, err).toBe(0);
  return JSON.parse(out) as WrittenSite & { edition: number };
}

/** The school with another id, ten to each row of a grid of a kilometre. */
function school(at: number, more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const id = `NL.IMEV.AB12.school-${at}`;
  const moved = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    const [x, y] = value as readonly unknown[];
    return typeof x === 'number' && typeof y === 'number' ? [x + at % 10 * 1_000, y + Math.floor(at / 10) * 1_000] : value.map(moved);
  };
  const geometry = SCHOOL['geometrie'] as Readonly<Record<string, unknown>>;
  return {
    ...SCHOOL, id, identificatie: { namespace: 'NL.IMEV', lokaalID: `AB12.school-${at}` }, bronobjectID: `school-${at}`,
    geometrie: { ...geometry, coordinates: moved(geometry['coordinates']) }, ...more,
  };
}

/** Paths of files with a text in their name or their bytes. */
function filesWith(folder: string, text: string): readonly string[] {
  return Object.entries(filesIn(folder)).filter(([path, base64]) => path.includes(text) || Buffer.from(base64, 'base64').includes(text)).map(([path]) => path);
}

test('OPEN-static-site: one changed object among 250 writes fewer than a hundred of the 2,800 files again, and an object that became secret is in no file', async () => {
  const [data, folder] = [temporaryFolder(), join(temporaryFolder(), 'v1')];
  const all = Array.from({ length: 250 }, (_, at) => school(at, at === 7 ? { comment: [CANARY] } : {}));
  await published(data, all);
  const first = await exported(data, folder);
  expect(first).toMatchObject({ removed: 0, unchanged: 0, written: first.files });
  expect(filesWith(folder, CANARY).length).toBeGreaterThan(3);

  await published(data, [school(3, { populatie: 413 })]);
  const second = await exported(data, folder);
  expect([second.edition, second.files, second.removed]).toEqual([first.edition + 1, first.files, 0]);
  // The object in two CRSs, as a page and as a document; the pages of its lists; the counts; and the pages that name the publication: the start
  // page, the map, and each list.
  expect(second.written).toBeLessThan(100);
  expect(second.written + second.unchanged).toBe(first.files);

  expect(await exported(data, folder)).toMatchObject({ written: 0, removed: 0 });

  await published(data, [school(7, { comment: [CANARY], informatieGeheim: true })]);
  const third = await exported(data, folder);
  expect(third.removed).toBe(5);
  expect(filesWith(folder, CANARY)).toEqual([]);
  expect(filesWith(folder, 'NL.IMEV.AB12.school-7.').concat(filesWith(folder, '"NL.IMEV.AB12.school-7"'))).toEqual([]);
});

test('what is wrong is said: no edition, a folder with something else, a CRS without features, an address that is none, too many files', async () => {
  const data = temporaryFolder();
  await published(data, [school(1)]);
  const [empty, other] = [temporaryFolder(), temporaryFolder()];
  expect((await ev(['submit', EXAMPLE, '--crs', RD, '--holder', 'AB12', '--create', '--data', empty])).code).toBe(0);
  mkdirSync(join(other, 'thesis'));
  const site = join(temporaryFolder(), 'v1');
  expect(await ev(['export-site', site, '--data', empty])).toMatchObject({ code: 3, err: expect.stringContaining('no edition yet') as string });
  expect(await ev(['export-site', site, '--data', '/bestaat/niet'])).toMatchObject({ code: 3 });
  expect(await ev(['export-site', other, '--data', data])).toMatchObject({ code: 3, err: expect.stringContaining('the folder holds something else') as string });
  expect(await ev(['export-site', site, '--data', data, '--crs', 'RDNAP'])).toMatchObject({ code: 2, err: expect.stringContaining('a site has features in CRS84, RD, ETRS89, WebMercator') as string });
  expect(await ev(['export-site', site, '--data', data, '--site-url', 'ev.example'])).toMatchObject({ code: 2, err: expect.stringContaining('no address of a site') as string });
  expect(await ev(['export-site', site, '--data', data, '--max-files', '10'])).toMatchObject({ code: 2, err: expect.stringContaining('more files than allowed') as string });
});

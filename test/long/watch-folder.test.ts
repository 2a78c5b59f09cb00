/** A watch folder with real deliveries, whose writers pause: in the end all of a file is in the register, and nothing is kept quiet. */
import { closeSync, openSync, readdirSync, readFileSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Pipeline } from '../../pipelines/schedule/pipelines-file.ts';
import type { Report } from '../../schemas/finding.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';
import { pathsIn, scheduled, type Scheduled } from '../pipelines/schedule/scheduled.ts';
import { building } from '../pipelines/state/small-roots.ts';

const LINES = Array.from({ length: 40 }, (_, index) => JSON.stringify({ ...building(`AB12.b${index}`), categorieKwetsbaarheid: 'kwetsbaar' }));
const [NDJSON, ARRAY] = [`${LINES.join('\n')}\n`, `[${LINES.join(',')}]`];
const HALF = `${LINES.slice(0, 20).join('\n')}\n`.length;

interface Nightly extends Scheduled {
  /** Runs the pipeline once, and returns what its steps found. */
  night(): Promise<Readonly<Record<string, number>>>;
}

function nightly(): Nightly {
  const place = scheduled(new Date().toISOString(), { more: { cacheFolder: CACHE_FOLDER } });
  const pipeline: Pipeline = { name: 'nightly', cron: '30 2 * * *', missed: 'once', steps: [{ step: 'collect', folder: place.watched, crs: 'RD' }, { step: 'batch' }] };
  return {
    ...place,
    async night() {
      const run = await place.run(pipeline);
      expect(run?.state).toBe('done');
      return Object.assign({}, ...run!.steps.map(({ findings }) => findings)) as Record<string, number>;
    },
  };
}

/** A writer that keeps its file open; each piece makes the file look old enough to be taken. */
function writer(place: Scheduled, name: string): (text: string | Uint8Array, at: number) => void {
  const path = join(place.watched, 'AB12', name);
  const file = openSync(path, 'wx');
  onTestFinished(() => { closeSync(file); });
  return (text, at) => {
    writeSync(file, Buffer.from(text), 0, undefined, at);
    const where = pathsIn(join(place.watched, 'AB12')).find((one) => one.endsWith(name))!;
    utimesSync(join(place.watched, 'AB12', where), place.now / 1000 - 60, place.now / 1000 - 60);
  };
}

/** Counts of the reports that lie there, in order of the objects in them. */
function counts(place: Scheduled, verdict: 'done' | 'refused'): readonly Report['counts'][] {
  const folder = join(place.watched, 'AB12', verdict);
  const reports = readdirSync(folder).filter((name) => name.endsWith('.report.json')).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Report);
  return reports.map((report) => report.counts).sort((a, b) => a.objects - b.objects);
}

test('twenty lines, a pause, twenty more: all forty are published, and the first twenty are no errors of anybody', async () => {
  const place = nightly();
  const write = writer(place, 'levering.ndjson');
  write(NDJSON.slice(0, HALF), 0);
  expect(await place.night()).toMatchObject({ taken: 1, done: 1 });
  write(NDJSON.slice(HALF), HALF);
  expect(await place.night()).toMatchObject({ 'taken again': 1, done: 1 });
  expect(counts(place, 'done')).toMatchObject([{ objects: 20, accepted: 20 }, { objects: 40, accepted: 20, unchanged: 20 }]);
  expect(place.said.filter((line) => line.includes('changed after it was taken as'))).toHaveLength(1);
  expect(await place.night()).toEqual({});
});

test('eighteen of forty in an array, a pause: refused as unreadable, then all forty', async () => {
  const place = nightly();
  const write = writer(place, 'levering.json');
  const half = `[${LINES.slice(0, 18).join(',')},`.length;
  write(ARRAY.slice(0, half), 0);
  expect(await place.night()).toMatchObject({ taken: 1, refused: 1 });
  write(ARRAY.slice(half), half);
  expect(await place.night()).toMatchObject({ 'taken again': 1, done: 1 });
  expect(counts(place, 'refused')).toMatchObject([{ errors: 1 }]);
  expect(counts(place, 'done')).toMatchObject([{ objects: 40, errors: 0 }]);
  expect(readdirSync(join(place.watched, 'AB12', 'refused')).map((name) => name.replace(/^.*\.json\.report/, ''))).toEqual(['.changed.txt', '.html', '.json']);
});

test('a file that has its size from the start, and its content later: refused, then all forty', async () => {
  const place = nightly();
  const write = writer(place, 'levering.json');
  write(Buffer.alloc(ARRAY.length), 0);
  expect(await place.night()).toMatchObject({ taken: 1, refused: 1 });
  write(ARRAY, 0);
  expect(await place.night()).toMatchObject({ 'taken again': 1, done: 1 });
  expect(counts(place, 'done')).toMatchObject([{ objects: 40, accepted: 40, errors: 0 }]);
});

test('a file that is opened empty and filled later waits until then', async () => {
  const place = nightly();
  const write = writer(place, 'levering.json');
  write('', 0);
  expect(await place.night()).toMatchObject({ empty: 1 });
  write(ARRAY, 0);
  expect(await place.night()).toMatchObject({ taken: 1, done: 1 });
  expect(counts(place, 'done')).toMatchObject([{ objects: 40, accepted: 40, errors: 0 }]);
});

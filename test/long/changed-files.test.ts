/** Files of a watch folder that somebody wrote to after they were taken: what is seen, when, and what their holder reads. */
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { collect, handBack } from '../../pipelines/schedule/collect.ts';
import { HolderFolder } from '../../pipelines/schedule/watch-folder.ts';
import { PlainFile } from '../../pipelines/state/folder/plain-file.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { listSubmissions } from '../../pipelines/state/outcomes/submit.ts';
import type { StepResult } from '../../pipelines/schedule/step.ts';
import { settle } from '../faults/life.ts';
import { building, payloadOf } from '../pipelines/state/small-roots.ts';
import { beforeNext, pathsIn, scheduled, type Scheduled } from '../pipelines/schedule/scheduled.ts';

/** Later than the clock of the file system, so that what was written just now is old already. */
const AT = '2046-11-20T12:00:00Z';
const DAY_MS = 24 * 3_600_000;
const FIRST = payloadOf(building('a'));
const WHOLE = payloadOf(building('a'), building('b'));

const folderOf = (place: Scheduled) => join(place.watched, 'AB12');
/** Puts a file there that is old enough to be taken. */
function put(place: Scheduled, name: string, bytes: Uint8Array | string): string {
  const path = join(folderOf(place), name);
  writeFileSync(path, bytes);
  utimesSync(path, place.now / 1000 - 60, place.now / 1000 - 60);
  return path;
}
const collecting = (place: Scheduled): Promise<StepResult> => collect({ folder: place.watched }, place.step());
const bringingBack = (place: Scheduled): Promise<StepResult> => handBack({ folder: place.watched }, place.step());
async function night(place: Scheduled): Promise<readonly StepResult['findings'][]> {
  const taken = await collecting(place);
  await settle(place.data, () => new Date(place.now));
  return [taken.findings, (await bringingBack(place)).findings];
}
/** Path of the only file that lies there and is no report. */
function lying(place: Scheduled, folder: 'done' | 'refused' | 'taken'): string {
  const [path, ...more] = pathsIn(join(folderOf(place), folder)).filter((name) => !name.includes('.report.'));
  expect(more).toEqual([]);
  return join(folderOf(place), folder, path!);
}
const deliveries = (place: Scheduled) => listSubmissions(place.data, { limit: 10 }).toReversed();
/** A writer that has the file open, and writes on wherever it lies. */
function writer(path: string): (bytes: Uint8Array | string) => void {
  const file = openSync(path, 'r+');
  onTestFinished(() => { closeSync(file); });
  return (bytes) => {
    ftruncateSync(file, 0);
    writeSync(file, Buffer.from(bytes), 0, undefined, 0);
  };
}

describe('OPEN-collect-changed: a file', () => {
  test('that its writer goes on with in done/ is taken again; run, holder and register each know of both', async () => {
    const place = scheduled(AT);
    const write = writer(put(place, 'levering.json', FIRST));
    await night(place);
    write(WHOLE);
    expect(await night(place)).toEqual([{ 'taken again': 1, 'handed in': 1 }, { done: 1 }]);
    const [first, again] = deliveries(place);
    expect([first?.bytes, again?.bytes]).toEqual([FIRST.length, WHOLE.length]);
    expect(place.said).toContain(`AB12/levering.json changed after it was taken as ${first!.uuid} (${FIRST.length} bytes then, ${WHOLE.length} now): `
      + `it is taken again as ${again!.uuid}; what ${first!.uuid} brought stays in effect`);
    expect(readFileSync(lying(place, 'done')).equals(WHOLE)).toBe(true);
    const names = pathsIn(join(folderOf(place), 'done'));
    const endings = ({ uuid }: { readonly uuid: string }): readonly string[] =>
      names.filter((name) => name.includes(uuid.slice(0, 8))).map((name) => name.replace(/^.*levering\.json/, '')).sort();
    expect(endings(first!)).toEqual(['.report.changed.txt', '.report.html', '.report.json']);
    expect(endings(again!)).toEqual(['', '.report.html', '.report.json']);
    const notice = readFileSync(join(folderOf(place), 'done', names.find((name) => name.endsWith('.changed.txt'))!), 'utf8');
    for (const words of [first!.uuid, again!.uuid, `met ${FIRST.length} bytes`, `heeft het ${WHOLE.length} bytes`, 'is veranderd nadat het was opgehaald']) expect(notice).toContain(words);
    expect(await night(place)).toEqual([{}, {}]);
  });

  test('is taken again also when a process of the same number was killed while it wrote the notice', async () => {
    const place = scheduled(AT);
    const write = writer(put(place, 'levering.json', FIRST));
    await night(place);
    writeFileSync(`${lying(place, 'done')}.report.changed.txt.${process.pid}`, 'half');
    write(WHOLE);
    expect(await night(place)).toEqual([{ 'taken again': 1, 'handed in': 1 }, { done: 1 }]);
  });

  test('that changes in taken/ does not come to rest: its report does, and the whole is handed in', async () => {
    const place = scheduled(AT);
    const write = writer(put(place, 'levering.json', FIRST));
    await collecting(place);
    write(WHOLE);
    await settle(place.data, () => new Date(place.now));
    expect((await bringingBack(place)).findings).toEqual({ 'taken again': 1, 'handed in': 1 });
    expect(pathsIn(join(folderOf(place), 'done')).map((name) => name.replace(/^.*levering\.json/, ''))).toEqual(['.report.changed.txt', '.report.html', '.report.json']);
    await settle(place.data, () => new Date(place.now));
    expect((await bringingBack(place)).findings).toEqual({ done: 1 });
    expect(deliveries(place).map(({ bytes }) => bytes)).toEqual([FIRST.length, WHOLE.length]);
  });

  test('whose writer keeps size and time is taken again', async () => {
    const place = scheduled(AT);
    const path = put(place, 'levering.json', payloadOf(building('a', { populatie: 1 })));
    const { mtimeMs } = statSync(path);
    const write = writer(path);
    await night(place);
    await night(place);
    write(payloadOf(building('a', { populatie: 2 })));
    utimesSync(lying(place, 'done'), mtimeMs / 1000, mtimeMs / 1000);
    expect(await night(place)).toEqual([{ 'taken again': 1, 'handed in': 1 }, { done: 1 }]);
  });

  test('that changes between its comparison and its move is taken again by the next run', async () => {
    const place = scheduled(AT);
    const write = writer(put(place, 'levering.json', FIRST));
    beforeNext(HolderFolder.prototype, 'rest', () => { write(WHOLE); });
    expect(await night(place)).toEqual([{ taken: 1, 'handed in': 1 }, { done: 1 }]);
    expect(await night(place)).toEqual([{ 'taken again': 1, 'handed in': 1 }, { done: 1 }]);
  });

  test('that another is renamed over, where it rests, is taken again', async () => {
    const place = scheduled(AT);
    put(place, 'levering.json', FIRST);
    await night(place);
    renameSync(put(place, '.new', WHOLE), lying(place, 'done'));
    expect(await night(place)).toEqual([{ 'taken again': 1, 'handed in': 1 }, { done: 1 }]);
  });

  test('that is still being written waits; the run says so, and a later one takes it', async () => {
    const place = scheduled('2026-11-20T12:00:00Z');
    const write = writer(put(place, 'levering.json', FIRST));
    await night(place);
    write('[');
    place.waited = () => Promise.resolve(write(WHOLE));
    expect((await collecting(place)).findings).toEqual({ unfinished: 1 });
    expect(place.said.at(-1)).toMatch(/^AB12\/done\/\w+_levering\.json is still being written: the next run looks again$/);
    place.waited = async () => {};
    expect(await night(place)).toEqual([{ 'taken again': 1, 'handed in': 1 }, { done: 1 }]);
  });

  test('that changes while it is handed in is not: the next run hands it in', async () => {
    const place = scheduled(AT);
    const write = writer(put(place, 'levering.json', FIRST));
    beforeNext(PlainFile.prototype, 'isUnchanged', () => { write(WHOLE); });
    expect((await collecting(place)).findings).toEqual({ taken: 1, unfinished: 1 });
    expect(await night(place)).toEqual([{ 'handed in': 1 }, { done: 1 }]);
    expect(deliveries(place).map(({ bytes }) => bytes)).toEqual([WHOLE.length]);
  });
});

test('a large file that changes while it is copied is not handed in, and leaves no copy', async () => {
  const place = scheduled(AT);
  put(place, 'levering.json', Buffer.concat([FIRST, Buffer.alloc(2 * LIMITS.inlinePayloadBytesMax, ' ')]));
  const changing = vi.spyOn(PlainFile.prototype, 'isUnchanged').mockResolvedValueOnce(false);
  onTestFinished(() => { changing.mockRestore(); });
  expect((await collecting(place)).findings).toEqual({ taken: 1, unfinished: 1 });
  expect(pathsIn(foldersOf(place.data).payloads)).toEqual([]);
  expect(await night(place)).toEqual([{ 'handed in': 1 }, { done: 1 }]);
});

describe('OPEN-collect-empty: an empty file', () => {
  test('waits until it has content, and the run reports it', async () => {
    const place = scheduled(AT);
    const write = writer(put(place, 'levering.json', ''));
    expect(await night(place)).toEqual([{ empty: 1 }, {}]);
    expect(place.said).toEqual(['AB12/levering.json is empty: it waits until something is in it']);
    write(WHOLE);
    expect(await night(place)).toEqual([{ taken: 1, 'handed in': 1 }, { done: 1 }]);
  });

  test.each(['taken', 'done'] as const)('that was emptied in %s/ waits too', async (folder) => {
    const place = scheduled(AT);
    const write = writer(put(place, 'levering.json', FIRST));
    await (folder === 'done' ? night(place) : collecting(place));
    write('');
    await settle(place.data, () => new Date(place.now));
    expect((await bringingBack(place)).findings).toEqual({ empty: 1 });
    write(WHOLE);
    expect((await bringingBack(place)).findings).toEqual({ 'taken again': 1, 'handed in': 1 });
  });
});

describe('OPEN-collect-changed: comparing', () => {
  test('reads an unchanged file once after its move and once after 24 hours, and never again', async () => {
    const place = scheduled(AT);
    put(place, 'levering.json', FIRST);
    await night(place);
    const sum = vi.spyOn(PlainFile.prototype, 'sum');
    onTestFinished(() => { vi.restoreAllMocks(); });
    const reads: number[] = [];
    for (const hours of [1, 12, 23, 24, 48]) {
      place.now = Date.parse(AT) + hours * 3_600_000;
      await night(place);
      reads.push(sum.mock.calls.length);
    }
    expect(reads).toEqual([1, 1, 1, 2, 2]);
  });

  test('trusts no time that lies too close: a change within the same tick of the clock is seen', async () => {
    const place = scheduled('2026-11-20T12:00:00Z');
    put(place, 'levering.json', FIRST);
    await night(place);
    const sum = vi.spyOn(PlainFile.prototype, 'sum');
    onTestFinished(() => { vi.restoreAllMocks(); });
    await night(place);
    // By this clock the file changed in the future.
    expect(sum.mock.calls.length).toBe(2);
  });

  test('ends after 24 hours: a file edited a year later is not taken, and reported at most once', async () => {
    const place = scheduled(AT);
    put(place, 'levering.json', FIRST);
    await night(place);
    place.now += 365 * DAY_MS;
    const path = lying(place, 'done');
    writeFileSync(path, WHOLE);
    utimesSync(path, place.now / 1000 - 60, place.now / 1000 - 60);
    expect(await night(place)).toEqual([{}, {}]);
    expect(place.said.at(-1)).toMatch(/was changed more than 24 hours after it came there: it is not taken again, .* what is put into AB12\/ is delivered$/);
    const said = place.said.length;
    expect([await night(place), place.said.length, deliveries(place).length]).toEqual([[{}, {}], said, 1]);
  });

  test('ends when the file is removed or moved', async () => {
    const place = scheduled(AT);
    put(place, 'levering.json', FIRST);
    await night(place);
    rmSync(lying(place, 'done'));
    expect(await night(place)).toEqual([{}, {}]);
    expect(place.step().runs.prepare('SELECT count(*) AS count FROM rested').get()).toEqual({ count: 0 });
  });

  test('reports an entry in place of a file that is no file', async () => {
    const place = scheduled(AT);
    put(place, 'levering.json', FIRST);
    await night(place);
    const path = lying(place, 'done');
    rmSync(path);
    mkdirSync(path);
    expect((await collecting(place)).troubles).toMatchObject([{ text: expect.stringMatching(/^AB12\/done\/\w+_levering\.json is no plain file; it stays/) }]);
  });
});

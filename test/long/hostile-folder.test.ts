/** Attacks of a holder on its own watch folder: they reveal nothing of another holder or of the service, and other holders go on. */
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync, chownSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { collect, handBack } from '../../pipelines/schedule/collect.ts';
import { HolderFolder } from '../../pipelines/schedule/watch-folder.ts';
import { sha256Of } from '../../pipelines/state/inbox/payload.ts';
import { PlainFile } from '../../pipelines/state/folder/plain-file.ts';
import { listSubmissions, outcome, submit } from '../../pipelines/state/outcomes/submit.ts';
import type { Report } from '../../schemas/finding.ts';
import { DELIVERY, settle } from '../faults/life.ts';
import { building, payloadOf } from '../pipelines/state/small-roots.ts';
import { beforeNext, pathsIn, scheduled, type Scheduled } from '../pipelines/schedule/scheduled.ts';

const AT = '2026-11-20T12:00:00Z';

function put(place: Scheduled, name: string, bytes: Uint8Array | string, holder = 'AB12'): string {
  const path = join(place.watched, holder, name);
  writeFileSync(path, bytes);
  utimesSync(path, place.now / 1000 - 60, place.now / 1000 - 60);
  return path;
}
const collecting = (place: Scheduled) => collect({ folder: place.watched }, place.step());
const bringingBack = (place: Scheduled) => handBack({ folder: place.watched }, place.step());

test('a name with the uuid of another holder gives no report of that holder: the file belongs to the holder of its folder', async () => {
  const place = scheduled(AT, { holders: ['AB12', 'CD34'] });
  const payload = payloadOf(building('secret-name', { holder: 'CD34' }));
  const { uuid } = await submit(place.data, { input: { ...DELIVERY, holder: 'CD34' }, payload: { bytes: payload } }, () => new Date(place.now));
  await settle(place.data, () => new Date(place.now));
  mkdirSync(join(place.watched, 'AB12', 'taken'));
  put(place, `taken/${uuid}_x.json`, payloadOf(building('own')));
  expect((await collecting(place)).findings).toEqual({ 'handed in': 1 });
  const [{ uuid: own } = { uuid }] = listSubmissions(place.data, { limit: 1 });
  expect(place.said[0]).toBe(`AB12/taken/${uuid}_x.json bears the uuid ${uuid} of a submission of another holder: it becomes ${own}`);
  await settle(place.data, () => new Date(place.now));
  expect((await bringingBack(place)).findings).toEqual({ done: 1 });
  const done = join(place.watched, 'AB12', 'done');
  const reports = readdirSync(done).filter((name) => name.endsWith('.report.json')).map((name) => readFileSync(join(done, name), 'utf8'));
  expect(reports.map((text) => JSON.parse(text) as Report)).toMatchObject([{ uuid: own, holder: 'AB12', objects: [{ id: 'own' }] }]);
  expect(own).not.toBe(uuid);
});

test('a loop that swaps a file and a link in taken/ gets nothing handed in that only the service may read', async () => {
  const place = scheduled(AT);
  const secret = join(place.data, 'secret.json');
  writeFileSync(secret, payloadOf(building('secret')), { mode: 0o600 });
  const taken = join(place.watched, 'AB12', 'taken');
  mkdirSync(taken);
  for (let count = 0; count < 50; count += 1) writeFileSync(join(taken, `${randomUUID()}_${count}.json`), payloadOf(building('own')));
  const swapper = spawn(process.execPath, ['-e', `
    const { readdirSync, renameSync, symlinkSync, writeFileSync } = require('node:fs');
    const [folder, secret] = process.argv.slice(1);
    const paths = readdirSync(folder).map((name) => folder + '/' + name);
    console.log('ready');
    // A file that changes while it is read is not handed in. On a slow machine all would change, so the loop rests after about every second round.
    const rest = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() < 0.5 ? 1 : 500);
    for (;; rest()) for (const path of paths) {
      symlinkSync(secret, folder + '/../.link');
      renameSync(folder + '/../.link', path);
      writeFileSync(folder + '/../.file', '[]');
      renameSync(folder + '/../.file', path);
    }`, taken, secret]);
  onTestFinished(() => { swapper.kill('SIGKILL'); });
  await once(swapper.stdout, 'data');
  const { findings } = await collecting(place);
  expect(findings).toHaveProperty('handed in');
  const secretSum = sha256Of(readFileSync(secret));
  const sums = new Set(listSubmissions(place.data, { limit: 1_000 }).map(({ uuid }) => outcome(place.data, uuid)!.receipt.sha256));
  expect(sums.has(secretSum)).toBe(false);
});

describe('a folder of the program that is swapped for a link while a file is worked on', () => {
  test.each(['taken', 'done'] as const)('%s/: nothing is read or written elsewhere', async (own) => {
    const place = scheduled(AT);
    const elsewhere = join(place.data, 'elsewhere');
    mkdirSync(elsewhere);
    put(place, 'a.json', payloadOf(building('a')));
    await collecting(place);
    await settle(place.data, () => new Date(place.now));
    const [name = ''] = readdirSync(join(place.watched, 'AB12', 'taken'));
    writeFileSync(join(elsewhere, name), payloadOf(building('secret')));
    const path = join(place.watched, 'AB12', own);
    beforeNext(HolderFolder.prototype, 'writeBeside', () => {
      renameSync(path, join(place.data, 'aside'));
      symlinkSync(elsewhere, path);
    });
    expect((await bringingBack(place)).findings).toMatchObject({ done: 1 });
    expect(readdirSync(elsewhere)).toEqual([name]);
    expect(readFileSync(join(elsewhere, name)).equals(payloadOf(building('secret')))).toBe(true);
  });
});

describe('what is no plain file', () => {
  test('a hard link may lead to a file of another user: it stays, and the run reports what to do', async () => {
    const place = scheduled(AT);
    const path = put(place, '../outside', payloadOf(building('a')));
    renameSync(path, join(place.data, 'outside'));
    linkSync(join(place.data, 'outside'), join(place.watched, 'AB12', 'x.json'));
    const { troubles, findings } = await collecting(place);
    expect([findings, troubles.map(({ text }) => text)]).toEqual([{ troubles: 1 }, [expect.stringMatching(/^AB12\/x\.json has another name too \(a hard link\).* put a copy there; it stays/)]]);
    mkdirSync(join(place.watched, 'AB12', 'taken'));
    renameSync(join(place.watched, 'AB12', 'x.json'), join(place.watched, 'AB12', 'taken', `${randomUUID()}_x.json`));
    expect((await collecting(place)).troubles.map(({ text }) => text)).toEqual([expect.stringMatching(/taken\/.*a hard link/)]);
  });

  test('a pipe without a writer does not block, in taken/ and in place of a file at rest', async () => {
    const place = scheduled(AT);
    put(place, 'a.json', payloadOf(building('a')));
    await collecting(place);
    await settle(place.data, () => new Date(place.now));
    await bringingBack(place);
    const folder = join(place.watched, 'AB12');
    const [rested = ''] = pathsIn(folder).filter((name) => name.endsWith('a.json'));
    rmSync(join(folder, rested));
    for (const path of [rested, `taken/${randomUUID()}_x.json`, 'pipe.json']) execFileSync('mkfifo', [join(folder, path)]);
    expect((await collecting(place)).troubles.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^AB12\/done\/.*is no plain file/), expect.stringMatching(/^AB12\/pipe\.json is no plain file/), expect.stringMatching(/^AB12\/taken\/.*is no plain file/),
    ]);
  });

  test('a folder in the place of a report keeps no other holder waiting', async () => {
    const place = scheduled(AT, { holders: ['AB12', 'CD34'] });
    put(place, 'a.json', payloadOf(building('a')));
    put(place, 'c.json', payloadOf(building('c', { holder: 'CD34' })), 'CD34');
    await collecting(place);
    await settle(place.data, () => new Date(place.now));
    const { uuid } = listSubmissions(place.data, { limit: 10 }).find(({ holder }) => holder === 'AB12')!;
    mkdirSync(join(place.watched, 'AB12', 'done', `20261120T120000Z_${uuid.slice(0, 8)}_a.json.report.html`), { recursive: true });
    const { findings, troubles } = await bringingBack(place);
    expect(findings).toEqual({ done: 1, troubles: 1 });
    expect(troubles[0]?.text).toMatch(/AB12\/done\/.*a\.json/);
    expect(pathsIn(join(place.watched, 'CD34', 'done'))).toHaveLength(3);
  });
});

test('an unreadable file is reported, and those of other holders are submitted', async () => {
  const place = scheduled(AT, { holders: ['AB12', 'CD34'] });
  put(place, 'a.json', payloadOf(building('a')));
  put(place, 'c.json', payloadOf(building('c', { holder: 'CD34' })), 'CD34');
  const failing = vi.spyOn(PlainFile, 'ofOthers').mockResolvedValueOnce('cannot be read (EACCES)');
  onTestFinished(() => { failing.mockRestore(); });
  const { findings, troubles } = await collecting(place);
  expect([findings, troubles[0]?.text]).toEqual([{ taken: 2, 'handed in': 1, troubles: 1 }, expect.stringMatching(/^AB12\/taken\/.* cannot be read \(EACCES\); it stays/)]);
});

describe('reports beside a file', () => {
  test.each([[0o600, 0o600], [0o640, 0o640], [0o444, 0o644], [0o755, 0o644]])('of mode %i have mode %i, as far as the umask lets', async (mode, expected) => {
    const place = scheduled(AT);
    chmodSync(put(place, 'a.json', payloadOf(building('a'))), mode);
    await collecting(place);
    await settle(place.data, () => new Date(place.now));
    await bringingBack(place);
    const done = join(place.watched, 'AB12', 'done');
    const modes = readdirSync(done).filter((name) => name.includes('.report.')).map((name) => statSync(join(done, name)).mode & 0o777);
    expect(modes).toEqual([expected & ~process.umask(), expected & ~process.umask()]);
  });

  test.runIf(process.getuid?.() === 0)('belong to the owner of the file, when the program may give them away', async () => {
    const place = scheduled(AT);
    const path = put(place, 'a.json', payloadOf(building('a')));
    chmodSync(path, 0o600);
    chownSync(path, 1234, 2345);
    await collecting(place);
    await settle(place.data, () => new Date(place.now));
    await bringingBack(place);
    const done = join(place.watched, 'AB12', 'done');
    expect(readdirSync(done).map((name) => statSync(join(done, name))).map(({ uid, gid, mode }) => [uid, gid, mode & 0o777])).toEqual([1, 2, 3].map(() => [1234, 2345, 0o600]));
  });
});

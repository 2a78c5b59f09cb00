/** A watch folder: what is taken and when, where each file lies in the end, and what a crash at any point leaves. */
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collect, handBack } from '../../pipelines/schedule/collect.ts';
import type { CollectSettings } from '../../pipelines/schedule/pipelines-file.ts';
import { openState } from '../../pipelines/state/database/database.ts';
import { listSubmissions, outcome, submit } from '../../pipelines/state/outcomes/submit.ts';
import { payloadPath } from '../../pipelines/state/inbox/payload.ts';
import { refuse } from '../../pipelines/state/outcomes/ruling.ts';
import { removeOrganisation } from '../../pipelines/state/access/holders.ts';
import type { Report } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { settle } from '../faults/life.ts';
import { building, payloadOf } from '../pipelines/state/small-roots.ts';
import { pathsIn, scheduled, type Scheduled } from '../pipelines/schedule/scheduled.ts';

const AT = '2026-11-20T12:00:00Z';
const OLD_S = 60;

/** Puts a file into the folder of a holder, last changed so many seconds ago. */
function put(place: Scheduled, name: string, bytes: Uint8Array | string, { holder = 'AB12', ago = OLD_S } = {}): string {
  const path = join(place.watched, holder, name);
  writeFileSync(path, bytes);
  utimesSync(path, place.now / 1000 - ago, place.now / 1000 - ago);
  return path;
}

const settings = (place: Scheduled) => ({ folder: place.watched });
const night = async (place: Scheduled) => {
  const taken = await collect(settings(place), place.step());
  await settle(place.data, () => new Date(place.now));
  return [taken, await handBack(settings(place), place.step())] as const;
};
/** Files of a holder, with the uuid and moment in their names left out. */
const lying = (place: Scheduled, holder = 'AB12') =>
  pathsIn(join(place.watched, holder)).map((path) => path.replace(/\d{8}T\d{6}Z_[0-9a-f]{8}_/, '').replace(/[0-9a-f-]{36}_/, '')).sort();

describe('a file', () => {
  test('OPEN-collect-done: goes to done/ with its report when it took effect whole', async () => {
    const place = scheduled(AT);
    put(place, 'school.json', payloadOf(building('a')));
    const [taken, back] = await night(place);
    expect([taken.findings, back.findings]).toEqual([{ taken: 1, 'handed in': 1 }, { done: 1 }]);
    expect(lying(place)).toEqual(['done/school.json', 'done/school.json.report.html', 'done/school.json.report.json']);
    const [path] = pathsIn(join(place.watched, 'AB12')).filter((name) => name.endsWith('.json.report.json'));
    const report = JSON.parse(readFileSync(join(place.watched, 'AB12', path!), 'utf8')) as Report;
    expect(report).toMatchObject({ source: 'school.json', holder: 'AB12', counts: { accepted: 1 } });
    expect(path).toContain(`done/20261120T120000Z_${report.uuid?.slice(0, 8)}_school.json`);
  });

  test('OPEN-collect-holders: is read as the settings of its holder say, the others as those of the step', async () => {
    const place = scheduled(AT, { holders: ['AB12', 'CD34', 'EF56'] });
    const holders = { AB12: { crs: 'EPSG:4258', model: '3.0', strict: true, full: ['KwetsbaarGebouw', 'Wegen'] }, CD34: { strict: true } } as const;
    for (const holder of ['AB12', 'CD34', 'EF56']) put(place, 'a.json', payloadOf(building(holder)), { holder });
    await collect({ ...settings(place), crs: 'RD', holders }, place.step());
    const db = openState(place.data);
    const stored = db.prepare('SELECT holder, crs, model, strict, full_types AS full FROM inbox ORDER BY holder').all();
    db.close();
    const rd = expect.stringContaining('28992') as string;
    expect(stored).toEqual([
      { holder: 'AB12', crs: expect.stringContaining('4258') as string, model: '3.0', strict: 1, full: 'KwetsbaarGebouw,Wegen' },
      { holder: 'CD34', crs: rd, model: null, strict: 1, full: null },
      { holder: 'EF56', crs: rd, model: null, strict: 0, full: null },
    ]);
  });

  test('OPEN-collect-holders: settings for a code with which no organisation may write are reported, and the others are used', async () => {
    const place = scheduled(AT);
    put(place, 'a.json', payloadOf(building('a')));
    const { findings, troubles } = await collect({ ...settings(place), holders: { AB21: { strict: true } } }, place.step());
    expect(findings).toEqual({ 'taken': 1, 'handed in': 1, 'troubles': 1 });
    expect(troubles).toEqual([{ cause: 'settings for no holder', text: expect.stringMatching(/settings for AB21 in .*no organisation may write.*ev holders add/) as string }]);
  });

  test('that is full by the settings of its holder ends what it leaves out', async () => {
    const place = scheduled(AT);
    const files = async (holders: NonNullable<CollectSettings['holders']>, name: string, ...ids: string[]) => {
      put(place, name, payloadOf(...ids.map((id) => building(id))));
      const collecting = { ...settings(place), holders };
      await collect(collecting, place.step());
      await settle(place.data, () => new Date(place.now += 60_000));
      await handBack(collecting, place.step());
    };
    await files({}, 'first.json', 'a', 'b');
    await files({ AB12: { full: ['KwetsbaarGebouw'] } }, 'second.json', 'a');
    const db = openState(place.data);
    const current = db.prepare('SELECT root.id FROM root JOIN version ON version.root = root.n WHERE closed_by IS NULL').all();
    db.close();
    expect(current).toEqual([{ id: 'a' }]);
  });

  test('that is set aside waits for the operator, and goes to refused/ with its report when the operator refuses it', async () => {
    const place = scheduled(AT);
    put(place, 'broken.json', 'crash');
    expect((await night(place))[1].findings).toEqual({ waiting: 1 });
    expect(lying(place)).toEqual(['taken/broken.json']);
    refuse(place.data, { uuid: listSubmissions(place.data, { limit: 1 })[0]!.uuid, reason: 'Kapot.' }, () => new Date(place.now));
    await night(place);
    expect(lying(place)).toEqual(['refused/broken.json', 'refused/broken.json.report.html', 'refused/broken.json.report.json']);
  });

  test('may have any name, also one that means something elsewhere', async () => {
    const place = scheduled(AT);
    for (const name of ['constructor', 'school (1).json', 'één & twee.json', '-rf']) put(place, name, payloadOf(building(name)));
    expect((await night(place))[1].findings).toEqual({ done: 4 });
  });

  test('of one name comes night after night: none is overwritten', async () => {
    const place = scheduled(AT);
    for (const id of ['a', 'b', 'c']) {
      put(place, 'levering.json', payloadOf(building(id)));
      await night(place);
      place.now += 86_400_000 / 2;
    }
    expect(lying(place).filter((name) => name === 'done/levering.json')).toHaveLength(3);
  });

  test('OPEN-collect-taken: is taken at once when its bytes are old, as of one that was renamed into place', async () => {
    const place = scheduled(AT);
    const temporary = put(place, 'a.json.part', payloadOf(building('a')));
    expect((await collect(settings(place), place.step())).findings).toEqual({ unfinished: 1 });
    renameSync(temporary, join(place.watched, 'AB12', 'a.json'));
    const before = place.now;
    expect((await collect(settings(place), place.step())).findings).toMatchObject({ taken: 1 });
    expect(place.now).toBe(before);
  });

  test('that changed lately is looked at once more after 10 seconds, and left when it changed meanwhile', async () => {
    const place = scheduled(AT);
    put(place, 'still.json', payloadOf(building('a')), { ago: 3 });
    const growing = put(place, 'growing.json', '[', { ago: 3 });
    // A clock of its own may be ahead of ours.
    put(place, 'ahead.json', payloadOf(building('b')), { ago: -3_600 });
    const before = place.now;
    place.waited = () => Promise.resolve(writeFileSync(growing, '[{'));
    expect((await collect(settings(place), place.step())).findings).toEqual({ taken: 2, 'handed in': 2, unfinished: 1 });
    expect(place.now - before).toBe(10_000);
    expect(lying(place)).toEqual(['growing.json', 'taken/ahead.json', 'taken/still.json']);
  });

  test.each(['.hidden.json', 'a.json.part', 'A.TMP', 'a.filepart'])('named %s is not taken', async (name) => {
    const place = scheduled(AT);
    put(place, name, payloadOf(building('a')));
    expect((await collect(settings(place), place.step())).findings).toEqual({ unfinished: 1 });
    expect(lying(place)).toEqual([name]);
  });

  test('OPEN-collect-stays: that is no plain file, is too long or has too long a name stays, and is reported', async () => {
    const place = scheduled(AT);
    const outside = put(place, 'outside', 'secret');
    renameSync(outside, join(place.data, 'outside'));
    symlinkSync(join(place.data, 'outside'), join(place.watched, 'AB12', 'link.json'));
    mkdirSync(join(place.watched, 'AB12', 'folder'));
    put(place, `${'x'.repeat(200)}.json`, '[]');
    truncateSync(put(place, 'large.json', ''), 4 * 1024 ** 3 + 1);
    put(place, 'good.json', payloadOf(building('a')));
    const [{ findings, troubles }] = await night(place);
    expect(findings).toMatchObject({ taken: 1, troubles: 4 });
    expect(troubles.map(({ text }) => text)).toEqual(expect.arrayContaining([
      'AB12/link.json is no plain file; it stays where it lies', 'AB12/folder is no plain file; it stays where it lies',
      expect.stringContaining('has a name of more than 190 bytes'), expect.stringContaining('deliver it in parts'),
    ]));
    expect(lying(place)).toEqual(expect.arrayContaining(['large.json', `${'x'.repeat(200)}.json`, 'done/good.json']));
    expect(readFileSync(join(place.data, 'outside'), 'utf8')).toBe('secret');
  });

  test('in a folder of no holder, or in none, stays and is reported; so does one of a holder that may write no longer', async () => {
    const place = scheduled(AT, { holders: ['AB12', 'CD34'] });
    mkdirSync(join(place.watched, 'ZZ99'));
    put(place, 'a.json', payloadOf(building('a')), { holder: 'ZZ99' });
    put(place, '../stray.json', '[]');
    const { findings, troubles } = await collect(settings(place), place.step());
    expect(findings).toEqual({ troubles: 2 });
    expect(troubles.map(({ text }) => text)).toEqual([expect.stringMatching(/ZZ99: no organisation may write.*ev holders add/), expect.stringMatching(/stray\.json lies in no folder/)]);
    removeOrganisation(place.data, 'KVK:12345678');
    put(place, 'b.json', payloadOf(building('b')));
    expect((await collect(settings(place), place.step())).findings).toEqual({ troubles: 4 });
    expect(lying(place)).toEqual(['b.json']);
  });

  test('waits for its batch in taken/, also when its holder puts another of its name there', async () => {
    const place = scheduled(AT);
    put(place, 'a.json', payloadOf(building('a')));
    await collect(settings(place), place.step());
    put(place, 'a.json', payloadOf(building('b')));
    expect((await collect(settings(place), place.step())).findings).toEqual({ taken: 1, 'handed in': 1, waiting: 1 });
    expect(lying(place)).toEqual(['taken/a.json', 'taken/a.json']);
    await settle(place.data, () => new Date(place.now));
    expect((await handBack(settings(place), place.step())).findings).toEqual({ done: 2 });
  });
});

describe('OPEN-collect-once: a crash', () => {
  /** A file as it lies after its rename to taken/. */
  function taken(place: Scheduled): { readonly uuid: string; readonly path: string } {
    const uuid = '11111111-2222-4333-8444-555555555555';
    mkdirSync(join(place.watched, 'AB12', 'taken'));
    const path = put(place, `taken/${uuid}_school.json`, payloadOf(building('a')));
    return { uuid, path };
  }

  test('between taking and handing in: the file is handed in by the next run, under its uuid', async () => {
    const place = scheduled(AT);
    const { uuid } = taken(place);
    openState(place.data).close();
    // The part of the payload that was written before the kill.
    writeFileSync(`${payloadPath(place.data, uuid)}.tmp`, 'half');
    writeFileSync(payloadPath(place.data, uuid), 'other');
    await night(place);
    expect(outcome(place.data, uuid)).toMatchObject({ state: 'settled', roots: [{ id: 'a' }] });
    expect(lying(place)).toContain('done/school.json');
  });

  test.each(['before it had its name', 'after that'])('while a large payload was written, %s: the file is handed in by the next run', async (when) => {
    const place = scheduled(AT);
    const { uuid, path } = taken(place);
    writeFileSync(path, Buffer.concat([payloadOf(building('a')), Buffer.alloc(LIMITS.inlinePayloadBytesMax, ' ')]));
    openState(place.data).close();
    writeFileSync(`${payloadPath(place.data, uuid)}${when === 'after that' ? '' : '.tmp'}`, 'half');
    await night(place);
    expect(outcome(place.data, uuid)).toMatchObject({ state: 'settled', roots: [{ id: 'a' }] });
  });

  test('between handing in and anything after it: it is not handed in again', async () => {
    const place = scheduled(AT);
    const { uuid, path } = taken(place);
    const input = { holder: 'AB12', method: 'LEVERING', target: 'school.json', crs: null, mediaType: '', ifMatch: null } as const;
    await submit(place.data, { uuid, input, payload: { path } }, () => new Date(place.now));
    await night(place);
    await night(place);
    expect(listSubmissions(place.data, { limit: 10 })).toHaveLength(1);
    expect(lying(place)).toEqual(['done/school.json', 'done/school.json.report.html', 'done/school.json.report.json']);
  });

  test('between writing the reports and moving the file: both are there in the end, once', async () => {
    const place = scheduled(AT);
    put(place, 'school.json', payloadOf(building('a')));
    await night(place);
    const file = pathsIn(join(place.watched, 'AB12')).find((name) => name.endsWith('school.json'))!;
    const { uuid } = listSubmissions(place.data, { limit: 1 })[0]!;
    renameSync(join(place.watched, 'AB12', file), join(place.watched, 'AB12', 'taken', `${uuid}_school.json`));
    // The name of a report while it is being written.
    writeFileSync(join(place.watched, 'AB12', `${file}.report.html.4711`), '<html');
    await night(place);
    expect(lying(place)).toEqual(['done/school.json', 'done/school.json.report.html', 'done/school.json.report.json']);
  });
});

describe('what holders do to the folders of the program', () => {
  test('a link in place of one is not followed but reported, and other holders go on', async () => {
    const place = scheduled(AT, { holders: ['AB12', 'CD34'] });
    mkdirSync(join(place.data, 'elsewhere'));
    symlinkSync(join(place.data, 'elsewhere'), join(place.watched, 'AB12', 'taken'));
    put(place, 'a.json', payloadOf(building('a')));
    put(place, 'c.json', payloadOf(building('c', { holder: 'CD34' })), { holder: 'CD34' });
    const [{ findings, troubles }] = await night(place);
    expect(findings).toMatchObject({ taken: 1, 'handed in': 1 });
    expect(troubles[0]?.text).toMatch(/this is no folder.*taken/);
    expect(pathsIn(join(place.data, 'elsewhere'))).toEqual([]);
    expect(lying(place, 'CD34')).toContain('done/c.json');
  });

  test('a link in place of a taken file is not followed, and files that holders put into taken/ are reported', async () => {
    const place = scheduled(AT);
    writeFileSync(join(place.data, 'secret'), 'secret');
    mkdirSync(join(place.watched, 'AB12', 'taken'));
    symlinkSync(join(place.data, 'secret'), join(place.watched, 'AB12', 'taken', '11111111-2222-4333-8444-555555555555_a.json'));
    writeFileSync(join(place.watched, 'AB12', 'taken', 'mine.json'), '[]');
    const { troubles } = await collect(settings(place), place.step());
    expect(troubles.map(({ text }) => text)).toEqual([
      'AB12/taken/mine.json was not put there by the program; it stays where it lies',
      'AB12/taken/11111111-2222-4333-8444-555555555555_a.json is no plain file; it stays where it lies',
    ]);
  });

  test('a watch folder that is not there stops the run: a slip in its name must not look like a quiet night', async () => {
    const place = scheduled(AT);
    rmSync(place.watched, { recursive: true });
    await expect(collect(settings(place), place.step())).rejects.toThrow(/^Collect:Look failed: the folder cannot be read/);
  });
});

/** The step that mends derived tables: what its run keeps, and that the doctor is content after it. */
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { derivedTables } from '../../../pipelines/doctor/register-checks.ts';
import type { Pipeline } from '../../../pipelines/schedule/pipelines-file.ts';
import { foldersOf } from '../../../pipelines/state/database/database.ts';
import { Bench } from '../state/register-bench.ts';
import { building } from '../state/small-roots.ts';
import { scheduled, type Scheduled } from './scheduled.ts';

const MENDING: Pipeline = { name: 'mending', cron: '0 4 * * sun', missed: 'once', steps: [{ step: 'rebuild-derived' }] };

/** A register of two buildings, on which a conductor works on, changed by SQL of somebody else. */
async function register(sql: string): Promise<Scheduled> {
  const place = scheduled('2026-11-20T12:00:00Z');
  await new Bench(place.data).deliver([building('b1', { linksTo: ['b2'] }), building('b2')]);
  const db = new DatabaseSync(foldersOf(place.data).register);
  db.exec(sql);
  db.close();
  return place;
}

const doctor = (place: Scheduled): ReturnType<typeof derivedTables> => derivedTables({ ...place.step(), pipelines: '', nodeVersion: '', progress: () => {} });

test('OPEN-schedule-caches: differences are mended and reported once; the doctor names the step, and finds nothing after it', async () => {
  const place = await register("DELETE FROM link; UPDATE object SET gone = 1 WHERE id = 'b2'");
  expect(doctor(place).remarks).toEqual([expect.objectContaining({ severity: 'fault', mend: expect.stringContaining('rebuild-derived') as string })]);
  expect(await place.run(MENDING)).toMatchObject({
    state: 'failed', cause: 'derived tables were not right', message: expect.stringContaining('`ev editions rebuild`') as string,
    steps: [{ name: 'rebuild-derived', findings: { roots: 2, mended: 3 } }],
    lines: [{ text: 'mended: link lacks b2 of b1' }, { text: 'mended: object lacks b2 of b2' }, {}, {}],
  });
  expect(doctor(place)).toEqual({ detail: '2 roots, as recorded', remarks: [] });
  expect(await place.run(MENDING)).toMatchObject({ state: 'done', steps: [{ findings: { roots: 2 } }], lines: [] });
});

test('a damaged document fails the run, and its root is left', async () => {
  const place = await register("UPDATE doc SET body = body || ' ' WHERE n = 1; DELETE FROM link");
  expect(await place.run(MENDING)).toMatchObject({
    state: 'failed', cause: 'a document is damaged', steps: [{ findings: { roots: 2, 'roots left': 1 } }],
    lines: [{ text: expect.stringContaining('document 1 of the register is not what was recorded') as string }, { text: expect.stringMatching(/^1 roots are left/) as string }],
  });
});

test('where nothing was handed in yet there is nothing to do', async () => {
  expect(await scheduled('2026-11-20T12:00:00Z').run(MENDING)).toMatchObject({ state: 'done', steps: [{ findings: {} }], lines: [{ text: 'nothing was handed in yet' }] });
});

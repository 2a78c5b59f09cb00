/** Other processes know of a conductor in mode scheduled only while it lives. */
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { foldersOf, makeFolders } from '../../../../pipelines/state/database/database.ts';
import { holdScheduledMode, scheduledMode } from '../../../../pipelines/state/folder/scheduled-mode.ts';
import { temporaryFolder } from '../register-bench.ts';

test('the file that plans batches is known while the conductor lives, and by any number of processes', () => {
  const data = temporaryFolder();
  makeFolders(data);
  expect(scheduledMode(data)).toBeUndefined();
  for (const pipelines of ['/etc/pipelines.json', null]) {
    const release = holdScheduledMode(data, { pipelines });
    expect([scheduledMode(data), scheduledMode(data)]).toEqual([{ pipelines }, { pipelines }]);
    release();
    expect(scheduledMode(data)).toBeUndefined();
  }
});

test('a row that a killed process left says nothing, also while another process reads the file', () => {
  const data = temporaryFolder();
  holdScheduledMode(data, { pipelines: '/etc/pipelines.json' })();
  const looker = new DatabaseSync(foldersOf(data).mode);
  expect(looker.prepare('SELECT pipelines FROM plan').get()).toEqual({ pipelines: '/etc/pipelines.json' });
  looker.exec('BEGIN; SELECT count(*) FROM plan');
  expect(scheduledMode(data)).toBeUndefined();
  looker.close();
});

test('a lock file that holds something else is named', () => {
  const data = temporaryFolder();
  writeFileSync(foldersOf(data).mode, 'x'.repeat(5_000));
  expect(() => scheduledMode(data)).toThrow(foldersOf(data).mode);
  expect(() => holdScheduledMode(data, { pipelines: null })).toThrow('the lock file holds something else');
});

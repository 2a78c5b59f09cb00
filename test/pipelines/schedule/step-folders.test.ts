/** Folders that steps write to: each is tried, and the message names path, user and cure. The sample of pipelines, OPERATING.md and the unit agree. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Pipelines, StepSettings } from '../../../pipelines/schedule/pipelines-file.ts';
import { folderFaults } from '../../../pipelines/schedule/step-folders.ts';
import { PROJECT } from '../../shared-data.ts';
import { NIGHTLY, pathsIn, scheduled } from './scheduled.ts';

const AT = '2026-11-20T12:00:00Z';
const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

test('OPERATING.md has the sample of pipelines, and the unit lets its steps write', () => {
  const sample = read('pipelines/operations/pipelines.json');
  expect(read('pipelines/operations/OPERATING.md')).toContain(sample.trim().replaceAll(/^/gm, '    '));
  const written = (JSON.parse(sample) as Pipelines).pipelines.flatMap(({ steps }) => steps.flatMap((step) => ('folder' in step ? [step.folder] : [])));
  const [, paths = ''] = /^ReadWritePaths=(.*)$/m.exec(read('pipelines/operations/ev-register.service')) ?? [];
  expect(paths.split(' ').map((path) => path.replace('-', ''))).toEqual(written);
});

test('folders that can be written to are in order, and nothing is left in them', () => {
  const { data, watched } = scheduled(AT);
  for (const folder of ['done', 'taken']) mkdirSync(join(watched, 'AB12', folder));
  const backups = join(data, '../backups');
  mkdirSync(backups);
  const before = pathsIn(data);
  expect(faults([{ step: 'collect', folder: watched }, { step: 'batch' }, { step: 'backup', folder: backups }], data)).toEqual([]);
  expect([pathsIn(data), readdirSync(backups)]).toEqual([before, []]);
  rmSync(backups, { recursive: true });
  expect(faults([{ step: 'backup', folder: backups }], data), 'the step makes it').toEqual([]);
  expect(existsSync(backups)).toBe(false);
});

test('a folder that is not there, or is none, is named with its step, its user and what to do', () => {
  const { data, watched } = scheduled(AT);
  writeFileSync(join(watched, 'AB12', 'refused'), '');
  expect(() => faults([{ step: 'collect', folder: watched }], data)).toThrow(/refused.*Remove it; the program makes refused\/ itself/);
  const file = join(watched, 'file');
  writeFileSync(file, '');
  expect(faults([{ step: 'collect', folder: join(data, 'gone') }, { step: 'backup', folder: join(data, 'gone/backups') }], data)).toEqual([
    `nightly, step 1 (collect): ${join(data, 'gone')} is not there. Make it, with a folder of each holder in it.`,
    `nightly, step 2 (backup): ${join(data, 'gone')} is not there, in which backups/ would be made. Mount its disk, or make the folder.`,
  ]);
  // Nobody can make a file in it, root neither.
  expect(faults([{ step: 'backup', folder: '/proc/self/fdinfo' }], data)).toEqual([
    expect.stringMatching(/^nightly, step 1 \(backup\): user \S+ \(uid \d+\) cannot write to \/proc\/self\/fdinfo: .* \(E[A-Z]+\)/),
  ]);
});

test('settings for a bronhoudercode with which no organisation may write are named', () => {
  const { data, watched } = scheduled(AT);
  expect(faults([{ step: 'collect', folder: watched, holders: { AB12: { strict: true } } }], data)).toEqual([]);
  expect(faults([{ step: 'collect', folder: watched, holders: { AB21: { strict: true } } }], data)).toEqual([
    'nightly, step 1 (collect): it has settings for AB21, with which no organisation may write. Mend the code, or let `ev holders add` give it access.',
  ]);
});

function faults(steps: readonly StepSettings[], data: string): readonly string[] {
  return folderFaults([{ ...NIGHTLY, steps }], data).map(({ what, mend }) => `${what}. ${mend}`);
}

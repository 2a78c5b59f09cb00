/**
 * The shipped unit, the sample of pipelines and what OPERATING.md says of both, tried where only what the unit names can be written to: the
 * nightly works, and a unit that does not name its folders is reported by `schedule check`, by `doctor` and in the log of the service.
 */
import { once } from 'node:events';
import { chownSync, copyFileSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../demo-process.ts';
import { EXAMPLE, said, type Ran } from '../pipelines/ev-process.ts';
import { PROJECT } from '../shared-data.ts';
import { machineIn, START, startInUnit, UID } from './in-unit.ts';
import { newFolder } from './life.ts';

const HOLDER = '/srv/ev/in/AB12';

interface Place {
  readonly at: (path: string) => string;
  readonly ev: (args: readonly string[], readWrite?: readonly string[]) => Promise<Ran>;
  /** Starts the service as the unit does. Resolves with what it printed until it served, and stops it. */
  readonly served: (readWrite?: readonly string[]) => Promise<string>;
}

async function place(): Promise<Place> {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { at } = machineIn(folder);
  const data = at('var/lib/ev-register');
  copyFileSync(join(PROJECT, 'pipelines/operations/pipelines.json'), join(data, 'pipelines.json'));
  mkdirSync(at(HOLDER));
  copyFileSync(EXAMPLE, at(`${HOLDER}/school.json`));
  utimesSync(at(`${HOLDER}/school.json`), 0, 0);
  for (const path of [join(data, 'pipelines.json'), at(HOLDER), at(`${HOLDER}/school.json`)]) chownSync(path, UID, UID);
  const unless = (readWrite: readonly string[] | undefined) => (readWrite === undefined ? {} : { readWrite });
  const ev: Place['ev'] = async (args, readWrite) => {
    const child = startInUnit(folder, [...START.slice(0, 2), ...args], unless(readWrite));
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number | null]>]);
    return { code, out, err };
  };
  expect(await ev(['holders', 'add', 'KVK:12345678', '--name', 'X', '--holder', 'AB12'])).toMatchObject({ code: 0 });
  return {
    at, ev,
    async served(readWrite) {
      const more = { EV_PORT: String(await freePort()), EV_OPS_PORT: String(await freePort()) };
      const child = startInUnit(folder, START, { ...unless(readWrite), more });
      const log = text(child.stderr);
      await said(child, 'Serving /var/lib/ev-register');
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
      return await log;
    },
  };
}

const errorsIn = (log: string): readonly string[] => log.split('\n').filter((line) => line.includes('"level":"error"'));

test('the sample of pipelines works under the unit as it is shipped', async () => {
  const { at, ev, served } = await place();
  expect(await ev(['schedule', 'check'])).toMatchObject({ code: 0, out: expect.stringContaining('is in order') as string });
  expect(await ev(['schedule', 'run', 'nightly'])).toMatchObject({ code: 0 });
  expect(readdirSync(at(`${HOLDER}/done`)).filter((name) => name.endsWith('_school.json'))).toHaveLength(1);
  expect(readdirSync(at('/mnt/backup/ev'))).toEqual(expect.arrayContaining(['files', expect.stringMatching(/^\d{8}T/)]));
  const log = await served();
  expect([log, errorsIn(log)]).toEqual([expect.stringContaining('Serving'), []]);
  expect(await ev(['schedule', 'check'])).toMatchObject({ code: 0 });
  expect(await ev(['doctor'])).toMatchObject({ code: 0 });
});

test('a unit that does not name the folders of the steps is reported by doctor, check and log', async () => {
  const { ev, served } = await place();
  const inCheck = await ev(['schedule', 'check'], []);
  expect(inCheck.code).toBe(1);
  for (const [path, named] of [[HOLDER, '/srv/ev/in'], ['/mnt/backup/ev', '/mnt/backup/ev']] as const) {
    expect(inCheck.out).toMatch(new RegExp(`nobody \\(uid ${UID}\\) cannot write to ${path}: .*EROFS.*ReadWritePaths=${named}\``));
  }
  const doctor = await ev(['doctor'], []);
  expect([doctor.code, doctor.out]).toEqual([1, expect.stringMatching(/FAIL {2}schedule: [^]*cannot write to \/srv\/ev\/in\/AB12: [^]*cannot write to \/mnt\/backup\/ev: /)]);
  expect(errorsIn(await served([]))).toHaveLength(2);
});

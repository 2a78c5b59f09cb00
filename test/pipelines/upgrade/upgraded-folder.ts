/** Upgrades a folder and looks at what came of it, for the tests of `ev upgrade`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openConductor } from '../../../pipelines/conductor/wiring.ts';
import { resultOf, type CheckResult } from '../../../pipelines/doctor/check.ts';
import { CHECKS } from '../../../pipelines/doctor/checks.ts';
import { foldersOf } from '../../../pipelines/state/database/database.ts';
import { submit } from '../../../pipelines/state/outcomes/submit.ts';
import { upgrade, type UpgradeProgress, type Upgraded } from '../../../pipelines/upgrade/upgrade.ts';
import { newestHead } from '../../../publisher/read/heads.ts';
import { building, payloadOf, prepareSmall } from '../state/small-roots.ts';
import { recorded, saidAt, type OlderFolder } from './older-folders.ts';

export const BASE = 'http://127.0.0.1:8080/v1';
const NOW = new Date('2026-11-06T12:00:00Z');
export const clock = (): Date => NOW;

export function upgraded(data: string, onProgress: (progress: UpgradeProgress) => void = () => {}, restarts: string[] = []): Promise<Upgraded | null> {
  return upgrade({ data, threads: 1, clock, onProgress, onRestart: (reason) => { restarts.push(reason); } });
}

/** Returns the differences in the past of an upgraded folder, over all kept editions. */
export function pastOf(data: string, name: OlderFolder): readonly unknown[] {
  const { answers, objects } = recorded(name);
  return answers.filter(({ kept }) => kept).flatMap((answer) => {
    const said = saidAt(foldersOf(data).editions, answer, objects);
    const isSame = typeof said === 'object' && said.edition === answer.edition && said.activated === answer.activated && said.differences.length === 0;
    return isSame ? [] : [{ head: answer.head, said }];
  });
}

export async function doctored(data: string): Promise<readonly CheckResult[]> {
  const context = { data, cacheFolder: '', pipelines: join(data, 'pipelines.json'), nodeVersion: '24.0.0', clock, sleep: () => Promise.resolve(), progress: () => {} };
  const checks = CHECKS.filter(({ about, name }) => about === 'data' || name === 'clock');
  const results = await Promise.all(checks.map((check) => resultOf(check, context)));
  return results.filter(({ ok }) => !ok);
}

export async function publishOn(data: string): Promise<number> {
  const input = { holder: 'AB12', method: 'LEVERING', target: '', crs: null, mediaType: '', ifMatch: null } as const;
  await submit(data, { input, payload: { bytes: payloadOf(building('later'), building('NL.IMEV.AB12.gebouw-8', { populatie: 99 })) } }, clock);
  const events: string[] = [];
  const opened = openConductor({
    data, threads: 1, baseUrl: BASE, clock, prepare: prepareSmall, onEvent: (event) => { events.push(event.kind); },
    onHead: () => Promise.resolve(), onSettled: () => {},
  });
  try {
    await opened.conductor.drain();
  } finally {
    opened.close();
  }
  expect(events).not.toContain('Edition:Full');
  return newestHead(foldersOf(data).editions, 'public')!.newest;
}

/** Every file below a folder, by its path in it. */
export function contentsOf(folder: string): Readonly<Record<string, Buffer>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map(({ parentPath, name }) => [join(parentPath, name).slice(folder.length + 1), readFileSync(join(parentPath, name))]))
}

/** A month of nights on a clock of its own, with real files and processes that are killed: nothing is lost, nothing is done twice, all is accounted for. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openRandom } from '../generate/random.ts';
import { cronTimes } from '../../pipelines/schedule/cron-times.ts';
import { openState } from '../../pipelines/state/database/database.ts';
import { listRuns, openRuns, type Run } from '../../pipelines/state/runs/runs.ts';
import { verifyEditions } from '../../pipelines/editions/verify-editions.ts';
import type { Report } from '../../schemas/finding.ts';
import { Holders, HOLDERS, type Expected } from '../month/holders.ts';
import { killedNights } from '../month/nights.ts';
import { pathsIn } from '../pipelines/schedule/scheduled.ts';

/** Some fifty processes, each of which loads all of it. */
const PATIENCE_MS = 3_600_000;
const NIGHTS = 30;
/** The clock is changed in it. */
const FROM = new Date('2026-03-05T11:00:00Z');
const SEED = Number(process.env['EV_SEED'] ?? Math.floor(Math.random() * 1e9));
const data = mkdtempSync(join(tmpdir(), 'ev-month-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

test(`${NIGHTS} nights of ${HOLDERS.length} holders with kills in between, seed ${SEED}`, async () => {
  const holders = new Holders(data, openRandom(SEED, 0));
  holders.settle();
  const kills = await killedNights({ data, holders, from: FROM, first: 1, nights: NIGHTS }, openRandom(SEED, 1));
  // Two nights more, in which holders end what they began.
  const after = new Date(FROM.getTime() + NIGHTS * 86_400_000);
  holders.end(new Date(after.getTime() + 3_600_000));
  await killedNights({ data, holders: new Holders(data, { ...openRandom(SEED, 2), chance: () => false }), from: after, first: NIGHTS + 1, nights: 2 }, { ...openRandom(SEED, 3), chance: () => false });
  expect(kills).toBeGreaterThan(0);

  expect(lying().sort(byName)).toEqual(holders.expected.toSorted(byName));
  expect(rootsOnce()).toEqual([...holders.accepted].sort());
  expect(verifyEditions(data, { edition: 'all' }).damages).toEqual([]);
  expectAccounted(runsOf('nightly'));
  expectAccounted(runsOf('verify'));
}, PATIENCE_MS);

/** Every file of a holder, where it lies, its reports looked at. */
function lying(): Expected[] {
  const folder = join(data, 'in');
  const paths = pathsIn(folder).filter((path) => !/\.report\.(html|json)$/.test(path));
  return paths.map((path): Expected => {
    const [holder = '', place = '', ...rest] = path.split('/');
    const sha256 = createHash('sha256').update(readFileSync(join(folder, path))).digest('hex');
    if (rest.length === 0) return { holder, name: place, sha256, verdict: 'stays' };
    const [, uuid = '', name = ''] = /^\d{8}T\d{6}Z_([0-9a-f]{8})_(.+)$/.exec(rest.join('/')) ?? [];
    const report = JSON.parse(readFileSync(join(folder, `${path}.report.json`), 'utf8')) as Report;
    expect([report.uuid?.slice(0, 8), report.holder, report.source, existsSync(join(folder, `${path}.report.html`))]).toEqual([uuid, holder, name, true]);
    expect(report.counts.errors > 0, path).toBe(place === 'refused');
    return { holder, name, sha256, verdict: place as Expected['verdict'] };
  });
}

function byName(a: Expected, b: Expected): number {
  const [one, two] = [a, b].map(({ holder, name, verdict, sha256 }) => [holder, name, verdict, sha256].join(' ')) as [string, string];
  return one < two ? -1 : Number(one > two);
}

/** Ids of the roots in the register, which have one version each: a file that was decided twice would say so. */
function rootsOnce(): readonly string[] {
  const db = openState(data);
  try {
    const roots = db.prepare('SELECT id, (SELECT count(*) FROM version WHERE version.root = root.n) AS versions FROM root ORDER BY id')
      .all() as unknown as { id: string; versions: number }[];
    expect(roots.filter(({ versions }) => versions !== 1)).toEqual([]);
    return roots.map(({ id }) => id);
  } finally {
    db.close();
  }
}

function runsOf(pipeline: string): readonly Run[] {
  const db = openRuns(data);
  try {
    return listRuns(db, { pipeline, state: null, limit: 10_000 }).toReversed();
  } finally {
    db.close();
  }
}

/**
 * Each time has one run that ended, whatever was cut off before it; or none, where its repetition was cut off too, or is not asked for.
 * No run is of a time that was none.
 */
function expectAccounted(runs: readonly Run[]): void {
  expect(runs.filter(({ state }) => state === 'running')).toEqual([]);
  const isRepeated = runs[0]?.pipeline === 'nightly';
  const times = new Set<string>();
  const cron = cronTimes(isRepeated ? '30 2 * * *' : '0 5 * * *');
  for (let time = cron.next(FROM); time !== undefined && times.size < NIGHTS + 2; time = cron.next(time)) times.add(time.toISOString());
  const byTime = Map.groupBy(runs, ({ due }) => due?.toISOString() ?? '');
  expect([...byTime.keys()]).toEqual([...times]);
  for (const [time, tries] of byTime) {
    const ended = tries.filter(({ state }) => state !== 'cut-off').length;
    const wasGivenUp = !isRepeated || tries.some(({ state, origin }) => state === 'cut-off' && origin === 'cut-off');
    expect(ended === 1 || (ended === 0 && wasGivenUp), `${time}: ${tries.map(({ state, origin }) => `${origin} ${state}`).join(', ')}`).toBe(true);
  }
}

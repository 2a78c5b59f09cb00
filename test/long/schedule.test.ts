/** `ev schedule`, `ev serve --schedule` and `ev runs` as processes: by hand, by the clock of the machine, beside a server, killed and told to stop. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, type TestContext } from 'vitest';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { openExistingRuns, runningRuns, type Run } from '../../pipelines/state/runs/runs.ts';
import { freePort } from '../demo-process.ts';
import { ev, EXAMPLE, said, start } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

/** Every minute: the machine's own clock is waited for. */
const MINUTELY = {
  pipelines: [{ name: 'collecting', cron: '* * * * *', missed: 'skip', steps: [{ step: 'collect', folder: 'in', crs: 'RD' }, { step: 'batch' }, { step: 'verify' }] }],
};

/** A data folder in which AB12 delivers, with a file that is old enough to be taken. */
async function folder(data: string = temporaryFolder()): Promise<string> {
  mkdirSync(join(data, 'in', 'AB12'), { recursive: true });
  expect((await ev(['holders', 'add', 'KVK:12345678', '--name', 'X', '--holder', 'AB12', '--data', data])).code).toBe(0);
  writeFileSync(join(data, 'pipelines.json'), JSON.stringify(MINUTELY));
  deliver(data);
  return data;
}

/** A folder that is removed when this test ends, whatever other test runs beside it. */
function folderOf({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): string {
  const data = mkdtempSync(join(tmpdir(), 'ev-schedule-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  return data;
}

function deliver(data: string): void {
  const path = join(data, 'in', 'AB12', 'school.json');
  copyFileSync(EXAMPLE, path);
  utimesSync(path, 0, 0);
}

async function runsOf(data: string, more: readonly string[] = []): Promise<readonly Run[]> {
  const { out } = await ev(['runs', 'list', '--data', data, '--json', ...more]);
  return (JSON.parse(out) as { runs: readonly Run[] }).runs;
}

/** Resolves when something is there. */
async function until(isThere: () => boolean | Promise<boolean>): Promise<void> {
  while (!await isThere()) await sleep(200);
}

const lies = (data: string, verdict: string): number => {
  const holder = join(data, 'in', 'AB12');
  return readdirSync(holder).includes(verdict) ? readdirSync(join(holder, verdict)).filter((name) => name.endsWith('school.json')).length : 0;
};

function isRunning(data: string): boolean {
  if (!existsSync(foldersOf(data).runs)) return false;
  const runs = openExistingRuns(data);
  try {
    return runningRuns(runs, 'collecting').length > 0;
  } finally {
    runs.close();
  }
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<number | null> {
  const [code] = await once(child, 'exit') as [number | null];
  return code;
}

test('by hand: check, run, list and show, with their exit codes', async () => {
  const data = await folder();
  const check = await ev(['schedule', 'check', '--data', data]);
  expect([check.code, check.out]).toEqual([0, expect.stringMatching(/^collecting: \d{4}-\d\d-\d\dT\d\d:\d\d:00\+0[12]:00, .*\n.*is in order: 1 pipelines\. user \S+ \(uid \d+\) can write where their steps write\./)]);
  const run = await ev(['schedule', 'run', 'collecting', '--data', data, '--json']);
  expect([run.code, JSON.parse(run.out)]).toMatchObject([0, { run: { id: 1, state: 'done', steps: [{ findings: { taken: 1, 'handed in': 1 } }, { findings: { done: 1, submissions: 1 } }, {}] } }]);
  expect(lies(data, 'done')).toBe(1);
  expect(await runsOf(data, ['--pipeline', 'collecting', '--state', 'done', '--limit', '1'])).toMatchObject([{ id: 1, origin: 'command' }]);
  expect(await runsOf(data, ['--state', 'failed'])).toEqual([]);
  expect((await ev(['runs', 'show', '1', '--data', data])).out).toMatch(/1 collect: done.*taken 1, handed in 1\n/);
  for (const [args, code, words] of [
    [['schedule', 'run', 'colecting', '--data', data], 2, 'Did you mean collecting?'], [['runs', 'show', '9', '--data', data], 2, 'no run has this number'],
    [['schedule', 'chekc', '--data', data], 2, 'Did you mean check?'], [['schedule', 'check', '--pipelines', join(data, 'none.json')], 3, 'there is no such file'],
    [['runs', 'list', '--data', temporaryFolder()], 3, 'nothing has run on this folder'],
  ] as const) {
    const { code: actual, out, err } = await ev(args);
    expect([actual, out + err], args.join(' ')).toEqual([code, expect.stringContaining(words)]);
  }
  writeFileSync(join(data, 'pipelines.json'), JSON.stringify({ pipelines: [{ ...MINUTELY.pipelines[0], steps: [{ step: 'collect', folder: 'inn' }] }] }));
  expect(await ev(['schedule', 'check', '--data', data])).toMatchObject({ code: 1, out: expect.stringContaining('inn is not there. Make it') });
  expect((await ev(['schedule', 'run', 'collecting', '--data', data])).code).toBe(1);
});

// These two wait for the minute of the clock, mostly, so they wait together.
test.concurrent('by the clock: a kill is reported at the next start; a second schedule is refused; a stop ends it with 0', async ({ onTestFinished }) => {
  const data = await folder(folderOf({ onTestFinished }));
  const first = start(['schedule', '--data', data]);
  onTestFinished(() => { first.kill('SIGKILL'); });
  await said(first, 'end with Ctrl-C');
  expect(await ev(['schedule', '--data', data])).toMatchObject({ code: 3, err: expect.stringContaining('another process runs the schedule') });
  // A file that changed just now keeps the run waiting for ten seconds.
  await until(() => {
    copyFileSync(EXAMPLE, join(data, 'in', 'AB12', 'school.json'));
    return isRunning(data);
  });
  first.kill('SIGKILL');
  await ended(first);
  const second = start(['schedule', '--data', data, '--pipelines', join(data, 'pipelines.json'), '--keep-days', '7', '--drift', '0.2']);
  onTestFinished(() => { second.kill('SIGKILL'); });
  let greeted = '';
  second.stderr.on('data', (text: Buffer) => { greeted += text.toString(); });
  await until(() => greeted.includes('end with Ctrl-C') && lies(data, 'done') > 0);
  second.kill('SIGTERM');
  expect(await ended(second)).toBe(0);
  const states = (await runsOf(data)).map(({ state }) => state);
  expect(states).toContain('cut-off');
  expect(states).not.toContain('running');
});

test.concurrent('beside a server: its conductor runs the batch, and the server responds meanwhile; a stop ends both', async ({ onTestFinished }) => {
  const data = await folder(folderOf({ onTestFinished }));
  const port = await freePort();
  const server = start(['serve', '--schedule', '--data', data, '--port', String(port)]);
  onTestFinished(() => { server.kill('SIGKILL'); });
  let logged = '';
  server.stderr.on('data', (text: Buffer) => { logged += text.toString(); });
  await until(() => lies(data, 'done') === 1);
  expect((await fetch(`http://127.0.0.1:${port}/v1/kwetsbare-gebouwen/NL.IMEV.AB12.gebouw-0001`)).status).toBe(200);
  deliver(data);
  expect(JSON.parse((await ev(['schedule', 'run', 'collecting', '--data', data, '--json'])).out)).toMatchObject({
    run: { state: 'done', lines: expect.arrayContaining([expect.objectContaining({ text: 'a running server did the work' })]) as unknown },
  });
  server.kill('SIGTERM');
  expect(await ended(server)).toBe(0);
  // The log says that it ran, and names no file of a holder; the run does.
  expect(logged.trim().split('\n').map((line) => (JSON.parse(line) as { msg: string }).msg)).toContain('collecting: run 1 done');
  expect(logged).not.toContain('school');
  expect((await runsOf(data)).map(({ state }) => state)).not.toContain('running');
});

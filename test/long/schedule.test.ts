/** `ev schedule`, `ev serve --schedule` and `ev runs` as processes: by hand, by the clock of the machine, beside a server, killed and told to stop. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Run } from '../../pipelines/state/runs/runs.ts';
import { freePort } from '../demo-process.ts';
import { ev, EXAMPLE, start } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

/** Every minute: the machine's own clock is waited for. */
const MINUTELY = {
  pipelines: [{ name: 'collecting', cron: '* * * * *', missed: 'skip', steps: [{ step: 'collect', folder: 'in', crs: 'RD' }, { step: 'batch' }, { step: 'verify' }] }],
};

/** A data folder in which AB12 delivers, with a file that is old enough to be taken. */
async function folder(pipelines: unknown = MINUTELY): Promise<string> {
  const data = temporaryFolder();
  mkdirSync(join(data, 'in', 'AB12'), { recursive: true });
  expect((await ev(['holders', 'add', 'KVK:12345678', '--name', 'X', '--holder', 'AB12', '--data', data])).code).toBe(0);
  writeFileSync(join(data, 'pipelines.json'), JSON.stringify(pipelines));
  deliver(data);
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
    const said = await ev(args);
    expect([said.code, said.out + said.err], args.join(' ')).toEqual([code, expect.stringContaining(words)]);
  }
  writeFileSync(join(data, 'pipelines.json'), JSON.stringify({ pipelines: [{ ...MINUTELY.pipelines[0], steps: [{ step: 'collect', folder: 'inn' }] }] }));
  expect(await ev(['schedule', 'check', '--data', data])).toMatchObject({ code: 1, out: expect.stringContaining('inn is not there. Make it') });
  expect((await ev(['schedule', 'run', 'collecting', '--data', data])).code).toBe(1);
});

test('by the clock: a kill is reported at the next start; a second schedule is refused; a stop ends it with 0', async () => {
  const data = await folder();
  const first = start(['schedule', '--data', data]);
  onTestFinished(() => { first.kill('SIGKILL'); });
  // A file that changed just now keeps the run waiting for ten seconds.
  await until(async () => {
    copyFileSync(EXAMPLE, join(data, 'in', 'AB12', 'school.json'));
    return (await ev(['runs', 'list', '--data', data])).out.includes('running');
  });
  expect(await ev(['schedule', '--data', data])).toMatchObject({ code: 3, err: expect.stringContaining('another process runs the schedule') });
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

test('beside a server: its conductor runs the batch, and the server responds meanwhile; a stop ends both', async () => {
  const data = await folder();
  const port = await freePort();
  const server = start(['serve', '--schedule', '--data', data, '--port', String(port)]);
  onTestFinished(() => { server.kill('SIGKILL'); });
  let said = '';
  server.stderr.on('data', (text: Buffer) => { said += text.toString(); });
  await until(() => lies(data, 'done') === 1);
  expect((await fetch(`http://127.0.0.1:${port}/v1/kwetsbare-gebouwen/NL.IMEV.AB12.gebouw-0001`)).status).toBe(200);
  deliver(data);
  expect(JSON.parse((await ev(['schedule', 'run', 'collecting', '--data', data, '--json'])).out)).toMatchObject({
    run: { state: 'done', lines: expect.arrayContaining([expect.objectContaining({ text: 'a running server did the work' })]) as unknown },
  });
  server.kill('SIGTERM');
  expect(await ended(server)).toBe(0);
  // The log says that it ran, and names no file of a holder; the run does.
  expect(said.trim().split('\n').map((line) => (JSON.parse(line) as { msg: string }).msg)).toContain('collecting: run 1 done');
  expect(said).not.toContain('school');
  expect((await runsOf(data)).map(({ state }) => state)).not.toContain('running');
});

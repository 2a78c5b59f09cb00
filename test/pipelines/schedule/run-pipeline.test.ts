/** One run of a pipeline: its record, and the notice of a failure. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OnFailure, Pipeline } from '../../../pipelines/schedule/pipelines-file.ts';
import { addLine, beginRun, dropOldRuns, endRun, listRuns, openRuns, wholeRun } from '../../../pipelines/state/runs/runs.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { scheduled } from './scheduled.ts';
import { Sound } from '../../../publisher/sound.ts';
import { Fault } from '../../../schemas/fault.ts';
import { SOUND } from '../../always-sound.ts';

const AT = '2026-11-20T12:00:00Z';
/** The cause of a run whose watch folder is not there. */
const GONE = 'the step collect failed: the folder cannot be read (no such file or directory)';
const collecting = (folder: string): Pipeline => ({ name: 'collecting', cron: '0 * * * *', missed: 'once', steps: [{ step: 'collect', folder }, { step: 'verify' }] });

describe('a run', () => {
  test('keeps its steps, findings and lines', async () => {
    const place = scheduled(AT);
    writeFileSync(join(place.watched, 'AB12', 'a.json'), '[]');
    const run = await place.run(collecting(place.watched));
    expect(run).toMatchObject({
      id: 1, state: 'done', cause: null, origin: 'command',
      steps: [{ name: 'collect', state: 'done', findings: { taken: 1, 'handed in': 1 } }, { name: 'verify', state: 'done', findings: {} }],
      lines: [{ step: 1, text: expect.stringMatching(/^AB12\/a\.json is handed in as /) as string }],
    });
    expect(place.run1(1)).toEqual(run);
  });

  test('a step that throws ends it, with its cause; troubles fail it when all steps are done', async () => {
    const place = scheduled(AT);
    expect(await place.run(collecting(join(place.data, 'not there')))).toMatchObject({ state: 'failed', cause: GONE, steps: [{ state: 'failed' }] });
    mkdirSync(join(place.watched, 'ZZ99'));
    expect(await place.run(collecting(place.watched))).toMatchObject({
      state: 'failed', cause: 'a folder of no holder', steps: [{ state: 'failed', findings: { troubles: 1 } }, { state: 'done' }],
    });
  });

  test('of a pipeline that runs already is none', async () => {
    const place = scheduled(AT);
    writeFileSync(join(place.watched, 'AB12', 'a.json'), '[]');
    const second: unknown[] = [];
    place.waited = async () => { second.push(await place.run(collecting(place.watched))); };
    await place.run(collecting(place.watched));
    expect(second).toEqual([null]);
  });

  test('whose process died is marked as cut off by the next run', async () => {
    const place = scheduled(AT);
    const runs = openRuns(place.data);
    beginRun(runs, { pipeline: 'collecting', origin: 'command', due: null }, new Date(place.now));
    runs.close();
    await place.run(collecting(place.watched));
    expect(place.runs().map(({ state }) => state)).toEqual(['cut-off', 'done']);
  });
});

describe('runs that are kept', () => {
  test('are the newest of each pipeline, with as many lines as there is room for', () => {
    const db = openRuns(scheduled(AT).data);
    onTestFinished(() => db.close());
    const now = new Date(AT);
    const begin = (pipeline: string): number => beginRun(db, { pipeline, origin: 'command', due: null }, now);
    const first = begin('rare');
    for (let count = 0; count <= LIMITS.runLinesMax; count += 1) addLine(db, first, { step: null, at: now, text: 'x'.repeat(LIMITS.runLineCharsMax + 1) });
    const run = wholeRun(db, first);
    expect([run?.lines.length, run?.linesLeft, run?.lines[0]?.text.length]).toEqual([LIMITS.runLinesMax, 1, LIMITS.runLineCharsMax]);
    db.exec('BEGIN');
    for (let count = 0; count < LIMITS.runsPerPipelineMax; count += 1) db.prepare("INSERT INTO run (pipeline, origin, started, state) VALUES ('often', 'schedule', 0, 'done')").run();
    db.exec('COMMIT');
    endRun(db, begin('often'), { state: 'done' }, now);
    const lost = new Fault('a database is lost', { step: 'Test:Lose' });
    dropOldRuns(db, 'often', Sound.lookedAtBy(() => lost));
    expect(listRuns(db, { pipeline: 'often', state: null, limit: 10_000 })).toHaveLength(LIMITS.runsPerPipelineMax + 1);
    dropOldRuns(db, 'often', SOUND);
    const all = { state: null, limit: 10_000 };
    expect(listRuns(db, { ...all, pipeline: 'often' })).toHaveLength(LIMITS.runsPerPipelineMax);
    expect(listRuns(db, { ...all, pipeline: 'rare' })).toHaveLength(1);
  });
});

test('a run shows no password of an address that an earlier version kept', () => {
  const db = openRuns(scheduled(AT).data);
  onTestFinished(() => db.close());
  const now = new Date(AT);
  const id = beginRun(db, { pipeline: 'nightly', origin: 'command', due: null }, now);
  const text = 'cannot call https://ev:s3cret@chat.example/hook';
  addLine(db, id, { step: null, at: now, text });
  endRun(db, id, { state: 'failed', message: text }, now);
  const shown = 'cannot call https://…@chat.example/hook';
  expect(wholeRun(db, id)).toMatchObject({ message: shown, lines: [{ text: shown }] });
});

describe('OPEN-schedule-call: a failed run', () => {
  /** Fails, with one of two causes, or succeeds, again and again. */
  async function nights(onFailure: OnFailure, ways: readonly ('gone' | 'stray' | 'fine')[]): Promise<ReturnType<typeof scheduled>> {
    const place = scheduled(AT, { more: { onFailure } });
    for (const way of ways) {
      rmSync(join(place.watched, 'ZZ99'), { recursive: true, force: true });
      if (way === 'stray') mkdirSync(join(place.watched, 'ZZ99'));
      await place.run(collecting(way === 'gone' ? join(place.data, 'not there') : place.watched));
    }
    return place;
  }

  test('calls a command with JSON on its standard input, once for each cause until the pipeline succeeded', async () => {
    const log = join(scheduled(AT).data, 'log');
    const command = [process.execPath, '-e', `process.stdin.pipe(require('fs').createWriteStream(process.argv[1], { flags: 'a' }))`, log];
    const place = await nights({ command }, ['gone', 'gone', 'stray', 'gone', 'fine', 'gone']);
    const calls = readFileSync(log, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { run: number; cause: string });
    expect(calls.map(({ run, cause }) => [run, cause])).toEqual([[1, GONE], [3, 'a folder of no holder'], [6, GONE]]);
    expect(calls[0]).toMatchObject({ pipeline: 'collecting', state: 'failed', due: null, started: '2026-11-20T12:00:00.000Z' });
    expect(place.run1(1)?.lines.at(-1)?.text).toBe(`node was called: ${GONE}`);
  });

  test('no shell reads the arguments of a command', async () => {
    const { data } = scheduled(AT);
    await nights({ command: ['true', `; touch ${join(data, 'hacked')}`, '$(id)'] }, ['gone']);
    expect(existsSync(join(data, 'hacked'))).toBe(false);
  });

  test('posts JSON to a webhook, whose address is kept from the lines', async () => {
    const bodies: unknown[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => { body += piece.toString(); }).on('end', () => {
        bodies.push([request.method, request.headers['content-type'], JSON.parse(body)]);
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => { server.close(); });
    const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?secret=s3cret`;
    const place = await nights({ webhook }, ['gone', 'gone']);
    expect(bodies).toMatchObject([['POST', 'application/json', { pipeline: 'collecting', run: 1 }]]);
    expect(JSON.stringify(place.run1(1))).not.toContain('s3cret');
  });

  test.each<[string, OnFailure, RegExp]>([
    ['a command that is not there', { command: ['/not/there'] }, /there did not take the call.*ENOENT/],
    ['a command that fails', { command: [process.execPath, '-e', 'console.error("no mail"); process.exit(4)'] }, /exit code 4: no mail/],
    ['a command that tells its arguments', { command: ['sh', '-c', 'echo "no mail for $1" >&2; exit 6', 'sh', 's3cret-key'] }, /exit code 6: no mail for …\./],
    ['a webhook where nobody listens', { webhook: 'http://127.0.0.1:39999/s3cret?key=s3cret' }, /http:\/\/127\.0\.0\.1:39999 did not take the call/],
  ])('%s: that is kept with the run, and the next failure calls again', async (_, onFailure, expected) => {
    const place = await nights(onFailure, ['gone', 'gone']);
    expect(JSON.stringify(place.runs().map(({ id }) => place.run1(id)))).not.toContain('s3cret');
    for (const id of [1, 2]) expect(place.run1(id)).toMatchObject({ called: false, lines: [{}, { text: expect.stringMatching(expected) as string }] });
  });
});

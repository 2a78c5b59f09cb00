/** The log: which ids stand in a line, what is told at which level, and what a person reads. */
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ConductorEvent } from '../../../pipelines/conductor/conductor.ts';
import type { LogLevel } from '../../../pipelines/configuration/settings.ts';
import { openLog, type LoggedRequest } from '../../../pipelines/operations/log.ts';
import { Fault } from '../../../schemas/fault.ts';

const READ: LoggedRequest = {
  id: 'aanvraag-1', method: 'GET', route: '/v1/wegen/:id', status: 200, seconds: 0.0021, submission: null, problem: null, keyEnd: null, tokenEnd: null, hasUntrustedForwarded: false,
};

function opened({ level = 'info', isForPeople = false }: { level?: LogLevel; isForPeople?: boolean } = {}) {
  const lines: string[] = [];
  const log = openLog({ level, isForPeople, edition: () => 7, write: (line) => { lines.push(line); } });
  return { log, lines, told: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

test('a request that writes is logged with its ids, on one line of JSON', () => {
  const { log, told } = opened();
  log.answered({ ...READ, method: 'PUT', status: 422, problem: 'NietVerwerkbaar', submission: 'indiening-1', tokenEnd: '0123abcd' });
  expect(told()).toEqual([{
    level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/) as unknown, request: 'aanvraag-1', method: 'PUT', route: '/v1/wegen/:id', status: 422, ms: 2,
    problem: 'NietVerwerkbaar', submission: 'indiening-1', token: '0123abcd', edition: 7,
    msg: 'PUT /v1/wegen/:id: 422 NietVerwerkbaar, 2 ms, submission indiening-1, request aanvraag-1',
  }]);
});

test.each<[string, Partial<LoggedRequest>, string]>([
  ['a read', {}, 'debug'], ['a read that is refused', { status: 404 }, 'info'], ['a slow read', { seconds: 1 }, 'warn'],
  ['a write', { method: 'DELETE', status: 204 }, 'info'], ['what failed', { status: 503 }, 'warn'], ['no route', { route: null, status: 404 }, 'info'],
])('%s is logged at its level, and not below it', (_, request, level) => {
  const all = opened({ level: 'debug' });
  all.log.answered({ ...READ, ...request });
  expect(all.told().map((line) => line['level'])).toEqual([level]);
  const few = opened({ level: 'error' });
  few.log.answered({ ...READ, ...request });
  expect(few.lines).toEqual([]);
});

test.each<[ConductorEvent, Record<string, unknown>]>([
  [{ kind: 'Submission:Park', uuid: 'a', holder: 'AB12', ended: 12, standing: 20, nested: false }, { level: 'warn', submission: 'a', holder: 'AB12' }],
  [{ kind: 'Batch:Decide', batch: 3, submissions: 2, uuids: ['a', 'b'], seconds: {} }, { level: 'info', batch: 3, submission: ['a', 'b'] }],
  [{ kind: 'Edition:Publish', edition: 8, head: 9, batch: 3, objects: 1, ms: 5, seconds: {} }, { level: 'info', edition: 8, batch: 3 }],
  [{ kind: 'Conductor:Fail', message: 'vol', retryMs: 250 }, { level: 'error' }],
])('what the conductor did bears its ids: %j', (event, fields) => {
  const { log, told } = opened();
  log.event(event, 'in woorden');
  expect(told()[0]).toMatchObject({ event: event.kind, msg: 'in woorden', ...fields });
  expect(told()[0]).not.toHaveProperty('uuid');
});

test('that no file can be opened is logged once, with how many more failed of it the next time', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => { vi.useRealTimers(); });
  const { log, told } = opened();
  const full = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  const fault = new Fault('a file of the edition cannot be read', { step: 'Edition:Open', cause: full });
  for (const error of [full, fault, fault]) log.fault(error, 'aanvraag-1');
  log.fault(new TypeError('x is undefined'));
  vi.advanceTimersByTime(60_000);
  log.fault(fault, 'aanvraag-2');
  expect(told().map(({ request, untold }) => [request, untold])).toEqual([['aanvraag-1', 0], [undefined, undefined], ['aanvraag-2', 2]]);
});

test('a fault is logged with its request, a defect with its stack', () => {
  const { log, told } = opened();
  log.fault(new Fault('de schijf is vol', { step: 'Disk:Check' }), 'aanvraag-1');
  log.fault(new TypeError('x is undefined'));
  expect(told()).toMatchObject([
    { level: 'error', request: 'aanvraag-1', step: 'Disk:Check', msg: 'Disk:Check failed: de schijf is vol.' },
    { level: 'error', stack: expect.stringContaining('log.test.ts') as unknown, msg: 'x is undefined' },
  ]);
  expect(told()[0]).not.toHaveProperty('stack');
});

test('a person reads the words alone, and the place of a defect', () => {
  const { log, lines } = opened({ isForPeople: true });
  log.print('Serving');
  log.answered(READ);
  log.fault(new TypeError('x is undefined'));
  expect(lines).toEqual(['Serving', expect.stringMatching(/^TypeError: x is undefined\n +at /)]);
});

test('lines that cannot be written are counted, and reported once when the log can be written again', () => {
  const lines: string[] = [];
  let isFull = false;
  const log = openLog({
    level: 'info', isForPeople: true, edition: () => 7,
    write: (line, onWritten) => {
      if (!isFull) lines.push(line);
      onWritten(isFull ? new Error('ENOSPC: no space left on device, write') : null);
    },
  });
  log.print('first');
  isFull = true;
  log.print('lost');
  log.print('lost too');
  isFull = false;
  log.print('second');
  log.print('third');
  expect(lines).toEqual(['first', 'second', 'the log is written again; 2 lines were dropped since the start (ENOSPC: no space left on device, write)', 'third']);
  expect(log.dropped()).toBe(2);
});

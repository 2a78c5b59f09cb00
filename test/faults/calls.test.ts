/**
 * A fault at every call by which a batch changes the disk (fault tests D2, D3), and at every call of an acknowledgement.
 * `EV_FAULTS=full` takes every call; else every few, each kind of call from its first to its last.
 */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcome } from '../../pipelines/state/outcomes/submit.ts';
import { building } from '../pipelines/state/small-roots.ts';
import { deliver, newFolder, newestOf, settle } from './life.ts';
import { CALLS, countCalls, runWithFault, type Call, type Ended } from './strace.ts';
import { tally } from './tally.ts';

const BATCH = join(import.meta.dirname, 'batch.ts');
const ACKNOWLEDGE = join(import.meta.dirname, 'acknowledge.ts');
/** Calls per kind, unless all are tried. */
const FEW = 4;
const isFull = process.env['EV_FAULTS'] === 'full';

const template = newFolder();
let uuids: readonly string[] = [];
let whole: ReturnType<typeof newestOf> = null;

/** An edition of thirty buildings; pending: new ones, changed ones, and a file. */
beforeAll(async () => {
  const ids = Array.from({ length: 30 }, (_, n) => `b${n}`);
  await deliver(template, ids.map((id) => building(id)));
  await settle(template);
  uuids = [
    await deliver(template, ids.slice(0, 5).map((id) => building(id, { populatie: 7 }))),
    await deliver(template, ['n1', 'n2', 'n3'].map((id) => building(id))),
    await deliver(template, [building('large')], { bytes: 1_200_000 }),
  ];
  const data = copyOfTemplate();
  await settle(data);
  whole = newestOf(data);
  rmSync(data, { recursive: true });
});
afterAll(() => rmSync(template, { recursive: true }));

function copyOfTemplate(): string {
  const data = newFolder();
  cpSync(template, data, { recursive: true });
  return data;
}

/** The first, the last, and some between; all of them in the long form. */
function instants(count: number): readonly number[] {
  const step = isFull ? 1 : Math.max(1, (count - 1) / (FEW - 1));
  const chosen = Array.from({ length: Math.ceil(count / step) + 1 }, (_, n) => Math.min(count, 1 + Math.round(n * step)));
  return count === 0 ? [] : [...new Set(chosen)];
}

/** Runs the batch with one fault, then once more without; everything pending has taken effect exactly once. */
async function expectRecovery(fault: { call: Call; nth: number; fault: string }): Promise<Ended> {
  const data = copyOfTemplate();
  try {
    const ended = await runWithFault([BATCH, data], fault);
    expect(newestOf(data)?.damages, `after ${fault.fault} at ${fault.call} ${fault.nth}`).toEqual([]);
    const startedMs = performance.now();
    await settle(data);
    const recoverySeconds = (performance.now() - startedMs) / 1000;
    expect(newestOf(data), `settled after ${fault.fault} at ${fault.call} ${fault.nth}`).toEqual(whole);
    expect(uuids.map((uuid) => outcome(data, uuid)?.state)).toEqual(uuids.map(() => 'settled'));
    tally({ faults: 1, acknowledged: uuids.length, recoverySeconds });
    return ended;
  } finally {
    rmSync(data, { recursive: true });
  }
}

describe.each([
  ['D2', 'the process is killed', 'signal=KILL'],
  ['D3', 'the call fails', 'error=EIO'],
  ['D3', 'the disk is full', 'error=ENOSPC'],
] as const)('%s: in a batch %s', (_, __, fault) => {
  test.each(CALLS)('at %s', async (call) => {
    const data = copyOfTemplate();
    const count = (await countCalls([BATCH, data])).get(call) ?? 0;
    rmSync(data, { recursive: true });
    let reached = 0;
    for (const nth of instants(count)) {
      const { code, signal } = await expectRecovery({ call, nth, fault });
      if (code !== 0 || signal !== null) reached += 1;
    }
    console.info(`${fault} at ${call}: ${count} calls, ${instants(count).length} tried, ${reached} ended the batch`);
    if (fault === 'signal=KILL' && count > 0) expect(reached, 'the fault was met').toBeGreaterThan(0);
  });
});

describe.each([['a row', 0], ['a file', 1_200_000]] as const)('D3: an acknowledgement of %s', (_, bytes) => {
  test.each(['signal=KILL', 'error=EIO', 'error=ENOSPC'])('with %s at each call: what was acknowledged is there', async (fault) => {
    const first = copyOfTemplate();
    const counts = await countCalls([ACKNOWLEDGE, first, 'x', String(bytes)]);
    rmSync(first, { recursive: true });
    for (const call of CALLS) for (const nth of instants(counts.get(call) ?? 0)) await expectAcknowledged({ call, nth, fault }, bytes);
  });
});

async function expectAcknowledged(fault: { call: Call; nth: number; fault: string }, bytes: number): Promise<void> {
  const data = copyOfTemplate();
  try {
    const { output } = await runWithFault([ACKNOWLEDGE, data, 'x', String(bytes)], fault);
    await settle(data);
    const now = newestOf(data);
    expect(now?.damages).toEqual([]);
    // Not acknowledged: it may be there or not, whole in either case.
    if (output.includes('ack')) expect(now?.contentId, `${fault.fault} at ${fault.call} ${fault.nth}`).not.toBe(whole?.contentId);
    tally({ faults: 1, acknowledged: output.includes('ack') ? 1 : 0 });
  } finally {
    rmSync(data, { recursive: true });
  }
}

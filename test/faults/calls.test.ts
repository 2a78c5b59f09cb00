/**
 * A fault at every call by which a batch changes the disk (fault tests D2, D3), and at every call of an acknowledgement and of the acceptance
 * of a proposal. The batch has deliveries, an undo and a transfer.
 * `EV_FAULTS=full` takes every call; else every few, each kind of call from its first to its last.
 */
import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openInbox, openState } from '../../pipelines/state/database/database.ts';
import { receivedOf } from '../../pipelines/state/folder/clock.ts';
import { findProposal, insertProposal } from '../../pipelines/state/inbox/proposals.ts';
import { outcome } from '../../pipelines/state/outcomes/submit.ts';
import { orderPayload, transferTarget } from '../../schemas/orders.ts';
import { submissionPath } from '../../schemas/target.ts';
import { building } from '../pipelines/state/small-roots.ts';
import { accept, deliver, handIn, newFolder, newestOf, settle } from './life.ts';
import { CALLS, countCalls, runWithFault, type Call, type Ended } from './strace.ts';
import { tally } from './tally.ts';

const BATCH = join(import.meta.dirname, 'batch.ts');
const ACKNOWLEDGE = join(import.meta.dirname, 'acknowledge.ts');
const ACCEPT = join(import.meta.dirname, 'accept-proposal.ts');
/** Calls per kind, unless all are tried. */
const FEW = 4;
const isFull = process.env['EV_FAULTS'] === 'full';

const template = newFolder();
/** An edition of one building. */
const proposing = newFolder();
let uuids: readonly string[] = [];
let whole: ReturnType<typeof newestOf> = null;

/** An edition of thirty buildings, five of them changed since; pending: new ones, changed ones, a file, the undo of that change, and a transfer. */
beforeAll(async () => {
  const ids = Array.from({ length: 30 }, (_, n) => `b${n}`);
  await deliver(template, ids.map((id) => building(id)));
  const wrong = await deliver(template, ids.slice(10, 15).map((id) => building(id, { populatie: 9 })));
  await settle(template);
  const transfer = { from: 'AB12', to: 'CD34', at: '2026-01-01', reason: 'test', ids: ids.slice(20, 25) };
  uuids = [
    await deliver(template, ids.slice(0, 5).map((id) => building(id, { populatie: 7 }))),
    await deliver(template, ['n1', 'n2', 'n3'].map((id) => building(id))),
    await deliver(template, [building('large')], { bytes: 1_200_000 }),
    await handIn(template, { method: 'HERROEPING', target: submissionPath(wrong) }, orderPayload({ method: 'HERROEPING', undoes: wrong, force: false })),
    await handIn(template, { method: 'OVERDRACHT', target: transferTarget(transfer) }, orderPayload({ method: 'OVERDRACHT', ...transfer })),
  ];
  const data = copyOfTemplate();
  await settle(data);
  whole = newestOf(data);
  rmSync(data, { recursive: true });
});
afterAll(() => rmSync(template, { recursive: true }));

function copyOfTemplate(): string {
  return copyOf(template);
}

function copyOf(folder: string): string {
  const data = newFolder();
  cpSync(folder, data, { recursive: true });
  return data;
}

/** The first, the last, and some between; all of them in the long form. */
function instants(count: number, few = FEW): readonly number[] {
  const step = isFull ? 1 : Math.max(1, (count - 1) / (few - 1));
  const chosen = Array.from({ length: Math.ceil(count / step) + 1 }, (_, n) => Math.min(count, 1 + Math.round(n * step)));
  return count === 0 ? [] : [...new Set(chosen)];
}

/** Returns how many decisions there are on the pending submissions, and how many roots each order changed: none or all five. */
function orderedIn(data: string): { readonly decisions: number; readonly undone: number; readonly handedOver: number } {
  const db = openState(data);
  try {
    const ofMethod = '(SELECT n FROM decision JOIN inbox ON inbox.seq = decision.seq WHERE method = ?)';
    const { decisions } = db.prepare('SELECT count(*) AS decisions FROM decision JOIN inbox ON inbox.seq = decision.seq WHERE uuid IN (SELECT value FROM json_each(?))')
      .get(JSON.stringify(uuids)) as { decisions: number };
    const { undone } = db.prepare(`SELECT count(*) AS undone FROM version WHERE decision IN ${ofMethod}`).get('HERROEPING') as { undone: number };
    const { handedOver } = db.prepare("SELECT count(*) AS handedOver FROM root WHERE holder = 'CD34'").get() as { handedOver: number };
    return { decisions, undone, handedOver };
  } finally {
    db.close();
  }
}

/** Runs the batch with one fault, then once more without; everything pending has taken effect exactly once. */
async function expectRecovery(fault: { call: Call; nth: number; fault: string }): Promise<Ended> {
  const data = copyOfTemplate();
  try {
    const ended = await runWithFault([BATCH, data], fault);
    expect(newestOf(data)?.damages, `after ${fault.fault} at ${fault.call} ${fault.nth}`).toEqual([]);
    const { undone, handedOver } = orderedIn(data);
    expect([0, 5], `roots undone after ${fault.fault} at ${fault.call} ${fault.nth}`).toContain(undone);
    expect([0, 5], `roots handed over after ${fault.fault} at ${fault.call} ${fault.nth}`).toContain(handedOver);
    const startedMs = performance.now();
    await settle(data);
    expect(orderedIn(data)).toEqual({ decisions: uuids.length, undone: 5, handedOver: 5 });
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

describe('D2, D3: an acceptance of a proposal', () => {
  beforeAll(async () => {
    await deliver(proposing, [building('b29')]);
    await settle(proposing);
  });
  afterAll(() => rmSync(proposing, { recursive: true }));

  test.each(['signal=KILL', 'error=EIO', 'error=ENOSPC'])('with %s at each call: it is open without a submission, or accepted with one, which is decided once', async (fault) => {
    const first = withProposal();
    const counts = await countCalls([ACCEPT, first.data, first.proposal, randomUUID()]);
    rmSync(first.data, { recursive: true });
    const seen = new Set<string>();
    for (const call of CALLS) {
      // Only a few of the written pages are those of the acceptance, so that a kill is tried at each of them.
      const few = call === 'pwrite64' && fault === 'signal=KILL' ? Infinity : FEW;
      for (const nth of instants(counts.get(call) ?? 0, few)) seen.add(await expectAcceptance({ call, nth, fault }));
    }
    expect(seen, 'one fault comes before the acceptance is durable, another after it').toEqual(new Set(['open', 'accepted']));
  });
});

/** Returns a folder with an edition of one building, in which its transfer to CD34 is proposed. */
function withProposal(): { readonly data: string; readonly proposal: string } {
  const data = copyOf(proposing);
  const db = openInbox(data);
  try {
    const order = { method: 'OVERDRACHT', from: 'AB12', to: 'CD34', at: '2026-01-01', reason: 'test', ids: ['b29'] } as const;
    const stored = insertProposal(db, order, { holder: 'AB12', organisation: null, tokenEnd: null }, () => receivedOf(new Date()));
    if ('kind' in stored) throw new Error(`the proposal is refused: ${stored.kind}`);
    return { data, proposal: stored.uuid };
  } finally {
    db.close();
  }
}

/** Returns the state that the fault left. A second attempt then accepts what is still open. */
async function expectAcceptance(fault: { call: Call; nth: number; fault: string }): Promise<string> {
  const { data, proposal } = withProposal();
  const [lost, again] = [randomUUID(), randomUUID()];
  const when = `${fault.fault} at ${fault.call} ${fault.nth}`;
  try {
    const { output } = await runWithFault([ACCEPT, data, proposal, lost], fault);
    const left = acceptanceIn(data, proposal, [lost, again]);
    if (output.includes('ack')) expect(left.state, when).toBe('accepted');
    expect(left, when).toEqual(left.state === 'open' ? { state: 'open', submission: null, stored: [], decisions: 0, moved: 0 }
      : { state: 'accepted', submission: lost, stored: [lost], decisions: 0, moved: 0 });
    const submission = left.state === 'open' ? again : lost;
    expect(accept(data, proposal, again), when).toBe(left.state === 'open' ? 'ended' : 'closed');
    await settle(data);
    expect(acceptanceIn(data, proposal, [lost, again]), when).toEqual({ state: 'accepted', submission, stored: [submission], decisions: 1, moved: 1 });
    tally({ faults: 1, acknowledged: 1 });
    return left.state;
  } finally {
    rmSync(data, { recursive: true });
  }
}

/** Returns the state of the proposal, the submissions of these attempts, the number of their decisions, and that of buildings of CD34. */
function acceptanceIn(data: string, proposal: string, attempts: readonly string[]) {
  const db = openState(data);
  try {
    const { state, submission = null } = findProposal(db, proposal)!;
    const stored = db.prepare('SELECT uuid FROM inbox WHERE uuid IN (SELECT value FROM json_each(?))').all(JSON.stringify(attempts)).map(({ uuid }) => uuid);
    const { decisions } = db.prepare('SELECT count(*) AS decisions FROM decision JOIN inbox ON inbox.seq = decision.seq WHERE uuid IN (SELECT value FROM json_each(?))')
      .get(JSON.stringify(attempts)) as { decisions: number };
    const { moved } = db.prepare("SELECT count(*) AS moved FROM root WHERE holder = 'CD34'").get() as { moved: number };
    return { state, submission, stored, decisions, moved };
  } finally {
    db.close();
  }
}

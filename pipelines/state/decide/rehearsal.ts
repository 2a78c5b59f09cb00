/**
 * Rehearsal: decides a delivery or an order on a copy of the register, with the same code, and returns the report that it would get now.
 *
 * Invariants: the register itself is only read, and never waits; the copy and the prepared files are removed again.
 * Pending submissions of others do not count.
 * Why a copy: a transaction that is rolled back would hold the write lock of the register, and so every decision, for as long as it takes.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Finding, Report } from '../../../schemas/finding.ts';
import type { Order, TransferOrder } from '../../../schemas/orders.ts';
import { isRequest, type SubmissionInput } from '../../../schemas/submission.ts';
import type { Received } from '../../../schemas/time.ts';
import { countsOf, endedIn, withFindings } from '../../prepare/delivery/index.ts';
import type { PrepareDeps } from '../../prepare/prepare.ts';
import { foldersOf, makeFolders, openExistingState, transaction, type State } from '../database/database.ts';
import { receivedOf } from '../folder/clock.ts';
import { newestPrefix } from '../inbox/batches.ts';
import { PreparedWriter, type Prepared } from '../inbox/prepared.ts';
import type { Decided, Numbered } from '../outcomes/outcomes.ts';
import { HiddenObjects, hides, LAST } from '../register/hidden-objects.ts';
import { Register } from '../register/register.ts';
import { applySubmission } from './apply.ts';
import { applyOrder } from './apply-order.ts';
import { driftOf, type DriftLimit } from './drift.ts';
import { parkedNote } from './park.ts';

/** Where preparation sends what the register decides on. */
export type ForRegister = Pick<PrepareDeps, 'sink' | 'onOpenLinks'>;

/** Checks a delivery and passes on each accepted root (prepare/). */
export type Prepare = (to: ForRegister) => Promise<Report>;

interface RehearsalInput {
  readonly input: SubmissionInput;
  readonly clock: () => Date;
  /** Limit beyond which the submission would be parked. */
  readonly drift: DriftLimit;
}

/** Returns the report that the delivery would get. Throws a Fault when the folder has no register, or the disk no room for a copy. */
export async function rehearse(
  data: string, asked: RehearsalInput, prepare: Prepare,
): Promise<Report> {
  return await rehearseIn(data, asked, async (copy, submission) => {
    const prepared = await prepareInto(new PreparedWriter(copy, submission.uuid), prepare);
    return (db) => applySubmission({ db, register: new Register(db, [submission.holder]) }, submission, prepared);
  });
}

/** Returns the report that an order would get. Throws a Fault as `rehearse` does. */
export async function rehearseOrder(data: string, asked: RehearsalInput, order: Order): Promise<Report> {
  return await rehearseIn(data, asked, (_, submission) => (
    Promise.resolve((db) => applyOrder({ db, register: new Register(db, [submission.holder]) }, submission, order))
  ));
}

/**
 * Returns the report that a transfer would get, for the holder of the objects. Hidden objects of the receiver do not count: this holder
 * must not learn which ids they have, and has not the receiver's consent.
 */
export async function rehearseTransfer(data: string, asked: RehearsalInput, order: TransferOrder): Promise<Report> {
  return await rehearseIn(data, asked, (_, submission) => Promise.resolve((db) => {
    removeHidden(db, order.to);
    return applyOrder({ db, register: new Register(db, [submission.holder]) }, submission, order);
  }));
}

/** Sets the ids of hidden objects of a holder free. For a copy of the register only. */
function removeHidden(db: State, holder: string): void {
  const hidden = new HiddenObjects(db, LAST);
  const roots = db.prepare('SELECT n FROM root WHERE holder = ?').all(holder).map(({ n }) => ({ n: n as number, part: hidden.withGone(n as number) }));
  for (const { n, part } of roots) {
    if (part.isWhole) {
      db.prepare('DELETE FROM object WHERE root = ?').run(n);
      // No object has an id with a NUL, so that no other root of the holder has this one.
      db.prepare('UPDATE root SET id = char(0) || n WHERE n = ?').run(n);
    } else if (part.ids.size > 0) {
      const ids = db.prepare('SELECT id FROM object WHERE root = ?').all(n).map(({ id }) => id as string).filter((id) => hides(part, id));
      for (const id of ids) db.prepare('DELETE FROM object WHERE root = ? AND id = ?').run(n, id);
    }
  }
}

/** Prepares a submission in the folder of the copy; the result decides it. */
type Ready = (copy: string, submission: Numbered) => Promise<(db: State) => Decided>;

async function rehearseIn(data: string, asked: RehearsalInput, ready: Ready): Promise<Report> {
  const copy = mkdtempSync(join(tmpdir(), 'ev-rehearsal-'));
  try {
    await copyState(data, copy);
    return await decideIn({ copy, inbox: foldersOf(data).inbox }, asked, ready);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function copyState(data: string, copy: string): Promise<void> {
  const db = openExistingState(data);
  try {
    await backup(db, makeFolders(copy).register);
  } finally {
    db.close();
  }
}

/** Decides in the copy of the register, which has the inbox of the register beside it, read only. */
async function decideIn(
  { copy: data, inbox }: { readonly copy: string; readonly inbox: string }, { input, clock, drift: limit }: RehearsalInput, ready: Ready,
): Promise<Report> {
  const db = new DatabaseSync(foldersOf(data).register);
  try {
    db.prepare('ATTACH ? AS inbox').run(`${pathToFileURL(inbox).href}?mode=ro`);
    const last = newestPrefix(db);
    const received = Math.max(receivedOf(clock()), last.received + 1) as Received;
    const submission: Numbered = {
      ...input, seq: 0, uuid: randomUUID(), received, decision: last.decision + 1, model: input.model ?? null,
      strict: isRequest(input.method) || input.strict === true, full: input.full ?? [], correct: input.correct === true,
      bronregistratie: input.bronregistratie ?? null, bytes: 0, sha256: '', isForeseen: true,
    };
    const decide = await ready(data, submission);
    return transaction(db, () => {
      const decided = decide(db);
      // Nothing was submitted, so there is no receipt.
      const { uuid: _, received: __, ...report } = decided.report!;
      const drift = driftOf(db, submission, { ended: endedIn(report.counts)!, limit });
      return drift === null ? report : withNote(report, parkedNote(drift, limit, { isForeseen: true }));
    });
  } finally {
    db.close();
  }
}

function withNote(report: Report, note: Finding): Report {
  const { objects, findings, counts } = report;
  return { ...report, findings: [note, ...findings], counts: countsOf(objects, withFindings(counts.rules, [note]), endedIn(counts)) };
}

async function prepareInto(writer: PreparedWriter, prepare: Prepare): Promise<Prepared> {
  const report = await prepare({ sink: (root) => writer.add(root), onOpenLinks: (suggestions) => writer.suggest(suggestions) });
  if (report.counts.accepted === 0) writer.clear();
  return await writer.finish(report);
}

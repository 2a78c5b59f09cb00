/**
 * Accept thread: makes submissions durable, so that the server's main thread never calls SQLite or fsync. Submissions that arrive during a
 * commit share the next one (group commit). A delivery arrives in pieces, which are written while others are accepted; its submission
 * follows when the delivery is complete.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Fault, unreachable, UsageFault } from '../../schemas/fault.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { Ruled, Ruling } from '../../schemas/operation.ts';
import type { TransferOrder } from '../../schemas/orders.ts';
import type { EndedProposal, UnknownCode } from '../../schemas/proposal.ts';
import type { Receipt, SubmissionInput, Writer } from '../../schemas/submission.ts';
import type { SourceFault } from '../prepare/unpacker.ts';
import { similarToUnknown } from '../state/access/holders.ts';
import { openExistingInbox, requireHeld, type Inbox } from '../state/database/database.ts';
import { receivedOf } from '../state/folder/clock.ts';
import { ArrivingPayload } from '../state/inbox/arriving.ts';
import { insertEntries, isStored, type Entry } from '../state/inbox/inbox.ts';
import { dropPayload, payloadPath, sha256Of, writePayload } from '../state/inbox/payload.ts';
import { removePrepared } from '../state/inbox/prepared.ts';
import { endProposal, findProposal, insertProposal } from '../state/inbox/proposals.ts';
import { refuse, release } from '../state/outcomes/ruling.ts';
import { answerParent } from './line.ts';

export type AcceptCall =
  | { readonly kind: 'accept'; readonly uuid: string; readonly input: SubmissionInput; readonly body: Uint8Array }
  | PartCall
  | { readonly kind: 'store'; readonly uuid: string; readonly input: SubmissionInput }
  | { readonly kind: 'complete'; readonly uuid: string }
  | { readonly kind: 'drop'; readonly uuid: string }
  | { readonly kind: 'propose'; readonly order: TransferOrder; readonly by: Writer }
  | { readonly kind: 'end-proposal'; readonly uuid: string; readonly by: Writer; readonly submission: string | null }
  | { readonly kind: 'rule'; readonly uuid: string; readonly ruling: Ruling }
  | { readonly kind: 'hold' }
  | { readonly kind: 'close' };

/** The payload of a delivery that is not stored, until `drop`; at its path when it is large. */
export type CompletePayload = { readonly sha256: string } & ({ readonly bytes: Uint8Array } | { readonly path: string });

/** Call with the next piece of a delivery, or null at its end. The result says why the delivery is refused, if it is. */
interface PartCall {
  readonly kind: 'part';
  readonly uuid: string;
  readonly piece: Uint8Array | null;
}

interface Waiting {
  readonly entry: Entry;
  readonly resolve: (receipt: Receipt) => void;
  readonly reject: (error: unknown) => void;
}

const { data } = workerData as { readonly data: string };
let db: Inbox | null = null;
let queue: Waiting[] = [];
/** Deliveries in progress, by uuid. */
const arriving = new Map<string, ArrivingPayload>();

answerParent(parentPort, handle, () => {
  db?.close();
  db = null;
});

/** Returns the inbox. Throws a Fault while it cannot be opened; the thread stays alive, so that every client gets the reason. */
function inbox(): Inbox {
  return db ??= openExistingInbox(data);
}

/** The result is a Receipt, a SourceFault or undefined, a CompletePayload, a Proposal, UnknownCode or TooManyProposals, an EndedProposal, or a Ruled. */
function handle(call: AcceptCall): unknown {
  switch (call.kind) {
    case 'accept': return accept(call);
    case 'part': return takePart(call);
    case 'store': return storeDelivery(call);
    case 'complete': return complete(call.uuid);
    case 'drop': return drop(call.uuid);
    case 'propose': return unknownCode(call.order) ?? insertProposal(inbox(), call.order, call.by, () => receivedOf(new Date()));
    case 'end-proposal': return endProposalOf(call);
    case 'rule': return rule(call);
    case 'hold': return requireHeld(inbox());
    case 'close': {
      db?.close();
      parentPort?.unref();
      return undefined;
    }
    default: return unreachable(call);
  }
}

function takePart({ uuid, piece }: PartCall): Promise<SourceFault | undefined> {
  const delivery = arriving.get(uuid) ?? new ArrivingPayload(data, uuid);
  arriving.set(uuid, delivery);
  return piece === null ? delivery.end() : delivery.add(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
}

async function storeDelivery({ uuid, input }: Extract<AcceptCall, { kind: 'store' }>): Promise<Receipt> {
  const delivery = begun(uuid);
  try {
    return await enter({ uuid, input, ...await delivery.finish() });
  } catch (error) {
    if (!isKept(uuid)) await delivery.drop();
    throw error;
  } finally {
    arriving.delete(uuid);
  }
}

async function complete(uuid: string): Promise<CompletePayload> {
  const { payload, sha256 } = await begun(uuid).finish();
  return { sha256, ...(payload === null ? { path: payloadPath(data, uuid) } : { bytes: payload }) };
}

function begun(uuid: string): ArrivingPayload {
  const delivery = arriving.get(uuid);
  if (delivery === undefined) throw new Error(`nothing has come of delivery ${uuid}`);
  return delivery;
}

async function drop(uuid: string): Promise<void> {
  await arriving.get(uuid)?.drop();
  arriving.delete(uuid);
}

function accept({ uuid, input, body }: Extract<AcceptCall, { kind: 'accept' }>): Promise<Receipt> {
  const inline = body.length <= LIMITS.inlinePayloadBytesMax;
  if (!inline) storePayload(uuid, body);
  return enter({ uuid, input, bytes: body.length, sha256: sha256Of(body), payload: inline ? body : null });
}

function endProposalOf({ uuid, by, submission }: Extract<AcceptCall, { kind: 'end-proposal' }>): EndedProposal {
  const proposal = submission === null ? undefined : findProposal(inbox(), uuid);
  const unknown = proposal?.state === 'open' && [proposal.from, proposal.to].includes(by.holder) ? unknownCode(proposal) : undefined;
  return unknown ?? endProposal(inbox(), { uuid, by, submission }, () => receivedOf(new Date()));
}

async function rule({ uuid, ruling }: Extract<AcceptCall, { kind: 'rule' }>): Promise<Ruled> {
  const clock = (): Date => new Date();
  try {
    if (ruling.kind === 'release') return { kind: 'ruled', retriedAs: (await release(data, uuid, clock))?.uuid ?? null };
    refuse(data, { uuid, reason: ruling.reason }, clock);
    return { kind: 'ruled', retriedAs: null };
  } catch (error) {
    if (error instanceof UsageFault) return { kind: 'notWaiting' };
    // The digest of the payload is the one thing of which a release says what it expected.
    if (error instanceof Fault && error.detail.step === 'Submission:Release' && error.detail.expected !== undefined) return { kind: 'damaged' };
    throw error;
  }
}

/** Returns the side of a transfer that no organisation has. */
function unknownCode({ from, to }: Pick<TransferOrder, 'from' | 'to'>): UnknownCode | undefined {
  for (const code of [from, to]) {
    const near = similarToUnknown(data, code);
    if (near !== null) return { kind: 'unknownCode', code, near };
  }
  return undefined;
}

/** Stores a submission durably; removes its payload when that fails. */
function enter(entry: Entry): Promise<Receipt> {
  return new Promise((resolve, reject) => {
    // setImmediate runs after the messages that have arrived already, so they all go into one commit.
    if (queue.length === 0) setImmediate(flush);
    queue.push({ entry, resolve, reject });
  });
}

function storePayload(uuid: string, body: Uint8Array): void {
  try {
    writePayload(data, uuid, body);
  } catch (error) {
    forget(uuid);
    throw error;
  }
}

/** Removes the payload of a submission that could not be stored: a full disk must not fill further. */
function forget(uuid: string): void {
  if (isKept(uuid)) return;
  dropPayload(data, uuid);
  removePrepared(data, uuid);
}

/**
 * Whether the inbox may have the submission, so that its payload must stay although the sender got an error. The hourly sweep removes
 * payloads without a row. Never throws: the sender gets the first error.
 */
function isKept(uuid: string): boolean {
  try {
    return db !== null && isStored(db, uuid);
  } catch {
    return true;
  }
}

function flush(): void {
  const group = queue;
  queue = [];
  try {
    const receipts = insertEntries(inbox(), group.map(({ entry }) => entry), () => receivedOf(new Date()));
    group.forEach(({ resolve }, index) => resolve(receipts[index]!));
  } catch (error) {
    for (const { entry, reject } of group) {
      forget(entry.uuid);
      reject(error);
    }
  }
}

/**
 * Proposals in the inbox: transfers that one holder proposed to another, and how each ended.
 *
 * Invariants:
 *  - Rows are only added. A proposal ends once, by the key of `proposal_end`.
 *  - Open proposals are limited, for each proposer and each receiver.
 *  - An acceptance and its submission are one transaction, so neither exists without the other.
 * Not here: who may do what over HTTP (server/handlers/proposals.ts).
 */
import { randomUUID } from 'node:crypto';
import { LIMITS } from '../../../schemas/limits.ts';
import { orderPayload, transferInput, type TransferOrder } from '../../../schemas/orders.ts';
import type { EndedProposal, ListedProposal, Proposal, ProposalListing, ProposalState, TooManyProposals } from '../../../schemas/proposal.ts';
import type { Writer } from '../../../schemas/submission.ts';
import { formatReceived, type Received } from '../../../schemas/time.ts';
import { requireHeld, transaction, type Inbox, type Reader } from '../database/database.ts';
import { clockFault } from '../folder/clock.ts';
import { insertEntry, type Entry } from './inbox.ts';
import { sha256Of } from './payload.ts';

/** Stores a proposal durably, unless too many are open. Throws a Fault, with nothing stored, when the clock is too far ahead. */
export function insertProposal(db: Inbox, order: TransferOrder, by: Writer, clock: () => Received): Proposal | TooManyProposals {
  const uuid = randomUUID();
  const refused = transaction(db, () => {
    const tooMany = tooManyOpen(db, order, by);
    if (tooMany !== undefined) return tooMany;
    const at = clock();
    const fault = clockFault(db, at);
    if (fault !== null) throw fault;
    db.prepare(`INSERT INTO proposal (uuid, at, proposer, organisation, token_end, from_holder, to_holder, order_text)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
      .run(uuid, at, by.holder, by.organisation, by.tokenEnd, order.from, order.to, orderPayload(order).toString());
    return undefined;
  });
  requireHeld(db);
  return refused ?? findProposal(db, uuid)!;
}

/** Returns the limit that a further proposal would exceed. */
function tooManyOpen(db: Inbox, { from, to }: TransferOrder, { holder, organisation }: Writer): TooManyProposals | undefined {
  const receiver = holder === from ? to : from;
  const open = 'FROM proposal WHERE NOT EXISTS (SELECT 1 FROM proposal_end e WHERE e.n = proposal.n)';
  const { proposed, received } = db.prepare(`SELECT
    (SELECT count(*) ${open} AND (proposer = :holder OR organisation = :organisation)) AS proposed,
    (SELECT count(*) ${open} AND proposer <> :receiver AND (from_holder = :receiver OR to_holder = :receiver)) AS received`)
    .get({ holder, organisation, receiver }) as { proposed: number; received: number };
  if (proposed >= LIMITS.openProposalsMax) return { kind: 'tooMany', of: 'proposer', code: holder };
  return received >= LIMITS.openProposalsToHolderMax ? { kind: 'tooMany', of: 'receiver', code: receiver } : undefined;
}

interface Ending {
  readonly uuid: string;
  readonly by: Writer;
  /** uuid of the submission of an acceptance; null: the proposal is withdrawn or refused. */
  readonly submission: string | null;
}

/** Ends an open proposal durably, and stores the submission of an acceptance. Throws a Fault as `insertProposal` does. */
export function endProposal(db: Inbox, { uuid, by, submission }: Ending, clock: () => Received): EndedProposal {
  const ended = transaction(db, (): EndedProposal => {
    const proposal = findProposal(db, uuid);
    if (proposal === undefined || ![proposal.from, proposal.to].includes(by.holder)) return { kind: 'unknown' };
    if (proposal.state !== 'open') return { kind: 'closed', proposal };
    if (submission !== null && proposal.proposer === by.holder) return { kind: 'own', proposal };
    const receipt = submission === null ? undefined : insertEntry(db, entryOf(submission, by, orderOf(db, uuid)), clock);
    db.prepare(`INSERT INTO proposal_end (n, at, holder, organisation, token_end, seq)
      SELECT n, ?, ?, ?, ?, (SELECT seq FROM inbox WHERE uuid = ?) FROM proposal WHERE uuid = ?`)
      .run(clock(), by.holder, by.organisation, by.tokenEnd, submission, uuid);
    return { kind: 'ended', proposal: findProposal(db, uuid)!, ...(receipt === undefined ? {} : { receipt }) };
  });
  requireHeld(db);
  return ended;
}

/** Returns the submission of an accepted proposal. Its sender is the holder of the objects, whoever accepted. */
function entryOf(uuid: string, by: Writer, order: TransferOrder): Entry {
  const payload = orderPayload(order);
  return { uuid, bytes: payload.length, sha256: sha256Of(payload), payload, input: { ...by, ...transferInput(order) } };
}

interface ProposalRow {
  readonly uuid: string;
  readonly at: Received;
  readonly proposer: string;
  readonly fromHolder: string;
  readonly toHolder: string;
  readonly day: string;
  readonly reason: string;
  readonly idCount: number | null;
  readonly state: ProposalState;
  readonly endedAt: Received | null;
  readonly submission: string | null;
}

/** SQL: proposals with their state. The ids stay in the database, because they may be many. */
const PROPOSALS = `(SELECT proposal.n, proposal.uuid, proposal.at, proposer, from_holder AS fromHolder, to_holder AS toHolder,
  order_text ->> '$.at' AS day, order_text ->> '$.reason' AS reason, json_array_length(order_text, '$.ids') AS idCount,
  CASE WHEN e.n IS NULL THEN 'open' WHEN e.seq IS NOT NULL THEN 'accepted' WHEN e.holder = proposer THEN 'withdrawn' ELSE 'refused' END AS state,
  e.at AS endedAt, inbox.uuid AS submission
  FROM proposal LEFT JOIN proposal_end e ON e.n = proposal.n LEFT JOIN inbox ON inbox.seq = e.seq)`;

/** Returns a proposal with its ids; undefined for an unknown uuid. */
export function findProposal(db: Reader, uuid: string): Proposal | undefined {
  const row = db.prepare(`SELECT * FROM ${PROPOSALS} WHERE uuid = ?`).get(uuid) as unknown as ProposalRow | undefined;
  if (row === undefined) return undefined;
  const { ids } = orderOf(db, uuid);
  return { ...listed(row), ...(ids === undefined ? {} : { ids }) };
}

/** Returns proposals, newest first. They are empty when `before` is no proposal. */
export function listProposals(db: Reader, { states, holders, before, limit }: ProposalListing): readonly ListedProposal[] {
  const rows = db.prepare(`SELECT * FROM ${PROPOSALS} WHERE state IN (SELECT value FROM json_each(:states))
    AND (:holders IS NULL OR fromHolder IN (SELECT value FROM json_each(:holders)) OR toHolder IN (SELECT value FROM json_each(:holders)))
    AND (:before IS NULL OR n < (SELECT n FROM proposal WHERE uuid = :before)) ORDER BY n DESC LIMIT 0 + :limit`)
    .all({
      states: JSON.stringify(states), holders: holders === null ? null : JSON.stringify(holders), before, limit,
    }) as unknown as ProposalRow[];
  return rows.map(listed);
}

function listed(
  { at, fromHolder, toHolder, day, idCount, endedAt, submission, uuid, proposer, reason, state }: ProposalRow,
): ListedProposal {
  return {
    uuid, proposed: formatReceived(at), proposer, from: fromHolder, to: toHolder, at: day, reason, state,
    ...(idCount === null ? {} : { idCount }), ...(endedAt === null ? {} : { ended: formatReceived(endedAt) }),
    ...(submission === null ? {} : { submission }),
  };
}

function orderOf(db: Reader, uuid: string): TransferOrder {
  const { text } = db.prepare('SELECT order_text AS text FROM proposal WHERE uuid = ?').get(uuid) as { text: string };
  return JSON.parse(text) as TransferOrder;
}

/** Limits of open proposals, for each proposer and each receiver. */
import { expect, onTestFinished, test } from 'vitest';
import { openInbox, transaction } from '../../../../pipelines/state/database/database.ts';
import { endProposal, insertProposal } from '../../../../pipelines/state/inbox/proposals.ts';
import { LIMITS } from '../../../../schemas/limits.ts';
import type { Proposal, TooManyProposals } from '../../../../schemas/proposal.ts';
import type { Writer } from '../../../../schemas/submission.ts';
import type { Received } from '../../../../schemas/time.ts';
import { START_US, temporaryFolder } from '../register-bench.ts';

const clock = () => START_US as Received;

function opened() {
  const db = openInbox(temporaryFolder());
  onTestFinished(() => db.close());
  const propose = (from: string, to: string, { by = from, organisation = null }: { by?: string; organisation?: string | null } = {}): Proposal | TooManyProposals => (
    insertProposal(db, { method: 'OVERDRACHT', from, to, at: '2027-01-01', reason: 'test' }, { holder: by, organisation, tokenEnd: null }, clock)
  );
  // SQL, because a thousand durable ones take long.
  const fill = (from: string, to: string, { count, by = from, organisation = null }: { count: number; by?: string; organisation?: string | null }): void => transaction(db, () => {
    const insert = db.prepare('INSERT INTO proposal (uuid, at, proposer, organisation, from_holder, to_holder, order_text) VALUES (?, 1, ?, ?, ?, ?, ?)');
    for (let n = 0; n < count; n += 1) insert.run(`${from}-${to}-${by}-${n}`, by, organisation, from, to, '{}');
  });
  const end = (uuid: string, by: Omit<Writer, 'organisation' | 'tokenEnd'>): unknown => (
    endProposal(db, { uuid, by: { ...by, organisation: null, tokenEnd: null }, submission: null }, clock).kind
  );
  return { propose, fill, end };
}

test('a proposer with as many open proposals as it may have gets no further one until one ends', () => {
  const { propose, fill, end } = opened();
  const last = LIMITS.openProposalsMax - 1;
  fill('AB12', 'CD34', { count: last });
  const stored = propose('EF56', 'AB12', { by: 'AB12' });
  expect(stored).toMatchObject({ state: 'open' });
  expect(propose('AB12', 'GH78')).toEqual({ kind: 'tooMany', of: 'proposer', code: 'AB12' });
  expect(propose('GH78', 'AB12'), 'one of the other side').toMatchObject({ proposer: 'GH78', state: 'open' });
  expect(end((stored as Proposal).uuid, { holder: 'EF56' })).toBe('ended');
  expect(propose('AB12', 'GH78')).toMatchObject({ state: 'open' });
});

test('the codes of an organisation share its limit', () => {
  const { propose, fill } = opened();
  fill('AB12', 'CD34', { count: LIMITS.openProposalsMax, organisation: 'KVK:1' });
  expect(propose('EF56', 'GH78', { organisation: 'KVK:1' })).toEqual({ kind: 'tooMany', of: 'proposer', code: 'EF56' });
  expect(propose('EF56', 'GH78', { organisation: 'KVK:2' })).toMatchObject({ state: 'open' });
});

test('a receiver with as many open proposals as it may have gets no further one, and still proposes itself', () => {
  const { propose, fill } = opened();
  const proposers = Array.from({ length: LIMITS.openProposalsToHolderMax / LIMITS.openProposalsMax }, (_, n) => `P${100 + n}`);
  proposers.forEach((code, n) => (n % 2 === 0 ? fill(code, 'CD34', { count: LIMITS.openProposalsMax }) : fill('CD34', code, { count: LIMITS.openProposalsMax, by: code })));
  expect(propose('AB12', 'CD34')).toEqual({ kind: 'tooMany', of: 'receiver', code: 'CD34' });
  expect(propose('CD34', 'AB12', { by: 'AB12' })).toEqual({ kind: 'tooMany', of: 'receiver', code: 'CD34' });
  expect(propose('CD34', 'AB12')).toMatchObject({ proposer: 'CD34', state: 'open' });
  expect(propose('AB12', 'EF56')).toMatchObject({ state: 'open' });
});

/** Changes: the rows that a publication removes and adds, sorted as its series are. */
import { SERIES } from '../../schemas/names.ts';
import type { Moment } from '../../schemas/time.ts';
import { hashId } from '../format/hash.ts';
import type { Changed } from '../format/manifest.ts';
import { compareRows } from '../format/order.ts';
import { ChangeCounter } from './changed.ts';
import type { ChangedRow } from './edition.ts';
import type { DerivedRow, PublishRequest } from './input.ts';
import { byOrder, type Change } from './merge.ts';
import { sizeOf } from './row.ts';
import type { Spool } from './spool.ts';

export interface SortedChanges {
  /** Per target (twice the index of a series; plus one: *other*) the rows to remove and to add, sorted. */
  readonly changes: Change<ChangedRow>[][];
  /** When the last of them came to be; 0 when there are none. */
  readonly changedAt: number;
  readonly changed: Changed | null;
}

/** Reads the rows of a request, once; their records go to the spool. */
export function sortedChanges(request: PublishRequest, parent: Moment | null, spool: Spool): SortedChanges {
  const changes: Change<ChangedRow>[][] = SERIES.flatMap(() => [[], []]);
  const counter = parent === null ? null : new ChangeCounter();
  let changedAt = 0;
  for (const { isRemoval, row, at, isHidden } of request.rows(parent)) {
    if (!isHidden) counter?.add(row, isRemoval);
    changes[row.target]!.push({ isRemoval, entry: refTo(row, isRemoval ? 0 : spool.add(row.record)) });
    changedAt = Math.max(changedAt, at);
  }
  for (const list of changes) list.sort(byOrder(compareRows));
  return { changes, changedAt, changed: counter?.counts() ?? null };
}

function refTo({ order, target, record }: DerivedRow, at: number): ChangedRow {
  return { ...order, ...hashId(order.id), target, size: sizeOf(record), page: null, at, length: record.length };
}

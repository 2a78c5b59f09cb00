/** Changes: the rows that a publication removes and adds, sorted as its series are, and the versions that change. */
import { SERIES } from '../../schemas/names.ts';
import type { Moment } from '../../schemas/time.ts';
import { hashId } from '../format/hash.ts';
import type { Changed } from '../format/manifest.ts';
import { compareRows } from '../format/order.ts';
import { ChangeCounter } from './changed.ts';
import type { ChangedRow, Changes } from './edition-writer.ts';
import type { DerivedRow, PublishRequest } from './input.ts';
import { byOrder, type Change } from './merge.ts';
import { sizeOf } from './row.ts';
import type { Spool } from './spool.ts';
import { treeChange, type TreeChange } from './version-tree.ts';

export interface SortedChanges {
  readonly changes: Changes;
  /** Moment of the last change; 0 when there is none. */
  readonly changedAt: number;
  readonly changed: Changed | null;
}

/** Reads the rows and the versions of a request, once. Their records go to the spool. */
export function sortedChanges(request: PublishRequest, parent: Moment | null, spool: Spool): SortedChanges {
  const rows: Change<ChangedRow>[][] = SERIES.flatMap(() => [[], []]);
  const counter = parent === null ? null : new ChangeCounter();
  let changedAt = 0;
  for (const { isRemoval, row, at, isHidden } of request.rows(parent)) {
    if (!isHidden) counter?.add(row, isRemoval);
    rows[row.target]!.push({ isRemoval, entry: refTo(row, isRemoval ? 0 : spool.add(row.record)) });
    changedAt = Math.max(changedAt, at);
  }
  for (const list of rows) list.sort(byOrder(compareRows));
  const versions: TreeChange[] = [];
  for (const change of request.versions()) {
    versions.push(treeChange(change));
    changedAt = Math.max(changedAt, change.at);
  }
  return { changes: { rows, versions }, changedAt, changed: counter?.counts() ?? null };
}

function refTo({ order, target, record }: DerivedRow, at: number): ChangedRow {
  return { ...order, ...hashId(order.id), target, size: sizeOf(record), page: null, at, length: record.length };
}

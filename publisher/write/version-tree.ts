/**
 * Version tree: writes the changed leaves and nodes of the tree of versions (format/version-nodes.ts). Branches without changes keep their
 * addresses.
 */
import { Fault } from '../../schemas/fault.ts';
import { SERIES, seriesOf } from '../../schemas/names.ts';
import { hashId } from '../format/hash.ts';
import { EMPTY_ROOT, type RootEntry } from '../format/manifest.ts';
import type { EncodedSegment } from '../format/segment.ts';
import {
  BRANCHES, branchOf, compareVersions, encodeLeaf, encodeNode, isLeaf, type VersionBranch, type VersionEntry, type VersionKey,
} from '../format/version-nodes.ts';
import { entriesIn, nodeBranches, rootBranch } from '../read/version-reader.ts';
import type { VersionChange, VersionName } from './input.ts';
import type { Output } from './series-writer.ts';

/** A version that is added, ended, or removed. */
export type TreeChange =
  | { readonly kind: 'open'; readonly key: VersionEntry }
  | { readonly kind: 'end'; readonly key: VersionKey; readonly until: number }
  | { readonly kind: 'remove'; readonly key: VersionKey };

export function treeChange(change: VersionChange): TreeChange {
  switch (change.kind) {
    case 'end': return { kind: 'end', key: keyOf(change.version), until: change.until };
    case 'remove': return { kind: 'remove', key: keyOf(change.version) };
    default: {
      const { id, type, valid, recorded, holder, changed } = change.version;
      const key = keyOf({ id, recordedFrom: recorded.from, validFrom: valid.from });
      const ends = { validUntil: valid.until ?? Infinity, recordedUntil: recorded.until ?? Infinity };
      return { kind: 'open', key: { ...key, ...ends, series: SERIES.indexOf(seriesOf(type)), holder, changed } };
    }
  }
}

function keyOf({ id, recordedFrom, validFrom }: VersionName): VersionKey {
  return { ...hashId(id), id, recordedFrom, validFrom };
}

/** Returns the new root of the tree. */
export function writeVersions(parent: RootEntry, changes: readonly TreeChange[], output: Output): RootEntry {
  const root = new TreeWriter(output).branch(rootBranch(parent), changes, 0);
  if (root === null) return EMPTY_ROOT;
  const { hash, ...lies } = root.address;
  return {
    count: root.count, hash: Buffer.from(root.contentHash).toString('hex'), next: null,
    address: { ...lies, check: Buffer.from(hash).toString('hex') },
  };
}

const COUNTS = { open: 1, end: 0, remove: -1 } as const;

class TreeWriter {
  readonly #output: Output;

  constructor(output: Output) {
    this.#output = output;
  }

  /** Returns a branch after its changes; null: the branch is empty. */
  branch(parent: VersionBranch | null, changes: readonly TreeChange[], steps: number): VersionBranch | null {
    if (changes.length === 0) return parent;
    const { packs } = this.#output;
    const count = changes.reduce((sum, { kind }) => sum + COUNTS[kind], parent?.count ?? 0);
    const isNode = parent === null || !isLeaf(parent.count, steps);
    if (isNode && !isLeaf(count, steps)) return this.#node(parent === null ? EMPTY_NODE : nodeBranches(parent, packs), changes, steps);
    const entries = applied(parent === null ? [] : entriesIn(parent, steps, packs), changes);
    if (entries.length === 0) return null;
    if (isLeaf(entries.length, steps)) return this.#add(encodeLeaf(entries), entries.length);
    return this.#node(EMPTY_NODE, entries.map((key) => ({ kind: 'open', key })), steps);
  }

  #node(parent: readonly (VersionBranch | null)[], changes: readonly TreeChange[], steps: number): VersionBranch {
    const parts: TreeChange[][] = parent.map(() => []);
    for (const change of changes) parts[branchOf(change.key, steps)]!.push(change);
    const branches = parent.map((branch, index) => this.branch(branch, parts[index]!, steps + 1));
    return this.#add(encodeNode(branches), branches.reduce((sum, branch) => sum + (branch?.count ?? 0), 0));
  }

  #add(segment: EncodedSegment, count: number): VersionBranch {
    this.#output.written.segments += 1;
    return { count, contentHash: segment.contentHash, address: this.#output.pack.addSegment(segment) };
  }
}

const EMPTY_NODE: readonly null[] = Array.from({ length: BRANCHES }, () => null);

/** Returns the versions of a branch after its changes, in order. */
function applied(parent: readonly VersionEntry[], changes: readonly TreeChange[]): readonly VersionEntry[] {
  const entries = new Map(parent.map((entry) => [nameOf(entry), entry]));
  for (const change of changes) {
    const name = nameOf(change.key);
    const known = entries.get(name);
    if ((known === undefined) !== (change.kind === 'open')) {
      throw new Fault(`a version to ${change.kind} is ${known === undefined ? 'not there' : 'there already'}`, {
        step: 'Edition:Versions', actual: name,
        hint: 'The changes do not fit the edition they were made against. `ev editions rebuild` makes everything anew.',
      });
    }
    if (change.kind === 'open') entries.set(name, change.key);
    else if (change.kind === 'end') entries.set(name, { ...known!, recordedUntil: change.until });
    else entries.delete(name);
  }
  return [...entries.values()].sort(compareVersions);
}

function nameOf({ id, recordedFrom, validFrom }: VersionKey): string {
  return `${recordedFrom} ${validFrom} ${id}`;
}

/** Versions: reads the tree of versions of an edition (format/version-nodes.ts): the versions of one id, or of a branch. */
import { sameInNfc } from '../../schemas/normal-form.ts';
import type { Moment } from '../../schemas/time.ts';
import { hashId } from '../format/hash.ts';
import { entriesNamed } from '../format/id-index.ts';
import { rootAddress, type RootEntry } from '../format/manifest.ts';
import { addressAt } from '../format/segment-address.ts';
import {
  branchOfId, compareVersions, isLeaf, VersionLeaf, VersionNode, type VersionBranch, type VersionEntry,
} from '../format/version-nodes.ts';
import type { Packs } from './bytes/index.ts';

const makeLeaf = (bytes: Buffer): VersionLeaf => new VersionLeaf(bytes);
const makeNode = (bytes: Buffer): VersionNode => new VersionNode(bytes);

/** Returns the whole tree; null: there are no versions. */
export function rootBranch(root: RootEntry): VersionBranch | null {
  const address = rootAddress(root);
  return address === null ? null : { count: root.count, contentHash: Buffer.from(root.hash, 'hex'), address };
}

/** Returns the versions of an id, in any Unicode form with the same NFC, in the order in which they were recorded. */
export function versionsOf(root: RootEntry, id: string, packs: Packs): readonly VersionEntry[] {
  return entriesNamed(versionsAlike(root, id, packs), id);
}

/**
 * Returns the version that the document of an id shows at a moment: the one valid then, else the last one that is still recorded;
 * undefined when the root was withdrawn.
 */
export function presentVersion(versions: readonly VersionEntry[], moment: Moment): VersionEntry | undefined {
  const current = versions.filter(({ recordedUntil }) => recordedUntil === Infinity)
    .sort((left, right) => left.validFrom - right.validFrom);
  return current.find((one) => one.validFrom <= moment && moment < one.validUntil) ?? current.at(-1);
}

/** Returns the versions of all Unicode forms of an id, each in the order in which they were recorded. */
function versionsAlike(root: RootEntry, id: string, packs: Packs): readonly VersionEntry[] {
  const hash = hashId(id);
  let branch = rootBranch(root);
  let steps = 0;
  for (; branch !== null && !isLeaf(branch.count, steps); steps += 1) {
    const next = branchOfId(hash, steps);
    if (next === undefined) return entriesIn(branch, steps, packs).filter((entry) => sameInNfc(entry.id, id));
    branch = nodeBranches(branch, packs)[next]!;
  }
  return branch === null ? [] : packs.made(branch.address, makeLeaf).entriesOf(id);
}

/** Returns all versions in a branch at this depth, in order. */
export function entriesIn(branch: VersionBranch, steps: number, packs: Packs): VersionEntry[] {
  if (isLeaf(branch.count, steps)) return packs.made(branch.address, makeLeaf).entries();
  return nodeBranches(branch, packs).flatMap((one) => (one === null ? [] : entriesIn(one, steps + 1, packs))).sort(compareVersions);
}

/** Returns the branches of a node; null: an empty branch. */
export function nodeBranches({ address }: VersionBranch, packs: Packs): (VersionBranch | null)[] {
  return branchesOf(packs.made(address, makeNode));
}

export function branchesOf(node: VersionNode): (VersionBranch | null)[] {
  return Array.from(node.counts, (count, index) => (
    count === 0 ? null : { count, contentHash: node.contentHash(index), address: addressAt(node.addresses, index) }
  ));
}

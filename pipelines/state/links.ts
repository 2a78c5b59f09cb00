/**
 * Links between roots of one submission and the register: which roots must be refused because a link of
 * theirs leads nowhere. Refusing one root may leave another's link without target, and so on; that chain is
 * followed in memory, in time and space proportional to the number of links.
 */
import type { PreparedRoot } from '../../schemas/submission.ts';
import type { Prepared } from './prepared.ts';
import type { Register } from './register.ts';

type Link = PreparedRoot['links'][number];

/** The links of a root that lead nowhere, asked just before it is written. */
export type DanglingLinks = (root: PreparedRoot) => readonly Link[];

/** `passes` says whether nothing but links could refuse a root. */
export function resolveLinks(
  register: Register, prepared: Prepared, passes: (root: PreparedRoot) => boolean,
): DanglingLinks {
  if (!prepared.hasLinks) return () => [];
  const linking = new Map<string, readonly Link[]>();
  const wanted = new Set<string>();
  for (const { pointer, links } of prepared.roots()) {
    if (links.length > 0) linking.set(pointer, links);
    for (const { id } of links) if (!register.resolves(id)) wanted.add(id);
  }
  const bringers = bringersOf(wanted, prepared, passes);
  const refused = followRefusals(linking, wanted, bringers);
  // An earlier root of this submission may have dropped what the register still had at first.
  const isGone = ({ id }: Link): boolean => !bringers.has(id) && !register.resolves(id);
  return (root) => refused.get(root.pointer) ?? root.links.filter(isGone);
}

/** Wanted ids that a root of this submission brings, with its pointer. */
function bringersOf(
  wanted: ReadonlySet<string>, prepared: Prepared, passes: (root: PreparedRoot) => boolean,
): ReadonlyMap<string, string> {
  const bringers = new Map<string, string>();
  if (wanted.size === 0) return bringers;
  for (const root of prepared.roots()) {
    const brings = root.objects.filter(({ id }) => wanted.has(id));
    if (brings.length > 0 && passes(root)) for (const { id } of brings) bringers.set(id, root.pointer);
  }
  return bringers;
}

function followRefusals(
  linking: ReadonlyMap<string, readonly Link[]>, wanted: ReadonlySet<string>, bringers: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Link[]> {
  const linkers = new Map<string, string[]>();
  for (const [pointer, links] of linking) {
    for (const { id } of links) {
      const target = bringers.get(id);
      if (target === undefined) continue;
      const list = linkers.get(target);
      if (list === undefined) linkers.set(target, [pointer]);
      else list.push(pointer);
    }
  }
  const refused = new Map<string, readonly Link[]>();
  const queue = [...linking.keys()];
  for (let pointer = queue.pop(); pointer !== undefined; pointer = queue.pop()) {
    if (refused.has(pointer)) continue;
    const dangling = (linking.get(pointer) ?? []).filter(({ id }) => {
      const target = bringers.get(id);
      return wanted.has(id) && (target === undefined || refused.has(target));
    });
    if (dangling.length === 0) continue;
    refused.set(pointer, dangling);
    for (const linker of linkers.get(pointer) ?? []) queue.push(linker);
  }
  return refused;
}

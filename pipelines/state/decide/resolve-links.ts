/**
 * Resolve links: finds the roots to refuse because one of their links has no target, or a target of a wrong type. Targets are roots of the
 * submission or of the register. Refusing one root may leave the link of another without target; that chain is followed in memory, in time
 * and space proportional to the number of links.
 */
import { wrongTarget } from '../../../schemas/model/relations.ts';
import type { PreparedLink, PreparedRoot } from '../../../schemas/submission.ts';
import type { Prepared } from '../inbox/prepared.ts';
import type { Register } from '../register/register.ts';

/** A link for which its root is refused: the rule, its location, and the id, or the type of the target. */
export interface BadLink extends Pick<PreparedLink, 'pointer' | 'line' | 'object'> {
  readonly rule: 'verwijzing.onbekend' | 'verwijzing.verkeerde-soort';
  readonly found: string;
  /** The id that the link should have according to its location, when preparation warned about it. */
  readonly expected?: string;
}

/** Returns the bad links of a root. Called just before the root is written. */
export type BadLinks = (root: PreparedRoot) => readonly BadLink[];

/** The roots of a submission, with ids and links in the forms that the register has. */
type Roots = Pick<Prepared, 'hasLinks' | 'roots'>;

/** An object in one or more versions of a root of this submission. */
interface Brought {
  /** JSON Pointers of these versions. */
  readonly pointers: string[];
  readonly type: string;
}

/** Resolves the links of a submission. `passes`: whether a root is acceptable apart from its links. */
export function resolveLinks(
  register: Register, prepared: Roots, passes: (root: PreparedRoot) => boolean,
): BadLinks {
  if (!prepared.hasLinks) return () => [];
  const linking = new Map<string, readonly PreparedLink[]>();
  const wanted = new Set<string>();
  for (const { pointer, links } of prepared.roots()) {
    if (links.length > 0) linking.set(pointer, links);
    for (const { id } of links) if (register.typeOf(id) === undefined) wanted.add(id);
  }
  const brought = broughtOf(wanted, prepared, passes);
  const typeOf = (id: string): string | undefined => brought.get(id)?.type ?? register.typeOf(id);
  const refused = followRefusals({ linking, wanted, brought, typeOf });
  return (root) => root.links.flatMap((link): BadLink | [] => {
    const { id, pointer, line, object, expected } = link;
    const type = typeOf(id);
    const place = { pointer, line, object, ...(expected === undefined ? {} : { expected }) };
    if (isWrongKind(link, type)) return { rule: 'verwijzing.verkeerde-soort', ...place, found: type ?? '' };
    // An earlier root of this submission may have dropped an object that was in the register.
    const leadsNowhere = type === undefined || refused.get(root.pointer)?.has(id) === true;
    return leadsNowhere ? { rule: 'verwijzing.onbekend', ...place, found: id } : [];
  });
}

function isWrongKind({ field }: PreparedLink, type: string | undefined): boolean {
  return type !== undefined && wrongTarget(field, type) === 'error';
}

/** Returns the wanted ids that roots of this submission have. */
function broughtOf(
  wanted: ReadonlySet<string>, prepared: Roots, passes: (root: PreparedRoot) => boolean,
): ReadonlyMap<string, Brought> {
  const brought = new Map<string, Brought>();
  if (wanted.size === 0) return brought;
  for (const root of prepared.roots()) {
    const brings = root.objects.filter(({ id }) => wanted.has(id));
    if (brings.length > 0 && passes(root)) {
      for (const { id, type } of brings) {
        const known = brought.get(id);
        if (known === undefined) brought.set(id, { pointers: [root.pointer], type });
        else known.pointers.push(root.pointer);
      }
    }
  }
  return brought;
}

interface Links {
  readonly linking: ReadonlyMap<string, readonly PreparedLink[]>;
  readonly wanted: ReadonlySet<string>;
  readonly brought: ReadonlyMap<string, Brought>;
  readonly typeOf: (id: string) => string | undefined;
}

/** Returns the refused roots, by pointer, each with the ids of its bad links. */
function followRefusals({ linking, wanted, brought, typeOf }: Links): ReadonlyMap<string, ReadonlySet<string>> {
  const linkers = linkersOf({ linking, brought });
  const refused = new Map<string, ReadonlySet<string>>();
  const queue = [...linking.keys()];
  for (let pointer = queue.pop(); pointer !== undefined; pointer = queue.pop()) {
    if (refused.has(pointer)) continue;
    const bad = (linking.get(pointer) ?? []).filter((link) => {
      const bringers = brought.get(link.id)?.pointers ?? [];
      const leadsNowhere = wanted.has(link.id) && bringers.every((target) => refused.has(target));
      return leadsNowhere || isWrongKind(link, typeOf(link.id));
    });
    if (bad.length === 0) continue;
    refused.set(pointer, new Set(bad.map(({ id }) => id)));
    for (const linker of linkers.get(pointer) ?? []) queue.push(linker);
  }
  return refused;
}

/** Returns, for each root by pointer, the pointers of the roots that link to it. */
function linkersOf({ linking, brought }: Pick<Links, 'linking' | 'brought'>): ReadonlyMap<string, readonly string[]> {
  const linkers = new Map<string, string[]>();
  for (const [pointer, links] of linking) {
    for (const { id } of links) {
      for (const target of brought.get(id)?.pointers ?? []) {
        const list = linkers.get(target);
        if (list === undefined) linkers.set(target, [pointer]);
        else list.push(pointer);
      }
    }
  }
  return linkers;
}

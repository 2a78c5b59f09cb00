/**
 * Links between roots of one submission and the register: which roots must be refused because a link of theirs leads
 * nowhere, or to an object of a kind that the document never links to. Refusing one root may leave another's link
 * without target, and so on; that chain is followed in memory, in time and space proportional to the number of links.
 */
import { wrongTarget } from '../../../schemas/model/relations.ts';
import type { PreparedLink, PreparedRoot } from '../../../schemas/submission.ts';
import type { Prepared } from '../inbox/prepared.ts';
import type { Register } from '../register/register.ts';

/** A link that refuses its root: why, where it stands, and what was found there (the id, or the type it leads to). */
export interface BadLink extends Pick<PreparedLink, 'pointer' | 'line' | 'object'> {
  readonly rule: 'verwijzing.onbekend' | 'verwijzing.verkeerde-soort';
  readonly found: string;
  /** What it should name by its place, when preparation warned of that. */
  readonly expected?: string;
}

/** The bad links of a root, asked just before it is written. */
export type BadLinks = (root: PreparedRoot) => readonly BadLink[];

/** The roots of a submission, with ids and links in the forms that the register has. */
type Roots = Pick<Prepared, 'hasLinks' | 'roots'>;

/** An object that a root of this submission brings, or several versions of one. */
interface Brought {
  /** JSON Pointers of the roots that bring it. */
  readonly pointers: string[];
  readonly type: string;
}

/** `passes` says whether nothing but links could refuse a root. */
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
    // An earlier root of this submission may have dropped what the register still had at first.
    const leadsNowhere = type === undefined || refused.get(root.pointer)?.has(id) === true;
    return leadsNowhere ? { rule: 'verwijzing.onbekend', ...place, found: id } : [];
  });
}

function isWrongKind({ field }: PreparedLink, type: string | undefined): boolean {
  return type !== undefined && wrongTarget(field, type) === 'error';
}

/** Wanted ids that a root of this submission brings. */
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

/** For each root that its links refuse, by pointer: the ids that they lead to in vain. */
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

/** For each root that brings what others link to, by pointer: those others. */
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

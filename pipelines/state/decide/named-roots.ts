/**
 * Named roots: the roots that a list of ids names for an order of their holder, and the reasons why other ids name none.
 * Invariant: a hidden object of another holder is treated as absent, and so is a withdrawn one.
 */
import type { Finding, ObjectVerdict } from '../../../schemas/finding.ts';
import { refusedId } from '../notes/order-notes.ts';
import type { RegisteredRoot, Register, RootNumber } from '../register/register.ts';
import { foreignRule, withHandover } from './forbidden.ts';

/** A root in an order, with its location there. */
export interface NamedRoot extends RegisteredRoot {
  readonly pointer: string;
}

/** An id that is refused. */
export interface RefusedId {
  readonly verdict: ObjectVerdict;
  readonly finding: Finding;
}

export interface NamedRoots {
  /** Each root once, in the order of the list. */
  readonly roots: readonly NamedRoot[];
  readonly refused: readonly RefusedId[];
}

/** Returns the ids of an order, each with its location there. */
export function located(ids: readonly string[]): readonly LocatedId[] {
  return ids.map((id, index) => ({ id, pointer: `/ids/${index}` }));
}

interface LocatedId {
  readonly id: string;
  readonly pointer: string;
}

/** Looks up the roots of a holder by their ids. */
export function namedRoots(register: Register, holder: string, ids: readonly LocatedId[]): NamedRoots {
  const roots = new Map<RootNumber, NamedRoot>();
  const refused: RefusedId[] = [];
  for (const { id, pointer } of ids) {
    const around = register.rootAround(id);
    const isForeign = around !== undefined && around.holder !== holder;
    const isAbsent = around === undefined || (isForeign && (around.gone === 1 || register.isHidden(around.n)));
    if (isAbsent) refused.push(refusedId('id.bestaat-niet', { id, pointer }));
    else if (isForeign) refused.push(foreign(register, around, { holder, id, pointer }));
    else if (register.registeredForm(id) !== around.id) refused.push(refusedId('id.onderdeel', { id, pointer, found: around.id }));
    else if (!roots.has(around.n)) roots.set(around.n, { ...around, pointer });
  }
  return { roots: [...roots.values()], refused };
}

function foreign(register: Register, registered: RegisteredRoot, { holder, ...named }: LocatedId & { readonly holder: string }): RefusedId {
  const { verdict, finding } = refusedId(foreignRule(register, registered, holder), named);
  return { verdict, finding: withHandover(finding, register, { registered, holder }) };
}

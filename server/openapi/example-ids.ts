/**
 * Example ids: ids in example paths. They are ids of objects in data/examples, so that the register of `ev demo` has them. A root type
 * without an object there uses the ids of its example document, as its example requests do.
 */
import { exampleDocument } from '../../schemas/derived/example-document.ts';
import { objectsOf } from '../../schemas/model/objects.ts';
import { ROOT_TYPES, ROOTS, SUB_RESOURCES, type RootType, type SubResource } from '../../schemas/names.ts';
import type { SubTarget } from '../response/nested-objects.ts';

/** Ids in data/examples; `ends`: suffixes of the ids of nested objects, after the id of the root. */
const DELIVERED: Readonly<Partial<Record<RootType, { readonly root: string; readonly ends?: Readonly<Record<SubResource, string>> }>>> = {
  LocatieActiviteit: { root: 'NL.IMEV.AB12.lpg-0001', ends: { 'ev-activiteiten': 'a1', referenties: 'vulpunt', contouren: 'pr' } },
  LocatieBasisnet: { root: 'NL.IMEV.XY789.spoor-0001', ends: { 'ev-activiteiten': 'a1', referenties: 'traject', contouren: 'pr' } },
  Wegen: { root: 'NL.IMEV.AB12.weg-0001', ends: { 'ev-activiteiten': 'a1', referenties: 'vak', contouren: 'pr' } },
  BuisleidingStelsel: { root: 'NL.IMEV.BUIS1.buis-0001', ends: { 'ev-activiteiten': 'a1', referenties: 'deel1', contouren: 'deel1-pr' } },
  KwetsbaarGebouw: { root: 'NL.IMEV.AB12.gebouw-0001' },
  KwetsbareLocatie: { root: 'NL.IMEV.XY789.locatie-0001' },
};

/** Returns the id of a root of a type. */
export function exampleIdOf(type: RootType): string {
  return DELIVERED[type]?.root ?? idIn(type, 'root');
}

/** Returns the ids in the path of a nested object: of its root, and its own. */
export function exampleIdsAt({ path, sub }: SubTarget): { readonly root: string; readonly own: string } {
  const type = ROOT_TYPES.find((one) => ROOTS[one].path === path)!;
  const root = exampleIdOf(type);
  const end = DELIVERED[type]?.ends?.[sub];
  return { root, own: end === undefined ? idIn(type, SUB_RESOURCES[sub]) : `${root}-${end}` };
}

/** Returns the id of an object in the example paths that may be the parent of an object of this sub-resource. */
export function exampleIdAbove({ path, sub }: SubTarget): string {
  const parent = PARENT_SUB_RESOURCES[sub];
  return parent === undefined ? exampleIdsAt({ path, sub }).root : exampleIdsAt({ path, sub: parent }).own;
}

/** Sub-resource of the parents of each sub-resource. The parent of an activity is the root. */
const PARENT_SUB_RESOURCES: Readonly<Partial<Record<SubResource, SubResource>>> = { referenties: 'ev-activiteiten', contouren: 'referenties' };

/** Returns the id of the first object of a kind in the example document of a root. */
function idIn(root: RootType, kind: 'root' | (typeof SUB_RESOURCES)[SubResource]): string {
  return objectsOf(exampleDocument(root)).find((object) => object.kind === kind)!.id!;
}

/**
 * Stray: what is said of one object that stands by itself and is of no root type, or of a type that does not exist. The schema
 * looks no further than its type.
 */
import { wrongRootType } from '../../schemas/check/explain.ts';
import type { Crs } from '../../schemas/crs.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { objectsOf } from '../../schemas/model/objects.ts';
import type { ModelObject } from '../../schemas/model/objects.ts';
import { isRootType } from '../../schemas/names.ts';
import { checkObjects, remarksOf } from './check.ts';
import { invalidRemarks } from './flawed.ts';
import type { Remark } from './remark.ts';
import { markOf30 } from './upgrade.ts';

export interface Stray {
  readonly object: ModelObject;
  readonly id: string;
  readonly remarks: readonly Remark[];
}

/** Such a document, in the order of check.ts; undefined when it is another, has no id, or must be looked at with more care. */
export function strayIn(document: JsonObject, text: string, crs: Crs): Stray | undefined {
  const objects = objectsOf(document);
  const [object, ...parts] = objects as readonly [ModelObject, ...ModelObject[]];
  const { id, type } = object;
  if (parts.length > 0 || type === '' || isRootType(type) || id === undefined || id === '') return undefined;
  if (markOf30(objects, text) !== undefined) return undefined;
  const { geometries, remarks, ruleRemarks } = checkObjects(objects, crs, undefined);
  const validity = invalidRemarks(geometries, crs);
  return validity && { object, id, remarks: [...remarksOf([wrongRootType(document)], []), ...remarks, ...validity, ...ruleRemarks] };
}

/** Field: the name by which findings about the same thing in many objects go together. */
import { unescapeToken } from '../../../schemas/json.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { UNKNOWN_TYPE } from '../../../schemas/finding.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';

/** The field at a place in or below an object: its type and the names on the way, without places in lists. */
export function fieldAt(pointer: string, object: ModelObject | undefined): string {
  const names = pointer.slice(object?.pointer.length ?? 0).split('/').slice(1).filter((token) => !/^\d+$/.test(token));
  const type = object?.kind === undefined ? UNKNOWN_TYPE : object.type;
  return [type, ...names.map(unescapeToken)].join('.').slice(0, LIMITS.idCharsMax).toWellFormed();
}

/**
 * Object id: whether a path segment can be an id. An impossible id is 404 without a lookup (Interface Rules, Endpoint table: invalid id,
 * 404).
 */
import { LIMITS } from '../../schemas/limits.ts';
import { ID_CHARACTER } from '../../schemas/model/base.ts';

const ID = new RegExp(`^${ID_CHARACTER}+$`);

export function isPossibleId(text: string): boolean {
  return text.length <= LIMITS.idCharsMax && text.isWellFormed() && ID.test(text);
}

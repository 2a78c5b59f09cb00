/**
 * Object id: whether a text can be an id. An impossible id in a path is 404 without a lookup (Interface Rules, Endpoint table: invalid id,
 * 404).
 */
import { LIMITS } from '../limits.ts';
import { ID_CHARACTER } from './base.ts';

const ID = new RegExp(`^${ID_CHARACTER}+$`);

export function isPossibleId(text: string): boolean {
  return text.length <= LIMITS.idCharsMax && text.isWellFormed() && ID.test(text);
}

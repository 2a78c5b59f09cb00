/** Object id: whether a text of an address can be the id of any object; one that cannot is not looked up (Interface Rules, Endpoint table: invalid id, 404). */
import { LIMITS } from '../../schemas/limits.ts';
import { ID_CHARACTER } from '../../schemas/model/base.ts';

const ID = new RegExp(`^${ID_CHARACTER}+$`);

export function isPossibleId(text: string): boolean {
  return text.length <= LIMITS.idCharsMax && text.isWellFormed() && ID.test(text);
}

/**
 * Id twins: public objects whose ids are equal in NFC, so that they differ in form alone. No new twins arise; a register of an earlier
 * program may contain some.
 */
import type { Reader } from '../database/database.ts';
import { isHiddenAtLast } from './hidden.ts';

/** Returns the ids of twins that are in a current version, grouped by their NFC form. */
export function idTwins(db: Reader): readonly (readonly string[])[] {
  const rows = db.prepare(`SELECT DISTINCT nfc, id
    FROM (SELECT nfc, id FROM id_form UNION SELECT nfc, nfc FROM id_form) JOIN object USING (id)
    WHERE gone = 0 AND NOT ${isHiddenAtLast('object.root')} ORDER BY nfc, id`).all() as unknown as { readonly nfc: string; readonly id: string }[];
  return [...Map.groupBy(rows, ({ nfc }) => nfc).values()].filter(({ length }) => length > 1).map((twins) => twins.map(({ id }) => id));
}

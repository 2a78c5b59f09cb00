/** Id twins: objects of which the ids are equal in NFC. New ones never come; a register of an earlier program may hold some. */
import type { Reader } from '../database/database.ts';

/** The ids of such objects that are in a version now, those that are equal together. */
export function idTwins(db: Reader): readonly (readonly string[])[] {
  const rows = db.prepare(`SELECT nfc, id FROM (SELECT nfc, id FROM id_form UNION SELECT nfc, nfc FROM id_form) JOIN object USING (id)
    WHERE gone = 0 ORDER BY nfc, id`).all() as unknown as { readonly nfc: string; readonly id: string }[];
  return [...Map.groupBy(rows, ({ nfc }) => nfc).values()].filter(({ length }) => length > 1).map((twins) => twins.map(({ id }) => id));
}

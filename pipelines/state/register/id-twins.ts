/**
 * Id twins: public objects whose ids are equal in NFC, so that they differ in form alone. No new twins arise; a register of an earlier
 * program may contain some.
 */
import type { Reader } from '../database/database.ts';
import { isHiddenNow } from './hidden-objects.ts';

interface IdForm {
  readonly nfc: string;
  readonly id: string;
  readonly root: number;
}

/** Returns the ids of twins that are in a current version, grouped by their NFC form. */
export function idTwins(db: Reader): readonly (readonly string[])[] {
  const rows = db.prepare(`SELECT DISTINCT nfc, id, root
    FROM (SELECT nfc, id FROM id_form UNION SELECT nfc, nfc FROM id_form) JOIN object USING (id)
    WHERE gone = 0 ORDER BY nfc, id`).all() as unknown as readonly IdForm[];
  const shown = rows.filter((row) => !isHiddenNow(db, row));
  const groups = [...Map.groupBy(shown, ({ nfc }) => nfc).values()].map((twins) => [...new Set(twins.map(({ id }) => id))]);
  return groups.filter(({ length }) => length > 1);
}

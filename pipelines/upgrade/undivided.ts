/**
 * Undivided: converts `state.db`, the one state file of the first programs, to inbox.db and register.db. Decisions had no numbers then:
 * submissions were decided in order of arrival, so each decision gets the number of its submission.
 * Not here: later changes of the two files (state/database/migrate.ts), the points of editions of format 1 (older-editions.ts).
 */
import { pathToFileURL } from 'node:url';
import { transaction, openInbox, openState, type State } from '../state/database/database.ts';
import { rebuildDerived } from '../state/register/rebuild-derived.ts';

const INBOX_COLUMNS = 'seq, uuid, received, holder, method, target, crs, media_type, if_match, model, strict, bytes, sha256, payload';
const INBOX = `INSERT INTO main.inbox (${INBOX_COLUMNS}) SELECT ${INBOX_COLUMNS} FROM undivided.inbox ORDER BY seq`;

const REGISTER = [
  'UPDATE main.clock SET last = (SELECT last FROM undivided.clock)',
  `INSERT INTO main.decision (n, seq, batch, aside, status, roots, report, rule_set)
    SELECT seq, seq, batch, aside, status, roots, report, report ->> '$.checkedBy.ruleSet' FROM undivided.inbox WHERE batch IS NOT NULL ORDER BY seq`,
  `INSERT INTO main.batch (n, decision, received, all_up_to, settled)
    SELECT n, applied_seq, (SELECT received FROM undivided.inbox WHERE seq = applied_seq), applied_seq, settled FROM undivided.batch`,
  'INSERT INTO main.root (n, id, type, holder) SELECT n, id, type, holder FROM undivided.root',
  `INSERT INTO main.doc (n, crs, own_until, hash, hidden, objects, links, boundaries, body, sum)
    SELECT n, crs, own_until, hash, hidden, objects, links, boundaries, body, sum FROM undivided.doc`,
  `INSERT INTO main.version (n, root, doc, val_from, val_to, rec_from, rec_to, decision, closed_by)
    SELECT n, root, doc, val_from, val_to, rec_from, rec_to, seq, closed_seq FROM undivided.version`,
  'INSERT INTO main.object (id, type, root, gone) SELECT id, type, root, gone FROM undivided.object',
  'INSERT INTO main.link (to_id, from_root) SELECT to_id, from_root FROM undivided.link',
  'INSERT INTO main.boundary (root, at) SELECT root, at FROM undivided.boundary',
];
const PUBLISHED = 'INSERT INTO main.published (audience, edition, decision, moment) SELECT audience, edition, seq, moment FROM undivided.published';

/** Makes both files in a folder that has neither, from the `state.db` at `path`, which is only read. */
export function divide(path: string, data: string): void {
  within(openInbox(data), path, (db) => db.exec(INBOX));
  within(openState(data), path, (db) => {
    for (const sql of REGISTER) db.exec(sql);
    const hasPublished = db.prepare("SELECT 1 FROM undivided.sqlite_schema WHERE name = 'published'").get() !== undefined;
    if (hasPublished) db.exec(PUBLISHED);
  });
  makeMissingRows(data);
}

/** Makes the derived rows that the first programs had no tables for. A damaged document gets none; `ev doctor` reports it. */
function makeMissingRows(data: string): void {
  const db = openState(data);
  try {
    for (const turns = rebuildDerived(db); turns.next().done !== true;);
  } finally {
    db.close();
  }
}

/** Runs `copy` in a transaction with `state.db` attached, and closes the connection. */
function within(db: State, path: string, copy: (db: State) => void): void {
  try {
    db.prepare('ATTACH ? AS undivided').run(`${pathToFileURL(path).href}?mode=ro`);
    transaction(db, () => copy(db));
  } finally {
    db.close();
  }
}

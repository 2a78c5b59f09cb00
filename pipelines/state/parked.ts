/**
 * Parked: which submissions are parked (park.ts): told to be so, not decided and not released. What their holder handed in after them
 * waits too, because its order of effect is that of arrival; others go on. A release is a row of the inbox, so who gives one waits for
 * no batch.
 */
import type { Received } from '../../schemas/time.ts';
import type { Inbox, Reader } from './database.ts';
import { textOf } from './inbox.ts';

/** Whether the operator lets it have its effect. */
export function isReleased(db: Reader, seq: number): boolean {
  return db.prepare('SELECT 1 FROM released WHERE seq = ?').get(seq) !== undefined;
}

const PARKED = `parked.seq = submission.seq AND NOT EXISTS (SELECT 1 FROM released WHERE released.seq = submission.seq)
  AND NOT EXISTS (SELECT 1 FROM decision made WHERE made.seq = submission.seq)`;

/** SQL for the uuid of the parked submission that an undecided row of `inbox` is, or waits for; null when there is none. */
export const HELD_UP_BY = `(SELECT submission.uuid FROM parked JOIN inbox submission ON ${PARKED}
  WHERE submission.holder = inbox.holder AND submission.seq <= inbox.seq ORDER BY submission.seq LIMIT 1)`;

export function isParked(db: Reader, seq: number): boolean {
  return db.prepare(`SELECT 1 FROM parked JOIN inbox submission ON ${PARKED} WHERE parked.seq = ?`).get(seq) !== undefined;
}

export interface ParkedSubmission {
  /** Roots of the holder that it would end, of those that stood. */
  readonly ended: number;
  readonly standing: number;
  readonly uuid: string;
  readonly received: string;
  readonly holder: string;
  readonly target: string;
  /** Later submissions of the holder, which wait for it. */
  readonly waiting: number;
}

/** In order of arrival. */
export function listParked(db: Reader): readonly ParkedSubmission[] {
  const rows = db.prepare(`SELECT uuid, received, holder, target, ended, standing,
    (SELECT count(*) FROM inbox later WHERE later.holder = submission.holder AND later.seq > submission.seq) AS waiting
    FROM parked JOIN inbox submission ON ${PARKED} ORDER BY submission.seq`)
    .all() as unknown as (Omit<ParkedSubmission, 'received'> & { readonly received: Received })[];
  return rows.map((row) => ({ ...row, received: textOf(row.received) }));
}

/** Lets a parked submission have its effect; false when it is not parked. Durable when it returns. */
export function releaseParked(db: Inbox, uuid: string, now: Received): boolean {
  const { changes } = db.prepare(`INSERT INTO released (seq, at)
    SELECT submission.seq, ?2 FROM parked JOIN inbox submission ON ${PARKED} WHERE uuid = ?1`).run(uuid, now);
  return changes === 1;
}

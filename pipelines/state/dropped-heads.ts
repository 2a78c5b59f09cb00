/**
 * Dropped heads: the heads whose files were removed when their editions were dropped, just as they were. Only when one is asked for
 * again does its file come back, with that of the head after it, which says when it ended.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { encodeHead, type Head } from '../../publisher/format/head.ts';
import type { Audience } from '../../publisher/format/layout.ts';
import { decodeAnyHead, inThisFormat } from '../../publisher/format/older.ts';
import type { Moment } from '../../schemas/time.ts';
import { transaction, type Reader, type State } from './database.ts';

/** Durable when it returns. */
export function noteHeads(db: State, heads: readonly Head[]): void {
  if (heads.length === 0) return;
  transaction(db, () => {
    const insert = db.prepare('INSERT OR REPLACE INTO head VALUES (?, ?, ?, ?)');
    for (const head of heads) insert.run(head.audience, head.number, Date.parse(head.activated), deflateRawSync(encodeHead(head)));
  });
}

/** The last that was active at a moment; undefined: none of these was. */
export function droppedHeadAt(db: Reader, audience: Audience, moment: Moment): Head | undefined {
  return read(audience, db.prepare('SELECT number, body FROM head WHERE audience = ? AND activated <= ? ORDER BY activated DESC LIMIT 1').get(audience, moment));
}

export function droppedHead(db: Reader, audience: Audience, number: number): Head | undefined {
  return read(audience, db.prepare('SELECT number, body FROM head WHERE audience = ? AND number = ?').get(audience, number));
}

function read(audience: Audience, row: unknown): Head | undefined {
  if (row === undefined) return undefined;
  const { number, body } = row as { number: number; body: Uint8Array };
  return inThisFormat(decodeAnyHead(inflateRawSync(body), { path: `register.db, head ${number}`, audience, number }));
}

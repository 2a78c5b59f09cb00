/**
 * Match rows: reads the table `match_key` of the register, with the match keys (pipelines/prepare/match-keys.ts) of every recorded document.
 *
 * Invariants:
 *  - The rows of a document are written with the document and never change. The table `version` says whether the document is current.
 *  - A look-up returns at most ROOTS_MAX roots, newest first, so that a delivery with one key for all objects stays quick. Roots that
 *    ended, or are hidden from this holder, do not count.
 * Not here: writing the rows (derived-rows.ts), which pairs are reported (notes/duplicates.ts).
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Period } from '../../../schemas/time.ts';
import { statement } from '../database/statement.ts';

/** Number of roots that a look-up returns at most. */
const ROOTS_MAX = 20;

interface RootsQuestion {
  readonly key: number;
  readonly except: number;
  readonly holder: string;
}

/** Returns other roots with this key in a current document, without hidden roots of other holders. */
export function rootsWithKey(db: DatabaseSync, { key, except, holder }: RootsQuestion): readonly number[] {
  const rows = statement(db, `SELECT DISTINCT root FROM match_key m WHERE key = ?1 AND root <> ?2
    AND EXISTS (SELECT 1 FROM version v WHERE v.root = m.root AND v.doc = m.doc AND v.closed_by IS NULL)
    AND NOT EXISTS (SELECT 1 FROM root r JOIN version v ON v.root = r.n JOIN doc d ON d.n = v.doc
      WHERE r.n = m.root AND r.holder <> ?3 AND v.closed_by IS NULL AND d.hidden IS NOT NULL)
    ORDER BY root DESC LIMIT ${ROOTS_MAX}`).all(key, except, holder) as unknown as { root: number }[];
  return rows.length === 0 ? NONE : rows.map(({ root }) => root);
}

const NONE: readonly number[] = [];

export interface MatchQuestion extends Period {
  readonly root: number;
  readonly key: number;
}

/** A document, and the index of an object in it. */
export interface MatchedObject {
  readonly doc: number;
  readonly object: number;
}

/** Returns the object of a root with this key in a current version that is valid at some time in the period. */
export function matchedObject(db: DatabaseSync, { root, key, from, until }: MatchQuestion): MatchedObject | undefined {
  return statement(db, `SELECT m.doc, m.object FROM version v CROSS JOIN match_key m ON m.root = v.root AND m.doc = v.doc AND m.key = ?2
    WHERE v.root = ?1 AND v.closed_by IS NULL AND (v.val_to IS NULL OR v.val_to > ?3) AND (?4 IS NULL OR v.val_from < ?4) LIMIT 1`)
    .get(root, key, from, until) as MatchedObject | undefined;
}

/** Returns the id of an object by its index in a document. */
export function objectIdAt(db: DatabaseSync, { doc, object }: MatchedObject): string {
  const { id } = statement(db, 'SELECT objects ->> ? AS id FROM doc WHERE n = ?').get(`$[${object}][0]`, doc) as { id: string };
  return id;
}

/**
 * Match rows: reads the table `match_key` of the register, with the match keys (pipelines/prepare/match-keys.ts) of every recorded document.
 *
 * Invariants:
 *  - The rows of a document are written with the document and never change. The table `version` says whether the document is current.
 *  - A look-up returns at most ROOTS_MAX roots, newest first, so that a delivery with one key for all objects stays quick. Roots that
 *    ended, and objects of other holders that are hidden, do not count.
 * Not here: writing the rows (derived-rows.ts), which pairs are reported (notes/duplicates.ts).
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Period } from '../../../schemas/time.ts';
import { statement } from '../database/statement.ts';
import { HIDES, IS_SENSITIVE } from './hidden-mark.ts';
import { hiddenNow, hides, NOTHING } from './hidden-objects.ts';

/** Number of roots that a look-up returns at most. */
const ROOTS_MAX = 20;

interface RootsQuestion {
  readonly key: number;
  readonly except: number;
  readonly holder: string;
}

/** Returns other roots with this key in a current document, as far as the holder may know that. */
export function rootsWithKey(db: DatabaseSync, { key, except, holder }: RootsQuestion): readonly number[] {
  const find = statement(db, `SELECT m.root, r.holder FROM match_key m JOIN root r ON r.n = m.root WHERE key = ?1 AND m.root <> ?2
    AND EXISTS (SELECT 1 FROM version v WHERE v.root = m.root AND v.doc = m.doc AND v.closed_by IS NULL)
    AND NOT (r.holder <> ?3 AND EXISTS (SELECT 1 FROM version v JOIN doc d ON d.n = v.doc
      WHERE v.root = m.root AND v.closed_by IS NULL AND (${HIDES} OR ${IS_SENSITIVE})))
    GROUP BY m.root ORDER BY m.root DESC LIMIT 0 + ?4`);
  for (let limit = ROOTS_MAX; ; limit *= 2) {
    const rows = find.all(key, except, holder, limit) as unknown as { readonly root: number; readonly holder: string }[];
    if (rows.length === 0) return NONE;
    const seen = rows.filter((row) => row.holder === holder || showsKey(db, row.root, key)).slice(0, ROOTS_MAX);
    if (seen.length === ROOTS_MAX || rows.length < limit) return seen.map(({ root }) => root);
  }
}

const NONE: readonly number[] = [];

/** Whether the public sees an object of a root with this key. */
function showsKey(db: DatabaseSync, root: number, key: number): boolean {
  const part = hiddenNow(db, root);
  if (part.isWhole || part.ids.size === 0) return !part.isWhole;
  const objects = statement(db, `SELECT m.doc, m.object FROM version v CROSS JOIN match_key m ON m.root = v.root AND m.doc = v.doc
    WHERE v.root = ?1 AND m.key = ?2 AND v.closed_by IS NULL`).all(root, key) as unknown as MatchedObject[];
  return objects.some((object) => !hides(part, objectIdAt(db, object)));
}

export interface MatchQuestion extends Period {
  readonly root: number;
  readonly key: number;
  /** The holder that asks. */
  readonly holder: string;
}

/** A document, and the index of an object in it. */
export interface MatchedObject {
  readonly doc: number;
  readonly object: number;
}

/** Returns the object of a root with this key in a current version that is valid at some time in the period, if the holder may know it. */
export function matchedObject(db: DatabaseSync, { root, key, holder, from, until }: MatchQuestion): MatchedObject | undefined {
  const find = statement(db, `SELECT m.doc, m.object, r.holder FROM root r CROSS JOIN version v ON v.root = r.n
    CROSS JOIN match_key m ON m.root = v.root AND m.doc = v.doc AND m.key = ?2
    WHERE r.n = ?1 AND v.closed_by IS NULL AND (v.val_to IS NULL OR v.val_to > ?3) AND (?4 IS NULL OR v.val_from < ?4) LIMIT 0 + ?5`);
  const first = find.get(root, key, from, until, 1) as unknown as (MatchedObject & { readonly holder: string }) | undefined;
  const part = first === undefined || first.holder === holder ? NOTHING : hiddenNow(db, root);
  if (part === NOTHING) return first;
  return (find.all(root, key, from, until, -1) as unknown as MatchedObject[]).find((object) => !hides(part, objectIdAt(db, object)));
}

/** Returns the id of an object by its index in a document. */
export function objectIdAt(db: DatabaseSync, { doc, object }: MatchedObject): string {
  const { id } = statement(db, 'SELECT objects ->> ? AS id FROM doc WHERE n = ?').get(`$[${object}][0]`, doc) as { id: string };
  return id;
}

/**
 * Refused geometries: current geometries that a delivery of today could not bring. They were recorded before it was checked whether
 * a geometry stays valid at the published decimals.
 *
 * Invariant: reads only, some hundreds of documents in one short transaction at a time, so that memory is bounded and a batch beside
 * it waits for nothing.
 * Not here: what rounding breaks, and its repair (coordinates/published-positions.ts).
 */
import { flatten } from '../../../schemas/check/flatten.ts';
import { CRSS, type CrsCode } from '../../../schemas/crs.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { geometryOf, objectsOf } from '../../../schemas/model/objects.ts';
import { gridsOfThread } from '../../coordinates/grids.ts';
import { publishedPositions } from '../../coordinates/published-positions.ts';
import type { Reader } from '../database/database.ts';
import { damagedDocument, docSum, type DocColumns } from './doc-sum.ts';

const DOCUMENTS_PER_TURN = 500;

/** A turn of the search: how far it is, and the ids of the objects that it found. */
export interface GeometryTurn {
  readonly done: number;
  readonly total: number;
  /** Published valid: a repair moved positions in RD, which no delivery may need. */
  readonly repaired: readonly string[];
  /** Published as they are, with the CRS in which that is not valid. */
  readonly invalid: readonly string[];
}

/** Looks at the geometries of all current documents. */
export function* refusedGeometries(db: Reader): Generator<GeometryTurn> {
  const { total } = db.prepare('SELECT coalesce(max(n), 0) AS total FROM version').get() as { total: number };
  const select = db.prepare(`SELECT v.n, d.n AS doc, d.crs, own_until, hash, hidden, objects, links, boundaries, body, sum
    FROM version v JOIN doc d ON d.n = v.doc WHERE v.n > ? AND closed_by IS NULL ORDER BY v.n LIMIT ?`);
  for (let done = 0; done < total;) {
    const rows = select.all(done, DOCUMENTS_PER_TURN) as unknown as DocumentRow[];
    done = rows.at(-1)?.n ?? total;
    const found = rows.map((row) => {
      if (docSum(row) !== row.sum) throw damagedDocument(row, db.location() ?? '');
      return ofDocument(row);
    });
    const [repaired, invalid] = [found.flatMap((one) => one.repaired), found.flatMap((one) => one.invalid)];
    yield { done: Math.min(done, total), total, repaired, invalid };
  }
}

interface DocumentRow extends DocColumns {
  readonly n: number;
  readonly doc: number;
  readonly crs: CrsCode;
  readonly sum: string;
}

function ofDocument({ crs, body }: Pick<DocumentRow, 'crs' | 'body'>): Pick<GeometryTurn, 'repaired' | 'invalid'> {
  const repaired: string[] = [];
  const invalid: string[] = [];
  for (const object of objectsOf(JSON.parse(body) as JsonObject)) {
    const vertices = flatten(geometryOf(object)?.value);
    if (vertices === undefined) continue;
    const { breaches } = publishedPositions(vertices, crs, gridsOfThread());
    const broken = breaches.filter(({ isRepaired }) => !isRepaired);
    if (broken.length > 0) invalid.push(`${object.id} (${broken.map((breach) => CRSS[breach.crs].name).join(', ')})`);
    else if (breaches.some((breach) => breach.crs === '28992')) repaired.push(object.id ?? '');
  }
  return { repaired, invalid };
}

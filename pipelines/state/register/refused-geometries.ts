/**
 * Refused geometries: current geometries that would be refused in a new delivery. An earlier program recorded them, which did not check
 * whether a geometry stays valid at the published decimals.
 *
 * Invariant: only reads, in short transactions of some hundreds of documents. Memory is bounded, and a batch never waits.
 * Not here: the effect of rounding, and its repair (coordinates/published-positions.ts).
 */
import { flatten } from '../../../schemas/check/flatten.ts';
import { CRSS, type CrsCode } from '../../../schemas/crs.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { geometryOf, objectsOf } from '../../../schemas/model/objects.ts';
import { gridsOfThread } from '../../coordinates/grids.ts';
import { publishedPositions } from '../../coordinates/published-positions.ts';
import type { Reader } from '../database/database.ts';
import { damagedDocument, docSum, type DocColumns } from './doc-sum.ts';

const DOCUMENTS_PER_STEP = 500;

/** One step of the search: progress, and the ids of the objects that the step found. */
export interface GeometryStep {
  readonly done: number;
  readonly total: number;
  /** Published valid, after a repair that moved positions in RD. New deliveries must not need that repair. */
  readonly repaired: readonly string[];
  /** Published unrepaired, with the CRSs in which the geometry is not valid. */
  readonly invalid: readonly string[];
}

/** Checks the geometries of all current documents. */
export function* refusedGeometries(db: Reader): Generator<GeometryStep> {
  const { total } = db.prepare('SELECT coalesce(max(n), 0) AS total FROM version').get() as { total: number };
  const select = db.prepare(`SELECT v.n, d.n AS doc, d.crs, own_until, hash, hidden, objects, links, boundaries, body, sum
    FROM version v JOIN doc d ON d.n = v.doc WHERE v.n > ? AND closed_by IS NULL ORDER BY v.n LIMIT 0 + ?`);
  for (let done = 0; done < total;) {
    const rows = select.all(done, DOCUMENTS_PER_STEP) as unknown as DocumentRow[];
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

function ofDocument({ crs, body }: Pick<DocumentRow, 'crs' | 'body'>): Pick<GeometryStep, 'repaired' | 'invalid'> {
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

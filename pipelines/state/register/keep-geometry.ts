/**
 * Keep geometry: replaces a geometry that a client sent back as published by the geometry that the register stores. The root then counts
 * as unchanged when nothing else differs, and keeps the delivered positions and CRS otherwise.
 * Not here: recognizing such geometries (coordinates/current-geometry.ts); PATCH and nested objects, which are merged before they are
 * checked (requests/merged.ts).
 */
import { CRSS, type CrsCode } from '../../../schemas/crs.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';
import { isAnyAsPublished, withCurrentGeometries } from '../../coordinates/current-geometry.ts';
import { withDocument } from '../../prepare/check/index.ts';

/** Returns the root with stored geometries. `current`: the document that the root corrects or follows. */
export function withKeptGeometry(prepared: PreparedRoot, current: { readonly crs: CrsCode; readonly body: string }): PreparedRoot {
  const [made, document] = [JSON.parse(prepared.body) as JsonObject, JSON.parse(current.body) as JsonObject];
  const crss = { sent: prepared.crs as CrsCode, current: current.crs };
  if (!isAnyAsPublished(made, document, crss)) return prepared;
  const kept = withCurrentGeometries(made, document, crss);
  return kept === undefined ? prepared : withDocument(prepared, kept.value, CRSS[kept.crs]);
}

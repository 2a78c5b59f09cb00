/**
 * Keep geometry: a root whose geometry came as it is published, with that geometry as the register has it; so it is unchanged when
 * nothing else changed, and keeps the delivered positions and their CRS when something did.
 * Not here: which geometries those are (coordinates/held-geometry.ts); PATCH and parts, which are merged before they are checked
 * (requests/merged.ts).
 */
import { CRSS, type CrsCode } from '../../../schemas/crs.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';
import { isAnyAsPublished, withHeldGeometries } from '../../coordinates/held-geometry.ts';
import { withDocument } from '../../prepare/check/index.ts';

/** The root, compared with the document that it corrects or follows. */
export function withKeptGeometry(prepared: PreparedRoot, held: { readonly crs: CrsCode; readonly body: string }): PreparedRoot {
  const [made, document] = [JSON.parse(prepared.body) as JsonObject, JSON.parse(held.body) as JsonObject];
  const crss = { brought: prepared.crs as CrsCode, held: held.crs };
  if (!isAnyAsPublished(made, document, crss)) return prepared;
  const kept = withHeldGeometries(made, document, crss);
  return kept === undefined ? prepared : withDocument(prepared, kept.value, CRSS[kept.crs]);
}

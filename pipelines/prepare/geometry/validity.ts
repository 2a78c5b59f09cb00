/**
 * Validity by the OGC rules of geometries that are not proven valid (proof.ts): DuckDB decides about all together, and JSTS
 * explains those that it refuses.
 */
import { geometryOf } from '../../../schemas/model/objects.ts';
import type { PlacedGeometry } from './issues.ts';
import type { GeometryDefect } from './explain.ts';
import type { Spatial } from './spatial.ts';

/** The defect of each geometry, undefined for those that are valid. They have passed the other checks. */
export async function defectsOf(geometries: readonly PlacedGeometry[], spatial: Spatial): Promise<readonly (GeometryDefect | undefined)[]> {
  const defects: (GeometryDefect | undefined)[] = geometries.map(() => undefined);
  for (const index of await spatial.invalid(geometries.map(({ vertices }) => vertices))) {
    const { explain } = await import('./explain.ts');
    const { object, vertices } = geometries[index]!;
    defects[index] = explain(geometryOf(object)!.value, vertices);
  }
  return defects;
}

/**
 * Validity by the OGC rules: most geometries are proven valid here (proof.ts), DuckDB decides about the others together,
 * and JSTS explains those that it refuses.
 */
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { isSurelyValid } from './proof.ts';
import type { GeometryDefect } from './reasons.ts';
import type { Spatial } from './spatial.ts';

/** The defects of geometries that passed the other checks; undefined for those that are valid. JSTS is loaded for the first. */
export async function defectsOf(geometries: readonly Vertices[], spatial: Spatial): Promise<readonly (GeometryDefect | undefined)[]> {
  const defects: (GeometryDefect | undefined)[] = geometries.map(() => undefined);
  const doubtful = [...geometries.keys()].filter((index) => !isSurelyValid(geometries[index]!));
  if (doubtful.length === 0) return defects;
  for (const place of await spatial.invalid(doubtful.map((index) => geometries[index]!))) {
    const index = doubtful[place]!;
    const { explain } = await import('./explain.ts');
    defects[index] = explain(geometries[index]!);
  }
  return defects;
}

/** bbox: the box that selects features, in the CRS of `bbox-crs` (Interface Rules, Query parameters). Not here: its text (schemas/box-text.ts). */
import { boundsText, exampleBox, parseBox } from '../../schemas/box-text.ts';
import type { Crs } from '../../schemas/crs.ts';
import type { Box } from '../../schemas/geometry.ts';
import type { ParameterFault } from './query.ts';

/** Returns the box of the parameter; undefined without it, and after a fault. */
export function readBbox(text: string | undefined, crs: Crs, faults: ParameterFault[]): Box | undefined {
  if (text === undefined) return undefined;
  const parsed = parseBox(text, { crs, namedBy: 'bbox-crs' });
  if ('box' in parsed) return parsed.box;
  const { reason, allowed = crs.range, cut } = parsed;
  faults.push({
    problem: 'OngeldigeParameter', name: 'bbox', reason, allowed: [boundsText(allowed, crs)], correct: cut?.join(',') ?? exampleBox(crs),
  });
  return undefined;
}

/** Military: contours of explosives that are stored for defence. Their zones A, B and C extend further than others. */
import { MILITARY_EXPLOSIVES } from '../../../schemas/model/activity-groups.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';

const ACTIVITIES: ReadonlySet<string> = new Set(MILITARY_EXPLOSIVES);

/** Whether a contour is a military zone, by its own type or by its activity. */
export function isMilitary({ type, parent }: ModelObject): boolean {
  return type === 'MilitairExplosieAandachtsgebied' || ACTIVITIES.has(parent?.parent?.type ?? '');
}

/** Military: contours of explosives that are stored for defence, whose zones A, B and C reach further than those of others. */
import { MILITARY_EXPLOSIVES } from '../../../schemas/model/activity-groups.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';

const ACTIVITIES: ReadonlySet<string> = new Set(MILITARY_EXPLOSIVES);

/** Whether a contour is a military zone by its own type, or by the activity that it nests in. */
export function isMilitary({ type, parent }: ModelObject): boolean {
  return type === 'MilitairExplosieAandachtsgebied' || ACTIVITIES.has(parent?.parent?.type ?? '');
}

/**
 * Decision order: the order in which the prepared roots of a submission are decided. It is the order of delivery, except that versions of
 * one object are in order of begin, so that the effect never depends on their order in the file.
 * Not here: finding objects with several versions, and refusing some of these (prepare/delivery/).
 */
import type { Report } from '../../../schemas/finding.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';

type Ordered = Pick<PreparedRoot, 'pointer' | 'id' | 'validFrom'>;

/** Whether a report names several versions of one object. */
export function hasVersions({ objects }: Report): boolean {
  return objects.some(({ beginGeldigheid }) => beginGeldigheid !== undefined);
}

/** Returns the roots in decision order, without those that the report refuses. */
export function inDecisionOrder<Root extends Ordered>(roots: readonly Root[], { objects }: Report): readonly Root[] {
  const refused = new Set(objects.filter(({ verdict }) => verdict === 'refused').map(({ pointer }) => pointer));
  const several = new Set(objects.filter(({ beginGeldigheid }) => beginGeldigheid !== undefined).map(({ id }) => nfc(id ?? '')));
  const accepted = roots.filter(({ pointer }) => !refused.has(pointer));
  const byId = Map.groupBy(accepted.filter(({ id }) => several.has(nfc(id))), ({ id }) => nfc(id));
  const versions = new Map([...byId].map(([id, list]) => [id, list.sort((one, other) => one.validFrom - other.validFrom).values()]));
  return accepted.map((root) => versions.get(nfc(root.id))?.next().value ?? root);
}

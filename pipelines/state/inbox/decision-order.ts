/**
 * Decision order: in which order the prepared roots of a submission are decided. Roots stand as they were delivered, but the
 * versions of one object follow one another by their begin, so that the effect never depends on their order in the file.
 * Not here: which objects have several versions, and which of these are refused (prepare/delivery/).
 */
import type { Report } from '../../../schemas/finding.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';

type Ordered = Pick<PreparedRoot, 'pointer' | 'id' | 'validFrom'>;

/** Whether a report names several versions of one object. */
export function hasVersions({ objects }: Report): boolean {
  return objects.some(({ beginGeldigheid }) => beginGeldigheid !== undefined);
}

/** The roots in their order, without those that the report refuses after all. */
export function inDecisionOrder<Root extends Ordered>(roots: readonly Root[], { objects }: Report): readonly Root[] {
  const refused = new Set(objects.filter(({ verdict }) => verdict === 'refused').map(({ pointer }) => pointer));
  const several = new Set(objects.filter(({ beginGeldigheid }) => beginGeldigheid !== undefined).map(({ id }) => nfc(id ?? '')));
  const accepted = roots.filter(({ pointer }) => !refused.has(pointer));
  const byId = Map.groupBy(accepted.filter(({ id }) => several.has(nfc(id))), ({ id }) => nfc(id));
  const versions = new Map([...byId].map(([id, list]) => [id, list.sort((one, other) => one.validFrom - other.validFrom).values()]));
  return accepted.map((root) => versions.get(nfc(root.id))?.next().value ?? root);
}

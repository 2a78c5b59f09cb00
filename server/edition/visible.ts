/**
 * Visible: whether the target of a write is in the public edition. A hidden object counts as missing.
 * Not here: content of the register (pipelines/state/decide/forbidden.ts).
 */
import { ROOTS, SUB_RESOURCES, type SubResource } from '../../schemas/names.ts';
import { sameInNfc } from '../../schemas/normal-form.ts';
import type { Target } from '../../schemas/target.ts';
import { nestedObjectsIn } from '../response/nested-objects.ts';
import type { Service } from '../service.ts';

/** Whether the target is visible. A list exists when its root does. */
export function isVisible({ resource, form, id, within }: Target, { editions }: Pick<Service, 'editions'>): boolean {
  const root = within ?? { resource, id };
  if (root.id === null) return true;
  const edition = editions.current()?.edition;
  if (form === 'feature') return edition?.feature(resource, root.id, 'CRS84') !== undefined;
  const document = edition?.document(root.id, 'CRS84');
  if (document === undefined || ROOTS[document.type].path !== root.resource) return false;
  if (within === undefined || id === null) return true;
  const kind = SUB_RESOURCES[resource as SubResource];
  return nestedObjectsIn(Buffer.concat([...document.slices])).some((part) => part.kind === kind && sameInNfc(part.id, id));
}

/** Selected columns: which columns (schemas/derived/columns.ts) are among the requested fields. */
import type { Selection } from '../parameters/fields.ts';

/** Whether the column with this path is among the requested fields. What has no column of its own is left out when fields are chosen. */
export function isSelected(path: string, selection: Selection | undefined): boolean {
  if (selection === undefined) return true;
  let inside: Selection | true | undefined = selection;
  for (const name of path.split('.')) {
    if (inside === true) return true;
    inside = inside?.[name];
  }
  return inside !== undefined;
}

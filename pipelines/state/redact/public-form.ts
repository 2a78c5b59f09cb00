/** Public form: a document as the public may see it: without its hidden objects, and without personal data when its root is sensitive. */
import type { JsonObject } from '../../../schemas/json.ts';
import { withoutHidden } from './without-hidden-objects.ts';
import { withoutPersonalData } from './personal-data.ts';

export interface Withheld {
  readonly isSensitive: boolean;
  /** Whether an object in the document is hidden; undefined: none is. The root is not. */
  readonly isHidden: ((id: string) => boolean) | undefined;
}

export function publicForm(document: JsonObject, { isSensitive, isHidden }: Withheld): JsonObject {
  const shown = isHidden === undefined ? document : withoutHidden(document, isHidden);
  return isSensitive ? withoutPersonalData(shown) : shown;
}

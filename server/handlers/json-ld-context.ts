/** JSON-LD context: the meaning of the members of features, at one address for all collections. Made once, at start. */
import { CONTEXT_PATH, jsonLdContext } from '../description/json-ld-context.ts';
import { CATALOGUE_FORMS } from '../request/negotiate.ts';
import { jsonBytes } from '../response/response.ts';
import type { Handler, Service } from '../service.ts';
import { fixed } from './fixed.ts';

/** GET /context */
export function context({ baseUrl }: Service): Handler {
  const bytes = jsonBytes(jsonLdContext(baseUrl));
  return fixed(CATALOGUE_FORMS, baseUrl + CONTEXT_PATH, { jsonld: bytes, json: bytes });
}

/** Edition configuration: everything, apart from the register, that determines the bytes of an edition. */
import type { Configuration } from '../../publisher/format/manifest.ts';
import { schemaHash } from '../../schemas/check/json-schema.ts';
import { codeListsHash } from '../../schemas/codelists.ts';

/**
 * Returns the configuration of editions with links of this base URL. `grids`: SHA-256 of the packed grids. `epoch`: that of coordinates in
 * ITRF2014; without one there are none.
 */
export function configurationOf(baseUrl: string, grids: string, epoch?: number): Configuration {
  return { baseUrl, grids, model: schemaHash(), codeLists: codeListsHash(), ...epoch === undefined ? {} : { epoch } };
}

/**
 * Holders schema: the file with the organisations that have access and their roles, as JSON Schema 2020-12 with closed objects (Interface
 * Rules, Authentication 7). Not here: rules beyond a schema, such as unique codes (pipelines/state/access/holders.ts).
 */
import { ROLES } from '../roles.ts';
import { allowedValues } from '../codelists.ts';
import type { JsonObject } from '../json.ts';
import { HOLDER_CODE_PATTERN } from '../names.ts';

/** Name of the schema beside those of the model. */
export const HOLDERS = 'holders';

/** An organisation by its legal number: OIN, KVK or eIDAS. */
export const ORGANISATION_PATTERN = '^(OIN:[0-9]{20}|KVK:[0-9]{8}|EIDAS:[A-Z]{2}/[A-Z]{2}/[!-~]{1,100})$';
export const ORGANISATION_FORMS = 'OIN: with 20 digits, KVK: with 8 digits, or EIDAS: with a legal identifier such as DE/NL/HRB12345';

/** A client id at the issuer of tokens. */
export const CLIENT_PATTERN = '^[!-~]{1,200}$';

/** The codes for the source of a geometry. */
export const BRONREGISTRATIES: readonly string[] = allowedValues('Bronregistratie') ?? [];

const ORGANISATION: JsonObject = {
  type: 'object', additionalProperties: false, required: ['id', 'name', 'codes', 'roles'],
  properties: {
    id: { type: 'string', pattern: ORGANISATION_PATTERN, description: ORGANISATION_FORMS },
    name: { type: 'string', pattern: String.raw`^\P{Cc}{1,200}$`, description: 'a name of 1 to 200 characters, on one line' },
    codes: {
      type: 'array', uniqueItems: true, description: 'bronhoudercodes, each once',
      items: { type: 'string', pattern: `^${HOLDER_CODE_PATTERN}$`, description: 'a bronhoudercode: 3 to 6 characters from A-Z, 0-9 and comma' },
    },
    clients: {
      type: 'array', uniqueItems: true, description: 'client ids, each once',
      items: {
        type: 'string', pattern: CLIENT_PATTERN, description: 'the id of a client at the issuer of tokens: 1 to 200 characters of ASCII without spaces',
      },
    },
    bronregistratie: {
      enum: BRONREGISTRATIES, description: `${BRONREGISTRATIES.join(', ')}: the source of what it draws, filled in where a new feature names none`,
    },
    roles: {
      type: 'array', uniqueItems: true, description: 'roles, each once', items: { enum: [...ROLES], description: ROLES.join(', ') },
    },
  },
};

/** The schema of `holders.json`. */
export function holdersSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Organisaties met toegang / organisations that have access',
    type: 'object', additionalProperties: false, required: ['organisations'],
    properties: {
      $schema: { type: 'string', description: 'address of this schema, for an editor' },
      organisations: { type: 'array', items: ORGANISATION, description: 'organisations, each once' },
    },
  };
}

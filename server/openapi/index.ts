/**
 * OpenAPI: description of the interface, version 3.0.3, one self-contained document (Interface Rules, General 6).
 *
 * It lists only what works now. Parameter lists are closed; `servers` is the absolute base URL. Resource paths are written out, because a
 * templated first segment would also match `/collections`. Parameter names with a dash come from the OGC standard, against the Dutch rule
 * for camelCase.
 */
import { RIGHTS, ROLE_TEXTS, ROLES } from '../../schemas/roles.ts';
import { API_VERSION } from '../../schemas/base-url.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { both } from '../response/problem.ts';
import type { Service } from '../service.ts';
import { openApiTerms } from '../description/terms.ts';
import { headers, responses } from './responses.ts';
import { collectionPaths, itemsPaths, itemsSearchPaths, rootFeaturePaths } from './collection-paths.ts';
import { documentPaths, submissionPaths } from './document-paths.ts';
import { featureSchemas } from './features.ts';
import { fieldParameters } from './fields.ts';
import { modelPaths } from './model-paths.ts';
import { parameters } from './parameters.ts';
import type { ApiObject } from './components.ts';
import { schemas } from './schemas.ts';
import { searchPaths } from './search-paths.ts';
import { cataloguePaths, crsPaths, editionPaths, problemPaths, servicePaths } from './service-paths.ts';
import { subResourcePaths } from './sub-resource-paths.ts';

/** Returns the document for the collections and CRSs of this service. */
export function openApi({ baseUrl, profile, desk, terms }: Pick<Service, 'baseUrl' | 'profile' | 'desk' | 'terms'>) {
  const writable = desk !== null;
  const listsUri = `${baseUrl}/waardelijsten`;
  const fields = fieldParameters(listsUri);
  return {
    openapi: '3.0.3',
    info: {
      title: 'Register externe veiligheid',
      description: 'Objecten van externe veiligheid volgens OGC API Features. / '
        + 'External-safety objects according to OGC API Features. '
        + 'Tijdstippen staan in features in UTC met Z, in documenten zoals geleverd; een tijdstip zonder zone is een tijd van Europe/Amsterdam. / '
        + 'Moments in features are in UTC with Z, in documents as delivered; a moment without a zone is a time of Europe/Amsterdam.',
      version: API_VERSION,
      ...openApiTerms(terms),
    },
    servers: [{ url: baseUrl }],
    tags: [
      { name: 'dienst', description: 'Over de dienst / about the service' },
      { name: 'collecties', description: 'Objecten als GeoJSON / objects as GeoJSON' },
      { name: 'documenten', description: 'Hele documenten / whole documents' },
      { name: 'model', description: 'Waardelijsten en schema’s / code lists and schemas' },
      ...(writable ? [{ name: 'indieningen', description: 'Wat van een indiening werd / what became of it' }] : []),
    ],
    paths: {
      ...servicePaths(writable), ...collectionPaths(writable), ...rootFeaturePaths(writable), ...itemsPaths(writable, fields),
      ...documentPaths(writable, fields),
      ...subResourcePaths(writable), ...itemsSearchPaths(fields), ...searchPaths(fields), ...submissionPaths(writable),
      ...cataloguePaths(), ...editionPaths(), ...crsPaths(), ...modelPaths(), ...problemPaths(),
    },
    components: {
      parameters: { ...parameters({ profile, collections: COLLECTIONS }), ...fields.components },
      headers,
      responses,
      schemas: { ...schemas, ...featureSchemas(listsUri), Document: { ...schemas.Document, externalDocs: documentSchema(baseUrl) } },
      ...(writable ? { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: rolesText() } } } : {}),
    },
  };
}

/** Returns the roles of tokens, and the requests that need them. */
function rolesText(): string {
  const roles = ROLES.map((role) => `${role}: ${both(ROLE_TEXTS[role])}`);
  const rights = Object.values(RIGHTS).flatMap(({ roles: needed, requests }) => (needed === null ? [] : [`${both(requests)}: ${needed.join(' / ')}`]));
  return `Rollen / roles: ${[...roles, ...rights].join('; ')}`;
}

/** Returns the schema of a delivered document: a link to its JSON Schema, which OpenAPI 3.0 cannot express. */
function documentSchema(baseUrl: string): ApiObject {
  return { url: `${baseUrl}/schemas/Document`, description: 'JSON Schema van hele documenten / of whole documents' };
}

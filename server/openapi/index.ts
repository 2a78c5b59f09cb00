/**
 * OpenAPI: description of the interface, version 3.0.3, one self-contained document (Interface Rules, General 6).
 *
 * It lists only what works now. Parameter lists are closed; `servers` is the absolute base URL. Resource paths are written out, because a
 * templated first segment would also match `/collections`. Parameter names with a dash come from the OGC standard, against the Dutch rule
 * for camelCase.
 */
import { LIMIT_NAMES, LIMIT_WORDS, limitOf } from '../../schemas/limit-words.ts';
import { RIGHTS, ROLE_TEXTS, ROLES } from '../../schemas/roles.ts';
import { API_VERSION } from '../../schemas/interface-versions.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import type { Service } from '../service.ts';
import { openApiTerms } from '../description/terms.ts';
import { jsonBytes } from '../response/response.ts';
import { headers, responses } from './responses.ts';
import { collectionPaths, itemsPaths, itemsSearchPaths, rootFeaturePaths } from './collection-paths.ts';
import { documentPaths, submissionPaths } from './document-paths.ts';
import { operationPaths } from './operation-paths.ts';
import { proposalPaths } from './proposal-paths.ts';
import { featureSchemas } from './features.ts';
import { fieldParameters } from './fields.ts';
import { withKeyRequired } from './key-required.ts';
import { modelPaths } from './model-paths.ts';
import { PAGES_TAG, pagePaths } from './page-paths.ts';
import { parameters } from './parameters.ts';
import type { ApiObject } from './components.ts';
import { schemas } from './schemas.ts';
import { requestedFilePaths } from './requested-file-paths.ts';
import { searchPaths } from './search-paths.ts';
import { cataloguePaths, crsPaths, editionPaths, problemPaths, servicePaths } from './service-paths.ts';
import { subResourcePaths } from './sub-resource-paths.ts';
import { tilePaths } from './tile-paths.ts';
import { inBothLanguages } from './wording.ts';

export type { ApiObject } from './components.ts';
export { FIELD_COMPONENT } from './fields.ts';
export { inLanguage } from './wording.ts';

/** The properties of a service that the document depends on. */
type DescribedService = Pick<Service, 'baseUrl' | 'profile' | 'desk' | 'terms' | 'keyRequired' | 'clientCertificates'>;

/** Returns the document for the collections and CRSs of this service. Its texts are `Text` values until wording.ts makes them strings. */
export function openApi({ baseUrl, profile, desk, terms, keyRequired, clientCertificates }: DescribedService) {
  const writable = desk !== null;
  const listsUri = `${baseUrl}/waardelijsten`;
  const fields = fieldParameters(listsUri);
  const paths = pathsOf(writable, fields);
  return {
    openapi: '3.0.3',
    info: {
      title: 'Register externe veiligheid',
      description: {
        nl: 'Objecten van externe veiligheid volgens OGC API Features. '
          + 'Tijdstippen staan in features in UTC met Z, in documenten zoals geleverd; een tijdstip zonder zone is een tijd van Europe/Amsterdam.',
        en: 'External-safety objects according to OGC API Features. '
          + 'Moments in features are in UTC with Z, in documents as delivered; a moment without a zone is a time of Europe/Amsterdam.',
      },
      version: API_VERSION,
      ...openApiTerms(terms),
    },
    'x-limits': limitsByName(),
    servers: [{ url: baseUrl }],
    tags: [
      { name: 'dienst', description: { nl: 'Over de dienst', en: 'about the service' } },
      { name: 'collecties', description: { nl: 'Objecten als GeoJSON', en: 'objects as GeoJSON' } },
      { name: 'documenten', description: { nl: 'Hele documenten', en: 'whole documents' } },
      { name: 'model', description: { nl: 'Waardelijsten en schema’s', en: 'code lists and schemas' } },
      { name: PAGES_TAG, description: { nl: 'Pagina’s voor mensen', en: 'pages for people' } },
      ...(writable ? [{ name: 'indieningen', description: { nl: 'Bestanden leveren, en wat daarvan werd', en: 'files handed in, and what became of them' } }] : []),
    ],
    paths: keyRequired ? withKeyRequired(paths, writable) : paths,
    components: {
      parameters: { ...parameters({ profile, collections: COLLECTIONS }), ...fields.components },
      headers,
      responses,
      schemas: { ...schemas, ...featureSchemas(baseUrl), Document: { ...schemas.Document, externalDocs: documentSchema(baseUrl) } },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: KEY_TEXT },
        ...(writable ? { bearer: bearer(clientCertificates !== null) } : {}),
      },
    },
  };
}

/** The document that was made last: the routes of both audiences have one document. */
let newest: { readonly key: string; readonly bytes: Buffer } | undefined;

/** Returns the document as it is served, with each text in both languages. */
export function openApiBytes(service: DescribedService): Buffer {
  const { baseUrl, profile, desk, terms, keyRequired, clientCertificates } = service;
  const key = JSON.stringify([baseUrl, profile, desk !== null, terms, keyRequired, clientCertificates !== null]);
  if (newest?.key !== key) newest = { key, bytes: jsonBytes(inBothLanguages(openApi(service))) };
  return newest.bytes;
}

function pathsOf(writable: boolean, fields: ReturnType<typeof fieldParameters>) {
  return {
    ...servicePaths(writable), ...collectionPaths(writable), ...tilePaths(), ...rootFeaturePaths(writable), ...itemsPaths(writable, fields),
    ...documentPaths(writable, fields),
    ...subResourcePaths(writable), ...itemsSearchPaths(fields), ...requestedFilePaths(fields), ...searchPaths(fields),
    ...submissionPaths(writable), ...proposalPaths(writable), ...operationPaths(writable),
    ...cataloguePaths(), ...editionPaths(), ...crsPaths(), ...modelPaths(), ...problemPaths(), ...pagePaths(writable),
  };
}

/** Returns all limits by name, each with its words and its number. */
function limitsByName(): ApiObject {
  return Object.fromEntries(LIMIT_NAMES.map((name) => {
    const { text, unit } = LIMIT_WORDS[name];
    return [name, { description: text, value: limitOf(name), unit: unit ?? 'number' }];
  }));
}

const KEY_TEXT: Text = {
  nl: 'Een sleutel die zegt wie er leest, en geen recht geeft; een ongeldige is 401. De beheerder geeft sleutels',
  en: 'a key that says who reads, and gives no right; an invalid one is 401. The operator gives keys',
};

/** Returns the scheme of tokens. OpenAPI 3.0 has no scheme for client certificates (mutualTLS of 3.1), so this one names them. */
function bearer(isCertificateAccepted: boolean): ApiObject {
  const { nl, en } = isCertificateAccepted ? CERTIFICATE_TEXT : { nl: '', en: '' };
  return { type: 'http', scheme: 'bearer', description: { nl: `Rollen: ${rolesText('nl')}${nl}`, en: `roles: ${rolesText('en')}${en}` } };
}

const CERTIFICATE_TEXT: Text = {
  nl: '. In plaats van een token kan een clientcertificaat (mutual TLS) met het nummer van de organisatie; een ongeldig certificaat is 401, ook bij lezen',
  en: '. In place of a token a client certificate (mutual TLS) with the number of the organisation will do; an invalid one is 401, also when reading',
};

/** Returns the roles of tokens, and the requests that need them. */
function rolesText(language: Language): string {
  const roles = ROLES.map((role) => `${role}: ${ROLE_TEXTS[role][language]}`);
  const rights = Object.values(RIGHTS).flatMap(({ roles: needed, requests }) => (
    needed === null ? [] : [`${requests[language]}: ${needed.join(OR[language])}`]
  ));
  return [...roles, ...rights].join('; ');
}

const OR: Text = { nl: ' of ', en: ' or ' };

/** Returns the schema of a delivered document: a link to its JSON Schema, which OpenAPI 3.0 cannot express. */
function documentSchema(baseUrl: string): ApiObject {
  return { url: `${baseUrl}/schemas/Document`, description: { nl: 'JSON Schema van hele documenten', en: 'JSON Schema of whole documents' } };
}

/**
 * OpenAPI: the description of the interface, version 3.0.3, one self-contained document (Interface Rules,
 * General 6).
 *
 * It lists what works now and nothing else. Parameter lists are closed; `servers` is the absolute base URL;
 * resource paths are written out, because a templated first segment would also match `/collections`. The
 * reusable parts are in openapi-parts.ts. Parameter names with a dash are those of the OGC standard, against
 * the Dutch rule for camelCase.
 */
import { API_VERSION } from '../schemas/base-url.ts';
import { LIMITS } from '../schemas/limits.ts';
import { arrayNameOf, COLLECTIONS, ROOTS } from '../schemas/names.ts';
import { isCollection } from './collections.ts';
import { MEDIA_TYPES } from './negotiate.ts';
import {
  created, headers, jsonContent, parameters, problems, ref, responses, schemas, type Named,
} from './openapi-parts.ts';
import { fieldParameters, type FieldParameters } from './openapi-fields.ts';
import { FEATURES, RESOURCES } from './parameters/list.ts';
import { DOCUMENT_PARAMETERS, FEATURE_PARAMETERS } from './parameters/object.ts';
import type { Service } from './service.ts';

/** The document, for the collections and CRSs of this service. */
export function openApi({ baseUrl, profile, desk }: Pick<Service, 'baseUrl' | 'profile' | 'desk'>) {
  const writable = desk !== null;
  const fields = fieldParameters(`${baseUrl}/waardelijsten`);
  return {
    openapi: '3.0.3',
    info: {
      title: 'Register externe veiligheid',
      description: 'Objecten van externe veiligheid volgens OGC API Features. / '
        + 'External-safety objects according to OGC API Features.',
      version: API_VERSION,
      contact: { name: 'Beheerder van dit register', url: baseUrl, email: 'beheer@example.org' },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
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
      ...servicePaths(), ...collectionPaths(), ...itemsPaths(writable, fields), ...documentPaths(writable, fields),
      ...submissionPaths(writable), ...crsPaths(), ...codeListPaths(), ...schemaPaths(), ...problemPaths(),
    },
    components: {
      parameters: { ...parameters({ profile, collections: COLLECTIONS }), ...fields.components },
      headers,
      responses,
      schemas,
      ...(writable ? { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } } : {}),
    },
  };
}

function get(operationId: string, { tag, summary, takes = [], success, failures }: {
  tag: string; summary: string; takes?: readonly string[]; success: Named; failures: readonly number[];
}) {
  return {
    operationId, tags: [tag], summary,
    parameters: [...takes, ...headersOf(takes, success)].map((name) => ref('parameters', name)),
    responses: { 200: success, 304: ref('responses', 'NietGewijzigd'), ...problems(failures) },
  };
}

/** What a request may say by header: a list or an object has a date too, what has geometry its CRS. */
function headersOf(takes: readonly string[], { headers: answered }: Named): readonly string[] {
  const isDated = 'Last-Modified' in (answered as Named);
  return ['API-Version', 'If-None-Match', ...(isDated ? ['If-Modified-Since'] : []), ...(takes.includes('crs') ? ['Accept-Crs'] : [])];
}

function servicePaths(): Named {
  const plain = (id: string, summary: string, schema: string) => ({
    get: get(id, { tag: 'dienst', summary, success: jsonContent(schema), failures: [400, 401, 406, 500] }),
  });
  return {
    '/': plain('startpagina', 'Startpagina / landing page', 'Startpagina'),
    '/openapi.json': {
      get: get('openapi', {
        tag: 'dienst', summary: 'Dit document / this document',
        success: jsonContent('OpenApi', { mediaType: MEDIA_TYPES.openapi, page: false }), failures: [400, 401, 406, 500],
      }),
    },
    '/conformance': plain('conformiteit', 'Standaarden / conformance classes', 'Conformiteit'),
    '/collections': plain('collecties', 'Alle collecties / all collections', 'Collecties'),
  };
}

/** Written out, for each collection has parameters of its own. */
function itemsPaths(writable: boolean, fields: FieldParameters): Named {
  return Object.fromEntries(COLLECTIONS.map((collection) => {
    const name = pascal(collection);
    const list = get(`objecten${name}`, {
      tag: 'collecties', summary: 'Objecten van een collectie / features of a collection',
      takes: [...FEATURES.names, ...fields.of.get(collection) ?? []],
      success: jsonContent('FeatureCollection', { mediaType: MEDIA_TYPES.geojson, extra: ['Content-Crs', 'Last-Modified', 'Link'] }),
      failures: [400, 401, 403, 404, 406, 410, 500, 503],
    });
    const isRoot = Object.values(ROOTS).some(({ path }) => path === collection);
    return [`/collections/${collection}/items`, {
      get: list,
      ...(writable && isRoot ? {
        post: post(`voegObjectToe${name}`, {
          tag: 'collecties', summary: 'Voeg een hoofdobject toe / add a root', takes: [], mediaType: MEDIA_TYPES.geojson, schema: 'NieuweFeature',
        }),
      } : {}),
    }];
  }));
}

function pascal(path: string): string {
  const name = arrayNameOf(path);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function collectionPaths(): Named {
  const tag = 'collecties';
  const collection = '/collections/{collectionId}';
  const schema = (id: string, summary: string) => ({
    get: get(id, {
      tag, summary, takes: ['collectionId'],
      success: jsonContent('CollectieSchema', { mediaType: MEDIA_TYPES.schema }), failures: [400, 401, 404, 406, 500],
    }),
  });
  return {
    [collection]: {
      get: get('collectie', {
        tag, summary: 'Eén collectie / one collection', takes: ['collectionId'],
        success: jsonContent('Collectie'), failures: [400, 401, 404, 406, 500],
      }),
    },
    [`${collection}/queryables`]: schema('bevraagbareVelden', 'Velden waarop gezocht kan worden / fields to filter by'),
    [`${collection}/sortables`]: schema('sorteervelden', 'Velden waarop gesorteerd kan worden / fields to sort by'),
    [`${collection}/schema`]: schema('velden', 'Velden van de objecten / fields of the features'),
    [`${collection}/schema/feature`]: schema('featureSchema', 'Schema van een object als GeoJSON / of a feature as GeoJSON'),
    [`${collection}/items/{featureId}`]: {
      get: get('object', {
        tag, summary: 'Eén object / one feature', takes: ['collectionId', 'featureId', ...FEATURE_PARAMETERS],
        success: jsonContent('Feature', { mediaType: MEDIA_TYPES.geojson, extra: ['Content-Crs', 'Last-Modified', 'Link'] }),
        failures: [400, 401, 403, 404, 406, 410, 500, 503],
      }),
    },
  };
}

function documentPaths(writable: boolean, fields: FieldParameters): Named {
  return Object.fromEntries(Object.entries(ROOTS).flatMap(([type, { path }]) => {
    const tag = 'documenten';
    const name = pascal(path);
    const list = {
      get: get(`documenten${type}`, {
        tag, summary: `Documenten van ${type} / whole documents`,
        takes: [...RESOURCES.names, ...fields.of.get(path) ?? []],
        success: jsonContent(name, { hal: `${name}Hal`, extra: ['Content-Crs', 'Last-Modified', 'Link', ...TOTALS] }),
        failures: [400, 401, 403, 406, 410, 500, 503],
      }),
    };
    const add = {
      post: post(`voegToe${type}`, {
        tag, summary: `Voeg een ${type} toe / add a document`, takes: [],
        mediaType: MEDIA_TYPES.json,
        schema: isCollection(path) ? 'NieuwDocument' : 'NieuwDocumentZonderGeometrie',
      }),
    };
    const one = {
      get: get(`document${type}`, {
        tag, summary: `Eén ${type} met alles erin / one whole document`, takes: ['id', ...DOCUMENT_PARAMETERS],
        success: jsonContent('Document', { hal: 'Document', extra: ['Content-Crs', 'Last-Modified', 'Link'] }),
        failures: [400, 401, 403, 404, 406, 410, 500, 503],
      }),
    };
    return [[`/${path}`, writable ? { ...list, ...add } : list], [`/${path}/{id}`, one]] as const;
  }));
}

const TOTALS = ['X-Total-Count', 'X-Pagination-Count', 'X-Pagination-Page', 'X-Pagination-Limit'];

function crsPaths(): Named {
  const tag = 'dienst';
  const one = jsonContent('Crs');
  const gml = { [MEDIA_TYPES.gml]: { schema: { type: 'string' } } };
  return {
    '/crss': {
      get: get('crss', {
        tag, summary: 'De CRS’en die te vragen zijn / the CRSs that can be asked for', success: jsonContent('Crss'), failures: [400, 401, 406, 500],
      }),
    },
    '/crss/{code}': {
      get: get('crs', {
        tag, summary: 'Wat een CRS is, als GML / what a CRS is, as GML', takes: ['code'],
        success: { ...one, content: { ...gml, ...one['content'] as Named } }, failures: [400, 401, 404, 406, 500],
      }),
    },
  };
}

function codeListPaths(): Named {
  const tag = 'model';
  return {
    '/waardelijsten': {
      get: get('waardelijsten', {
        tag, summary: 'Alle waardelijsten / all code lists',
        success: jsonContent('Waardelijsten'), failures: [400, 401, 406, 500],
      }),
    },
    '/waardelijsten/{naam}': {
      get: get('waardelijst', {
        tag, summary: 'Eén waardelijst met haar waarden / one code list with its values', takes: ['naam'],
        success: jsonContent('Waardelijst'), failures: [400, 401, 404, 406, 500],
      }),
    },
  };
}

function schemaPaths(): Named {
  const tag = 'model';
  return {
    '/schemas': {
      get: get('schemas', {
        tag, summary: 'Alle schema’s / all schemas', success: jsonContent('Schemas'), failures: [400, 401, 406, 500],
      }),
    },
    '/schemas/{type}': {
      get: get('schema', {
        tag, summary: 'JSON Schema van een type / of a type', takes: ['type'],
        success: jsonContent('JsonSchema', { mediaType: MEDIA_TYPES.schema }), failures: [400, 401, 404, 406, 500],
      }),
    },
  };
}

function problemPaths(): Named {
  const one = (id: string, name: string) => get(id, {
    tag: 'dienst', summary: 'Wat een foutcode betekent / what an error code means', takes: [name],
    success: jsonContent('FoutSoort'), failures: [400, 401, 404, 406, 500],
  });
  return {
    '/fouten': {
      get: get('fouten', {
        tag: 'dienst', summary: 'Alle foutcodes / all error codes', success: jsonContent('Fouten'),
        failures: [400, 401, 406, 500],
      }),
    },
    '/fouten/ev/{fout}': { get: one('fout', 'fout') },
    '/fouten/ev/parameter/{parameterFout}': { get: one('parameterFout', 'parameterFout') },
    '/fouten/ev/regel/{regel}': { get: one('regel', 'regel') },
  };
}

function submissionPaths(writable: boolean): Named {
  if (!writable) return {};
  const operation = get('indiening', {
    tag: 'indieningen', summary: 'Wat van een indiening werd / outcome of a submission', takes: ['uuid'],
    success: withReportForms(jsonContent('Indiening')), failures: [400, 401, 403, 404, 406, 500],
  });
  const { 304: _, ...answers } = operation.responses;
  const taken = ['uuid', 'API-Version'].map((name) => ref('parameters', name));
  return { '/indieningen/{uuid}': { get: { ...operation, parameters: taken, responses: answers, security: [{ bearer: [] }] } } };
}

/** The report of a submission also as places on the map and as a table. */
function withReportForms(success: Named): Named {
  const places = { [MEDIA_TYPES.geojson]: { schema: { type: 'object' } } };
  return { ...success, content: { ...success['content'] as Named, ...places, 'text/csv': { schema: { type: 'string' } } } };
}

const { requestBodyBytesMax, objectBytesMax, textCharsMax } = LIMITS;
const BODY_LIMITS = `Hoogstens ${requestBodyBytesMax} bytes; een object zonder geneste objecten en coördinaten ${objectBytesMax} bytes, een tekst `
  + `${textCharsMax} tekens / at most ${requestBodyBytesMax} bytes; an object without nested ones and coordinates ${objectBytesMax} bytes, `
  + `a text ${textCharsMax} characters`;

function post(operationId: string, { tag, summary, takes, mediaType, schema }: {
  tag: string; summary: string; takes: readonly string[]; mediaType: string; schema: string;
}) {
  return {
    operationId, tags: [tag], summary,
    parameters: [...takes, 'Content-Crs', 'Accept-Crs', 'API-Version', 'Prefer'].map((name) => ref('parameters', name)),
    requestBody: { required: true, description: BODY_LIMITS, content: { [mediaType]: { schema: ref('schemas', schema) } } },
    responses: {
      201: created('Toegevoegd en te lezen / added and readable'),
      202: created('Ontvangen, nog niet verwerkt / received, not yet processed'),
      ...problems([400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 500]),
    },
    security: [{ bearer: [] }],
  };
}

/**
 * Collection schemas: JSON Schemas of the features, queryables and sortables of a collection, and their pages.
 *
 * `/schema`: the object in a feature (OGC API Features Part 5, returnables). `/schema/feature`: its GeoJSON. `/queryables` and
 * `/sortables`: the fields for filters and for sorting (Part 3, Part 5). Each is made at the first request and cached. All follow the
 * current model, whatever moment is requested.
 * Not here: content of the schemas (schemas/derived/feature-schema.ts, schemas/derived/queryables.ts).
 */
import {
  GEOMETRY_FIELD, geoJsonSchema, geometryProperty, returnablesSchema, ROLES, type SchemaOf,
} from '../../schemas/derived/feature-schema.ts';
import { DIALECT } from '../../schemas/derived/published-schema.ts';
import { queryablesOf, queryableSchema, sortablesOf, type Queryable } from '../../schemas/derived/queryables.ts';
import type { Language } from '../../schemas/finding.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { jsonBytes } from '../response/response.ts';
import { isCollection, textOf } from '../description/collections.ts';
import { SCHEMA_FORMS } from '../request/negotiate.ts';
import { ABSENT } from '../response/problem.ts';
import type { Handler, Service } from '../service.ts';
import { collectionSchemaPage } from '../web/collection-schema-page.ts';
import type { PageRequest } from '../web/page.ts';
import { passing } from './fixed.ts';

/** Makers of the schemas by path below `/collections/{collectionId}`. */
export const COLLECTION_SCHEMAS: Readonly<Record<string, (of: SchemaOf) => JsonObject>> = {
  schema: returnablesSchema, 'schema/feature': geoJsonSchema, queryables: queryablesSchema, sortables: sortablesSchema,
};

/** GET /collections/{collectionId}/`name`, one of COLLECTION_SCHEMAS. */
export function collectionSchema(name: string, service: Service): Handler {
  const made = new Map<string, Handler>();
  return (request) => {
    const collection = request.params['collectionId'] ?? '';
    if (!isCollection(collection)) return ABSENT;
    const handler = made.get(collection) ?? handlerOf(collection, name, service);
    made.set(collection, handler);
    return handler(request, service);
  };
}

function handlerOf(collection: string, name: string, service: Service): Handler {
  const { baseUrl } = service;
  const { title, description } = textOf(collection);
  const id = `${baseUrl}/collections/${collection}/${name}`;
  const schemaIn = (language: Language, of: Pick<SchemaOf, 'fieldLanguage'> = {}): JsonObject => COLLECTION_SCHEMAS[name]!({
    collection, id, title: title[language], description: description[language], codeLists: `${baseUrl}/waardelijsten`, ...of,
  });
  const inLanguage = { nl: jsonBytes(schemaIn('nl')), en: jsonBytes(schemaIn('en')) };
  const bytes = ({ language }: PageRequest): Buffer => inLanguage[language];
  return passing(SCHEMA_FORMS, id, {
    schema: bytes, json: bytes,
    html: (context) => collectionSchemaPage(schemaIn(context.language, { fieldLanguage: context.language }), { collection, name, context }),
  }, { worded: ['schema', 'json'] });
}

/** Returns the queryables. A filter may name the geometry as a document does and as GeoJSON does. */
function queryablesSchema(of: SchemaOf): JsonObject {
  const geometry = geometryProperty(of.collection);
  const { 'x-ogc-role': _, ...other } = geometry;
  const fields = schemaOf(queryablesOf(of.collection), of);
  return {
    ...fields,
    properties: { [GEOMETRY_FIELD]: geometry, geometry: { ...other, title: 'geometry' }, ...fields['properties'] as JsonObject },
  };
}

function sortablesSchema(of: SchemaOf): JsonObject {
  return schemaOf(sortablesOf(of.collection), of);
}

function schemaOf(queryables: readonly Queryable[], { id, title, description, codeLists, fieldLanguage }: SchemaOf): JsonObject {
  const fields = queryables.map((field) => {
    const role = ROLES[field.name];
    return [field.name, { ...queryableSchema(field, codeLists, fieldLanguage), ...(role === undefined ? {} : { 'x-ogc-role': role }) }] as const;
  });
  return {
    $schema: DIALECT, $id: id, type: 'object', title, description,
    properties: Object.fromEntries(fields), additionalProperties: false,
  };
}

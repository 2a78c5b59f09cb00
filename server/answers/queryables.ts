/**
 * Queryables: `/collections/{collectionId}/queryables`, the fields that features are asked and sorted by, as a JSON Schema
 * (OGC API Features Part 3). Made at the first request and kept. Not here: which fields these are (schemas/derived/queryables.ts).
 */
import { queryablesOf, queryableSchema } from '../../schemas/derived/queryables.ts';
import { jsonBytes } from '../answer.ts';
import { isCollection, textOf } from '../collections.ts';
import { ABSENT, both } from '../problem.ts';
import type { Handler, Service } from '../service.ts';
import { fixed } from './fixed.ts';

const FORMS = ['schema', 'json'] as const;

/** GET /collections/{collectionId}/queryables */
export function queryables({ baseUrl }: Service): Handler {
  const made = new Map<string, Handler>();
  return (asked, service) => {
    const collection = asked.params['collectionId'] ?? '';
    if (!isCollection(collection)) return ABSENT;
    const handler = made.get(collection) ?? handlerOf(collection, baseUrl);
    made.set(collection, handler);
    return handler(asked, service);
  };
}

function handlerOf(collection: string, baseUrl: string): Handler {
  const url = `${baseUrl}/collections/${collection}/queryables`;
  const fields = queryablesOf(collection).map((field) => [field.name, queryableSchema(field)] as const);
  const bytes = jsonBytes({
    $schema: 'https://json-schema.org/draft/2020-12/schema', $id: url, type: 'object', title: both(textOf(collection).title),
    properties: { geometrie: { title: 'geometrie', format: 'geometry-any', 'x-ogc-role': 'primary-geometry' }, ...Object.fromEntries(fields) },
    additionalProperties: false,
  });
  return fixed(FORMS, url, { schema: bytes, json: bytes });
}

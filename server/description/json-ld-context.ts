/**
 * JSON-LD context: the meaning of every member of features in GeoJSON, as IRIs, so that a program of linked data reads them as RDF. One
 * context for all collections, because a field means the same in each.
 *
 * - The documents give no IRIs, so a field is `…/schemas#name` and a type `…/schemas/Type`, where people and programs find the model.
 * - What a holder added and what is not of the model has an IRI too, by `@vocab`: no member is lost. Null is no statement.
 * - GeoJSON itself has the vocabulary of GeoJSON-LD; a feature and its object are one node (`@nest`).
 * - The id is text: a link with rel `self` has the address. A list as a whole would give it another base IRI than one feature.
 */
import { GEOMETRY_TYPES } from '../../schemas/geometry.ts';
import type { Field, Value } from '../../schemas/model/conventions.ts';
import { featureFieldsOf } from '../../schemas/model/feature-fields.ts';
import { MODEL } from '../../schemas/model/model.ts';

/** Relation of a link to the context of a JSON document (JSON-LD 1.1, 6.1). */
export const CONTEXT_REL = 'http://www.w3.org/ns/json-ld#context';
export const CONTEXT_PATH = '/context';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const IANA_RELATION = 'http://www.iana.org/assignments/relation';

/** Returns the link to the context, as in the header Link. */
export function contextLink(baseUrl: string): string {
  return `<${baseUrl}${CONTEXT_PATH}>; rel="${CONTEXT_REL}"; type="application/ld+json"`;
}

export function jsonLdContext(baseUrl: string): object {
  const schemas = `${baseUrl}/schemas`;
  return {
    '@context': {
      '@version': 1.1, '@vocab': `${schemas}#`,
      dct: 'http://purl.org/dc/terms/', geojson: 'https://purl.org/geojson/vocab#',
      ...Object.fromEntries(['FeatureCollection', 'Feature', ...GEOMETRY_TYPES].map((name) => [name, `geojson:${name}`])),
      type: '@type', id: 'dct:identifier',
      features: { '@id': 'geojson:features', '@container': '@set' },
      geometry: 'geojson:geometry', coordinates: { '@id': 'geojson:coordinates', '@container': '@list' },
      timeStamp: { '@type': `${XSD}dateTime` },
      links: { '@id': 'http://www.w3.org/2000/01/rdf-schema#seeAlso', '@context': LINKS },
      properties: {
        '@id': '@nest',
        '@context': {
          ...fieldTerms(),
          entityType: { '@id': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type', '@type': '@vocab', '@context': { '@vocab': `${schemas}/` } },
          id: 'dct:identifier', href: '@id', title: 'dct:title',
        },
      },
    },
  };
}

const LINKS = {
  href: { '@id': 'http://www.w3.org/ns/oa#hasTarget', '@type': '@id' },
  rel: { '@id': IANA_RELATION, '@type': '@vocab', '@context': { '@vocab': `${IANA_RELATION}/` } },
  type: 'dct:format', title: 'dct:title',
};

/** Returns a term for each field of the model, also of value objects. It names its IRI, because `type` has another meaning elsewhere. */
function fieldTerms(): Readonly<Record<string, object>> {
  const terms = new Map<string, object>();
  const add = (field: Field, value: Value = field): void => {
    if (value.kind === 'array') return add(field, value.items);
    const type = TYPES[value.kind];
    terms.set(field.name, { '@id': field.name, ...(type === undefined ? {} : { '@type': type }) });
    if (value.kind === 'object') for (const inner of value.shape.fields) add(inner);
  };
  for (const entityType of MODEL.keys()) for (const field of featureFieldsOf(entityType)) add(field);
  return Object.fromEntries(terms);
}

/** Types of texts that are no plain text. */
const TYPES: Readonly<Partial<Record<Value['kind'], string>>> = { moment: `${XSD}dateTime`, date: `${XSD}date` };

/** Features: schemas of the features of each collection and of a page of them, in OpenAPI 3.0. They agree with `/schema/feature`. */
import { plainFeatureSchema } from '../../schemas/derived/feature-schema.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { textOf } from '../description/collections.ts';
import { pascal } from './operations.ts';
import { ref, type ApiObject } from './components.ts';
import { inVersion30 } from './version-30.ts';

/** Returns the name of the schema of a page of features. */
export function pageOf(collection: string): string {
  return `Bladzijde${pascal(collection)}`;
}

/** Returns the schemas of all collections. */
export function featureSchemas(baseUrl: string): ApiObject {
  const listsUri = `${baseUrl}/waardelijsten`;
  return Object.fromEntries(COLLECTIONS.flatMap((collection) => {
    const { title, description } = textOf(collection);
    const one = `Feature${pascal(collection)}`;
    const schema = plainFeatureSchema({ collection, title: title.nl, description: description.nl, codeLists: listsUri });
    const documented = { ...inVersion30(schema), title, description, externalDocs: fieldsPage(collection, baseUrl) };
    const features = { type: 'object', properties: { features: { type: 'array', items: ref('schemas', one) } } };
    return [[one, documented], [pageOf(collection), { allOf: [ref('schemas', 'FeatureCollection'), features] }]] as const;
  }));
}

function fieldsPage(collection: string, baseUrl: string): ApiObject {
  return { url: `${baseUrl}/collections/${collection}/schema`, description: { nl: 'De velden van de objecten', en: 'the fields of the features' } };
}

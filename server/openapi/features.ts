/**
 * Features: for each collection the schema of its features and of a page of them, which say the same as its `/schema/feature`, in
 * the words of OpenAPI 3.0.
 */
import { plainFeatureSchema } from '../../schemas/derived/feature-schema.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { textOf } from '../description/collections.ts';
import { both } from '../response/problem.ts';
import { pascal } from './operations.ts';
import { ref, type Named } from './components.ts';
import { inVersion30 } from './version-30.ts';

/** The name of the schema of a page of a collection's features. */
export function pageOf(collection: string): string {
  return `Bladzijde${pascal(collection)}`;
}

/** `listsUri`: where code lists stand. */
export function featureSchemas(listsUri: string): Named {
  return Object.fromEntries(COLLECTIONS.flatMap((collection) => {
    const { title, description } = textOf(collection);
    const one = `Feature${pascal(collection)}`;
    const schema = plainFeatureSchema({ collection, title: both(title), description: both(description), codeLists: listsUri });
    const features = { type: 'object', properties: { features: { type: 'array', items: ref('schemas', one) } } };
    return [[one, inVersion30(schema)], [pageOf(collection), { allOf: [ref('schemas', 'FeatureCollection'), features] }]] as const;
  }));
}

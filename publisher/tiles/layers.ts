/** Layers: the two layers that tiles of a collection can have, and the types of their fields as TileJSON and PMTiles write them. */
import { queryablesOf } from '../../schemas/derived/queryables.ts';

/** End of the name of a layer with counts. */
export const COUNTS_LAYER = '-aantallen';

export const COUNT_FIELDS = { aantal: 'number' } as const;

/** Returns the fields with one value, by name. */
export function layerFields(collection: string): Readonly<Record<string, string>> {
  const single = queryablesOf(collection).filter(({ name, isList }) => !isList && !name.includes('.'));
  return Object.fromEntries(single.map(({ name, type }) => [name, type === 'integer' ? 'number' : type]));
}

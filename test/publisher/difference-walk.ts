/** Differences read page by page, and the features of an edition as a client that follows differences has them. */
import type {
  DifferencePosition, DifferenceQuery, Edition, EditionPair, Editions, FeatureDifference,
} from '../../publisher/read/types.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { SERIES } from '../../schemas/names.ts';
import { walk } from './model.ts';

export const EVERY_SERIES: DifferenceQuery['series'] = SERIES.map((name) => ({ name, filter: null }));

/** The text of each feature, by its collection and id. */
export type State = ReadonlyMap<string, string>;

export function stateOf(edition: Edition | null): State {
  return new Map(edition === null ? [] : SERIES.flatMap((series) => (
    walk(edition.series.get(series)!, '28992', 1_000).map((feature) => [`${series}/${feature['id'] as string}`, JSON.stringify(feature)] as const)
  )));
}

/** Returns all differences, read `limit` at a time. */
export async function differencesBetween(
  editions: Editions, pair: EditionPair, query: DifferenceQuery, limit: number,
): Promise<readonly FeatureDifference[]> {
  const all: FeatureDifference[] = [];
  let from: DifferencePosition | null = null;
  for (let hasMore = true; hasMore;) {
    const page = await editions.differences(pair, query, { crss: ['28992'], from, limit });
    if (page.hasMore && page.differences.length === 0) throw new Error('a page before the last is empty');
    all.push(...page.differences);
    from = page.differences.at(-1)?.position ?? null;
    ({ hasMore } = page);
  }
  return all;
}

/** Returns what a client has that applies differences to what it had. Throws when a feature before is not the one that it had. */
export function followed(state: State, differences: readonly FeatureDifference[]): State {
  const next = new Map(state);
  for (const { position: { series, id }, before, after } of differences) {
    const key = `${series}/${id}`;
    if ((before === null ? undefined : textOf(before[0]!)) !== state.get(key)) throw new Error(`${key} was not so before`);
    if (after === null) next.delete(key); else next.set(key, textOf(after[0]!));
  }
  return next;
}

function textOf(feature: Buffer): string {
  return JSON.stringify(JSON.parse(feature.toString()) as JsonObject);
}

/** Neighbours of an object on its map: how many features are read and drawn. */
import { expect, test } from 'vitest';
import { COLLECTIONS } from '../../schemas/names.ts';
import { neighboursOf } from '../../server/web/neighbours.ts';
import { fakeEdition, type FakeFeature } from './fake-editions.ts';

const BOX = [154_000, 462_000, 156_000, 464_000] as const;
const NOTHING_OWN = { ids: new Set<string>(), collections: new Set<string>() };

const features = (collection: string, count: number, padding = 0): readonly FakeFeature[] => Array.from({ length: count }, (_, at) => ({
  id: `${collection}-${at}`, at: [155_000 + at, 463_000], properties: { entityType: 'KwetsbaarGebouw', tekst: 'x'.repeat(padding) },
}));
const neighbours = (contents: Readonly<Record<string, readonly FakeFeature[]>>, ownObjects = NOTHING_OWN) => {
  const edition = fakeEdition(1, contents);
  const limits: number[] = [];
  for (const series of edition.series.values()) {
    const answer = series.answer.bind(series);
    series.answer = ((query, bytesMax) => { limits.push(query.limit); return answer(query, bytesMax); }) as typeof series.answer;
  }
  return { edition, limits, found: neighboursOf(edition, { box: BOX, at: null, ownObjects }) };
};

test('chunks of a collection are read up to its limit of bytes, and the others are counted', async () => {
  const { edition, found } = neighbours({ 'kwetsbare-gebouwen': features('b', 40, 100_000) });
  const { neighbours: drawn, counts, isCut } = await found;
  expect([drawn.length, counts.get('kwetsbare-gebouwen'), isCut]).toEqual([2, 40, true]);
  expect((edition.series.get('kwetsbare-gebouwen') as unknown as { chunks: object }).chunks).toEqual({ begun: 1, made: 3, ended: 1 });
});

test('a collection is only counted once the map is full, or once enough bytes are read', async () => {
  const all = Object.fromEntries(COLLECTIONS.map((collection) => [collection, features(collection, 50)]));
  const many = neighbours(all);
  const { neighbours: drawn, counts, isCut } = await many.found;
  expect([drawn.length, isCut]).toEqual([120, true]);
  expect([...counts]).toEqual(COLLECTIONS.map((collection) => [collection, 50]));
  expect(many.limits).toEqual(COLLECTIONS.map((_, at) => (at < 3 ? 40 : 0)));
  const large = neighbours(Object.fromEntries(COLLECTIONS.map((collection, at) => [collection, features(collection, 1, at === 0 ? 3_000_000 : 1)])));
  expect(await large.found).toMatchObject({ neighbours: [], isCut: true });
  expect(large.limits).toEqual(COLLECTIONS.map((_, at) => (at < 1 ? 40 : 0)));
});

test('features of the object itself are drawn when neighbours fill the map', async () => {
  const all = Object.fromEntries(COLLECTIONS.map((collection) => [collection, features(collection, 50)]));
  const last = COLLECTIONS.at(-1)!;
  const { own, counts } = await neighbours(all, { ids: new Set([`${last}-0`]), collections: new Set([last]) }).found;
  expect(own.map(({ id }) => id)).toEqual([`${last}-0`]);
  expect([...counts.keys()]).toEqual(COLLECTIONS);
});

/** The geometry of a pipeline system has the lines of its pipelines, that of an activity the lines of its own pipelines. */
import { describe, expect, test } from 'vitest';
import { gridsOfThread } from '../../../pipelines/coordinates/grids.ts';
import { reproject } from '../../../pipelines/coordinates/reproject.ts';
import { printGeometry } from '../../../publisher/format/geometry-text.ts';
import type { ProjectedGeometry } from '../../../publisher/write/input.ts';
import { CRSS, PUBLISHED_CRSS, type PublishedCrs } from '../../../schemas/crs.ts';
import type { JsonObject } from '../../../schemas/json.ts';

const grids = gridsOfThread();

type Line = readonly (readonly [number, number])[];
const FIRST: Line = [[150_000, 460_000], [150_100.25, 460_050], [150_200, 460_000]];
const SECOND: Line = [[150_200, 460_000], [150_300, 460_000]];
const APART: Line = [[151_000, 461_000], [151_000, 461_010]];

const pipeline = (id: string, ...lines: readonly Line[]): JsonObject => ({
  entityType: 'BuisleidingReferentie', id,
  ...(lines.length === 0 ? {} : { geometrie: lines.length === 1 ? { type: 'LineString', coordinates: lines[0]! } : { type: 'MultiLineString', coordinates: lines } }),
});
const activity = (id: string, ...heeft: readonly JsonObject[]): JsonObject => ({ entityType: 'Buisleiding', id, heeft });
const root = (entityType: string, ...voertUit: readonly JsonObject[]): JsonObject => ({ entityType, id: 'root', voertUit });

function published({ shape, coordinates }: ProjectedGeometry, crs: PublishedCrs): { type: string; coordinates: readonly unknown[] } {
  return JSON.parse(printGeometry(shape, coordinates[crs], CRSS[crs].decimals).bytes.toString()) as { type: string; coordinates: readonly unknown[] };
}

describe('OPEN-pipeline-lines: a pipeline system has the geometry of its pipelines', () => {
  const found = reproject(root('BuisleidingStelsel', activity('one', pipeline('a', FIRST), pipeline('b', SECOND, APART)), activity('two', pipeline('c', APART))), '28992', { grids });

  test('one MultiLineString in document order; an activity has its own lines', () => {
    const rd = (id: string): unknown => published(found.get(id)!, '28992');
    expect(rd('root')).toEqual({ type: 'MultiLineString', coordinates: [FIRST, SECOND, APART, APART] });
    expect(rd('one')).toEqual({ type: 'MultiLineString', coordinates: [FIRST, SECOND, APART] });
    expect(rd('two')).toEqual({ type: 'MultiLineString', coordinates: [APART] });
    expect([...found].filter(([, { isDerived }]) => isDerived).map(([id]) => id)).toEqual(['root', 'one', 'two']);
  });

  test.each(PUBLISHED_CRSS)('the published lines of each pipeline, to the last decimal: %s', (crs) => {
    const lines = ['a', 'b', 'c'].flatMap((id) => {
      const { type, coordinates } = published(found.get(id)!, crs);
      return type === 'LineString' ? [coordinates] : coordinates;
    });
    expect(published(found.get('root')!, crs).coordinates).toEqual(lines);
  });

  test('there is no geometry without pipelines, nor for another type of location', () => {
    const without = root('BuisleidingStelsel', activity('one', pipeline('a')), activity('two', { entityType: 'Leiding', id: 'l', geometrie: { type: 'LineString', coordinates: FIRST } }));
    expect([...reproject(without, '28992', { grids }).keys()]).toEqual(['l']);
    expect([...reproject(root('LocatieActiviteit', activity('one', pipeline('a', FIRST))), '28992', { grids }).keys()]).toEqual(['a']);
  });
});

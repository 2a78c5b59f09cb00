/**
 * The main test of the publisher: an edition is a function of (prefix, moment, configuration, audience), whatever editions lie between;
 * its responses are those of the naive model (model.ts).
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestHead } from '../../publisher/read/heads.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { Edition } from '../../publisher/read/types.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import type { RootState } from '../../publisher/write/input.ts';
import { PUBLISHED_CRSS, type PublishedCrs } from '../../schemas/crs.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { SERIES } from '../../schemas/names.ts';
import type { Moment } from '../../schemas/time.ts';
import { checkColumns } from './check-columns.ts';
import { hasHeights, modelDocument, modelRows, walk, type ModelRow } from './model.ts';
import { events, publishAt, Register, withFolder } from './histories.ts';
import { withEnd } from './naive-answer.ts';
import { day } from './registry.ts';
import { drawn } from '../runs.ts';

test('an edition by increments equals one from scratch and one after other batches, and answers as the model does', () => {
  fc.assert(fc.property(
    fc.array(events, { minLength: 1, maxLength: 60 }), fc.array(fc.nat(60), { maxLength: 6 }), fc.nat(25), fc.constantFrom(undefined, 2025.5),
    (list, cuts, later, epoch) => {
      const register = new Register(list);
      const end = { prefix: list.length, day: register.prefixes.at(-1)!.day + later };
      const stopAt = (prefix: number): { prefix: number; day: number } => ({ prefix, day: register.prefixes[prefix]!.day });
      const each = [...list.keys()].slice(1).map(stopAt);
      const some = [...new Set(cuts)].filter((cut) => cut > 0 && cut < list.length).sort((left, right) => left - right).map(stopAt);
      const scratch = withFolder((folder) => publishAt(folder, register, [end], epoch))[0]!;
      const batches = withFolder((folder) => publishAt(folder, register, [...some, end], epoch)).at(-1)!;
      withFolder((folder) => {
        const steps = publishAt(folder, register, [...each, end], epoch);
        expect(steps.at(-1)).toMatchObject({ contentId: scratch.contentId, nextChange: scratch.nextChange, objects: scratch.objects });
        expect(batches).toMatchObject({ contentId: scratch.contentId, nextChange: scratch.nextChange });
        checkAnswers(folder, register.prefixes.at(-1)!.roots, day(end.day));
        checkColumns(folder, newestHead(folder, 'public')!.edition);
        expect(scratch.nextChange).toBe(nextChange(modelRows(register.prefixes.at(-1)!.roots.values()), day(end.day)));
        expect(verifyEdition(folder, 'public', { edition: 'all' }).damages).toEqual([]);
      });
    },
  ), { numRuns: drawn(40, 4), endOnFailure: process.env['SHRINK'] === undefined });
});

function nextChange(rows: readonly ModelRow[], moment: number): number | null {
  const next = rows.flatMap((row) => [row.from, row.until]).filter((one) => one > moment).sort((left, right) => left - right)[0];
  return next === undefined || next === Infinity ? null : next;
}

function checkAnswers(folder: string, roots: ReadonlyMap<string, RootState>, moment: number): void {
  const editions = openEditions(folder, 'public');
  const { edition } = editions.current()!;
  const rows = modelRows(roots.values());
  for (const name of SERIES) {
    const series = edition.series.get(name)!;
    const wanted = rows.filter((row) => row.series === name && row.from <= moment && moment < row.until);
    const found = walk(series, '28992', 7);
    expect(byId(found)).toEqual(byId(wanted.map(({ feature }) => feature)));
    expect(byId(walk(series, '7415', 5))).toEqual(byId(wanted.map(({ withHeights }) => withHeights)));
    const order = found.map(({ id }) => id);
    expect(edition.epoch === null ? [] : walk(series, '9000', 11).map(({ id }) => id)).toEqual(edition.epoch === null ? [] : order);
    if (edition.epoch !== null) checkItrf2014(walk(series, '4258', 13), walk(series, '9000', 13), walk(series, '7912', 4));
    for (const crs of ['CRS84', '4258', '3857'] as const) expect(walk(series, crs, 11).map(({ id }) => id)).toEqual(order);
  }
  for (const [id, known] of Map.groupBy(rows, (row) => row.id)) {
    const now = known.find(({ from, until }) => from <= moment && moment < until);
    const best = now ?? known.sort((left, right) => right.from - left.from)[0]!;
    expect(JSON.parse(edition.feature(best.series, id, '28992')!.bytes.toString())).toEqual(best.feature);
    expect(edition.feature('wegen', id, '28992')).toBeUndefined();
    for (const [at, row] of known.entries()) expectEnd(edition, row, PUBLISHED_CRSS[(id.length + at) % PUBLISHED_CRSS.length]!);
    const document = edition.document(id, '28992');
    if (roots.has(id)) expect(JSON.parse(Buffer.concat(document!.slices).toString())).toEqual(modelDocument(best));
    else expect(document).toBeUndefined();
    const high = edition.document(id, '7415');
    if (high !== undefined) expect(JSON.parse(Buffer.concat(high.slices).toString())).toEqual(modelDocument(best, hasHeights(best)));
  }
  editions.close();
}

/** Positions in ITRF2014 are those of the registry, and 7912 has the heights of the registry where there are any. */
function checkItrf2014(etrs89: readonly JsonObject[], plane: readonly JsonObject[], high: readonly JsonObject[]): void {
  const first = ({ geometry }: JsonObject): readonly number[] => {
    return (JSON.stringify(geometry).match(/\[([^[\]]+)\]/)?.[1] ?? '').split(',').filter((text) => text !== '').map(Number);
  };
  for (const [at, feature] of etrs89.entries()) {
    const [before, after, third] = [first(feature), first(plane[at]!), first(high[at]!)];
    before.forEach((degrees, axis) => { expect(after[axis]! - degrees).toBeCloseTo(axis === 0 ? 6e-6 : 1e-5, 7); });
    expect(third.slice(0, 2)).toEqual(after);
    // Heights above NAP are whole eighths of a metre.
    if (third.length === 3) expect(Math.round((third[2]! - 43.52) * 8) / 8 + 43.52).toBeCloseTo(third[2]!, 6);
  }
}

/** The feature at the begin of a row ends when the row does; all else is as it is without a moment. */
function expectEnd(edition: Edition, row: ModelRow, crs: PublishedCrs): void {
  const { bytes, linksEnd, hash } = edition.feature(row.series, row.id, crs, row.from as Moment)!;
  const { geometry, ...shown } = JSON.parse(bytes.toString()) as JsonObject;
  const { geometry: held, ...wanted } = withEnd(row);
  expect(shown).toEqual(wanted);
  if (crs === '28992') expect(geometry).toEqual(held);
  expect(bytes.toString('utf8', linksEnd, linksEnd + AFTER_LINKS.length)).toBe(AFTER_LINKS);
  expect(hash).toMatch(/^[0-9a-f]{32}$/);
}

const AFTER_LINKS = '],"geometry":';

function byId<Item extends { readonly [key: string]: unknown }>(items: readonly Item[]): Item[] {
  return [...items].sort((left, right) => (String(left['id']) < String(right['id']) ? -1 : 1));
}

/** Random histories of a small register, and their publication at some prefixes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { openStore } from '../../publisher/store.ts';
import type { RootState } from '../../publisher/write/input.ts';
import { publish, type Published } from '../../publisher/write/publish.ts';
import type { Geometry, Position } from '../../schemas/geometry.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { modelRows } from './model.ts';
import { building, day, location, pipeline, request, square, state, type Changed, type VersionInput } from './registry.ts';
import { SOUND } from '../always-sound.ts';

export const NOW = new Date('2026-11-21T10:00:00Z');

const POOL: readonly string[] = Array.from({ length: 48 }, (_, number) => `id-${number}`);

/** One recorded change: the versions of a root from now on; null: deleted. */
export interface Event {
  readonly id: string;
  readonly versions: readonly VersionInput[] | null;
  /** Days until the next event. */
  readonly pause: number;
}

const days = fc.integer({ min: 0, max: 40 });

/** At most two versions one after the other, of which the first may end before the second begins. */
const periods = fc.tuple(days, fc.nat(10), fc.nat(5), fc.option(fc.nat(10))).map(([from, length, gap, last]) => {
  const second = from + 1 + length + gap;
  return [{ from, until: from + 1 + length }, { from: second, until: last === null ? null : second + 1 + last }] as const;
});

export const events: fc.Arbitrary<Event> = fc.record({
  root: fc.nat(POOL.length - 1), pause: fc.constantFrom(0, 0, 1, 3), isDeleted: fc.constantFrom(false, false, false, true),
  isShort: fc.boolean(), periods, x: fc.integer({ min: 0, max: 270_000 }), y: fc.integer({ min: 300_000, max: 620_000 }),
  inner: fc.tuple(days, days), isMoved: fc.boolean(),
}).map(({ root, pause, isDeleted, isShort, periods, x, y, inner, isMoved }): Event => {
  const id = POOL[root]!;
  if (isDeleted) return { id, versions: null, pause };
  const make = (at: number): VersionInput => {
    const place = { x: x + (isMoved ? at * 5_000 : 0), y };
    if (root % 5 === 0) return location(id, { ...place, reference: { id: `${id}.ref`, begin: inner[0], end: inner[1] } });
    if (root % 7 === 0) return pipeline(id, { ...place, vertices: 3 + (x % 130) });
    const size = 1 + (y % 50);
    const made = building(id, { ...place, size, name: `name ${x % 3}` });
    const geometrie = shapes({ ...place, size })[x % 8] ?? made.geometries[id]!;
    return { ...made, geometries: { [id]: geometrie }, document: { ...made.document, geometrie, ...POPULATIONS[y % POPULATIONS.length], ...LISTS[x % LISTS.length] } };
  };
  const versions = periods.slice(0, isShort ? 1 : 2).map((period, at) => ({ ...make(at), ...period }));
  return { id, versions, pause };
});

/** Geometries of other types than the square that most buildings have. */
function shapes({ x, y, size }: { x: number; y: number; size: number }): readonly Geometry[] {
  const [one, other] = [square(x, y, size), square(x + 2 * size, y, size)].map(({ coordinates }) => coordinates as readonly (readonly Position[])[]);
  return [
    { type: 'Point', coordinates: [x, y] }, { type: 'LineString', coordinates: [[x, y], [x + size, y + size]] },
    { type: 'MultiPolygon', coordinates: [one!, other!] },
  ];
}

const POPULATIONS: readonly JsonObject[] = [
  {}, { bronhouder: { waarde: null, geenWaardeReden: 'waardeOnbekend' } }, { populatie: 3.5 }, { populatie: { waarde: null, geenWaardeReden: 'waardeOnbekend' } },
];

const LISTS: readonly JsonObject[] = [
  {}, { gebruiksdoeleindenDetail: ['school'] }, { gebruiksdoeleindenDetail: ['school', 'winkel', 'school'] }, { gebruiksdoeleindenDetail: [] },
  { gebruiksdoeleindenDetail: ['winkel'], kadastraleAanduiding: ['UTH02D02662G0000', 'name 1'] }, { gebruiksdoeleindenDetail: ['cafe\u0301', 'name 2', 'zorg'] },
];

export function typeOf(id: string): 'LocatieActiviteit' | 'BuisleidingStelsel' | 'KwetsbaarGebouw' {
  const root = POOL.indexOf(id);
  return root % 5 === 0 ? 'LocatieActiviteit' : root % 7 === 0 ? 'BuisleidingStelsel' : 'KwetsbaarGebouw';
}

/** The register: its states after each event, and the moment of the event. */
export class Register {
  readonly prefixes: { readonly roots: ReadonlyMap<string, RootState>; readonly day: number }[] = [{ roots: new Map(), day: 5 }];
  readonly touched: string[] = [];

  constructor(list: readonly Event[]) {
    for (const { id, versions, pause } of list) {
      const { roots, day } = this.prefixes.at(-1)!;
      const next = new Map(roots);
      if (versions === null) next.delete(id); else next.set(id, state(typeOf(id), id, versions));
      this.prefixes.push({ roots: next, day: day + pause });
      this.touched.push(id);
    }
  }

  /** Selects roots as the conductor does: those that changed, and those with a begin or end that has passed. */
  changes(from: { prefix: number; day: number }, to: { prefix: number; day: number }): Changed[] {
    const before = this.prefixes[from.prefix]!.roots;
    const after = this.prefixes[to.prefix]!.roots;
    const ids = new Set(this.touched.slice(from.prefix, to.prefix));
    for (const [id, root] of before) {
      const moments = modelRows([root]).flatMap((row) => [row.from, row.until]);
      if (moments.some((moment) => moment > day(from.day) && moment <= day(to.day))) ids.add(id);
    }
    return [...ids].map((id) => ({ before: before.get(id) ?? null, after: after.get(id) ?? null }));
  }
}

/** Publishes the register at some prefixes, one after the other; `stops` are sorted. */
export function publishAt(
  folder: string, register: Register, stops: readonly { prefix: number; day: number }[], epoch?: number,
): Published[] {
  const store = openStore(folder, SOUND);
  let last = { prefix: 0, day: 0 };
  return stops.map((stop) => {
    const published = publish(request(register.changes(last, stop), { moment: day(stop.day), parentMoment: day(last.day), epoch }), store, NOW);
    last = stop;
    return published;
  });
}

/** Removes the folder when the work is done, also when that is a promise. */
export function withFolder<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'ev-model-'));
  const remove = (): void => { rmSync(folder, { recursive: true }); };
  let result: Result;
  try {
    result = use(folder);
  } catch (error) {
    remove();
    throw error;
  }
  if (result instanceof Promise) return result.finally(remove) as Result;
  remove();
  return result;
}

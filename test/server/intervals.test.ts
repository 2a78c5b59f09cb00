/** datetime with an interval, over a real edition on disk: the last version of each object that was valid at some time in it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import { building, createAll, day, DAY, state, type VersionInput } from '../publisher/registry.ts';
import { BASE } from './fake-editions.ts';
import { realServer, type RealServer } from './real-server.ts';

const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const RD = encodeURIComponent(CRSS['28992'].uri);

let server: RealServer;

/** Returns a version with this population, at x = 100 km plus as many kilometres. */
function version(id: string, [from, until]: readonly [number, number | null], populatie: number): VersionInput {
  const { document, geometries } = building(id, { x: 100_000 + populatie * 1_000, y: 450_000, size: 20, name: `Huis ${populatie}` });
  return { from, until, geometries, document: { ...document, populatie, beginGeldigheid: new Date(day(from)).toISOString() } };
}

/** `huis` moves on day 10, is gone from day 20 to 30, and comes back; `oud` ends on day 10; `straks` changes on day 400. */
beforeAll(async () => {
  const house = (...more: readonly VersionInput[]) => state('KwetsbaarGebouw', 'huis', [version('huis', [0, 10], 1), version('huis', [10, 20], 2), ...more]);
  const old = state('KwetsbaarGebouw', 'oud', [version('oud', [0, 10], 4)]);
  const ahead = state('KwetsbaarGebouw', 'straks', [version('straks', [0, 400], 5), version('straks', [400, null], 6)]);
  const before = house();
  server = await realServer(
    { on: 60, changes: createAll([before, old, ahead]) }, { on: 70, after: 60, changes: [{ before, after: house(version('huis', [30, null], 3)) }] },
  );
});
afterAll(() => server.close());

const at = (days: number): string => new Date(day(days)).toISOString();

/** Returns ids with populations, page by page. */
async function found(query: string): Promise<readonly string[]> {
  const all: string[] = [];
  let path: string | undefined = `${ITEMS}?${query}`;
  while (path !== undefined) {
    const reply = await server.ask(path);
    expect([path, reply.status]).toEqual([path, 200]);
    const body = reply.json() as { features: { id: string; properties: { populatie: number } }[]; numberMatched: number; links: { rel: string; href: string }[] };
    all.push(...body.features.map(({ id, properties: { populatie } }) => `${id} ${populatie}`));
    path = body.links.find(({ rel }) => rel === 'next')?.href.slice(new URL(BASE).origin.length);
    if (path === undefined) expect(body.numberMatched).toBe(all.length);
  }
  return all.toSorted();
}

describe('an interval', () => {
  test.each([
    ['all time', '../..', ['huis 3', 'oud 4', 'straks 6']],
    ['until before the first', `../${at(-1)}`, []],
    ['from the last on', `${at(401)}/..`, ['huis 3', 'straks 6']],
    ['within the first versions', `${at(1)}/${at(2)}`, ['huis 1', 'oud 4', 'straks 5']],
    ['over a change: the later version', `${at(5)}/${at(15)}`, ['huis 2', 'oud 4', 'straks 5']],
    ['up to the moment of a change, which it includes', `${at(5)}/${at(10)}`, ['huis 2', 'oud 4', 'straks 5']],
    ['up to just before a change', `${at(5)}/${new Date(day(10) - 1).toISOString()}`, ['huis 1', 'oud 4', 'straks 5']],
    ['from the end of a version on, at which it is no longer valid', `${at(10)}/${at(12)}`, ['huis 2', 'straks 5']],
    ['within a gap', `${at(22)}/${at(25)}`, ['straks 5']],
    ['from a version into a gap: that version, which was superseded since', `${at(15)}/${at(25)}`, ['huis 2', 'straks 5']],
    ['over a gap', `${at(15)}/${at(30)}`, ['huis 3', 'straks 5']],
    ['days, of which the last counts whole', '2026-01-05/2026-01-10', ['huis 1', 'oud 4', 'straks 5']],
    ['days with a bare T, as GDAL 3.10 sends them', '2026-01-05T/2026-01-10T', ['huis 1', 'oud 4', 'straks 5']],
    ['a day with a bare T and an open end', '2026-01-15T/..', ['huis 3', 'straks 6']],
    ['an open begin', `/${at(3)}`, ['huis 1', 'oud 4', 'straks 5']],
  ])('%s', async (_, datetime, wanted) => {
    expect(await found(`datetime=${datetime}`)).toEqual(wanted);
    expect(await found(`datetime=${datetime}&limit=1&sorteer=-populatie`)).toEqual(wanted);
  });

  test('from a moment to itself is that moment', async () => {
    for (const days of [0, 5, 9.999, 10, 15, 20, 25, 30, 399, 400]) {
      expect(await found(`datetime=${at(days)}/${at(days)}`)).toEqual(await found(`datetime=${at(days)}`));
    }
  });

  test('filters and boxes apply to that version only, never to an earlier one', async () => {
    const during = `datetime=${at(5)}/${at(15)}`;
    const box = (people: number) => `bbox=${100_000 + people * 1_000},449000,${100_500 + people * 1_000},451000&bbox-crs=${RD}`;
    expect(await found(`${during}&populatie=1`)).toEqual([]);
    expect(await found(`${during}&populatie=2`)).toEqual(['huis 2']);
    expect(await found(`${during}&${box(1)}`)).toEqual([]);
    expect(await found(`${during}&${box(2)}&filter=populatie>1&zoek=huis`)).toEqual(['huis 2']);
    expect(await found(`${during}&${box(2)}&filter=populatie>2`)).toEqual([]);
  });

  test('uses the edition of beschikbaarOp, and gets another tag when a past version is added', async () => {
    expect(await found(`datetime=../..&beschikbaarOp=${at(65)}`)).toEqual(['huis 2', 'oud 4', 'straks 6']);
    const tag = async (query: string) => (await server.ask(`${ITEMS}?datetime=${at(5)}/${at(15)}${query}`)).headers.etag;
    expect(await tag(`&beschikbaarOp=${at(65)}`)).not.toBe(await tag(`&beschikbaarOp=${at(75)}`));
    const old = state('KwetsbaarGebouw', 'oud', [version('oud', [0, 10], 4)]);
    const more = { ...old, versions: [...old.versions, ...state('KwetsbaarGebouw', 'oud', [version('oud', [12, 13], 7)]).versions] };
    const before = await tag('');
    server.publish({ on: 80, after: 70, changes: [{ before: old, after: more }] });
    server.editions.refresh();
    expect(await tag('')).not.toBe(before);
    expect(await found(`datetime=${at(5)}/${at(15)}`)).toEqual(['huis 2', 'oud 7', 'straks 5']);
    expect(await found(`datetime=${at(5)}/${new Date(day(12) - DAY / 2).toISOString()}`)).toEqual(['huis 2', 'oud 4', 'straks 5']);
  });
});

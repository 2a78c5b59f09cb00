/** Map load: the contents of the map by responses of a service. The fetch of the browser is replaced. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { USUAL_STATE } from '../../server/web/client/map-address.ts';
import { countsIn, Loader, type Extent, type Shown } from '../../server/web/client/map-load.ts';
import { publishedText } from '../../server/web/client/map-texts.ts';
import { momentText } from '../../server/web/date-text.ts';

const WITHIN: Extent = [0, 300_000, 280_000, 625_000];
const SERVICE = { base: '/v1', extent: WITHIN, cellSizes: [100, 250, 50_000] };
const VIEW = { extent: [100_100, 400_100, 100_900, 400_900], resolution: 1 } as const;
const POINT = { type: 'Point' };

afterEach(() => { vi.unstubAllGlobals(); });

interface Answers {
  readonly tellingen: (inBox: boolean) => object;
  readonly items: (inBox: boolean) => object;
}

/** Returns the contents of a kind, by answers to requests with and without a box. */
async function loaded({ tellingen, items }: Answers): Promise<Shown> {
  vi.stubGlobal('fetch', (address: string) => {
    const inBox = address.includes('bbox=');
    return Promise.resolve(Response.json(address.includes('/tellingen?') ? tellingen(inBox) : items(inBox)));
  });
  const found = await new Loader({ ...SERVICE, language: 'nl' }).load(['pr-contouren'], USUAL_STATE, VIEW);
  return found!.kinds[0]!;
}

function countsOf(numberMatched: number, zonderGeometrie = 0) {
  return { cel: 100, numberMatched, zonderGeometrie, cellen: [[100_200, 400_200, numberMatched - zonderGeometrie]] };
}

function pageOf(numberMatched: number, geometries: readonly (object | null)[]) {
  const features = geometries.map((geometry, at) => ({ id: String(at), properties: {}, geometry }));
  return { numberMatched, numberReturned: features.length, features };
}

describe('a page that ends before its objects do', () => {
  test('of a kind with few objects is not drawn: the view is counted in cells', async () => {
    const shown = await loaded({ tellingen: () => countsOf(3), items: () => pageOf(3, [POINT, POINT]) });
    expect(shown).toMatchObject({ total: 3, features: null, cells: [[100_200, 400_200, 3]], cellSize: 100 });
  });

  test('of a kind with few objects leaves the objects in view, when these are complete', async () => {
    const shown = await loaded({
      tellingen: (inBox) => countsOf(inBox ? 1 : 3), items: (inBox) => (inBox ? pageOf(1, [POINT]) : pageOf(3, [POINT, POINT])),
    });
    expect(shown).toMatchObject({ total: 3, features: [{ id: '0' }], cells: [] });
  });

  test('of a view is not drawn but counted', async () => {
    const shown = await loaded({ tellingen: (inBox) => countsOf(inBox ? 3 : 3_000), items: () => pageOf(3, [POINT]) });
    expect(shown).toMatchObject({ total: 3_000, features: null, cells: [[100_200, 400_200, 3]] });
  });

  test('is drawn when only objects without geometry are missing', async () => {
    const shown = await loaded({ tellingen: () => countsOf(4_000, 3_998), items: () => pageOf(4_000, [POINT, POINT, null]) });
    expect(shown).toMatchObject({ total: 4_000, withoutGeometry: 3_998, features: [{ id: '0' }, { id: '1' }], cells: [] });
  });
});

test('objects whose cell lies outside the view still count, and are named apart', () => {
  const cells = [[100_200, 400_200, 7], [99_900, 400_200, 2], [100_200, 401_000, 1]] as const;
  expect(countsIn([{ cells, cellSize: 100 }, { cells: [[0, 300_000, 5]], cellSize: 250 }, { cells: [], cellSize: 0 }], VIEW.extent))
    .toEqual({ counted: 15, outside: 8 });
});

describe('the edition of a view', () => {
  const FIRST = { number: 5, published: '25 november 2026 om 10:00 CET' };
  let minutes = 0;
  let newest: object = {};
  let asked = 0;
  beforeEach(() => {
    [minutes, newest, asked] = [0, { nummer: 6, beschikbaarVanaf: '2026-11-26T13:07:00.000Z' }, 0];
    vi.spyOn(performance, 'now').mockImplementation(() => minutes * 60_001);
    vi.stubGlobal('fetch', (address: string) => {
      if (!address.startsWith('/v1/edities?')) return Promise.resolve(Response.json(address.includes('/tellingen?') ? countsOf(1) : pageOf(1, [POINT])));
      asked += 1;
      return Promise.resolve('status' in newest ? new Response('', { status: 503 }) : Response.json({ edities: [newest] }));
    });
  });
  afterEach(() => { vi.restoreAllMocks(); });
  const seen = async (loader: Loader, state = USUAL_STATE) => {
    const { edition, isNewEdition } = (await loader.load(['pr-contouren'], state, VIEW))!;
    return [edition?.number, isNewEdition, asked];
  };

  test('is that of the page for a minute, then the newest publication, asked once a minute; a change is told once', async () => {
    const loader = new Loader({ ...SERVICE, language: 'nl', edition: FIRST });
    expect([await seen(loader), await seen(loader)]).toEqual([[5, false, 0], [5, false, 0]]);
    minutes = 1;
    expect((await loader.load(['pr-contouren'], USUAL_STATE, VIEW))!).toMatchObject({ isNewEdition: true, edition: { number: 6, published: '26 november 2026 om 14:07 CET' } });
    expect(await seen(loader)).toEqual([6, false, 1]);
    minutes = 2;
    expect(await seen(loader)).toEqual([6, false, 2]);
  });

  test('is unknown while the service does not name it, and asked again at the next view', async () => {
    const loader = new Loader({ ...SERVICE, language: 'nl', edition: FIRST });
    [minutes, newest] = [1, { status: 503 }];
    expect(await seen(loader)).toEqual([undefined, false, 1]);
    newest = { nummer: 5, beschikbaarVanaf: '2026-11-25T09:00:00.000Z' };
    expect([await seen(loader), await seen(loader)]).toEqual([[5, false, 2], [5, false, 2]]);
    [minutes, newest] = [2, { beschadigd: true }];
    expect(await seen(loader), 'a damaged publication').toEqual([undefined, false, 3]);
  });

  test('is not asked for a view of an earlier moment', async () => {
    const loader = new Loader({ ...SERVICE, language: 'nl', edition: FIRST });
    minutes = 1;
    expect(await seen(loader, { ...USUAL_STATE, availableAt: '2026-01-01T00:00:00Z' })).toEqual([undefined, false, 0]);
  });

  test('is written as the pages of the server write it', () => {
    const moment = new Date('2026-07-01T22:30:00Z');
    for (const language of ['nl', 'en'] as const) expect(publishedText(moment, language)).toBe(momentText(moment, language));
  });
});

describe('the reason of a refusal', () => {
  const both = 'Geen veld x. / No field x.';
  test.each([
    ['nl', { detail: both }, 'Geen veld x.'], ['en', { detail: 'y / z', 'invalid-params': [{ reason: both }] }, 'No field x.'],
    ['en', { detail: 'Niet a / b. / Not a / b.' }, 'Niet a / b. / Not a / b.'], ['en', { detail: 'One text.' }, 'One text.'], ['nl', undefined, '400'],
  ] as const)('in %s of %j is %s', async (language, problem, reason) => {
    vi.stubGlobal('fetch', () => Promise.resolve(problem === undefined ? new Response('', { status: 400 }) : Response.json(problem, { status: 400 })));
    const found = await new Loader({ ...SERVICE, language }).load(['pr-contouren'], USUAL_STATE, VIEW);
    expect(found!.kinds[0]!.refusal).toBe(reason);
  });
});

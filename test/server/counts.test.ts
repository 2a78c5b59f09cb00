/** Counts in cells: they equal the features themselves, and small cells need a small box. */
import { describe, expect, test } from 'vitest';
import { CELL_SIZES } from '../../server/parameters/cel.ts';
import { servedExamples } from './example-server.ts';
import { RD } from './harness.ts';

const { ask } = servedExamples();
const PATH = '/v1/collections/kwetsbare-gebouwen';

interface Counts {
  readonly cel: number;
  readonly numberMatched: number;
  readonly zonderGeometrie: number;
  readonly cellen: readonly (readonly [number, number, number])[];
  readonly links: readonly { readonly href: string; readonly rel: string }[];
}

async function countsOf(query: string): Promise<Counts> {
  const reply = await ask(`${PATH}/tellingen?${query}`);
  expect(reply.status, reply.text.slice(0, 500)).toBe(200);
  return reply.json() as unknown as Counts;
}

function sumOf({ cellen, zonderGeometrie }: Counts): number {
  return cellen.reduce((sum, [, , count]) => sum + count, zonderGeometrie);
}

describe('/collections/{collectionId}/tellingen', () => {
  test.each(CELL_SIZES.filter((size) => size >= 5_000))('cells of %d metres add up to the collection', async (size) => {
    const counts = await countsOf(`cel=${size}`);
    const items = (await ask(`${PATH}/items?limit=1`)).json();
    expect(counts).toMatchObject({ cel: size, numberMatched: items['numberMatched'] });
    expect(sumOf(counts)).toBe(counts.numberMatched);
    expect(counts.cellen.every(([x, y]) => x % size === 0 && y % size === 0)).toBe(true);
  });

  test.each([
    "filter=populatie>100", `bbox=190000,460000,200000,470000&bbox-crs=${RD}`, 'zoek=school*', 'geometrieSoort=vlak',
  ])('%s selects the features that items selects', async (query) => {
    const items = (await ask(`${PATH}/items?limit=1&${query}`)).json();
    const counts = await countsOf(query);
    expect(counts.numberMatched).toBe(items['numberMatched']);
    expect(sumOf(counts)).toBe(counts.numberMatched);
  });

  test('the response is in RD, names itself and the collection, and a tag sent back gives 304', async () => {
    const reply = await ask(`${PATH}/tellingen?cel=5000`);
    expect(reply.headers).toMatchObject({ 'content-type': 'application/json', 'content-crs': `<${RD}>` });
    const { links } = reply.json() as unknown as Counts;
    expect(links.map(({ rel }) => rel)).toEqual(['self', 'collection']);
    expect(links[0]!.href).toContain('/tellingen?cel=5000');
    const again = await ask(`${PATH}/tellingen?cel=5000`, { headers: { 'if-none-match': reply.headers.etag! } });
    expect(again.status).toBe(304);
    const other = await ask(`${PATH}/tellingen?cel=10000`, { headers: { 'if-none-match': reply.headers.etag! } });
    expect(other.status).toBe(200);
  });

  test('cells that are too small for the box are refused with the sizes that fit', async () => {
    const reply = await ask(`${PATH}/tellingen?cel=250`);
    expect(reply.status).toBe(400);
    const [param] = reply.json()['invalid-params'] as readonly { allowed: readonly string[]; example: string }[];
    expect(param!.allowed[0]).toBe('5000');
    expect((await ask(param!.example.slice('http://127.0.0.1:8080'.length))).status).toBe(200);
    await countsOf(`cel=250&bbox=190000,460000,200000,470000&bbox-crs=${RD}`);
    await countsOf('cel=100&bbox=5.3,52.1,5.4,52.2');
  });

  test.each(['cel=7', 'cel=', 'cel=x', 'populatie=3', 'limit=3', 'cel=1000&cel=2500'])('%s is refused', async (query) => {
    expect((await ask(`${PATH}/tellingen?${query}`)).status).toBe(400);
  });

  test('a moment before the first edition has no cells', async () => {
    expect(await countsOf('beschikbaarOp=2020-01-01T00:00:00Z')).toMatchObject({ numberMatched: 0, cellen: [] });
  });

  test('an unknown collection is 404', async () => {
    expect((await ask('/v1/collections/onbekend/tellingen')).status).toBe(404);
  });
});

/** Measured quality: the figures of a naive count over the pages, as long as the edition is stored. */
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeActiveQuality } from '../../pipelines/editions/quality.ts';
import { allDownloads } from '../../publisher/format/downloads.ts';
import { withdraw } from '../../publisher/write/withdraw.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { SOUND } from '../always-sound.ts';
import { buildingRoot, createAll, day, location, state } from '../publisher/registry.ts';
import type { Reply } from './harness.ts';
import { realServer, type RealServer } from './real-server.ts';

const named = (id: string, x: number) => buildingRoot(id, { x, y: 400_000, name: 'een' });
const withMoments = (id: string, x: number, moments: JsonObject) => {
  const root = named(id, x);
  return { ...root, versions: root.versions.map((version) => ({ ...version, document: { ...version.document, ...moments } })) };
};
/** A building whose document says that it ends on day 15. */
const ending = (id: string, x: number) => {
  const root = withMoments(id, x, { eindGeldigheid: new Date(day(15)).toISOString() });
  return { ...root, versions: root.versions.map((version) => ({ ...version, valid: { ...version.valid, until: day(15) } })) };
};
/** A building that begins at midnight in the Netherlands, in winter. */
const midnight = (id: string, x: number) => withMoments(id, x, { beginGeldigheid: '2024-01-14T23:00:00Z' });
const MEASURED = new Date(day(20));

let server: RealServer;
let data = '';
const of = () => ({ folder: server.folder, audience: 'public' } as const);
const make = () => makeActiveQuality(data, { clock: () => MEASURED, spatialPath: () => Promise.reject(new Error('no geometry is in doubt')) });
const ask = (path: string, accept = 'application/json'): Promise<Reply> => server.ask(`/v1${path}`, { headers: { accept } });

beforeAll(async () => {
  server = await realServer({
    changes: createAll([
      named('a', 100_000), named('A', 120_000), named('kanarie', 140_000), named('zelfde', 140_000), ending('einde', 160_000),
      midnight('nacht', 150_000),
      state('LocatieActiviteit', 'loc', [location('loc', { x: 1, y: 300_000, reference: { id: 'tank' } })]),
    ]),
    on: 10,
  });
  data = mkdtempSync(join(tmpdir(), 'ev-quality-'));
  symlinkSync(server.folder, join(data, 'editions'));
});
afterAll(async () => {
  await server.close();
  rmSync(data, { recursive: true });
});

interface Holder {
  readonly bronhoudercode: string;
  readonly collecties: readonly { collectie: string; aantal: number; zonderGeometrie: number; oudste: string; nieuwste: string; verlopen: number; velden: readonly { veld: string; gevuld: number; onbekend: number; leeg: number }[] }[];
}

/** Counts the features of the pages. */
async function naive(): Promise<Map<string, { aantal: number; zonderGeometrie: number; verlopen: number; gevuld: Record<string, number> }>> {
  const counted = new Map<string, { aantal: number; zonderGeometrie: number; verlopen: number; gevuld: Record<string, number> }>();
  for (const collection of COLLECTIONS) {
    const { features } = (await ask(`/collections/${collection}/items?limit=1000`)).json() as unknown as { features: { properties: JsonObject; geometry: unknown }[] };
    if (features.length === 0) continue;
    const gevuld: Record<string, number> = {};
    for (const { properties } of features) for (const [name, value] of Object.entries(properties)) if (value !== null && (value as JsonObject)['geenWaardeReden'] === undefined) gevuld[name] = (gevuld[name] ?? 0) + 1;
    const verlopen = features.filter(({ properties }) => Date.parse(properties['eindGeldigheid'] as string) < MEASURED.getTime()).length;
    counted.set(collection, { aantal: features.length, zonderGeometrie: features.filter(({ geometry }) => geometry === null).length, verlopen, gevuld });
  }
  return counted;
}

describe('OPEN-quality', () => {
  test('before it is measured, nothing is said', async () => {
    for (const path of ['/kwaliteit', '/kwaliteit/AB12']) {
      const reply = await ask(path);
      expect([reply.status, reply.text]).toEqual([404, expect.stringContaining('nog niet gemeten')]);
    }
    expect((await ask('/beheren?f=html', 'text/html')).text).toContain('nog niet gemeten');
  });

  test('figures of each collection are those of the pages', async () => {
    const made = await make();
    expect(made).toMatchObject({ isNew: true, totals: { edition: 1 } });
    expect(await make()).toMatchObject({ isNew: false });
    const list = (await ask('/kwaliteit')).json() as unknown as { editie: number; bronhouders: readonly { bronhoudercode: string; aantal: number }[] };
    expect(list.editie).toBe(1);
    const expected = await naive();
    const [code] = list.bronhouders.map(({ bronhoudercode }) => bronhoudercode);
    const holder = (await ask(`/kwaliteit/${code}`)).json() as unknown as Holder;
    expect(new Set(holder.collecties.map(({ collectie }) => collectie))).toEqual(new Set(expected.keys()));
    for (const { collectie, aantal, zonderGeometrie, verlopen, velden } of holder.collecties) {
      const { gevuld, ...counts } = expected.get(collectie)!;
      expect({ aantal, zonderGeometrie, verlopen }, collectie).toEqual(counts);
      for (const one of velden) {
        expect(one.gevuld, `${collectie} ${one.veld}`).toBe(gevuld[one.veld] ?? 0);
        expect(one.gevuld + one.onbekend + one.leeg).toBe(aantal);
      }
    }
    expect(list.bronhouders[0]!.aantal).toBe([...expected.values()].reduce((sum, { aantal }) => sum + aantal, 0));
    expect([...expected.values()].reduce((sum, { verlopen }) => sum + verlopen, 0)).toBeGreaterThan(0);
  });

  test('names what looks alike, and the findings of the rules', async () => {
    const holder = (await ask('/kwaliteit/AB12')).json();
    expect(holder).toMatchObject({
      dubbeleIds: { aantal: 1, groepen: [expect.arrayContaining(['a', 'A']) as unknown] },
      dubbeleGeometrie: { aantal: 1, groepen: [{ collectie: 'kwetsbare-gebouwen', ids: expect.arrayContaining(['kanarie', 'zelfde']) as unknown }] },
      verloop: [{ editie: 1 }],
    });
    expect((holder['bevindingen'] as readonly { regel: string }[]).map(({ regel }) => regel)).toContain('regel.id-aanbevolen');
  });

  test('is also a page and CSV, and any other address or form is refused', async () => {
    const csv = await ask('/kwaliteit/AB12', 'text/csv');
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.text.split('\r\n')[0]).toBe('\uFEFFcollectie,aantal,veld,gevuld,onbekend,leeg');
    for (const [path, words] of [['/kwaliteit', 'AB12'], ['/kwaliteit/AB12', 'Verloop'], ['/kwaliteit/AB12?lang=en', 'Trend'], ['/beheren', 'gemeten in editie 1']] as const) {
      const page = await ask(path, 'text/html');
      expect([page.status, page.text]).toEqual([200, expect.stringContaining(words)]);
    }
    for (const [path, status] of [['/kwaliteit/ZZ99', 404], ['/kwaliteit/geen code', 404], ['/kwaliteit?f=gml', 406], ['/kwaliteit?jaar=1', 400]] as const) expect((await ask(encodeURI(path))).status, path).toBe(status);
  });

  test('days on the page are those of the Dutch calendar: what begins at midnight does not show the day before', async () => {
    const { collecties } = (await ask('/kwaliteit/AB12')).json() as unknown as Holder;
    const begins = collecties.flatMap(({ oudste, nieuwste }) => [oudste, nieuwste]);
    expect(begins.filter((moment) => /T2[23]:00:00/.test(moment)).length).toBeGreaterThan(0);
    const { text } = await ask('/kwaliteit/AB12', 'text/html');
    const calendar = new Intl.DateTimeFormat('nl-NL', { dateStyle: 'long', timeZone: 'Europe/Amsterdam' });
    for (const moment of begins) expect(text).toContain(`<td>${calendar.format(new Date(moment))}</td>`);
  });

  test('a later edition that is not measured is named on the page', async () => {
    server.publish({ changes: createAll([named('later', 180_000)]), on: 11 });
    server.editions.refresh();
    expect((await ask('/kwaliteit/AB12', 'text/html')).text).toContain('editie 2 gepubliceerd, die nog niet gemeten is');
    await make();
    expect((await ask('/kwaliteit/AB12')).json()).toMatchObject({ editie: 2, verloop: [{ editie: 2 }, { editie: 1 }] });
  });

  test('goes with its edition: after a withdrawal no file has the object', async () => {
    server.publish({ changes: [{ before: named('kanarie', 140_000), after: null }], on: 12 });
    server.editions.refresh();
    withdraw(of(), [1, 2], SOUND);
    expect((await ask('/kwaliteit')).status).toBe(404);
    const left = readdirSync(allDownloads(of()), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    expect(left.join()).not.toContain('kanarie');
  });

  test('damaged totals are as if nothing was measured', async () => {
    await make();
    expect((await ask('/kwaliteit')).status).toBe(200);
    const [folder] = readdirSync(allDownloads(of())).filter((name) => name.startsWith('0000000003'));
    appendFileSync(join(allDownloads(of()), folder!, 'quality', 'totals.json'), ' ');
    expect((await ask('/kwaliteit')).status).toBe(404);
  });
});

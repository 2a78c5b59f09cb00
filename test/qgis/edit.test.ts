/**
 * QGIS as an editor: a user adds a building to a collection of the running demo, moves it, changes an attribute of it and deletes it, and
 * does so with a pump that stands in an activity; draws a building from nothing, changes it and ends it; each saved by the provider of OGC
 * API Features. What QGIS then shows is what others are served.
 * Needs QGIS 3.32 or newer (Debian 12: `python3-qgis` of bookworm-backports); without it these tests fail, they never skip.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addOrganisation } from '../../pipelines/state/access/holders.ts';
import { addToken } from '../../pipelines/state/access/tokens.ts';
import { startDemo, type Demo } from '../demo-process.ts';

/** Debian's Python, for which Debian's QGIS is made. */
const PYTHON = '/usr/bin/python3';
const GEBOUWEN = 'kwetsbare-gebouwen';
const ID = 'NL.IMEV.AB12.qgis-1';
const PUMP = 'NL.IMEV.AB12.lpg-0001-zuil';
const DRAWN = 'getekend';
const TYPED = 'getypt';
const METRES = 10;
const ORGANISATION = 'KVK:12345678';

interface Shown { readonly id: string; readonly value: unknown; readonly x: number; readonly y: number }
interface Step { readonly step: string; readonly saved: boolean; readonly errors: readonly string[]; readonly log: readonly string[]; readonly features: readonly Shown[] }
interface Session { readonly version: string; readonly crs: string; readonly capabilities: string; readonly steps: readonly Step[] }

let demo: Demo;
let before: readonly Shown[];
let session: Session;
let nested: Session;
let drawing: Session;
let typing: Session;
beforeAll(async () => {
  demo = await startDemo();
  before = await served();
  // Before the others: a field is known as a text as long as no feature has a value there.
  const token = tokenWithSource();
  typing = await edited(GEBOUWEN, TYPED, ['comment', '"gewijzigd"', 'typed', 'change', 'day', 'end'], token);
  drawing = await edited(GEBOUWEN, DRAWN, ['populatie', '17', 'unfinished', 'draw', 'change', 'end'], token);
  session = await edited(GEBOUWEN, ID, ['populatie', '17', 'add', 'move', 'change', 'delete']);
  nested = await edited('tankzuilen', PUMP, ['bronobjectID', '"van QGIS"', 'move', 'change', 'delete']);
}, 300_000);
afterAll(async () => { await demo.stop(); });

describe('PyQGIS edits a collection', () => {
  test('in RD, the CRS that the collection stores, with everything that editing takes', () => {
    expect(session.crs).toBe('EPSG:28992');
    for (const capability of ['Add Features', 'Delete Features', 'Change Attribute Values', 'Change Geometries']) {
      expect(session.capabilities).toContain(capability);
    }
  });

  test('it adds a building like another one: there is one more, where it was put', () => {
    const { added, example } = shownIn('add');
    expect(added).toMatchObject({ value: example?.value, y: example?.y });
    expect(added!.x).toBeCloseTo(example!.x + METRES, 3);
    expect(idsIn('add')).toEqual([...before.map(({ id }) => id), ID].toSorted());
  });

  test('it moves it, and nothing else of it changes', () => {
    const [earlier, later] = [shownIn('add').added!, shownIn('move').added!];
    expect(later).toMatchObject({ value: earlier.value, y: earlier.y });
    expect(later.x).toBeCloseTo(earlier.x + METRES, 3);
  });

  test('it changes an attribute, and the place stays', () => {
    expect(shownIn('change').added).toEqual({ ...shownIn('move').added, value: 17 });
  });

  test('it deletes it, and what was there before is as it was', async () => {
    expect(idsIn('delete')).toEqual(before.map(({ id }) => id).toSorted());
    expect(await served()).toEqual(before);
  });

  test('a feature that stands in another is moved, changed and deleted just so', async () => {
    const [moved, changed, gone] = nested.steps;
    expect(nested.steps.map(({ step, saved }) => [step, saved])).toEqual([['move', true], ['change', true], ['delete', true]]);
    const pump = ({ features }: Step) => features.find(({ id }) => id === PUMP);
    expect(pump(changed!)).toEqual({ ...pump(moved!), value: 'van QGIS' });
    expect(pump(gone!)).toBeUndefined();
    expect((await fetch(`${demo.base}/collections/tankzuilen/items/${PUMP}`)).status).toBe(404);
  });
});

describe('PyQGIS draws a building from nothing', () => {
  const stepOf = (name: string) => drawing.steps.find(({ step }) => step === name)!;
  const drawnIn = (name: string) => stepOf(name).features.find(({ id }) => id.startsWith('NL.IMEV.CD34.'));

  test('the register gives it an id, and what a user typed is saved', () => {
    const { saved, errors } = stepOf('draw');
    expect([saved, errors]).toEqual([true, [expect.stringMatching(/^SUCCESS/)]]);
    expect(drawnIn('draw')).toEqual({ id: expect.stringMatching(/^NL\.IMEV\.CD34\.[0-9a-f]{32}$/) as unknown, value: 12, x: 194_000, y: 469_000 });
  });

  test('without a field that nobody can fill in it is not saved, and QGIS shows which', () => {
    const { saved, errors } = stepOf('unfinished');
    expect([saved, errors.join(' ')]).toEqual([false, expect.stringContaining('Een verplicht veld ontbreekt: beginGeldigheid')]);
  });

  test('it is changed, and then ended: it is there no more, and was there before', async () => {
    expect([stepOf('change').saved, drawnIn('change')]).toEqual([true, { ...drawnIn('draw'), value: 17 }]);
    expect([stepOf('end').saved, drawnIn('end')]).toEqual([true, undefined]);
    const { id } = drawnIn('draw')!;
    const items = async (query: string) => (await (await fetch(`${demo.base}/collections/${GEBOUWEN}/items?limit=100&${query}`)).json() as { features: readonly { id: string }[] }).features;
    expect((await items('')).some((one) => one.id === id)).toBe(false);
    expect((await items('geldigOp=2020-06-01')).filter((one) => one.id === id)).toMatchObject([{
      properties: { entityType: 'KwetsbaarGebouw', populatie: 17, eindGeldigheid: '2021-01-01T00:00:00Z', geometrieMetagegevens: { bronregistratie: 'BGT' } },
    }]);
  });
});

describe('PyQGIS fills in all fields as text', () => {
  const stepOf = (name: string) => typing.steps.find(({ step }) => step === name)!;

  test('the building is saved with the values that the texts stand for, changed and ended', async () => {
    expect(['typed', 'change', 'end'].map((name) => [name, stepOf(name).saved, stepOf(name).errors])).toEqual(
      ['typed', 'change', 'end'].map((name) => [name, true, [expect.stringMatching(/^SUCCESS/)]]),
    );
    const { features } = await (await fetch(`${demo.base}/collections/${GEBOUWEN}/items?limit=100&geldigOp=2020-06-01`)).json() as { features: readonly { properties: { bronobjectID: string | null } }[] };
    expect(features.filter(({ properties }) => properties.bronobjectID === TYPED)).toMatchObject([{ properties: {
      entityType: 'KwetsbaarGebouw', beginGeldigheid: '2019-12-31T23:00:00Z', eindGeldigheid: '2021-01-01T00:00:00Z', categorieKwetsbaarheid: 'kwetsbaar', populatie: 12.5,
      informatieGeheim: false, comment: ['gewijzigd'], gebruiksdoeleindenDetail: ['school'], geometrieMetagegevens: { bronregistratie: 'BAG' }, idPandBAG: '0193100000098765',
      documentInfo: { naam: 'Besluit', link: 'https://example.org/1' }, kadastraleAanduiding: ['UTH02D02662G0000'], bronhouder: null, bronhoudercodeOverheid: 'gm0307',
    } }]);
  });

  test('a day does not end it, for nobody can tell whether it counts; QGIS logs how a time is written', () => {
    const { saved, log } = stepOf('day');
    expect([saved, log.join(' ')]).toEqual([false, expect.stringContaining('een tijdstip als 2021-01-31T09:00:00: eindGeldigheid')]);
  });
});

/** A token of an organisation that draws from the BGT. */
function tokenWithSource(): string {
  addOrganisation(demo.data, { id: ORGANISATION, name: 'Tekenaar', codes: ['CD34'], roles: ['writer'], bronregistratie: 'BGT' });
  return addToken(demo.data, { organisation: ORGANISATION, holders: [], days: 1 }, new Date()).token;
}

/** What QGIS shows after a step: the new building, and the one that it was made like. */
function shownIn(name: string) {
  const step = session.steps.find((one) => one.step === name);
  expect([step?.saved, step?.errors]).toEqual([true, [expect.stringMatching(/^SUCCESS/)]]);
  return { added: step?.features.find(({ id }) => id === ID), example: before[0] };
}

function idsIn(name: string): readonly string[] {
  return session.steps.find(({ step }) => step === name)?.features.map(({ id }) => id).toSorted() ?? [];
}

/** The buildings in RD, in the order of the collection, each with the corner of its box. */
async function served(): Promise<readonly Shown[]> {
  const rd = 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992';
  const response = await fetch(`${demo.base}/collections/${GEBOUWEN}/items?limit=10000&crs=${rd}`);
  const { features } = await response.json() as { features: readonly { id: string; geometry: { coordinates: number[][][] }; properties: { populatie?: number } }[] };
  return features.map(({ id, geometry: { coordinates: [ring = []] }, properties: { populatie = null } }) => ({
    id, value: populatie, x: Math.min(...ring.map(([x = NaN]) => x)), y: Math.min(...ring.map(([, y = NaN]) => y)),
  }));
}

async function edited(collection: string, id: string, how: readonly string[], token: string = demo.token): Promise<Session> {
  const profile = await mkdtemp(join(tmpdir(), 'ev-qgis-'));
  try {
    const { stdout } = await promisify(execFile)(
      PYTHON, [join(import.meta.dirname, 'edit.py'), demo.base, token, collection, id, ...how],
      { env: { ...process.env, QT_QPA_PLATFORM: 'offscreen', QGIS_CUSTOM_CONFIG_PATH: profile }, maxBuffer: 64 * 1024 * 1024 },
    );
    return JSON.parse(stdout.slice(stdout.indexOf('{'))) as Session;
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

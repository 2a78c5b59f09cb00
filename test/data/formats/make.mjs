/**
 * Makes a small register with an older program of this repository, and what that program answered.
 *
 *   git clone -q . ../old && git -C ../old checkout -q COMMIT && (cd ../old; npm ci)
 *   node test/data/formats/make.mjs ../old NAME   # writes NAME.tar.gz and NAME.json beside this file
 *
 * It takes place in November 2026, on a clock of its own. Not here: which commits (README.md), the comparison (test/pipelines/upgrade/).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [program, name] = [resolve(process.argv[2]), process.argv[3]];
/** Imports the first of these that the program has: the newest path comes first. */
const load = (...paths) => import(join(program, paths.find((path) => existsSync(join(program, path))) ?? paths[0]));
const { submit, outcome } = await load('pipelines/state/outcomes/submit.ts', 'pipelines/state/submit.ts');
const { runBatch } = await load('pipelines/conductor/run-batch.ts', 'pipelines/workers/run-batch.ts');
const { provideSpatial } = await load('pipelines/prepare/spatial-extension.ts', 'pipelines/setup.ts');
const { openEditions } = await load('publisher/read/editions-reader.ts', 'publisher/read/editions.ts');
const { numbersOf, readHead } = await load('publisher/read/heads.ts');
const { SERIES } = await load('schemas/names.ts');

const RD = 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992';
const baseUrl = 'http://127.0.0.1:8080/v1';
const work = mkdtempSync(join(tmpdir(), 'ev-format-'));
const data = join(work, 'data');
mkdirSync(data);
const spatialPath = await provideSpatial({ cacheFolder: join(homedir(), '.cache/ev-register'), log: () => {} });

const example = (file) => JSON.parse(readFileSync(join(program, 'data/examples', file), 'utf8'));

/** A building of 20 by 20 metres. */
function building(number, { from = '2020-01-01T00:00:00Z', until, populatie = 10, secret = false } = {}) {
  const [x, y, id] = [150_000 + number * 1000.5, 450_000 + number * 500.25, `AB12.gebouw-${number}`];
  return {
    entityType: 'KwetsbaarGebouw', id: `NL.IMEV.${id}`, identificatie: { namespace: 'NL.IMEV', lokaalID: id },
    bronobjectID: `gebouw-${number}`, bronhoudercode: 'AB12', bronhoudercodeOverheid: 'gm0307', bronhouder: 'Gemeente Voorbeeldstad',
    beginGeldigheid: from, ...(until === undefined ? {} : { eindGeldigheid: until }), ...(secret ? { informatieGeheim: true } : {}),
    geometrie: { type: 'Polygon', coordinates: [[[x, y], [x + 20, y], [x + 20, y + 20], [x, y + 20], [x, y]]] },
    geometrieMetagegevens: { bronregistratie: 'BAG' }, categorieKwetsbaarheid: 'zeerKwetsbaar',
    gebruiksdoeleindenDetail: ['basisschool'], populatie,
  };
}

const location = (change = {}) => ({ ...example('lpg-tankstation-amersfoort.json'), ...change });
/** What is handed in and published at each moment, by day and time in November 2026. */
const STEPS = [
  { at: '01T09:00', roots: [building(1), building(2, { until: '2026-11-03T00:00:00Z' }), building(3, { secret: true }), building(4), building(5)] },
  { at: '01T15:00', roots: [location(), building(1, { from: '2026-01-01T00:00:00Z', populatie: 11 })] },
  { at: '02T03:00', roots: [building(1, { from: '2026-01-01T00:00:00Z', populatie: 12 }), building(6, { from: '2027-01-01T00:00:00Z' })] },
  // Nothing comes: a building is no more valid.
  { at: '02T15:00' }, { at: '03T02:00' },
  { at: '03T09:00', roots: [building(4, { secret: true }), location({ bedrijfsnaam: 'Autogas Eemland Noord BV' })] },
  { at: '03T20:00', withdrawn: 'NL.IMEV.AB12.gebouw-5' },
  { at: '04T08:00', roots: [building(7, { secret: true })] },
  { at: '04T20:00', roots: [building(8), building(7)] },
  { at: '05T08:00', roots: [building(1, { from: '2026-11-01T00:00:00Z', populatie: 13 })] },
  { at: '05T20:00' }, { at: '06T08:00' }, { at: '06T09:00', roots: [building(9)] },
];

const HAS_DELETE = readdirSync(join(program, 'pipelines/state')).includes('apply-deletion.ts');
const IS_FIRST = !readFileSync(join(program, 'publisher/read/types.ts'), 'utf8').includes('at(moment');
const IDS = ['NL.IMEV.AB12.lpg-0001', ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `NL.IMEV.AB12.gebouw-${number}`)];
const VALID_AT = ['2019-06-01', '2021-06-01', '2026-11-02'].map((day) => Date.parse(`${day}T12:00:00Z`));
const of = { folder: join(data, 'editions'), audience: 'public' };

/** Every object that was answered, once; answers have its place here. */
const objects = [];
const placeOf = new Map();

function noted(object) {
  if (object === undefined || object === null) return null;
  const text = JSON.stringify(object);
  if (!placeOf.has(text)) placeOf.set(text, objects.push(object) - 1);
  return placeOf.get(text);
}

/** What one edition says; a program that cannot ask for a past validity says what is valid now. */
function answersOf(edition) {
  const features = {};
  for (const series of SERIES) {
    const { slices, numberMatched } = edition.series.get(series).page({ crs: 'CRS84', position: 0, limit: 100 });
    if (numberMatched > 0) features[series] = JSON.parse(`[${Buffer.concat(slices).toString()}]`).map(noted);
  }
  const parsed = (found) => noted(found === undefined ? null : JSON.parse(Buffer.concat(found.slices).toString()));
  const documents = Object.fromEntries(IDS.map((id) => [id, parsed(edition.document(id, '28992'))]));
  const validAt = IS_FIRST ? {} : Object.fromEntries(VALID_AT.map((moment) => [
    moment, Object.fromEntries(IDS.map((id) => [id, parsed(edition.document(id, '28992', moment))])),
  ]));
  const versions = edition.versions === undefined ? {} : Object.fromEntries(IDS.map((id) => [id, edition.versions(id).map(noted)]));
  return { features, documents, validAt, versions };
}

const heads = new Map();

/** What the newest edition says, if it is new. */
function noteNewest() {
  const reader = openEditions(of.folder, 'public');
  const { head, activated, edition } = reader.current();
  if (!heads.has(head)) heads.set(head, { head, edition: edition.number, activated: activated.toISOString(), ...answersOf(edition) });
  reader.close();
}

let now = new Date(0);
const clock = () => now;
const moments = [];
const input = { holder: 'AB12', method: 'LEVERING', target: 'delivery.json', crs: RD, mediaType: 'application/json', ifMatch: null };
for (const { at, roots, withdrawn } of STEPS) {
  now = new Date(`2026-11-${at}:00Z`);
  moments.push(now.getTime());
  if (withdrawn !== undefined && !HAS_DELETE) continue;
  const receipt = await handIn(roots, withdrawn);
  await runBatch({ data, baseUrl, spatialPath, threads: 1, clock, retention: { allDays: 4 }, onEvent: () => {} });
  const { status, report } = receipt === null ? { status: 200 } : outcome(data, receipt.uuid);
  if (![200, 201, 204].includes(status)) throw new Error(JSON.stringify({ at, status, findings: report?.findings }));
  noteNewest();
}

/** The receipt; null: nothing comes at that moment. */
async function handIn(roots, withdrawn) {
  if (withdrawn !== undefined) {
    return await submit(data, { input: { ...input, method: 'DELETE', target: `/kwetsbare-gebouwen/${withdrawn}`, crs: null }, payload: { bytes: Buffer.alloc(0) } }, clock);
  }
  return roots === undefined ? null : await submit(data, { input, payload: { bytes: Buffer.from(JSON.stringify(roots)) } }, clock);
}

const format = readHead(of, numbersOf(of, 'heads').at(-1)).format;
const manifests = new Set(numbersOf(of, 'manifests'));
const answers = [...heads.values()].map((one) => ({ ...one, kept: manifests.has(one.edition) }));
for (const file of readdirSync(data)) if (/-shm$|\.lock$/.test(file)) rmSync(join(data, file));
rmSync(join(data, 'prepared'), { recursive: true, force: true });
execFileSync('tar', ['--sort=name', '--owner=0', '--group=0', '--mtime=2026-11-25', '-czf', join(import.meta.dirname, `${name}.tar.gz`), '-C', work, 'data']);
const commit = execFileSync('git', ['-C', program, 'rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
writeFileSync(join(import.meta.dirname, `${name}.json`), `${JSON.stringify({ format, commit, moments, answers, objects })}\n`);
rmSync(work, { recursive: true });

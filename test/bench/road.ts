/**
 * Benchmark: the whole road, from a delivered file to the active edition with every CRS and index, beside ogr2ogr, which makes GeoPackages
 * of the same objects in the same CRSs; its growth and memory; and what is quick beside it: the same register delivered again, some of its
 * objects, one of them (road-changes.ts).
 *
 * Ours are two processes, `ev submit` and `ev batch`; their wall and CPU are those of both together, and the answer with the report is
 * written too. As a program: `node road.ts [OBJECTS]`.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCollections } from './collections.ts';
import { assertOgr2ogr, makeGeoPackages, type GeoPackagesRun } from './ogr2ogr.ts';
import { writeRegister } from '../generate/register-file.ts';
import { openChangedRegister, PART } from './road-changes.ts';
import { medianRounds } from './rounds.ts';
import { inWords, type Run } from './run.ts';
import { contourLocation, deepLocation, writeRoots, type MadeRoot } from './shaped-roots.ts';
import { givenNumber, printRows, type Row } from './table.ts';
import { travel, type RoadRun, type Stages } from './travel.ts';

/** How many times fewer objects the register has beside which growth is measured. */
const TIMES = 10;

/** Needs about 20 kB an object in the folder for temporary files. Throws a Fault when there is no ogr2ogr. */
export async function roadRows(objects: number): Promise<readonly Row[]> {
  assertOgr2ogr();
  process.stderr.write(`the road of ${objects} objects\n`);
  return inFolder(async (folder) => {
    const [register, fewer] = [join(folder, 'register.ndjson'), join(folder, 'fewer.ndjson')];
    await writeRegister(register, { objects, seed: 1 });
    await writeRegister(fewer, { objects: Math.round(objects / TIMES), seed: 1 });
    const collections = await writeCollections(register, folder);
    const changed = await openChangedRegister(register, join(folder, 'changed'));
    const runs = await medianRounds({
      ours: () => travelOnce(register, join(folder, 'ours')), ogr2ogr: () => makeGeoPackages(collections, folder),
      fewer: () => travelOnce(fewer, join(folder, 'ours')), again: () => changed.deliverAll(), part: () => changed.deliverPart(),
    });
    const one = await changed.changeOne();
    return [
      ...besideOgr2ogr(`${objects} objects`, runs, { wall: 1.2, cpu: 1.3 }), ...stageRows(runs.ours.stages), memoryRow(objects, runs.ours),
      growthRow(objects, runs), quicker(`one changed object among ${objects}, from its PUT to its answer, when it can be read`, one, { than: runs.ours, atLeast: 5_000 }),
      quicker(`the register of ${objects} delivered again, one object changed`, runs.again, { than: runs.ours, atLeast: 2 }),
      quicker(`its buildings changed, ${PART} at most, among ${objects} objects`, runs.part, { than: runs.ours }),
    ];
  });
}

/** The road of registers unlike the generated one. */
export async function shapedRoadRows(objects: number): Promise<readonly Row[]> {
  assertOgr2ogr();
  return [...await shapedRows(objects, 'contours of 200 vertices', contourLocation), ...await shapedRows(objects, '40 in each document', deepLocation)];
}

async function shapedRows(objects: number, shape: string, make: MadeRoot): Promise<readonly Row[]> {
  const name = `${objects} objects, ${shape}`;
  process.stderr.write(`the road of ${name}\n`);
  return inFolder(async (folder) => {
    const register = join(folder, 'register.ndjson');
    await writeRoots(register, make, (written) => written.objects < objects);
    const collections = await writeCollections(register, folder);
    return besideOgr2ogr(name, await medianRounds({
      ours: () => travelOnce(register, join(folder, 'ours')), ogr2ogr: () => makeGeoPackages(collections, folder),
    }), null);
  });
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'ev-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** `bars`: what the ratios of wall and CPU should be at least. */
function besideOgr2ogr(
  name: string, { ours, ogr2ogr }: { readonly ours: RoadRun; readonly ogr2ogr: GeoPackagesRun }, bars: { readonly wall: number; readonly cpu: number } | null,
): readonly Row[] {
  const [wall, cpu] = [ogr2ogr.seconds / ours.seconds, ogr2ogr.cpuSeconds / ours.cpuSeconds];
  return [
    {
      what: `from a delivered file to the active edition, ${name}`, ours: inWords(ours), beside: `ogr2ogr, GeoPackages: ${ogr2ogr.seconds.toFixed(1)} s`,
      ratio: `${wall.toFixed(2)}×`, ...(bars !== null && { bar: { value: wall, atLeast: bars.wall, unit: '×' } }),
    }, {
      what: `the CPU of that, ${name}`, ours: `${ours.cpuSeconds.toFixed(1)} s`, beside: `ogr2ogr, GeoPackages: ${ogr2ogr.cpuSeconds.toFixed(1)} s`,
      ratio: `${cpu.toFixed(2)}×`, ...(bars !== null && { bar: { value: cpu, atLeast: bars.cpu, unit: '×' } }),
    },
  ];
}

function stageRows(stages: Stages): readonly Row[] {
  const told = Object.entries(stages).map(([stage, seconds]) => `${stage} ${seconds.toFixed(1)} s`);
  return told.length === 0 ? [] : [{ what: 'of that, stage by stage', ours: told.join(', '), beside: '', ratio: '' }];
}

function memoryRow(objects: number, { peakBytes }: Run): Row {
  const value = peakBytes / 2 ** 30;
  return { what: `the most memory of that, ${objects} objects`, ours: `${value.toFixed(2)} GiB`, beside: '', ratio: '', bar: { value, atMost: 2.5, unit: ' GiB' } };
}

function growthRow(objects: number, { ours, fewer }: { readonly ours: Run; readonly fewer: Run }): Row {
  const value = Math.log(ours.cpuSeconds / fewer.cpuSeconds) / Math.log(TIMES);
  return {
    what: `growth of that CPU to ${objects} objects`, ours: `${ours.cpuSeconds.toFixed(1)} s`, beside: `${Math.round(objects / TIMES)} objects: ${fewer.cpuSeconds.toFixed(1)} s`,
    ratio: `exponent ${value.toFixed(2)}`, bar: { value, atMost: 1.05, unit: '' },
  };
}

function quicker(
  what: string, { seconds }: { readonly seconds: number }, { than, atLeast }: { readonly than: Run; readonly atLeast?: number },
): Row {
  const value = than.seconds / seconds;
  return {
    what, ours: seconds < 1 ? `${(seconds * 1000).toFixed(1)} ms` : `${seconds.toFixed(1)} s`, beside: `all of it: ${than.seconds.toFixed(1)} s`,
    ratio: `${value.toFixed(value < 100 ? 1 : 0)}×`, ...(atLeast !== undefined && { bar: { value, atLeast, unit: '×' } }),
  };
}

/** The road to a data folder in a new folder, which is removed. */
async function travelOnce(register: string, folder: string): Promise<RoadRun> {
  await mkdir(folder);
  const travelled = await travel(register, { folder, isNew: true });
  await rm(folder, { recursive: true });
  return travelled;
}

if (import.meta.main) await printRows(async () => [...await roadRows(givenNumber(100_000)), ...await shapedRoadRows(givenNumber(100_000))]);

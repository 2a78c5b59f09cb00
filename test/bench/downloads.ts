/**
 * Benchmark: the files to download of a register, by CPU time with that of child processes, beside ogr2ogr, which makes files of the same
 * features in the same two CRSs; ours also have the values of nested fields, styles, and the edition.
 * As a program: `node downloads.ts [OBJECTS]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOWNLOAD_FORMS } from '../../schemas/download-forms.ts';
import { writeRegister } from '../generate/register-file.ts';
import { writeCollections, type Collections } from './collections.ts';
import { assertOgr2ogr } from './ogr2ogr.ts';
import { medianRounds, type Timed } from './rounds.ts';
import { CLI } from './run.ts';
import { cpuOfScript } from './script.ts';
import { givenNumber, printRows, type Row } from './table.ts';
import { travel } from './travel.ts';

/** Forms that ogr2ogr of any version makes too, with its name of them and the end of a file. */
const BESIDE = { gpkg: ['GPKG', 'gpkg'], fgb: ['FlatGeobuf', 'fgb'], csv: ['CSV', 'csv'] } as const;
/** FlatGeobuf has no lists. */
const OPTIONS = { GPKG: '-append -gt 65536', FlatGeobuf: '-mapFieldType StringList=String', CSV: '-lco GEOMETRY=AS_WKT' } as const;
const TARGETS = ['EPSG:28992', 'OGC:CRS84'];

/** Throws a Fault when there is no ogr2ogr. */
export async function downloadRows(objects: number): Promise<readonly Row[]> {
  assertOgr2ogr();
  process.stderr.write(`downloads of ${objects} objects\n`);
  const folder = await mkdtemp(join(tmpdir(), 'ev-bench-'));
  try {
    const register = join(folder, 'register.ndjson');
    await writeRegister(register, { objects, seed: 1 });
    const collections = await writeCollections(register, folder);
    await travel(register, { folder, isNew: true });
    const data = join(folder, 'data');
    const rows: Row[] = [];
    for (const form of DOWNLOAD_FORMS) {
      const made = (): Promise<Timed> => cpuOfScript(
        `rm -rf "$3/editions/public/downloads"; "$1" "$2" downloads make --data "$3" --forms ${form}`, [process.execPath, CLI, data]);
      const what = `files of ${objects} objects as ${form}`;
      if (form in BESIDE) {
        const [driver, end] = BESIDE[form as keyof typeof BESIDE];
        const { ours, theirs } = await medianRounds({ ours: made, theirs: () => cpuOfScript(ogr2ogrScript(collections, driver, end), [folder]) });
        rows.push({
          what, ours: `${ours.seconds.toFixed(1)} s CPU`, beside: `ogr2ogr: ${theirs.seconds.toFixed(1)} s`, ratio: `${(theirs.seconds / ours.seconds).toFixed(2)}×`,
        });
      } else {
        const { ours } = await medianRounds({ ours: made });
        rows.push({ what, ours: `${ours.seconds.toFixed(1)} s CPU`, beside: '', ratio: '' });
      }
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Makes a file of each collection in each CRS, or of all collections when the form has layers. `$1`: the folder. */
function ogr2ogrScript({ files }: Collections, driver: keyof typeof OPTIONS, end: string): string {
  const isLayered = driver === 'GPKG';
  const lines = TARGETS.flatMap((target, at) => files.map(([name, path]) => {
    const options = `-f ${driver} -s_srs EPSG:28992 -t_srs ${target} -nln ${name} ${OPTIONS[driver]}`;
    return `ogr2ogr ${options} "$1/theirs/${isLayered ? '' : `${name}-`}${at}.${end}" "${path}"`;
  }));
  return `rm -rf "$1/theirs"; mkdir "$1/theirs"; set -e; ${lines.join('; ')}`;
}

if (import.meta.main) await printRows(() => downloadRows(givenNumber(10_000)));

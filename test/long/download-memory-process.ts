/** Writes a file of many made-up features in one form, and prints the most memory that this process took, in MiB. Run by download-memory.test.ts. */
import { join } from 'node:path';
import { openFormWriters } from '../../pipelines/downloads/form-writers.ts';
import { cachedSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { writerOf } from '../../publisher/write/download-forms.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';

const [form = '', count = '0', work = ''] = process.argv.slice(2);
const ring = Array.from({ length: 31 }, (_, at) => [100_000.125 + at % 30, 400_000.5 + (at % 30) ** 2 / 900]);

function* features(): Generator<Buffer> {
  for (let at = 0; at < Number(count); at += 1) {
    yield Buffer.from(JSON.stringify({
      properties: { entityType: 'KwetsbaarGebouw', id: `NL.IMEV.AB12.gebouw-${at}`, comment: [`object ${at}`], populatie: at, beginGeldigheid: '2026-01-01T00:00:00Z' },
      geometry: { type: 'Polygon', coordinates: [ring] },
    }));
  }
}

const writers = openFormWriters(() => cachedSpatial(CACHE_FOLDER), work);
const write = writerOf(form as 'csv' | 'gpkg' | 'xlsx' | 'parquet' | 'fgb', () => writers);
const layers = [{ collection: 'kwetsbare-gebouwen', count: Number(count), features }];
await write({ edition: 1, moment: 0, crs: '28992', layers }, join(work, `file.${form}`));
await writers.close();
process.stdout.write(String(process.resourceUsage().maxRSS / 1024));

/**
 * `npm run bench`: the whole road, validation, coordinates, publication, serving, tiles, questions and writing, each as a ratio within this run;
 * prints the table of BENCHMARKS.md, and with `--write` writes it there. Needs ogr2ogr and tippecanoe. A million objects take three hours and 20 GB in the
 * folder for temporary files; a number on the command line is taken instead of the million, for trying.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changesRows } from './changes.ts';
import { coordinatesRows } from './coordinates.ts';
import { downloadRows } from './downloads.ts';
import { publicationRows, publishBuildings } from './edition.ts';
import { questionRows } from './questions.ts';
import { roadRows, shapedRoadRows } from './road.ts';
import { servingRows } from './serving.ts';
import { shapeRows } from './shapes.ts';
import { monthRows } from './month.ts';
import { oneChangeRows } from './one-change.ts';
import { givenNumber, orExplain, tableOf, type Row } from './table.ts';
import { tileRows } from './tiles.ts';
import { validationRows } from './validation.ts';
import { writingRows } from './writing.ts';

const BUILDINGS = 100_000;
/** The road is also measured with this share of the objects. */
const FEWER = 0.3;
const PAGE = join(import.meta.dirname, 'BENCHMARKS.md');
const TABLE = /(<!-- bench -->\n)[^]*(<!-- \/bench -->)/;

async function allRows(objects: number): Promise<readonly Row[]> {
  const beforeEdition = [
    ...await roadRows(Math.round(objects * FEWER)), ...await roadRows(objects), ...await shapedRoadRows(Math.round(objects / 10)),
    ...await validationRows(objects), ...await shapeRows(), ...coordinatesRows(),
  ];
  const publication = await publishBuildings(BUILDINGS);
  try {
    return [
      ...beforeEdition, ...publicationRows(publication), ...await servingRows(publication.folder), ...await tileRows(publication),
      ...await downloadRows(BUILDINGS / 10), ...await questionRows(objects),
      ...await changesRows(3_000), ...await oneChangeRows(BUILDINGS / 10), ...await writingRows(BUILDINGS), ...await monthRows(30),
    ];
  } finally {
    await rm(publication.folder, { recursive: true });
  }
}

await orExplain(async () => {
  const table = tableOf(await allRows(givenNumber(1_000_000)));
  process.stdout.write(table);
  if (!process.argv.includes('--write')) return;
  const page = await readFile(PAGE, 'utf8');
  await writeFile(PAGE, page.replace(TABLE, `$1\n${table}\n$2`));
});

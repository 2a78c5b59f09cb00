/**
 * `npm run bench`: coordinates, validation, publication and serving, each as a ratio within this run; prints the
 * README's table. The validation of a million objects takes minutes and 2 GB in the folder for temporary files.
 * With `--readme` also writes it there.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { benchCoordinates } from './coordinates.ts';
import { publishBuildings, type MeasuredPublication } from './edition.ts';
import { measureServing } from './serving.ts';
import { measureValidation, type MeasuredValidation } from './validation.ts';

const OBJECTS = 100_000;
const VALIDATED = 1_000_000;
const README = join(import.meta.dirname, '../../README.md');
const TABLE = /(<!-- bench -->\n)[^]*(<!-- \/bench -->)/;

const rows: string[][] = [];
process.stderr.write('coordinates\n');
for (const { name, ours, proj4, ratio } of benchCoordinates()) {
  rows.push([name, `${millions(ours)} M positions/s`, `proj4: ${millions(proj4)} M`, `${ratio.toFixed(1)}×`]);
}
process.stderr.write(`validating ${VALIDATED} objects\n`);
for (const broken of [0.1, 0]) rows.push(...validationRows(await measureValidation(VALIDATED, broken)));
process.stderr.write(`publishing ${OBJECTS} buildings in 4 CRSs\n`);
const publication = await publishBuildings(OBJECTS);
rows.push(...publicationRows(publication));
process.stderr.write('serving\n');
for (const { name, bytes, ours, plain, ratio } of await measureServing(publication.folder)) {
  rows.push([`${name} (${bytes} bytes)`, `${ours.toFixed(0)} µs CPU`, `plain: ${plain.toFixed(0)} µs`, ratio.toFixed(2)]);
}
await rm(publication.folder, { recursive: true });

const table = ['| what | ours | beside it | ratio |', '| --- | --- | --- | --- |', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
process.stdout.write(`${table}\n`);
if (process.argv.includes('--readme')) {
  const readme = await readFile(README, 'utf8');
  await writeFile(README, readme.replace(TABLE, `$1\n${table}\n\n$2`));
}

function validationRows({ objects, broken, ours, reference, ratio, verdicts }: MeasuredValidation): string[][] {
  const wrong = [...verdicts.missed, ...verdicts.invented, ...verdicts.overlooked];
  if (wrong.length > 0) throw new Error(`wrong verdicts on lines ${wrong.slice(0, 20).join(', ')}`);
  return [[
    `validation of ${objects} objects, ${broken === 0 ? 'none' : 'a tenth'} broken`,
    `${ours.seconds.toFixed(1)} s, peak ${Math.round(ours.peakBytes / 2 ** 20)} MiB`,
    `JSON.parse + ajv: ${reference.seconds.toFixed(1)} s`, `${ratio.toFixed(2)}×`,
  ]];
}

function publicationRows({ objects, fullSeconds, oneChangeSeconds }: MeasuredPublication): string[][] {
  return [
    [`publication of ${objects} buildings, full`, `${Math.round(objects / fullSeconds)} objects/s`, '', ''],
    [
      'publication of one changed building', `${(oneChangeSeconds * 1000).toFixed(1)} ms`,
      `full: ${fullSeconds.toFixed(1)} s`, `${Math.round(fullSeconds / oneChangeSeconds)}×`,
    ],
  ];
}

function millions(count: number): string {
  return (count / 1e6).toFixed(2);
}

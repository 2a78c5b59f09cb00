/**
 * `ev table`: makes a delivery of a table, by a mapping. Without `--out` it shows the columns and the mapping that it proposes; with `--json`
 * that mapping is in the output, to correct and to give back with `--mapping`.
 */
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { DurableFile } from '../../publisher/durable-file.ts';
import { shortNameOf } from '../../schemas/crs.ts';
import { UsageFault } from '../../schemas/fault.ts';
import type { Json } from '../../schemas/json.ts';
import { ROOT_TYPES, type RootType } from '../../schemas/names.ts';
import { clean } from '../prepare/report/index.ts';
import { readMapping } from '../tables/mapping.ts';
import type { DescribedTable, Mapping } from '../tables/table.ts';
import { describeTable, documentsOf, openTable, type OpenTable } from '../tables/table-reader.ts';
import { holderCode } from './option-values.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { provide } from './validate.ts';
import { run, type Define } from './world.ts';

export interface TableArguments {
  readonly file: string;
  readonly type: RootType;
  readonly holder: string;
  /** Name of the table or layer; null: the first. */
  readonly table: string | null;
  /** File with the mapping; null: the proposed one. */
  readonly mapping: string | null;
  /** File to write the delivery to; null: only describe. */
  readonly out: string | null;
  readonly cacheFolder: string;
}

/** Makes the delivery, or describes the table. Throws a UsageFault when the table cannot be read or the mapping does not fit it. */
export async function tableCommand(
  { file, type, holder, table, mapping, out, cacheFolder }: TableArguments, terminal: Terminal,
): Promise<ExitCode> {
  const given = mapping === null ? null : await mappingIn(mapping);
  if (given !== null && given.type !== type) {
    throw new UsageFault('the mapping is for another type', { step: 'Mapping:Read', expected: type, actual: given.type });
  }
  const opened = await openTable(file, { table, spatialPath: await provide(cacheFolder, terminal) });
  try {
    const described = describeTable(opened, { type, holder, mapping: given });
    if (out === null) show(described, terminal);
    else await write(opened, { described, out, holder }, terminal);
    return EXIT.fine;
  } finally {
    await opened.close();
  }
}

async function mappingIn(path: string): Promise<Mapping> {
  const text = await readFile(path, 'utf8');
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    throw new UsageFault('the mapping is no JSON', { step: 'Mapping:Read', path, actual: (error as Error).message });
  }
  return readMapping(value);
}

function show(described: DescribedTable, terminal: Terminal): void {
  const { tables, table, rows, crs, columns, mapping, unfilled } = described;
  terminal.print(`${clean(table)}: ${rows} rows${crs === null ? '' : `, geometries in ${shortNameOf(crs)}`}`);
  if (tables.length > 1) terminal.print(`The file has more tables, for --table: ${tables.map(clean).join(', ')}`);
  terminal.print('\nColumns, with their first cells');
  for (const { name, kind, samples } of columns) terminal.print(`  ${clean(name)} (${kind}): ${samples.map(clean).join(' | ')}`);
  terminal.print(`\nProposed for ${mapping.type}: {name} is the cell in that column`);
  for (const [path, template] of Object.entries(mapping.fields)) terminal.print(`  ${path} = ${clean(template)}`);
  if (unfilled.length > 0) terminal.print(`\nRequired, and without a column: ${unfilled.join(', ')}`);
  terminal.print('\n--json prints all this as JSON. Write its `mapping` to a file, correct it, and give it with --mapping; --out makes the delivery.');
  terminal.printJson(described);
}

interface Writing {
  readonly described: DescribedTable;
  readonly out: string;
  readonly holder: string;
}

async function write(table: OpenTable, { described, out, holder }: Writing, terminal: Terminal): Promise<void> {
  const file = new DurableFile(out);
  let documents = 0;
  try {
    for await (const document of documentsOf(table, described.mapping)) {
      file.write(Buffer.from(`${JSON.stringify(document)}\n`));
      documents += 1;
    }
    file.sync();
    file.keep();
  } catch (error) {
    file.drop();
    throw error;
  }
  const { crs, rows, unfilled } = described;
  terminal.print(`${clean(out)}: ${documents} objects of ${rows} rows`);
  if (documents < rows) terminal.print(`${rows - documents} rows have no cell that the mapping uses, and make no object.`);
  if (unfilled.length > 0) terminal.print(`Required, and not filled by the mapping: ${unfilled.join(', ')}`);
  terminal.print(`Check it: ev validate ${clean(basename(out))}${crs === null ? ' --crs CRS (the table names none)' : ` --crs ${shortNameOf(crs)}`}`);
  terminal.printJson({ out, holder, documents, rows, crs, unfilled });
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => inner
  .positional('file', { type: 'string', demandOption: true, describe: 'CSV in UTF-8, an Excel workbook (.xlsx) or a GeoPackage' })
  .option('type', { type: 'string', demandOption: true, choices: ROOT_TYPES, describe: 'what a row is' })
  .option('holder', { type: 'string', demandOption: true, describe: 'the bronhoudercode of the objects', coerce: holderCode })
  .option('table', { type: 'string', requiresArg: true, describe: 'the layer or sheet, by name (default: the first)' })
  .option('mapping', { type: 'string', requiresArg: true, describe: 'file with the mapping, JSON (default: the proposed one)' })
  .option('out', { type: 'string', requiresArg: true, coerce: (path: string) => resolve(path), describe: 'file to write the delivery to, one object a line' }), (argv) =>
  run(argv, (terminal) => tableCommand({
    file: argv.file, type: argv.type, holder: argv.holder, table: argv.table ?? null, mapping: argv.mapping ?? null,
    out: argv.out ?? null, cacheFolder: world.cacheFolder,
  }, terminal)));

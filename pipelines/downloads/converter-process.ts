/**
 * Converter process: writes flat rows as GeoParquet and FlatGeobuf with DuckDB, one file after the other. A process of its own, so that an
 * error or the memory of DuckDB and GDAL never harms a server. It ends with the process that started it.
 *
 * DuckDB reaches the one folder that it is given, and no network. Its memory is bounded; what needs more goes to that folder.
 */
import { openDuckdb, rdProjjson, type Duckdb } from './duckdb.ts';
import { flatgeobufStatement, parquetStatement, type ColumnarFile } from './statements.ts';

/** The first message: what the converter may use. */
export interface ConverterSetup {
  readonly spatialPath: string;
  readonly work: string;
}

/** A further message: a file to write. The answer is null, or the text of an error. */
export interface ConverterTask {
  readonly form: 'parquet' | 'fgb';
  readonly file: ColumnarFile;
}

interface Opened {
  readonly duckdb: Duckdb;
  /** The CRS RD as PROJJSON. */
  readonly rd: string;
}

async function open(setup: ConverterSetup): Promise<Opened> {
  const duckdb = await openDuckdb(setup);
  return { duckdb, rd: await rdProjjson(duckdb, setup.work) };
}

async function convert({ duckdb, rd }: Opened, { form, file }: ConverterTask): Promise<void> {
  await duckdb.run(form === 'fgb' ? flatgeobufStatement(file) : parquetStatement(file, file.crs === '28992' ? rd : null));
}

function answer(work: Promise<unknown>): void {
  void work.then(() => process.send!(null), (error: unknown) => process.send!(error instanceof Error ? error.message : String(error)));
}

process.once('disconnect', () => process.exit());
process.once('message', (setup) => {
  const { work } = setup as ConverterSetup;
  // Where GDAL writes temporary files.
  process.env['CPL_TMPDIR'] = work;
  const opened = open(setup as ConverterSetup);
  answer(opened);
  process.on('message', (task) => answer(opened.then((all) => convert(all, task as ConverterTask))));
});

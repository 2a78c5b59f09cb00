/** DuckDB of the converter process, with its spatial extension, locked to one folder. */
import { join } from 'node:path';
import { DUCKDB_CRSS } from './statements.ts';

const MEMORY = '512MB';

/** Runs statements. */
export interface Duckdb {
  readonly run: (sql: string) => Promise<void>;
  /** The CRS RD as PROJJSON, from the database of PROJ in the extension. */
  readonly rdProjjson: string;
}

export async function openDuckdb({ spatialPath, work }: { readonly spatialPath: string; readonly work: string }): Promise<Duckdb> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '2', memory_limit: MEMORY, autoinstall_known_extensions: 'false', autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  const run = async (sql: string): Promise<void> => {
    await connection.run(sql);
  };
  await run(`LOAD ${text(spatialPath)}`);
  await run(`SET TimeZone = 'UTC'; SET temp_directory = ${text(join(work, 'spill'))}; SET allow_community_extensions = false;
    SET allowed_directories = [${text(`${work}/`)}]; SET enable_external_access = false; SET lock_configuration = true;`);
  const sample = text(join(work, 'crs.parquet'));
  await run(`COPY (SELECT ST_SetCRS(ST_Point(0, 0), ${text(DUCKDB_CRSS['28992'])}) AS geom) TO ${sample} (FORMAT parquet)`);
  const read = await connection.runAndReadAll(`SELECT decode(value) FROM parquet_kv_metadata(${sample}) WHERE decode(key) = 'geo'`);
  const { columns } = JSON.parse(String(read.getRows()[0]![0])) as { readonly columns: { readonly geom: { readonly crs: unknown } } };
  return { run, rdProjjson: JSON.stringify(columns.geom.crs) };
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

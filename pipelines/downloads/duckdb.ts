/** DuckDB of a process of its own, with its spatial extension, locked to one folder and without network. */
import { join } from 'node:path';
import { text } from './sql-text.ts';
import { DUCKDB_CRSS } from './statements.ts';

const MEMORY = '512MB';

export interface Duckdb {
  /** Runs statements, and returns the rows of the last one. */
  readonly run: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export async function openDuckdb({ spatialPath, work }: { readonly spatialPath: string; readonly work: string }): Promise<Duckdb> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '2', memory_limit: MEMORY, autoinstall_known_extensions: 'false', autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  const run: Duckdb['run'] = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
  await run(`LOAD ${text(spatialPath)}`);
  await run(`SET TimeZone = 'UTC'; SET temp_directory = ${text(join(work, 'spill'))}; SET allow_community_extensions = false;
    SET allowed_directories = [${text(`${work}/`)}]; SET enable_external_access = false; SET lock_configuration = true;`);
  return { run };
}

/** Returns the CRS RD as PROJJSON, from the database of PROJ in the extension. `work`: the folder of DuckDB. */
export async function rdProjjson({ run }: Duckdb, work: string): Promise<string> {
  const sample = text(join(work, 'crs.parquet'));
  await run(`COPY (SELECT ST_SetCRS(ST_Point(0, 0), ${text(DUCKDB_CRSS['28992'])}) AS geom) TO ${sample} (FORMAT parquet)`);
  const [read] = await run(`SELECT decode(value) AS geo FROM parquet_kv_metadata(${sample}) WHERE decode(key) = 'geo'`);
  const { columns } = JSON.parse(String(read!['geo'])) as { readonly columns: { readonly geom: { readonly crs: unknown } } };
  return JSON.stringify(columns.geom.crs);
}

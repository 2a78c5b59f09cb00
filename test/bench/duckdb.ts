/**
 * DuckDB: the same objects as Parquet, one file of what is valid now and one of all versions, in publication order; and questions to them,
 * prepared once. One thread and one connection, Parquet's metadata kept.
 */
import { DuckDBInstance, type DuckDBConnection, type DuckDBPreparedStatement, type DuckDBValue } from '@duckdb/node-api';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { provideSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import type { AskedEdition } from './asked-edition.ts';

const CACHE_FOLDER = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'ev-register');

export interface Matches {
  readonly matched: number;
  readonly ids: readonly string[];
}

/** Selection and order of rows in SQL; `?` stands for values. */
export interface Sql {
  readonly from: 'now' | 'all';
  readonly where: string;
  /** Absent: publication order, that of the files, which DuckDB keeps. */
  readonly order?: string;
}

export interface Tables {
  /** Makes ready what counts the rows of a question, and gives the ids and geometries (WKB) of the first ten. */
  prepare(sql: Sql): Promise<(values: readonly DuckDBValue[]) => Promise<Matches>>;
  close(): void;
}

/** Opens a database in memory, of one thread, with the spatial extension. */
export async function openSpatial(): Promise<{ readonly connection: DuckDBConnection; readonly close: () => void }> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', autoinstall_known_extensions: 'false' });
  const connection = await instance.connect();
  const spatial = await provideSpatial({ cacheFolder: CACHE_FOLDER, log: (line) => { process.stderr.write(`${line}\n`); } });
  await connection.run(`LOAD '${spatial}'`);
  return {
    connection,
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export async function openTables({ folder, table }: AskedEdition): Promise<Tables> {
  const { connection, close } = await openSpatial();
  await connection.run('SET parquet_metadata_cache = true');
  const all = join(folder, 'all.parquet');
  const now = join(folder, 'now.parquet');
  await connection.run(`COPY (
    SELECT row_number() OVER (ORDER BY key, id, begin) AS rank, id, idPandBAG, bronhouder, categorieKwetsbaarheid, populatie::DOUBLE AS populatie, begin,
      until, box[1]::DOUBLE AS x0, box[2]::DOUBLE AS y0, box[3]::DOUBLE AS x1, box[4]::DOUBLE AS y1, ST_AsWKB(ST_GeomFromGeoJSON(geometry))::BLOB AS geometry
    FROM read_json('${table}', columns = {id: 'VARCHAR', idPandBAG: 'VARCHAR', bronhouder: 'VARCHAR', categorieKwetsbaarheid: 'VARCHAR', populatie: 'DOUBLE',
      begin: 'BIGINT', until: 'BIGINT', key: 'UINTEGER', box: 'DOUBLE[]', geometry: 'JSON'})
    ORDER BY rank) TO '${all}' (FORMAT parquet)`);
  await connection.run(`COPY (SELECT * FROM '${all}' WHERE until IS NULL ORDER BY rank) TO '${now}' (FORMAT parquet)`);
  return {
    prepare: (sql) => prepared(connection, { ...sql, from: sql.from === 'now' ? now : all }),
    close,
  };
}

async function prepared(
  connection: DuckDBConnection, { from, where, order }: Omit<Sql, 'from'> & { readonly from: string },
): Promise<(values: readonly DuckDBValue[]) => Promise<Matches>> {
  const count = await connection.prepare(`SELECT count(*)::INTEGER FROM '${from}' WHERE ${where}`);
  const page = await connection.prepare(`SELECT id, geometry FROM '${from}' WHERE ${where}${order === undefined ? '' : ` ORDER BY ${order}`} LIMIT 10`);
  return async (values) => {
    const [[matched] = []] = await rowsOf(count, values);
    const first = await rowsOf(page, values);
    return { matched: Number(matched), ids: first.map(([id]) => String(id)) };
  };
}

async function rowsOf(statement: DuckDBPreparedStatement, values: readonly DuckDBValue[]): Promise<readonly (readonly DuckDBValue[])[]> {
  statement.bind([...values]);
  return (await statement.runAndReadAll()).getRows();
}

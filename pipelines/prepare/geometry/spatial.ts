/**
 * Spatial: finds the invalid ones among many geometries, with DuckDB in memory and its spatial extension.
 *
 * Invariants:
 *  - After loading, DuckDB reaches no file and no network and its configuration is locked.
 *  - Numbers enter as WKB in a parameter; no part of a delivery becomes SQL text.
 *  - Calls queue: one batch at a time per instance.
 *  - DuckDB is loaded for the first doubtful geometry, which most deliveries do not have.
 * Not here: why a geometry is invalid (explain.ts), closure and ranges (checks.ts), the extension (spatial-extension.ts).
 */
import type { DuckDBPreparedStatement } from '@duckdb/node-api';
import { Fault } from '../../../schemas/fault.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { toWkb } from '../../../publisher/validity/vertices.ts';

export interface Spatial {
  /** Indexes of the geometries that are invalid by the OGC rules, ascending. Heights are ignored. */
  invalid(geometries: readonly Vertices[]): Promise<readonly number[]>;
  close(): void;
}

/** Opens DuckDB with `threads` threads, loads the extension at `extensionPath` and locks DuckDB down. Throws a Fault. */
export async function openSpatial(extensionPath: string, threads = 2): Promise<Spatial> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(threads), autoinstall_known_extensions: 'false', autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  let statement: DuckDBPreparedStatement;
  try {
    await connection.run(`LOAD '${extensionPath.replaceAll("'", "''")}'`);
    await connection.run(LOCKDOWN);
    statement = await connection.prepare(ARE_VALID);
  } catch (cause) {
    instance.closeSync();
    throw new Fault('DuckDB does not load its spatial extension', {
      step: 'Spatial:Open', path: extensionPath, hint: 'Remove that file and run `ev setup` again.', cause,
    });
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    invalid(geometries) {
      const result = last.then(() => findInvalid(statement, geometries));
      last = result.catch(() => undefined);
      return result;
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** A Spatial that opens DuckDB for the first geometry. `path` returns the path of the extension. */
export function lazySpatial(path: () => Promise<string>, threads: number): Spatial {
  let opened: Promise<Spatial> | undefined;
  return {
    async invalid(geometries) {
      if (geometries.length === 0) return [];
      opened ??= path().then((extension) => openSpatial(extension, threads));
      return (await opened).invalid(geometries);
    },
    close() {
      void opened?.then((spatial) => spatial.close(), () => undefined);
    },
  };
}

/** SQL that locks DuckDB down after loading. The order matters: the last statement locks the configuration. */
export const LOCKDOWN = `
  SET temp_directory = '';
  SET allow_community_extensions = false;
  SET enable_external_access = false;
  SET lock_configuration = true;`;

/** SQL for the validity of each WKB of a list, in order. Without the subquery DuckDB copies the whole list for each item. */
const ARE_VALID = 'SELECT ST_IsValid(ST_GeomFromWKB(wkb)) FROM (SELECT unnest($1) AS wkb)';

/** DuckDB's errors about a geometry that it cannot read. */
const UNREADABLE = /^(?:Invalid Input|Serialization|Conversion) Error/;

/** Indexes of the invalid geometries. When DuckDB cannot read one, and so fails on the batch, each is checked by itself. */
async function findInvalid(statement: DuckDBPreparedStatement, geometries: readonly Vertices[]): Promise<readonly number[]> {
  try {
    return await findInvalidTogether(statement, geometries);
  } catch (error) {
    if (geometries.length === 1) {
      if (error instanceof Error && UNREADABLE.test(error.message)) return [0];
      throw error;
    }
  }
  const invalid: number[] = [];
  for (const [index, geometry] of geometries.entries()) {
    if ((await findInvalid(statement, [geometry])).length > 0) invalid.push(index);
  }
  return invalid;
}

async function findInvalidTogether(statement: DuckDBPreparedStatement, geometries: readonly Vertices[]): Promise<readonly number[]> {
  if (geometries.length === 0) return [];
  const { BLOB, DuckDBBlobValue, LIST, listValue } = await import('@duckdb/node-api');
  statement.bind([listValue(geometries.map((geometry) => new DuckDBBlobValue(toWkb(geometry))))], [LIST(BLOB)]);
  try {
    const result = await statement.runAndReadAll();
    return result.getRows().flatMap(([isValid], index) => (isValid === true ? [] : [index]));
  } finally {
    statement.clearBindings();
  }
}

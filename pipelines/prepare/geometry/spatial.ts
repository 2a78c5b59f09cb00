/**
 * Spatial: DuckDB in memory with its spatial extension; says of many geometries at once which are invalid.
 *
 * Invariants:
 *  - After loading, DuckDB reaches no file and no network and its configuration is locked.
 *  - Numbers enter as WKB in a BLOB column; nothing of a delivery ever becomes SQL text.
 *  - Calls queue: one batch at a time per instance.
 *  - DuckDB is loaded when the first geometry must be asked about: most deliveries have none, and need not wait for it.
 * Not here: why a geometry is invalid (explain.ts), closure, ranges (checks.ts), the extension (setup.ts).
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { Fault } from '../../../schemas/fault.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { toWkb } from './vertices.ts';

/** Rows of one DuckDB vector: the most that one data chunk holds. */
const CHUNK_ROWS = 2048;

export interface Spatial {
  /** Indexes of the geometries that are not valid by the OGC rules, ascending. 2D: heights play no part. */
  invalid(geometries: readonly Vertices[]): Promise<readonly number[]>;
  close(): void;
}

/** Opens DuckDB with `threads` of its own, loads the extension at `extensionPath` (from setup.ts) and locks down. Throws a Fault. */
export async function openSpatial(extensionPath: string, threads = 2): Promise<Spatial> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(threads), autoinstall_known_extensions: 'false', autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  try {
    await connection.run(`LOAD '${extensionPath.replaceAll("'", "''")}'`);
    await connection.run(LOCKDOWN);
  } catch (cause) {
    instance.closeSync();
    throw new Fault('DuckDB does not load its spatial extension', {
      step: 'Spatial:Open', path: extensionPath, hint: 'Remove that file and run `ev setup` again.', cause,
    });
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    invalid(geometries) {
      const answer = last.then(() => findInvalid(connection, geometries));
      last = answer.catch(() => undefined);
      return answer;
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** The same, opened for the first geometry that must be asked about. `path`: says where the extension is. */
export function spatialWhenAsked(path: () => Promise<string>, threads: number): Spatial {
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

/** What follows loading, in this order: nothing can be unlocked again. */
export const LOCKDOWN = `
  CREATE TEMP TABLE given (i INTEGER, wkb BLOB);
  SET temp_directory = '';
  SET allow_community_extensions = false;
  SET enable_external_access = false;
  SET lock_configuration = true;`;

/** How DuckDB says that a geometry, rather than itself, is at fault. */
const UNREADABLE = /^(?:Invalid Input|Serialization|Conversion) Error/;

/** A geometry that DuckDB cannot even read is not valid: then each of its batch is asked about by itself. */
async function findInvalid(
  connection: DuckDBConnection, geometries: readonly Vertices[],
): Promise<readonly number[]> {
  try {
    return await askTogether(connection, geometries);
  } catch (error) {
    if (geometries.length > 1) return findInvalidOneByOne(connection, geometries);
    if (error instanceof Error && UNREADABLE.test(error.message)) return [0];
    throw error;
  }
}

async function findInvalidOneByOne(
  connection: DuckDBConnection, geometries: readonly Vertices[],
): Promise<readonly number[]> {
  const invalid: number[] = [];
  for (const [index, geometry] of geometries.entries()) {
    if ((await findInvalid(connection, [geometry])).length > 0) invalid.push(index);
  }
  return invalid;
}

async function askTogether(
  connection: DuckDBConnection, geometries: readonly Vertices[],
): Promise<readonly number[]> {
  if (geometries.length === 0) return [];
  const { BLOB, DuckDBBlobValue, DuckDBDataChunk, INTEGER } = await import('@duckdb/node-api');
  await connection.run('DELETE FROM given');
  const appender = await connection.createAppender('given', undefined, 'temp');
  for (let from = 0; from < geometries.length; from += CHUNK_ROWS) {
    const part = geometries.slice(from, from + CHUNK_ROWS);
    const chunk = DuckDBDataChunk.create([INTEGER, BLOB], part.length);
    chunk.setColumnValues(0, part.map((_, index) => from + index));
    chunk.setColumnValues(1, part.map((geometry) => new DuckDBBlobValue(toWkb(geometry))));
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
  const answer = await connection.runAndReadAll(
    'SELECT i FROM given WHERE NOT ST_IsValid(ST_GeomFromWKB(wkb)) ORDER BY i',
  );
  await connection.run('DELETE FROM given');
  return answer.getRows().map(([index]) => Number(index));
}

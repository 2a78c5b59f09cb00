/**
 * Spatial: DuckDB in memory with its spatial extension; says of many geometries at once which are invalid.
 *
 * Invariants:
 *  - After loading, DuckDB reaches no file and no network and its configuration is locked.
 *  - Numbers enter as WKB, the value of a parameter; nothing of a delivery ever becomes SQL text.
 *  - Calls queue: one batch at a time per instance.
 *  - DuckDB is loaded when the first geometry must be asked about: most deliveries have none, and need not wait for it.
 * Not here: why a geometry is invalid (explain.ts), closure, ranges (checks.ts), the extension (setup.ts).
 */
import type { DuckDBPreparedStatement } from '@duckdb/node-api';
import { Fault } from '../../../schemas/fault.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { toWkb } from '../../../publisher/validity/vertices.ts';

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
  let question: DuckDBPreparedStatement;
  try {
    await connection.run(`LOAD '${extensionPath.replaceAll("'", "''")}'`);
    await connection.run(LOCKDOWN);
    question = await connection.prepare(ARE_VALID);
  } catch (cause) {
    instance.closeSync();
    throw new Fault('DuckDB does not load its spatial extension', {
      step: 'Spatial:Open', path: extensionPath, hint: 'Remove that file and run `ev setup` again.', cause,
    });
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    invalid(geometries) {
      const answer = last.then(() => findInvalid(question, geometries));
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
  SET temp_directory = '';
  SET allow_community_extensions = false;
  SET enable_external_access = false;
  SET lock_configuration = true;`;

/** Of a list of WKB: whether each is valid, in their order. Without the inner question DuckDB copies all of them for each. */
const ARE_VALID = 'SELECT ST_IsValid(ST_GeomFromWKB(wkb)) FROM (SELECT unnest($1) AS wkb)';

/** How DuckDB says that a geometry, rather than itself, is at fault. */
const UNREADABLE = /^(?:Invalid Input|Serialization|Conversion) Error/;

/** A geometry that DuckDB cannot even read is not valid: then each of its batch is asked about by itself. */
async function findInvalid(question: DuckDBPreparedStatement, geometries: readonly Vertices[]): Promise<readonly number[]> {
  try {
    return await askTogether(question, geometries);
  } catch (error) {
    if (geometries.length === 1) {
      if (error instanceof Error && UNREADABLE.test(error.message)) return [0];
      throw error;
    }
  }
  const invalid: number[] = [];
  for (const [index, geometry] of geometries.entries()) {
    if ((await findInvalid(question, [geometry])).length > 0) invalid.push(index);
  }
  return invalid;
}

async function askTogether(question: DuckDBPreparedStatement, geometries: readonly Vertices[]): Promise<readonly number[]> {
  if (geometries.length === 0) return [];
  const { BLOB, DuckDBBlobValue, LIST, listValue } = await import('@duckdb/node-api');
  question.bind([listValue(geometries.map((geometry) => new DuckDBBlobValue(toWkb(geometry))))], [LIST(BLOB)]);
  try {
    const answer = await question.runAndReadAll();
    return answer.getRows().flatMap(([isValid], index) => (isValid === true ? [] : [index]));
  } finally {
    question.clearBindings();
  }
}

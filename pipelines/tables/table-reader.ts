/**
 * Table reader: reads a table in a process of its own (table-process.ts), describes it, and makes a delivery of it by a mapping: one
 * document on each line, in the order of the rows.
 *
 * Invariants: bytes, rows, time and memory have limits; a format is recognised by its bytes, never by a name; a text file is UTF-8.
 * Not here: which field gets which cell (mapping.ts), the proposed mapping (proposal.ts).
 */
import { fork } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CRSS, DELIVERY_CRSS, type CrsCode } from '../../schemas/crs.ts';
import { faultOfSystem, UsageFault } from '../../schemas/fault.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { RootType } from '../../schemas/names.ts';
import type { DescribedTable, Mapping, MappableField, ReadTable, TableForm } from './table.ts';
import { textOf } from './cell.ts';
import { mappedFields } from './mapped-field.ts';
import { documentMaker, type Row } from './mapping.ts';
import { proposedMapping } from './proposal.ts';
import type { ReadOf, ReadRows, TableTask } from './table-process.ts';

const SAMPLES = 3;
const SAMPLE_CHARS = 60;
const HEAD_BYTES = 64;
/** CRS codes of authorities, whose geometries GDAL gives with longitude or x first, and the CRS of a delivery in that order. */
const LONGITUDE_FIRST: Readonly<Record<string, CrsCode>> = { 'EPSG:4326': 'CRS84', 'OGC:CRS84': 'CRS84', 'EPSG:4979': 'CRS84h', 'OGC:CRS84h': 'CRS84h' };

export interface OpenTable extends ReadTable {
  readonly form: TableForm;
  /** Yields the rows, the first again at each call. */
  cells(): AsyncGenerator<Row>;
  /** Removes what was read. */
  close(): Promise<void>;
}

interface OpenOptions {
  /** Name of the table when the file has several; null: the first. */
  readonly table: string | null;
  readonly spatialPath: string;
}

/** Reads the table of a file. Throws a UsageFault when it is no table, or too large. */
export async function openTable(path: string, { table, spatialPath }: OpenOptions): Promise<OpenTable> {
  const form = await formOf(path);
  const work = await mkdtemp(join(tmpdir(), 'ev-table-'));
  const close = (): Promise<void> => rm(work, { recursive: true, force: true });
  try {
    const copy = join(work, `table.${form}`);
    await copyFile(path, copy);
    const read = await run({ form, path: copy, work, spatialPath, table }, path);
    const crs = crsOf(read.crs);
    const cells = (): AsyncGenerator<Row> => rowsOf(read, crs);
    return { tables: read.tables, table: read.table, form, crs, ...await surveyed(read, cells), cells, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface MappedTo {
  readonly type: RootType;
  readonly holder: string;
  /** Null: the proposed one. */
  readonly mapping: Mapping | null;
}

/** Describes a table for people who map it to a type. */
export function describeTable({ tables, table, rows, crs, columns }: OpenTable, { type, holder, mapping }: MappedTo): DescribedTable {
  const used = mapping ?? proposedMapping(type, columns, holder);
  const fields = [...mappedFields(used).values()].map(({ path, required, choices }): MappableField => (
    { path, required, ...(choices === undefined ? {} : { choices }) }));
  const unfilled = fields.filter(({ path, required }) => required && (used.fields[path] ?? '') === '').map(({ path }) => path);
  return { tables, table, rows, crs, columns, fields, mapping: used, unfilled };
}

/** Yields the documents of a table. Throws a UsageFault when the mapping does not fit the table. */
export async function* documentsOf(table: OpenTable, mapping: Mapping): AsyncGenerator<JsonObject> {
  const make = documentMaker(mapping, table.columns, table.form === 'xlsx');
  for await (const row of table.cells()) {
    const document = make(row);
    if (document !== null) yield document;
  }
}

async function formOf(path: string): Promise<TableForm> {
  const { size } = await stat(path).catch((error: unknown) => { throw faultOfSystem(error, 'the table cannot be read', { step: 'Table:Open', path }); });
  if (size === 0) throw new UsageFault('the file is empty', { step: 'Table:Open', path });
  if (size > LIMITS.tableBytesMax) {
    throw new UsageFault('the table is too large', { step: 'Table:Open', path, expected: `at most ${LIMITS.tableBytesMax} bytes`, actual: `${size}` });
  }
  const head = await headOf(path);
  if (head.startsWith('SQLite format 3')) return 'gpkg';
  if (head.startsWith('PK\u0003\u0004')) return 'xlsx';
  if (/^(?:\u00ef\u00bb\u00bf)?\s*[{[]/.test(head)) {
    throw new UsageFault('the file is JSON, and needs no mapping', { step: 'Table:Open', path, hint: '`ev validate` and `ev submit` take it as it is.' });
  }
  await requireText(path);
  return 'csv';
}

async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function requireText(path: string): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of createReadStream(path)) {
      if (decoder.decode(piece as Buffer, { stream: true }).includes('\0')) throw new TypeError('a NUL');
    }
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageFault('the file is no GeoPackage, no workbook, and no text in UTF-8', {
      step: 'Table:Open', path, hint: 'Is it CSV from a spreadsheet? Save it as "CSV UTF-8".',
    });
  }
}

async function run(task: TableTask, path: string): Promise<ReadRows> {
  const child = fork(new URL('./table-process.ts', import.meta.url), {
    // CPL_TMPDIR: where GDAL writes temporary files.
    execArgv: ['--disable-warning=ExperimentalWarning'], stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: { CPL_TMPDIR: task.work },
  });
  const { promise, resolve } = Promise.withResolvers<ReadOf>();
  const timer = setTimeout(() => { resolve({ error: `it takes longer than ${LIMITS.tableSecondsMax} seconds` }); }, LIMITS.tableSecondsMax * 1_000);
  child.once('message', (read) => { resolve(read as ReadOf); });
  child.once('exit', (code, signal) => { resolve({ error: `the process that reads it ended with ${signal ?? code}: the file may be damaged, or need too much memory` }); });
  child.send(task);
  try {
    const read = await promise;
    if ('error' in read) throw new UsageFault('the table cannot be read', { step: 'Table:Read', path, actual: read.error.split('\n')[0]!.replaceAll(task.path, path) });
    return read;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

/** Returns the CRS of a delivery for that of a file; null when it has none, or one in which no delivery can be. */
function crsOf(name: string | null): CrsCode | null {
  if (name === null) return null;
  const code = LONGITUDE_FIRST[name] ?? name.replace(/^EPSG:/, '');
  return DELIVERY_CRSS.find((one) => one === code) ?? null;
}

async function* rowsOf({ rows, columns }: ReadRows, crs: CrsCode | null): AsyncGenerator<Row> {
  const isLatitudeFirst = crs !== null && CRSS[crs].axes[0] === 'lat';
  for await (const line of createInterface({ input: createReadStream(rows), crlfDelay: Infinity })) {
    if (line === '') continue;
    const values = Object.values(JSON.parse(line) as JsonObject);
    const cells = new Map<string, Json>();
    columns.forEach(({ name, kind }, at) => {
      const cell = values[at] ?? null;
      if (isEmpty(cell)) return;
      cells.set(name, kind === 'geometry' && isLatitudeFirst ? swapped(cell) : cell);
    });
    yield cells;
  }
}

function isEmpty(cell: Json): boolean {
  return cell === null || (typeof cell === 'string' && cell.trim() === '') || (Array.isArray(cell) && cell.length === 0);
}

/** Returns a geometry with the first two numbers of each position exchanged. */
function swapped(geometry: Json): Json {
  const swap = (value: Json): Json => {
    if (!Array.isArray(value)) return value;
    const [first, second, ...rest] = value as readonly Json[];
    return typeof first === 'number' ? [second!, first, ...rest] : (value as readonly Json[]).map(swap);
  };
  return isObject(geometry) ? { ...geometry, coordinates: swap(geometry['coordinates'] ?? []) } : geometry;
}

async function surveyed({ columns }: ReadRows, cells: () => AsyncGenerator<Row>): Promise<Pick<OpenTable, 'columns' | 'rows'>> {
  const samples = new Map(columns.map(({ name }) => [name, [] as string[]]));
  let rows = 0;
  for await (const row of cells()) {
    rows += 1;
    if (rows > LIMITS.deliveryObjectsMax) {
      throw new UsageFault(`the table has more rows than a delivery may have objects, ${LIMITS.deliveryObjectsMax}`, { step: 'Table:Read' });
    }
    for (const [name, cell] of row) {
      const known = samples.get(name)!;
      if (known.length < SAMPLES) known.push(textOf(cell).slice(0, SAMPLE_CHARS));
    }
  }
  if (rows === 0) throw new UsageFault('the table has no rows', { step: 'Table:Read', hint: 'The first row of a CSV or of a sheet has the names of the columns.' });
  return { rows, columns: columns.map((column) => ({ ...column, samples: samples.get(column.name)! })) };
}

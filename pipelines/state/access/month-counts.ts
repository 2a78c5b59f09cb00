/**
 * Month counts: requests of each API key and organisation in the current month; `month-counts.json` in the data folder. The server replaces
 * the file once a minute, without waiting for the folder: a crash costs the counts of about a minute.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFileInPieces } from '../../../publisher/durable-file.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import type { MonthCounts, MonthStore } from '../../../schemas/rate-limits.ts';
import { readJsonFile, type FileKind } from '../folder/json-file.ts';

/** Name of the file in the data folder. */
export const MONTH_COUNTS_FILE = 'month-counts.json';
/** Written by the owner, read by the group, closed to others. */
const MODE = 0o640;

const SCHEMA: JsonObject = {
  type: 'object', additionalProperties: false, required: ['month', 'counts'],
  properties: {
    month: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}$', description: 'a month such as 2026-11' },
    counts: { type: 'object', description: 'requests by client', additionalProperties: { type: 'integer', minimum: 0, description: 'a number of requests' } },
  },
};

const FILE: FileKind<MonthCounts> = {
  name: MONTH_COUNTS_FILE, noun: 'MonthCounts', schema: SCHEMA, empty: { month: '0000-00', counts: {} }, mistakesIn: () => [], isSecret: true,
  hint: 'Move it aside: the requests of this month are then counted from now on.',
};

/** Returns the store of a data folder. */
export function monthStore(data: string): MonthStore {
  const path = join(data, MONTH_COUNTS_FILE);
  return {
    read: () => (existsSync(path) ? readJsonFile(data, FILE) : null),
    write: (counts) => replaceFileInPieces(path, `${JSON.stringify(counts)}\n`, { mode: MODE, isFolderSynced: false }),
  };
}

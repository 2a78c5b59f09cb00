/**
 * Writes the files that are derived from the model: MODEL.md (field tables).
 * Usage: `node schemas/derived/make-derived.ts`, then commit the result. A test compares it with the model.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldTables } from './field-tables.ts';

/** Makers of derived files, by file name in this folder. */
export const DERIVED: Readonly<Record<string, () => string>> = { 'MODEL.md': fieldTables };

if (import.meta.main) {
  for (const [name, text] of Object.entries(DERIVED)) writeFileSync(join(import.meta.dirname, name), text());
}

/**
 * Makes what is derived from the model and kept beside it: documents.ts (TypeScript types) and MODEL.md (field tables).
 * Usage: `node schemas/derived/make-derived.ts`, then commit the result. A test compares both with the model.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldTables } from './field-tables.ts';
import { documentTypes } from './typescript.ts';

/** Text of each derived file, by its name in this folder. */
export const DERIVED: Readonly<Record<string, () => string>> = { 'documents.ts': documentTypes, 'MODEL.md': fieldTables };

if (import.meta.main) {
  for (const [name, text] of Object.entries(DERIVED)) writeFileSync(join(import.meta.dirname, name), text());
}

/** All schemas: every published JSON Schema by its name, the same for the command line and for the server. */
import type { JsonObject } from '../json.ts';
import { PUBLISHED, publishedSchema, publishedSchemaOf, WHOLE_MODEL } from './published-schema.ts';
import { REPORT, reportSchema } from './report-schema.ts';

/** Any root document, each concrete type, the report. */
export const SCHEMA_NAMES: readonly string[] = [...PUBLISHED, REPORT];

/** `baseUri` is where schemas stand, without a last slash; undefined for a name that has no schema. */
export function schemaNamed(name: string, baseUri: string): JsonObject | undefined {
  if (name === REPORT) return reportSchema(baseUri);
  return name === WHOLE_MODEL ? publishedSchema(baseUri) : publishedSchemaOf(name, baseUri);
}

/** All schemas: every published JSON Schema by its name, the same for the command line and for the server. */
import type { JsonObject } from '../json.ts';
import { PUBLISHED, publishedSchema, publishedSchemaOf, WHOLE_MODEL } from './published-schema.ts';
import { REPORT, reportSchema } from './report-schema.ts';

/** Any root document, each concrete type, then the report. */
export const SCHEMA_NAMES: readonly string[] = [...PUBLISHED, REPORT];

/** Returns a schema by name; undefined for an unknown name. `baseUri`: address of the schemas, without a trailing slash. */
export function schemaNamed(name: string, baseUri: string): JsonObject | undefined {
  if (name === REPORT) return reportSchema(baseUri);
  return name === WHOLE_MODEL ? publishedSchema(baseUri) : publishedSchemaOf(name, baseUri);
}

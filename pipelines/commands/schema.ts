/** `ev schema`: prints or writes the JSON Schemas of the model, of a report, and of `holders.json`, `pipelines.json` and `ev.json`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nearest } from '../../schemas/check/nearest.ts';
import { SCHEMA_NAMES, schemaNamed } from '../../schemas/derived/all-schemas.ts';
import { HOLDERS, holdersSchema } from '../../schemas/derived/holders-schema.ts';
import { PIPELINES, pipelinesSchema } from '../../schemas/derived/pipelines-schema.ts';
import { WHOLE_MODEL } from '../../schemas/derived/published-schema.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { SETTINGS_SCHEMA, settingsSchema } from '../configuration/settings-file.ts';
import { baseUrlOf, settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { runSet, type Define } from './world.ts';

/** Schemas of files that only an operator sees. */
const OPERATOR_SCHEMAS: Readonly<Record<string, () => JsonObject>> = {
  [HOLDERS]: holdersSchema, [PIPELINES]: pipelinesSchema, [SETTINGS_SCHEMA]: settingsSchema,
};
const NAMES: readonly string[] = [...SCHEMA_NAMES, ...Object.keys(OPERATOR_SCHEMAS)];

export interface SchemaArguments {
  /** A concrete type, `report`, `holders`, `pipelines` or `settings`; null for the schema of any root. */
  readonly type: string | null;
  /** Folder to write to, made if absent; null prints. */
  readonly out: string | null;
  readonly baseUrl: string;
}

/** Prints one schema, or writes `<name>.json` for one type, or for all when `type` is null. */
export function schemaCommand({ type, out, baseUrl }: SchemaArguments, terminal: Terminal): ExitCode {
  const baseUri = `${baseUrl}/schemas`;
  const schema = named(type ?? WHOLE_MODEL, baseUri);
  if (schema === undefined) {
    const [suggestion] = nearest(type ?? '', NAMES);
    terminal.log(`${type} is no concrete type of the model.${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`);
    return EXIT.usage;
  }
  if (out === null) {
    if (terminal.json) terminal.printJson(schema);
    else terminal.print(JSON.stringify(schema, null, 2));
    return EXIT.fine;
  }
  const names = type === null ? NAMES : [type];
  mkdirSync(out, { recursive: true });
  for (const name of names) {
    writeFileSync(join(out, `${name}.json`), `${JSON.stringify(named(name, baseUri), null, 2)}\n`);
  }
  terminal.print(`${out}: ${names.length === 1 ? '1 schema' : `${names.length} schemas`}, JSON Schema 2020-12`);
  terminal.printJson({ out, schemas: names });
  return EXIT.fine;
}

function named(name: string, baseUri: string): ReturnType<typeof schemaNamed> {
  return OPERATOR_SCHEMAS[name]?.() ?? schemaNamed(name, baseUri);
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => settingsFor(inner, 'schema')
  .positional('type', { type: 'string', describe: 'one concrete type, such as KwetsbaarGebouw, `report`, `holders`, `pipelines` or `settings` (default: any root)' })
  .option('out', { type: 'string', describe: 'folder to write to: the named type, or all' }), (argv) =>
  runSet(argv, world, (terminal, settings) => schemaCommand({
    type: argv.type ?? null, out: argv.out ?? null, baseUrl: baseUrlOf(settings),
  }, terminal)));

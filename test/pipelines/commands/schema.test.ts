/** `ev schema`: what it prints and writes is what is published. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaCommand } from '../../../pipelines/commands/schema.ts';
import { EXIT, type Terminal } from '../../../pipelines/commands/terminal.ts';
import { SCHEMA_NAMES, schemaNamed } from '../../../schemas/derived/all-schemas.ts';
import { SETTINGS_SCHEMA, settingsSchema } from '../../../pipelines/configuration/settings-file.ts';
import { HOLDERS, holdersSchema } from '../../../schemas/derived/holders-schema.ts';
import { PIPELINES, pipelinesSchema } from '../../../schemas/derived/pipelines-schema.ts';
import { publishedSchema, publishedSchemaOf } from '../../../schemas/derived/published-schema.ts';

const baseUrl = 'https://voorbeeld.nl/v1';
const BASE_URI = `${baseUrl}/schemas`;

let folder: string;
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'ev-schema-')); });
afterAll(() => rmSync(folder, { recursive: true }));

function listen(json = false): { readonly terminal: Terminal; readonly heard: string[] } {
  const heard: string[] = [];
  const hear = (line: string): void => { heard.push(line); };
  const terminal: Terminal = {
    json, colour: false, isWatched: false, note: hear, log: hear,
    print: (line) => { if (!json) hear(line); },
    printJson: (value) => { if (json) hear(JSON.stringify(value)); },
    progress: () => ({ to: () => undefined, done: () => undefined }),
  };
  return { terminal, heard };
}

test('prints the schema of any root, or of one type', () => {
  for (const json of [false, true]) {
    const { terminal, heard } = listen(json);
    expect(schemaCommand({ type: null, out: null, baseUrl }, terminal)).toBe(EXIT.fine);
    expect(schemaCommand({ type: 'TankenLPG', out: null, baseUrl }, terminal)).toBe(EXIT.fine);
    expect(heard.map((text) => JSON.parse(text) as unknown))
      .toEqual([publishedSchema(BASE_URI), publishedSchemaOf('TankenLPG', BASE_URI)]);
  }
});

test('an unknown type is wrong usage, with a suggestion', () => {
  const { terminal, heard } = listen();
  expect(schemaCommand({ type: 'kwetsbaargebow', out: null, baseUrl }, terminal)).toBe(EXIT.usage);
  expect(heard.join()).toContain('KwetsbaarGebouw');
});

test('--out writes each schema to a file of its own name, or the asked one', () => {
  const all = join(folder, 'new', 'all');
  const { terminal } = listen();
  expect(schemaCommand({ type: null, out: all, baseUrl }, terminal)).toBe(EXIT.fine);
  expect(new Set(readdirSync(all))).toEqual(new Set([...SCHEMA_NAMES, HOLDERS, PIPELINES, SETTINGS_SCHEMA].map((name) => `${name}.json`)));
  for (const name of SCHEMA_NAMES) {
    expect(JSON.parse(readFileSync(join(all, `${name}.json`), 'utf8'))).toEqual(schemaNamed(name, BASE_URI));
  }
  expect(JSON.parse(readFileSync(join(all, `${HOLDERS}.json`), 'utf8'))).toEqual(holdersSchema());
  expect(JSON.parse(readFileSync(join(all, `${PIPELINES}.json`), 'utf8'))).toEqual(pipelinesSchema());
  expect(JSON.parse(readFileSync(join(all, `${SETTINGS_SCHEMA}.json`), 'utf8'))).toEqual(settingsSchema());
  expect(schemaCommand({ type: 'Wegen', out: folder, baseUrl }, terminal)).toBe(EXIT.fine);
  expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toEqual(['Wegen.json']);
});

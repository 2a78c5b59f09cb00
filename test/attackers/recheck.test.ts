/**
 * Regular expressions judged by recheck: every one in the product, and every pattern of its JSON schemas. None takes exponential time. An
 * attack that recheck finds is run here, at the length that the text can have, and takes little time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { settingsSchema } from '../../pipelines/configuration/settings-file.ts';
import { jsonSchema } from '../../schemas/check/json-schema.ts';
import { holdersSchema } from '../../schemas/derived/holders-schema.ts';
import { pipelinesSchema } from '../../schemas/derived/pipelines-schema.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { leastCpuMs } from '../cpu.ts';
import { aRegister, started } from '../server/harness.ts';
import { PROJECT } from '../shared-data.ts';

/** The folder of packages with recheck: `.ci/run` names it. Without it these tests fail, they never skip. */
const PACKAGES = process.env['EV_RECHECK'] ?? join(PROJECT, 'node_modules');
/** The longest text that a pattern without a limit of its own is tried on, and its time. */
const [CHARS_MAX, MS_MAX] = [100_000, 100];
const SEARCH_MS = 4_000;

/** Patterns that see short texts only, by their file, with the most characters. Their callers cut or refuse longer ones. */
const BOUNDED: Readonly<Record<string, number>> = {
  'pipelines/commands/usage-mistakes.ts': 10_000, 'pipelines/prepare/read/file-kinds.ts': 4_096, 'publisher/format/segment.ts': 20,
  'schemas/check/informal-codes.ts': 120, 'schemas/check/suggest.ts': 1_000, 'schemas/check/suggest-list.ts': 1_000,
  'schemas/check/suggest-time.ts': LIMITS.idCharsMax, 'schemas/masked.ts': LIMITS.settingsFileBytesMax,
};

interface Pattern {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

interface Verdict {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly type: string; readonly summary: string };
  readonly attack?: { readonly string: string };
}

type Check = (source: string, flags: string, options: { readonly timeout: number }) => Verdict;

let check: Check;
beforeAll(async () => {
  process.env['RECHECK_BACKEND'] = 'pure';
  const found = await import(pathToFileURL(join(PACKAGES, 'recheck/lib/main.js')).href).catch((cause: unknown) => {
    throw new Error('recheck is not there: install it without its optional packages, and name the folder of packages in EV_RECHECK', { cause });
  }) as { readonly checkSync: Check };
  check = found.checkSync;
});

/** The regular expressions that are written in a file. */
function literalsOf(file: string): readonly Pattern[] {
  const found: Pattern[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) walk(one);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } };
    if (regex !== undefined) found.push({ where: file, source: regex.pattern, flags: regex.flags });
    for (const value of Object.values(node)) walk(value);
  };
  walk(parseAst(readFileSync(join(PROJECT, file), 'utf8'), { lang: 'ts' }));
  return found;
}

/** The patterns of a JSON schema or an OpenAPI document. */
function patternsOf(where: string, schema: unknown): readonly Pattern[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) => (
    name === 'pattern' && typeof value === 'string' ? [{ where, source: value, flags: 'u' }] : patternsOf(where, value)
  ));
}

/** Returns the fault of a pattern; undefined without one. */
function wrongOf({ where, source, flags }: Pattern): string | undefined {
  const { status, complexity, attack } = check(source, flags, { timeout: SEARCH_MS });
  if (status !== 'vulnerable') return undefined;
  if (complexity?.type === 'exponential') return `${where} /${source}/: ${complexity.summary}`;
  const text = attack!.string.slice(0, BOUNDED[where] ?? CHARS_MAX);
  const ms = leastCpuMs(() => text.replace(new RegExp(source, flags), ''));
  return ms <= MS_MAX ? undefined : `${where} /${source}/: ${Math.round(ms)} ms for ${text.length} characters, ${complexity?.summary}`;
}

/** Each pattern once. */
function distinct(patterns: readonly Pattern[]): readonly Pattern[] {
  return [...new Map(patterns.map((pattern) => [`${BOUNDED[pattern.where] ?? ''}/${pattern.source}/${pattern.flags}`, pattern])).values()];
}

test('recheck finds what takes long', () => {
  expect(wrongOf({ where: 'x', source: '^(a+)+$', flags: '' })).toContain('exponential');
  expect(wrongOf({ where: 'x', source: '(W\\/)?"([^".]*)[^"]*"', flags: 'g' })).toMatch(/ms for \d+ characters, 2nd degree polynomial/);
  expect(wrongOf({ where: 'x', source: '^[0-9]{8}$', flags: 'u' })).toBeUndefined();
});

test('no regular expression of the product takes long on any text', { timeout: 1_800_000 }, () => {
  const files = ['schemas', 'publisher', 'server', 'pipelines'].flatMap((folder) => (
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`).filter((file) => file.endsWith('.ts'))
  ));
  const literals = distinct(files.flatMap(literalsOf));
  expect(literals.length).toBeGreaterThan(250);
  expect(literals.map(wrongOf).filter((wrong) => wrong !== undefined)).toEqual([]);
});

test('no pattern of a schema takes long on any text', { timeout: 1_800_000 }, async () => {
  const server = await started({ editions: aRegister() });
  const openapi = (await server.ask('/v1/openapi.json')).json();
  await server.close();
  const patterns = distinct([
    ...patternsOf('the schema of documents', jsonSchema()), ...patternsOf('the settings', settingsSchema()), ...patternsOf('the holders', holdersSchema()),
    ...patternsOf('the pipelines', pipelinesSchema()), ...patternsOf('the OpenAPI document', openapi),
  ]);
  expect(patterns.length).toBeGreaterThan(15);
  expect(patterns.map(wrongOf).filter((wrong) => wrong !== undefined)).toEqual([]);
});

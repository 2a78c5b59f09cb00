/**
 * Rule set: names the version of the program, schema, code lists and rules that check a delivery. So a file that was valid yesterday and
 * is refused today can be explained.
 *
 * Invariants:
 *  - Equal files give the same name on every machine, whatever the folder, the order of files or the line ends.
 *  - Any change of the model, a code list or a rule, also of a rule's words, gives another name.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CheckedBy } from '../../schemas/finding.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const PROGRAM = 'ev-register';

/** Folders and files that decide the outcome of a delivery. */
export const RULE_SOURCES = [
  'data/reference/codelists.json', 'schemas', 'pipelines/strict-json', 'publisher/validity', 'pipelines/coordinates', 'pipelines/prepare',
  'pipelines/state',
] as const;

/** Folders in RULE_SOURCES that only present findings. */
const LEFT_OUT: ReadonlySet<string> = new Set(['pipelines/prepare/report']);

const HASH_CHARS = 12;

let cached: CheckedBy | undefined;

/** The running program and its rule set. The files are read once. */
export function checkedBy(): CheckedBy {
  return (cached ??= checkedByIn(PROJECT));
}

/** The program in a folder, and its rule set. */
export function checkedByIn(folder: string): CheckedBy {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string };
  const hash = createHash('sha256');
  for (const path of RULE_SOURCES.flatMap((source) => [...filesIn(folder, source)]).sort()) {
    const text = readFileSync(join(folder, path), 'utf8').replaceAll('\r\n', '\n');
    hash.update(`${path}\0${Buffer.byteLength(text)}\0`).update(text);
  }
  return { program: PROGRAM, version, ruleSet: `${version}+${hash.digest('hex').slice(0, HASH_CHARS)}` };
}

/** Paths of code and data below a path, with slashes. */
function* filesIn(folder: string, path: string): Iterable<string> {
  if (/\.(?:ts|json|sql)$/.test(path)) {
    yield path;
    return;
  }
  for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
    const inner = `${path}/${entry.name}`;
    if (entry.isDirectory() ? !LEFT_OUT.has(inner) : /\.(?:ts|json|sql)$/.test(inner)) yield* filesIn(folder, inner);
  }
}

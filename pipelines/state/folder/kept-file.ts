/**
 * Kept file: a small JSON file of a data folder that people may edit and the command line changes.
 *
 * Invariants:
 *  - It is a regular file of bounded size: a link, a pipe or a device is a mistake, and is never read.
 *  - It is read whole and strictly, held against its JSON Schema and its own rules, and used only when nothing is wrong with it.
 *  - It is replaced whole and durably, by one process at a time.
 * Not here: what the files say (access/holders.ts, access/tokens.ts).
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { replaceFile } from '../../../publisher/durable-file.ts';
import { Fault } from '../../../schemas/fault.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { readSmallFile } from '../../configuration/small-file.ts';
import { parseStrict, withoutFound } from '../../strict-json/index.ts';
import { whileAccessHeld } from './lock.ts';

/** Its owner writes it and its group reads it: not everybody on the machine. */
const SECRET_MODE = 0o640;

export interface FileKind<Content> {
  /** In the data folder. */
  readonly name: string;
  /** Of the steps of its faults: `Holders` gives `Holders:Read`. */
  readonly noun: string;
  readonly schema: JsonObject;
  /** What it says while it is not there. */
  readonly empty: Content;
  /** What its schema cannot say: each with its place and value. */
  readonly mistakesIn: (content: Content) => readonly string[];
  /** No value of it is ever shown. */
  readonly isSecret: boolean;
  /** Whether the value at a place is never shown, though others are. */
  readonly hides?: (place: string) => boolean;
  /** How to mend it. */
  readonly hint: string;
}

/** What the file says. Throws a Fault that names the places where something is wrong. */
export function readKept<Content>(data: string, kind: FileKind<Content>): Content {
  return sound(data, kind, examine(data, kind));
}

/** What is wrong with the file, each with its place, or nothing. */
export function mistakesInKept<Content>(data: string, kind: FileKind<Content>): readonly string[] {
  return examine(data, kind).mistakes;
}

/** Replaces the file by what `change` makes of it. Throws a Fault when it is damaged, before or after. */
export function changeKept<Content>(data: string, kind: FileKind<Content>, change: (content: Content) => Content): void {
  whileAccessHeld(data, () => {
    const content = change(readKept(data, kind));
    const bytes = Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
    sound(data, kind, examined(bytes, kind));
    replaceFile(join(data, kind.name), bytes, kind.isSecret ? { mode: SECRET_MODE } : {});
  });
}

/** What the file says now, read again whenever it was changed. Each call throws a Fault while it is damaged. */
export function watchKept<Content>(data: string, kind: FileKind<Content>): () => Content {
  const path = join(data, kind.name);
  let last: { readonly stamp: string; readonly examined: Examined<Content> } | null = null;
  return () => {
    const stamp = stampOf(path);
    if (last?.stamp !== stamp) last = { stamp, examined: examine(data, kind) };
    return sound(data, kind, last.examined);
  };
}

/** Changes with the file: one that is replaced is another inode, one that is edited has another time. */
function stampOf(path: string): string {
  try {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
  } catch (error) {
    // Reading it says the same, in words.
    return (error as NodeJS.ErrnoException).code ?? '';
  }
}

interface Examined<Content> {
  /** To be used only when there are no mistakes. */
  readonly content: Content;
  readonly mistakes: readonly string[];
}

function examine<Content>(data: string, kind: FileKind<Content>): Examined<Content> {
  const bytes = bytesOf(join(data, kind.name));
  if (typeof bytes === 'string') return { content: kind.empty, mistakes: [bytes] };
  return bytes === undefined ? { content: kind.empty, mistakes: [] } : examined(bytes, kind);
}

/** The bytes, why they are not read, or undefined when there is no such file. */
function bytesOf(path: string): Buffer | string | undefined {
  try {
    return readSmallFile(path, LIMITS.accessFileBytesMax);
  } catch (error) {
    return (error as Error).message;
  }
}

function examined<Content>(bytes: Buffer, kind: FileKind<Content>): Examined<Content> {
  if (bytes.length > LIMITS.accessFileBytesMax) return tooLarge(kind, bytes.length);
  const { value, defects, text = '' } = parseStrict(bytes);
  if (value === undefined || defects.length > 0) {
    return { content: kind.empty, mistakes: defects.map((defect) => `line ${text.slice(0, defect.offset).split('\n').length}: ${withoutFound(defect)}`) };
  }
  const validate = new Ajv2020({ strict: false, allErrors: true, verbose: true, discriminator: true }).compile(kind.schema);
  if (!validate(value)) return { content: kind.empty, mistakes: (validate.errors ?? []).map((error) => wordsOf(error, kind)) };
  const content = value as Content;
  return { content, mistakes: kind.mistakesIn(content) };
}

function tooLarge<Content>({ empty }: FileKind<Content>, bytes: number): Examined<Content> {
  return { content: empty, mistakes: [`${bytes} bytes, expected at most ${LIMITS.accessFileBytesMax}`] };
}

function wordsOf(
  { instancePath, keyword, message = '', params, data, parentSchema }: ErrorObject, { isSecret, hides }: Pick<FileKind<unknown>, 'isSecret' | 'hides'>,
): string {
  const place = instancePath === '' ? '/' : instancePath;
  if (keyword === 'additionalProperties') {
    const known = Object.keys(parentSchema?.['properties'] as JsonObject);
    return `${place} has an unknown member${isSecret ? '' : ` ${shown(params['additionalProperty'])}`}, expected ${known.join(', ')}`;
  }
  if (keyword === 'discriminator') return `${place}/${params['tag']}: found ${shown(params['tagValue'])}, expected ${parentSchema?.['description']}`;
  if (keyword === 'required') return `${place} ${message}`;
  const expected = String(parentSchema?.['description'] ?? message);
  if (isSecret || hides?.(place) === true) return `${place}: expected ${expected}`;
  // A list or an object may have a value in it that is never shown.
  const found = hides === undefined || typeof data !== 'object' || data === null ? shown(data) : Array.isArray(data) ? 'a list' : 'an object';
  return `${place}: found ${found}, expected ${expected}`;
}

const SHOWN_MAX = 5;

function sound<Content>(data: string, { name, noun, hint }: FileKind<Content>, { content, mistakes }: Examined<Content>): Content {
  if (mistakes.length === 0) return content;
  const more = mistakes.length > SHOWN_MAX ? `; and ${mistakes.length - SHOWN_MAX} more` : '';
  throw new Fault('this file cannot be used as it is', {
    step: `${noun}:Read`, path: join(data, name), actual: mistakes.slice(0, SHOWN_MAX).join('; ') + more, hint, forClients: 'access',
  });
}

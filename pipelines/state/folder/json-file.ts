/**
 * JSON file: a small JSON file in a data folder that people edit by hand and commands change.
 *
 * Invariants:
 *  - The file is a regular file of bounded size. A link, pipe or device is a mistake and is never read.
 *  - The file is read whole and strictly, validated by its JSON Schema and its own rules, and used only without mistakes.
 *  - The file is replaced whole and durably, by one process at a time.
 * Not here: the content of these files (access/holders.ts, access/tokens.ts).
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { replaceFile } from '../../../publisher/durable-file.ts';
import { Fault } from '../../../schemas/fault.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { readSmallFile } from '../../configuration/small-file.ts';
import { parseStrict, withoutFound } from '../../strict-json/index.ts';
import { whileAccessLocked } from './lock.ts';

/** Written by the owner, read by the group, closed to others. */
const SECRET_MODE = 0o640;

export interface FileKind<Content> {
  /** Name of the file in the data folder. */
  readonly name: string;
  /** First part of the step in its Faults: `Holders` gives `Holders:Read`. */
  readonly noun: string;
  readonly schema: JsonObject;
  /** The content while the file does not exist. */
  readonly empty: Content;
  /** Returns mistakes beyond the schema, each with its location and value. */
  readonly mistakesIn: (content: Content) => readonly string[];
  /** Whether no value of the file may be shown. */
  readonly isSecret: boolean;
  /** Whether the value at this location may not be shown, though others may. */
  readonly hides?: (place: string) => boolean;
  /** How to correct the file. */
  readonly hint: string;
}

/** Returns the content of the file. Throws a Fault with the locations of mistakes. */
export function readJsonFile<Content>(data: string, kind: FileKind<Content>): Content {
  return sound(data, kind, examine(data, kind));
}

/** Returns the mistakes in the file, each with its location. */
export function mistakesInJsonFile<Content>(data: string, kind: FileKind<Content>): readonly string[] {
  return examine(data, kind).mistakes;
}

/** Replaces the content by the result of `change`. Throws a Fault when the file has mistakes, before or after. */
export function changeJsonFile<Content>(data: string, kind: FileKind<Content>, change: (content: Content) => Content): void {
  whileAccessLocked(data, () => {
    const content = change(readJsonFile(data, kind));
    const bytes = Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
    sound(data, kind, examined(bytes, kind));
    replaceFile(join(data, kind.name), bytes, kind.isSecret ? { mode: SECRET_MODE } : {});
  });
}

/** Returns a function that returns the current content. It reads the file again after a change, and throws a Fault while the file has mistakes. */
export function watchJsonFile<Content>(data: string, kind: FileKind<Content>): () => Content {
  const path = join(data, kind.name);
  let last: { readonly stamp: string; readonly examined: Examined<Content> } | null = null;
  return () => {
    const stamp = stampOf(path);
    if (last?.stamp !== stamp) last = { stamp, examined: examine(data, kind) };
    return sound(data, kind, last.examined);
  };
}

/** Returns a text that changes with the file: a replaced file has another inode, an edited file another time. */
function stampOf(path: string): string {
  try {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
  } catch (error) {
    // Reading the file reports this error in words.
    return (error as NodeJS.ErrnoException).code ?? '';
  }
}

interface Examined<Content> {
  /** Used only when there are no mistakes. */
  readonly content: Content;
  readonly mistakes: readonly string[];
}

function examine<Content>(data: string, kind: FileKind<Content>): Examined<Content> {
  const bytes = bytesOf(join(data, kind.name));
  if (typeof bytes === 'string') return { content: kind.empty, mistakes: [bytes] };
  return bytes === undefined ? { content: kind.empty, mistakes: [] } : examined(bytes, kind);
}

/** Returns the bytes, or the reason why they are not read, or undefined when there is no such file. */
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
  const validate = validatorOf(kind.schema);
  if (!validate(value)) return { content: kind.empty, mistakes: (validate.errors ?? []).map((error) => wordsOf(error, kind)) };
  const content = value as Content;
  return { content, mistakes: kind.mistakesIn(content) };
}

const validators = new WeakMap<JsonObject, ValidateFunction>();

/** Returns the validator of a schema, compiled once: a file is read again after each change. */
function validatorOf(schema: JsonObject): ValidateFunction {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, discriminator: true, code: { optimize: false } });
  const validate = ajv.compile(schema);
  validators.set(schema, validate);
  return validate;
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
  // A list or an object may contain a value that may not be shown.
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

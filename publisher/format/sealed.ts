/**
 * Sealed JSON: manifests and heads. Canonical text (sorted keys, no white space) with the SHA-256 of itself in
 * `checksum`, so that any changed byte is found.
 */
import { canonicalJson, isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { Damage } from './damage.ts';
import { sha256Text } from './hash.ts';
import { isOlder, requireReadable } from './version.ts';

/** `body` with its checksum, as bytes; `body` has a member `format`. */
export function seal(body: JsonObject): Buffer {
  return Buffer.from(canonicalJson({ ...body, checksum: sha256Text(canonicalJson(body)) }), 'utf8');
}

/** What `seal` was given. Throws a Fault when the bytes are not exactly what `seal` writes, or of a newer format. */
export function unseal(bytes: Buffer, path: string): JsonObject {
  return unsealed(bytes, path, requireReadable);
}

/** The same of this format and those before it. Throws a Fault for a newer one. */
export function unsealAny(bytes: Buffer, path: string): JsonObject {
  return unsealed(bytes, path, (format) => {
    if (!isOlder(format)) requireReadable(format, path);
  });
}

function unsealed(bytes: Buffer, path: string, require: (format: number, path: string) => void): JsonObject {
  const sealed = parse(bytes, path);
  if (typeof sealed['format'] !== 'number') throw damaged(path, { expected: 'a number of a format' });
  require(sealed['format'], path);
  const { checksum, ...body } = sealed;
  const expected = sha256Text(canonicalJson(body));
  if (checksum !== expected) {
    throw damaged(path, { expected: `checksum ${expected}`, actual: `checksum ${JSON.stringify(checksum)}` });
  }
  if (!bytes.equals(Buffer.from(canonicalJson(sealed), 'utf8'))) throw damaged(path, { expected: 'canonical JSON' });
  return body;
}

function parse(bytes: Buffer, path: string): JsonObject {
  let value: Json;
  try {
    value = JSON.parse(bytes.toString('utf8')) as Json;
  } catch (cause) {
    throw damaged(path, { expected: 'JSON', cause });
  }
  if (!isObject(value)) throw damaged(path, { expected: 'a JSON object' });
  return value;
}

function damaged(path: string, detail: { expected: string; actual?: string; cause?: unknown }): Damage {
  return new Damage('the file is damaged', { step: 'Edition:Open', path, ...detail });
}

/**
 * Sealed JSON: the form of manifests and heads. Canonical text (sorted keys, no white space) with the SHA-256 of itself in `checksum`, so
 * that any changed byte is detected.
 */
import { canonicalJson, isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { Damage } from './damage.ts';
import { sha256Text } from './hash.ts';
import { isOlder, requireReadable } from './version.ts';

/** Encodes `body`, which has a member `format`, with its checksum. */
export function seal(body: JsonObject): Buffer {
  return Buffer.from(canonicalJson({ ...body, checksum: sha256Text(canonicalJson(body)) }), 'utf8');
}

/** Returns the body given to `seal`. Throws a Fault when the bytes are not exactly what `seal` writes, or have a newer format. */
export function unseal(bytes: Buffer, path: string): JsonObject {
  return unsealed(bytes, path, requireReadable);
}

/** Returns the body of this or an older format. Throws a Fault for a newer one. */
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

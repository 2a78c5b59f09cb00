/**
 * Keep personal data: a client that sends the public form of a sensitive location back does not replace the stored personal data by it.
 * The public name marks that form. Then each withheld field with its public value, and each comment that is absent, stays as stored.
 * Not here: the public form itself (../redact/personal-data.ts).
 */
import { isDeepStrictEqual } from 'node:util';
import { nestedIn } from '../../../publisher/write/published-links.ts';
import { CRSS, type CrsCode } from '../../../schemas/crs.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';
import { NOT_PUBLIC, WITHHELD_FIELDS, WITHHELD_NESTED } from '../../../schemas/withheld.ts';
import { withDocument } from '../../prepare/check/index.ts';

/** Whether a root may be a public form. Cheap, because every changed root is asked. */
export function mayBePublicForm({ type, body }: PreparedRoot): boolean {
  return type === 'LocatieActiviteit' && body.includes(NOT_PUBLIC);
}

/** Returns the root with stored personal data in place of their public form. `stored`: the document that the root corrects or follows. */
export function withKeptPersonalData(prepared: PreparedRoot, stored: JsonObject): PreparedRoot {
  const document = JSON.parse(prepared.body) as JsonObject;
  if (document['bedrijfsnaam'] !== NOT_PUBLIC) return prepared;
  const comments = new Map(objectsOf(stored).map(({ id, data }) => [id, data[WITHHELD_NESTED]]));
  const kept = withComments(document, (id) => comments.get(id));
  for (const [name, shown] of WITHHELD_FIELDS) {
    const value = stored[name];
    if (value !== undefined && isDeepStrictEqual(document[name], shown)) kept[name] = value;
  }
  return withDocument(prepared, kept, CRSS[prepared.crs as CrsCode]);
}

/** Returns the names of the withheld fields, those of nested objects included, that `withKeptPersonalData` takes from the stored document. */
export function keptFields({ body }: PreparedRoot, stored: JsonObject): readonly string[] {
  const document = JSON.parse(body) as JsonObject;
  if (document['bedrijfsnaam'] !== NOT_PUBLIC) return [];
  const names = [...WITHHELD_FIELDS].flatMap(([name, shown]) => {
    const value = stored[name];
    return value !== undefined && isDeepStrictEqual(document[name], shown) && !isDeepStrictEqual(value, shown) ? [name] : [];
  });
  const commented = new Set(objectsOf(stored).flatMap(({ id, data }) => (data[WITHHELD_NESTED] === undefined ? [] : [id])));
  const keepsComment = objectsOf(document).some(({ id, data }) => data[WITHHELD_NESTED] === undefined && commented.has(id));
  return keepsComment && !names.includes(WITHHELD_NESTED) ? [...names, WITHHELD_NESTED] : names;
}

/** Returns the object with the comments of nested objects that have none. */
function withComments(object: JsonObject, commentOf: (id: string) => Json | undefined): Record<string, Json> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, nestedIn(name, value)?.map((child): JsonObject => {
    const comment = child[WITHHELD_NESTED] ?? commentOf(child.id);
    return { ...withComments(child, commentOf), ...(comment === undefined ? {} : { [WITHHELD_NESTED]: comment }) };
  }) ?? value]));
}

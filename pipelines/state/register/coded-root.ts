/**
 * Coded root: gives all objects of a root the code of another holder. Nothing else of the document changes, but for its begin where a
 * handover cuts a version in two.
 */
import type { DeliveredDocument } from '../../../publisher/difference/difference.ts';
import { CRSS, type CrsCode } from '../../../schemas/crs.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { holderCodeOf } from '../../../schemas/model/base.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';
import { inAmsterdam, type Moment } from '../../../schemas/time.ts';
import { storedRoot, withDocument } from '../../prepare/check/index.ts';

/** A stored document, with the ids outside the root that it links to. */
interface StoredDocument extends DeliveredDocument {
  readonly links: readonly string[];
}

/** Returns the root of a stored document with this code. `begin`: its begin of validity; null: as it is. */
export function codedDocument({ document: stored, crs, links }: StoredDocument, code: string, begin: Moment | null): PreparedRoot {
  const document = structuredClone(stored);
  setCode(document, code);
  if (begin !== null) (document as Record<string, Json>)['beginGeldigheid'] = inAmsterdam(new Date(begin));
  return storedRoot(document, CRSS[crs as CrsCode], links);
}

/** Returns a delivered root with this code in its document. */
export function codedRoot(prepared: PreparedRoot, code: string): PreparedRoot {
  const document = JSON.parse(prepared.body) as JsonObject;
  setCode(document, code);
  return withDocument(prepared, document, CRSS[prepared.crs as CrsCode]);
}

function setCode(document: JsonObject, code: string): void {
  for (const { data } of objectsOf(document)) if (holderCodeOf(data) !== undefined) (data as Record<string, Json>)['bronhoudercode'] = code;
}

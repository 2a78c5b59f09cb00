/**
 * Merged: the document that a PATCH makes of the one that is held, as bytes for the one validator, or why there is none.
 *
 * A patch of a feature is put as a patch of its document first. A document has one CRS: when a patch brings geometry in another
 * than that of geometry which stays, it is refused; when none stays, the document is in the CRS of the patch.
 * Not here: which document is held, and whether it still is when the patch is decided (state/).
 */
import { CRSS, parseCrsUri } from '../../schemas/crs.ts';
import type { Finding, Text } from '../../schemas/finding.ts';
import { isObject, own, type Json, type JsonObject } from '../../schemas/json.ts';
import { mergePatch } from '../../schemas/merge-patch.ts';
import { geometryPathOf } from '../../schemas/model/model.ts';
import { geometryOf, objectsOf, textOf } from '../../schemas/model/objects.ts';
import { NESTING_FIELDS } from '../../schemas/names.ts';
import { readTarget } from '../../schemas/target.ts';
import type { HeldDocument } from '../preparation.ts';
import { parseStrict } from '../prepare/read/index.ts';

export type Merged =
  | { readonly bytes: Buffer; readonly crs: string }
  | { readonly findings: readonly Finding[] };

/** `crs`: URI of the CRS of the geometry in the patch. Never throws. */
export function merged(patchBytes: Buffer, held: HeldDocument, { target, crs }: { target: string; crs: string }): Merged {
  const { value, defects } = parseStrict(patchBytes);
  if (value === undefined || defects.length > 0) {
    return { findings: defects.map(({ rule, pointer, message, mend }) => error(rule, { message, mend }, pointer)) };
  }
  const document = JSON.parse(held.body) as JsonObject;
  const patch = readTarget(target)?.form === 'feature' ? ofDocument(value, textOf(document, 'entityType') ?? '') : value;
  if (!isObject(patch)) return { findings: [error('verzoek.patch-vorm', PATCH_FORM, '')] };
  const brought = parseCrsUri(crs)?.code ?? held.crs;
  const takes = brought !== held.crs && holdsGeometry(patch);
  if (takes && holdsGeometry(whatStays(document, patch))) {
    return { findings: [{ ...error('verzoek.crs-gemengd', MIXED, ''), found: crs, expected: CRSS[held.crs].uri }] };
  }
  return { bytes: Buffer.from(JSON.stringify(mergePatch(document, patch))), crs: CRSS[takes ? brought : held.crs].uri };
}

const FEATURE_MEMBERS: ReadonlySet<string> = new Set(['type', 'id', 'geometry', 'properties', 'links', 'bbox']);

/** The same patch for the document; undefined when it is none of a Feature. */
function ofDocument(patch: Json, entityType: string): JsonObject | undefined {
  if (!isObject(patch) || Object.keys(patch).some((name) => !FEATURE_MEMBERS.has(name))) return undefined;
  const { geometry, id } = patch;
  const properties = own(patch, 'properties') ?? {};
  if (!isObject(properties)) return undefined;
  const [field = 'geometrie'] = geometryPathOf(entityType) ?? [];
  return { ...properties, ...(id === undefined ? {} : { id }), ...(geometry === undefined ? {} : { [field]: geometry }) };
}

function holdsGeometry(document: JsonObject): boolean {
  return objectsOf(document).some((object) => geometryOf(object) !== undefined);
}

/** Of the document what holds geometry and is not in the patch. */
function whatStays(document: JsonObject, patch: JsonObject): JsonObject {
  const [field = 'geometrie'] = geometryPathOf(textOf(document, 'entityType') ?? '') ?? [];
  const replaced = new Set([field, ...NESTING_FIELDS].filter((name) => Object.hasOwn(patch, name)));
  return Object.fromEntries(Object.entries(document).filter(([name]) => !replaced.has(name)));
}

function error(rule: string, { message, mend }: { message: Text; mend: Text }, pointer: string): Finding {
  return { rule, severity: 'error', pointer, message, mend };
}

const PATCH_FORM = {
  message: {
    nl: 'Dit is geen wijziging van wat op dit pad staat.', en: 'This is no patch of what is at this path.',
  },
  mend: {
    nl: 'Stuur een JSON-object met alleen de velden die veranderen; van een Feature alleen geometry en properties.',
    en: 'Send a JSON object with the fields that change only; of a Feature geometry and properties only.',
  },
};

const MIXED = {
  message: {
    nl: 'De geometrie in deze wijziging staat in een ander CRS dan de geometrie van het object die blijft.',
    en: 'The geometry in this patch is in another CRS than the geometry of the object that stays.',
  },
  mend: {
    nl: 'Stuur de geometrie in het CRS van het object en noem dat in Content-Crs, of vervang het hele object met PUT.',
    en: 'Send the geometry in the CRS of the object and name that in Content-Crs, or replace the whole object by PUT.',
  },
};

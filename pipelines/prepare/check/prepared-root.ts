/**
 * Prepared root: makes the register's input from a checked root (schemas/submission.ts).
 *
 * Fields whose delivered value is not used are left out of the body: `tijdstipRegistratie` and `eindRegistratie`, which the register sets,
 * read-only fields (OPEN-bag-fields) and fields that the register makes (OPEN-feature-fields).
 * `ownHash` covers an object without these fields and its nested objects; with a geometry, also the CRS. The order of members, the form of
 * numbers, the form of a link and the normal form of an id do not matter. So a served document that comes back is unchanged.
 */
import { hash } from 'node:crypto';
import type { Crs } from '../../../schemas/crs.ts';
import { canonicalJson, isObject, own, type Json, type JsonObject } from '../../../schemas/json.ts';
import { REGISTER_FIELDS } from '../../../schemas/model/base.ts';
import { madeFieldsOf } from '../../../schemas/model/feature-fields.ts';
import { linkTarget } from '../../../schemas/model/internal-links.ts';
import { readOnlyFieldsOf } from '../../../schemas/model/model.ts';
import { geometryOf, momentOf, objectsOf, textOf, type ModelObject } from '../../../schemas/model/objects.ts';
import { hiddenAlone } from '../../../schemas/model/secret-clauses.ts';
import { backLinkOf, isRootType, NESTING_FIELDS, OBJECT_TYPES } from '../../../schemas/names.ts';
import { IdMap, nfc } from '../../../schemas/normal-form.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';
import type { Moment } from '../../../schemas/time.ts';
import { matchKeysIn, matchKeysOf, shapesOf } from '../match-keys.ts';
import { hasLines } from '../read/index.ts';
import type { CheckedRoot } from './check.ts';

const NESTED: ReadonlySet<string> = new Set(NESTING_FIELDS);
const UNUSED: ReadonlyMap<string, readonly string[]> = new Map(OBJECT_TYPES.map((type) =>
  [type, [...REGISTER_FIELDS, ...readOnlyFieldsOf(type), ...madeFieldsOf(type).map(({ name }) => name)]]));

/** The prepared form of a root without errors. `lineAt` gives the line of a pointer in the delivery. Throws only when a check is incomplete. */
export function preparedRoot(checked: CheckedRoot, lineAt: (pointer: string) => number): PreparedRoot {
  const { document, objects, crs, links, root: { inFile } } = checked;
  const locationOf = (pointer: string) => ({ pointer: inFile(pointer), line: lineAt(inFile(pointer)) });
  const ids = idsOf(objects);
  return {
    pointer: inFile(''), ...headOf(document), crs: crs.code,
    body: bodyOf(checked),
    objects: objects.map((object) => ({
      id: object.id ?? '', type: object.type, parent: object.parent?.id ?? null, ownHash: ownHash(object, crs, ids),
      ...locationOf(object.pointer),
    })),
    links: links.map((link) => ({ ...link, ...locationOf(link.pointer) })),
    boundaries: boundariesOf(objects),
    matchKeys: matchKeysOf(objects, shapesOf(checked.geometries, crs.code)),
    hidden: hiddenBy(document, objects),
  };
}

/** Replaces the document of a prepared root with one of the same objects, in the given CRS. */
export function withDocument(prepared: PreparedRoot, document: JsonObject, crs: Crs): PreparedRoot {
  const found = objectsOf(document);
  const ids = idsOf(found);
  const objects = prepared.objects.map((object, at) => ({ ...object, ownHash: ownHash(found[at]!, crs, ids) }));
  return { ...prepared, crs: crs.code, body: JSON.stringify(document), objects, matchKeys: matchKeysIn(document, crs.code) };
}

/** The prepared form of a document of the register. `links`: the ids outside the root that it links to. */
export function storedRoot(document: JsonObject, crs: Crs, links: readonly string[]): PreparedRoot {
  const objects = objectsOf(document);
  const ids = idsOf(objects);
  const location = { pointer: '', line: 1 };
  return {
    pointer: '', ...headOf(document), crs: crs.code, body: JSON.stringify(document),
    objects: objects.map((object) => ({
      id: object.id ?? '', type: object.type, parent: object.parent?.id ?? null, ownHash: ownHash(object, crs, ids), ...location,
    })),
    links: links.map((id) => ({ id, ...location, object: 0, field: '' })),
    boundaries: boundariesOf(objects), matchKeys: matchKeysIn(document, crs.code), hidden: hiddenBy(document, objects),
  };
}

/** The fields of the root itself. Throws when a check is incomplete. */
function headOf(document: JsonObject): Pick<PreparedRoot, 'id' | 'type' | 'validFrom' | 'validUntil' | 'bronhoudercode'> {
  const type = textOf(document, 'entityType') ?? '';
  const id = textOf(document, 'id');
  const validFrom = momentOf(document, 'beginGeldigheid');
  if (!isRootType(type) || id === undefined || validFrom === undefined) throw new Error(`unchecked root ${id ?? ''}`);
  return {
    id, type, validFrom, validUntil: momentOf(document, 'eindGeldigheid') ?? null, bronhoudercode: textOf(document, 'bronhoudercode') ?? '',
  };
}

/** Why the root, a part of it, or its personal data are not public; null when all of it is public. */
export function hiddenBy(document: JsonObject, objects: readonly ModelObject[]): PreparedRoot['hidden'] {
  const isSensitive = own(document, 'privacyGevoelig') === true;
  if (!objects.some(({ data }) => own(data, 'informatieGeheim') === true)) return isSensitive ? 'privacyGevoelig' : null;
  if (hiddenAlone(document).has(nfc(textOf(document, 'id') ?? ''))) return 'informatieGeheim';
  return isSensitive ? 'onderdeelGeheim,privacyGevoelig' : 'onderdeelGeheim';
}

function boundariesOf(objects: readonly ModelObject[]): readonly Moment[] {
  const moments = objects.flatMap(({ data }) =>
    [momentOf(data, 'beginGeldigheid'), momentOf(data, 'eindGeldigheid')]);
  return [...new Set(moments.filter((moment) => moment !== undefined))].sort((a, b) => a - b);
}

function idsOf(objects: readonly ModelObject[]): IdMap<string> {
  return new IdMap(objects.flatMap(({ id }) => (id === undefined ? [] : [[id, id] as const])));
}

function ownHash(object: ModelObject, crs: Crs, ids: IdMap<string>): string {
  const unused = unusedFieldsOf(object);
  const linking = backLinkOf(object.kind);
  const members: Record<string, Json> = {};
  for (const [field, value] of Object.entries(object.data)) {
    if (field === 'id' && typeof value === 'string') members[field] = nfc(value);
    else if (field === linking) members[field] = named(value, ids);
    else if (!(NESTED.has(field) && Array.isArray(value)) && !unused.includes(field)) members[field] = value;
  }
  const hasGeometry = geometryOf(object) !== undefined;
  return hash('sha256', canonicalJson(members) + (hasGeometry ? crs.code : ''));
}

/** A link, or a list of links, with each `href` replaced by the id that it names. */
function named(value: Json, ids: IdMap<string>): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((link) => named(link, ids));
  const href = isObject(value) ? textOf(value, 'href') : undefined;
  return href === undefined || !isObject(value) ? value : { ...value, href: nfc(linkTarget(href, ids) ?? href) };
}

/** JSON text of the document. The delivered text is reused when all of it is used and it is one line. */
function bodyOf({ document, objects, root }: CheckedRoot): string {
  const used = withoutUnused(document, objects);
  return used === root.document && root.isVerbatim && !hasLines(root) ? root.text : JSON.stringify(used);
}

/** The document without unused fields; the same document when it has none. */
function withoutUnused(document: JsonObject, objects: readonly ModelObject[]): JsonObject {
  if (!objects.some((object) => unusedFieldsOf(object).some((field) => Object.hasOwn(object.data, field)))) return document;
  const copy = structuredClone(document) as Record<string, Json>;
  for (const object of objectsOf(copy)) {
    for (const field of unusedFieldsOf(object)) delete (object.data as Record<string, Json>)[field];
  }
  return copy;
}

/** The fields of an object whose delivered value is not used. */
function unusedFieldsOf({ type }: ModelObject): readonly string[] {
  return UNUSED.get(type) ?? REGISTER_FIELDS;
}

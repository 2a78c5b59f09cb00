/**
 * Merged part: the document of a root after a write to one nested object: create, replace, patch or remove.
 *
 * The parent is the object that the link of the nested object names. A new object is appended; an existing one keeps its position unless
 * its link names another parent now. Errors in id, type and parent are reported here; for the validator the object gets the id in the path
 * and a valid parent.
 * Invariants: the current document is not changed; unchanged parts are the same values, so that they can be distinguished from new ones.
 * Not here: bytes and CRS (merged.ts), whether the root may be written at all (state/decide/forbidden.ts).
 */
import type { Finding, NestedVerdict } from '../../schemas/finding.ts';
import { own, withValueAt, type Json, type JsonObject } from '../../schemas/json.ts';
import { mergePatch } from '../../schemas/merge-patch.ts';
import { objectsOf, textOf, type ModelObject } from '../../schemas/model/objects.ts';
import { backLinkOf, kindOf, nameOf, NESTED_IN } from '../../schemas/names.ts';
import { sameInNfc } from '../../schemas/normal-form.ts';
import { shown } from '../../schemas/shown-values.ts';
import type { SubmissionMethod } from '../../schemas/submission.ts';
import { canBeCreatedByPut, kindOfTarget, acceptsType, type Target } from '../../schemas/target.ts';
import { refusalOfPath, type RefusalRule } from '../state/outcomes/refusals.ts';
import { withCurrentChildren } from './child-links.ts';
import { idsNamedBy, idsOf, placeFor } from './part-parent.ts';
import { finding as requestFinding, OTHER_COLLECTION, OTHER_ID } from './request-rules.ts';

/** `findings` have pointers into the document when there is one, else into the request body. */
export type MergedPart =
  | { readonly document: JsonObject; readonly part: NestedVerdict; readonly findings: readonly Finding[] }
  | { readonly findings: readonly Finding[] };

export interface PartRequest {
  readonly method: SubmissionMethod;
  /** Target that names a nested object. */
  readonly target: Target;
}

/** Returns the current document changed by a request with this body; the body of a DELETE is ignored. */
export function mergedPart(current: JsonObject, body: JsonObject, { method, target: asked }: PartRequest): MergedPart {
  const root = textOf(current, 'entityType');
  // The id belongs to a root of another resource, so nothing is at this path.
  if (asked.within !== undefined && (root === undefined || nameOf(root).path !== asked.within.resource)) {
    return refused('id.bestaat-niet', asked.within.id);
  }
  const objects = objectsOf(current);
  const target = asked.id === null ? asked : { ...asked, id: idsOf(objects).get(asked.id) ?? asked.id };
  const found = target.id === null ? undefined : objects.find(({ id, type }) => id === target.id && acceptsType(target, type));
  if (method === 'DELETE') return found === undefined ? refused('id.bestaat-niet', target.id) : removed(current, objects, found);
  const makes = method === 'POST' || (method === 'PUT' && canBeCreatedByPut(target));
  if (found === undefined && !makes) return refused('id.bestaat-niet', target.id);
  const given = method === 'PATCH' && found !== undefined ? mergePatch(found.data, body) as JsonObject : body;
  const part = withCurrentChildren(method === 'POST' ? given : withoutLinks(given), current);
  if (found === undefined) {
    const id = target.id ?? textOf(part, 'id');
    const other = objects.find((object) => id !== undefined && object.id !== undefined && sameInNfc(object.id, id));
    if (other !== undefined) return refused(acceptsType(target, other.type) ? 'id.bestaat-al' : 'id.in-gebruik', other.id ?? '');
  }
  const type = textOf(part, 'entityType') ?? '';
  if (kindOf(type) !== undefined && !acceptsType(target, type)) {
    return { findings: [{ ...requestFinding('verzoek.andere-collectie', OTHER_COLLECTION, type), pointer: '/entityType', expected: target.resource }] };
  }
  return put(current, objects, { part, found, target });
}

interface Putting {
  readonly part: JsonObject;
  readonly found: ModelObject | undefined;
  readonly target: Target;
}

/** Returns the document with the part added or replaced. */
function put(current: JsonObject, objects: readonly ModelObject[], { part, found, target }: Putting): MergedPart {
  const kind = kindOfTarget(target)!;
  const { parent, link, finding } = placeFor(part, { kind, objects, found });
  const moves = found !== undefined && found.parent !== parent;
  if (moves && siblingsOf(found).length === 1) return refused('id.laatste-onderdeel', found.id ?? '');
  const id = target.id ?? textOf(part, 'id') ?? '';
  const checked: JsonObject = {
    ...part, ...(target.id === null || textOf(part, 'id') === undefined ? {} : { id: target.id }),
    ...(finding === undefined ? {} : { [backLinkOf(kind)!]: link }),
  };
  const emptied = moves ? withValueAt(current, pathOf(found), siblingsOf(found).filter((item) => item !== found.data)) : current;
  const listPath = [...pathTo(parent.pointer), NESTED_IN[kind]!];
  const before = itemsAt(emptied, listPath);
  const stays = found !== undefined && !moves;
  const items = stays ? before.map((item) => (item === found.data ? checked : item)) : [...before, checked];
  const pointer = `/${[...listPath, items.indexOf(checked)].join('/')}`;
  return {
    document: withValueAt(emptied, listPath, items) as JsonObject,
    part: { id, entityType: textOf(part, 'entityType') ?? '', change: found === undefined ? 'made' : 'changed', pointer },
    findings: [...wrongNames(part, { found, target }), ...(finding === undefined ? [] : [finding])]
      .map((one) => ({ ...one, pointer: pointer + one.pointer })),
  };
}

/** Returns errors for a changed id or type, which never change. */
function wrongNames(part: JsonObject, { found, target }: Omit<Putting, 'part'>): readonly Finding[] {
  const [id, type] = [textOf(part, 'id'), textOf(part, 'entityType')];
  return [
    ...(target.id === null || id === undefined || sameInNfc(id, target.id) ? []
      : [{ ...requestFinding('verzoek.ander-id', OTHER_ID, shown(id)), pointer: '/id', expected: target.id }]),
    ...(found === undefined || type === undefined || type === found.type ? []
      : [{ ...requestFinding('verzoek.ander-type', OTHER_TYPE, shown(type)), pointer: '/entityType', expected: found.type }]),
  ];
}

/** Returns the document without the part. */
function removed(current: JsonObject, objects: readonly ModelObject[], found: ModelObject): MergedPart {
  const { id = '', type, pointer } = found;
  const inside = (object: ModelObject): boolean => object === found || object.pointer.startsWith(`${pointer}/`);
  const gone = new Set(objects.filter(inside).map((object) => object.id));
  const ids = idsOf(objects);
  if (objects.some((object) => !inside(object) && idsNamedBy(object.data, object.kind, ids).some((named) => gone.has(named)))) {
    return refused('verwijzing.doel-verdwijnt', id);
  }
  const left = siblingsOf(found).filter((item) => item !== found.data);
  if (left.length === 0) return refused('id.laatste-onderdeel', id);
  return { document: withValueAt(current, pathOf(found), left) as JsonObject, part: { id, entityType: type, change: 'removed' }, findings: [] };
}

function refused(rule: RefusalRule, id: string | null): MergedPart {
  return { findings: [refusalOfPath(rule, id ?? '')] };
}

function withoutLinks(object: JsonObject): JsonObject {
  const { _links: _, ...part } = object;
  return part;
}

/** Returns the list with an object and its siblings. */
function siblingsOf({ parent, kind }: ModelObject): readonly Json[] {
  return itemsAt(parent?.data ?? {}, [NESTED_IN[kind!]!]);
}

/** Returns the path of that list in the document. */
function pathOf({ parent, kind }: ModelObject): readonly string[] {
  return [...pathTo(parent?.pointer ?? ''), NESTED_IN[kind!]!];
}

/** Returns the path for the pointer of an object, in which no name is escaped. */
function pathTo(pointer: string): readonly string[] {
  return pointer.split('/').slice(1);
}

/** Returns the list at a path; empty when there is no list, for example a void reason. */
function itemsAt(document: Json, path: readonly string[]): readonly Json[] {
  let value: Json | undefined = document;
  for (const name of path) value = typeof value === 'object' && value !== null ? own(value as JsonObject, name) : undefined;
  return Array.isArray(value) ? value as readonly Json[] : [];
}

const OTHER_TYPE = {
  message: { nl: 'Dit object heeft een ander entityType dan het object op dit pad.', en: 'This object has another entityType than the object at this path.' },
  mend: {
    nl: 'Laat het entityType gelijk: het type van een id verandert nooit. Voeg een object van een ander type toe met POST.',
    en: 'Keep the entityType as it is: the type of an id never changes. Add an object of another type with POST.',
  },
};

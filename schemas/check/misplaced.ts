/**
 * Misplaced: a field of another object of the same root, an ancestor or a nested one, by its exact name: one level too high or too low.
 *
 * An absent object counts too if the model requires it or it is part of a choice: `afstand` beside an absent `afstandOfGeometrie`.
 * Not here: names similar to a field of the same object (misnamed.ts), misplaced objects (expected-position.ts).
 */
import { escapeToken, isObject, own, unescapeToken } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Field } from '../model/conventions.ts';
import { fieldsByName, MODEL, SHAPES } from '../model/model.ts';
import { nodeAt, objectSchemaAt, itemNode } from './walk.ts';
import type { LocatedNode, ObjectSchema, ModelNode } from './walk.ts';

export interface Misplaced {
  /** JSON Pointer of the location where the field belongs. */
  readonly to: string;
  /** JSON Pointer of the missing field or object at that location; undefined when none is required. */
  readonly missing: string | undefined;
  /** The type of the object to which the field belongs, or the name of the field that contains that object. */
  readonly owner: string;
  readonly ownerId: string | undefined;
  /** Whether the other object has the field already. */
  readonly isThere: boolean;
}

/** Most values that are searched for the fields of one document. */
const OBJECTS_MAX = 5_000;
/** Most unknown fields of an object for which objects are searched; with more, the cause is another. */
const NAMES_MAX = 50;

/** An object of the document, or an absent one that it could have. */
interface PossibleOwner {
  readonly pointer: string;
  readonly owner: string;
  readonly data: JsonObject;
  readonly fields: ObjectSchema['fields'];
  /** Number of levels between the two objects. */
  readonly distance: number;
  /** Whether the object is an ancestor of the one with the field. */
  readonly isAround: boolean;
  /** JSON Pointer of the object, when it is required and absent. */
  readonly missing?: string;
  readonly isAbsent?: true;
}

/** Returns a function that finds the object to which an unknown field of the object at `pointer` belongs; undefined when none is near. */
export function misplacedIn(types: readonly string[], document: Json): (pointer: string, name: string) => Misplaced | undefined {
  const budget = { left: OBJECTS_MAX };
  const known = new Map<string, { readonly holders: readonly PossibleOwner[]; readonly names: Set<string> }>();
  const near = (pointer: string) => {
    const tokens = pointer.split('/').slice(1);
    const object = nodeAt(types, document, tokens.map(unescapeToken));
    return [...ancestorsOf(types, document, tokens), ...nestedObjectsOf(object, pointer, budget)];
  };
  return (pointer, name) => {
    const { holders, names } = known.get(pointer) ?? { holders: near(pointer), names: new Set<string>() };
    known.set(pointer, { holders, names: names.add(name) });
    if (names.size > NAMES_MAX) return undefined;
    const candidates = holders.flatMap((holder) => candidateOf(holder, name) ?? []);
    const [best] = candidates.sort((a, b) => a.rank - b.rank || a.distance - b.distance);
    return best?.misplaced;
  };
}

interface Candidate {
  readonly rank: number;
  readonly distance: number;
  readonly misplaced: Misplaced;
}

/** Ranks an object: best where the field is required and missing, then where it is allowed, then where it is present. */
function candidateOf(holder: PossibleOwner, name: string): Candidate | undefined {
  const { pointer, owner, data, fields, distance, isAround, isAbsent } = holder;
  const field = fields.get(name);
  if (field === undefined || name === 'entityType') return undefined;
  const isThere = Object.hasOwn(data, name);
  if (isThere && !isAround && field.kind !== 'nested') return undefined;
  const to = `${pointer}/${escapeToken(name)}`;
  const missing = isAbsent === true ? holder.missing : field.required && !isThere ? to : undefined;
  const id = own(data, 'id');
  return {
    rank: isThere ? 2 : missing === undefined ? 1 : 0, distance,
    misplaced: { to, missing, owner, ownerId: typeof id === 'string' ? id : undefined, isThere },
  };
}

function* ancestorsOf(types: readonly string[], document: Json, tokens: readonly string[]): Iterable<PossibleOwner> {
  for (let depth = tokens.length - 1; depth >= 0; depth--) {
    const { data, schema: known } = nodeAt(types, document, tokens.slice(0, depth).map(unescapeToken));
    if (!isObject(data) || known === undefined) continue;
    const pointer = tokens.slice(0, depth).map((token) => `/${token}`).join('');
    const owner = nameOf(known, tokens[depth - 1]);
    yield { pointer, owner, data, fields: known.fields, distance: tokens.length - depth, isAround: true };
  }
}

interface QueuedValue {
  readonly node: ModelNode;
  readonly data: Json;
  readonly pointer: string;
  readonly distance: number;
  /** The field that contains the value. */
  readonly name: string | undefined;
}

/** Yields the objects inside an object, and those that it could have, nearest first until the budget is used up. */
function* nestedObjectsOf({ node, data = null }: LocatedNode, start: string, budget: { left: number }): Iterable<PossibleOwner> {
  const queue: QueuedValue[] = node === undefined ? [] : [{ node, data, pointer: start, distance: 0, name: undefined }];
  for (const visit of queue) {
    const { node: at, data: value, pointer, distance, name } = visit;
    if (budget.left-- <= 0) return;
    if (Array.isArray(value)) {
      const items = itemNode(at);
      if (items === undefined) continue;
      value.forEach((item: Json, index) => queue.push({ ...visit, node: items, data: item, pointer: `${pointer}/${index}` }));
    } else if (isObject(value)) {
      const known = objectSchemaAt(at, value);
      if (known === undefined) continue;
      if (distance > 0) yield { pointer, owner: nameOf(known, name), data: value, fields: known.fields, distance, isAround: false };
      for (const field of known.fields.values()) {
        const [inside, below] = [own(value, field.name), `${pointer}/${field.name}`];
        if (typeof inside === 'object') queue.push({ node: field, data: inside, pointer: below, distance: distance + 1, name: field.name });
        const isChoice = SHAPES.get(known.name)?.form === 'choice';
        if (inside === undefined) yield* absentObjectsOf(field, below, { distance: distance + 1, isChoice });
      }
    }
  }
}

/** Yields an absent object that is required or part of a choice. `isChoice`: the object is an alternative itself. */
function* absentObjectsOf(
  field: Field, pointer: string, { distance, isChoice }: { readonly distance: number; readonly isChoice: boolean },
): Iterable<PossibleOwner> {
  if (field.kind !== 'object' || !(field.required || isChoice || field.shape.form === 'choice')) return;
  const fields = fieldsByName(field.shape.name)!;
  const missing = field.required ? { missing: pointer } : {};
  yield { pointer, owner: field.name, data: {}, fields, distance, isAround: false, isAbsent: true, ...missing };
}

/** The name of the type of an object, or of the field of a value. */
function nameOf({ name }: ObjectSchema, field: string | undefined): string {
  return MODEL.has(name) || field === undefined || /^\d+$/.test(field) ? name : field;
}
